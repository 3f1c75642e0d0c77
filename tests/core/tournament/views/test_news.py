"""News of the golden tournaments: every kind is known, every sentence has its Swedish, and nothing hidden is told."""

import json

import pytest

from core.eventlog.codec import from_public
from core.messages import to_json
from core.tournament import fold
from core.tournament.model.visibility import is_withheld
from core.tournament.views.news import NEWS_KINDS, tournament_news
from schemas.feeds.news import from_stored, stored_text
from service.translations import translated
from tests.support.paths import TESTS

LOGS = sorted((TESTS / "golden" / "tournaments").glob("*.ndjson"))


def told(path):
    """Each event of a golden log that a tournament folds, with the tournament after it and its news."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    stream, before = lines[0]["stream"], None
    for line in lines:
        recorded = from_public(line)
        after = fold(stream, [recorded], before)
        yield recorded, after, list(tournament_news(before, recorded, after))
        before = after


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_an_old_log_is_told(path):
    rows = list(told(path))
    assert rows[0][2][0].kind == "tournament.announced"
    for recorded, after, items in rows:
        assert not (items and is_withheld(after, recorded.version, recorded.event))
        for item in items:
            assert item.kind in NEWS_KINDS
            assert (item.stream, item.version, item.at) == (after.id, recorded.version, recorded.at)
            assert from_stored(stored_text(item)) == item
            assert to_json(from_stored(stored_text(item)).explanation) == to_json(item.explanation)
            assert item.kind == "result.reported" or item.explanation != translated(item.explanation, "sv")


def test_the_end_is_told_when_a_tournament_is_over_and_never_before():
    over = [(after.status, [item.kind for item in items]) for path in LOGS for _, after, items in told(path)]
    assert any("tournament.finished" in kinds for _, kinds in over)
    assert all(status == "finished" for status, kinds in over if "tournament.finished" in kinds)
