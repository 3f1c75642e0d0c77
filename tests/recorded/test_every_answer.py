"""The service answers as it did: every operation, page and export, compared with a recording byte by byte."""

import os
from pathlib import Path

import pytest

from service.app import create_app
from tests.recorded import answers
from tests.recorded.frozen import Frozen
from tests.recorded.recorder import Recorder
from tests.recorded.walk import not_visited, walk
from tests.support.api import OPERATOR

RECORD = "BRADE_RECORD"
"""In the environment, the recording is written anew instead of being compared: `python -m tests.recorded`.

It holds the names of the chapters to record, or nothing for all.
"""
SECRETS = ("admin-token", "session-key", "idempotency-key", "setup-key")


@pytest.fixture
def recorder(worker_context, judge, store, tmp_path: Path):
    """An application whose time, chance and secrets are the same in every run."""
    for name in SECRETS:
        (tmp_path / name).write_text(f"the-{name}-of-the-recording")
    frozen = Frozen()
    with frozen.everywhere():
        yield Recorder(create_app(worker_context.deps), frozen, judge, store.client.flushall, OPERATOR)


def test_every_answer_is_as_recorded(recorder: Recorder) -> None:
    only = os.environ.get(RECORD, "").split()
    walk(recorder, only)
    if RECORD in os.environ:
        answers.write(answers.merged(recorder.answers, only))
    if only:
        return
    assert not_visited(recorder) == []
    if answers.same(recorder.answers):
        return
    said = answers.differences(answers.read(), recorder.answers)
    assert not said, f"{said}\n\nIf this is meant: .venv/bin/python -m tests.recorded"
