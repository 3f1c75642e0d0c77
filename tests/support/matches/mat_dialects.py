"""Matches written as `.mat` in the ways of other programs, from play by the rules."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from core.events import CheckersMoved, DoubleDropped, DoubleOffered, DoubleTaken, GameResigned, TurnPassed
from core.match.results.game_results import points
from core.match.results.settlement import score
from core.notation.replayed_match import ReplayedFact, replay_all
from core.notation.turn_text import sent_off
from core.rules.board import BAR, OFF


@dataclass(frozen=True)
class Dialect:
    """One program's way of writing. `width` is that of a left cell; `row` the beginning of a row."""

    head: str = ""
    length: str = " {} point match"
    game: str = "\n Game {}"
    names: str = " {:<30} {}"
    name: str = "{} : {}"
    row: str = "{:3}) "
    width: int = 27
    bar: str = "25"
    off: str = "0"
    joined: bool = False
    repeated: bool = False
    hit: str = "*"
    dance: str = ""
    dice: str = "{}{}: "
    low_first: bool = False
    double: str = " Doubles => {}"
    take: str = " Takes"
    drop: str = " Drops"
    points: str = "Wins {} point{s}"
    loss: str = ""
    wins_in_row: bool = False
    capped: bool = False
    given_up: str = "????"
    given_up_without_throw: str = ""
    last: str = ""
    behind: str = ""
    dressed: Callable[[str], str] = lambda text: text


STUDIO = Dialect(
    head='; [Site "Backgammon Studio"]\n'
    '; [Match ID "7"]\n'
    '; [Event "Online match"]\n'
    '; [Player 1 "{}"]\n'
    '; [Player 2 "{}"]\n'
    '; [Variation "Backgammon"]\n'
    '; [Unrated "Off"]\n'
    '; [Crawford "On"]\n'
    '; [CubeLimit "1024"]\n'
    '; [ClockType "Live7 1170/10"]\n',
    length="\n{} point match\n",
    names=" {:<39}{}",
    row="  {}) ",
    width=37,
    bar="bar",
    off="off",
    joined=True,
    repeated=True,
    dance="Cannot Move",
    points="Wins {} point",
    wins_in_row=True,
    given_up_without_throw="00: ????",
    last="  {})",
)
GALAXY = replace(
    STUDIO,
    head='; [Site "BackgammonGalaxy"]\n'
    '; [Match ID "7"]\n'
    '; [Player 1 "{}"]\n'
    '; [Player 2 "{}"]\n'
    '; [Player 1 Elo "3,00/0"]\n',
    names=" {:<32}{}",
    row="{:3}) ",
    width=30,
    bar="25",
    off="0",
    joined=False,
    repeated=False,
    dance="",
    wins_in_row=False,
    points="Wins {} point",
    loss="Losses {} point",
    capped=True,
    given_up_without_throw="",
    given_up="",
    last="",
)
XG = Dialect(
    head='; [Site "eXtreme Gammon"]\n'
    '; [Player 1 "{1}"]\n'
    '; [Player 2 "{0}"]\n'
    '; [Player 1 Elo "2262.00/400"]\n'
    '; [Jacoby "On"]\n',
    length="\n{} point match",
    names=" {:<38}{}",
    width=36,
    bar="Bar",
    off="Off",
    joined=True,
    repeated=True,
    dance="Cannot Move",
    double="  Doubles => {}",
    given_up="???",
    behind="   ",
    points="Wins {} point",
    wins_in_row=True,
)
OPENGAMMON = Dialect(
    head='; [Site "OpenGammon"]\n'
    '; [EventTime "06:20"]\n'
    '; [Player 1 "{}"]\n'
    '; [Player 2 "{}"]\n'
    '; [Beaver "Off"]\n'
    '; [Cubelimit "64"]\n',
    length="\n{} point match",
    names=" {:<41}{}            ",
    name="{}: {}",
    row="  {}) ",
    width=42,
    low_first=True,
    double="Doubles => {}",
    take="Takes",
    drop="Drops",
    points="Wins {} points",
    capped=True,
    given_up="Resigned Game",
    given_up_without_throw="Resigned Game",
    behind="       ",
)
DIALECTS: dict[str, Dialect] = {
    "gnubg": Dialect(head='; [EventDate "2026.11.20"]\n'),
    "gnubg unmarked": Dialect(head='; [EventDate "2026.11.20"]\n', hit=""),
    "backgammon studio": STUDIO,
    "backgammon studio concedes": replace(STUDIO, given_up="Concedes", given_up_without_throw="Concedes"),
    "backgammon studio crlf": replace(STUDIO, dressed=lambda text: "\ufeff" + text.replace("\n", "\r\n")),
    "galaxy": GALAXY,
    "xg": XG,
    "xg split": replace(XG, joined=False, bar="bar", off="off", points="Wins {} points"),
    "opengammon": OPENGAMMON,
    "foxamon": replace(OPENGAMMON, width=36, names=" {:<36}{}", behind="", row="  {}) "),
    "choue": replace(
        STUDIO,
        head='; [Site "choue.net"]\n; [Crawford "On"]\n; [Beaver "On"]\n',
        double="Doubles ==> {}",
        take="Takes",
        drop="Drops",
        given_up_without_throw="",
        game="\nGame {}",
        name="{}: {}",
        last="",
    ),
    "jellyfish": Dialect(wins_in_row=True, drop="Drops", take="Takes"),
    "jellyfish hops": Dialect(joined=True, repeated=True, hit="*"),
    "snowie": Dialect(
        head='; [Site "Club, Vasa"]\n; [Transcriber "Nils"]\n',
        bar="bar",
        off="off",
        take="Accepts",
        drop="Rejects",
        joined=True,
    ),
    "bgblitz": Dialect(head="# BGBlitz 4.1\n# 2026-11-20\n", length="{}-point match", dance="Can't move", row="{:3}. "),
    "gridgammon": Dialect(
        head="; GridGammon\n",
        name="{},1859 : {}",
        bar="bar",
        off="off",
        take=" Accepts",
        drop=" Passes",
        dance="No move",
    ),
    "fibs": Dialect(
        head="; FIBS\n",
        length="Match to {} points",
        bar="bar",
        off="off",
        dice="{}-{}: ",
        take="Accepts",
        drop="Rejects",
    ),
    "dailygammon": Dialect(
        length=" {} point match",
        names=" {:<27} {}",
        width=24,
        hit="*",
        points="Wins {} point{s}",
        wins_in_row=True,
        behind=" ",
    ),
    "bgtrain": Dialect(dice="{}{} ", bar="bar", off="off", hit="*", dance="dances", length="{} points match"),
    "comments": Dialect(
        head="{{ from a book }}\n; a remark\n",
        dressed=lambda text: text.replace(" 8/5 ", " 8/5 {good} ").replace("\n", "\n; note\n"),
    ),
    "boxes": Dialect(
        head="+------+\n|  Monte Carlo 1993  |\n+------+\n\n", dance="fans", points="Wins {} point and the      Match"
    ),
    "tabs": Dialect(dressed=lambda text: text.replace("        ", "\t"), width=32),
    "tabs between cells": Dialect(
        row="{})\t",
        dressed=lambda text: re.sub(r"(?<=\S) {2,}(?=\S)|(?<=\t) +(?=\S)", "\t", text),
        names="{}  {}",
        double="Doubles => {}",
        take="Takes",
        drop="Drops",
    ),
    "no final newline": Dialect(dressed=str.rstrip, joined=True, repeated=True),
    "given up without a sign": Dialect(given_up="", joined=True),
    "joined unmarked": replace(STUDIO, hit=""),
    "slashes": Dialect(dance="-", off="o", bar="b", given_up="Resigns"),
}


def written(recorder, dialect: Dialect) -> str:
    """The text of a match as a program of that dialect writes it."""
    replayed = replay_all("m_aaaaaaaaaa", recorder.log)
    lines, rows = list[str](), list[list[str]]()
    match = replayed.match
    players = [match.opened.players[seat] for seat in match.seats]
    begun = False
    for fact in replayed.facts:
        if not begun:
            begun, rows = True, []
            total = score(match.game, fact.before.results, match.seats)
            named = [dialect.name.format(match.opened.players[seat], total[seat]) for seat in match.seats]
            lines += [dialect.game.format(len(fact.before.results) + 1), dialect.names.format(*named)]
        for seat, text in _cells(fact, dialect):
            _add(rows, match.seats.index(seat), text)
        if fact.ends:
            lines += _ended(fact, rows, dialect)
            begun = False
    if begun:
        lines += _numbered(rows, dialect)
    head = dialect.head.format(*players) + dialect.length.format(match.opened.length["points"])
    return dialect.dressed("\n".join([head, *lines, ""]))


def _add(rows: list[list[str]], column: int, text: str) -> None:
    if column == 0:
        rows.append([text])
    elif rows and len(rows[-1]) == 1:
        rows[-1].append(text)
    else:
        rows.append(["", text])


def _ended(fact: ReplayedFact, rows: list[list[str]], dialect: Dialect) -> Iterator[str]:
    result, match = fact.ends, fact.before
    worth = points(match.game, result)
    needed = match.opened.length["points"] - score(match.game, match.results, match.seats)[result.winner]
    said = min(worth, needed) if dialect.capped else worth
    won = dialect.points.format(said, s="" if said == 1 else "s") + (
        " and the match" if fact.after.settled and not dialect.wins_in_row else ""
    )
    column = match.seats.index(result.winner)
    if dialect.loss:
        _add(rows, 1 - column, dialect.loss.format(said))
    if dialect.wins_in_row:
        if column == 0:
            rows.append([f" {won}"])
        elif rows and len(rows[-1]) == 1:
            rows[-1].append(f" {won}")
        else:
            rows.append(["", f" {won}"])
        yield from _numbered(rows, dialect)
        if dialect.last:
            yield dialect.last.format(len(rows) + 1)
        return
    yield from _numbered(rows, dialect)
    yield " " * (6 if column == 0 else len(dialect.row.format(1)) + dialect.width + 2) + won


def _numbered(rows: Sequence[Sequence[str]], dialect: Dialect) -> Iterator[str]:
    for number, (left, *right) in enumerate(rows, 1):
        yield f"{dialect.row.format(number)}{left:<{dialect.width}} {''.join(right)}{dialect.behind}"


def _cells(fact: ReplayedFact, dialect: Dialect) -> Iterator[tuple[str, str]]:
    event, before = fact.recorded.event, fact.before
    low, high = sorted(before.dice or (0, 0))
    dice = dialect.dice.format(*((low, high) if dialect.low_first else (high, low)))
    match event:
        case CheckersMoved(by):
            yield by, dice + _steps(before, event, dialect)
        case TurnPassed(by):
            yield by, dice + dialect.dance
        case DoubleOffered(by):
            yield by, dialect.double.format(2 * before.cube.value)
        case DoubleTaken(by):
            yield by, dialect.take
        case DoubleDropped(by):
            yield by, dialect.drop
        case GameResigned() if before.phase == "move":
            yield before.to_move, dice + dialect.given_up
        case GameResigned() if before.phase == "roll" and dialect.given_up_without_throw:
            yield before.to_move, dialect.given_up_without_throw


def _steps(before, event: CheckersMoved, dialect: Dialect) -> str:
    sent = sent_off(before.game, event.moves, before.position, event.by, before.options)
    journeys: list[list[tuple[object, bool]]] = []
    for (start, end), hit in zip(event.moves, sent, strict=True):
        journey = (
            next((each for each in journeys if each[-1][0] == start and not each[-1][1]), None)
            if dialect.joined
            else None
        )
        if journey:
            journey[-1] = (end, bool(hit))
        else:
            journeys.append([(start, False), (end, bool(hit))])
    words = {BAR: dialect.bar, OFF: dialect.off}
    items = [
        "/".join(f"{words.get(place, place)}{dialect.hit * hit}" for place, hit in journey) for journey in journeys
    ]
    if not dialect.repeated:
        return " ".join(items)
    return " ".join(item + (f"({count})" if count > 1 else "") for item, count in Counter(items).items())
