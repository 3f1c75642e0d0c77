"""The worst body of every operation, of the size that it takes: refused, or answered, before it has cost much.

Processor time is counted in turns of an empty loop, so that a slower or a busier machine is no fault of the service.
"""

import json
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import count
from typing import Any

import pytest

from schemas.facts.facts import OpeningRolledFact
from schemas.fields.base import MOST_UNKNOWN, MOST_WRONG
from service.asgi import body_limit
from service.web.http import request_body
from service.web.http.request_body import MOST_VALUES, VALUE_BYTES
from tests.support.operations import TABLE, SeatedTournament, operations_of
from tests.support.proving import some

TURNS = 200_000
STRANGERS, PEOPLE, FILES = 0.8, 4.0, 12.0
"""Million turns: 20, 100 and 300 ms on a machine whose million turns take 25 ms. Whole files cost what is in them."""
OF_FILES = (
    "POST /v1/matches/import",
    "POST /v1/tournaments/{tournament}/imports/players",
    "POST /v1/tournaments/{tournament}/imports/results",
)
OF_STRANGERS = ("POST /v1/tournaments/{tournament}/entry-requests",)
"""Beside those without a role: what is taken without a token where a tournament is published."""
QUERIES = {OF_FILES[0]: {"club": "vasa"}, OF_FILES[1]: {"dry_run": "true"}, OF_FILES[2]: {"dry_run": "true"}}
TRIES = 5
JSON, LINES, CSV = "application/json", "application/x-ndjson", "text/csv"


def turn_seconds() -> float:
    """Processor time of a million turns of an empty loop, just now."""
    begun = time.process_time()
    for _ in range(TURNS):
        pass
    return (time.process_time() - begun) * 1_000_000 / TURNS


def cost(ask: Callable[[], Any], most: float) -> tuple[float, Any]:
    """Processor time of a request in million turns, the least of a few tries; one that is within `most` is enough."""
    least, answer = float("inf"), None
    for _ in range(TRIES):
        before = turn_seconds()
        begun = time.process_time()
        answer = ask()
        spent = time.process_time() - begun
        least = min(least, spent / min(before, turn_seconds()))
        if least < most / 2:
            break
    return least, answer


# ── the bodies ───────────────────────────────────────────────────────────────────────────────────────────────────────
def filled(begin: str, part: Callable[[int], str], end: str, size: int, most: int | None = None) -> bytes:
    """A text of at most `size` bytes with as many parts as have room; with `most` none holds more values than that."""
    parts, length, values = [], len(begin) + len(end), 0
    for number in count():
        each = part(number)
        length += len(each.encode()) + 1
        values += 1 + sum(map(each.count, ",{["))
        if length > size or (most is not None and values > most):
            return (begin + ",".join(parts) + end).encode()
        parts.append(each)
    raise AssertionError


def base36(number: int) -> str:
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
        if not number:
            return digits


ITEMS = {
    "empty objects": lambda _: "{}",
    "objects with an unknown field": lambda _: '{"x":0}',
    "objects with ten unknown fields": lambda _: '{"a":0,"b":0,"c":0,"d":0,"e":0,"f":0,"g":0,"h":0,"i":0,"j":0}',
    "numbers": lambda _: "0",
    "texts": lambda number: f'"{base36(number)}"',
    "lists": lambda _: "[]",
    "marks": lambda _: '"' + "\u0301\u0316" * 40 + '"',
}


@cache
def whole_bodies(size: int) -> dict[str, bytes]:
    """Bodies of JSON that are wrong as a whole."""
    few = most_values(size) - 100
    return {
        **{
            f"unknown {kind}, {most}": filled(
                "{", lambda number, value=value: f'"{base36(number)}":{value}', "}", size, most
            )
            for most in (None, few)
            for kind, value in (("fields", "0"), ("objects", "{}"))
        },
        "one field again and again": filled("{", lambda _: '"a":0', "}", size),
        "a deep list": b"[" * (size // 2) + b"]" * (size // 2),
        "a deep object": b'{"a":' * (size // 8) + b"0" + b"}" * (size // 8),
        "a long number": b"9" * size,
        "a long text": ('"' + "\u0301\u0316" * (size // 5) + '"').encode(),
        **{f"a list of {name}": filled("[", item, "]", size, few) for name, item in ITEMS.items()},
    }


def worst_of_json(
    schema: dict[str, Any], schemas: dict[str, Any], example: Any, size: int, *, every: bool
) -> Iterator[tuple[str, bytes]]:
    """Bodies of JSON, each with what it is called; those with wrong parts for `every` part of the body or for some."""
    yield from whole_bodies(size).items()
    known = example if isinstance(example, dict) else {}
    for path in sorted(paths(schema, schemas, 3 if every else 2)):
        values = values_of(size - 2000)
        for name, text in values.items() if every else [(WORST, values[WORST])]:
            yield f"{'.'.join(path)}: {name}", placed(known, path, text)
    if isinstance(example, list) and example:
        yield "its example again and again", filled("[", lambda _: json.dumps(example[0]), "]", size)


WORST = "objects with ten unknown fields"


def most_values(size: int) -> int:
    return min(MOST_VALUES, size // VALUE_BYTES)


@cache
def values_of(size: int) -> dict[str, str]:
    """Texts of JSON values for a field."""
    few = most_values(size) - 100
    return {
        **{name: filled("[", item, "]", size, few).decode() for name, item in ITEMS.items()},
        "unknown fields": filled("{", lambda number: f'"{base36(number)}":0', "}", size, few).decode(),
        "a long text": '"' + "\u0301\u0316" * (size // 5) + '"',
        "a long number": "9" * size,
    }


def placed(known: dict[str, Any], path: tuple[str, ...], text: str) -> bytes:
    """A body with a value at a path, `[]` being the first of a list; its other fields are those of the example."""
    marker = "@worst@"

    def put(value: Any, rest: tuple[str, ...]) -> Any:
        if not rest:
            return marker
        if rest[0] == "[]":
            return [put(value[0] if isinstance(value, list) and value else None, rest[1:])]
        inner = value if isinstance(value, dict) else {}
        return {**inner, rest[0]: put(inner.get(rest[0]), rest[1:])}

    return json.dumps(put(known, path)).replace(f'"{marker}"', text).encode()


def paths(schema: dict[str, Any], schemas: dict[str, Any], deep: int = 3) -> set[tuple[str, ...]]:
    """The places inside a body, as far as so many steps lead."""
    if "$ref" in schema:
        schema = schemas[schema["$ref"].rsplit("/", 1)[1]]
    found: set[tuple[str, ...]] = set()
    for kind in ("oneOf", "anyOf", "allOf"):
        for part in schema.get(kind, []):
            found |= paths(part, schemas, deep)
    if not deep:
        return found
    inner = {name: part for name, part in schema.get("properties", {}).items() if isinstance(part, dict)}
    if isinstance(schema.get("items"), dict):
        inner["[]"] = schema["items"]
    for name, part in inner.items():
        found |= {(name,)} | {(name, *rest) for rest in paths(part, schemas, deep - 1)}
    return found


@cache
def texts(size: int) -> dict[str, bytes]:
    """Bodies of lines: of JSON, of a table, of a match."""
    return {
        "empty lines": b"\n" * size,
        "objects": b"{}\n" * (size // 3),
        "unknown fields": filled("{", lambda number: f'"{base36(number)}":0', "}", min(size, 1_000_000)),
        "columns": filled("", base36, "", min(size, 1_000_000)),
        "rows": b"name\n" + b"a\n" * (size // 2 - 10),
        "quotes": b'"' * size,
        "commas": b"," * size,
    }


# ── the walk ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def bodies_of(
    words: dict[str, Any], document: dict[str, Any], size: int, *, every: bool
) -> Iterator[tuple[str, str, bytes]]:
    """Every kind of body that an operation takes, with the worst of it."""
    for kind, described in words["requestBody"]["content"].items():
        if kind == JSON:
            examples = [described.get("example"), *(each["value"] for each in described.get("examples", {}).values())]
            example = next((each for each in examples if each is not None), None)
            schemas = document["components"]["schemas"]
            found = worst_of_json(described["schema"], schemas, example, size, every=every)
        else:
            found = texts(size).items()
        yield from ((kind, name, body[:size]) for name, body in found)


def size_taken(api: Any, method: str, path: str, headers: dict[str, str], query: dict[str, str]) -> int:
    """The bytes that the application would let the front read."""
    asked = {"asgi.scope": {body_limit.ASKED: True}}
    answer = api.client.open(path, method=method, headers=headers, query_string=query, environ_overrides=asked)
    assert answer.status_code == 204, (method, path, answer.text)
    return int(answer.headers[body_limit.LIMIT_HEADER])


def most_of(operation: str) -> float:
    """The processor time that an operation may take, in million turns."""
    if TABLE.get(operation) == "none" or operation in OF_STRANGERS:
        return STRANGERS
    return FILES if operation in OF_FILES else PEOPLE


@pytest.mark.parametrize(
    "walk", some(["some parts of each body", "every part of each body"], "some parts of each body")
)
def test_no_body_of_any_operation_costs_much(api: Any, walk: str) -> None:
    seated = SeatedTournament(api)
    published = api.post(f"/v1/tournaments/{seated.tournament}/publication", {"published": True})
    assert published.status_code == 200
    document = api.client.application.extensions["brade"].document()
    every = walk == "every part of each body"
    operations, asked, wrong = 0, 0, []
    for operation, words in operations_of(api.client.application).items():
        if "requestBody" not in words:
            continue
        most, role = most_of(operation), TABLE.get(operation, "viewer")
        (method, path), query = seated.at(operation), QUERIES.get(operation, {})
        headers = {"Accept-Language": "sv"}
        if most != STRANGERS:
            headers["Authorization"] = f"Bearer {api.tokens[role]}"
        size = size_taken(api, method, path, headers, query)
        assert size == (body_limit.SMALL_BODY if most == STRANGERS else size), operation
        bodies = list(bodies_of(words, document, size, every=every))
        if not every and most != STRANGERS:
            bodies = bodies[operations % 6 :: 6]  # each kind of body still meets a sixth of the operations
        operations += 1
        for kind, name, body in bodies:
            sent = {"data": body, "content_type": kind, "headers": headers, "query_string": query}
            ask = partial(api.client.open, path, method=method, **sent)
            spent, answer = cost(ask, most)
            asked += 1
            if spent > most or answer.status_code >= 500:
                wrong.append(
                    f"{operation}: {name} ({kind}, {len(body)} bytes): {answer.status_code}, {spent:.2f} > {most}"
                )
    assert asked > (2000 if every else 300)
    assert "\n".join(wrong) == ""


@pytest.mark.parametrize("fields", [25, 100])
def test_unknown_fields_are_named_while_they_are_few(api: Any, fields: int) -> None:
    body = {"game": "swedish", "games": 3, "results": [], **{f"x{number}": 0 for number in range(fields)}}
    few = {name: body[name] for name in [*list(body)[:3], *list(body)[3 : 3 + MOST_UNKNOWN // 2]]}
    assert set(api.post("/v1/settlements", few, role=None).json["errors"]) >= {"x0", "x9"}
    answer = api.post("/v1/settlements", body, role=None)
    assert answer.status_code == 422
    assert "too many" in answer.json["detail"]
    assert len(answer.json["errors"]) == 1


def test_of_a_list_so_many_wrong_rows_are_named_and_the_rest_is_not_read(api: Any, monkeypatch: Any) -> None:
    read, real = [], OpeningRolledFact.load
    monkeypatch.setattr(OpeningRolledFact, "load", lambda schema, data: read.append(data) or real(schema, data))
    rows = [{"type": "OpeningRolled", "white": 7, "black": 7}] * 1000
    answer = api.post(f"/v1/matches/{api.friendly()}/events", rows, role="scorer")
    assert answer.status_code == 422
    assert len(answer.json["errors"]) == MOST_WRONG
    assert len(read) == MOST_WRONG // 2


def test_a_query_with_many_unknown_parameters_is_refused_as_a_body_is(api: Any) -> None:
    query = "&".join(f"{base36(number)}=" for number in range(1500))
    spent, answer = cost(lambda: api.client.get(f"/v1/games/swedish/plans?{query}"), STRANGERS)
    assert (answer.status_code, list(answer.json["errors"])) == (422, [""])
    assert spent < STRANGERS


def test_a_body_with_many_values_is_not_read(api: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(request_body, "_DECODE", None)
    for body in (b"[" + b"0," * 7000 + b"0]", b"{}," * 7000, b"[" * 7000):
        answer = api.client.post("/v1/settlements", data=body, content_type=JSON)
        assert (answer.status_code, answer.json["code"]) == (413, "too-large")


def test_a_machine_that_is_slower_is_no_fault_and_a_costly_answer_is_one() -> None:
    def busy() -> None:
        for _ in range(1_500_000):
            pass

    assert cost(busy, STRANGERS)[0] > STRANGERS
    assert cost(lambda: None, STRANGERS)[0] < STRANGERS / 10
