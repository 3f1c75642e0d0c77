"""Sentences about what others wrote since a page was shown, for a form that came too late."""

from itertools import islice

from core.tournament import Tournament
from service.bootstrap import Dependencies
from service.web.i18n.authors import author
from service.web.i18n.log_events import sentence
from service.web.i18n.sentences.context import SentenceContext

_MOST = 6


def conflict_sentences(deps: Dependencies, state: Tournament, version: int | None) -> list[str]:
    """The events of a tournament after that version, a sentence each with its author; the last few of many."""
    if version is None or version >= state.version:
        return []
    tokens = deps.repository.club(state.created.club, fresh=False).tokens
    sentences = []
    for fact in islice(deps.log.read(state.id, after=max(version, state.version - _MOST)), _MOST):
        writer = author(fact.by, tokens)
        text = sentence(fact.event, SentenceContext(writer.name, {}, state))
        sentences.append(text if writer.name in text else f"{writer.name}: {text}")
    return sentences
