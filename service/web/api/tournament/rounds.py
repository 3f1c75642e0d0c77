"""Rounds of tournaments: pairing them, showing them, taking them back; who is kept apart; the end."""

from flask import Response
from flask_smorest import Blueprint

from schemas.requests.rounds import Avoiding, EndingTime, Pairing, PairingByHand, Publishing, Reasoned, TimingRound
from schemas.views.rounds import Avoidances
from schemas.views.tournaments import TournamentView
from service.handlers.tournament import rounds, time_up
from service.web.http.request_body import json_body
from service.web.openapi.operation import Answer, Call, operation
from service.web.openapi.requirements import Requirements

blueprint = Blueprint("rounds", __name__, url_prefix="/v1/tournaments", description="Rounds of tournaments")

_PART = "/<tournament:tournament>"
_ONE = f"{_PART}/rounds/<round:number>"
_ROUND = json_body(Pairing(), required=False, example={"round": 2})
_BY_HAND = json_body(
    PairingByHand(),
    example={
        "pairs": [["Anna", "Cilla"], ["Dag", "Bertil"]],
        "bye": "Eva",
        "reason": "Anna and Bertil share a car",
    },
)
_TIME = json_body(TimingRound(), required=False, example={"starts": "2026-11-28T17:00:00Z", "minutes": 90})
_TIME_UP = json_body(EndingTime(), required=False, example={"matches": ["t_k3wq2d7xk2.4"]})
_WHY = json_body(Reasoned(), example={"reason": "a player was overlooked"})
_APART = json_body(Avoiding(), example={"pairs": [["Anna", "Bertil"]], "hard": True, "reason": "siblings"})
_SHOWN = json_body(Publishing(), example={"published": True})


@operation(
    blueprint,
    "pairRound",
    "POST",
    f"{_PART}/rounds",
    Requirements("organiser", _ROUND, if_match=True, key=True),
    {200: TournamentView, 201: TournamentView},
)
def pair(call: Call, tournament: str) -> Answer:
    """Pair the next round, exactly once, in a format that is paired round by round.

    While the last round is not yet played that one is shown again (200), and so is the `round` that is asked for if it
    is there already. A round that has begun is waited for: the refusal (409) names the matches that have no result.
    """
    view, paired = rounds.pair(call.request, tournament, call.body.get("round"))
    return Answer(view, 201 if paired else 200, f"v{view.version}")


@operation(
    blueprint,
    "publishRound",
    "POST",
    f"{_ONE}/publish",
    Requirements("organiser", if_match=True, key=True),
    {200: TournamentView},
)
def publish(call: Call, tournament: str, number: str) -> Answer:
    """Show a drafted round to everybody and open its matches."""
    view = rounds.publish(call.request, tournament, int(number))
    return Answer(view, version=f"v{view.version}")


@operation(
    blueprint,
    "setRoundTime",
    "POST",
    f"{_ONE}/time",
    Requirements("referee", _TIME, if_match=True, key=True),
    {200: TournamentView},
)
def set_time(call: Call, tournament: str, number: str) -> Answer:
    """Say when a round starts and when its matches should be over; sent again, it holds in place of what was said.

    Without `starts` it starts now. Clocks on pages and prints follow. Nothing happens by itself when the time is up.
    """
    asked = call.body
    view = rounds.set_time(
        call.request, tournament, int(number), asked.get("starts"), asked.get("ends"), asked.get("minutes")
    )
    return Answer(view, version=f"v{view.version}")


@operation(
    blueprint,
    "decideUnfinishedMatches",
    "POST",
    f"{_ONE}/time-up",
    Requirements("referee", _TIME_UP, if_match=True, key=True),
    {200: TournamentView},
)
def time_is_up(call: Call, tournament: str, number: str) -> Answer:
    """Give the unfinished matches of a round whose time is up what the announcement says (`time_up`).

    With `leader_wins` the player with more points so far wins. Level matches are left to a referee, and so is every
    match with `referee`. With `half_each` each player has half. Without `matches` all are decided that the rule
    decides, in one step. Refused (409) while the time runs, for a match that is over, and for half each where a
    winner plays on. `so_far` tells the games that have ended of matches of which nothing was recorded at their tables.
    Refused (409) for a match with something recorded, and for games with which it is over.
    """
    so_far = {each["match"]: each["results"] for each in call.body["so_far"]}
    view = time_up.decide(call.request, tournament, int(number), call.body["matches"], so_far)
    return Answer(view, version=f"v{view.version}")


@operation(
    blueprint,
    "removeRoundTime",
    "DELETE",
    f"{_ONE}/time",
    Requirements("referee", if_match=True, key=True),
    {204: None},
)
def take_time(call: Call, tournament: str, number: str) -> Response:
    """Take the time of a round away: it has no clock any more."""
    rounds.take_time(call.request, tournament, int(number))
    return Response(status=204)


@operation(
    blueprint,
    "setPairings",
    "POST",
    f"{_ONE}/pairings",
    Requirements("organiser", _BY_HAND, if_match=True, key=True),
    {200: TournamentView},
)
def pair_by_hand(call: Call, tournament: str, number: str) -> Answer:
    """Pair by hand a round that has no result: every player of the round once, white first. A match in which there is
    play keeps its players: else the refusal (409) names it.

    Pairs that met before or are to be kept apart, and a second bye, are refused (409) unless `force` is true. Matches
    that stay as they were keep their ids and tables.
    """
    asked = call.body
    view = rounds.pair_by_hand(
        call.request, tournament, int(number), asked["pairs"], asked.get("bye"), asked["reason"], force=asked["force"]
    )
    return Answer(view, version=f"v{view.version}")


@operation(
    blueprint,
    "unpairRound",
    "POST",
    f"{_ONE}/unpair",
    Requirements("organiser", _WHY, if_match=True, key=True),
    {200: TournamentView},
)
def unpair(call: Call, tournament: str, number: str) -> Answer:
    """Take the last round back, if no match of it has begun: else the refusal (409) names those in which there is play.

    `POST /rounds` pairs it anew.
    """
    view = rounds.unpair(call.request, tournament, int(number), call.body["reason"])
    return Answer(view, version=f"v{view.version}")


@operation(
    blueprint,
    "setAvoidances",
    "POST",
    f"{_PART}/avoidances",
    Requirements("organiser", _APART, if_match=True, key=True),
    {200: Avoidances},
)
def avoid(call: Call, tournament: str) -> Answer:
    """Keep players apart in the rounds to come, or with `allow` let them meet again; answers all who are kept apart."""
    asked = call.body
    avoidances = rounds.avoid(call.request, tournament, asked["pairs"], asked["reason"], hard=asked.get("hard"))
    return Answer(avoidances, version=f"v{avoidances.version}")


@operation(blueprint, "listAvoidances", "GET", f"{_PART}/avoidances", Requirements("referee"), {200: Avoidances})
def avoided(call: Call, tournament: str) -> Answer:
    """List the pairs that are kept apart. Players do not see the list."""
    avoidances = rounds.avoided(call.deps, call.principal, tournament)
    return Answer(avoidances, version=f"v{avoidances.version}")


@operation(
    blueprint,
    "endTournament",
    "POST",
    f"{_PART}/end",
    Requirements("organiser", _WHY, if_match=True, key=True),
    {200: TournamentView},
)
def end(call: Call, tournament: str) -> Answer:
    """End the tournament before its format does; the table stands as it is."""
    view = rounds.end(call.request, tournament, call.body["reason"])
    return Answer(view, version=f"v{view.version}")


@operation(
    blueprint,
    "setPublication",
    "POST",
    f"{_PART}/publication",
    Requirements("organiser", _SHOWN, if_match=True, key=True),
    {200: TournamentView},
)
def show_to(call: Call, tournament: str) -> Answer:
    """Show the tournament and its matches to everybody, or to the club's people alone."""
    view = rounds.show_to(call.request, tournament, published=call.body["published"])
    return Answer(view, version=f"v{view.version}")
