"""Names of rounds: a round of a bracket has one, such as the final; others are known by their number."""

from core.tournament import Round, Tournament
from core.tournament.model.bracket_plan import PlanRound
from service.translations.export_words import Language


def round_title(language: Language, tournament: Tournament, round_: Round) -> str:
    """A round as people call it: the final is no round with a number. Others are named with their stage, if any."""
    if name := own_name(bracket_round(tournament, round_)):
        return language.name(name)
    title = language.word("round", round_.number)
    return f"{title} · {language.name(round_.stage)}" if round_.stage else title


def numbered_round(language: Language, tournament: Tournament, number: int) -> str:
    """The title of the round of that number, which the readers may not see yet."""
    round_ = next((each for each in tournament.rounds if each.number == number), None)
    return language.word("round", number) if round_ is None else round_title(language, tournament, round_)


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


def planned_rounds(tournament: Tournament) -> list[PlanRound]:
    """The rounds of the brackets, of a tournament that has some and has started."""
    if tournament.format.plan is None or tournament.seed is None:
        return []
    return [each for _bracket, each in tournament.format.plan(tournament).rounds()]
