"""Results of tournaments' matches: reported without their rolls, confirmed by somebody else, disputed."""

from flask_smorest import Blueprint

from schemas.commands import Reporting
from schemas.reporting import Confirmed, Confirming, Reported
from service.bootstrap import House
from service.handlers import matches, reporting
from service.web.bodies import json_body
from service.web.conditions import Wait
from service.web.matches import wait_until_judged
from service.web.needs import Needs
from service.web.operations import Answer, Call, operation

blueprint = Blueprint("reporting", __name__, url_prefix="/v1/tournaments", description="Results reported and confirmed")

PATIENCE = Wait(3, "wait=3")
_PART = "/<tournament:tournament>"
_RESULT = json_body(Reporting(), example={
    "match": "t_k3wq2d7xk2.1",
    "results": [{"winner": "white", "outcome": "jan"}, {"winner": "white", "outcome": "bearing_off"}],
})  # fmt: skip
_CONFIRM = json_body(Confirming(), example={"match": "t_k3wq2d7xk2.1"})


@operation(
    blueprint, "POST", f"{_PART}/results", Needs("scorer", _RESULT, if_match=True, key=True, waits=True, at_match=True),
    {201: Reported, 202: Reported},
)  # fmt: skip
def report(call: Call, tournament: str) -> Answer:
    """Report a whole match result without its rolls. It is a fact of the match's own log, and settles it.

    Where the tournament wants results confirmed, a second report by somebody else confirms the first (201), or, if it
    says something else, disputes it: that is written (202, `status` is `disputed`, with both results), and the match
    waits for a referee, who confirms the first or decides.

    Without a `Prefer: wait` of its own the answer waits a moment, so that the table read next holds the result.
    """
    asked, wait = call.body, call.wait or PATIENCE
    if call.house.shelf.tournament(tournament, fresh=False).created.confirm:
        until_judged(call.house, asked["match"], wait)
    words = reporting.report(
        call.house, call.principal, tournament, asked["match"], asked["results"],
        expected=call.expected, key=call.key, fingerprint=call.fingerprint,
    )  # fmt: skip
    headers = {"Location": f"/v1/matches/{asked['match']}"}
    judged = wait_until_judged(call.house, asked["match"], words["version"], wait)
    if not judged or words["status"] == "disputed":
        return Answer({**words, "verdicts": []}, 202, headers=headers)
    verdicts = matches.verdicts(call.house, asked["match"], words["version"], words["version"])
    return Answer({**words, "verdicts": verdicts}, 201, headers={**headers, "Preference-Applied": wait.asked})


@operation(
    blueprint, "POST", f"{_PART}/confirmations",
    Needs("scorer", _CONFIRM, if_match=True, key=True, waits=True, at_match=True),
    {200: Confirmed, 201: Confirmed},
)  # fmt: skip
def confirm(call: Call, tournament: str) -> Answer:
    """Confirm a reported result, so that it counts (201); 200 if it was confirmed before.

    With another token than the one under which it was reported, or as a referee. A disputed one needs a referee.
    """
    until_judged(call.house, call.body["match"], call.wait or PATIENCE)
    words, new = reporting.confirm(
        call.house, call.principal, tournament, call.body["match"],
        expected=call.expected, key=call.key, fingerprint=call.fingerprint,
    )  # fmt: skip
    return Answer(words, 201 if new else 200, f"v{words['version']}", {"Location": f"/v1/matches/{words['id']}"})


def until_judged(house: House, match: str, wait: Wait = PATIENCE) -> None:
    """Wait a moment until what was reported of a match has reached its tournament."""
    head = house.log.head(match)
    if head is not None:
        wait_until_judged(house, match, head.version, wait)
