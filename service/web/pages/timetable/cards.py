"""Matches of a timetable as they are shown, and its clashes in sentences."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from babel.dates import format_datetime
from flask_babel import gettext as _

from core.tournament.timetable.clashes import BREAK, ORDER, PLAYER, REST, TABLE
from core.tournament.timetable.view import OVER, PLAYING, FoundClash, PlannedMatch
from service.handlers.tournament.timetable import TimetableView
from service.local_times import local
from service.translations.timetable_words import match_title, round_title, sides_of
from service.web.i18n import locale
from service.web.i18n.tournament_labels import labels
from service.web.place_zone import place_zone

MOST_SENTENCES = 40
TONES = 6
"""Colours by which tournaments are told apart."""


class Card(NamedTuple):
    """A match. `time` is its time as text, `expected` when it is to begin by now; `wall` is its start in a form.

    `sides` are the two that play, or the title where none is known. `clashes`: it clashes with something. `tone` is the
    number of the colour of its tournament.
    """

    tournament: str
    key: str
    match: str
    title: str
    sides: tuple[str, ...]
    round: str
    starts: int
    ends: int
    table: str
    time: str
    until: str
    wall: str
    state: str
    expected: str
    clashes: bool
    tone: int
    name: str
    players: tuple[str, ...]

    @property
    def minutes(self) -> int:
        """The minutes that it is planned for."""
        return (self.ends - self.starts) // 60_000


def cards_of(view: TimetableView, tone: int = 1) -> list[Card]:
    """The matches of a tournament that have a time, in its order."""
    return [_card(view, planned_match, tone) for planned_match in view.planned]


def _card(view: TimetableView, each: PlannedMatch, tone: int) -> Card:
    assert each.starts is not None
    assert each.ends is not None, "a match with a start has an end"
    late = each.expected if each.expected and each.state != OVER else None
    return Card(
        view.tournament,
        each.match,
        each.id,
        title := match_title(labels(), each),
        sides_of(each) or (title,),
        round_title(labels(), each) if each.players else "",
        each.starts,
        each.ends,
        each.table,
        time_of(each.starts),
        time_of(each.ends),
        wall_time(each.starts),
        each.state,
        _lateness(each, late.starts, late.ends) if late else "",
        bool(each.clashes),
        tone,
        view.name,
        tuple(player.id for player in each.players),
    )


def _lateness(each: PlannedMatch, starts: int, ends: int) -> str:
    if each.state == PLAYING:
        return _("until about %(time)s", time=time_of(ends))
    return _("at about %(time)s", time=time_of(starts))


def time_of(at: int) -> str:
    """The time of the day (Unix ms), where it is played."""
    return format_datetime(_local(at), _("HH:mm"), tzinfo=_local(at).tzinfo, locale=locale.current())


def wall_time(at: int) -> str:
    """A time (Unix ms) as a form has it, such as `2026-11-28T18:00`."""
    return _local(at).strftime("%Y-%m-%dT%H:%M")


def day_of(at: int) -> str:
    """The day (Unix ms), where it is played, such as `2026-11-28`."""
    return _local(at).strftime("%Y-%m-%d")


def day_title(at: int) -> str:
    """The day in words, as a heading."""
    text = format_datetime(_local(at), _("EEEE, d MMMM"), tzinfo=_local(at).tzinfo, locale=locale.current())
    return text[:1].upper() + text[1:]


def _local(at: int):  # type: ignore[no-untyped-def]
    return local(at, {"zone": place_zone()})


class ClashLine(NamedTuple):
    """A clash in a sentence, and the match that can be moved to mend it."""

    text: str
    tournament: str
    key: str


def clash_lines(views: Sequence[TimetableView], cards: Iterable[Card]) -> list[ClashLine]:
    """A sentence for each clash; of two matches that clash with each other one, at the later of them."""
    shown = {(each.tournament, each.key): each for each in cards}
    rests = {view.tournament: view.rest for view in views}
    found: dict[tuple[object, ...], ClashLine] = {}
    for view in views:
        for each in view.planned:
            card = shown.get((view.tournament, each.match))
            for clash in each.clashes if card else ():
                other = shown.get((clash.tournament, clash.match))
                pair = frozenset(((view.tournament, each.match), (clash.tournament, clash.match)))
                found.setdefault((clash.kind, clash.about, pair), _line(card, other, clash, rests))  # type: ignore[arg-type]
    return list(found.values())[:MOST_SENTENCES]


def _line(card: Card, other: Card | None, clash: FoundClash, rests: Mapping[str, int]) -> ClashLine:
    first, later = sorted((card, other or card), key=lambda each: (each.starts, each.key))
    values = {
        "one": _named(first, card),
        "other": _named(later, card) if other else _("a match on another day"),
        "about": clash.about,
    }
    if clash.kind == TABLE:
        text = _("Table %(about)s has two matches at the same time: %(one)s and %(other)s", **values)
    elif clash.kind == PLAYER:
        text = _("%(about)s has two matches at the same time: %(one)s and %(other)s", **values)
    elif clash.kind == REST:
        values["minutes"] = str(rests[later.tournament])
        text = _("%(about)s has less than %(minutes)s minutes of rest between %(one)s and %(other)s", **values)
    elif clash.kind == BREAK:
        values["about"] = clash.about or _("Break")
        text = _("%(one)s is played in a break: %(about)s", **values)
    else:
        assert clash.kind == ORDER, "a kind of clash that has no sentence"
        text = _("%(one)s begins before a match is over that decides who plays it", one=_named(card, card))
    if clash.late:
        text = _("%(clash)s, since a match lasts longer than planned", clash=text)
    return ClashLine(text, later.tournament if other else card.tournament, later.key if other else card.key)


def _named(each: Card, card: Card) -> str:
    where = f" ({each.name})" if each.tournament != card.tournament else ""
    return _("%(pair)s at %(time)s", pair=f"{each.title}{where}", time=each.time)
