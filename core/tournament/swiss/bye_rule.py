"""Rules of a Swiss for byes on request (SW16) and for rounds not played (SW17), and their settings as metadata."""

from collections.abc import Mapping
from typing import Any

from core.messages import say
from core.tournament.model.state import Tournament, settings_of
from core.tournament.model.values import FULL, HALF, UNPLAYED_RULES, WORTHS, ZERO, ByeRule
from core.tournament.setting_words import WORDS
from core.tournament.swiss.rounds import rounds_of

MOST_BYES = 9
BYES: Mapping[str, Any] = {
    "choices": tuple(range(MOST_BYES + 1)),
    "sentence": WORDS["byes"].sentence,
}
BYE_WORTH: Mapping[str, Any] = {
    "choices": (HALF, FULL),
    "sentence": WORDS["bye_worth"].sentence,
}
LAST_BYE: Mapping[str, Any] = {"sentence": WORDS["last_bye"].sentence}
LATE_BYES: Mapping[str, Any] = {
    "sentence": WORDS["late_byes"].sentence,
}
UNPLAYED: Mapping[str, Any] = {
    "choices": UNPLAYED_RULES,
    "if_chosen": True,
    "sentence": say(
        "A round not played counts in Buchholz as the player's own score (FIDE from 2023), as a virtual opponent's "
        "score (FIDE 2009 to 2023), or zero (US Chess)."
    ),
}


def byes(tournament: Tournament) -> ByeRule:
    """The rule of a Swiss as it was announced. Before the start the last round is known if the settings name it."""
    settings = settings_of(tournament)
    return rule_by(settings, settings.rounds if tournament.seed is None else rounds_of(tournament))


def rule_by(settings: Any, last: int) -> ByeRule:
    """The rule by these settings: without points always, with points as often as they say.

    `last` is the number of the last round, 0 while it is not known.
    """
    worths = WORTHS if settings.bye_worth == FULL else (ZERO, HALF)
    return ByeRule(
        settings.byes,
        worths if settings.byes else (ZERO,),
        settings.last_bye,
        settings.late_byes,
        until=last or None,
        ends=(last,) if last else (),
    )


def unplayed(tournament: Tournament) -> str:
    """The rule for what a round that was not played counts in Buchholz and its variants, as it was announced."""
    rule: str = settings_of(tournament).unplayed
    return rule
