"""`brade demo`: a club's weekend, played before your eyes."""

import os
import shutil
import sys
import time
from contextlib import closing, nullcontext, suppress
from pathlib import Path

import click

from service.backups import backup_archive, ndjson, verification
from service.bootstrap import ensure_data_folder
from service.config import Settings, from_environment
from service.demo import scenario
from service.demo.console import DemoConsole
from service.demo.scenario import Scenario
from service.demo.script import run_script
from service.demo.season import EVENINGS
from service.demo.weekend import FILES, Weekend
from service.processes import fork_server
from service.processes.signals import AskedToEnd, ShutdownSignal
from service.processes.supervisor import Supervisor
from service.terminal import count, screen

DATA, EVENTS, LOG = "data-demo", "events.ndjson", "demo.log"


@click.command()
@click.option("--once", is_flag=True, help="End when the files are written, instead of serving on.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    metavar="DIR",
    help=f"Where {', '.join(FILES)} and {EVENTS} go; the current folder if not given.",
)
@click.option("--season", is_flag=True, help="Play a season of eight evenings with one table instead.")
def demo(once: bool, out: Path, season: bool) -> None:
    """Play a club's weekend of Swedish Tables through the public HTTP API.

    Starts everything as `brade serve` does, with data in a folder of its own (data-demo, if BRADE_DATA is not set).
    Twenty-four players enter; six groups of four, then a knock-out and a consolation. Six matches are recorded move by
    move, one player leaves, one result is corrected after the bracket has moved on. Then it writes table, bracket and
    the whole log into files, and serves on until Ctrl-C. Played again it is one more weekend beside those before; to
    begin anew, delete the folder. With --season it plays a club's season instead, and its series has one table.
    """
    ending = ShutdownSignal()
    settings = own_settings()
    forks = fork_server.begun(settings)
    programme = scenario.recorded()
    story = DemoConsole(screen())
    out.mkdir(parents=True, exist_ok=True)
    ensure_data_folder(settings.data)
    part = "season" if season else "weekend"
    story.line(f"brade demo: a club's {part} of Swedish Tables, played through the HTTP API", "bold")
    began = time.monotonic()
    with (
        closing(forks) if forks else nullcontext(),
        (settings.data / LOG).open("ab") as log,
        Supervisor(settings, lambda line: story.line(f"  {line}", "dim"), log, forks) as processes,
    ):
        weekend = Weekend(programme, processes.url, settings.admin_token or operators_token(settings))
        try:
            story.line()
            story.row("Service", processes.url)
            if season:
                table = _season(story, weekend)
            else:
                run_script(story, weekend, _near(settings.data))
                _write(story, weekend, out)
        finally:
            weekend.close()
        story.line(f"  The whole {part} took {time.monotonic() - began:.1f} s.", "dim")
        if season:
            story.row("The table", f"{processes.url}{table}")
        if season and not once:
            with suppress(AskedToEnd):
                ending.wait()
        elif not once:
            _serve(story, weekend, processes.url, settings, ending)


def _season(story: DemoConsole, weekend: Weekend) -> str:
    """Play a season; the address of its table."""
    weekend.welcome()
    season = weekend.season()
    season.announce()
    story.head("A season of eight evenings, of which the best six count")
    with story.counting("Playing the evenings", EVENINGS, "evenings") as played:
        moved = season.play(played)
    for name, (before, after) in moved.items():
        story.row("Corrected", f"{name}: {before:g} → {after:g} points")
    for row in season.rows():
        story.row(
            str(row["rank"] or "–"), f"{row['name']}: {row['points']:g} points, {count(row['evenings'], 'evening')}"
        )
    return season.page()


def own_settings() -> Settings:
    """The settings, with a data folder of the demo's own, so that it never mixes with a club's evenings."""
    own = {"BRADE_DATA": os.environ.get("BRADE_DATA") or DATA, "BRADE_CHECKPOINT": "", "BRADE_COPY_TO": ""}
    return from_environment({**os.environ, **own})


def operators_token(settings: Settings) -> str:
    """The operator's token, as it lies in the data folder of a service that has been started."""
    return (settings.data / "admin-token").read_text().strip()


def _write(story: DemoConsole, weekend: Weekend, out: Path) -> None:
    for name in FILES:
        with ndjson.written(str(out / name)) as write:
            write(weekend.file(name))
    log, streams = out / EVENTS, weekend.logs()
    with story.counting("Writing the log", len(streams), "logs") as advance, ndjson.written(str(log)) as write:
        for address in streams:
            write(weekend.lines(address))
            advance(1)
    seen = [verification.prove_lines(stream, events) for stream, events in backup_archive.contents(str(log))[1]]
    _expect_whole(weekend.programme, seen, len(streams))
    events = count(sum(verified_stream.events for verified_stream in seen), "event")
    story.head("Files")
    story.row("standings.csv", f" the table, for a spreadsheet{_in(out)}")
    story.row("bracket.svg", " the bracket, to print")
    story.row(EVENTS, f" {events} in {len(streams)} logs")
    story.row("to prove", f"{_command()} verify {log}")


def _expect_whole(programme: Scenario, seen: list[verification.VerifiedStream], streams: int) -> None:
    last = {verified_stream.stream: verified_stream.last for verified_stream in seen}
    for record in programme.records:
        if last.get(record.match) != len(record.facts) or len(seen) != streams:
            raise scenario.NotAsExpected(f"{EVENTS} does not hold the {len(record.facts)} facts of {record.match}")


def _serve(story: DemoConsole, weekend: Weekend, url: str, settings: Settings, ending: ShutdownSignal) -> None:
    tournament = f"{url}/v1/tournaments/{weekend.tournament['id']}"
    closest = next(record for record in weekend.programme.records if record.state["settled"]["comparison"])
    story.head("Serving until Ctrl-C")
    story.row("Start here", f"{url}/")
    story.row("Tournament", f"{url}/tournaments/{weekend.tournament['id']}")
    story.row("Replay", f"{url}/matches/{closest.match}")
    name, link = weekend.invite()
    story.row("Sign in", f"as {name}, organiser, who chooses a password at")
    story.row("", link)
    story.row("The desk", f"{url}/desk/{weekend.tournament['id']}")
    story.line()
    story.row("Bracket", f"{tournament}/bracket.svg")
    story.row("Tables", f"{tournament}/standings.html")
    story.row("Cross-tables", f"{tournament}/crosstable.html")
    story.row("Pairings", f"{tournament}/rounds/1/pairings.html")
    story.row("Decisions", f"{tournament}/decisions")
    story.row("A match", f"{url}/v1/matches/{closest.match}/transcript.txt")
    story.row("API", f"{url}/docs")
    token = "BRADE_ADMIN_TOKEN" if settings.admin_token else _near(settings.data / "admin-token")
    story.row("Operator", f"the token is in {token}")
    with suppress(AskedToEnd):
        ending.wait()
    story.line()
    story.line("Stopping.")


def _command() -> str:
    """The command that calls brade from here: its name where the shell knows it, else as it was called."""
    called = Path(sys.argv[0])
    if called.name != "brade" or shutil.which("brade") == str(called.absolute()):
        return "brade"
    here = Path.cwd()
    return str(called.relative_to(here) if called.is_absolute() and called.is_relative_to(here) else called)


def _near(path: Path) -> str:
    """The shortest path of a file or folder from here."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def _in(out: Path) -> str:
    return "" if out == Path() else f", in {out}"
