"""Hidden parts of a tournament: drafts until they are published, pairs that are kept apart, and money."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from core.eventlog.codec import to_public, withheld
from core.eventlog.hash_chain import with_hash
from core.events import (
    ClassesSet,
    Event,
    MoneyPlanned,
    NewerEvent,
    PairsAllowed,
    PairsAvoided,
    PaymentNoted,
    PoolEntered,
    PoolWon,
    Recorded,
)
from core.tournament.model.state import Tournament, Voided
from core.tournament.model.timetable import without_matches

Json = dict[str, Any]
_ORGANISERS = (PairsAvoided, PairsAllowed, MoneyPlanned, PaymentNoted, PoolEntered, PoolWon, ClassesSet, NewerEvent)


def without_drafts(tournament: Tournament) -> Tournament:
    """The tournament as players and the public see it: as if its drafted rounds were not paired yet."""
    drafts = {pairing.match for each in tournament.rounds if each.draft for pairing in each.pairings}
    return tournament._replace(
        rounds=tuple(each for each in tournament.rounds if not each.draft),
        paired={match: each for match, each in tournament.paired.items() if match not in drafts},
        results={match: each for match, each in tournament.results.items() if match not in drafts},
        reported={match: each for match, each in tournament.reported.items() if match not in drafts},
        avoided={},
        timetable=without_matches(
            tournament.timetable,
            [(each.number, pairing) for each in tournament.rounds if each.draft for pairing in each.pairings],
        ),
        voided=voided_without_reasons(tournament),
    )


def voided_without_reasons(tournament: Tournament) -> Voided:
    """Fallen pairings, without the reasons that were given for pairing a round anew while it was a draft."""
    unseen = tournament.withheld.unseen
    anew = {
        key: paired._replace(reason="") if paired.version in unseen else paired
        for key, paired in tournament.voided.anew.items()
    }
    return tournament.voided._replace(anew=anew)


def before_round(tournament: Tournament, number: int) -> Tournament:
    """The tournament without the pairings and results of a round and of all later ones.

    A stage that began with one of these rounds has not begun either: its players went on by later results.
    """
    gone = {pairing.match for each in tournament.rounds if each.number >= number for pairing in each.pairings}

    def left(of_matches: Mapping[str, Any]) -> dict[str, Any]:
        return {match: each for match, each in of_matches.items() if match not in gone}

    return tournament._replace(
        rounds=tuple(each for each in tournament.rounds if each.number < number),
        ended=False,
        paired=left(tournament.paired),
        results=left(tournament.results),
        reported=left(tournament.reported),
        penalties=left(tournament.penalties),
        stages=tuple(each for each in tournament.stages if each.first < number),
    )


def visible_events(tournament: Tournament, log: Iterable[Recorded]) -> Iterator[Json]:
    """Events of the tournament's log in their public form with hashes, as players and the public see them.

    Of an event that is not for them now they see that there is one, and its number. `tournament` is to be no older than
    the events. An event of an old log has no salt, and could be guessed by its hash and every later one: while it is
    withheld, the events after it come without hashes.
    """
    unsalted = [version for version, event in tournament.withheld.unsalted if is_withheld(tournament, version, event)]
    hashed_until = min(unsalted, default=None)
    for recorded in log:
        if is_withheld(tournament, recorded.version, recorded.event):
            yield withheld(tournament.id, recorded.version)
        elif hashed_until is None or recorded.version < hashed_until:
            yield with_hash(tournament.id, recorded)
        else:
            public = to_public(tournament.id, recorded)
            del public["prev_hash"]
            yield public


def is_withheld(tournament: Tournament, version: int, event: Event) -> bool:
    """True if an event is hidden from the public now; a draft that was taken back always is.

    An event of a newer version of brade is withheld: this version cannot decide.
    """
    if isinstance(event, _ORGANISERS):
        return True
    return version in tournament.withheld.drafted or version in tournament.withheld.unseen
