"""The published document: valid, complete, and telling the truth."""

import inspect
import json
import re

import pytest
from jsonschema_rs import Draft202012Validator, validator_for

from core.events import MATCH_FACTS, DiceCommitted, DiceSeedRevealed, NameErased, ResultReported
from core.match.judging import RULINGS
from schemas.problems import KINDS
from service.live import sse_stream
from tests.support.paths import ROOT
from tests.support.proving import prove


@pytest.fixture(scope="module")
def document(made_app):
    answer = made_app.test_client().get("/v1/openapi.json")
    assert answer.mimetype == "application/json"
    return answer.json


@pytest.fixture
def operations(document):
    return [
        (f"{method} {path}", words)
        for path, operations in document["paths"].items()
        for method, words in operations.items()
        if method != "parameters"
    ]


def test_the_document_is_an_openapi_document(document):
    from openapi_spec_validator.schemas import get_schema_content  # for one worker: it is half a second to load

    validator_for(get_schema_content("3.1")).validate(document)
    assert document["openapi"].startswith("3.1")


@prove
def test_the_document_is_valid_openapi_to_its_last_reference_and_default(document):
    from openapi_spec_validator import validate

    validate(document)


def test_the_document_is_not_sent_twice(api):
    etag = api.get("/v1/openapi.json").headers["ETag"]
    assert api.get("/v1/openapi.json", headers={"If-None-Match": etag}).status_code == 304


def test_every_address_of_the_api_is_in_the_document(app, document):
    served = {re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule) for rule in app.url_map.iter_rules()}
    api = {path for path in served if path.startswith("/v1/")}
    assert api - {"/v1/openapi.json"} == set(document["paths"])


def test_every_operation_has_a_name_of_its_own_for_generated_clients_and_a_description(operations):
    names = [words["operationId"] for _, words in operations]
    assert len(set(names)) == len(names)
    for name, words in operations:
        assert re.fullmatch(r"[a-z]+([A-Z][a-z0-9]*)+", words["operationId"]), name
        assert words["description"].endswith((".", ":")), (name, words["description"][-60:])


def test_every_operation_says_what_it_does_and_how_it_fails(operations):
    for name, words in operations:
        assert words["summary"].endswith("."), name
        assert len(words["tags"]) == 1, name
        kinds = {status for status in words["responses"] if status >= "400"}
        assert kinds <= {str(kind.status) for kind in KINDS.values()}, name
        for status in kinds:
            content = words["responses"][status]["content"]
            assert content == {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}


def test_every_schema_and_every_address_part_is_described(document):
    for name, schema in document["components"]["schemas"].items():
        assert schema["description"], name
    for path, words in document["paths"].items():
        for part in words.get("parameters", []):
            assert part["schema"]["pattern"].startswith("^"), path


def test_events_are_told_apart_by_their_type(document):
    schemas = document["components"]["schemas"]
    fact = schemas["AnyFact"]
    mapping = fact["discriminator"]["mapping"]
    assert fact["discriminator"]["propertyName"] == "type"
    not_posted = {ResultReported, DiceCommitted, DiceSeedRevealed, NameErased}
    assert mapping.keys() == {kind.__name__ for kind in MATCH_FACTS if kind not in not_posted}
    assert [each["$ref"] for each in fact["oneOf"]] == list(mapping.values())
    for name, reference in mapping.items():
        variant = schemas[reference.rsplit("/", 1)[1]]
        assert variant["properties"]["type"]["enum"] == [name]
        assert variant["additionalProperties"] is False
        assert "type" in variant["required"]


def test_every_example_is_one(document, operations):
    seen = 0
    for name, words in operations:
        for kind, content in words.get("requestBody", {}).get("content", {}).items():
            examples = [each["value"] for each in content.get("examples", {}).values()]
            examples += [content["example"]] if "example" in content else []
            for example in examples if kind == "application/json" else ():
                schema = {**content["schema"], "components": document["components"]}
                Draft202012Validator(schema).validate(example)
                seen += 1
            assert examples or kind == "application/x-ndjson" or "rounds" in name, name
    assert seen > 10


# What a schema cannot say: these are refused by the service although the document allows them, and the other way round.
JUDGED = [
    ({"type": "DiceRolled", "by": "white", "dice": [6, 2]}, True),
    ({"type": "DiceRolled", "by": "white", "dice": [6.0, 2]}, True),
    ({"type": "DiceRolled", "by": "white", "dice": [6.5, 2]}, False),
    ({"type": "DiceRolled", "by": "white", "dice": [True, 2]}, False),
    ({"type": "DiceRolled", "by": "white", "dice": ["6", 2]}, False),
    ({"type": "DiceRolled", "by": "white", "dice": [6, 2], "x": 1}, False),
    ({"type": "DiceRolled", "by": "white"}, False),
    ({"type": "CheckersMoved", "by": "white", "moves": [{"from": "bar", "to": 7}]}, True),
    ({"type": "CheckersMoved", "by": "white", "moves": [{"from": "off", "to": 7}]}, False),
    ({"type": "CheckersMoved", "by": "white", "moves": []}, False),
    ({"type": "RulingMade", "kind": "note", "reason": "seen"}, True),
    ({"type": "RulingMade", "kind": "note", "reason": "a\nb"}, False),
    ({"type": "RulingMade", "kind": "note", "reason": "  "}, False),
    ({"type": "RulingMade", "kind": "void", "reason": "x", "from_version": 1}, True),
    ({"type": "RulingMade", "kind": "void", "reason": "x"}, False),
    ({"type": "RulingMade", "kind": "award_match", "reason": "x", "winner": None}, False),
    ({"type": "RulingMade", "kind": "let_stand", "reason": "x", "winner": None}, True),
    ({"type": "DoubleOffered", "by": "white"}, True),
    ({"type": "DoubleTaken", "by": "green"}, False),
    ({"type": "DoubleDropped", "by": "black", "value": 2}, False),
    ({"type": "OpeningRolled", "white": 2, "black": 5}, True),
    ({"type": "OpeningRolled", "white": 2}, False),
    ({"type": "OpeningRolled", "white": 2, "seat1": 5}, False),
    ({"type": "OpeningRolled", "white": 2, "black": 5, "seat3": 1}, False),
    ({"type": "OpeningRolled", "seat1": 2, "seat2": 5, "seat3": 1}, True),
    ({"type": "OpeningRolled", "seat1": 2, "seat3": 5}, False),
    ({"type": "OpeningRolled", "seat1": 2, "seat2": 5, "seat4": 1}, False),
    ({"type": "OpeningRolled", "seat1": 2, "seat2": None}, False),
    ({"type": "OpeningRolled"}, False),
    ({"type": "DiceRolled", "by": "white", "dice": [6, 5, 4]}, True),
    ({"type": "DiceRolled", "by": "white", "dice": [6]}, False),
    ({"type": "CheckersMoved", "by": "white", "moves": [{"from": 4, "to": "down", "by": "opponent"}]}, True),
    ({"type": "CheckersMoved", "by": "white", "moves": [{"from": 4, "to": "down", "by": "black"}]}, False),
    ({"by": "white"}, False),
]


# Facts of games with a cube, with more seats, with three dice, with landings of the opponent: a match of each.
PLAYED = {
    "Double": {"game": "backgammon"},
    "seat1": {"game": "six-ace", "players": {"seat1": "A", "seat2": "B", "seat3": "C"}},
    "[6, 5, 4]": {"game": "english", "options": {"dice": "three"}},
    "opponent": {"game": "dubblets"},
}


@pytest.mark.parametrize(("fact", "right"), JUDGED, ids=[json.dumps(fact) for fact, _ in JUDGED])
def test_document_and_service_agree_on_what_a_fact_is(api, document, fact, right):
    schema = {"$ref": "#/components/schemas/AnyFact", "components": document["components"]}
    assert Draft202012Validator(schema).is_valid(fact) is right
    match = api.friendly(**next((match for word, match in PLAYED.items() if word in json.dumps(fact)), {}))
    answer = api.post(f"/v1/matches/{match}/events", fact)
    assert answer.status_code == (202 if right else 422)


# ── for people ───────────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_page_shows_every_operation_and_every_schema(api, document, operations):
    answer = api.get("/docs", role=None)
    page = answer.get_data(as_text=True)
    assert answer.mimetype == "text/html"
    for name, words in operations:
        assert f"<code>{name.split(' ')[1]}</code>" in page
        assert words["summary"].split("`")[0].replace("'", "&#39;")[:30] in page
    for name in document["components"]["schemas"]:
        assert f'id="schema-{name}"' in page
    for name in KINDS:
        assert f'href="/problems/{name}"' in page


def test_the_page_shows_code_as_code(api):
    for path in ("/docs", "/problems/busy"):
        page = api.get(path, role=None).get_data(as_text=True)
        assert "`" not in page
        assert "<code>Idempotency-Key</code>" in page


def test_every_kind_of_ruling_has_an_example(api, document):
    content = document["paths"]["/v1/matches/{match}/events"]["post"]["requestBody"]["content"]["application/json"]
    rulings = {name: each["value"] for name, each in content["examples"].items() if name.startswith("ruling")}
    assert {words["kind"] for words in rulings.values()} == set(RULINGS)
    page = api.get("/docs", role=None).get_data(as_text=True)
    for name, words in rulings.items():
        assert f'<p>{name}</p><pre tabindex="0">{{\n  "type": "RulingMade",' in page
        assert api.post(f"/v1/matches/{api.friendly()}/events", words, role="referee").status_code == 202


def test_every_kind_of_event_that_streams_send_is_explained(api, document):
    kinds = set(re.findall(r"event: (\w+)", inspect.getsource(sse_stream)))
    assert len(kinds) == 4
    page = (ROOT / "docs" / "api" / "live.md").read_text()
    told = "".join(
        document["paths"][f"/v1/{each}/stream"]["get"]["description"]
        for each in ("matches/{match}", "tournaments/{tournament}")
    )
    for kind in kinds:
        assert f"event: {kind}" in told
        assert f"event: {kind}" in page
    assert '<pre tabindex="0">id: 2\nevent: fact' in api.get("/docs", role=None).get_data(as_text=True)


def test_nothing_on_the_page_comes_from_elsewhere(api):
    answer = api.get("/docs", role=None)
    page = answer.get_data(as_text=True)
    assert "<script" not in page
    assert not re.search(r"""(src|href)=["'](https?:)?//""", page)
    assert not re.search(r"\sstyle=", page)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "*" not in policy


def test_every_link_of_the_page_leads_somewhere(api):
    page = api.get("/docs", role=None).get_data(as_text=True)
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    for target in set(re.findall(r'href="([^"]+)"', page)):
        if target.startswith("#"):
            assert target[1:] in ids, target
        else:
            assert api.get(target, role=None).status_code == 200, target
