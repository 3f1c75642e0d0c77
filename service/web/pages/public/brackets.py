"""Brackets of a tournament as columns of rounds, each match with its players or where they come from."""

from collections.abc import Sequence
from typing import Any

from flask_babel import gettext as _

from core.tournament.brackets.view import EMPTY, PLAYED, RESTS, BracketView, RoundView, SeatView, SlotView
from core.tournament.model.bracket_plan import LOSER, PLACE, SEED, WINNER
from service.translations.isolation import beside
from service.web.i18n import labels, tournament_labels
from service.web.pages.wall.brackets import from_word


def brackets_of(views: Sequence[BracketView]) -> list[dict[str, Any]]:
    """The brackets, each with its rounds; the title of a single one is left out."""
    names = {
        slot.slot: [seat.name for seat in slot.seats if seat.name]
        for each in views
        for round_ in each.rounds
        for slot in round_.slots
    }
    language = tournament_labels.labels()
    return [
        {
            "key": each.bracket,
            "title": language.name(each.bracket) if len(views) > 1 else "",
            "rounds": [
                {"title": _title(each, round_), "slots": [_slot(slot, names) for slot in round_.slots]}
                for round_ in each.rounds
            ],
        }
        for each in views
    ]


def _title(bracket: BracketView, round_: RoundView) -> str:
    """The name of a round; one that is merely numbered in its bracket is a round."""
    number = round_.name.removeprefix(f"{bracket.bracket}_")
    if number.isdecimal():
        return _("Round %(number)s", number=number)
    return tournament_labels.labels().name(round_.name)


def _slot(slot: SlotView, names: dict[str, list[str]]) -> dict[str, Any]:
    played = slot.status == PLAYED
    reason = labels.kind_word(str(slot.result)) if played and slot.result and not slot.winner else ""
    return {
        "slot": slot.slot,
        "match": slot.match,
        "rests": slot.status == RESTS,
        "empty": slot.status == EMPTY,
        "table": slot.table if not played else None,
        "said": reason,
        "seats": [_seat(slot, seat, names) for seat in slot.seats],
    }


def _seat(slot: SlotView, seat: SeatView, names: dict[str, list[str]]) -> dict[str, Any]:
    played, score = slot.status == PLAYED, slot.score or {}
    won = played and seat.player is not None and seat.player == slot.winner
    points = str(score.get(seat.seat, 0)) if played and any(score.values()) else ""
    if won and not points and slot.result not in (None, "played"):
        points = tournament_labels.labels().cell(str(slot.result))
    return {
        "player": seat.player,
        "name": seat.name,
        "seed": seat.seed,
        "bye": seat.bye,
        "won": won,
        "lost": played and not won,
        "score": points,
        "from": _source(seat, names),
    }


def _source(seat: SeatView, names: dict[str, list[str]]) -> str:
    """The words for a player who is not known yet."""
    kind, of = seat.source
    if kind == SEED:
        return _("Seed %(number)s", number=of)
    if kind == PLACE:
        return from_word(seat)
    pair = beside(names.get(str(of), ()))
    if kind not in (WINNER, LOSER) or len(names.get(str(of), ())) != 2:
        return ""
    return _("Loser of %(pair)s", pair=pair) if kind == LOSER else _("Winner of %(pair)s", pair=pair)
