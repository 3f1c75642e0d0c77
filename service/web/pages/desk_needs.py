"""What needs the referee, as the desk shows it; work that failed among it."""

from typing import Any

from flask_babel import gettext as _

from core.codec import rfc3339
from service.handlers import alarms as kinds
from service.handlers.alarms import SOFT, Alarm, alarms
from service.handlers.desk import Hall, Table
from service.handlers.undone import Undone
from service.jobs import Failed
from service.web.pages import desk_words

Json = dict[str, Any]


def needs(found: Hall, silent: int, undone: Undone) -> list[Json]:
    """What needs the referee, the most urgent first."""
    tables = {table.match: table for table in found.tables}
    return [_need(each, found, tables.get(each.match)) for each in alarms(found, silent, undone)]


def _need(each: Alarm, found: Hall, table: Table | None) -> Json:
    names = table.state["players"] if table else {}
    return {
        "match": each.match, "kind": each.kind, "cls": "look" if each.kind in SOFT else "alarm",
        "icon": desk_words.icon(each.kind), "word": desk_words.alarm(each.kind),
        "place": desk_words.place(table) if table else _place(each, found), "players": " – ".join(names.values()),
        "who": work(each.job) if each.job else desk_words.explained(each, names),
        "said": desk_words.said(each), "rule": each.rule,
        "folded": each.kind in (kinds.JOB, kinds.UNJUDGED, kinds.LOST), "again": _again(each),
        "since": rfc3339(each.since), "ago": desk_words.lasted(found.now - each.since),
    }  # fmt: skip


def _again(each: Alarm) -> tuple[str, str] | None:
    """What can be done once more, if anything."""
    if each.job:
        return "job", each.job.id
    return ("stream", each.stream) if each.kind == kinds.UNJUDGED else None


def _place(each: Alarm, found: Hall) -> str:
    """Where it is, if it is at no table that is shown."""
    stream = each.stream or (each.job.stream if each.job else "")
    if "." not in stream:
        return found.tournament.created.name
    return desk_words.place_of(found.tournament.seated.get(stream), stream)


def work(job: Failed) -> str:
    """What was not done, in words."""
    if job.kind == "export_match":
        return _("The file with the record of this match was not written")
    if job.kind == "export_standings":
        return _("The file with the standings was not written")
    if job.kind == "export_tournament":
        return _("The file %(name)s was not written", name=str(job.args[1]))
    return _("Judging broke off at all tables; it begins anew by itself")
