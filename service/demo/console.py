"""The weekend as shown on a terminal: groups, refusals, withdrawals, the effect of a correction, prizes."""

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest

from rich.console import Console
from rich.progress import Progress, TextColumn
from rich.text import Text

from service.demo.recorded_match import Recording
from service.demo.scenario import Json, Record
from service.demo.text_bracket import bracket_lines
from service.terminal import Done, bar

WIDTH = 80
_LABEL = 13
_HALF = 38


class DemoConsole:
    """Prints the weekend on a console, in colours only on a terminal."""

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

    # ── while it takes time ──────────────────────────────────────────────────────────────────────────────────────────
    @contextmanager
    def recording(self, records: Sequence[Record]) -> Iterator[Callable[[Record, int], None]]:
        """A bar for each recorded match, while it is written down and judged."""
        seats = max(len(_seats(record)) for record in records)
        width = max(len(f"{len(record.facts):,}") for record in records)
        with self._bars(width) as bars:
            tasks = {
                record.number: bars.add_task(_seats(record).ljust(seats), total=len(record.facts), unit="facts")
                for record in records
            }
            yield lambda record, judged: bars.advance(tasks[record.number], judged)

    @contextmanager
    def counting(self, what: str, total: int, unit: str) -> Iterator[Callable[[int], None]]:
        """A bar for as long as something takes; it is gone afterwards."""
        with self._bars(transient=True) as bars:
            task = bars.add_task(what, total=total, unit=unit)
            yield lambda more: bars.advance(task, more)

    def _bars(self, width: int = 0, *, transient: bool = False) -> Progress:
        return Progress(
            TextColumn("  {task.description}"),
            bar(18),
            Done(width),
            console=self._console,
            transient=transient,
            disable=not self._console.is_terminal,
        )

    # ── recorded matches ─────────────────────────────────────────────────────────────────────────────────────────────
    def verdicts(self, recording: Recording) -> None:
        """The number of facts that counted, the rules that the others broke, and the tie-breaks inside matches."""
        given = recording.verdicts()
        sentences = ", ".join(f"{number:,} {verdict}" for verdict, number in given.items())
        self.line(f"  {sentences}. Refused facts stay in the log and change nothing:")
        refusals = recording.refusals()
        width = max(map(len, refusals), default=0)
        for rule, refused in refusals.items():
            self.hanging(f"  {len(refused):>5}  {rule:<{width}}  ", refused[0]["explanation"])
        for record in recording.records:
            for sentence in _compared(record):
                self.hanging("  ", sentence)

    # ── tables ───────────────────────────────────────────────────────────────────────────────────────────────────────
    def groups(self, sections: Sequence[Json], going_on: set[str]) -> None:
        """The tables of the groups, two beside each other; an arrow marks players who go on."""
        blocks = [_group(section, going_on) for section in sections]
        for place in range(0, len(blocks), 2):
            left, right = (*blocks[place : place + 2], [])[:2]
            self.line()
            for (one, style), (other, style_of_other) in zip_longest(left, right, fillvalue=("", "")):
                line = Text("  ").append(one.ljust(_HALF), style).append("  ").append(other, style_of_other)
                line.rstrip()
                self.line(line)

    def results(self, rows: Iterable[Json]) -> None:
        """Results of matches, a line each."""
        for row in rows:
            self.line(f"  {row['white']['name']} – {row['black']['name']}  {_score(row['result'], row)}")

    def bracket(self, rounds: Sequence[Json]) -> None:
        """A bracket as a tree."""
        for line in bracket_lines(rounds):
            self.line(f"  {line}".rstrip())

    # ── the correction ───────────────────────────────────────────────────────────────────────────────────────────────
    def consequences(self, changes: Json) -> None:
        """Everything that a correction changes."""
        for change in changes["results"]:
            if change["before"] and change["after"]:
                before, after = (_score(change[when], change["players"]) for when in ("before", "after"))
                self.row("result", f"{_met(change['players'])}  {before}, now {after}")
        for change in sorted(changes["pairings"], key=lambda pairing: (pairing["round"], pairing["slot"])):
            lost = change["lost"]
            played = f", played {_score(lost, change['before'])}" if lost and lost["kind"] == "played" else ""
            self.row(change["what"], f"{change['slot']:<16}{_met(change['before'] or change['after'])}{played}")
        ranks = [rank for rank in changes["ranks"] if rank["section"] is None and rank["before"] != rank["after"]]
        moved = sorted(ranks, key=lambda rank: -abs(rank["after"] - rank["before"]))[:2]
        sentences = ", ".join(f"{each['name']} {each['before']} → {each['after']}" for each in moved)
        self.row("ranks", f"{len(ranks)} change places: {sentences}, …")


def _seats(record: Record) -> str:
    return f"{record.white} – {record.black}"


def _met(players: Json) -> str:
    return f"{players['white']['name']} – {players['black']['name'] if players['black'] else 'bye'}"


def _score(result: Json, players: Json) -> str:
    if result["kind"] == "played":
        return f"{result['score']['white']} : {result['score']['black']}"
    return f"{result['kind'].replace('_', ' ')} for {players[result['winner']]['name']}"


def _group(section: Json, going_on: set[str]) -> list[tuple[str, str]]:
    """A group's table as lines with their styles."""
    title = f"Group {section['name']}"
    lines = [(f"  {title:<19}{'W–L':>4}{'games':>6}{'points':>7}", "dim")]
    for row in section["standings"]:
        mark = "→" if row["name"] in going_on else " "
        cells = f"{_pair(row, 'wins', 'losses'):>4}{_pair(row, 'games_won', 'games_lost'):>6}"
        name = f"{mark} {row['rank']} {row['name']:<16.16}"
        lines.append((f"{name} {cells}{_pair(row, 'points_won', 'points_lost'):>7}", "bold" if mark != " " else ""))
    return lines


def _pair(row: Json, won: str, lost: str) -> str:
    return f"{row[won]}–{row[lost]}"


def _compared(record: Record) -> Iterator[str]:
    """The comparison that decided equal totals (§13), as one sentence."""
    settled = record.state["settled"]
    rows = settled["comparison"]
    if not rows:
        return
    winner, loser = settled["winner"], "black" if settled["winner"] == "white" else "white"
    names = {"white": record.white, "black": record.black}
    mine, theirs = rows[-1][winner], rows[-1][loser]
    score = f"{settled['score']['white']} : {settled['score']['black']}"
    against = f"{names[loser]}'s {_game(theirs)}" if theirs else f"no further game of {names[loser]}"
    yield f"{_seats(record)} {score}: {names[winner]} wins by the higher game, {_game(mine)} against {against}."


def _game(won: Json) -> str:
    return f"{won['outcome'].replace('_', ' ')} (rank {won['rank']})"
