"""Sentences are free to change: with every message in other words, old logs and new decisions come to the same."""

import json
import subprocess
import sys

from tests.support.logs.golden_folds import LEFT, RIGHT


def folded(*arguments):
    command = [sys.executable, "-m", "tests.support.logs.golden_folds", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=120).stdout


def test_with_every_message_in_other_words_all_golden_logs_come_to_the_same_verdicts_states_and_decisions():
    plain, marked = folded(), folded("--marked")
    assert LEFT not in plain
    assert LEFT in marked, "the marks are in the sentences"
    assert json.loads(marked.replace(LEFT, "").replace(RIGHT, "")) == json.loads(plain)
