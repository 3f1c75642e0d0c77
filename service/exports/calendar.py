"""Calendars (RFC 5545) of a tournament, of a player of it and of a table: rounds that have a time, and the whole day.

An event keeps its UID: the id of the tournament, of a round of it, or of a match. A program that has subscribed to a
calendar replaces the event when the plan moves, since SEQUENCE is the version of the tournament. It removes an event
that is not there any more.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from icalendar import Calendar, Event, vUri

from core.errors import NotFound
from core.tournament import Tournament
from core.tournament.model.values import Pairing, Round
from service.local_times import instant
from service.translations.export_words import Language, language

MEDIA = "text/calendar"
_DAY = len("2026-11-28")
_PROGRAM = "-//brade//calendar//EN"


class Chosen(NamedTuple):
    """The part of a tournament that a calendar shows: the matches of a player, those at a table, or the rounds."""

    player_id: str | None = None
    table: str | None = None


class Setting(NamedTuple):
    """The language of a calendar, the address of the service, and the time of the tournament's last event (Unix ms)."""

    lang: str
    origin: str
    changed_at: int


def calendar(tournament: Tournament, chosen: Chosen, setting: Setting) -> bytes:
    """The calendar as a file. The tournament is shown as given: for a reader who sees no drafts, pass one without them.

    Raises `NotFound` for a player or a table that is not there.
    """
    _look_up(tournament, chosen)
    name = tournament.created.name
    people = f"{tournament.name_of(chosen.player_id)} – {name}" if chosen.player_id else name
    made = Calendar()
    made.add("prodid", _PROGRAM)
    made.add("version", "2.0")
    made.add("x-wr-calname", people)
    for event in _events(tournament, chosen, setting, language(setting.lang)):
        event.add("dtstamp", _utc(setting.changed_at))
        event.add("sequence", tournament.version)
        made.add_component(event)
    return bytes(made.to_ical())


def has_events(tournament: Tournament) -> bool:
    """True if the calendar of the tournament has an event: a date is announced, or a round has a time."""
    return bool((tournament.created.details or {}).get("starts") or tournament.times)


def _look_up(tournament: Tournament, chosen: Chosen) -> None:
    if chosen.player_id is not None:
        tournament.entry_of(chosen.player_id)
    if chosen.table is not None:
        tables = tuple(name for name, _ in tournament.tables)
        if chosen.table not in tables:
            raise NotFound("table", chosen.table, tables)


def _events(tournament: Tournament, chosen: Chosen, setting: Setting, tongue: Language) -> Iterator[Event]:
    """The whole tournament, but not for a table; then the rounds or matches that have a time, in their order."""
    if chosen.table is None:
        yield from _whole(tournament, setting)
    for round_ in tournament.rounds:
        if round_.number not in tournament.times:
            continue
        if chosen == Chosen():
            yield _of_round(tournament, round_, setting, tongue)
        for pairing in round_.pairings:
            if _is_chosen(tournament, pairing, chosen):
                yield _of_match(tournament, round_.number, pairing, setting, tongue)


def _is_chosen(tournament: Tournament, pairing: Pairing, chosen: Chosen) -> bool:
    if pairing.is_bye:
        return False
    if chosen.table is not None:
        return tournament.seated.get(pairing.match) == chosen.table
    if chosen.player_id is None:
        return False
    return not {pairing.white, pairing.black}.isdisjoint(_people(tournament, chosen.player_id))


def _people(tournament: Tournament, player_id: str) -> tuple[str, ...]:
    """The ids at the boards of a player; of a team, those of its members."""
    entry = tournament.entry_of(player_id)
    return entry.people if entry.player == player_id else (player_id,)


def _whole(tournament: Tournament, setting: Setting) -> Iterator[Event]:
    """The tournament from its start to its end: whole days, or times where both have one."""
    details = tournament.created.details or {}
    starts, ends = str(details.get("starts", "")), str(details.get("ends", ""))
    if not starts:
        return
    event = _event(tournament.id, tournament.created.name, f"{setting.origin}tournaments/{tournament.id}")
    first, last = (datetime.fromisoformat(each) for each in (starts, ends or starts))
    if len(starts) > _DAY and len(ends) > _DAY:
        event.add("dtstart", _utc(instant(starts, details)))
        event.add("dtend", _utc(instant(ends, details)))
    elif len(starts) > _DAY and not ends:
        event.add("dtstart", _utc(instant(starts, details)))
    else:
        event.add("dtstart", _day(first))
        event.add("dtend", _day(last) + timedelta(days=1))
    for name, value in (("location", details.get("place")), ("description", details.get("description"))):
        if value:
            event.add(name, value)
    yield event


def _of_round(tournament: Tournament, round_: Round, setting: Setting, tongue: Language) -> Event:
    summary = f"{tournament.created.name}: {tongue.word('round', round_.number)}"
    address = f"{setting.origin}tournaments/{tournament.id}/rounds"
    event = _event(f"{tournament.id}.round-{round_.number}", summary, address)
    return _timed(tournament, event, round_.number)


def _of_match(
    tournament: Tournament, number: int, pairing: Pairing, setting: Setting, tongue: Language
) -> Event:  # fmt: skip
    names = f"{tournament.name_of(pairing.white)} – {tournament.name_of(pairing.black)}"
    summary = f"{names} ({tongue.word('round', number)}, {tournament.created.name})"
    event = _event(pairing.match, summary, f"{setting.origin}matches/{pairing.match}")
    table = tournament.seated.get(pairing.match)
    return _timed(tournament, event, number, f"{tongue.word('table')} {table}" if table else "")


def _timed(tournament: Tournament, event: Event, number: int, table: str = "") -> Event:
    time = tournament.times[number]
    event.add("dtstart", _utc(time.starts))
    event.add("dtend", _utc(time.ends))
    place = str((tournament.created.details or {}).get("place", ""))
    if table or place:
        event.add("location", ", ".join(filter(None, (table, place))))
    return event


def _event(uid: str, summary: str, address: str) -> Event:
    event = Event()
    event.add("uid", f"{uid}@brade")
    event.add("summary", summary)
    event.add("url", vUri(address))
    return event


def _utc(at: int) -> datetime:
    return datetime.fromtimestamp(at // 1000, UTC)


def _day(moment: datetime) -> date:
    return moment.date()
