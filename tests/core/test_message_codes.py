"""Messages that are stored have codes: each sentence may be written anew, and nothing that was decided changes."""

import ast
import json
import os
import subprocess
import sys

import pytest

from core import messages
from core.coded_messages import PATTERNS
from core.eventlog.codec import from_public
from core.match.state import REFUSED, Verdict
from core.messages import Message, from_json, is_same, say, to_json
from core.tournament import fold
from core.tournament.views.news import tournament_news
from schemas.dump import dumper
from schemas.views import matches
from tests.core.eventlog.test_golden import TOURNAMENTS, read
from tests.support.paths import ROOT
from tools.words import coded, vocabulary

WITH_REASONS = ("lamnade", "orsaker", "orsaker_med_id", "slutspel", "tid_ute")
"""Logs whose results are shown with the words of a reason that brade gave itself."""
REWORDED = "the game was finished by {outcome} before that"


def test_every_code_is_listed_with_its_present_pattern_and_is_the_code_of_one_message():
    assert coded() == PATTERNS
    assert len(set(PATTERNS.values())) == len(PATTERNS), "one message has one code"


@pytest.mark.parametrize("folder", ["games", "match", "rules"])
def test_whatever_a_verdict_may_say_has_a_code(folder):
    """A message that is raised or that describes an option is stored in no verdict."""
    for path in sorted((ROOT / "core" / folder).rglob("*.py")):
        tree = ast.parse(path.read_text())
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        raised = [node for node in ast.walk(tree) if isinstance(node, ast.Raise)]
        calls = set().union(*map(said, functions)) - set().union(*map(said, raised))
        assert not [ast.unparse(call) for call in calls if len(call.args) == 1], path


def said(tree):
    return {node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "say"}


def uncoded(message):
    """The messages in a message that have neither a code nor are a word of brade."""
    if isinstance(message, tuple):
        return [each for part in message for each in uncoded(part)]
    if not isinstance(message, Message):
        return []
    inner = [each for value in message.values.values() for each in uncoded(value)]
    return inner if message.code or message in set(vocabulary()) else [*inner, message.pattern]


@pytest.mark.parametrize("path", TOURNAMENTS, ids=lambda path: path.stem)
def test_whatever_news_say_has_a_code(path):
    state = None
    for line in read(path):
        before, recorded = state, from_public(line)
        state = fold(line["stream"], [recorded], state)
        assert not [each for item in tournament_news(before, recorded, state) for each in uncoded(item.explanation)]


def explained(message):
    return dumper(matches.Verdict)(Verdict(1, REFUSED, "S9", message))


def test_a_stored_verdict_is_read_in_the_words_of_today(monkeypatch):
    stored = json.loads(json.dumps(explained(say(PATTERNS["game_was_over"], "game_was_over", outcome="jan"))))
    monkeypatch.setattr(messages, "PATTERNS", {**PATTERNS, "game_was_over": REWORDED})
    assert from_json(stored["message"], stored["explanation"]) == "the game was finished by jan before that"
    assert is_same(explained(say(REWORDED, "game_was_over", outcome="jan")), stored)
    assert not is_same(explained(say(REWORDED, "game_was_over", outcome="tower")), stored)
    assert not is_same(explained(say(REWORDED, "match_not_over", outcome="jan")), stored)


def test_a_message_of_a_newer_version_is_read_as_it_was_written():
    newer = {"code": "unheard_of", "pattern": "the {thing} rests", "values": {"thing": "cube"}}
    assert from_json(newer, "") == "the cube rests"
    assert to_json(from_json(newer, "")) == newer
    other_values = {"code": "game_was_over", "pattern": "the game was over in {moves}", "values": {"moves": 7}}
    assert from_json(other_values, "") == "the game was over in 7"


def test_logs_fold_and_directors_decide_the_same_whatever_the_words():
    """Golden logs and random corrections, in a process in which every message is worded otherwise."""
    named = "not erased"  # the name that is shown of an erased player is words
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "tests.support.other_words", "-k", named]
    golden = "tests/core/eventlog/test_golden.py"
    test = f"{golden}::test_an_old_tournament_still_comes_to_the_same_rounds_results_and_standings"
    told = [f"--deselect={test}[{log}]" for log in WITH_REASONS]
    tests = [golden, "tests/core/tournament/test_machine.py", *told]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    ran = subprocess.run([*command, *tests], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout[-4000:]
    assert "failed" not in ran.stdout
