"""`brade …`: the command line. A command's module is loaded when it is asked for, so that `--help` is quick."""

import importlib
import os
import signal
import sys
import threading
from importlib.metadata import version
from types import FrameType

import click

from core.errors import BradeError
from service.config import from_environment

COMMANDS = {
    "serve": "service.cli:serve",
    "worker": "service.cli:worker",
    "demo": "service.commands.demo:demo",
    "rebuild": "service.commands.rebuild:rebuild",
    "verify": "service.commands.verify:verify",
    "export": "service.commands.export:export",
    "import": "service.commands.import_:import_",
    "backup": "service.commands.backup:backup",
    "restore": "service.commands.restore:restore",
    "doctor": "service.commands.doctor:doctor",
}
"""Every command and where it is."""


class Lazy(click.Group):
    """A group that finds its commands in `COMMANDS`, and tells people what went wrong in a sentence."""

    def list_commands(self, _context: click.Context) -> list[str]:
        """The commands in the order of the list above."""
        return list(COMMANDS)

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        """The command of that name, loaded."""
        if name not in COMMANDS:
            return None
        module, _, function = COMMANDS[name].partition(":")
        return getattr(importlib.import_module(module), function)

    def invoke(self, context: click.Context) -> object:
        """Run a command; what was foreseen to go wrong is said in a sentence, the rest is a bug and shows itself."""
        try:
            return super().invoke(context)
        except BradeError as error:
            if os.environ.get("BRADE_DEBUG"):
                raise
            raise click.ClickException(str(error)) from None


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(version("brade"), prog_name="brade")
def main() -> None:
    """Matches and tournaments of Swedish Tables: a service for clubs.

    Settings come from the environment: BRADE_BIND, BRADE_DATA, BRADE_STORE_URL, BRADE_QUEUE_URL, BRADE_ADMIN_TOKEN,
    BRADE_WORKERS (docs/operating.md).
    """


@click.command()
def serve() -> None:
    """Run the service with its store and its workers, until Ctrl-C."""
    from service.processes import Processes

    stop = threading.Event()

    def asked(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, asked)
    settings = from_environment()
    with Processes(settings, say=lambda line: click.echo(f"brade: {line}", err=True)) as processes:
        click.echo(f"brade serves at {processes.url}  (documentation: {processes.url}/docs)")
        click.echo(f"data and the operator's token (admin-token) are in {settings.data}")
        sys.stdout.flush()
        stop.wait()
        click.echo("brade stops")


@click.command()
@click.option(
    "--queue", type=click.Choice(["pump", "jobs"]), default="pump", show_default=True, help="what it works on"
)
def worker(queue: str) -> None:
    """Run one worker beside a service that runs elsewhere (BRADE_STORE_URL, BRADE_QUEUE_URL)."""
    # By name, since workers stand above the service.
    sys.exit(importlib.import_module("workers.process").main(["--queue", queue]))


if __name__ == "__main__":
    main()
