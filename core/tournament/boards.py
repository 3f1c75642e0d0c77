"""What a tournament says of one of its matches, as far as the tournament's own log tells."""

from typing import Any

from core.tournament.state import Pairing, Result, Round, Tournament

DRAFT, VOIDED, BYE, OPEN, ENDED = "draft", "voided", "bye", "open", "ended"
REPORTED, DISPUTED, CONFIRMED, SETTLED, DECIDED = "reported", "disputed", "confirmed", "settled", "decided"
STATUS = (DRAFT, VOIDED, BYE, OPEN, ENDED, REPORTED, DISPUTED, CONFIRMED, SETTLED, DECIDED)
"""How far a match is. `reported` waits for somebody to confirm it; `settled` counts where nobody needs to; `ended`: it
has no result, and the tournament was ended without it."""


def status_of(tournament: Tournament, match: str) -> str:
    """How far a match is that the tournament has paired; `voided` for one whose pairing no longer counts."""
    pairing = tournament.paired.get(match)
    if pairing is None:
        return VOIDED
    if pairing.is_bye:
        return BYE
    if tournament.decisions.get(match):
        return DECIDED
    if match in tournament.disputed:
        return DISPUTED
    if match not in tournament.reported:
        return DRAFT if _is_draft(tournament, match) else ENDED if tournament.ended else OPEN
    if not tournament.created.confirm:
        return SETTLED
    return CONFIRMED if match in tournament.confirmed else REPORTED


def _is_draft(tournament: Tournament, match: str) -> bool:
    return any(each.draft and any(match == one.match for one in each.pairings) for each in tournament.rounds)


def closed(tournament: Tournament, match: str) -> str | None:
    """Why nothing may be recorded in this match now; `None` if it may, or if the tournament never paired it."""
    if match not in tournament.paired:
        voided = any(match == pairing.match for _, pairing in tournament.voided)
        return f"the pairing of the match {match} was voided: it is no longer played" if voided else None
    if decided := tournament.decisions.get(match):
        version, result = decided[-1]
        kind = result.kind.replace("_", "-")
        undo = f"undo the decision (event {version}) first, to record in it"
        return f"the result of the match {match} was decided by the director ({kind}): {undo}"
    if tournament.ended and match not in tournament.reported:
        return f"{has_ended(tournament)}: the match {match} is played no further, and a referee may decide its result"
    if _is_draft(tournament, match):
        return f"the round of the match {match} is a draft: publish it first"
    return None


def has_ended(tournament: Tournament) -> str:
    """That the tournament was ended, for people."""
    return f"{tournament.created.name} was ended, and its table stands as it is"


def board_words(tournament: Tournament, match: str) -> dict[str, Any] | None:
    """In the contract's words where a match stands in its tournament; `None` if that never paired it."""
    found = _place(tournament, match)
    if found is None:
        return None
    round_, pairing, stage = found
    return {
        "version": tournament.version, "round": round_, "stage": stage, "slot": pairing.slot,
        "table": tournament.seated.get(match),
        "status": status_of(tournament, match), "result": _result_words(tournament.results.get(match)),
    }  # fmt: skip


def _place(tournament: Tournament, match: str) -> tuple[int, Pairing, str] | None:
    rounds: dict[int, Round] = {each.number: each for each in tournament.rounds}
    for each in tournament.rounds:
        for pairing in each.pairings:
            if pairing.match == match:
                return each.number, pairing, each.stage
    for number, pairing in tournament.voided:
        if pairing.match == match:
            return number, pairing, rounds[number].stage if number in rounds else ""
    return None


def _result_words(result: Result | None) -> dict[str, Any] | None:
    if result is None:
        return None
    return {
        "kind": result.kind, "winner": result.winner, "score": dict(result.score), "decided_by": result.decided_by,
        "reason": result.reason,
    }  # fmt: skip
