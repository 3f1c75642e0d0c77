"""Upcasters: for each type and schema number, a function from the stored data to those of the next number.

A change of an event's fields needs three things: a new `SCHEMA` number of its class, one function here under the old
number, and a log of the new shape in tests/golden. An event keeps the data that were recorded, since these are hashed.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from core.errors import UnknownEvent
from core.messages import say

Words = Mapping[str, Any]
Upcaster = Callable[[Words], Words]


def _without_salt(data: Words) -> Words:
    """An event recorded before there were salts has none: its hash stays as it is."""
    return data


def _without_details(words: Words) -> Words:
    """An announcement recorded before there were details has none."""
    return words


def _without_time_up(words: Words) -> Words:
    """An announcement from before there was a rule for unfinished matches has none: a referee decides."""
    return words


def _without_handicap(words: Words) -> Words:
    """An announcement, or a match, from before there were handicaps has none: all begin with nothing."""
    return words


def _without_others(words: Words) -> Words:
    """A stage that began before there were consolations has no players beside it."""
    return words


def _for_everything(words: Words) -> Words:
    """A setting of who sees a name from before paper and feeds had their own is for these, and for all times."""
    return words


def _by_the_first_rules(words: Words) -> Words:
    """An event from before the rules had a number was decided by the first ones."""
    return words


_CALLS = {
    "A play is in question": "play",
    "Ett drag är ifrågasatt": "play",
    "Dice that do not lie flat": "dice",
    "En tärning ligger inte plant": "dice",
    "The clock": "clock",
    "Klockan": "clock",
    "Something else": "other",
    "Något annat": "other",
}
"""The reasons for a call that a scorer's phone offered before calls had a cause."""


def _called(words: Words) -> Words:
    """A call from before there were causes: one that a phone offered has the cause of its words."""
    cause = _CALLS.get(words["reason"])
    return words if cause is None else {**words, "cause": cause}


def _without_board(words: Words) -> Words:
    """A call from before a board could come with it."""
    return words


def _without_money(words: Words) -> Words:
    """A template from before one could have a plan of fees and prizes has none."""
    return words


_DECIDED = (("late", "came too late"),)
_WITHDREW = (("not_checked_in", "did not check in"),)
_BYES = (("byes_by_rule", "as the announced rule has it for the rounds that are played"),)
_VOIDED = (
    ("players_changed", "its players changed with a result"),
    ("replaced", "(.+) did not come: an alternate plays"),
    ("bye_plays", "(.+) withdrew, and the player with the bye plays"),
    ("came_late", "(.+) came late and plays"),
    ("lined_up", "(.+) is lined up anew"),
    ("paired_again", r"paired again so that round (\d+) can be: (.*)"),
)
"""By code the sentences that brade gave as the reason before events had a cause, and the values in them."""


def _with_cause(*sentences: tuple[str, str]) -> Upcaster:
    """An upcaster of events whose reason was one of these sentences where brade gave it itself."""
    patterns = [(code, re.compile(pattern, re.DOTALL)) for code, pattern in sentences]

    def upcaster(words: Words) -> Words:
        matches = ((code, pattern.fullmatch(words.get("reason", ""))) for code, pattern in patterns)
        return next(({**words, "cause": (code, *match.groups())} for code, match in matches if match), words)

    return upcaster


def _decided(words: Words) -> Words:
    """A decision from before there were causes. That of a walkover named one player who withdrew, or both."""
    reason, without = words["reason"], words["reason"].removesuffix(" withdrew")
    if words["kind"] != "walkover" or reason == without:
        return _with_cause(*_DECIDED)(words)
    both = without.split(" and ") if words.get("winner") is None else []
    return {**words, "cause": ("withdrew", *(both if len(both) == 2 else [without]))}


def _by_name(words: Words) -> Words:
    """A cause from before it had the ids of players has their names, which are shown as they are."""
    return words


UPCASTERS: dict[str, Upcaster] = {
    "MatchOpened.1": _without_salt,
    "MatchOpened.2": _without_handicap,
    "PlayerRegistered.1": _without_salt,
    "PlayerRenamed.1": _without_salt,
    "PlayerNameShown.1": _for_everything,
    "MemberAdded.1": _without_salt,
    "MemberRenamed.1": _without_salt,
    "PlayerEntered.1": _without_salt,
    "EntryChanged.1": _without_salt,
    "TeamLinedUp.1": _without_salt,
    "AlternatesSet.1": _without_salt,
    "PlayerReplaced.1": _without_salt,
    "PlayerReentered.1": _without_salt,
    "RoundPaired.1": _without_salt,
    "PairingsVoided.1": _without_salt,
    "PairingsVoided.2": _with_cause(*_VOIDED),
    "PairingsVoided.3": _by_name,
    "ResultDecided.1": _decided,
    "ResultDecided.2": _by_name,
    "PlayerWithdrew.1": _with_cause(*_WITHDREW),
    "ByesSet.1": _with_cause(*_BYES),
    "RefereeCalled.1": _called,
    "RefereeCalled.2": _without_board,
    "PairsAvoided.1": _without_salt,
    "PairsAllowed.1": _without_salt,
    "TournamentCreated.1": _without_details,
    "TournamentCreated.2": _without_time_up,
    "TournamentCreated.3": _without_handicap,
    "TournamentAmended.1": _without_details,
    "TournamentAmended.2": _without_time_up,
    "TournamentAmended.3": _without_handicap,
    "TemplateKept.1": _without_money,
    "StageBegun.1": _without_others,
    "StageBegun.2": _by_the_first_rules,
    "TournamentStarted.1": _by_the_first_rules,
}
"""By type and schema number: its words as those of the next schema number."""


def upcast(kind: str, schema: int, newest: int, data: Words) -> Words:
    """The words of a type's schema number in those of the newest one. Raises `UnknownEvent` where a step is missing."""
    for number in range(schema, newest):
        step = UPCASTERS.get(f"{kind}.{number}")
        if step is None:
            raise UnknownEvent(
                say(
                    "{kind}.{number} is older than {kind}.{newest}, and nothing reads it as the next one",
                    kind=kind,
                    number=number,
                    newest=newest,
                )
            )
        data = step(data)
    return data
