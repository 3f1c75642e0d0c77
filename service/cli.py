"""`brade …`: the command line. A command's module is loaded when it is asked for, so that `--help` is quick.

A further command is a file in `service/commands/` and a line in `COMMANDS`. What belongs to the workers, who stand
above the service, is called by its dotted name.
"""

import errno
import importlib
import logging
import os
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from core.errors import BradeError
from service.compiled_rules import outdated_warning

if TYPE_CHECKING:
    from service.processes.signals import ShutdownSignal


class Entry(NamedTuple):
    """A command: where it is, and what the list of commands says about it."""

    target: str
    summary: str


COMMANDS = {
    "serve": Entry("service.cli:serve", "Run the service with its store and its workers."),
    "demo": Entry("service.commands.demo:demo", "Play a club's tournament as a demonstration."),
    "worker": Entry("service.cli:worker", "Run one worker of a service that runs elsewhere."),
    "doctor": Entry("service.commands.doctor:doctor", "Look at everything, change nothing, say what helps."),
    "verify": Entry("service.commands.verify:verify", "Prove that nothing recorded was altered."),
    "verify-dice": Entry("service.commands.verify_dice:verify_dice", "Prove the dice that the service rolled."),
    "anchor": Entry("service.commands.anchor:anchor", "Show the number of the day, or prove an earlier one."),
    "rebuild": Entry("service.commands.rebuild:rebuild", "Judge every log again and compare."),
    "export": Entry("service.commands.export:export", "Write a match, tournament or club into a file."),
    "import": Entry("service.commands.import_:import_", "Bring exported logs into the store."),
    "rating-list": Entry("service.commands.ratings.rating_list:rating_list", "One rating list of several clubs."),
    "password": Entry("service.commands.password:password", "Set a new password for a member who lost it."),
    "backup": Entry("service.commands.backup:backup", "Write everything recorded into a file."),
    "remove-club": Entry(
        "service.commands.remove_club:remove_club", "Take a closed club out of the store, after its backup."
    ),
    "archive": Entry("service.commands.archive:archive", "Keep finished tournaments as compressed files."),
    "upgrade": Entry("service.commands.upgrade:upgrade", "Before another version starts: back up, see if it fits."),
    "restore": Entry("service.commands.restore:restore", "Bring a backup back into an empty store."),
}
"""Every command, in the order in which they are listed."""


class Lazy(click.Group):
    """A group that finds its commands in `COMMANDS`, and tells people what went wrong in a sentence."""

    def list_commands(self, _context: click.Context) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        """The command of that name, loaded."""
        return by_name(COMMANDS[name].target) if name in COMMANDS else None

    def format_commands(self, _context: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in COMMANDS.items()])

    def invoke(self, context: click.Context) -> object:
        """Run a command. What goes wrong is said in a sentence; BRADE_DEBUG shows where it went wrong."""
        try:
            return super().invoke(context)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except BrokenPipeError:  # the reader has seen enough, as `| head` has
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is still held back goes nowhere
            raise click.exceptions.Exit(1) from None
        except Exception as error:
            if os.environ.get("BRADE_DEBUG"):
                raise
            raise _sentence(error) from None


class WrongSetting(click.ClickException):
    """The environment asks for something that there is not."""

    exit_code = 2


def _sentence(error: Exception) -> click.ClickException:
    """The text of an error: expected errors in their own words, with exit code 2 if a setting is wrong."""
    from service.config import BadSetting

    if isinstance(error, BadSetting):
        return WrongSetting(str(error))
    if isinstance(error, BradeError):
        return click.ClickException(str(error))
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        place = f" for {error.filename}" if error.filename else ""
        return click.ClickException(f"there is no room left on the disk{place}: make room, then run it again")
    if type(error).__module__.startswith("redis."):
        return click.ClickException(f"the store does not answer: {error}")
    return click.ClickException(f"{type(error).__name__}: {error} (BRADE_DEBUG=1 shows where)")


def by_name(target: str) -> Any:
    """The object of a dotted name with a colon, such as `workers.worker:main`."""
    module, _, name = target.partition(":")
    return getattr(importlib.import_module(module), name)


def _say_version(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    if not asked:
        return
    from service import version

    click.echo(f"brade, version {version.whole()}")
    context.exit()


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_say_version,
    help="Show the version, its commit and its build, and exit.",
)
def main() -> None:
    """Matches and tournaments of Swedish Tables and seven sister games: a service for clubs.

    Settings come from the environment: BRADE_PORT, BRADE_BIND, BRADE_DATA, BRADE_STORE_URL, BRADE_QUEUE_URL,
    BRADE_ADMIN_TOKEN, BRADE_TLS, BRADE_ONLY, BRADE_COPIES, BRADE_COPIES_LOST, BRADE_SHARDS, BRADE_CHECKPOINT,
        BRADE_COPY_TO, BRADE_VOLATILE_STORE, BRADE_RESTORE_MB, BRADE_WORKERS, BRADE_PROXIES, BRADE_ADDRESSES,
    BRADE_WEBHOOKS_LOOPBACK, BRADE_WEBHOOK_PORTS, BRADE_LOG_LEVEL, BRADE_DEBUG (docs/server/operating.md).
    """


@click.command()
@click.option(
    "--copy-to",
    "folders",
    multiple=True,
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Copy everything recorded to a folder, such as one on a stick, as it happens; more than once for several.",
)
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    metavar="PORT",
    help="Serve at this port instead of 8000; the club's page still opens the service to the hall.",
)
@click.option("--tls", "encrypted", is_flag=True, help="Serve phones over https, with a certificate of its own.")
@click.option(
    "--only",
    "part",
    type=click.Choice(["api", "live"]),
    help="Serve requests alone, or live streams alone, behind a proxy: no workers.",
)
@click.option("--no-browser", is_flag=True, help="Print the address of the first page, and open no browser.")
def serve(folders: tuple[Path, ...], port: int | None, encrypted: bool, part: str | None, no_browser: bool) -> None:
    """Run the service with its store and its workers, until Ctrl-C.

    Serves this computer, and the hall once an organiser opens it on the club's page; at the address of BRADE_BIND where
    that is set. Keeps everything in BRADE_DATA. Whichever process dies is started again. Where there is no
    club yet, an address with a one-time key leads to the page that founds it.
    """
    from service.processes.signals import AskedToEnd, ShutdownSignal

    if part:
        os.environ["BRADE_ONLY"] = part
    if port:
        os.environ["BRADE_PORT"] = str(port)
    if outdated := outdated_warning():
        click.echo(f"brade: {outdated}", err=True)
    ending = ShutdownSignal()
    with suppress(AskedToEnd):
        _serve(ending, folders, encrypted=encrypted, opens=not no_browser)
    click.echo("brade has stopped")


def _serve(ending: "ShutdownSignal", folders: tuple[Path, ...], *, encrypted: bool, opens: bool) -> None:
    from service import private_files
    from service.config import TLS_PORT, from_environment
    from service.processes import fork_server

    private_files.restrict()
    settings = from_environment()
    if folders:
        settings = replace(settings, copies=tuple(dict.fromkeys(folder.absolute() for folder in folders)))
    if encrypted and settings.tls is None:
        settings = replace(settings, tls=TLS_PORT)
    forks = fork_server.begun(settings)

    from service.processes import first_page  # most of it is loaded by now, and shared with all others
    from service.processes.supervisor import Supervisor
    from service.store.server.append_only_file import StoreDamaged
    from service.tls.files import CertificateFiles

    logging.basicConfig(level=logging.WARNING, format="brade: %(message)s")

    def say(line: str) -> None:
        click.echo(f"brade: {line}", err=True)

    processes = Supervisor(settings, say, forks=forks)
    try:
        try:
            processes.start()
        except StoreDamaged as error:
            from service.commands.store.repair import repaired

            repaired(settings, error, asks=sys.stdin.isatty() and sys.stdout.isatty())
            processes = Supervisor(settings, say, forks=forks)
            processes.start()
        lines = [f"brade serves at {processes.url}  (for programs: {processes.url}/docs)"]
        if hall := processes.hall_sentence:
            lines.append(hall)
        if processes.settings.tls is not None:
            known = CertificateFiles(settings.data).fingerprint()
            lines.append(f"the certificate for phones begins with {known} (SHA-256)")
        if settings.admin_token is None:
            lines.append(f"the operator's token is in {_near(settings.data / 'admin-token')}")
        here = "" if settings.only else processes.url
        page = first_page.address(here, processes.setup_key) if processes.setup_key else ""
        if page:
            place = "" if here else " at the address of the proxy"
            lines.append(f"\nName your club{place}, and you are in:\n  {page}\n")
        click.echo("\n".join(lines))  # at once: the first line says that the others are there
        if page and here and opens and first_page.has_screen():
            first_page.open_in_browser(page)
        sys.stdout.flush()
        ending.wait()
    finally:  # not `with`, which a signal just after the start would leave without stopping anything
        processes.stop()
        if forks:
            forks.close()


@click.command()
@click.option("--queue", type=click.Choice(["pump", "jobs"]), default="pump", show_default=True, help="What it does.")
@click.option("--check", is_flag=True, help="Start none: ask if a worker of this machine or container lives.")
def worker(queue: str, check: bool) -> None:
    """Run one worker beside a service that runs elsewhere.

    BRADE_STORE_URL and BRADE_QUEUE_URL say where its store and queue are. A `pump` judges what is recorded; `jobs` does
    what takes time. `brade serve` starts workers of its own.
    """
    if check:
        sys.exit(by_name("service.processes.worker_check:check")())
    sys.exit(by_name("workers.worker:main")(["--queue", queue]))


def _near(path: Path) -> Path:
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


if __name__ == "__main__":
    main()
