"""The published document as people read it: by resources, with their operations, examples, and the schemas they use."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple
from urllib.parse import quote

Json = dict[str, Any]

METHODS = ("get", "post", "put", "patch", "delete")
_PARAMETER = re.compile(r"\{(\w+)\}")
_NO_WORD = re.compile(r"\W+")
_REFERENCE = "#/components/schemas/"
_LIVE = "text/event-stream"
_PROBLEM = "application/problem+json"


class Example(NamedTuple):
    """A body that can be sent: what it shows, and its text."""

    name: str
    text: str


class Body(NamedTuple):
    """A form in which a body may be sent."""

    kind: str
    schema: Json
    examples: tuple[Example, ...]


class Operation(NamedTuple):
    """An operation of the document. `role` is the least role of its caller, `none` for anybody.

    `anchor` is its place on the page of its resource. `live`: its answer does not end.
    """

    method: str
    path: str
    anchor: str
    role: str
    summary: str
    description: tuple[str, ...]
    parameters: tuple[Json, ...]
    bodies: tuple[Body, ...]
    answers: Mapping[str, Json]
    live: bool

    @property
    def curl(self) -> str:
        """A call with curl: `$BRADE` is the address of the service, `$TOKEN` a key; ids of the path are in capitals."""
        path = _PARAMETER.sub(lambda matched: "$" + matched[1].upper(), self.path)
        parts = ["curl" if self.method == "get" else f"curl -X {self.method.upper()}"]
        if self.live:
            parts[0] = "curl -N"
        parts[0] += f' "$BRADE{path}"'
        if self.role != "none":
            parts.append('-H "Authorization: Bearer $TOKEN"')
        if self.bodies:
            body = self.bodies[0]
            parts.append(f'-H "Content-Type: {body.kind}"')
            text = body.examples[0].text if body.examples else ""
            parts.append(f"--data-binary '{_one_line(body.kind, text)}'" if text else "--data-binary @file")
        return " \\\n  ".join(parts)

    @property
    def python(self) -> str:
        """The same with Python's httpx."""
        path = _PARAMETER.sub(lambda matched: "{" + matched[1] + "}", self.path)
        address = f'f"{path}"' if "{" in path else f'"{path}"'
        given = [address]
        if self.bodies:
            body = self.bodies[0]
            if body.kind == "application/json" and body.examples:
                given.append(f"json={_literal(body.examples[0].text)}")
            else:
                given.append(f'content=data, headers={{"Content-Type": "{body.kind}"}}')
        token = "" if self.role == "none" else ', headers={"Authorization": f"Bearer {token}"}'
        client = f"client = httpx.Client(base_url=brade{token})\n"
        if self.live:
            stream = f'with client.stream("GET", {", ".join(given)}) as answer:\n'
            return client + stream + "    for line in answer.iter_lines():\n        print(line)"
        last = "print(answer.json())" if self._answers_json else "print(answer.text)"
        return f"{client}answer = client.{self.method}({', '.join(given)})\n{last}"

    @property
    def _answers_json(self) -> bool:
        kinds = {kind for answer in self.answers.values() for kind in answer.get("content", {})} - {_PROBLEM}
        return any(kind.endswith("json") for kind in kinds)


class Resource(NamedTuple):
    """The subject of the operations of one tag. `key` is its place in the address of its page."""

    key: str
    title: str
    operations: tuple[Operation, ...]


def resources_of(document: Json) -> dict[str, Resource]:
    """The resources of a document by their keys, in its order."""
    resources = {}
    for tag in document["tags"]:
        operations = tuple(
            _operation(method, path, words, paths.get("parameters", []))
            for path, paths in document["paths"].items()
            for method, words in paths.items()
            if method in METHODS and tag["name"] in words["tags"]
        )
        key = re.sub(r"[ _]", "-", tag["name"])
        resources[key] = Resource(key, tag.get("description") or tag["name"], operations)
    return resources


def schemas_of(document: Json, resource: Resource) -> dict[str, Json]:
    """The schemas that the operations of a resource use, and those that these use, by name."""
    schemas = document["components"]["schemas"]
    waiting = list(_references([operation._asdict() for operation in resource.operations]))
    used: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in schemas and name not in used:
            used.add(name)
            waiting += _references(schemas[name])
    return {name: schemas[name] for name in schemas if name in used}


def _references(value: Any) -> Iterable[str]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key == "$ref" and isinstance(inner, str):
                yield inner.removeprefix(_REFERENCE)
            else:
                yield from _references(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _references(inner)


def _operation(method: str, path: str, words: Json, shared: list[Json]) -> Operation:
    contents = words.get("requestBody", {}).get("content", {})
    answers = words["responses"]
    return Operation(
        method,
        path,
        f"{method}-" + _NO_WORD.sub("-", path).strip("-"),
        words["x-role"],
        words["summary"],
        tuple(part for part in words.get("description", "").split("\n\n") if part),
        (*shared, *words.get("parameters", [])),
        tuple(Body(kind, content["schema"], tuple(_examples(content))) for kind, content in contents.items()),
        answers,
        any(_LIVE in answer.get("content", {}) for answer in answers.values()),
    )


def _examples(content: Json) -> Iterable[Example]:
    if "example" in content:
        yield Example("", _text(content["example"]))
    for name, example in content.get("examples", {}).items():
        yield Example(name, _text(example["value"]))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)


def _one_line(kind: str, text: str) -> str:
    """An example on one line, fit to stand between single quotes of a shell."""
    if kind == "application/json":
        text = json.dumps(json.loads(text), ensure_ascii=False)
    return text.replace("'", "'\\''")


def _literal(text: str) -> str:
    """The value of a JSON text as Python writes it."""
    return repr(json.loads(text))


def matching(resources: Iterable[Resource], words: str) -> list[tuple[Resource, Operation]]:
    """The operations whose method, path, summary or resource have all these words, with their resources."""
    wanted = words.casefold().split()
    return [
        (resource, operation)
        for resource in resources
        for operation in resource.operations
        if all(
            word in f"{operation.method} {operation.path} {operation.summary} {resource.title}".casefold()
            for word in wanted
        )
    ]


def address_of(resource: Resource, operation: Operation | None = None) -> str:
    """The address of a resource's page, or of an operation on it."""
    return f"/docs/{quote(resource.key)}" + (f"#{operation.anchor}" if operation else "")
