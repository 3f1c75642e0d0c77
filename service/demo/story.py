"""What somebody at a terminal is told of the evening: who met whom, what was refused, who won and why."""

import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby, pairwise
from typing import Any

from rich.console import Console
from rich.progress import Progress, TextColumn
from rich.text import Text

from core.tournament.tiebreaks import tie_break_of
from service.commands.screen import Done, bar, count
from service.demo.evening import Evening, Json, Record

WIDTH = 80
_LABEL = 12


class Story:
    """Tells it on a console, which has colours only where somebody looks."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def line(self, text: str | Text = "", style: str = "") -> None:
        """A line of its own."""
        self._console.print(text, style=style)

    def head(self, text: str) -> None:
        """The title of what follows."""
        self.line()
        self.line(text, "bold")

    def row(self, label: str, text: str) -> None:
        """A label and what there is to say about it."""
        line = Text("  ").append(label.ljust(_LABEL), "dim")
        self.line(line.append(text))

    def hanging(self, before: str, text: str) -> None:
        """A text whose further lines begin where its first does, after what stands before it."""
        wrapped = textwrap.wrap(text, WIDTH - len(before), break_long_words=False) or [""]
        self.line("\n".join([before + wrapped[0], *[" " * len(before) + line for line in wrapped[1:]]]))

    @contextmanager
    def playing(self, evening: Evening) -> Iterator[Any]:
        """A bar for each match, while it is written down and judged."""
        records = evening.programme.records
        seats = max(len(_seats(record)) for record in records)
        width = max(len(f"{len(record.facts):,}") for record in records)
        bars = Progress(
            TextColumn("  {task.fields[number]}  {task.description}"), bar(18), Done(width),
            console=self._console, disable=not self._console.is_terminal,
        )  # fmt: skip
        with bars:
            tasks = {
                record.number: bars.add_task(
                    _seats(record).ljust(seats), total=len(record.facts), number=record.number, unit="facts"
                )
                for record in records
            }
            yield lambda record, judged: bars.advance(tasks[record.number], judged)

    # ── verdicts ─────────────────────────────────────────────────────────────────────────────────────────────────────
    def verdicts(self, evening: Evening) -> None:
        """How many facts counted, and which rules the others broke."""
        given = evening.verdicts()
        self.head("Verdicts")
        for verdict, number in given.items():
            self.line(f"  {number:>5,}  {verdict}")
        refusals = evening.refusals()
        if not refusals:
            return
        self.line()
        self.line("  A refused fact stays in the log and changes nothing. The rules broken:", "dim")
        width = max(map(len, refusals))
        for rule, refused in refusals.items():
            self.hanging(f"  {len(refused):>5}  {rule:<{width}}  ", refused[0]["explanation"])

    # ── results ──────────────────────────────────────────────────────────────────────────────────────────────────────
    def results(self, records: list[Record]) -> None:
        """Every match with its score and what decided it."""
        self.head("Results")
        names = max(len(name) for record in records for name in (record.white, record.black))
        for number, tables in groupby(records, key=lambda record: record.round):
            self.line(f"  Round {number}", "dim")
            for record in tables:
                self._result(record, names)

    def _result(self, record: Record, names: int) -> None:
        settled = record.state["settled"]
        score, winner = settled["score"], settled["winner"]
        text = Text(f"  {record.number}  ")
        text.append(record.white.ljust(names), "bold" if winner == "white" else "")
        text.append(f"  {score['white']:>2} : {score['black']:<2}  ")
        text.append(record.black.ljust(names), "bold" if winner == "black" else "")
        name = record.white if winner == "white" else record.black
        text.append(f"  {name} {_DECIDED[settled['decided_by']]}", "dim")
        self.line(text)
        for sentence in _compared(record, settled):
            self.line(Text(f"       {sentence}"))

    # ── the table ────────────────────────────────────────────────────────────────────────────────────────────────────
    def standings(self, lines: list[Json]) -> None:
        """The table, and what parted those who won as many matches."""
        self.head("Standings")
        width = max(len(line["name"]) for line in lines)
        self.line(f"  {'':<3}{'':<{width}}  {'matches':>8}  {'games':>8}  {'points':>8}", "dim")
        for line in lines:
            rank = f"{line['rank']}{'=' if line['shared'] else ''}"
            pairs = (("wins", "losses"), ("games_won", "games_lost"), ("points_won", "points_lost"))
            cells = "".join(f"  {f'{line[won]}–{line[lost]}':>8}" for won, lost in pairs)
            self.line(f"  {rank:<3}{line['name']:<{width}}{cells}", "bold" if line["rank"] == 1 else "")
        for sentence in _parted(lines):
            self.hanging("  ", sentence)


_DECIDED = {"points": "wins on points", "highest_game": "wins by the higher game", "awarded": "is given the match"}


def _seats(record: Record) -> str:
    return f"{record.white} – {record.black}"


def _compared(record: Record, settled: Json) -> Iterator[str]:
    """The comparison that decided equal totals, game by game, in words (§13)."""
    rows = settled["comparison"]
    if not rows:
        return
    names = {"white": record.white, "black": record.black}
    winner, loser = settled["winner"], "black" if settled["winner"] == "white" else "white"
    yield "Equal on points, so their games are compared, the highest first:"
    for row in rows:
        mine, theirs = row[winner], row[loser]
        if mine and theirs and mine["rank"] == theirs["rank"]:
            yield f"{_game(mine)} against {_game(theirs)}: equal, so the next"
        elif theirs:
            yield f"{names[winner]}: {_game(mine)}, rank {mine['rank']}, is higher than"
            yield f"{names[loser]}: {_game(theirs)}, rank {theirs['rank']}."
        else:
            yield f"{names[winner]}: {_game(mine)}, and {names[loser]} has no further game."


def _game(won: Json) -> str:
    return f"{won['outcome'].replace('_', ' ')} in game {won['game']}"


def _parted(lines: list[Json]) -> Iterator[str]:
    """For neighbours in the table with as many wins, the tie-break that parted them."""
    for upper, lower in pairwise(lines):
        if upper["wins"] != lower["wins"]:
            continue
        won = f"{upper['name']} and {lower['name']} won {count(upper['wins'], 'match', 'matches')} each"
        found = next(
            (
                (above["code"], above["value"], below["value"])
                for above, below in zip(upper["tie_breaks"], lower["tie_breaks"], strict=True)
                if above["value"] != below["value"]
            ),
            None,
        )
        if found is None:
            yield f"{won} and share the place."
            continue
        code, above, below = found
        yield f"{won}: {_words(code, above, below)}."


def _words(code: str, above: Any, below: Any) -> str:
    """A tie-break that parted two, by its official name, with the first number in which they differ."""
    name, _, parts = tie_break_of(code).name.partition(": ")
    if not isinstance(above, list):
        return f"{name.lower()} {above} to {below}"
    place = next(place for place, pair in enumerate(zip(above, below, strict=False)) if pair[0] != pair[1])
    labels = parts.split(", then ") if ", then " in parts else [""]
    label = labels[place % len(labels)]
    return f"{name.lower()}{label and f', {label}'} {above[place]} to {below[place]}"
