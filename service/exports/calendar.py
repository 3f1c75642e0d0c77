"""Calendars (RFC 5545) of a tournament, of a player of it, of a table and of a series: rounds, matches, whole days.

A time is that of the timetable, else the one that was set for the round, else the one that is expected, which is
tentative. An event keeps its UID:
the id of the tournament, of a round of it, or of a match. A program that has subscribed to a calendar replaces the
event when the plan moves, since SEQUENCE grows with each event of the tournament and each new expectation. An event
that was called off is cancelled, and so are all events of a tournament that was called off.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from core.errors import NotFound
from core.tournament import Tournament
from core.tournament.model.state import CALLED_OFF, RUNNING
from core.tournament.model.values import Pairing, ids_of
from core.tournament.timetable.view import PlannedMatch, in_order, planned_matches
from service.local_times import instant
from service.translations.export_words import Language, language
from service.translations.isolation import beside
from service.translations.round_titles import numbered_round
from service.translations.timetable_words import match_title

if TYPE_CHECKING:
    from icalendar import Calendar, Event, Todo

MEDIA = "text/calendar"
TENTATIVE, CANCELLED = "TENTATIVE", "CANCELLED"
_STEP = 60_000
"""Milliseconds between two steps of the clock that a SEQUENCE counts."""
_AGAIN = timedelta(minutes=15)
"""Programs that have subscribed read the calendar again after that time (RFC 7986)."""
_DAY = len("2026-11-28")
_PROGRAM = "-//brade//calendar//EN"
_Component = TypeVar("_Component", "Event", "Todo")


class Chosen(NamedTuple):
    """The part of a tournament that a calendar shows: the matches of a player, those at a table, or the rounds."""

    player_id: str | None = None
    table: str | None = None


class Time(NamedTuple):
    """A start and an end (Unix ms), and the status of the event in the words of iCalendar, if it has one."""

    starts: int
    ends: int
    status: str = ""


class Expected(NamedTuple):
    """Expected starts and ends (Unix ms) of paired matches by id, and of rounds by number.

    `late` are those of matches that the timetable has at another time, by their keys in it.
    """

    matches: Mapping[str, tuple[int, int]]
    rounds: Mapping[int, tuple[int, int]]
    late: Mapping[str, tuple[int, int]] = {}


class Setting(NamedTuple):
    """The language of a calendar, the address of the service, and what is expected while the tournament is played.

    `changed_at` is the time (Unix ms) of the tournament's last event or of what is expected now.
    """

    lang: str
    origin: str
    changed_at: int
    expected: Expected | None = None


def calendar(tournament: Tournament, chosen: Chosen, setting: Setting) -> bytes:
    """The calendar as a file. The tournament is shown as given: for a reader who sees no drafts, pass one without them.

    Raises `NotFound` for a player or a table that is not there.
    """
    _look_up(tournament, chosen)
    name = tournament.created.name
    people = beside((tournament.label_of(chosen.player_id), name)) if chosen.player_id else name
    made, words = _empty(people), language(setting.lang)
    events: list[Event | Todo] = list(_events(tournament, chosen, setting, words))
    address = f"{setting.origin}tournaments/{tournament.id}"
    for event in events or [_unplanned(tournament.id, people, address, words)]:
        _finish(event, tournament, setting, words)
        made.add_component(event)
    return bytes(made.to_ical())


class Evening(NamedTuple):
    """A tournament of a series, and the time (Unix ms) of its last event."""

    tournament: Tournament
    changed_at: int


def series_calendar(uid: str, name: str, address: str, evenings: Sequence[Evening], setting: Setting) -> bytes:
    """The calendar of a series, whose page is at an address: its evenings as whole tournaments, so far as they have a
    day.
    """
    made, words = _empty(name), language(setting.lang)
    for evening in evenings:
        of_evening = setting._replace(changed_at=evening.changed_at)
        for event in _whole(evening.tournament, of_evening):
            _finish(event, evening.tournament, of_evening, words)
            made.add_component(event)
    if not made.subcomponents:
        unplanned = _unplanned(uid, name, address, words)
        unplanned.add("dtstamp", _utc(setting.changed_at))
        made.add_component(unplanned)
    return bytes(made.to_ical())


def _empty(name: str) -> "Calendar":
    """A calendar of that name, still without events."""
    from icalendar import Calendar

    made = Calendar()
    made.add("prodid", _PROGRAM)
    made.add("version", "2.0")
    made.add("x-wr-calname", name)
    made.add("refresh-interval", _AGAIN, {"VALUE": "DURATION"})
    return made


def _finish(event: "Event | Todo", tournament: Tournament, setting: Setting, words: Language) -> None:
    """Give an event of a tournament its stamp and its number, and cancel it if the tournament was called off."""
    event.add("dtstamp", _utc(setting.changed_at))
    if tournament.status == CALLED_OFF:
        _cancel(event, f"{words.word('called_off')}: {tournament.called_off}")
    event.add("sequence", tournament.version + setting.changed_at // _STEP)


def has_events(tournament: Tournament) -> bool:
    """True if the calendar of the tournament may have an event: of its day, or of a round."""
    announced = (tournament.created.details or {}).get("starts")
    return bool(announced or tournament.times or tournament.timetable.times or tournament.status == RUNNING)


def _look_up(tournament: Tournament, chosen: Chosen) -> None:
    if chosen.player_id is not None:
        tournament.entry_of(chosen.player_id)
    if chosen.table is not None:
        tables = tuple(name for name, _ in tournament.tables)
        if chosen.table not in tables:
            raise NotFound("table", chosen.table, tables)


def _events(tournament: Tournament, chosen: Chosen, setting: Setting, language: Language) -> "Iterator[Event]":
    """The whole tournament, but not for a table; then the rounds or matches whose time is known, in their order."""
    if chosen.table is None:
        yield from _whole(tournament, setting)
    if chosen == Chosen():
        yield from _rounds(tournament, setting, language)
        return
    for round_ in tournament.rounds:
        for pairing in round_.pairings:
            time = _time_of_match(tournament, round_.number, pairing.match, setting)
            if time and _is_chosen(tournament, pairing, chosen, _tables(tournament)):
                yield _of_match(tournament, round_.number, pairing, time, setting, language)
    for planned in in_order(planned_matches(tournament)) if tournament.timetable.times else ():
        if not planned.id and _is_chosen_ahead(tournament, planned, chosen):
            yield _of_planned(tournament, planned, setting, language)
    for number, pairing in _called_off(tournament):
        if _is_chosen(tournament, pairing, chosen, tournament.former_tables):
            time = Time(*tournament.times[number], CANCELLED)
            yield _of_match(tournament, number, pairing, time, setting, language)


def _rounds(tournament: Tournament, setting: Setting, language: Language) -> "Iterator[Event]":
    """Rounds with a time that was set, else with the expected one; and those of which nothing is left."""
    paired = {round_.number for round_ in tournament.rounds}
    expected = setting.expected.rounds if setting.expected else {}
    called_off = {number for number, _ in _called_off(tournament)} - paired
    set_here = {number for number in tournament.times if number in paired | called_off}
    planned = _planned_rounds(tournament)
    for number in sorted({*set_here, *expected, *planned}):
        if number in tournament.times:
            time = Time(*tournament.times[number], CANCELLED if number in called_off else "")
        elif number in planned:
            time = Time(*planned[number])
        else:
            time = Time(*expected[number], TENTATIVE)
        yield _of_round(tournament, number, time, setting, language)


def _time_of_match(tournament: Tournament, number: int, match_id: str, setting: Setting) -> Time | None:
    """The time of the timetable, else that of its round, if it was set; else the expected one of an open match."""
    if planned := tournament.timetable.times.get(match_id):
        late = setting.expected.late.get(match_id) if setting.expected else None
        return Time(*late, TENTATIVE) if late else Time(planned.starts, planned.ends)
    if number in tournament.times:
        return Time(*tournament.times[number])
    span = setting.expected.matches.get(match_id) if setting.expected else None
    return Time(*span, TENTATIVE) if span else None


def _planned_rounds(tournament: Tournament) -> dict[int, tuple[int, int]]:
    """From the first start to the last end in the timetable, by round."""
    rounds: dict[int, tuple[int, int]] = {}
    for planned_match in in_order(planned_matches(tournament)) if tournament.timetable.times else ():
        time = tournament.timetable.times[planned_match.match]
        first, last = rounds.get(planned_match.round, (time.starts, time.ends))
        rounds[planned_match.round] = min(first, time.starts), max(last, time.ends)
    return rounds


def _tables(tournament: Tournament) -> Mapping[str, str]:
    """The table of each match: where it is played, else where the timetable has it."""
    planned = {match: time.table for match, time in tournament.timetable.times.items() if time.table}
    return {**planned, **tournament.seated}


def _is_chosen_ahead(tournament: Tournament, planned: PlannedMatch, chosen: Chosen) -> bool:
    """True if a match that is not paired yet is at the chosen table, or the chosen player is to play it."""
    if chosen.table is not None:
        return planned.table == chosen.table
    people = _people(tournament, chosen.player_id) if chosen.player_id else frozenset()
    return any(player.id in people for player in planned.players)


def _called_off(tournament: Tournament) -> list[tuple[int, Pairing]]:
    """Voided pairings of rounds whose time is set, with the number of the round; not those that were drafts."""
    return [
        (number, pairing)
        for number, pairing in tournament.voided.pairings
        if number in tournament.times and pairing.match not in tournament.withheld.voided_drafts and not pairing.is_bye
    ]


def _is_chosen(tournament: Tournament, pairing: Pairing, chosen: Chosen, tables: Mapping[str, str]) -> bool:
    if pairing.is_bye:
        return False
    if chosen.table is not None:
        return tables.get(pairing.match) == chosen.table
    if chosen.player_id is None:
        return False
    return not {pairing.white, pairing.black}.isdisjoint(_people(tournament, chosen.player_id))


def _people(tournament: Tournament, player_id: str) -> frozenset[str]:
    """The ids at the boards of a player, of all their entries; of a team, those of its members."""
    entry = tournament.entry_of(player_id)
    return ids_of(tournament.entries, entry.person) if entry.player == player_id else frozenset((player_id,))


def _unplanned(uid: str, name: str, address: str, language: Language) -> "Todo":
    """A to-do while no time is known. A calendar holds one component at least (RFC 5545 3.6), and programs take it."""
    from icalendar import Todo

    return _named(Todo(), f"{uid}.unplanned", f"{name}: {language.word('no_time_yet')}", address)


def _whole(tournament: Tournament, setting: Setting) -> "Iterator[Event]":
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


def _of_round(tournament: Tournament, number: int, time: Time, setting: Setting, language: Language) -> "Event":
    summary = f"{tournament.created.name}: {numbered_round(language, tournament, number)}"
    event = _event(f"{tournament.id}.round-{number}", summary, f"{setting.origin}tournaments/{tournament.id}/rounds")
    return _timed(tournament, event, time, language)


def _of_match(
    tournament: Tournament, number: int, pairing: Pairing, time: Time, setting: Setting, language: Language
) -> "Event":
    names = beside(tournament.label_of(each) for each in (pairing.white, pairing.black))
    summary = f"{names} ({numbered_round(language, tournament, number)}, {tournament.created.name})"
    event = _event(pairing.match, summary, f"{setting.origin}matches/{pairing.match}")
    table = _tables(tournament).get(pairing.match) or tournament.former_tables.get(pairing.match)
    return _timed(tournament, event, time, language, f"{language.word('table')} {table}" if table else "")


def _of_planned(tournament: Tournament, planned: PlannedMatch, setting: Setting, language: Language) -> "Event":
    """A match of the timetable that is not paired yet."""
    summary = f"{match_title(language, planned)} ({tournament.created.name})"
    address = f"{setting.origin}tournaments/{tournament.id}/timetable"
    event = _event(f"{tournament.id}.{planned.match}", summary, address)
    late = setting.expected.late.get(planned.match) if setting.expected else None
    time = Time(*late, TENTATIVE) if late else Time(planned.starts or 0, planned.ends or 0)
    table = f"{language.word('table')} {planned.table}" if planned.table else ""
    return _timed(tournament, event, time, language, table)


def _timed(tournament: Tournament, event: "Event", time: Time, language: Language, table: str = "") -> "Event":
    event.add("dtstart", _utc(time.starts))
    event.add("dtend", _utc(time.ends))
    if time.status:
        event.add("status", time.status)
    if time.status == TENTATIVE:
        event.add("description", language.word("expected_time"))
    place = str((tournament.created.details or {}).get("place", ""))
    if table or place:
        event.add("location", ", ".join(filter(None, (table, place))))
    return event


def _cancel(event: "Event | Todo", why: str) -> None:
    """Mark an event as cancelled, and say why."""
    for name, value in (("status", CANCELLED), ("description", why)):
        event.pop(name, None)
        event.add(name, value)


def _event(uid: str, summary: str, address: str) -> "Event":
    from icalendar import Event

    return _named(Event(), uid, summary, address)


def _named(component: _Component, uid: str, summary: str, address: str) -> _Component:
    from icalendar import vUri

    component.add("uid", f"{uid}@brade")
    component.add("summary", summary)
    component.add("url", vUri(address))
    return component


def _utc(at: int) -> datetime:
    return datetime.fromtimestamp(at // 1000, UTC)


def _day(moment: datetime) -> date:
    return moment.date()
