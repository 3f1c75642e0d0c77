"""Remembering the rule of an address changes no answer of it, and compiling it late nothing of what it builds."""

import pytest
from werkzeug.routing import Rule
from werkzeug.test import create_environ, run_wsgi_app

PLAYERS = "/v1/clubs/vasa/players"
MATCH = {"club": "vasa", "game": "swedish", "length": {"games": 3}, "players": {"white": "Åsa", "black": "Bo"}}


def test_an_address_answers_alike_when_it_comes_again(api):
    first, again = (api.get(PLAYERS) for _ in range(2))
    assert first.status_code == again.status_code == 200
    assert first.json == again.json


def test_other_addresses_of_a_rule_have_values_of_their_own(api):
    one, other = (api.post("/v1/matches", MATCH).json["id"] for _ in range(2))
    found = [api.get(f"/v1/matches/{each}").json["id"] for each in (one, other, one, other)]
    assert found == [one, other, one, other]


def test_an_address_that_is_known_refuses_other_methods(api):
    assert api.get(PLAYERS).status_code == 200
    refused = api.send("DELETE", PLAYERS, role="organiser")
    assert refused.status_code == 405
    assert "GET" in refused.headers["Allow"]


@pytest.mark.parametrize(
    ("other", "status"),
    [
        ({"PATH_INFO": f"{PLAYERS}/"}, 404),
        ({"HTTP_CONNECTION": "Upgrade", "HTTP_UPGRADE": "websocket"}, 405),
    ],
    ids=["a slash behind it", "a websocket"],
)
def test_a_request_like_one_that_is_known_is_refused_for_what_is_wrong_with_it(api, other, status):
    assert api.get(PLAYERS).status_code == 200
    environ = {**create_environ(PLAYERS), "HTTP_AUTHORIZATION": f"Bearer {api.tokens['viewer']}"}
    assert answered(api, environ) == 200
    assert answered(api, {**environ, **other}) == status


def answered(api, environ):
    """The status of the answer to a request as a server gives it."""
    return int(run_wsgi_app(api.client.application.wsgi_app, environ, buffered=True)[1][:3])


@pytest.mark.parametrize("with_query", [False, True])
def test_every_rule_builds_the_addresses_that_it_builds_if_it_is_compiled_at_once(made_app, with_query):
    rules = list(made_app.url_map.iter_rules())
    assert len(rules) > 300
    for rule in rules:
        names = sorted(rule.arguments - (rule.defaults or {}).keys())
        values = {name: f"{name} {place}/å" for place, name in enumerate(names)}
        query = {"rule": "a b", "self": "é"} if with_query else {}
        at_once = Rule._compile_builder(rule, append_unknown=with_query)
        for _ in range(2):
            assert rule.build({**values, **query}, append_unknown=with_query) == at_once(rule, **values, **query)
    assert type(rules[0]) is not Rule
