"""`papergym server status|stop`."""

import click

from flows.server import running_server, stop_server
from flows.settings import load_settings


def run(action: str) -> int:
    """Say where the server is, or stop it."""
    home = load_settings().prefect_home
    if action == "stop":
        click.echo("stopped" if stop_server(home) else "no server was running")
    else:
        click.echo(running_server(home) or "no server is running")
    return 0
