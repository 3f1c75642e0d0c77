"""A form of a page whose sender may not send it is refused for that, whatever its fields hold."""

import pytest

from tests.attacks.rights.test_unpublished_and_absent import OF_THINGS, Things
from tests.support.signed_in import signed_in

_NAMES = (
    "name",
    "rating",
    "group",
    "seen_name",
    "player",
    "into",
    "role",
    "lines",
    "list",
    "tables",
    "version",
    "kind",
    "way",
    "winner",
    "games",
    "method",
    "order",
    "members",
    "round",
    "line",
    "reason",
    "step",
    "token",
    "link",
    "key",
)
FORMS = (
    {},
    {"version": "0", "step": "write", "key": "k"},
    dict.fromkeys(_NAMES, "?!"),
    {"name": "x" * 1500, "rating": "many", "group": "g" * 1500, "step": "look"},
)
"""Nothing, what a page sends, fields that are wrong, and fields that are too long."""
OPEN_TO_VIEWERS = {"/tournaments/<tournament:tournament>/enter", "/tournaments/<tournament:tournament>/files"}


@pytest.fixture
def forms(api):
    """Every address of a club's or tournament's page that takes a form."""
    rules = api.client.application.url_map.iter_rules()
    found = {rule.rule for rule in rules if "POST" in rule.methods and OF_THINGS.search(rule.rule)}
    return sorted(each for each in found if not each.startswith("/v1/"))


def test_a_viewer_is_told_of_their_role_and_of_no_field(api, forms):
    tournament = api.tournament(4)
    api.post(f"/v1/tournaments/{tournament}/tables", {"tables": ["1"]})
    assert api.post(f"/v1/tournaments/{tournament}/start").status_code == 200
    things = Things("vasa", tournament, f"{tournament}.1")
    viewer, before = signed_in(api, "Ulla", "viewer"), api.everything_written()
    assert len(forms) > 25
    answers = {
        (rule, place): viewer.fill(things.at(rule), **form).status_code
        for rule in forms
        if rule not in OPEN_TO_VIEWERS
        for place, form in enumerate(FORMS)
    }
    wrong = [f"{rule} {place}: {status}" for (rule, place), status in answers.items() if status != 403]
    assert "\n".join(wrong) == ""
    assert api.everything_written() == before
