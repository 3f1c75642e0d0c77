"""Matches as `.mat` text, which Jellyfish began and GNU Backgammon and programs like it read.

What the format cannot tell is refused, never bent: a play that broke a rule and stands, a game or match that a referee
awarded, a match reported without rolls, a score that was corrected. A game of which turns are missing has its result
alone. What was refused or voided at the table never counted and is left out.

Traps, each found with GNU Backgammon: two cells need a space between them; a row is filled with blanks up to its right
cell, or the right cell of the row before is read again; a drop in the left column wants the win on its own row; a
resignation while a double waits is read at the doubled stake; the first line is taken for a comment, so that one always
stands there; a name ends at a colon, and a comma before a number begins a rating.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from core.errors import NotAllowed
from core.events import (
    CheckersMoved,
    DoubleDropped,
    DoubleOffered,
    DoubleTaken,
    FlagConfirmed,
    GameReported,
    GameResigned,
    GameResult,
    Point,
    PositionSet,
    Recorded,
    ResultReported,
    RulingMade,
    TurnPassed,
)
from core.match.judging import NOTHING, Known
from core.match.results.game_results import points
from core.match.state import FAULTED, Match
from core.messages import say, term
from core.notation.replayed_match import ReplayedFact, replay_all
from core.notation.turn_text import sent_off
from core.rules.board import BAR, OFF
from core.timestamps import rfc3339

FORMAT = "mat"
_NUMBERS: dict[Point, int] = {BAR: 25, OFF: 0}
_CELL, _NAME = 27, 31
_LEFT, _RIGHT = " " * 6, " " * 34


class Occasion(NamedTuple):
    """Names of what a match was played in and of where. What has no name is called by its id."""

    event: str = ""
    site: str = ""


NAMELESS = Occasion()


def export(stream: str, log: Iterable[Recorded], known: Known = NOTHING, occasion: Occasion = NAMELESS) -> str:
    """The `.mat` text of a match's log, from `MatchOpened` on; what is `known` is believed.

    Raises `NotAllowed` where the text could not be true, or the game has none; `UnknownEvent` for what is no such log.
    """
    replayed = replay_all(stream, log, known)
    ensure_format(replayed.match)
    if replayed.newer:
        raise NotAllowed(replayed.newer.error().message)
    games = MatGames(replayed.match)
    for fact in replayed.facts:
        games.add(fact)
    return mat_text(replayed.match, replayed.began, as_text(games.end()), occasion)


def ensure_format(match: Match) -> None:
    """Raises `NotAllowed` for a game that has no `.mat`."""
    if FORMAT not in match.game.formats:
        raise NotAllowed(say("{game} has no .mat: no other program reads its matches", game=term(match.game.name)))


def mat_text(match: Match, began: int, games: str, occasion: Occasion) -> str:
    """The `.mat` of a match from the text of its games; `began` is in Unix ms."""
    return f"{as_text(_head(match, began, occasion))}{games}"


def as_text(lines: Iterable[str]) -> str:
    """Lines as text."""
    return "".join([f"{line}\n" for line in lines])


def _ensure_true(fact: ReplayedFact) -> None:
    """Raises `NotAllowed` for a fact that counts and that the format cannot hold."""
    event, version = fact.recorded.event, fact.recorded.version
    if not fact.counts:
        return
    if fact.verdict.verdict == FAULTED:
        problem = say(
            "the play of fact {version} broke {rule} and stands: a .mat cannot hold such a play",
            version=version,
            rule=fact.verdict.rule,
        )
        raise NotAllowed(say("{problem}, and other programs would refuse it", problem=problem))
    if isinstance(event, ResultReported):
        raise NotAllowed(say("the result was reported without its rolls: there is no play to write down"))
    if isinstance(event, RulingMade) and event.kind.startswith("award"):
        raise NotAllowed(
            say(
                "fact {version} is an award: a .mat knows only games that were played, dropped or resigned",
                version=version,
            )
        )
    if isinstance(event, PositionSet) and fact.before.results != fact.after.results:
        raise NotAllowed(
            say("fact {version} corrects the score: a .mat knows only the games that were played", version=version)
        )
    if isinstance(event, FlagConfirmed):
        raise NotAllowed(
            say(
                "fact {version} is a fallen flag: a .mat knows only games that were played, dropped or resigned",
                version=version,
            )
        )


def _head(match: Match, began: int, occasion: Occasion) -> Iterator[str]:
    opened = match.opened
    crawford = "points" in opened.length and getattr(match.options, "crawford", False)
    yield f'; [Site "{_quotable(occasion.site or opened.club)}"]'
    if opened.tournament:
        yield f'; [Event "{_quotable(occasion.event or opened.tournament)}"]'
        yield f'; [Round "{opened.round}"]'
    yield f'; [EventDate "{rfc3339(began)[:10].replace("-", ".")}"]'
    yield f'; [Variation "{match.game.name}"]'
    yield f'; [Crawford "{"On" if crawford else "Off"}"]'
    yield '; [Jacoby "Off"]'
    for number, seat in enumerate(match.seats, 1):
        yield f'; [Player {number} "{_quotable(opened.players[seat])}"]'
    yield f'; [Match ID "{match.id}"]'
    if "games" in opened.length:
        until = ", until decided" if opened.stop == "when_decided" else ""
        yield f'; [Length "{opened.length["games"]} games{until}"]'
    for seat, given in (opened.start or {}).items():
        yield f'; [Start "{match.seats.index(seat) + 1} {given}"]'
    yield ""
    yield f" {opened.length.get('points', 0)} point match"


def _quotable(text: str) -> str:
    """A text on one line as it may stand between quotation marks."""
    return " ".join(text.replace('"', "'").split())


def plain_name(name: str) -> str:
    """A name as it may stand before a colon and a score.

    >>> plain_name("Anna: the Great, 1800")
    'Anna the Great 1800'
    """
    return " ".join(re.sub(r",(?=\s*\d)", " ", name.replace(":", " ")).split()) or "?"


class Row(NamedTuple):
    """The game that is being told after a fact, if one is: its rows, each with the cells of its players.

    `is_after_the_end`: what is recorded then belongs to no game. `has_gap`: turns of the game are missing, so that its
    moves would not fit together.
    """

    in_game: bool = False
    is_after_the_end: bool = False
    rows: Sequence[Sequence[str]] = ()
    has_gap: bool = False


class MatGames:
    """The lines of a match's games while they are told: number, names with the scores before, rows, and who won.

    One that is begun after some facts is given the `row` that the lines of these ended with.
    """

    def __init__(self, match: Match, row: Row | None = None) -> None:
        self._match, self._written = match, list[str]()
        self._in_game, self._is_after_the_end, rows, self._has_gap = row or Row()
        self._rows = [list(each) for each in rows]

    @property
    def row(self) -> Row:
        """The game that is being told after the last fact."""
        return Row(self._in_game, self._is_after_the_end, [list(each) for each in self._rows], self._has_gap)

    def take(self) -> list[str]:
        """The lines that are finished, which are forgotten here."""
        taken, self._written = self._written, []
        return taken

    def end(self) -> list[str]:
        """The lines that are left, after the last fact of the match."""
        self._written += _numbered(self._rows)
        self._rows = []
        return self.take()

    def add(self, fact: ReplayedFact) -> None:
        """One fact more. Raises `NotAllowed` for one that counts and that the format cannot hold."""
        _ensure_true(fact)
        if not self._in_game:
            self._begin(fact.before)
        if fact.counts and isinstance(fact.recorded.event, PositionSet | GameReported):
            self._rows, self._has_gap = [], True
        if not self._is_after_the_end and not self._has_gap:
            self._tell(fact)
        if result := fact.ends:
            if not self._is_after_the_end:
                self._finish(fact, result)
            self._in_game = False

    def _begin(self, before: Match) -> None:
        match = self._match
        self._in_game, self._is_after_the_end, self._has_gap = True, before.settled is not None, False
        if self._is_after_the_end:
            return  # notes of a referee after the end
        total = match.score_after(before.results)
        left, right = (f"{plain_name(match.opened.players[seat])} : {total[seat]}" for seat in match.seats)
        self._written += ["", f" Game {len(before.results) + 1}", f" {left:<{_NAME - 1}} {right}"]

    def _tell(self, fact: ReplayedFact) -> None:
        rows = self._rows
        if isinstance(fact.recorded.event, GameResigned) and fact.before.phase == "double_offered" and fact.counts:
            rows[-1].pop()  # never answered, the offer had no effect
            rows = self._rows = [row for row in rows if any(row)]
        for seat, text in _cells(fact):
            if seat == self._match.seats[0]:
                rows.append([text])
            elif rows and len(rows[-1]) == 1:
                rows[-1].append(text)
            else:
                rows.append(["", text])

    def _finish(self, fact: ReplayedFact, result: GameResult) -> None:
        worth = points(self._match.game, result)
        won = f"Wins {worth} point{'' if worth == 1 else 's'}"
        on_left = result.winner == self._match.seats[0]
        if not on_left and self._rows and isinstance(fact.recorded.event, DoubleDropped):
            self._rows[-1].append(f" {won}")
            self._written += _numbered(self._rows)
        else:
            self._written += [*_numbered(self._rows), (_LEFT if on_left else _RIGHT) + won]
        self._rows = []


def _numbered(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    for number, (left, *right) in enumerate(rows, 1):
        yield f"{number:3}) {left:<{_CELL}} {''.join(right)}"


def _cells(fact: ReplayedFact) -> Iterator[tuple[str, str]]:
    """The cells that a fact brings: a throw comes with what follows it."""
    event, before = fact.recorded.event, fact.before
    if not fact.counts:
        return
    rolled = before.dice is not None and before.phase == "move" and before.to_move is not None
    dice = "".join(map(str, sorted(before.dice or (), reverse=True)))
    match event:
        case CheckersMoved(by):
            yield by, f"{dice}: {_steps(before, event)}"
        case TurnPassed(by):
            yield by, f"{dice}:"
        case DoubleOffered(by) if before.cube:
            yield by, f" Doubles => {2 * before.cube.value}"
        case DoubleTaken(by):
            yield by, " Takes"
        case DoubleDropped(by):
            yield by, " Drops"
        case GameResigned() if rolled:
            yield str(before.to_move), f"{dice}: ????"


def _steps(match: Match, event: CheckersMoved) -> str:
    """One step for each landing, in the order played."""
    sent = sent_off(match.game, event.moves, match.position, event.by, match.options)
    return " ".join(
        f"{_NUMBERS.get(start, start)}/{_NUMBERS.get(end, end)}{'*' if hit else ''}"
        for (start, end), hit in zip(event.moves, sent, strict=True)
    )
