"""Explanation of a player's place: every tie-break with its operands, and the one that decided."""

from collections.abc import Sequence
from typing import Any

from core.messages import say, together
from core.tournament.model.state import Tournament
from core.tournament.model.values import Round
from core.tournament.standings.standings import Standing, TieBreakValue, sections, standings
from core.tournament.standings.tie_break_input import Operand, TieBreak
from core.tournament.standings.tie_breaks import tie_break_of

Json = dict[str, Any]
Value = int | tuple[int, ...] | None
"""The value of a tie-break for a player (see `TieBreakValue`)."""


def explain_place(tournament: Tournament, player_id: str) -> Json:
    """A player's place in words, in the whole table and in those of the groups. Raises `NotFound`."""
    tournament.entry(player_id)
    tables = [(name, lines) for name, lines in sections(tournament) if player_id in {each.player_id for each in lines}]
    return {
        "player": player_id, "name": tournament.name_of(player_id),
        **_place(tournament, standings(tournament), player_id),
        "sections": [{"name": name, **_place(tournament, lines, player_id)} for name, lines in tables],
    }  # fmt: skip


def explain_round(tournament: Tournament, number: int) -> dict[str, Json]:
    """The explanation of each pairing by match id, and of the bye under `bye`; each has a `text`. Raises `NotFound`."""
    round_, form = tournament.round(number), tournament.format
    explanations = form.explain(tournament, round_) if form.explain else {}
    return {each: {"text": form.rule, **explanations.get(each, {})} for each in _asked(round_)}


def _asked(round_: Round) -> list[str]:
    return [*(each.match for each in round_.pairings), *(["bye"] if round_.bye else [])]


def _place(tournament: Tournament, lines: Sequence[Standing], player_id: str) -> Json:
    place = next((place for place, line in enumerate(lines) if line.player_id == player_id), None)
    if place is None:  # withdrew before the start
        return {"rank": None, "shared_with": [], "points": 0, "tie_breaks": [], "above": None, "below": None}
    mine = lines[place]
    above = next((line for line in reversed(lines[:place]) if line.rank < mine.rank), None)
    below = next((line for line in lines[place:] if line.rank > mine.rank), None)
    others = [line for line in lines if line.rank == mine.rank and line is not mine]
    kinds = _kinds(tournament, player_id)
    return {
        "rank": mine.rank,
        "shared_with": [{"id": line.player_id, "name": line.name} for line in others],
        "points": mine.points,
        "tie_breaks": [
            _tie_break(tournament, value, _tied(lines, mine, number), kinds)
            for number, value in enumerate(mine.tie_breaks)
        ],
        "above": above and _compared(mine, above),
        "below": below and _compared(mine, below),
    }


def _tied(lines: Sequence[Standing], mine: Standing, number: int) -> int:
    """The number of players still tied, this one included, before the tie-break of that number."""
    before = [each.value for each in mine.tie_breaks[:number]]
    return sum([each.value for each in line.tie_breaks[:number]] == before for line in lines)


def _kinds(tournament: Tournament, player_id: str) -> dict[tuple[str, int], str]:
    """The kind of each of the player's matches, byes and absences, by match id and round."""
    kinds = {}
    for round_ in tournament.rounds:
        for each in round_.pairings:
            if player_id in (each.white, each.black) and each.match in tournament.results:
                kinds[each.match, round_.number] = tournament.results[each.match].kind
        kinds["", round_.number] = "bye" if round_.bye == player_id else "absent"
    return kinds


def _tie_break(tournament: Tournament, value: TieBreakValue, tied: int, kinds: dict[tuple[str, int], str]) -> Json:
    def operand_json(operand: Operand) -> Json:
        return {
            "opponent": operand.opponent or None,
            "name": tournament.name_of(operand.opponent) if operand.opponent else None,
            "round": operand.round or None, "match": operand.match or None,
            "kind": kinds.get((operand.match, operand.round)), "numbers": operand.numbers,
        }  # fmt: skip

    return {
        "code": value.code, "name": tie_break_of(value.code).name, "value": value.value, "tied": tied,
        "operands": [operand_json(each) for each in value.operands],
        "dropped": [operand_json(each) for each in value.dropped],
        "sentence": _sentence(tournament, value, tied),
    }  # fmt: skip


def _sentence(tournament: Tournament, value: TieBreakValue, tied: int) -> str:
    """A value as a sum: `Buchholz cut 1 9 = 4 + 3 + 2; dropped 1 (Bo)`."""
    tie_break = tie_break_of(value.code)
    if value.value is None:
        return say("{title}: {reason}", title=tie_break.title, reason=_unless(tie_break, tied))
    first, *later = sums(value.code, value.value, [each.numbers for each in value.operands])
    text = say("{title} {sum}", title=tie_break.title, sum=first)
    for again in later:
        text = say("{before}; asked again of those still tied: {sum}", before=text, sum=again)
    dropped = [
        say("{number} ({opponent})", number=number(each.numbers), opponent=_who(tournament, each))
        for each in value.dropped
    ]
    return say("{sum}; dropped {dropped}", sum=text, dropped=together(dropped)) if dropped else text


def _unless(tie_break: TieBreak, tied: int) -> str:
    """The reason why a tie-break says nothing of a player."""
    if tied == 1:
        return say("not asked, nobody else is tied here")
    return tie_break.unless or say("not asked")


def sums(code: str, value: int | tuple[int, ...], operands: Sequence[Sequence[int]]) -> list[str]:
    """A value as the sum of its operands, once for each time that it was asked.

    >>> sums("wins", 2, [(1,), (1,)]), sums("game_difference", 0, [(1,), (-1,)])
    (['2 = 1 + 1'], ['0 = 1 + (-1)'])
    """
    values, width = value if isinstance(value, tuple) else (value,), tie_break_of(code).numbers
    parts = []
    for start in range(0, len(values), width):
        asked = slice(start, start + width)
        numbers = [each[asked] for each in operands if len(each) == asked.stop]
        total = " + ".join(number(each, signed=True) for each in numbers)
        parts.append(f"{number(values[asked])}{f' = {total}' if total else ''}")
    return parts


def number(numbers: Sequence[int], *, signed: bool = False) -> str:
    """The numbers of a value or an operand; `signed`: as one of several that are added."""
    if len(numbers) == 1:
        return f"({numbers[0]})" if signed and numbers[0] < 0 else str(numbers[0])
    return f"({', '.join(map(str, numbers))})"


def _who(tournament: Tournament, operand: Operand) -> str:
    return (
        tournament.name_of(operand.opponent) if operand.opponent else say("nobody, round {round}", round=operand.round)
    )


def _compared(mine: Standing, other: Standing) -> Json:
    """A neighbour of another rank, and the first tie-break that tells the two apart."""
    pairs = zip(mine.tie_breaks, other.tie_breaks, strict=True)
    decided = next(((one, two) for one, two in pairs if one.value != two.value), None)
    assert decided is not None, "different ranks have different values"
    one, two = decided
    by = _difference(one, two)
    if other.rank < mine.rank:
        sentence = say("Behind {player} by {difference}", player=other.name, difference=by)
    else:
        sentence = say("Before {player} by {difference}", player=other.name, difference=by)
    return {
        "player": other.player_id, "name": other.name, "rank": other.rank,
        "decided_by": one.code, "mine": one.value, "theirs": two.value,
        "sentence": sentence,
    }  # fmt: skip


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
