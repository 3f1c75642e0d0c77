"""The published document: valid, complete, and telling the truth."""

import ast
import inspect
import json
import re
import shlex
from html import unescape

import pytest
from jsonschema_rs import Draft202012Validator, validator_for

from core.events import MATCH_FACTS, DiceCommitted, DiceSeedRevealed, NameErased, ResultReported
from core.match.judging import RULINGS
from schemas.problems import KINDS
from service.live import sse_stream
from service.web.pages.api_docs.resources import resources_of
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
    assert fact["type"] == "object"  # so that a program that goes by the discriminator alone takes no list for a fact
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
            examples = [example["value"] for example in content.get("examples", {}).values()]
            examples += [content["example"]] if "example" in content else []
            for example in examples if kind == "application/json" else ():
                schema = {**content["schema"], "components": document["components"]}
                Draft202012Validator(schema).validate(example)
                if isinstance(example, dict):  # no field is there that the schema does not name
                    Draft202012Validator(schema | {"unevaluatedProperties": False}).validate(example)
                seen += 1
            assert examples or kind == "application/x-ndjson" or "rounds" in name, name
    assert seen > 10


def undefined(schema, schemas, around=None):
    """The fields that a part of a schema requires and defines neither itself nor in the schema that it is a case of."""
    if "$ref" in schema:
        schema = schemas[schema["$ref"].rsplit("/", 1)[1]]
    outermost = schema if around is None else around
    defined = schema.get("properties", {}).keys() | outermost.get("properties", {}).keys()
    found = [name for name in schema.get("required", []) if name not in defined]
    for kind in ("allOf", "anyOf", "oneOf"):
        found += [name for case in schema.get(kind, []) for name in undefined(case, schemas, outermost)]
    for part in (*schema.get("properties", {}).values(), schema.get("items")):
        found += undefined(part, schemas) if isinstance(part, dict) and "$ref" not in part else []
    return found


def test_every_required_field_is_defined_where_it_is_required(document, operations):
    schemas = document["components"]["schemas"]
    places = dict(schemas)
    for name, words in operations:
        bodies = words.get("requestBody", {}).get("content", {})
        places |= {f"{name} {kind}": content["schema"] for kind, content in bodies.items() if "schema" in content}
    assert {name: found for name, schema in places.items() if (found := undefined(schema, schemas))} == {}


@pytest.mark.parametrize(
    ("schema", "found"),
    [
        ({"properties": {"a": {}}, "anyOf": [{"required": ["a"]}]}, []),
        ({"anyOf": [{"type": "string"}, {"properties": {"a": {}}, "anyOf": [{"required": ["a"]}]}]}, ["a"]),
        ({"items": {"properties": {"a": {}}, "required": ["a", "b"]}}, ["b"]),
        ({"oneOf": [{"$ref": "#/components/schemas/Case"}]}, ["c"]),
    ],
)
def test_a_required_field_that_is_defined_nowhere_is_found(schema, found):
    case = {"properties": {"c": {}}, "allOf": [{"required": ["c"]}]}
    assert undefined(schema, {"Case": case}) == found


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
@pytest.fixture
def resources(api):
    """The page of each resource, by its address."""
    start = api.get("/docs", role=None).get_data(as_text=True)
    addresses = sorted(set(re.findall(r'href="(/docs/[^"#]+)"', start)))
    return {address: api.get(address, role=None).get_data(as_text=True) for address in addresses}


def test_the_pages_show_every_operation_and_every_schema(api, resources, document, operations):
    together = "".join(resources.values())
    for name, words in operations:
        assert f"<code>{name.split(' ')[1]}</code>" in together
        assert words["summary"].split("`")[0].replace("'", "&#39;")[:30] in together
    for name in document["components"]["schemas"]:
        assert f'id="schema-{name}"' in together, name
    problems = api.get("/problems", role=None).get_data(as_text=True)
    for name in KINDS:
        assert f'href="/problems/{name}"' in problems


def test_a_resource_shows_its_own_operations_alone_and_its_schemas(resources):
    for address, page in resources.items():
        tag = address.rpartition("/")[2]
        shown = re.findall(r'<details class="card operation" id="([^"]+)"', page)
        assert len(shown) == len(set(shown)) > 0, tag
        assert page.count("<h4>curl</h4>") == page.count("<h4>Python (httpx)</h4>") == len(shown)


def test_the_search_finds_operations_by_all_words_of_their_path_summary_and_resource(api):
    def shown(words):
        page = api.get("/docs", role=None, query_string={"q": words}).get_data(as_text=True)
        return re.findall(r'<li data-words="[^"]*"><a href="([^"]+)"', page)

    assert "/docs/corrections#post-v1-tournaments-tournament-decisions" in shown("DECISION post")
    assert {address.partition("#")[0] for address in shown("webhook delivery")} == {"/docs/webhooks"}
    assert shown("nothing-has-this-word") == []
    assert api.get("/docs", role=None, query_string={"q": "x" * 101}).status_code == 413


def test_examples_for_curl_and_python_are_right_to_their_last_letter(api, document):
    every = resources_of(document).values()
    for operation in (operation for resource in every for operation in resource.operations):
        words = shlex.split(operation.curl.replace("\\\n", " "))
        assert words[0] == "curl", operation
        assert any(word.startswith("$BRADE/") for word in words)
        assert ("-H" in words and any("$TOKEN" in word for word in words)) is (operation.role != "none")
        ast.parse(operation.python)
        if operation.bodies and operation.bodies[0].kind == "application/json" and operation.bodies[0].examples:
            sent = words[words.index("--data-binary") + 1]
            assert json.loads(sent) == json.loads(operation.bodies[0].examples[0].text)


def test_a_resource_that_the_api_has_not_is_named_with_those_that_it_has(api):
    answer = api.get("/docs/nothing", role=None)
    assert answer.status_code == 404


def test_the_pages_show_code_as_code(api):
    for path in ("/docs", "/docs/matches", "/problems", "/problems/busy"):
        page = api.get(path, role=None).get_data(as_text=True)
        assert "`" not in page.replace("`${", ""), path
    assert "<code>Idempotency-Key</code>" in api.get("/docs", role=None).get_data(as_text=True)


def test_every_kind_of_ruling_has_an_example(api, document):
    content = document["paths"]["/v1/matches/{match}/events"]["post"]["requestBody"]["content"]["application/json"]
    rulings = {name: example["value"] for name, example in content["examples"].items() if name.startswith("ruling")}
    assert {words["kind"] for words in rulings.values()} == set(RULINGS)
    page = unescape(api.get("/docs/matches", role=None).get_data(as_text=True))
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
    assert '<pre tabindex="0">id: 2\nevent: fact' in api.get("/docs/logs", role=None).get_data(as_text=True)


def test_nothing_on_the_pages_comes_from_elsewhere(api, resources):
    answer = api.get("/docs", role=None)
    for page in (answer.get_data(as_text=True), *resources.values()):
        assert not re.search(r"<script(?! type=\"module\" src=\"/static/)", page)
        assert not re.search(r"""(src|href)=["'](https?:)?//""", page)
        assert not re.search(r"\sstyle=", page)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "*" not in policy


def test_every_link_of_the_pages_leads_somewhere(api, resources):
    start = api.get("/docs?q=e", role=None).get_data(as_text=True)
    anchors = {address: set(re.findall(r'\sid="([^"]+)"', page)) for address, page in resources.items()}
    for address, page in {"/docs": start, **resources}.items():
        ids = re.findall(r'\sid="([^"]+)"', page)
        assert len(ids) == len(set(ids)), address
        for target in set(re.findall(r'href="([^"]+)"', page)):
            path, _, anchor = target.partition("#")
            if anchor:
                assert anchor in (anchors[path] if path else ids), target
            elif path.startswith(("/docs", "/problems", "/v1")):
                assert path in resources or api.get(path, role=None).status_code == 200, target


def test_every_pattern_is_read_alike_by_programs_with_and_without_unicode(document):
    patterns = set(re.findall(r'"pattern": "((?:[^"\\\\]|\\\\.)*)"', json.dumps(document, ensure_ascii=False)))
    assert len(patterns) > 20
    assert [pattern for pattern in patterns if any(ord(sign) > 0xFFFF for sign in pattern)] == []
