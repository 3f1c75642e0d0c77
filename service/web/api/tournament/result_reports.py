"""Results of tournaments' matches: reported without their rolls, confirmed by another person, disputed."""

from flask_smorest import Blueprint

from core.match.state import ACCEPTED
from core.tournament.model.match_status import DISPUTED
from schemas.requests.corrections import Confirming, Reporting
from schemas.views.rounds import Confirmed, Reported
from service.handlers.match import matches
from service.handlers.tournament import result_reports
from service.web.http.request_body import json_body
from service.web.http.verdict_wait import PATIENCE, until_judged, wait_until_judged
from service.web.openapi.operation import Answer, Call, operation
from service.web.openapi.requirements import Requirements

blueprint = Blueprint("reporting", __name__, url_prefix="/v1/tournaments", description="Results reported and confirmed")

_PART = "/<tournament:tournament>"
_RESULT = json_body(
    Reporting(),
    example={
        "match": "t_k3wq2d7xk2.1",
        "results": [{"winner": "white", "outcome": "jan"}, {"winner": "white", "outcome": "bearing_off"}],
    },
)
_CONFIRM = json_body(Confirming(), example={"match": "t_k3wq2d7xk2.1"})


@operation(
    blueprint,
    "reportResult",
    "POST",
    f"{_PART}/results",
    Requirements("scorer", _RESULT, if_match=True, key=True, waits=True, at_match=True),
    {201: Reported, 202: Reported},
)
def report(call: Call, tournament: str) -> Answer:
    """Report a whole match result without its rolls. It is a fact of the match's own log, and settles it.

    Where the tournament wants results confirmed, a second report by another person confirms the first (201), or, if it
    says something else, disputes it: that is written (202, `status` is `disputed`, with both results), and the match
    waits for a referee, who confirms the first or decides.

    Without a `Prefer: wait` of its own the answer waits a moment, so that the table read next holds the result.
    """
    asked, wait = call.body, call.wait or PATIENCE
    if call.deps.repository.tournament(tournament, fresh=False).created.confirm:
        until_judged(call.deps, asked["match"], wait)
    reported = result_reports.report(call.request, tournament, asked["match"], asked["results"])
    answer = Answer(reported, 202, f"v{reported.version}", {"Location": f"/v1/matches/{asked['match']}"}, needed=True)
    judged = wait_until_judged(call.deps, asked["match"], reported.version, wait)
    if not judged or reported.status == DISPUTED:
        return answer
    verdicts = matches.verdicts(call.deps, asked["match"], reported.version, reported.version)
    return answer._replace(
        data=reported._replace(verdicts=verdicts),
        status=201,
        headers={**answer.headers, "Preference-Applied": wait.asked},
        needed=any(verdict["verdict"] != ACCEPTED for verdict in verdicts),
    )


@operation(
    blueprint,
    "confirmResult",
    "POST",
    f"{_PART}/confirmations",
    Requirements("scorer", _CONFIRM, if_match=True, key=True, waits=True, at_match=True),
    {200: Confirmed, 201: Confirmed},
)
def confirm(call: Call, tournament: str) -> Answer:
    """Confirm a reported result, so that it counts (201); 200 if it was confirmed before.

    With another token than the one under which it was reported, or as a referee. A disputed one needs a referee.
    """
    until_judged(call.deps, call.body["match"], call.wait)
    match, new = result_reports.confirm(call.request, tournament, call.body["match"])
    return Answer(match, 201 if new else 200, f"v{match.version}", {"Location": f"/v1/matches/{match.id}"})
