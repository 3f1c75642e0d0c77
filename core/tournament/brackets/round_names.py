"""Names of the rounds of brackets: their keys, such as `semi_final`, and the words for these in a sentence."""

from core.messages import say
from core.tournament.model.bracket_plan import PlanRound
from core.tournament.model.state import Tournament
from core.tournament.model.values import Round

ROUND_WORDS = {
    "final": say("Final", "round_named_final"),
    "semi_final": say("Semi-finals", "round_named_semi_final"),
    "quarter_final": say("Quarter-finals", "round_named_quarter_final"),
    "round_of_16": say("Round of 16", "round_named_round_of_16"),
    "round_of_32": say("Round of 32", "round_named_round_of_32"),
    "bronze": say("Bronze match", "round_named_bronze"),
    "reset": say("Deciding match, if needed", "round_named_reset"),
    "grand_final": say("Grand final", "round_named_grand_final"),
}
"""The words of the rounds that are known by a name alone."""


def planned_rounds(tournament: Tournament) -> list[PlanRound]:
    """The rounds of the brackets, of a tournament that has some and has started."""
    if tournament.format.plan is None or tournament.seed is None:
        return []
    return [each for _bracket, each in tournament.format.plan(tournament).rounds()]


def bracket_round(tournament: Tournament, round_: Round) -> str:
    """The key of the name that a round has in a bracket, such as `final`; empty for another round."""
    slots = {pairing.slot for pairing in round_.pairings}
    return next((each.name for each in planned_rounds(tournament) if slots & {slot.key for slot in each.slots}), "")


def own_name(key: str) -> str:
    """The key of a name that says which round it is; empty for one that is merely numbered in the main bracket.

    >>> own_name("final"), own_name("lower_round_2"), own_name("round_3")
    ('final', 'lower_round_2', '')
    """
    return "" if key.removeprefix("round_").isdecimal() else key


def names_by_slot(tournament: Tournament) -> dict[str, str]:
    """The key of the name of the round in which a slot of a bracket is; without those that are merely numbered."""
    return {slot.key: each.name for each in planned_rounds(tournament) if own_name(each.name) for slot in each.slots}


def round_in_words(tournament: Tournament | None, number: int) -> str | None:
    """The round of that number as a sentence calls it; `None` for one that is known by its number."""
    round_ = next((each for each in tournament.rounds if each.number == number), None) if tournament else None
    if tournament is None or round_ is None:
        return None
    return ROUND_WORDS.get(bracket_round(tournament, round_))
