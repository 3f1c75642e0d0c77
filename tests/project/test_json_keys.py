"""Keys of JSON stand in schemas alone: no other room has a dictionary literal with the field names of a view."""

import ast
import importlib
import pkgutil

from marshmallow import Schema

import schemas.views
from tests.support.paths import ROOT

LEAST = 3
"""So many keys of one view are no accident."""
LEFT = {
    "core/eventlog/codec.py": "the envelope of an event, which is hashed as it is",
    "core/options.py": "not yet a value",
    "core/rules/game.py": "not yet a value",
    "core/tournament/model/visibility.py": "the envelope of an event, which is hashed as it is",
    "core/tournament/terms.py": "rules lie in an event as they were sent",
    "service/handlers/tournament/entries.py": "an entry's changes lie in an event",
}
"""Files of the core and of the use cases of tournaments that write such keys, and why."""


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
    """The keys of every dictionary literal that are texts."""
    literals = [node.keys for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Dict)]
    return [{str(key.value) for key in keys if isinstance(key, ast.Constant)} for keys in literals]


def writes_a_view(source: str, known: dict[str, set[str]]) -> list[tuple[str, ...]]:
    """The views whose keys a file writes."""
    return [
        tuple(sorted(name for name, fields in known.items() if keys <= fields))
        for keys in written_keys(source)
        if len(keys) >= LEAST and any(keys <= fields for fields in known.values())
    ]


def test_a_literal_with_the_keys_of_a_view_is_found_and_another_is_not() -> None:
    known = {"Match": {"id", "slot", "table", "status"}}
    assert writes_a_view('data = {"id": 1, "slot": 2, "table": 3}', known) == [("Match",)]
    assert writes_a_view('data = {"id": 1, "slot": 2}; more = {"id": 1, "slot": 2, "other": 3}', known) == []


def test_the_core_and_the_use_cases_of_tournaments_leave_the_keys_of_views_to_the_schemas() -> None:
    known = views()
    files = [*(ROOT / "core").rglob("*.py"), *(ROOT / "service" / "handlers" / "tournament").glob("*.py")]
    found = {str(each.relative_to(ROOT)): writes_a_view(each.read_text(encoding="utf-8"), known) for each in files}
    assert {path: names for path, names in found.items() if names and path not in LEFT} == {}
    assert {path for path in LEFT if not found.get(path)} == set(), "a file that is whole now leaves the list"
