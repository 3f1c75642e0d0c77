"""The log at the bottom of the desk: every fact in a sentence, with the address at which programs read it."""

from collections.abc import Mapping
from typing import Any

from flask_babel import gettext as _

from core.events import Recorded
from core.timestamps import rfc3339
from core.tournament import Tournament
from service.bootstrap import Dependencies
from service.handlers.authors import Authors
from service.handlers.desk.desk import DeskView, MatchCard
from service.handlers.match.turn_texts import turn_texts
from service.web.i18n import log_events, tournament_labels
from service.web.i18n.authors import author

Json = dict[str, Any]
_LINES = 60
_STATES = {"refused": ("refused", "✕"), "faulted": ("faulted", "▲")}


def log(deps: Dependencies, view: DeskView) -> list[Json]:
    """The last facts of the tournament, the newest first."""
    tournament = view.tournament
    tables = {table.match: table for table in view.tables}
    rows = [(table.match, fact) for table in view.tables for fact in table.last]
    own = deps.log.read(tournament.id, after=max(-1, tournament.version - _LINES))
    rows += [(tournament.id, fact) for fact in own]
    rows.sort(key=lambda row: (row[1].at, row[1].version), reverse=True)
    shown, authors = rows[:_LINES], Authors(deps.repository, tournament.created.club)
    facts = {match: [fact for stream, fact in reversed(shown) if stream == match] for match in tables}
    texts = {match: turn_texts(deps, match, listed) for match, listed in facts.items()}
    return [
        _line(stream, fact, texts.get(stream, {}).get(fact.version), tournament, tables, authors)
        for stream, fact in shown
    ]


def _line(
    stream: str,
    fact: Recorded,
    text: str | None,
    tournament: Tournament,
    tables: Mapping[str, MatchCard],
    authors: Authors,
) -> Json:
    writer, table = author(fact.by, authors), tables.get(stream)
    names = table.state.players if table else {}
    verdict = table.verdicts.get(fact.version) if table else None
    match = stream if "." in stream else _about(fact, tournament)
    state, icon = _STATES.get(verdict.verdict if verdict else "", ("", ""))
    kind = "matches" if "." in stream else "tournaments"
    return {
        "stream": stream,
        "version": fact.version,
        "at": rfc3339(fact.at),
        "address": f"/v1/{kind}/{stream}/events?after={fact.version - 1}&limit=1",
        "match": match,
        "place": _place(match, tables, tournament) if match else "",
        "told": log_events.sentence(fact.event, log_events.context(writer.name, names, tournament, text)),
        "who": writer.text,
        "state": state,
        "icon": icon,
        "word": _state_word(state),
    }


def _about(fact: Recorded, tournament: Tournament) -> str:
    """The match that a fact of the tournament is about, while its pairing counts."""
    match = getattr(fact.event, "match", "")
    return match if match in tournament.paired else ""


def _place(match_id: str, tables: Mapping[str, MatchCard], tournament: Tournament) -> str:
    if table := tables.get(match_id):
        return tournament_labels.place(table)
    return tournament_labels.place_of(tournament.seated.get(match_id), match_id)


def _state_word(state: str) -> str:
    return {"refused": _("refused"), "faulted": _("illegal")}.get(state, "")
