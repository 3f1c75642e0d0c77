"""Status of a tournament's matches, as the tournament's own log tells."""

from typing import NamedTuple

from core.messages import say
from core.tournament.model.reasons import with_reason
from core.tournament.model.result_words import kind_name
from core.tournament.model.state import Tournament
from core.tournament.model.values import Pairing, Result, Round

DRAFT, VOIDED, BYE, OPEN, ENDED = "draft", "voided", "bye", "open", "ended"
REPORTED, DISPUTED, CONFIRMED, SETTLED, DECIDED = "reported", "disputed", "confirmed", "settled", "decided"
STATUS = (DRAFT, VOIDED, BYE, OPEN, ENDED, REPORTED, DISPUTED, CONFIRMED, SETTLED, DECIDED)
"""Status of a match. `reported` waits for confirmation. `settled` counts where no confirmation is needed.

`ended`: it has no result, and the tournament was ended without it, or called off.
"""
CLOSED = (VOIDED, DRAFT, ENDED, DECIDED)
"""Statuses in which nothing can be recorded."""


def status_of(tournament: Tournament, match_id: str) -> str:
    """The status of a match that the tournament has paired; `voided` for one whose pairing no longer counts."""
    pairing = tournament.paired.get(match_id)
    if pairing is None:
        return VOIDED
    if pairing.is_bye:
        return BYE
    if tournament.decisions.get(match_id):
        return DECIDED
    if match_id in tournament.disputed:
        return DISPUTED
    if match_id not in tournament.reported:
        return DRAFT if _is_draft(tournament, match_id) else ENDED if tournament.stopped else OPEN
    if not tournament.created.confirm:
        return SETTLED
    return CONFIRMED if match_id in tournament.confirmed else REPORTED


def _is_draft(tournament: Tournament, match_id: str) -> bool:
    return any(
        round_.draft and any(match_id == pairing.match for pairing in round_.pairings) for round_ in tournament.rounds
    )


def closed(tournament: Tournament, match_id: str) -> str | None:
    """The reason why this match takes no facts now; `None` if it does, or if the tournament never paired it."""
    if tournament.called_off is not None:
        return say(
            "{created_name} was called off: the match {match} is played no further",
            created_name=tournament.created.name,
            match=match_id,
        )
    if match_id not in tournament.paired:
        voided = any(match_id == pairing.match for _, pairing in tournament.voided.pairings)
        return (
            say("the pairing of the match {match} was voided: it is no longer played", match=match_id)
            if voided
            else None
        )
    if decided := tournament.decisions.get(match_id):
        version, result = decided[-1]
        kind = kind_name(result.kind)
        undo = say("undo the decision (event {version}) first, to record in it", version=version)
        return say(
            "the result of the match {match} was decided by the director ({kind}): {undo}",
            match=match_id,
            kind=kind,
            undo=undo,
        )
    if tournament.ended and match_id not in tournament.reported:
        return say(
            "{has_ended}: the match {match} is played no further, and a referee may decide its result",
            has_ended=has_ended(tournament),
            match=match_id,
        )
    if _is_draft(tournament, match_id):
        return say("the round of the match {match} is a draft: publish it first", match=match_id)
    return None


def has_ended(tournament: Tournament) -> str:
    """That the tournament was ended, for people."""
    return say("{created_name} was ended, and its table stands as it is", created_name=tournament.created.name)


class InTournament(NamedTuple):
    """Place and status of a match in its tournament at a version, and the result that counts.

    `called_off`: the tournament is, so nothing of it is played.
    """

    version: int
    round: int
    stage: str
    slot: str
    table: str | None
    status: str
    result: Result | None
    called_off: bool = False


def in_tournament(tournament: Tournament, match_id: str) -> InTournament | None:
    """Place of a match in its tournament; `None` if that never paired it."""
    found = _place(tournament, match_id)
    if found is None:
        return None
    round_, pairing, stage = found
    return InTournament(
        tournament.version,
        round_,
        stage,
        pairing.slot,
        tournament.seated.get(match_id),
        status_of(tournament, match_id),
        with_reason(tournament.results.get(match_id), tournament.name_of),
        tournament.called_off is not None,
    )


def _place(tournament: Tournament, match_id: str) -> tuple[int, Pairing, str] | None:
    rounds: dict[int, Round] = {round_.number: round_ for round_ in tournament.rounds}
    for round_ in tournament.rounds:
        for pairing in round_.pairings:
            if pairing.match == match_id:
                return round_.number, pairing, round_.stage
    for number, pairing in tournament.voided.pairings:
        if pairing.match == match_id:
            return number, pairing, rounds[number].stage if number in rounds else ""
    return None
