"""The service answers as it did: every operation, page and export, compared with a recording byte by byte."""

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from service.web.pages import assets
from tests.recorded import answers
from tests.recorded.answers import Answers
from tests.recorded.frozen import Frozen
from tests.recorded.recorder import Recorder
from tests.recorded.walk import CHAPTERS, not_visited, walk
from tests.support.api import OPERATOR, with_dependencies
from tests.support.proving import some
from tests.support.store import Store
from workers.context import WorkerContext

RECORD = "BRADE_RECORD"
"""In the environment, the recording is written anew instead of being compared: `python -m tests.recorded`.

The chapters that ran take the place of those that are kept.
"""
SECRETS = ("admin-token", "session-key", "idempotency-key", "setup-key")
LONG = (
    "by-hand",
    "double_elimination",
    "single_elimination",
    "elimination_by_losses",
    "team_league",
    "round_robin",
    "groups_then_knockout",
    "groups_by_results",
    "all_places",
    "scheveningen",
    "team_knockout",
    "team_swiss",
    "swiss",
    "swiss_then_knockout",
    "games",
    "stages",
    "announcing",
    "rounds",
    "round-list",
    "seeding",
    "penalties",
    "ratings",
    "times",
    "impasse",
    "results",
    "second-chances",
    "wall",
)
"""Chapters for `make prove`: every format, matches by hand, and most of what is done once or seldom in a tournament."""


@pytest.fixture(scope="module")
def recorded() -> Iterator[Answers]:
    """The answers of all chapters that ran. They become the recording if that is wanted."""
    found: Answers = {}
    yield found
    if RECORD in os.environ:
        answers.write(answers.merged(answers.read(), found, list(CHAPTERS)))


@pytest.fixture
def recorder(
    worker_context: WorkerContext,
    judge: Callable[[], None],
    store: Store,
    tmp_path: Path,
    made_app: Flask,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Recorder]:
    """An application whose time, chance and secrets are the same in every run, and the stamp of its static files."""
    monkeypatch.setattr(assets, "stamp", lambda: "stamp")
    for name in SECRETS:
        (tmp_path / name).write_text(f"the-{name}-of-the-recording")
    frozen = Frozen()
    with frozen.everywhere():
        settings = replace(worker_context.deps.settings, addresses=("http://localhost",))
        app = with_dependencies(made_app, replace(worker_context.deps, settings=settings))
        yield Recorder(app, frozen, judge, store.client.flushall, OPERATOR)


@pytest.mark.parametrize("chapter", some(CHAPTERS, *(name for name in CHAPTERS if name not in LONG)))
def test_a_chapter_is_answered_as_recorded(recorder: Recorder, recorded: Answers, chapter: str) -> None:
    walk(recorder, chapter)
    recorded |= recorder.answers
    if RECORD in os.environ or answers.same(recorder.answers, chapter):
        return
    said = answers.differences(answers.read(chapter), recorder.answers)
    assert not said, f"{said}\n\nIf this is meant: .venv/bin/python -m tests.recorded {chapter}"


def test_every_address_is_in_the_recording_and_every_operation_is_refused_there(made_app: Flask) -> None:
    assert not_visited(made_app, answers.read()) == []


def test_a_recording_keeps_the_chapters_that_were_not_recorded_anew_and_no_unknown_one() -> None:
    kept = {"club 1": "a", "club 2": "b", "failed 1": "c", "gone 1": "d"}
    found = answers.merged(kept, {"wall 1": "new", "club 1": "anew"}, ["failed", "club", "wall"])
    assert list(found.items()) == [("failed 1", "c"), ("club 1", "anew"), ("wall 1", "new")]


def test_every_answer_of_the_recording_belongs_to_a_chapter() -> None:
    assert {name.partition(" ")[0] for name in answers.read()} == set(CHAPTERS)
