"""`brade rating-list`: one rating list of several clubs, from the files that they export."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from core.errors import Invalid
from core.games import game_of
from core.ratings.federation import JOINS, NAME_AND_CLUB, FederationList, RatingFile, federation_list
from core.ratings.rule import PROVISIONAL, START, Rule
from service.terminal import count, fail, say, say_on_stderr

MOST_FILES, MOST_BYTES, MOST_BYTES_OF_ALL = 200, 32_000_000, 128_000_000
"""Files of one list, the bytes of one of them, and of all of them together."""
_SHOWN_PROBLEMS = 10


@click.command(name="rating-list")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(exists=True, path_type=Path))
@click.option("--join", type=click.Choice(JOINS), default=NAME_AND_CLUB, show_default=True, help="Who is one person.")
@click.option("--start", type=click.IntRange(0, 9999), default=START, show_default=True, help="The first rating.")
@click.option(
    "--provisional",
    type=click.IntRange(0, 100),
    default=PROVISIONAL,
    show_default=True,
    help="Matches before which a player is provisional.",
)
@click.option("--ramp/--no-ramp", default=True, show_default=True, help="Ratings of new players change faster.")
@click.option("--csv", "csv_file", type=click.Path(path_type=Path), help="Write the list there for spreadsheets.")
@click.option("--xlsx", "xlsx_file", type=click.Path(path_type=Path), help="Write a workbook there, with the matches.")
@click.option("--strict", is_flag=True, help="End with 1 if something does not fit together.")
@click.pass_context
def rating_list(
    context: click.Context,
    files: tuple[Path, ...],
    join: str,
    start: int,
    provisional: int,
    ramp: bool,
    csv_file: Path | None,
    xlsx_file: Path | None,
    strict: bool,
) -> None:
    """Make one rating list of the files of several clubs.

    FILE is what a club saves from its rating list: *For a federation*, or `list.json` of the API. It needs neither
    store nor service. Every match of the files counts once, in the order of their times, by the same formula.

    Two players of two files are one person if they have the same name and the same home club: the group on the club's
    list of players, else the club that exports. `--join name` takes the name alone, `--join id` the id.

    What does not fit together is told on standard error: one name at two clubs, a match that two files tell
    differently, clubs that count different matches.
    """
    federation_list = _listed(_read(files), Rule(start=start, provisional=provisional, ramp=ramp), join)
    if csv_file or xlsx_file:
        _write(
            federation_list, csv_file, xlsx_file
        )  # first: the reader of the text may have seen enough, as `| head` has
    _show(federation_list)
    for clash in federation_list.clashes:
        say_on_stderr(f"{clash}.", "yellow")
    context.exit(1 if strict and federation_list.clashes else 0)


def _read(files: Sequence[Path]) -> list[RatingFile]:
    """The files. Ends the command at the first that cannot be read, with all that is wrong in it."""
    from marshmallow import ValidationError

    from schemas.problems import paths_of
    from schemas.ratings.files import read_file

    if len(files) > MOST_FILES:
        fail(f"{count(len(files), 'file')} are too many: {MOST_FILES} is the most.")
    sizes = [path.stat().st_size for path in files]
    for path, size in zip(files, sizes, strict=True):
        if size > MOST_BYTES:
            fail(f"{path} has {count(size, 'byte')}: {MOST_BYTES:,} is the most.")
    if sum(sizes) > MOST_BYTES_OF_ALL:
        fail(f"The files have {count(sum(sizes), 'byte')} together: {MOST_BYTES_OF_ALL:,} is the most.")
    found = []
    for path in files:
        try:
            found.append(read_file(_json(path)))
        except ValidationError as error:
            problems = [f"{place}: {text}" for place, texts in paths_of(error).items() for text in texts]
            more = len(problems) - _SHOWN_PROBLEMS
            lines = [*problems[:_SHOWN_PROBLEMS], *([f"and {more} more"] if more > 0 else [])]
            fail("\n  ".join([f"{path} is no rating list of a club:", *lines]))
    return found


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        fail(f"{path} is no rating list of a club: it is not JSON.")


def _listed(files: Sequence[RatingFile], rule: Rule, join: str) -> FederationList:
    try:
        return federation_list(files, rule, join)
    except Invalid as error:
        fail(f"{' '.join(text for texts in error.problems.values() for text in texts)}.")


def _show(found: FederationList) -> None:
    """The list as text: rank, rating, matches, name and home club."""
    rows, ranks = found.ratings.ranked(), found.ranks
    matches = sum(match.counts for match in found.ratings.matches)
    say(f"{game_of(found.game).name}: {count(len(rows), 'player')}, {count(matches, 'match', 'matches')}", "bold")
    for each in rows:
        person = found.people[each.player]
        say(f"{ranks.get(each.player, '–'):>5}  {each.rating:8.2f}  {each.played:5}  {person.name} ({person.club})")


def _write(found: FederationList, csv_file: Path | None, xlsx_file: Path | None) -> None:
    from core.csv_text import CsvForm
    from service.exports.rating_files import federation_rows, federation_xlsx

    if csv_file:
        csv_file.write_bytes(CsvForm(bom=True).encoded(federation_rows(found)))
    if xlsx_file:
        xlsx_file.write_bytes(federation_xlsx(found))
