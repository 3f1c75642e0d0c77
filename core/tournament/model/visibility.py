"""Hidden parts of a tournament: drafts until they are published, pairs that are kept apart, and money."""

import json
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from core.eventlog.codec import to_json, withheld
from core.eventlog.hash_chain import with_hash
from core.eventlog.personal_values import SALTS, places_of, without_names
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
from core.names.shown_names import ShownNames
from core.tournament.model.shown_names import mask_of
from core.tournament.model.state import Tournament, Voided
from core.tournament.model.timetable import without_matches

Json = dict[str, Any]
_ORGANISERS = (PairsAvoided, PairsAllowed, MoneyPlanned, PaymentNoted, PoolEntered, PoolWon, ClassesSet, NewerEvent)


def without_drafts(tournament: Tournament) -> Tournament:
    """The tournament as players and the public see it: as if its drafted rounds were not paired yet."""
    drafts = {pairing.match for round_ in tournament.rounds if round_.draft for pairing in round_.pairings}
    return tournament._replace(
        rounds=tuple(round_ for round_ in tournament.rounds if not round_.draft),
        paired={match: pairing for match, pairing in tournament.paired.items() if match not in drafts},
        results={match: result for match, result in tournament.results.items() if match not in drafts},
        reported={match: result for match, result in tournament.reported.items() if match not in drafts},
        avoided={},
        timetable=without_matches(
            tournament.timetable,
            [(round_.number, pairing) for round_ in tournament.rounds if round_.draft for pairing in round_.pairings],
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
    gone = {pairing.match for round_ in tournament.rounds if round_.number >= number for pairing in round_.pairings}

    def left(of_matches: Mapping[str, Any]) -> dict[str, Any]:
        return {match: each for match, each in of_matches.items() if match not in gone}

    return tournament._replace(
        rounds=tuple(round_ for round_ in tournament.rounds if round_.number < number),
        ended=False,
        paired=left(tournament.paired),
        results=left(tournament.results),
        reported=left(tournament.reported),
        penalties=left(tournament.penalties),
        stages=tuple(stage for stage in tournament.stages if stage.first < number),
    )


def visible_events(
    tournament: Tournament, log: Iterable[Recorded], shown: ShownNames = MappingProxyType({})
) -> Iterator[Json]:
    """Events of the tournament's log in their public form with hashes, as players and the public see them.

    Of an event that is not for them now they see that there is one, and its number. `tournament` is to be no older than
    the events, with all names. An event of an old log has no salt, and could be guessed by its hash and every later
    one: while it is withheld, the events after it come without hashes. Of a name that is hidden by `shown` its
    commitment is there. An event with such a name in clear, from an old log or in a reason, is withheld.
    """
    mask = mask_of(tournament, shown)
    unsalted = [version for version, event in tournament.withheld.unsalted if is_withheld(tournament, version, event)]
    if shown:
        names_in_clear = tournament.withheld.names_in_clear
        unsalted += [version for version, event in names_in_clear if places_of(to_json(event), shown)]
    hashed_until = min(unsalted, default=None)
    for recorded in log:
        if is_withheld(tournament, recorded.version, recorded.event):
            yield withheld(tournament.id, recorded.version)
            continue
        line = without_hidden_names(with_hash(tournament.id, recorded), shown)
        if shown and mask(text := json.dumps(line, ensure_ascii=False)) != text:
            line = withheld(tournament.id, recorded.version)
        elif hashed_until is not None and recorded.version >= hashed_until:
            del line["prev_hash"], line["hash"]
        yield line


def without_hidden_names(public: Json, shown: ShownNames) -> Json:
    """The public form of an event with commitments in the places of hidden names, as far as they have salts."""
    salted = shown and public.get(SALTS)  # events without names of people have none
    return without_names(public, list(places_of(public, shown))) if salted else public


def is_withheld(tournament: Tournament, version: int, event: Event) -> bool:
    """True if an event is hidden from the public now; a draft that was taken back always is.

    An event of a newer version of brade is withheld: this version cannot decide.
    """
    if isinstance(event, _ORGANISERS):
        return True
    return version in tournament.withheld.drafted or version in tournament.withheld.unseen
