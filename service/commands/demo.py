"""`brade demo`: a club's evening, played before your eyes."""

import time
from contextlib import suppress
from pathlib import Path

import click

from service.bootstrap import made
from service.commands import archive, lines, proving
from service.commands.screen import count, screen
from service.config import Settings, from_environment
from service.demo import evening as evenings
from service.demo.evening import Evening, Programme
from service.demo.story import Story
from service.ending import Ending
from service.processes import Processes

STANDINGS, EVENTS, LOG = "standings.csv", "events.ndjson", "demo.log"


@click.command()
@click.option("--once", is_flag=True, help="End when the files are written, instead of serving on.")
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), default=Path(), metavar="DIR",
    help=f"Where {STANDINGS} and {EVENTS} go; the current folder if not given.",
)  # fmt: skip
def demo(once: bool, out: Path) -> None:
    """Play a club's evening: recorded matches of Swedish Tables, through the public HTTP API.

    Starts everything as `brade serve` does, records a round robin of four players move by move, shows what the
    workers make of it, writes the table and the whole log into files, and serves on until Ctrl-C.
    """
    settings, programme = from_environment(), evenings.recorded()
    story = Story(screen())
    out.mkdir(parents=True, exist_ok=True)
    made(settings.data)
    ending = Ending()
    story.line("brade demo: a club's evening of Swedish Tables, played through the HTTP API", "bold")
    with (
        (settings.data / LOG).open("ab") as log,
        Processes(settings, say=lambda line: story.line(f"  {line}", "dim"), output=log) as processes,
    ):
        told = Evening(programme, processes.url, settings.admin_token or operators_token(settings))
        try:
            _play(story, told, processes.url)
            _write(story, told, out)
        finally:
            told.close()
        if not once:
            _serve(story, told, processes.url, settings, ending)


def operators_token(settings: Settings) -> str:
    """The operator's token, as it lies in the data folder of a service that has been started."""
    return (settings.data / "admin-token").read_text().strip()


def _play(story: Story, told: Evening, url: str) -> None:
    programme = told.programme
    told.welcome()
    told.announce()
    announced = programme.announced
    games = count(announced["length"]["games"], "game")
    story.line()
    story.row("Service", url)
    story.row("Club", programme.club["name"])
    story.row("Players", ", ".join(programme.players))
    story.row("Tournament", f"{announced['name']} ({told.tournament['id']}): round robin, {games} a match")
    story.head(f"Recording {count(len(programme.records), 'match', 'matches')}, judged as they are played")
    began = time.monotonic()
    with story.playing(told) as judged:
        told.play(judged)
    seconds = time.monotonic() - began
    story.line(f"  {count(programme.facts, 'fact')} recorded and judged in {seconds:.1f} s")
    told.settle()
    story.verdicts(told)
    story.results(programme.records)
    story.standings(told.standings())


def _write(story: Story, told: Evening, out: Path) -> None:
    table, log = out / STANDINGS, out / EVENTS
    with lines.written(str(table)) as write:
        write(told.standings_csv())
    with lines.written(str(log)) as write:
        for part in told.log():
            write(part)
    seen = [proving.prove_lines(stream, events) for stream, events in archive.contents(str(log))[1]]
    _expect_whole(told.programme, seen)
    events = sum(each.events for each in seen)
    story.head("Files")
    story.row(STANDINGS, f"  the table, for a spreadsheet{_in(out)}")
    story.row(EVENTS, f"  {count(events, 'event')}; to prove them: brade verify {log}")


def _expect_whole(programme: Programme, seen: list[proving.Seen]) -> None:
    last = {each.stream: each.last for each in seen}
    for record in programme.records:
        if last.get(record.match) != len(record.facts):
            raise evenings.NotAsExpected(f"{EVENTS} does not hold the {len(record.facts)} facts of {record.match}")


def _serve(story: Story, told: Evening, url: str, settings: Settings, ending: Ending) -> None:
    tournament = told.tournament["id"]
    closest = next(each for each in told.programme.records if each.state["settled"]["comparison"])
    story.head("Serving until Ctrl-C")
    story.row("Table", f"{url}/v1/tournaments/{tournament}/standings")
    story.row("A match", f"{url}/v1/matches/{closest.match}")
    story.row("API", f"{url}/docs")
    story.row("Operator", f"the token is in {'BRADE_ADMIN_TOKEN' if settings.admin_token else _near(settings)}")
    with suppress(KeyboardInterrupt):
        ending.wait()
    story.line()
    story.line("Stopping.")


def _near(settings: Settings) -> str:
    """Where the operator's token lies, as short as it can be said from here."""
    path, here = settings.data / "admin-token", Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def _in(out: Path) -> str:
    return "" if out == Path() else f", in {out}"
