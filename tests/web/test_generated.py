"""Requests made up from the published document, right ones and wrong ones: the answers keep to it as well."""

import json

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig
from schemathesis.core.parameters import ParameterLocation

from service.app import create_app
from service.bootstrap import House
from service.config import Settings
from tests.api import OPERATOR

EXAMPLES = 8
RIGHT = ["2XX", "404", "409", "412", "422"]
CONFIG = {
    "generation": {"with-security-parameters": False},  # roles have a test of their own
    "checks": {
        # What the document cannot say: who is in a club, what a key was used for, how far a log is.
        "positive_data_acceptance": {"expected-statuses": RIGHT},
        # A batch may be too large before its fields are looked at, and a kind of body unknown before the body is.
        "negative_data_rejection": {"expected-statuses": ["400", "404", "409", "412", "413", "415", "422"]},
    },
    # Nobody has the name, the password or the link that is made up.
    "operations": [
        {"include-path": "/v1/session", "checks": {"positive_data_acceptance": {"expected-statuses": [*RIGHT, "401"]}}}
    ],
}


@schemathesis.hook
def before_load_schema(_context, raw_schema):
    """Bodies that are lines or tables are texts, of which the document says no more."""
    for operations in raw_schema["paths"].values():
        for words in operations.values():
            if isinstance(words, dict) and "requestBody" in words:
                content = words["requestBody"]["content"]
                for kind in {"application/x-ndjson", "text/csv"} & content.keys():
                    if len(content) > 1:
                        del content[kind]


@schemathesis.serializer("application/x-ndjson")
def lines(_context, value):
    return json.dumps(value).encode()


@schemathesis.serializer("text/x-mat")
def mat(_context, value):
    return str(value).encode()


@pytest.fixture
def things(api):
    """What the addresses may name, so that requests get past the door."""
    tournament = api.tournament(3, published=True)
    api.post(f"/v1/tournaments/{tournament}/start")
    return {
        "club": "vasa", "game": "swedish", "match": api.friendly(), "tournament": tournament,
        "token": api.post("/v1/clubs/vasa/tokens", {"role": "viewer"}).json["id"],
        "player": "Player 1", "number": "1",
    }  # fmt: skip


APP = create_app(House(Settings(), client=None, log=None, shelf=None, clock=int, admin_token=OPERATOR))
"""What is asked is made up before there is a store: the house moves in with each test."""

schema = schemathesis.openapi.from_wsgi("/v1/openapi.json", APP, config=SchemathesisConfig.from_dict(CONFIG))


@schema.parametrize()
# The store is not emptied between the requests of an operation: so it is in life.
@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
def test_answers_to_made_up_requests_keep_to_the_document(case, api, things):
    APP.extensions["brade"] = APP.extensions["brade"]._replace(house=api.house)
    if not case.meta.is_negative_at(ParameterLocation.PATH):
        case.path_parameters.update({name: value for name, value in things.items() if name in case.path_parameters})
    case.call_and_validate(headers={"Authorization": f"Bearer {OPERATOR}"})
