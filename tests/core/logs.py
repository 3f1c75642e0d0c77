"""Logs for tests: a match's opening and facts with versions, in one line each."""

import json
from pathlib import Path

from core.codec import from_words
from core.events import MatchOpened, Recorded
from core.log import NEW, ListLog

MATCHES = Path(__file__).parent.parent / "data" / "matches"
RECORDED = sorted(path.stem for path in MATCHES.glob("*.json"))


def opening(games=3, **fields):
    return MatchOpened("vasa", "swedish", {"games": games}, {"white": "Anna", "black": "Bo"}, **fields)


def fact(words):
    """The event of the contract's words."""
    words = dict(words)
    return from_words(f"{words.pop('type')}.1", words)


def recorded_match(name):
    """A recorded match: its facts, the versions that must be refused, and what it comes to."""
    read = json.loads((MATCHES / f"{name}.json").read_text())
    return read["games"], [fact(each) for each in read["events"]], [n + 1 for n in read["refused"]], read["expected"]


def log_of(opened, facts, stream="m_test"):
    """The recorded events of one stream, chained."""
    log = ListLog()
    log.append(stream, [opened], by="vasa.scorer", at=1_700_000_000_000, expected=NEW)
    log.append(stream, facts, by="vasa.scorer", at=1_700_000_001_000)
    return list(log.read(stream))


def numbered(opened, facts):
    """The same without hashes, for folds."""
    return [Recorded(version, event, 0, "", "") for version, event in enumerate([opened, *facts])]
