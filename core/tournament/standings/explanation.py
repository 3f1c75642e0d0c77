"""Explanation of a player's place: every tie-break with its operands, and the one that decided."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from core.messages import say, together
from core.tournament.model.byes import resting
from core.tournament.model.explanation import Explanations, SwissWhy, Why
from core.tournament.model.leavers import annulled_players, wholly_annulled_players
from core.tournament.model.reasons import reason_of
from core.tournament.model.state import Tournament
from core.tournament.model.values import ANNULLED, PairedAnew, Pairing, Round
from core.tournament.standings.standings import Standing, TieBreakValue, sections, standings
from core.tournament.standings.tie_break_input import Operand, TieBreak
from core.tournament.standings.tie_breaks import tie_break_of

Json = dict[str, Any]
Value = int | tuple[int, ...] | None
"""The value of a tie-break for a player (see `TieBreakValue`)."""


class ExplainedOperand(NamedTuple):
    """The part of one meeting, or of one round, in the value of a tie-break."""

    opponent: str | None
    name: str | None
    round: int | None
    match: str | None
    kind: str | None
    numbers: tuple[int, ...]


class ExplainedTieBreak(NamedTuple):
    """A tie-break of a player, and how many were equal before it was asked.

    `notes` say of rounds that were not played and of penalties what they count.
    """

    code: str
    name: str
    value: Value
    tied: int
    operands: tuple[ExplainedOperand, ...]
    dropped: tuple[ExplainedOperand, ...]
    sentence: str
    notes: tuple[str, ...] = ()


class Neighbour(NamedTuple):
    """The next player of another rank, and the first tie-break that differs; `ANNULLED` for one who left early."""

    player: str
    name: str
    rank: int
    decided_by: str
    mine: Value
    theirs: Value
    sentence: str


class Equal(NamedTuple):
    """A player or a team of the same rank. Members of teams have no rank, and so `team` is never there."""

    id: str
    name: str
    team: None = None


@dataclass(frozen=True, kw_only=True)
class Place:
    """A player's place in a table; without a rank the player is not in it."""

    rank: int | None = None
    shared_with: tuple[Equal, ...] = ()
    points: int = 0
    tie_breaks: tuple[ExplainedTieBreak, ...] = ()
    above: Neighbour | None = None
    below: Neighbour | None = None


@dataclass(frozen=True, kw_only=True)
class PlaceInSection(Place):
    """A player's place in the table of a group."""

    name: str


@dataclass(frozen=True, kw_only=True)
class ExplainedPlace(Place):
    """A player's place in the whole table, and in those of the groups."""

    tournament: str
    version: int
    status: str
    player: str
    name: str
    sections: tuple[PlaceInSection, ...]


def explain_place(tournament: Tournament, player_id: str) -> ExplainedPlace:
    """A player's place in words, in the whole table and in those of the groups. Raises `NotFound`."""
    tournament.entry(player_id)
    return ExplainedPlace(
        **_place(tournament, standings(tournament), player_id),
        tournament=tournament.id,
        version=tournament.version,
        status=tournament.status,
        player=player_id,
        name=tournament.name_of(player_id),
        sections=tuple(
            PlaceInSection(name=name, **_place(tournament, lines, player_id))
            for name, lines in sections(tournament)
            if player_id in {line.player_id for line in lines}
        ),
    )


def explain_round(tournament: Tournament, number: int) -> Explanations:
    """The explanation of each pairing of a round, and of its bye. Raises `NotFound`."""
    round_, form = tournament.round(number), tournament.format
    explanations = form.explain(tournament, round_) if form.explain else {}
    return {
        each: _anew(tournament, explanations.get(each, Why(form.rule)), tournament.voided.anew.get((number, each)))
        for each in _asked(round_)
    }


def _anew(tournament: Tournament, why: Why, anew: PairedAnew | None) -> Why:
    """The reason of a match or a bye that was paired after its round was drawn: the format's own says nothing of it."""
    if anew is None:
        return why
    reason = reason_of(anew.reason.removesuffix("."), anew.cause, tournament.name_of)
    if not anew.by_hand:
        text = say("Paired after the round was drawn: {reason}.", reason=reason)
    elif reason:
        text = say("Paired by hand, not by the format: {reason}.", reason=reason)
    else:
        text = say("Paired by hand, not by the format.")
    if isinstance(why, SwissWhy):
        return replace(why, text=text, anew=anew, instead=())
    return replace(why, text=text, anew=anew)


def _asked(round_: Round) -> list[str]:
    return [*(pairing.match for pairing in round_.pairings), *(["bye"] if round_.bye else [])]


def _place(tournament: Tournament, lines: Sequence[Standing], player_id: str) -> dict[str, Any]:
    """The fields of a `Place`."""
    place = next((place for place, line in enumerate(lines) if line.player_id == player_id), None)
    if place is None:  # withdrew before the start
        return {}
    mine = lines[place]
    above = next((line for line in reversed(lines[:place]) if line.rank < mine.rank), None)
    below = next((line for line in lines[place:] if line.rank > mine.rank), None)
    others = [line for line in lines if line.rank == mine.rank and line is not mine]
    kinds = _kinds(tournament, player_id)
    annulled = _annulled_note(tournament, player_id)
    tie_breaks = tuple(
        _tie_break(tournament, value, _tied(lines, mine, number), kinds, () if number else annulled)
        for number, value in enumerate(mine.tie_breaks)
    )
    return vars(
        Place(
            rank=mine.rank,
            shared_with=tuple(Equal(line.player_id, line.name) for line in others),
            points=mine.points,
            tie_breaks=tie_breaks,
            above=above and compared(mine, above),
            below=below and compared(mine, below),
        )
    )


def _tied(lines: Sequence[Standing], mine: Standing, number: int) -> int:
    """The number of players still tied, this one included, before the tie-break of that number."""
    before = [tie_break.value for tie_break in mine.tie_breaks[:number]]
    return sum([tie_break.value for tie_break in line.tie_breaks[:number]] == before for line in lines)


def _kinds(tournament: Tournament, player_id: str) -> dict[tuple[str, int], str]:
    """The kind of each of the player's matches, byes and absences, by match id and round."""
    kinds = {}
    for round_ in tournament.rounds:
        for pairing in round_.pairings:
            if player_id in (pairing.white, pairing.black) and pairing.match in tournament.results:
                kinds[pairing.match, round_.number] = tournament.results[pairing.match].kind
        byes = dict(resting(tournament, round_))
        kinds["", round_.number] = byes.get(player_id, "absent")
    return kinds


def _annulled_note(tournament: Tournament, player_id: str) -> tuple[str, ...]:
    """The sentence of a player's matches that count for no one, since one of the two left early (RR9)."""
    gone = annulled_players(tournament)
    if player_id in wholly_annulled_players(tournament):
        return (say("left before half of the matches were played, so none of them counts"),)
    if player_id in gone:
        return (say("left before half of the matches of their last stage were played, so none of these counts"),)
    people = set(tournament.entry_of(player_id).people)
    met = {
        tournament.entry_of(match.black if match.white in people else match.white).player
        for match in tournament.matches
        if (match.white in people or match.black in people) and not match.is_bye and _is_annulled(tournament, match)
    }
    if not met:
        return ()
    names = together([tournament.name_of(player) for player in sorted(met)])
    return (say("the result against {names} is annulled: they left before half of their matches", names=names),)


def _is_annulled(tournament: Tournament, pairing: Pairing) -> bool:
    return pairing.match in tournament.results and tournament.results[pairing.match].kind == ANNULLED


def _tie_break(
    tournament: Tournament,
    value: TieBreakValue,
    tied: int,
    kinds: dict[tuple[str, int], str],
    more: tuple[str, ...] = (),
) -> ExplainedTieBreak:
    def explained(operand: Operand) -> ExplainedOperand:
        return ExplainedOperand(
            operand.opponent or None,
            tournament.name_of(operand.opponent) if operand.opponent else None,
            operand.round or None,
            operand.match or None,
            operand.kind or kinds.get((operand.match, operand.round)),
            operand.numbers,
        )

    sentence = _sentence(tournament, value, tied)
    notes = (*_notes_of(tournament, (*value.operands, *value.dropped)), *more)
    for note in notes:
        sentence = say("{sentence}; {note}", sentence=sentence, note=note)
    return ExplainedTieBreak(
        value.code,
        tie_break_of(value.code).name,
        value.value,
        tied,
        tuple(map(explained, value.operands)),
        tuple(map(explained, value.dropped)),
        sentence,
        notes,
    )


def _sentence(tournament: Tournament, value: TieBreakValue, tied: int) -> str:
    """A value as a sum: `Buchholz cut 1 9 = 4 + 3 + 2; dropped 1 (Bo)`."""
    tie_break = tie_break_of(value.code)
    if value.value is None:
        return say("{title}: {reason}", title=tie_break.title, reason=_unless(tie_break, tied))
    first, *later = sums(value.code, value.value, [operand.numbers for operand in value.operands])
    text = say("{title} {sum}", title=tie_break.title, sum=first)
    for again in later:
        text = say("{before}; asked again of those still tied: {sum}", before=text, sum=again)
    dropped = [
        say("{number} ({opponent})", number=number(operand.numbers), opponent=_opponent_name(tournament, operand))
        for operand in value.dropped
    ]
    return say("{sum}; dropped {dropped}", sum=text, dropped=together(dropped)) if dropped else text


def _unless(tie_break: TieBreak, tied: int) -> str:
    """The reason why a tie-break says nothing of a player."""
    if tied == 1:
        return say("not asked, no other player is tied here")
    return tie_break.unless or say("not asked")


def sums(code: str, value: int | tuple[int, ...], operands: Sequence[Sequence[int]]) -> list[str]:
    """A value as the sum of its operands or their average, once for each time that it was asked.

    >>> sums("wins", 2, [(1,), (1,)]), sums("game_difference", 0, [(1,), (-1,)])
    (['2 = 1 + 1'], ['0 = 1 + (-1)'])
    >>> sums("opponents_average_rating", 1840, [(1900,), (1780,)]), sums("opponents_average_rating", 3, [(3,), (2,)])
    (['1840 = (1900 + 1780) / 2'], ['3 ≈ (3 + 2) / 2'])
    """
    tie_break = tie_break_of(code)
    values, width = value if isinstance(value, tuple) else (value,), tie_break.numbers
    parts = []
    for start in range(0, len(values), width):
        asked = slice(start, start + width)
        numbers = [operand[asked] for operand in operands if len(operand) == asked.stop]
        total = " + ".join(number(each, signed=True) for each in numbers)
        equals = "="
        if tie_break.averaged and len(numbers) > 1:
            equals = "≈" if sum(map(sum, numbers)) % len(numbers) else equals
            total = f"({total}) / {len(numbers)}"
        parts.append(f"{number(values[asked])}{f' {equals} {total}' if total else ''}")
    return parts


def number(numbers: Sequence[int], *, signed: bool = False) -> str:
    """The numbers of a value or an operand; `signed`: as one of several that are added."""
    if len(numbers) == 1:
        return f"({numbers[0]})" if signed and numbers[0] < 0 else str(numbers[0])
    return f"({', '.join(map(str, numbers))})"


def _opponent_name(tournament: Tournament, operand: Operand) -> str:
    return (
        tournament.name_of(operand.opponent)
        if operand.opponent
        else say("no opponent, round {round}", round=operand.round)
    )


def compared(mine: Standing, other: Standing) -> Neighbour:
    """A neighbour of another rank, and the first tie-break that tells the two apart."""
    if mine.annulled != other.annulled:
        return _beside_annulled(mine, other)
    pairs = zip(mine.tie_breaks, other.tie_breaks, strict=True)
    decided = next(
        ((tie_break_value, two) for tie_break_value, two in pairs if tie_break_value.value != two.value), None
    )
    assert decided is not None, "different ranks have different values"
    one, two = decided
    by = _difference(one, two)
    if other.rank < mine.rank:
        sentence = say("Behind {player} by {difference}", player=other.name, difference=by)
    else:
        sentence = say("Before {player} by {difference}", player=other.name, difference=by)
    return Neighbour(other.player_id, other.name, other.rank, one.code, one.value, two.value, sentence)


def _beside_annulled(mine: Standing, other: Standing) -> Neighbour:
    """A neighbour, where one of the two left early and none of their matches counts (RR9)."""
    if mine.annulled:
        sentence = say("Behind {player}, since no match of {name} counts", player=other.name, name=mine.name)
    else:
        sentence = say("Before {player}, of whom no match counts", player=other.name)
    return Neighbour(other.player_id, other.name, other.rank, ANNULLED, None, None, sentence)


def _difference(one: TieBreakValue, two: TieBreakValue) -> str:
    """The first number in which two values of a tie-break differ: `Head-to-head: 2 against 1`."""
    mine, theirs, place = parting(one.value, two.value)
    tie_break = tie_break_of(one.code)
    title = tie_break.title
    if place is not None:
        if tie_break.parts:
            title = say("{title}, {part}", title=title, part=tie_break.parts[place % tie_break.numbers])
        if place >= tie_break.numbers:
            title = say("{title} when asked again of those still tied", title=title)
    return say("{title}: {mine} against {theirs}", title=title, mine=_shown(mine), theirs=_shown(theirs))


def _shown(value: Value) -> int | str:
    return value if isinstance(value, int) else str(value)


def parting(mine: Value, theirs: Value) -> tuple[Value, Value, int | None]:
    """The numbers that separate two values: the numbers themselves or, of several, the first that differ, and their
    place.

    >>> parting((1, 0, -1), (1, 0, 2)), parting(3, 2)
    ((-1, 2, 2), (3, 2, None))
    """
    if not isinstance(mine, tuple) or not isinstance(theirs, tuple):
        return mine, theirs, None
    place = next(place for place, pair in enumerate(zip(mine, theirs, strict=False)) if pair[0] != pair[1])
    return mine[place], theirs[place], place


def _notes_of(tournament: Tournament, operands: Sequence[Operand]) -> tuple[str, ...]:
    """Sentences on the operands of a tie-break that follow from no score in the table, in the order of the rounds."""
    rounds = tuple(each.why for each in sorted(operands, key=lambda operand: operand.round) if each.why)
    opponents = [
        say(
            "{opponent} {score} (not {instead_of})",
            opponent=tournament.name_of(operand.opponent),
            score=operand.numbers[-1],
            instead_of=operand.instead_of,
        )
        for operand in operands
        if operand.instead_of is not None
    ]
    if not opponents:
        return rounds
    halves = say("with half a point for each round that they did not play: {opponents}", opponents=tuple(opponents))
    return (*rounds, halves)
