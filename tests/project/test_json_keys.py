"""Keys of JSON stand in schemas alone: no other room writes the field names of a view, or reads a match by its keys."""

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterable
from types import ModuleType

from marshmallow import Schema

import schemas.facts
import schemas.requests
import schemas.views
from schemas.views import conduct, matches
from tests.support.paths import ROOT

LEAST = 3
"""So many keys of one view are no accident, nor is a literal with all keys of a smaller view."""
LEFT = {
    "core/eventlog/codec.py": "the envelope of an event, which is hashed and stored as it is",
    "service/handlers/tournament/copies.py": "a request to enter players and teams, as a program sends it",
}
"""Files that write such keys, and why."""
KEY = re.compile(r"""["'](\w+)["']\s*:""")
"""The keys that a dictionary literal may have."""
SEARCHED = ("core", "service/handlers", "service/web/api", "workers")
"""Folders with what is answered; the examples of requests, which stand beside the operations, are checked elsewhere."""


def views() -> dict[str, set[str]]:
    """The keys of every view by its name."""
    return {kind.__name__: keys_of(kind) for kind in schemas_in(schemas.views)}


def schemas_in(folder: ModuleType) -> list[type[Schema]]:
    """Every schema of a folder."""
    names = [f"{folder.__name__}.{iter_module.name}" for iter_module in pkgutil.iter_modules(folder.__path__)]
    modules = [importlib.import_module(name) for name in names]
    found = {kind for module in modules for kind in vars(module).values() if isinstance(kind, type)}
    return [each for each in found if issubclass(each, Schema) and each.__module__.startswith(folder.__name__)]


def keys_of(kind: type[Schema]) -> set[str]:
    """The keys of a schema."""
    return {field.data_key or name for name, field in kind().fields.items()}


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
    texts = set(KEY.findall(source))
    known = {name: fields for name, fields in known.items() if is_of(texts & fields, fields)}
    return [
        tuple(sorted(name for name, fields in known.items() if is_of(keys, fields)))
        for keys in (written_keys(source) if known else [])  # most files: their syntax tree is not needed
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
    found = {str(file.relative_to(ROOT)): writes_a_view(file.read_text(encoding="utf-8"), known) for file in files}
    assert {path: names for path, names in found.items() if names and path not in LEFT} == {}
    assert {path for path in LEFT if not found.get(path)} == set(), "a file that is whole now leaves the list"


# ── reading ──────────────────────────────────────────────────────────────────────────────────────────────────────────
MATCH = (
    matches.MatchState,
    matches.Verdict,
    matches.CubeView,
    matches.Settlement,
    matches.Fault,
    conduct.ClockView,
    conduct.CallView,
    conduct.FlagView,
    conduct.BreakView,
    conduct.AppealView,
    conduct.InTournament,
)
"""Views of a match, as it is stored and answered."""
READS = re.compile(r"""(?:\w|\])(?:\[|\.get\()['"](\w+)['"]""")
"""A key in brackets behind a name or behind other brackets, or in `get`."""
READING = ("core", "service", "workers")
CLIENT = ("service/demo/", "service/commands/demo.py")
"""The demonstration asks the service as other programs do."""
READ = {
    "service/web/api/health.py": "the warnings of the service",
    "service/web/pages/announcing/form_values.py": "an option of the opening",
    "service/web/pages/announcing/form.py": "a field of a form",
    "service/web/pages/shared/standings_table.py": "a template's own data",
}
"""Files that read such keys, and why."""


def own_keys() -> set[str]:
    """The keys that a match has, and no request, fact, or view of anything else."""
    rest = [kind for folder in (schemas.requests, schemas.facts, schemas.views) for kind in schemas_in(folder)]
    others = [keys_of(kind) for kind in rest if kind.__module__ not in (matches.__name__, conduct.__name__)]
    return set[str]().union(*map(keys_of, MATCH)).difference(*others)


def reads_a_match(source: str, own: Iterable[str]) -> set[str]:
    """The keys of a match's JSON that a file reads."""
    return set(own) & set(READS.findall(source))


def test_a_file_that_reads_a_match_by_its_keys_is_found_and_one_that_reads_a_request_is_not() -> None:
    own = own_keys()
    assert {"settled", "phase", "judged_version", "faults", "calls", "came", "game_finished"} <= own
    assert reads_a_match("over = model.json['settled'] is not None", own) == {"settled"}
    assert reads_a_match("[call for call in state['calls'] if call.get('came') is None]", own) == {"calls", "came"}
    assert reads_a_match("body['length'], body['players'], form['kind'], table.state.settled", own) == set()


def test_the_json_of_a_match_is_read_in_schemas_alone() -> None:
    own = own_keys()
    files = [str(file.relative_to(ROOT)) for folder in READING for file in (ROOT / folder).rglob("*.py")]
    ours = [path for path in files if not path.startswith(CLIENT)]
    found = {path: reads_a_match((ROOT / path).read_text(encoding="utf-8"), own) for path in ours}
    assert {path: keys for path, keys in found.items() if keys and path not in READ} == {}
    assert {path for path in READ if not found.get(path)} == set(), "a file that reads no key leaves the list"
