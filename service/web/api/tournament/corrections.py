"""Corrections: a match's result decided after the fact, first looked at, and taken back."""

from flask_smorest import Blueprint

from core.errors import Invalid
from core.messages import say
from core.tournament.decisions.corrections import Correction as ResultCorrection
from schemas.requests.corrections import DRY_RUN, DecidingResult, UndoingDecision
from schemas.requests.entries import SecondChance, Withdrawing
from schemas.views.corrections import Corrected, Decisions, History
from service.handlers.tournament import corrections, player_corrections
from service.handlers.tournament.player_corrections import Correction, correct
from service.web.http.request_body import JSON, Body, json_body, read_json
from service.web.openapi.operation import Answer, Call, operation
from service.web.openapi.requirements import Requirements

blueprint = Blueprint("corrections", __name__, url_prefix="/v1/tournaments", description="Corrections of results")

_PART = "/<tournament:tournament>"
_SEEN = Requirements("viewer", published=True)
_WON = [{"winner": "white", "outcome": "jan"}] * 3
_DECIDE = Body(
    DecidingResult(),
    {JSON: read_json},
    named={
        "a corrected score": {
            "match": "t_k3wq2d7xk2.1",
            "kind": "played",
            "results": _WON,
            "reason": "the score sheet was read wrong",
        },
        "a walkover": {"match": "t_k3wq2d7xk2.1", "kind": "walkover", "winner": "Anna", "reason": "Bo is ill"},
    },
)
_UNDO = json_body(UndoingDecision(), example={"reason": "the sheet was right after all"})
_RETURN = json_body(Withdrawing(), example={"player": "Anna", "reason": "the train goes after all"})
_AGAIN = json_body(SecondChance(), example={"player": "Anna", "reason": "has paid again"})
_ANSWERS = {200: Corrected, 201: Corrected}


@operation(
    blueprint,
    "decideResult",
    "POST",
    f"{_PART}/decisions",
    Requirements("referee", _DECIDE, DRY_RUN, if_match=True, key=True),
    _ANSWERS,
)
def decide(call: Call, tournament: str) -> Answer:
    """Decide the result of a match, played or not, at any time: also after later rounds were paired.

    The answer lists every result, pairing, bye and rank that changes. With `dry_run=true` nothing is written (200);
    what is then written with its version as `If-Match` changes exactly that (201). Where the next
    round is published and none of it has begun, `pair_anew` says whether it is paired anew or stands (else 422).
    """
    return _answer(corrections.correct(call.request, tournament, call.body, dry_run=call.query["dry_run"]))


@operation(
    blueprint,
    "undoDecision",
    "POST",
    f"{_PART}/decisions/<decision:decision>/undo",
    Requirements("referee", _UNDO, DRY_RUN, if_match=True, key=True),
    _ANSWERS,
)
def undo(call: Call, tournament: str, decision: str) -> Answer:
    """Take a decision back: what counted before it counts again, and what followed from that is paired again.

    A decision is named by the version under which it was written. With `dry_run=true` nothing is written (200).
    `pair_anew` is as in a decision.
    """
    undone = ResultCorrection(None, int(decision), call.body["reason"], call.body["pair_anew"])
    return _answer(corrections.correct(call.request, tournament, undone, dry_run=call.query["dry_run"]))


@operation(
    blueprint,
    "undoWithdrawal",
    "POST",
    f"{_PART}/withdrawals/undo",
    Requirements("organiser", _RETURN, DRY_RUN, if_match=True, key=True),
    _ANSWERS,
)
def readmit(call: Call, tournament: str) -> Answer:
    """Take a withdrawal after the start back: the player plays on, and walkovers that followed from it are undone.

    A walkover stays where its undoing would void a match that was played or decided since, and in a round after which
    another was paired on command. With `dry_run=true` nothing is written (200). `bye_plays` belongs to a
    withdrawal alone (422).
    """
    if call.body["bye_plays"]:
        raise Invalid({"bye_plays": [say("who comes back plays again: this belongs to a withdrawal alone")]})
    return _corrected(player_corrections.readmit, call, tournament)


@operation(
    blueprint,
    "reenterPlayer",
    "POST",
    f"{_PART}/re-entries",
    Requirements("organiser", _AGAIN, DRY_RUN, if_match=True, key=True),
    _ANSWERS,
)
def re_enter(call: Call, tournament: str) -> Answer:
    """Enter a player again who lost early in a single elimination: a new entry in a place with a bye.

    The announcement says how often (`re_entries`) and after a loss in which rounds (`re_entry_until`). The new entry
    has an id and a name of its own, and `again_of` is the player. With `dry_run=true` nothing is written (200).
    """
    return _corrected(player_corrections.re_enter, call, tournament)


@operation(
    blueprint,
    "undoReentry",
    "POST",
    f"{_PART}/re-entries/undo",
    Requirements("organiser", _AGAIN, DRY_RUN, if_match=True, key=True),
    _ANSWERS,
)
def take_re_entry_back(call: Call, tournament: str) -> Answer:
    """Take a new entry back that was a mistake (`player` is its id or its name), as long as it has not played.

    Its place is empty again, and the player is out as before. With `dry_run=true` nothing is written (200).
    """
    return _corrected(player_corrections.take_re_entry_back, call, tournament)


@operation(
    blueprint,
    "buyBack",
    "POST",
    f"{_PART}/buy-backs",
    Requirements("organiser", _AGAIN, DRY_RUN, if_match=True, key=True),
    _ANSWERS,
)
def buy_back(call: Call, tournament: str) -> Answer:
    """Forgive one lost match to a player who is out of an elimination by losses, before the next round is paired.

    The announcement says how often (`buy_backs`) and up to which round (`buy_back_until`). With `dry_run=true` nothing
    is written (200).
    """
    return _corrected(player_corrections.buy_back, call, tournament)


@operation(
    blueprint,
    "undoBuyBack",
    "POST",
    f"{_PART}/buy-backs/undo",
    Requirements("organiser", _AGAIN, DRY_RUN, if_match=True, key=True),
    _ANSWERS,
)
def take_buy_back_back(call: Call, tournament: str) -> Answer:
    """Take the last buy-back of a player back, as long as no round was paired after it.

    With `dry_run=true` nothing is written (200).
    """
    return _corrected(player_corrections.take_buy_back_back, call, tournament)


@operation(blueprint, "listDecisions", "GET", f"{_PART}/decisions", _SEEN, {200: Decisions})
def decisions(call: Call, tournament: str) -> Answer:
    """Every decision on a result: who, when, why, what counted before and after, and whether it was taken back."""
    found = corrections.decisions(call.deps, call.principal, tournament)
    return Answer(found, version=f"v{found.version}")


@operation(blueprint, "getResultHistory", "GET", f"{_PART}/matches/<match:match>/history", _SEEN, {200: History})
def history(call: Call, tournament: str, match: str) -> Answer:
    """Everything that happened to the result of a match, with who, when and why."""
    found = corrections.history(call.deps, call.principal, tournament, match)
    return Answer(found, version=f"v{found.version}")


def _answer(corrected: corrections.Corrected) -> Answer:
    status = 200 if corrected.dry_run else 201
    return Answer(corrected, status, f"v{corrected.version}", needed=corrected.dry_run)


def _corrected(correction: Correction, call: Call, tournament: str) -> Answer:
    asked, dry_run = call.body, call.query["dry_run"]
    return _answer(correct(correction, call.request, tournament, asked["player"], asked["reason"], dry_run=dry_run))
