"""What is known of a pack since it was built, told to whoever uses it."""

from pathlib import Path

import click


def warn_of(pack: Path) -> None:
    """Print withdrawal and known issues on standard error, so that JSON on standard output stays JSON."""
    from pipeline.pack.lifecycle import read_status

    for warning in read_status(pack).warnings:
        click.secho(f"papergym: {warning}", fg="yellow", err=True)
