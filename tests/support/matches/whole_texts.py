"""Sheets and `.mat` texts of a match in the store, held against those of its whole log."""

from collections.abc import Callable

import pytest

from core.errors import NotAllowed
from core.events import MatchOpened
from core.games import game_of
from core.notation import mat_export
from core.notation.transcript import transcript
from service.auth.authorization import Principal
from service.handlers.match import replay, sheets, transcripts
from service.store import bulk_read
from service.translations import LANGUAGES, translated
from workers.context import WorkerContext

MATCH = "m_aaaaaaaaaa"
PART = 8
"""The length of the parts of texts in tests (`short_parts` of `tests/workers/conftest.py`)."""

OPERATOR = Principal(None, "operator", "operator")


def facts_told(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The versions of the facts that were told for a sheet, and not taken from a finished part."""
    found: list[int] = []
    facts = sheets._facts

    def counted(deps, end, first):
        for each in facts(deps, end, first):
            found.append(each[0].version)
            yield each

    monkeypatch.setattr(sheets, "_facts", counted)
    return found


def opened(game: str = "swedish", check: str = "strict", **more: object) -> MatchOpened:
    length = {"points": 7} if game == "backgammon" else {"games": 3}
    players = dict(zip(game_of(game).seats, ("Åsa", "Nils"), strict=False))
    return MatchOpened("huk", game, length, players, check=check, **more)


def of_the_whole_log(own: WorkerContext, language: str) -> str:
    client = own.deps.client
    head = replay.head_of(own.deps, MATCH)
    known = replay.known(client, MATCH, own.deps.repository.match(MATCH), 1, head)
    return transcript(MATCH, bulk_read.tail(client, MATCH), known, translate=lambda text: translated(text, language))


def ensure_same(own: WorkerContext) -> None:
    for language in LANGUAGES:
        assert transcripts.sheet(own.deps, OPERATOR, MATCH, language) == of_the_whole_log(own, language)
    if own.deps.repository.match(MATCH).game == "backgammon":
        assert text_or_reason(lambda: transcripts.mat_text(own.deps, OPERATOR, MATCH)) == text_or_reason(
            lambda: mat_export.export(MATCH, bulk_read.tail(own.deps.client, MATCH))
        )


def text_or_reason(make: Callable[[], str]) -> str:
    try:
        return make()
    except NotAllowed as error:
        return f"not allowed: {error.message}"
