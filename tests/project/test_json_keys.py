"""Keys of JSON stand in schemas alone: no other room has a dictionary literal with the field names of a view."""

import ast
import importlib
import pkgutil

from marshmallow import Schema

import schemas.views
from tests.support.paths import ROOT

LEAST = 3
"""So many keys of one view are no accident, nor is a literal with all keys of a smaller view."""
LEFT = {
    "core/eventlog/codec.py": "the envelope of an event, which is hashed and stored as it is",
}
"""Files that write such keys, and why."""
SEARCHED = ("core", "service/handlers", "service/web/api", "workers")
"""Folders with what is answered; the examples of requests, which stand beside the operations, are checked elsewhere."""


def views() -> dict[str, set[str]]:
    """The keys of every view by its name."""
    modules = [
        importlib.import_module(f"schemas.views.{each.name}") for each in pkgutil.iter_modules(schemas.views.__path__)
    ]
    found = {kind for module in modules for kind in vars(module).values() if isinstance(kind, type)}
    return {
        kind.__name__: {field.data_key or name for name, field in kind().fields.items()}
        for kind in found
        if issubclass(kind, Schema) and kind.__module__.startswith("schemas.views")
    }


def written_keys(source: str) -> list[set[str]]:
    """The keys that are texts, of every dictionary literal inside a function."""
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    literals = [node.keys for function in functions for node in ast.walk(function) if isinstance(node, ast.Dict)]
    return [{str(key.value) for key in keys if isinstance(key, ast.Constant)} for keys in literals]


def is_of(keys: set[str], fields: set[str]) -> bool:
    """True if a literal with these keys is the JSON of a view with those fields."""
    return (len(keys) >= LEAST and keys <= fields) or (len(keys) > 1 and keys == fields)


def writes_a_view(source: str, known: dict[str, set[str]]) -> list[tuple[str, ...]]:
    """The views whose keys a file writes."""
    return [
        tuple(sorted(name for name, fields in known.items() if is_of(keys, fields)))
        for keys in written_keys(source)
        if any(is_of(keys, fields) for fields in known.values())
    ]


def test_a_literal_with_the_keys_of_a_view_is_found_and_another_is_not() -> None:
    known = {"Match": {"id", "slot", "table", "status"}, "Passed": {"player", "why"}}
    example, small = "{'id': 1, 'slot': 2, 'table': 3}", "{'player': 1, 'why': 2}"
    assert writes_a_view(f"def view():\n    return {example}", known) == [("Match",)]
    assert writes_a_view(f"def view():\n    return {small}", known) == [("Passed",)]
    assert writes_a_view("def view():\n    return {'id': 1, 'slot': 2}, {'id': 1, 'slot': 2, 'other': 3}", known) == []
    assert writes_a_view(f"EXAMPLE = {example}", known) == []


def test_the_core_the_use_cases_and_the_api_leave_the_keys_of_views_to_the_schemas() -> None:
    known = views()
    files = [file for folder in SEARCHED for file in (ROOT / folder).rglob("*.py")]
    found = {str(each.relative_to(ROOT)): writes_a_view(each.read_text(encoding="utf-8"), known) for each in files}
    assert {path: names for path, names in found.items() if names and path not in LEFT} == {}
    assert {path for path in LEFT if not found.get(path)} == set(), "a file that is whole now leaves the list"
