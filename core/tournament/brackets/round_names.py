"""Names of the rounds of brackets: their keys, such as `semi_final`, and the words for these in a sentence."""

from core.messages import say
from core.tournament.brackets.placement import place_of, places_of
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
    "main_final": say("Final of the main bracket", "round_named_main_final"),
    "lower_final": say("Final of the lower bracket", "round_named_lower_final"),
    "consolation_final": say("Final of the consolation", "round_named_consolation_final"),
    "last_chance_final": say("Final of the last chance", "round_named_last_chance_final"),
}
"""The words of the rounds that are known by a name alone."""
BRACKET_WORDS = {
    "lower": say("the lower bracket", "bracket_named_lower"),
    "play_off": say("the play-off", "bracket_named_play_off"),
    "consolation": say("the consolation", "bracket_named_consolation"),
    "last_chance": say("the last chance", "bracket_named_last_chance"),
}
"""The words of brackets within a sentence, whose rounds are known by their numbers."""


def side_round(bracket: str, number: int, *, final: bool) -> str:
    """The key of a round of a bracket whose rounds are known by their numbers; its last match is its final.

    >>> side_round("lower", 2, final=False), side_round("consolation", 3, final=True)
    ('lower_2', 'consolation_final')
    """
    return f"{bracket}_final" if final else f"{bracket}_{number}"


def planned_rounds(tournament: Tournament) -> list[PlanRound]:
    """The rounds of the brackets, of a tournament that has some and has started."""
    if tournament.format.plan is None or tournament.seed is None:
        return []
    return [plan_round for _bracket, plan_round in tournament.format.plan(tournament).rounds()]


def bracket_round(tournament: Tournament, round_: Round) -> str:
    """The key of the name that a round has in a bracket, such as `final`; empty for another round."""
    slots = {pairing.slot for pairing in round_.pairings}
    return next(
        (
            planned_round.name
            for planned_round in planned_rounds(tournament)
            if slots & {slot.key for slot in planned_round.slots}
        ),
        "",
    )


def own_name(key: str) -> str:
    """The key of a name that says which round it is; empty for one that is merely numbered in the main bracket.

    >>> own_name("final"), own_name("lower_round_2"), own_name("round_3")
    ('final', 'lower_round_2', '')
    """
    return "" if key.removeprefix("round_").isdecimal() else key


def names_by_slot(tournament: Tournament) -> dict[str, str]:
    """The key of the name of the round in which a slot of a bracket is; without those that are merely numbered."""
    return {
        slot.key: planned_round.name
        for planned_round in planned_rounds(tournament)
        if own_name(planned_round.name)
        for slot in planned_round.slots
    }


def round_in_words(tournament: Tournament | None, number: int) -> str | None:
    """The round of that number as a sentence calls it; `None` for one that is known by its number."""
    round_ = next((each for each in tournament.rounds if each.number == number), None) if tournament else None
    if tournament is None or round_ is None:
        return None
    return named_round(bracket_round(tournament, round_))


def named_round(key: str) -> str | None:
    """The name of that key at the beginning of a sentence; `None` for a round that is merely numbered.

    >>> named_round("lower_2"), named_round("place_5"), named_round("semi_final"), named_round("round_3")
    ('Round 2 of the lower bracket', 'Match for place 5', 'Semi-finals', None)
    """
    if key in ROUND_WORDS:
        return ROUND_WORDS[key]
    if place := place_of(key):
        return say("Match for place {place}", "round_named_match_for_place", place=place)
    if of := places_of(key):
        return say(
            "Round {number} of places {first} to {last}",
            "round_named_of_places",
            number=of.round,
            first=of.first,
            last=of.last,
        )
    bracket, _, number = key.rpartition("_")
    if bracket in BRACKET_WORDS:
        return say(
            "Round {number} of {bracket}", "round_named_of_bracket", number=number, bracket=BRACKET_WORDS[bracket]
        )
    if bracket == "round_of":
        return say("Round of {players}", "round_named_round_of", players=int(number))
    return None
