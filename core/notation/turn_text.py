"""One turn as text, in the mover's own numbering: `8/5 6/5*`.

What is read is forgiving: any order of the landings, joined steps (`24/16`), repeats (`6/1(2)`), with or without the
marks of what was hit, numbers for bar and off. Landings that are all spelled out are taken as written, in an order that
can be played; where steps are joined, the legal turn is meant that moves the men so. A text that is no legal turn is
read as it stands, and the game says what is wrong with it. What is written is canonical: one item a landing, backmost
first, equal ones counted, `*` for a man sent off, `!` for several.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise, permutations
from typing import Any, NamedTuple

from core.errors import Invalid
from core.events import Landing, Point
from core.messages import quoted, say, term
from core.rules.board import BAR, Position, sides
from core.rules.game import Game, LegalTurn, Notation

PASSES = (
    *("pass", "passes", "cannot move", "can't move", "no move", "no moves", "no play"),
    *("dance", "dances", "fan", "fans", "-", "–", "--"),
)
LONGEST = 200
"""Characters of a text that is read."""

_DICE = re.compile(r"\s*([1-6])\s*[-–]?\s*([1-6])(?:\s*[-–]?\s*([1-6]))?\s*:")
_LINK = re.compile(r"\s*(/|→|->)\s*|(?<=[\w*!])[-–](?=\w)")
_ITEM = re.compile(r"(\(?)([^()x×]+)(\)?)(?:\((\d)\)|[x×](\d))?([*!]?)")
_STOP = re.compile(r"(\w+)([*!]\d{0,2})?")
_MOST = 16
_BY_OPPONENT = "opponent"


class Ambiguous(Invalid):
    """A text that may mean several legal turns; `candidates` are their canonical texts."""

    code = "ambiguous"

    def __init__(self, text: str, candidates: Sequence[str]) -> None:
        self.candidates = tuple(candidates)
        super().__init__(
            {"moves": [say("{text} may mean any of these: write one of them", text=quoted(text)), *candidates]}
        )


class ParsedTurn(NamedTuple):
    """A text as it stands: its landings, whether one may be several joined, and where it says that men were hit."""

    landings: tuple[Landing, ...]
    hits: frozenset[Point]


def read(game: Game, text: str, position: Any, seat: str, dice: Sequence[int], options: Any) -> tuple[Landing, ...]:
    """The landings that a text means here; none for a pass.

    Raises `Invalid` with what was not understood, `Ambiguous` where several legal turns are meant.
    """
    found = meanings(game, text, position, seat, dice, options)
    if len(found) > 1:
        raise Ambiguous(text, [canonical(game, moves, position, seat, options) for moves in found])
    return found[0]


def meanings(
    game: Game, text: str, position: Any, seat: str, dice: Sequence[int], options: Any, *, every_hit: bool = False
) -> Sequence[tuple[Landing, ...]]:
    """The landings that a text may mean here: of one turn, or of several. No landings mean a pass.

    `every_hit`: what has no mark is no hit. Raises `Invalid` with what was not understood.
    """
    written = parse(game, text, dice)
    if not written.landings:
        return ((),)
    for order in _orders(written.landings):
        if game.check(position, seat, dice, order, options).legal:
            return (order,)
    own_only = all(len(landing) == 2 for landing in written.landings)
    found = [
        play
        for play in game.plays(position, seat, dice, options)
        if len(play.moves) != len(written.landings) and _net(play.moves, own_only) == _net(written.landings, own_only)
    ]
    if len(found) > 1 and (written.hits or every_hit):
        found = [play for play in found if _hit_at(game, position, seat, play, options) == written.hits] or found
    return [play.moves for play in found] or (written.landings,)


def _orders(landings: tuple[Landing, ...]) -> Iterable[tuple[Landing, ...]]:
    """The orders in which landings may have been played, as they were written first; of many that one alone."""
    return dict.fromkeys(permutations(landings)) if len(landings) <= 4 else [landings]


def _net(moves: Sequence[Landing], own_only: bool) -> Counter[tuple[Any, ...]]:
    """The change by landings: how many men more or fewer are at each place (of the mover alone, on request)."""
    changed: Counter[tuple[Any, ...]] = Counter()
    for start, end, *by in moves:
        if not by or not own_only:
            changed[start, *by] -= 1
            changed[end, *by] += 1
    return Counter({place: count for place, count in changed.items() if count})


def _hit_at(game: Game, position: Any, seat: str, play: LegalTurn, options: Any) -> set[Point]:
    sent = sent_off(game, play.moves, position, seat, options)
    return {landing[1] for landing, count in zip(play.moves, sent, strict=True) if count}


def parse(game: Game, text: str, dice: Sequence[int] = ()) -> ParsedTurn:
    """A text as it stands, in the words of the game. Raises `Invalid` with what was not understood.

    >>> from core.rules.game import COUNTED_DOWN
    >>> from types import SimpleNamespace
    >>> parse(SimpleNamespace(notation=COUNTED_DOWN), "25/22 6/5*(2)").landings
    (('bar', 22), (6, 5), (6, 5))
    """
    notation = game.notation
    if notation is None:
        raise Invalid(
            {"moves": [say("turns of {game} have no notation: send a list of landings", game=term(game.name))]}
        )
    if len(text) > LONGEST:
        raise Invalid({"moves": [say("{count} characters are no turn", count=len(text))]})
    text = _without_dice(text, dice)
    if text.strip().lower() in PASSES or not text.strip():
        return ParsedTurn((), frozenset())
    landings: list[Landing] = []
    hits: set[Point] = set()
    for item in re.split(r"[\s,;]+", _LINK.sub("/", text.strip())):
        if item:
            _read_item(notation, item, landings, hits)
    if len(landings) > _MOST:
        raise Invalid({"moves": [say("{count} landings are more than any turn has", count=len(landings))]})
    return ParsedTurn(tuple(landings), frozenset(hits))


def _without_dice(text: str, dice: Sequence[int]) -> str:
    """The text without the dice that may stand before it, as in `31: 8/5 6/5`. Raises `Invalid` for other dice."""
    matched = _DICE.match(text)
    if matched is None:
        return text
    given = sorted(int(die) for die in matched.groups() if die)
    if dice and given != sorted(dice):
        raise Invalid(
            {
                "moves": [
                    say(
                        "{given} are not the dice of this turn, {dice}",
                        given=matched[0].strip(),
                        dice="-".join(map(str, dice)),
                    )
                ]
            }
        )
    return text[matched.end() :]


def _beyond(item: str, place: str) -> str:
    if place == BAR:
        return say("{item}: nothing is played to {place}", item=quoted(item), place=place)
    return say("{item}: nothing is played from {place}", item=quoted(item), place=place)


def _read_item(notation: Notation, item: str, landings: list[Landing], hits: set[Point]) -> None:
    """One journey, such as `24/20*/16` or `6/1*(2)`; in brackets what the opponent does in the mover's turn."""
    matched = _ITEM.fullmatch(item)
    stops = [_STOP.fullmatch(part) for part in matched[2].split("/")] if matched else []
    if not matched or len(stops) < 2 or None in stops or bool(matched[1]) != bool(matched[3]):
        raise Invalid(
            {
                "moves": [
                    say(
                        "{item} is not understood: a landing is written 8/5, bar/22, 6/off or 6/1(2)", item=quoted(item)
                    )
                ]
            }
        )
    places = [_place(notation, stop[1], item) for stop in stops if stop]
    for number, place in enumerate(places):
        if isinstance(place, str) and number != (0 if place == BAR else len(places) - 1):
            raise Invalid({"moves": [_beyond(item, place)]})
    by = (_BY_OPPONENT,) if matched[1] else ()
    for _ in range(int(matched[4] or matched[5] or 1)):
        landings += [(start, end, *by) for start, end in pairwise(places)]
    hits.update(place for place, stop in zip(places, stops, strict=True) if stop and stop[2])
    if matched[6]:
        hits.add(places[-1])


def _place(notation: Notation, word: str, item: str) -> Point:
    word = word.lower()
    if word in notation.places:
        return notation.places[word]
    if re.fullmatch(r"[1-9]|1\d|2[0-4]", word):
        return int(word)
    known = ", ".join(notation.places)
    raise Invalid(
        {
            "moves": [
                say(
                    "{word} in {item} is no point from 1 to 24 and none of {known}",
                    word=quoted(word),
                    item=quoted(item),
                    known=known,
                )
            ]
        }
    )


# ── written ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def canonical(game: Game, moves: Sequence[Landing], position: Any, seat: str, options: Any) -> str:
    """The text of a turn played from a position, legal or not; `pass` for one without landings.

    `read` gives back a turn that leaves the same.
    """
    if not moves:
        return PASSES[0]
    sent = dict.fromkeys(moves, 0)
    for landing, count in zip(moves, sent_off(game, moves, position, seat, options), strict=True):
        sent[landing] += count
    forward = game.notation.forward if game.notation else 1
    ordered = sorted(Counter(moves).items(), key=lambda item: _backmost(item[0], forward))
    return " ".join(_item(landing, sent[landing], count) for landing, count in ordered)


def _backmost(landing: Landing, forward: int) -> tuple[bool, int, int]:
    start, end, *by = landing
    return bool(by), forward * start if isinstance(start, int) else -99, forward * end if isinstance(end, int) else 99


def _item(landing: Landing, sent: int, count: int) -> str:
    start, end, *by = landing
    text = f"{start}/{end}{'!' if sent > 1 else '*' if sent else ''}"
    repeated = f"({count})" if count > 1 else ""
    return f"({text}){repeated}" if by else text + repeated


def sent_off(game: Game, moves: Sequence[Landing], position: Any, seat: str, options: Any) -> list[int]:
    """The number of the opponent's men that each landing sent to the bar; none in games that have no such board."""
    sent = [0] * len(moves)
    if not isinstance(position, Position):
        return sent
    waiting = _waiting(position, seat)
    whole = game.apply_moves(position, seat, moves, options)
    if whole is not None and _waiting(whole[0], seat) == waiting:
        return sent
    for number in range(len(moves)):
        carried = game.apply_moves(position, seat, moves[: number + 1], options)
        now = waiting if carried is None else _waiting(carried[0], seat)
        sent[number] = now - waiting
        waiting = now
    return sent


def _waiting(position: Position, seat: str) -> int:
    """The number of the opponent's men on the bar."""
    return sides(position, seat)[1][0]
