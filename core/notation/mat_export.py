"""Matches as `.mat` text, which Jellyfish began and GNU Backgammon and programs like it read.

What the format cannot tell is refused, never bent: a play that broke a rule and stands, a game or match that a referee
awarded, results without rolls. What was refused or voided at the table never counted and is left out.

Traps, each found with GNU Backgammon: two cells need a space between them; a row is filled with blanks up to its right
cell, or the right cell of the row before is read again; a drop in the left column wants the win on its own row; a
resignation while a double waits is read at the doubled stake; the first line is taken for a comment, so that one always
stands there; a name ends at a colon, and a comma before a number begins a rating.
"""

import re
from collections.abc import Iterable, Iterator

from core.errors import NotAllowed
from core.events import (
    CheckersMoved,
    DoubleDropped,
    DoubleOffered,
    DoubleTaken,
    FlagConfirmed,
    GameResigned,
    Point,
    Recorded,
    ResultReported,
    RulingMade,
    TurnPassed,
)
from core.match.judging import NOTHING, Known
from core.match.results.game_results import points
from core.match.results.settlement import score
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


def export(stream: str, log: Iterable[Recorded], known: Known = NOTHING) -> str:
    """The `.mat` text of a match's log, from `MatchOpened` on; what is `known` is believed.

    Raises `NotAllowed` where the text could not be true, or the game has none; `UnknownEvent` for what is no such log.
    """
    replayed = replay_all(stream, log, known)
    match = replayed.match
    if FORMAT not in match.game.formats:
        raise NotAllowed(say("{game} has no .mat: no other program reads its matches", game=term(match.game.name)))
    if replayed.newer:
        raise NotAllowed(replayed.newer.error().message)
    for each in replayed.facts:
        _ensure_true(each)
    lines = [*_head(match, replayed.began), *(line for _, facts in replayed.games() for line in _game(match, facts))]
    return "\n".join(lines) + "\n"


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
    if isinstance(event, FlagConfirmed):
        raise NotAllowed(
            say(
                "fact {version} is a fallen flag: a .mat knows only games that were played, dropped or resigned",
                version=version,
            )
        )


def _head(match: Match, began: int) -> Iterator[str]:
    opened = match.opened
    crawford = "points" in opened.length and getattr(match.options, "crawford", False)
    yield f'; [Site "{opened.club}"]'
    if opened.tournament:
        yield f'; [Event "{opened.tournament}"]'
        yield f'; [Round "{opened.round}"]'
    yield f'; [EventDate "{rfc3339(began)[:10].replace("-", ".")}"]'
    yield f'; [Variation "{match.game.name}"]'
    yield f'; [Crawford "{"On" if crawford else "Off"}"]'
    yield '; [Jacoby "Off"]'
    for number, seat in enumerate(match.seats, 1):
        yield f'; [Player {number} "{opened.players[seat].replace(chr(34), chr(39))}"]'
    yield f'; [Match ID "{match.id}"]'
    if "games" in opened.length:
        until = ", until decided" if opened.stop == "when_decided" else ""
        yield f'; [Length "{opened.length["games"]} games{until}"]'
    yield ""
    yield f" {opened.length.get('points', 0)} point match"


def plain_name(name: str) -> str:
    """A name as it may stand before a colon and a score.

    >>> plain_name("Anna: the Great, 1800")
    'Anna the Great 1800'
    """
    return " ".join(re.sub(r",(?=\s*\d)", " ", name.replace(":", " ")).split()) or "?"


def _game(match: Match, facts: list[ReplayedFact]) -> Iterator[str]:
    """The lines of one game: its number, the names with the scores before it, its rows, and who won."""
    before = facts[0].before
    if before.settled is not None:
        return  # notes of a referee after the end
    total = score(match.game, before.results, match.seats)
    left, right = (f"{plain_name(match.opened.players[seat])} : {total[seat]}" for seat in match.seats)
    yield ""
    yield f" Game {len(before.results) + 1}"
    yield f" {left:<{_NAME - 1}} {right}"
    rows = _rows(match, facts)
    result = facts[-1].ends
    if result is None:
        yield from _numbered(rows)
        return
    worth = points(match.game, result)
    won = f"Wins {worth} point{'' if worth == 1 else 's'}"
    on_left = result.winner == match.seats[0]
    if not on_left and isinstance(facts[-1].recorded.event, DoubleDropped):
        rows[-1].append(f" {won}")
        yield from _numbered(rows)
    else:
        yield from _numbered(rows)
        yield (_LEFT if on_left else _RIGHT) + won


def _rows(match: Match, facts: list[ReplayedFact]) -> list[list[str]]:
    rows: list[list[str]] = []
    for each in facts:
        if isinstance(each.recorded.event, GameResigned) and each.before.phase == "double_offered" and each.counts:
            rows[-1].pop()  # never answered, the offer had no effect
            rows = [row for row in rows if any(row)]
        for seat, text in _cells(each):
            if seat == match.seats[0]:
                rows.append([text])
            elif rows and len(rows[-1]) == 1:
                rows[-1].append(text)
            else:
                rows.append(["", text])
    return rows


def _numbered(rows: list[list[str]]) -> Iterator[str]:
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
