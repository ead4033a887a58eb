"""How the command line calls a command: imported only then, and what goes wrong said in one line."""

import sys
from importlib import import_module
from typing import Any

import click

from flows.interrupt import EXIT_CODE
from schemas.errors import PapergymError

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")


def call(name: str, **options: Any) -> None:
    """Run a command and turn what goes wrong into one clear message and an exit code."""
    try:
        code = import_module(f"flows.commands.{name}").run(**options)
    except PapergymError as error:
        click.echo(f"papergym: {error}", err=True)
        code = error.exit_code
    except KeyboardInterrupt:
        click.echo("papergym: interrupted; what was committed stays, run again to go on", err=True)
        code = EXIT_CODE
    except BrokenPipeError:
        sys.stderr.close()
        code = 0
    sys.exit(code)
