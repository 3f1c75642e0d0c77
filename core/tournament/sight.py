"""What of a tournament is not for everybody: rounds before they are published, and who is kept apart from whom."""

from typing import Any

from core.codec import ENVELOPE
from core.events import Event, PairingsVoided, PairsAllowed, PairsAvoided, RoundPaired
from core.tournament.state import Tournament

Json = dict[str, Any]
NOT_FOR_EVERYBODY = tuple(each.__name__ for each in (PairsAvoided, PairsAllowed, RoundPaired, PairingsVoided))
"""The types of the events that may be withheld."""


def without_drafts(tournament: Tournament) -> Tournament:
    """The tournament as players and the public see it: as if its drafted rounds were not paired yet."""
    drafts = {pairing.match for each in tournament.rounds if each.draft for pairing in each.pairings}
    return tournament._replace(
        rounds=tuple(each for each in tournament.rounds if not each.draft),
        paired={match: each for match, each in tournament.paired.items() if match not in drafts},
        results={match: each for match, each in tournament.results.items() if match not in drafts},
        reported={match: each for match, each in tournament.reported.items() if match not in drafts},
        avoided={},
    )


def withheld(tournament: Tournament, event: Event, public: Json) -> Json:
    """An event's public form as players and the public see it: without what it says, where that is not for them now.

    Its hash stays: it is shown in whole once its round is published, and then everybody can check it.
    """
    if not is_withheld(tournament, event):
        return public
    return {name: said for name, said in public.items() if name in ENVELOPE} | {"withheld": True}


def is_withheld(tournament: Tournament, event: Event) -> bool:
    """Whether what an event says is not for everybody, as things stand now."""
    if isinstance(event, PairsAvoided | PairsAllowed):
        return True
    if isinstance(event, RoundPaired | PairingsVoided) and tournament.created.drafts:
        return not any(each.number == event.round and not each.draft for each in tournament.rounds)
    return False
