"""Alarms, as the desk shows them, with failed work among them."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from flask_babel import gettext as _
from flask_babel import ngettext

from core.timestamps import rfc3339
from service.handlers.authors import Authors
from service.handlers.desk.alarms import (
    ALTERED,
    AT_THE_BOARD,
    BEHIND,
    CLASH,
    DISPUTE,
    JOB,
    LATE,
    LOST,
    MENDED,
    MISSING,
    SILENT,
    SOFT,
    UNCONFIRMED,
    UNJUDGED,
    Alarm,
    alarms,
)
from service.handlers.desk.clashes import Clash
from service.handlers.desk.desk import DeskView, MatchCard
from service.handlers.desk.failed_work import FailedWork
from service.handlers.desk.lateness import Late
from service.jobs import Failed
from service.translations.isolation import beside
from service.web.i18n import tournament_labels
from service.web.pages.desk import late_players

Json = dict[str, Any]


class Group(NamedTuple):
    """Alarms of a kind that many tables may have at the same time, as one; `places` are their tables."""

    kind: str
    icon: str
    word: str
    places: str
    needs: list[Json]
    rounds: tuple[int, ...]


_WHOLE = 8
"""So many alarms are seen one by one; of more, those of a kind are one."""
ROOMY = 4
"""So many have room for all that is said of them; more are lines."""
_GROUPED = (CLASH, LATE, BEHIND, SILENT, MISSING, UNCONFIRMED, MENDED)


def needs(
    found: DeskView,
    silent: int,
    undone: FailedWork,
    behind: Mapping[str, int],
    late: Mapping[str, Late],
    clashing: Mapping[str, Clash],
    authors: Authors,
) -> list[Json | Group]:
    """Alarms for the referee, the most urgent first; of many, several of a kind that waits are one.

    `behind` are the minutes by which matches end after the time of their round; `late` are the matches that have not
    begun and what is due there; `clashing` those with a player who is called elsewhere.
    """
    waits = {match: each.since for match, each in late.items() if each.is_open}
    tables = {table.match: table for table in found.tables}
    listed: list[Json | Group] = []
    due = alarms(found, silent, undone, behind, waits, clashing)
    for kind, same in groupby(due, key=lambda alarm: alarm.kind):
        alike = list(same)
        rows = [
            _need(alarm, found, tables.get(alarm.match), authors)
            | {"late": late_players.rulings(tables[alarm.match], late[alarm.match]) if kind == LATE else []}
            for alarm in alike
        ]
        if kind in _GROUPED and len(rows) > 1 and len(due) > _WHOLE:
            listed.append(_group(kind, rows, (tables[alarm.match] for alarm in alike)))
        else:
            listed += rows
    return listed


def _group(kind: str, rows: list[Json], tables: Iterable[MatchCard]) -> Group:
    seen, count = list(tables), len(rows)
    words = {
        CLASH: ngettext(
            "%(num)s match has a player called to two tables",
            "%(num)s matches have players called to two tables",
            count,
        ),
        LATE: ngettext("%(num)s match has not begun in time", "%(num)s matches have not begun in time", count),
        BEHIND: ngettext("%(num)s match is behind time", "%(num)s matches are behind time", count),
        SILENT: ngettext("%(num)s table is silent", "%(num)s tables are silent", count),
        MISSING: ngettext("%(num)s table has not begun", "%(num)s tables have not begun", count),
        UNCONFIRMED: ngettext("%(num)s result to confirm", "%(num)s results to confirm", count),
        MENDED: ngettext("%(num)s match has mended turns", "%(num)s matches have mended turns", count),
    }
    rounds = tuple(sorted({table.round for table in seen})) if kind == UNCONFIRMED else ()
    places = ", ".join(table.table or table.match.rpartition(".")[2] for table in seen)
    return Group(kind, tournament_labels.icon(kind), words[kind], places, rows, rounds)


def _need(each: Alarm, found: DeskView, table: MatchCard | None, authors: Authors) -> Json:
    names = table.state.players if table else {}
    return {
        "match": each.match,
        "kind": each.kind,
        "cls": "look" if each.kind in SOFT or each.set_out else "alarm",
        "icon": tournament_labels.icon(each.kind),
        "word": tournament_labels.alarm(each.kind),
        "place": tournament_labels.place(table) if table else _place(each, found),
        "players": beside(names.values()),
        "who": work(each.job) if each.job else tournament_labels.explained(each, names),
        "said": tournament_labels.alarm_detail(each),
        "rule": each.rule,
        "folded": each.kind in (JOB, UNJUDGED, LOST, ALTERED),
        "again": _again(each),
        "sets_out": each.kind in AT_THE_BOARD and not each.set_out,
        "to_tick": each.kind == MENDED,
        "answer": _answer(each),
        "coming": tournament_labels.on_the_way_sentence(each, authors),
        "since": rfc3339(each.since),
        "ago": tournament_labels.lasted(found.now - each.since),
    }


def _answer(each: Alarm) -> str:
    """The word that leads to its table, where no button of its own answers it."""
    if not each.match or each.kind in (MENDED, UNJUDGED, *AT_THE_BOARD):
        return ""
    return {UNCONFIRMED: _("Confirm…"), DISPUTE: _("Decide…")}.get(each.kind, _("Look"))


def _again(each: Alarm) -> tuple[str, str] | None:
    """The job that can be retried, if any."""
    if each.job:
        return "job", each.job.id
    return ("stream", each.stream) if each.kind == UNJUDGED else None


def _place(each: Alarm, found: DeskView) -> str:
    """The location of a match that is at no shown table."""
    stream = each.stream or (each.job.stream if each.job else "")
    if "." not in stream:
        return found.tournament.created.name
    return tournament_labels.place_of(found.tournament.seated.get(stream), stream)


def work(job: Failed) -> str:
    """Failed work, in words. Raises `KeyError` for a kind of job without words."""
    words = {
        "pump": _("Judging broke off at all tables; it begins anew by itself"),
        "explain_failure": _("It could not be told why a match cannot be judged"),
        "back_up_club": _("The backup of the club was not written"),
        "read_backup": _("The backup that was sent could not be read"),
        "restore_backup": _("The club was not brought back from its backup"),
        "deliver_webhook": _("A message to another program was not sent; it is tried again by itself"),
        "prepare_file": _("A file with all matches was not written"),
        "export_match": _("The file with the record of this match was not written"),
        "keep_sheet": _("The sheet of this match was not prepared; the next reader waits a little longer for it"),
        "erase_player": _("The name of a player is not erased everywhere yet; it goes on by itself"),
        "export_standings": _("The file with the standings was not written"),
    }
    if job.kind == "export_tournament":
        return _("The file %(name)s was not written", name=str(job.args[1]))
    return words[job.kind]
