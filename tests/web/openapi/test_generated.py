"""Requests made up from the published document, right ones and wrong ones: the answers keep to it as well."""

import gzip
import json

import pytest
from hypothesis import HealthCheck, settings

from tests.support.api import OPERATOR, Api, new_house
from tests.support.proving import PROVING, prove

PARTS = 12
RIGHT = ["2XX", "404", "409", "412", "422"]
CONFIG = {
    # The cases that are counted out, one for each bound of each field, are many: `make prove` has them.
    "phases": {"coverage": {"enabled": PROVING}},
    "generation": {"with-security-parameters": False},  # roles have a test of their own
    "checks": {
        # What the document cannot say: who is in a club, what a key was used for, how far a log is.
        "positive_data_acceptance": {"expected-statuses": RIGHT},
        # A batch may be too large before its fields are looked at, and a kind of body unknown before the body is.
        "negative_data_rejection": {"expected-statuses": ["400", "404", "409", "412", "413", "415", "422"]},
    },
    # No person has the name, the password or the link that is made up.
    "operations": [
        {
            "include-path": "/v1/session",
            "checks": {"positive_data_acceptance": {"expected-statuses": [*RIGHT, "401", "429"]}},
        }
    ],
}


def before_load_schema(_context, raw_schema):
    """Bodies that are lines or tables are texts, of which the document says no more."""
    for operations in raw_schema["paths"].values():
        for words in operations.values():
            if isinstance(words, dict) and "requestBody" in words:
                content = words["requestBody"]["content"]
                for kind in {"application/x-ndjson", "text/csv"} & content.keys():
                    if len(content) > 1:
                        del content[kind]
                for each in content.values():
                    each["schema"].pop("format", None)


def after_call(_context, _case, response):
    """Answers are compressed where that is worth it: the requests take gzip, as those of every client by `requests`.

    What asks an application within the process does not unpack them, as a client would.
    """
    if response.headers.get("content-encoding") == ["gzip"]:
        response.content = gzip.decompress(response.content)


def lines(_context, value):
    return json.dumps(value).encode()


def mat(_context, value):
    return str(value).encode()


class Served:
    """The club that an operation is asked of: everything is there anew for each operation, not for each request."""

    def __init__(self, store, folder, app, snapshots):
        self._store, self._folder, self._app, self._snapshots = store, folder, app, snapshots
        self.things = {}

    def begin(self):
        """Have the store hold what the addresses may name, so that requests get past the door."""
        self._store.client.flushall()
        deps = new_house(self._store, self._folder)
        self._app.extensions["brade"] = self._app.extensions["brade"]._replace(deps=deps)
        api = Api(deps, self._app.test_client(), snapshots=self._snapshots)
        self.things = api.begin_with("things that addresses name", lambda: self._made(api))

    def _made(self, api):
        api.found()
        tournament = api.tournament(3, published=True)
        api.post(f"/v1/tournaments/{tournament}/start")
        return {
            "club": "vasa",
            "game": "swedish",
            "match": api.friendly(),
            "tournament": tournament,
            "token": api.post("/v1/clubs/vasa/tokens", {"role": "viewer"}).json["id"],
            "player": "Player 1",
            "number": "1",
        }


@pytest.fixture
def served(store, tmp_path, made_app, snapshots):
    return Served(store, tmp_path, made_app, snapshots)


@pytest.fixture(scope="module")
def document(made_app):
    """The published document, read as requests are to be made up from it."""
    # Loaded here and not at the top: to load it takes long, and each worker of a run collects this file.
    import schemathesis
    from schemathesis.checks import load_all_checks
    from schemathesis.config import SchemathesisConfig

    schemathesis.hook(before_load_schema)
    schemathesis.hook(after_call)
    schemathesis.serializer("application/x-ndjson")(lines)
    schemathesis.serializer("text/x-mat")(mat)
    load_all_checks()
    return schemathesis.openapi.from_wsgi("/v1/openapi.json", made_app, config=SchemathesisConfig.from_dict(CONFIG))


@prove
@pytest.mark.hypothesis
@pytest.mark.parametrize("part", range(PARTS))
def test_answers_to_made_up_requests_keep_to_the_document(part, document, served):
    """The operations in parts, side by side. Making up requests takes long, so it is not done while collecting."""
    from schemathesis.core.parameters import ParameterLocation
    from schemathesis.generation.feedback import FeedbackSources
    from schemathesis.pytest._test_builder import build_operation_test

    # The store is not emptied between the requests of an operation: so it is in life.
    @settings(max_examples=40 if PROVING else 1, suppress_health_check=list(HealthCheck))
    def keeps(case):
        if not case.meta.is_negative_at(ParameterLocation.PATH):
            given = {name: value for name, value in served.things.items() if name in case.path_parameters}
            case.path_parameters.update(given)
        case.call_and_validate(headers={"Authorization": f"Bearer {OPERATOR}"})

    operations = [operation.ok() for operation in document.get_all_operations()]
    assert len(operations) > 80
    for operation in operations[part::PARTS]:
        served.begin()
        build_operation_test(
            config=document.config, operation=operation, test_func=keeps, given_kwargs={}, feedback=FeedbackSources()
        )()
