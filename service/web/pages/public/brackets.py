"""Brackets of a tournament as drawn trees: each match with its players, or where they come from, and as a sentence."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from flask_babel import gettext as _

from core.games import game_of
from core.match.results.game_results import points
from core.tournament import Tournament
from core.tournament.brackets.view import EMPTY, PLAYED, READY, RESTS, BracketView, SeatView, SlotView
from core.tournament.model.bracket_plan import LOSER, PLACE, SEED, WINNER
from service.exports.svg.bracket import numbered
from service.translations.isolation import beside, isolated
from service.translations.round_titles import bracket_round_title
from service.web.i18n import labels, tournament_labels
from service.web.pages.public import bracket_tree
from service.web.pages.public.bracket_tree import Cell, Column
from service.web.pages.wall.brackets import from_word

Json = dict[str, Any]
Scores = Mapping[str, Mapping[str, int]]
"""The points of matches that are played now, by match and seat."""

_MOST_GAMES = 5
"""The most games of a match whose scores stand beside the names."""
_LONG = 13
"""Letters from which on a name is written smaller in a tree."""


class Way(NamedTuple):
    """The way of a player through the brackets, with the name."""

    player: str
    name: str


def brackets_of(
    state: Tournament, views: Sequence[BracketView], live: Scores, way: Way | None = None
) -> list[dict[str, Any]]:
    """The brackets, each with its rounds; the title of a single one is left out. The `way` of a player is lit."""
    trees, places = _Trees(state, bracket_tree.joined(views), live, way), itertools.count()
    return [
        {
            "key": bracket_view.bracket,
            "title": tournament_labels.labels().name(bracket_view.bracket) if len(trees.columns) > 1 else "",
            "large": sum(cell.rows for cell in columns[0].cells) >= 16,
            "rounds": [trees.round(bracket_view, column, places) for column in columns],
        }
        for bracket_view, columns in trees.columns
    ]


def has_unknown(brackets: Sequence[Json]) -> bool:
    """True if a player is not known yet, and nothing is said of where they come from."""
    cells = (cell for bracket in brackets for round_ in bracket["rounds"] for cell in round_["cells"])
    seats = (seat for cell in cells for seat in cell.get("seats", ()))
    return any(not (seat["name"] or seat["from"] or seat["bye"]) for seat in seats)


class On(NamedTuple):
    """The way on from a match: the place of the next one among all that are drawn, and the line that leads there."""

    place: int
    line: str


class _Trees:
    """All trees of a tournament: a match of one may be spoken of in another."""

    def __init__(self, state: Tournament, views: Sequence[BracketView], live: Scores, way: Way | None) -> None:
        self._game, self._results = game_of(state.created.game), state.results
        self._live, self._way, self._language = live, way, tournament_labels.labels()
        trees = [(view, bracket_tree.tree(view)) for view in views]
        self.columns = [(bracket_view, tree.columns) for bracket_view, tree in trees if tree.columns]
        slots = [slot for view in views for round_ in view.rounds for slot in round_.slots]
        self._players = {slot.slot: [seat.name for seat in slot.seats if seat.name] for slot in slots}
        self._numbers = numbered(views)
        self._free = {key: slot for _, tree in trees for key, slot in tree.free.items()}
        self._next = dict(self._ways_on())
        self._ahead = self._lines_ahead()
        self._called = {str(seat.source.of) for seat in self._called_seats()}

    def _cells(self) -> Iterator[Cell]:
        """The cells with matches in the order in which they are written."""
        return (cell for each in self.columns for column in each[1] for cell in column.cells if cell.slot)

    def _ways_on(self) -> Iterator[tuple[str, On]]:
        """For each match from which a line leads on: the place of the next one, and that line."""
        for place, cell in enumerate(self._cells()):
            for line, seat in zip(cell.lines, cell.slot.seats if cell.slot else (), strict=True):
                if line:
                    yield str(seat.source.of), On(place, line)

    def _lines_ahead(self) -> dict[int, str]:
        """The matches that lie ahead of the player of the way, by their places, each with the line that leads there."""
        slots = [cell.slot for cell in self._cells() if cell.slot]
        found: dict[int, str] = {}
        for slot in slots:
            on = self._next.get(slot.slot) if self._may_go_on(slot) else None
            while on and not self._is_on_way(slots[on.place]):
                found[on.place] = on.line
                on = self._next.get(slots[on.place].slot)
        return found

    def _may_go_on(self, slot: SlotView) -> bool:
        """True if the player of the way is in a match that they have not lost."""
        return self._is_on_way(slot) and (slot.status != PLAYED or slot.winner == (self._way and self._way.player))

    def _is_on_way(self, slot: SlotView) -> bool:
        return any(map(self._is_lit, slot.seats))

    def _called_seats(self) -> Iterator[SeatView]:
        """The seats whose players come from a match without a line."""
        cells = (cell for each in self.columns for column in each[1] for cell in column.cells)
        for cell in cells:
            for line, seat in zip(cell.lines, cell.slot.seats if cell.slot else (), strict=True):
                whence = bracket_tree.origin(seat, self._free)
                if not line and whence.source.kind in (WINNER, LOSER):
                    yield whence

    def round(self, bracket: BracketView, column: Column, places: Iterator[int]) -> Json:
        """A round of a bracket as a column of its tree; `places` counts the matches of all trees."""
        title = bracket_round_title(self._language, bracket.bracket, column.round.name)
        return {
            "title": title,
            "cells": [
                self._slot(cell, title, next(places)) if cell.slot else {"rows": cell.rows, "passes": cell.passes}
                for cell in column.cells
            ],
            "free": beside((seat.name for slot in column.free for seat in slot.seats if seat.name), ", "),
        }

    def _slot(self, cell: Cell, title: str, place: int) -> Json:
        slot = cell.slot
        assert slot is not None
        played = slot.status == PLAYED
        live = slot.status == READY and (slot.match in self._live or slot.score is not None)
        reason = labels.kind_word(str(slot.result)) if played and slot.result and not slot.winner else ""
        games = self._games(slot) if played else []
        seats = [self._seat(slot, *each, games) for each in zip(slot.seats, cell.lines, strict=True)]
        ways = {line for seat, line in zip(slot.seats, cell.lines, strict=True) if line and self._is_lit(seat)}
        unknown = not any(seat["name"] or seat["bye"] or seat["from"] for seat in seats)
        return {
            "rows": cell.rows,
            "lines": len({*cell.lines} - {""}),
            "match": slot.match if slot.status not in (RESTS, EMPTY) else None,
            "status": "live" if live else slot.status,
            "number": self._numbers[slot.slot] if slot.slot in self._called else None,
            "table": slot.table if not played else None,
            "reason": reason,
            "seats": seats,
            "unknown": unknown,
            "lit": self._is_on_way(slot),
            "ways": sorted(ways),
            "on": self._next.get(slot.slot),
            "ahead": self._ahead.get(place),
            "pair": beside(map(self._name, slot.seats)),
            "sentence": self._sentence(slot, title, games),
        }

    def _is_lit(self, seat: SeatView) -> bool:
        return self._way is not None and seat.player == self._way.player

    def _seat(self, slot: SlotView, seat: SeatView, line: str, games: Sequence[Mapping[str, int]]) -> Json:
        played = slot.status == PLAYED
        won = played and seat.player is not None and seat.player == slot.winner
        score = self._score(slot) or {}
        result = str(score[seat.seat]) if seat.seat in score else ""
        if won and not result and slot.result not in (None, "played"):
            result = self._language.cell(str(slot.result))
        whence = bracket_tree.origin(seat, self._free)
        return {
            "player": seat.player,
            "name": seat.name,
            "long": len(seat.name or "") >= _LONG,
            "seed": seat.seed,
            "bye": seat.bye,
            "free": whence is not seat and not played,
            "won": won,
            "lost": played and not won,
            "games": [game[seat.seat] for game in games] if len(games) <= _MOST_GAMES else [],
            "score": result,
            "line": line,
            "from": "" if line or seat.name else self._source(whence),
            "lit": self._is_lit(seat),
        }

    def _score(self, slot: SlotView) -> Mapping[str, int] | None:
        """The points of a match that is over or played now; `None` without any."""
        if slot.status != PLAYED:
            return self._live.get(slot.match or "", slot.score)
        seats = [seat.seat for seat in slot.seats]
        return {seat: slot.score.get(seat, 0) for seat in seats} if slot.score and any(slot.score.values()) else None

    def _games(self, slot: SlotView) -> list[Mapping[str, int]]:
        """The points of each seat in each game of a match that is over."""
        result = self._results.get(slot.match or "")
        games = [game for game in result.games if game.winner] if result else []
        seats = [seat.seat for seat in slot.seats]
        return [{seat: points(self._game, game) if seat == game.winner else 0 for seat in seats} for game in games]

    def _source(self, seat: SeatView) -> str:
        """The words for a player who is not known yet and to whom no line leads."""
        kind, of = seat.source
        if kind == SEED:
            return _("Seed %(number)s", number=of)
        if kind == PLACE:
            return from_word(seat)
        number = self._numbers.get(str(of))
        return self._language.word(f"{kind}_of", number) if kind in (WINNER, LOSER) and number else ""

    # ── the sentence of a match ──────────────────────────────────────────────────────────────────────────────────────
    def _sentence(self, slot: SlotView, title: str, games: Sequence[Mapping[str, int]]) -> str:
        """The match in words, for readers who hear the page."""
        pair = beside(map(self._name, slot.seats))
        numbers = {"round": title, "pair": pair}
        score = self._score(slot)
        scored = "–".join(str(score[seat.seat]) for seat in slot.seats) if score else ""
        if slot.status == PLAYED:
            return self._result(slot, numbers, scored, games)
        if slot.status == RESTS:
            alone = next((isolated(seat.name) for seat in slot.seats if seat.name), "…")
            return _("%(round)s: %(name)s has no opponent.", round=title, name=alone)
        table = {"table": slot.table} if slot.table else {}
        if score is not None:
            if table:
                return _(
                    "%(round)s: %(pair)s, in play at table %(table)s, %(score)s.", score=scored, **numbers, **table
                )
            return _("%(round)s: %(pair)s, in play, %(score)s.", score=scored, **numbers)
        if table:
            return _("%(round)s: %(pair)s, table %(table)s.", **numbers, **table)
        return _("%(round)s: %(pair)s.", **numbers)

    def _result(
        self, slot: SlotView, numbers: Mapping[str, str], scored: str, games: Sequence[Mapping[str, int]]
    ) -> str:
        winner = next((seat for seat in slot.seats if seat.player and seat.player == slot.winner), None)
        if winner is None:
            return f"{numbers['round']}: {numbers['pair']}: {labels.kind_word(str(slot.result))}"
        seats = [winner, *(seat for seat in slot.seats if seat is not winner)]
        names = {"winner": isolated(winner.name), "loser": self._name(seats[-1]), "round": numbers["round"]}
        how = "–".join(str((slot.score or {}).get(seat.seat, 0)) for seat in seats) if scored else ""
        each = ", ".join("–".join(str(game[seat.seat]) for seat in seats) for game in games)
        if how and each:
            return _("%(round)s: %(winner)s beat %(loser)s %(score)s (%(games)s).", score=how, games=each, **names)
        how = how or labels.kind_word(str(slot.result))
        return _("%(round)s: %(winner)s beat %(loser)s, %(how)s.", how=how, **names)

    def _name(self, seat: SeatView) -> str:
        """The player's name, or the words for one who is not known yet."""
        if seat.name:
            return str(isolated(seat.name))
        if seat.bye:
            return self._language.cell("bye")
        kind, of = bracket_tree.origin(seat, self._free).source
        before = self._players.get(str(of), [])
        if kind in (WINNER, LOSER) and len(before) == 2:
            pair = beside(before)
            return _("Loser of %(pair)s", pair=pair) if kind == LOSER else _("Winner of %(pair)s", pair=pair)
        called = kind not in (WINNER, LOSER) or str(of) in self._called
        return (called and self._source(bracket_tree.origin(seat, self._free))) or "…"
