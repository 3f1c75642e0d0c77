"""Names of rounds: a round of a bracket has one, such as the final; others are known by their number."""

from core.tournament import Round, Tournament
from core.tournament.brackets.round_names import bracket_round, own_name, planned_rounds
from service.translations.export_words import Language


def round_title(language: Language, tournament: Tournament, round_: Round) -> str:
    """A round as people call it: the final is no round with a number. Others are named with their stage, if any."""
    if name := own_name(bracket_round(tournament, round_)):
        return language.name(name)
    title = language.word("round", round_.number)
    return f"{title} · {language.name(round_.stage)}" if round_.stage else title


def bracket_round_title(language: Language, bracket: str, name: str) -> str:
    """A round below the name of its bracket: by its own name, or by its number if it is merely numbered there."""
    own = name.removeprefix(f"{bracket}_")
    return language.word("round", own) if own.isdecimal() else language.name(own)


def numbered_round(language: Language, tournament: Tournament, number: int) -> str:
    """The title of the round of that number, which the readers may not see yet."""
    round_ = next((each for each in tournament.rounds if each.number == number), None)
    return language.word("round", number) if round_ is None else round_title(language, tournament, round_)


def name_of(language: Language, tournament: Tournament, number: int) -> str:
    """The name of the round of that number, drawn or to come; empty for one that is known by its number alone."""
    round_ = next((each for each in tournament.rounds if each.number == number), None)
    if round_ is not None:
        key = bracket_round(tournament, round_)
    else:
        key = next(
            (planned_round.name for planned_round in planned_rounds(tournament) if planned_round.number == number), ""
        )
    return language.name(key) if own_name(key) else ""


def short_title(language: Language, tournament: Tournament, number: int) -> str:
    """A round by its name, else by its number, without the stage to which it belongs."""
    return name_of(language, tournament, number) or language.word("round", number)
