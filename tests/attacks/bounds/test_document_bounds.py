"""Everything that a request may hold is bounded by the published document, and the bounds are kept."""

import time
from contextlib import contextmanager

import pytest

from core.imports.people_lists import read_people
from schemas.fields import Anything
from service.web.http.request_headers import LONGEST_HEADER

SECONDS = 2.0
"""Of processor time, far more than anything here takes and far less than it took."""
FILES = {"application/x-ndjson", "text/csv", "text/x-mat"}
"""Kinds of body that are texts as a whole, which the limit of the body bounds."""


def unbounded(document):
    """The places of the document that take a text, a list or an object of any size."""
    schemas, seen = document["components"]["schemas"], set()

    def look(schema, where):
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[1]
            known = name in seen
            seen.add(name)
            return [] if known else look(schemas[name], name)
        found = [(where, kind) for kind in _without_bound(schema)]
        return found + [each for place, part in _parts(schema) for each in look(part, where + place)]

    return [each for where, schema in _asked(document["paths"]) for each in look(schema, where)]


def _asked(paths):
    """Every schema of a parameter and of a body, with its place."""
    for path, item in paths.items():
        for method, described in item.items():
            parameters = described if method == "parameters" else described.get("parameters", [])
            bodies = {} if method == "parameters" else described.get("requestBody", {}).get("content", {})
            yield from ((f"{method} {path} {parameter['name']}", parameter["schema"]) for parameter in parameters)
            yield from ((f"{method} {path}", body["schema"]) for kind, body in bodies.items() if kind not in FILES)


def _without_bound(schema):
    """Of which kinds a value may be that is of any size."""
    kinds = [schema["type"]] if isinstance(schema.get("type"), str) else schema.get("type", [])
    bounds = {
        "string": bool(schema.keys() & {"maxLength", "enum", "const"}) or _ends(schema.get("pattern")),
        "array": "maxItems" in schema,
        "object": bool(schema.keys() & {"properties", "maxProperties"}) or _closed(schema.get("oneOf")),
    }
    return [kind for kind in kinds if not bounds.get(kind, True)]


def _closed(alternatives):
    """True if each of several kinds of object has no other fields than it names, or is looked at by its own name."""
    return bool(alternatives) and all(
        "$ref" in alternative or alternative.get("additionalProperties") is False for alternative in alternatives
    )


def _parts(schema):
    """The schemas inside a schema, each with what its place is called."""
    found = [(f".{name}", part) for name, part in schema.get("properties", {}).items()]
    found += [("", part) for kind in ("oneOf", "anyOf", "allOf") for part in schema.get(kind, [])]
    found += [("[]", schema[kind]) for kind in ("items", "additionalProperties") if kind in schema]
    return [(place, part) for place, part in found if isinstance(part, dict)]


def _ends(pattern):
    """True if a pattern is of a whole text and repeats nothing for ever."""
    return bool(pattern) and pattern[0] == "^" and pattern[-1] == "$" and not {"*", "+"} & set(_without_sets(pattern))


def _without_sets(pattern):
    inside, found = False, []
    for letter in pattern:
        inside = letter == "[" or (inside and letter != "]")
        found += [] if inside else [letter]
    return found


def test_every_text_list_and_object_of_a_request_has_a_bound_in_the_document(api):
    assert unbounded(api.client.application.extensions["brade"].document()) == []


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string"},
        {"type": ["string", "null"]},
        {"type": "string", "pattern": "^a+$"},
        {"type": "array"},
        {"type": "object"},
        {"anyOf": [{"type": "string"}]},
        {"type": "string", "pattern": "[a-z]{1,4}"},
        {"type": "object", "properties": {"a": {"type": "array", "maxItems": 3, "items": {"type": "string"}}}},
    ],
)
def test_what_has_no_bound_is_found(schema):
    body = {"requestBody": {"content": {"application/json": {"schema": schema}}}}
    assert len(unbounded({"components": {"schemas": {}}, "paths": {"/": {"post": body}}})) == 1


def test_an_option_that_is_a_text_of_any_kind_is_bounded_where_it_is_asked_for(api):
    cup = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "single_elimination"}
    for settings in ({"consolation": "a" * (Anything.longest + 1)}, {f"x{number}": 1 for number in range(101)}):
        answer = api.post("/v1/clubs/vasa/tournaments", {**cup, "settings": settings})
        assert (answer.status_code, list(answer.json["errors"])) == (422, ["settings"])


def test_no_more_tables_are_named_than_a_tournament_has(api):
    answer = api.post(f"/v1/tournaments/{api.tournament()}/links", {"tables": ["1"] * 1001})
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["tables"])


@pytest.mark.parametrize("name", ["If-Match", "Prefer"])
def test_a_header_that_sets_a_condition_is_bounded(api, name):
    def status(text):
        return api.post(f"/v1/matches/{match}/events", body, role="scorer", headers={name: text}).status_code

    match, body = api.friendly(), {"type": "OpeningRolled", "white": 3, "black": 2}
    assert status(("x," * LONGEST_HEADER)[: LONGEST_HEADER + 1]) == 400
    assert status('"v0"' if name == "If-Match" else "wait=0, " + "x" * 900) in (201, 202)


def test_what_an_address_says_is_not_repeated_in_the_link_to_every_fact(api):
    match, notes = api.friendly(), [{"type": "RulingMade", "kind": "note", "reason": "x"}] * 20
    assert api.post(f"/v1/matches/{match}/events", notes, role="referee").status_code in (201, 202)
    for part in ("", "/facts", "/moments"):
        sizes = [len(api.get(f"/matches/{match}{part}?seat={seat}").data) for seat in ("black", "a" * 4000)]
        assert sizes[1] < sizes[0] + 4 * 4000, part


@contextmanager
def soon():
    """Fails where what is done takes much processor time."""
    begun = time.process_time()
    yield
    assert time.process_time() - begun < SECONDS


WIDE = ",".join(f"c{number}" for number in range(60_000))


@pytest.mark.parametrize(
    ("text", "code"), [(WIDE, "malformed-csv"), ("a\n" * 5000, "too-large"), ("name\n" + "a;1\n" * 5000, "too-large")]
)
@pytest.mark.parametrize("path", ["/v1/clubs/vasa/players", "/v1/tournaments/{}/entries"])
def test_a_list_with_too_many_columns_or_lines_is_not_read_to_its_end(api, text, code, path):
    path = path.format(api.tournament())
    with soon():
        answer = api.post(path, data=text, content_type="text/csv")
    assert answer.json["code"] == code


@pytest.mark.parametrize("teams", [False, True])
@pytest.mark.parametrize(
    "line",
    ["a," * 110, "a" + " " * 240 + "b", "a" + " -" * 120, "a " * 120 + "x1", "(" * 100 + "a" + ")" * 100, '"a;' * 80],
    ids=["commas", "blanks", "dashes", "words", "brackets", "quotes"],
)
def test_a_line_of_a_pasted_list_costs_no_more_than_its_length(line, teams):
    with soon():
        assert len(read_people(f"{line}\n" * 3000, teams=teams).people) <= 3000


def test_a_mat_file_of_heads_that_are_none_is_read_at_once(api):
    text = ("; [" + " " * 490 + "\n") * 500
    with soon():
        answer = api.post("/v1/matches/import?club=vasa", data=text, content_type="text/x-mat")
    assert answer.status_code == 422


def test_the_document_and_its_pages_are_written_once(api, monkeypatch):
    paths = ("/docs/corrections", "/v1/openapi.json")
    pages = [api.client.get(path) for path in paths]
    monkeypatch.setattr("service.web.pages.api_docs.page.render_template", None)
    monkeypatch.setattr("service.web.pages.api_docs.page.jsonify", None)
    assert [api.client.get(path).data for path in paths] == [page.data for page in pages]
