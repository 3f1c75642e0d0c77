"""What was written, at the bottom of the desk: every fact in a sentence, its technical part folded under it."""

from collections.abc import Mapping
from typing import Any

from flask_babel import gettext as _

from core.chain import hash_of
from core.codec import to_public
from core.errors import Unknown
from core.events import Recorded, TokenIssued
from core.tournament import Tournament
from service.bootstrap import House
from service.handlers.desk import Hall, Table
from service.web.pages import desk_words, log_words
from service.web.pages.authors import author

Json = dict[str, Any]
_LINES = 60
_STATES = {"refused": ("refused", "✕"), "faulted": ("faulted", "▲")}


def log(house: House, hall: Hall) -> list[Json]:
    """The last facts of the hall, the newest first."""
    tournament = hall.tournament
    tables = {table.match: table for table in hall.tables}
    rows = [(table.match, fact) for table in hall.tables for fact in table.last]
    own = house.log.read(tournament.id, after=max(-1, tournament.version - _LINES))
    rows += [(tournament.id, fact) for fact in own]
    rows.sort(key=lambda row: (row[1].at, row[1].version), reverse=True)
    tokens = _tokens(house, tournament.created.club)
    return [_line(stream, fact, tournament, tables, tokens) for stream, fact in rows[:_LINES]]


def _tokens(house: House, club: str) -> Mapping[str, TokenIssued]:
    try:
        return house.shelf.club(club, fresh=False).tokens
    except Unknown:  # a tournament whose club was not restored with it
        return {}


def _line(
    stream: str, fact: Recorded, tournament: Tournament, tables: Mapping[str, Table], tokens: Mapping[str, TokenIssued]
) -> Json:
    who, table = author(fact.by, tokens), tables.get(stream)
    names = table.state["players"] if table else {}
    verdict = table.verdicts.get(fact.version) if table else None
    match = stream if "." in stream else _about(fact, tournament)
    state, icon = _STATES.get(verdict["verdict"] if verdict else "", ("", ""))
    words = to_public(stream, fact)
    return {
        "stream": stream, "version": fact.version, "type": words["type"], "at": words["recorded_at"],
        "match": match, "place": _place(match, tables, tournament) if match else "",
        "told": log_words.told(fact.event, log_words.Scene(who.name, names, tournament)), "who": who.text,
        "state": state, "icon": icon, "word": _said(state), "json": {**words, "hash": hash_of(words)},
    }  # fmt: skip


def _about(fact: Recorded, tournament: Tournament) -> str:
    """The match that a fact of the tournament is about, while its pairing counts."""
    match = getattr(fact.event, "match", "")
    return match if match in tournament.paired else ""


def _place(match: str, tables: Mapping[str, Table], tournament: Tournament) -> str:
    if table := tables.get(match):
        return desk_words.place(table)
    return desk_words.place_of(tournament.seated.get(match), match)


def _said(state: str) -> str:
    return {"refused": _("refused"), "faulted": _("illegal")}.get(state, "")
