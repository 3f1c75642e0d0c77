"""Brackets of the wall: the rounds that are played and the next ones, a part at a time, so that names stay large."""

from collections.abc import Iterator, Sequence
from typing import Any

from flask_babel import gettext as _

from core.tournament import Tournament
from core.tournament.brackets.view import (
    EMPTY,
    PLAYED,
    RESTS,
    BracketView,
    RoundView,
    SeatView,
    SlotView,
    bracket_views_now,
)
from core.tournament.model.bracket_plan import PLACE
from service.translations.round_titles import bracket_round_title
from service.web.i18n import tournament_labels

Json = dict[str, Any]
ROUNDS, SLOTS = 3, 8
"""The rounds beside each other on a slide, and the most matches below each other."""
_DONE = (PLAYED, RESTS, EMPTY)


def parts(state: Tournament) -> Iterator[tuple[str, list[Json]]]:
    """The title and the rounds of every slide of every bracket of which something is known."""
    language, views = tournament_labels.labels(), bracket_views_now(state)
    for bracket in views:
        if not _is_known(bracket):
            continue
        title = language.name(bracket.bracket) if len(views) > 1 else language.word("bracket")
        shown = _now(bracket)
        count = max(1, -(-len(shown[0].slots) // SLOTS))
        for number in range(count):
            name = f"{title} · {number + 1}/{count}" if count > 1 else title
            yield (
                name,
                [
                    {
                        "name": bracket_round_title(language, bracket.bracket, round_view.name),
                        "matches": [match_of(slot) for slot in _part(round_view, number, count)],
                        "known": any(seat.name for slot in _part(round_view, number, count) for seat in slot.seats),
                    }
                    for round_view in shown
                ],
            )


def _now(bracket: BracketView) -> list[RoundView]:
    """The first round that is not over and those behind it; at the end the last ones."""
    rounds = list(bracket.rounds)
    going = (place for place, round_ in enumerate(rounds) if any(slot.status not in _DONE for slot in round_.slots))
    first = max(0, min(next(going, len(rounds)), len(rounds) - ROUNDS))
    return rounds[first : first + ROUNDS]


def first_in_play(views: Sequence[BracketView]) -> list[RoundView]:
    """The rounds that are shown of the first bracket in which a match is to be played."""
    going = (
        _now(view) for view in views if any(slot.status not in _DONE for round_ in view.rounds for slot in round_.slots)
    )
    return next(going, [])


def _is_known(bracket: BracketView) -> bool:
    """True if a player of the bracket is known, or the place from which one comes."""
    return any(
        seat.name or from_word(seat) for round_ in bracket.rounds for slot in round_.slots for seat in slot.seats
    )


def from_word(seat: SeatView) -> str:
    """The place of a group, or of a table, from which a player comes who is not known yet."""
    kind, of = seat.source
    if kind != PLACE:
        return ""
    return _("Place %(number)s", number=of) if str(of).isdecimal() else str(of)


def _part(round_: RoundView, number: int, count: int) -> tuple[SlotView, ...]:
    slots = round_.slots
    return slots[len(slots) * number // count : len(slots) * (number + 1) // count]


def match_of(slot: SlotView) -> Json:
    """A match of a bracket: its players with their points, or who is not known yet."""
    score = slot.score or {}
    return {
        "table": slot.table if slot.status not in _DONE else None,
        "over": slot.status == PLAYED,
        "seats": [
            {
                "name": seat.name or "",
                "from": from_word(seat),
                "bye": seat.bye,
                "won": bool(slot.winner) and seat.player == slot.winner,
                "score": score.get(seat.seat) if any(score.values()) else None,
            }
            for seat in slot.seats
        ],
    }
