"""The published document keeps what was promised: operations, parameters, statuses, fields and types, fixed words.

`contract.txt` has a line for each promise. Lines are added with a release, and none goes within `/v1`
(docs/api/changes.md).
"""

import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from service.app import published_document
from tests.support.paths import ROOT

PROMISED = Path(__file__).with_name("contract.txt")
PROBLEM = "application/problem+json"
Json = dict[str, Any]
Change = Callable[[Json, Json], object]


def promises(document: Json) -> set[str]:
    """A line for each promise of a document."""
    return {*_operations(document), *_schemas(document)}


def _operations(document: Json) -> Iterator[str]:
    for path, operations in document["paths"].items():
        shared = operations.get("parameters", [])
        for method, operation in operations.items():
            if method == "parameters":
                continue
            name = f"{method.upper()} {path}"
            yield f"{name} is {operation['operationId']}"
            for parameter in (*shared, *operation.get("parameters", [])):
                parameter = _resolved(document, parameter)
                yield f"{name} takes {parameter['in']} {parameter['name']}"
            for kind, media in operation.get("requestBody", {}).get("content", {}).items():
                yield f"{name} takes {kind} {_type(media.get('schema', {}))}"
            for status, answer in operation["responses"].items():
                for kind, media in _resolved(document, answer).get("content", {"nothing": {}}).items():
                    if kind == PROBLEM:  # of which there is one for every operation
                        continue
                    yield f"{name} answers {status} {kind} {_type(media.get('schema', {}))}"


def _schemas(document: Json) -> Iterator[str]:
    operations = [each for path in document["paths"].values() for each in path.values() if isinstance(each, dict)]
    sent = _reached(document, [operation.get("requestBody", {}) for operation in operations])
    answered = _reached(document, [operation["responses"] for operation in operations])
    for name, schema in document["components"]["schemas"].items():
        required = schema.get("required", [])
        for field, about in schema.get("properties", {}).items():
            yield f"{name}.{field}: {_type(about)}"
            for word in about.get("enum", ()):
                yield f"{name}.{field} may be {word!r}"
            if field not in required and name in sent:
                yield f"{name}.{field} may be left out"
            if field in required and name in answered:
                yield f"{name}.{field} is always there"
        for each in schema.get("oneOf", ()):
            yield f"{name} may be {_type(each)}"


def _reached(document: Json, start: object) -> set[str]:
    """The names of the schemas to which these parts refer, themselves or by others."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        part = waiting.pop()
        if isinstance(part, list):
            waiting += part
        elif isinstance(part, dict):
            target = part.get("$ref")
            if isinstance(target, str):
                name = target.rpartition("/")[2]
                if name not in found:
                    found.add(name)
                    waiting.append(_resolved(document, part))
            waiting += part.values()
    return found


def _resolved(document: Json, part: Json) -> Json:
    """The part itself, or what it refers to."""
    while "$ref" in part:
        found: Json = document
        for step in part["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        part = found
    return part


def _type(schema: Json) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "items" in schema:
        return f"list of {_type(schema['items'])}"
    cases = [each for key in ("oneOf", "anyOf", "allOf") for each in schema.get(key, ())]
    if cases and "type" not in schema:
        return " or ".join(sorted({_type(case) for case in cases}))
    kinds = schema.get("type", "any")
    return kinds if isinstance(kinds, str) else " or ".join(kinds)


@pytest.fixture(scope="module")
def document() -> Json:
    """The published document."""
    return published_document()


def test_everything_that_was_promised_is_still_there(document: Json) -> None:
    promised = PROMISED.read_text(encoding="utf-8").splitlines()
    assert promised == sorted(promised)
    assert len(promised) > 1000
    kept = promises(document)
    assert [each for each in promised if each not in kept] == [], (
        "This breaks the programs of others. What replaces it comes beside it (docs/api/README.md)."
    )


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda paths, _: paths["/v1/matches/{match}"].pop("get"), "GET /v1/matches/{match} is getMatch"),
        (lambda _, schemas: schemas["MatchState"]["properties"].pop("phase"), "MatchState.phase: string"),
        (lambda _, schemas: schemas["MatchState"]["required"].remove("phase"), "MatchState.phase is always there"),
        (lambda _, schemas: schemas["MatchOpening"]["required"].append("stop"), "MatchOpening.stop may be left out"),
    ],
    ids=["an operation goes", "a field goes", "a field may be absent", "a field becomes necessary"],
)
def test_a_change_that_breaks_programs_of_others_is_found(document: Json, change: Change, line: str) -> None:
    before = promises(document)
    assert line in before
    changed = deepcopy(document)
    change(changed["paths"], changed["components"]["schemas"])
    assert line in before - promises(changed)


if __name__ == "__main__":  # python -m tests.web.openapi.test_contract: with a release, adds what is new
    lines = sorted({*promises(published_document()), *PROMISED.read_text(encoding="utf-8").splitlines()})
    sys.stdout.write(f"{len(lines)} promises in {PROMISED.relative_to(ROOT)}\n")
    PROMISED.write_text("\n".join(lines) + "\n", encoding="utf-8")
