"""The bracket as a drawing for the wall: real trees where a format has them, else cross-tables or the rounds."""

from collections.abc import Mapping, Sequence

from core.tournament.brackets.view import BracketView, SeatView, SlotView
from core.tournament.model.state import RUNNING, Tournament
from core.tournament.model.values import Round
from core.tournament.standings.crosstable import OPPONENTS, CrossTable, crosstables
from service.exports.svg.canvas import (
    FAINT,
    INK,
    LEAST_CROWDING,
    ON_SCREEN,
    SIZE,
    SMALL,
    SOFT,
    TITLE,
    Drawing,
    Medium,
    crowding,
)
from service.exports.svg.grids import draw_grids, draw_rounds
from service.exports.svg.sheet_layout import Layout, Placed, composed
from service.exports.svg.tree_layout import GAP_ACROSS, ROW, Box, drawn_slots, is_bye
from service.translations.dates import days_and_place
from service.translations.export_words import Language
from service.translations.round_titles import bracket_round_title

_SEED, _SCORE, _PAD = 28, 32, 6
_NAME, _LEAST_NAME = 220, 110
_ROOMIER = (360, 280)
_SMALLER = 1.15
"""The least scale of a sheet that keeps every name whole."""
_BETWEEN = 40


def bracket_svg(
    tournament: Tournament,
    brackets: Sequence[BracketView],
    language: Language,
    medium: Medium = ON_SCREEN,
    *,
    shaped: bool = True,
    layout: Layout | None = None,
) -> str:
    """The drawing of a tournament as it stands; `brackets` as `bracket_views` has them, none for a format without.

    It has the shape of a sheet if it is to be `shaped`, else its own. A `layout` says how brackets are drawn.
    Long names have as much room as they need, if all of it then is not much smaller on its sheet; else they are cut.
    """
    about = progress(tournament, brackets, language)
    if layout is not None:
        drawing, width, height = _drawn(tournament, brackets, language, medium, layout.names, layout)
        return drawing.sheet(width, height, tournament.created.name, about, shaped=shaped)
    drawing, width, height = _drawn(tournament, brackets, language, medium, _NAME)
    most = max(crowding(width, height), LEAST_CROWDING) * _SMALLER
    for room in _ROOMIER:
        roomy = _drawn(tournament, brackets, language, medium, room)
        if crowding(*roomy[1:]) <= most:
            drawing, width, height = roomy
            break
    return drawing.sheet(width, height, tournament.created.name, about, shaped=shaped)


def _drawn(
    tournament: Tournament,
    brackets: Sequence[BracketView],
    language: Language,
    medium: Medium,
    name: float,
    layout: Layout | None = None,
) -> tuple[Drawing, float, float]:
    """All of it with names in at most so much room, and its width and height."""
    drawing = Drawing(medium)
    drawing.text(0, TITLE, tournament.created.name, 900, size=TITLE, bold=True)
    drawing.text(0, TITLE + 22, progress(tournament, brackets, language), 900, fill=SOFT)
    y = TITLE + 22.0 + 30
    width = 0.0
    if tournament.seed is None:
        drawing.text(0, y + SIZE, language.word("nothing"), 400, fill=SOFT)
        width, y = 400, y + 3 * SIZE
    tables = [] if tournament.seed is None else crosstables(tournament)
    grids = [table for table in tables if table.by == OPPONENTS]
    if grids:
        # The boards of a team's meeting are told below, one by one.
        seen = {pairing.match for pairing in tournament.matches} if tournament.format.teams else set[str]()
        width, y = draw_grids(drawing, grids, language, y, seen=seen, most=name)
        y += _BETWEEN
    listed = _rounds_listed(tournament, brackets, grids)
    if listed:
        across, y = draw_rounds(drawing, tournament, listed, language, y, most=name)
        width, y = max(width, across), y + (_BETWEEN if brackets else 0)
    if brackets:
        across, y = _Brackets(drawing, tournament, brackets, language, name).draw(y, layout)
        width = max(width, across)
    return drawing, max(width, 400), y + 12


def _rounds_listed(
    tournament: Tournament, brackets: Sequence[BracketView], grids: Sequence[CrossTable]
) -> Sequence[Round]:
    """The rounds that are listed match by match: those that neither a tree nor a cross-table shows."""
    stage = tournament.format.table_stage
    if stage is not None:
        return [round_ for round_ in tournament.rounds if round_.stage == stage]
    return tournament.rounds if not brackets and (not grids or tournament.format.teams) else ()


def progress(tournament: Tournament, brackets: Sequence[BracketView], language: Language) -> str:
    """One line that says what this is and how far it has come."""
    form = language.format(tournament.format.name)
    parts = [form, language.word("entrants", len(tournament.field))]
    held = [each for each in [days_and_place(tournament.created.details, language.key)] if each]
    if tournament.status != RUNNING:
        return " · ".join([*parts, language.word(tournament.status), *held])
    slots = [slot for bracket in brackets for _, _, slot in drawn_slots(bracket) if not is_bye(slot)]
    planned = {slot.match or slot.slot for slot in slots if not _is_perhaps(slot)}
    matches = {pairing.match for pairing in tournament.matches if not pairing.is_bye}
    played = sum(match in tournament.results for match in matches)
    return " · ".join([*parts, language.word("matches_played", played, len(matches | planned)), *held])


def _is_perhaps(slot: SlotView) -> bool:
    """The same two as in a match before it: it is played only if it must be."""
    return slot.match is None and len({seat.source.of for seat in slot.seats}) == 1


class _Brackets:
    """The trees of one tournament on one drawing."""

    def __init__(
        self, drawing: Drawing, tournament: Tournament, brackets: Sequence[BracketView], language: Language, most: float
    ) -> None:
        self._drawing, self._tournament, self._brackets, self._language = drawing, tournament, brackets, language
        slots = [slot for bracket in brackets for _, _, slot in drawn_slots(bracket)]
        self._home = {slot.slot: bracket.bracket for bracket in brackets for _, _, slot in drawn_slots(bracket)}
        names = [seat.name or "" for slot in slots for seat in slot.seats]
        widest = max((drawing.width(name, SIZE) for name in names), default=0)
        self._name = min(max(widest + 2, _LEAST_NAME), most)
        self._width = _SEED + self._name + _SCORE
        self._numbers = numbered(brackets)
        self._called = {str(seat.source.of) for slot in slots for seat in slot.seats if self._is_called(slot, seat)}

    def _is_called(self, slot: SlotView, seat: SeatView) -> bool:
        """True if the seat is filled from a source without a line."""
        source = seat.source
        if source.kind == "loser":
            return {seat_view.source.of for seat_view in slot.seats} != {source.of}
        return source.kind == "winner" and self._home.get(str(source.of)) != self._home[slot.slot]

    def draw(self, top: float, layout: Layout | None) -> tuple[float, float]:
        """Draw all of them from there down; how wide they are, and where they end."""
        sheet = composed(self._brackets, self._width, top, layout)
        self._width, self._name = sheet.box, sheet.box - _SEED - _SCORE
        boxes = sheet.boxes
        for placed in sheet.trees:
            self._draw_tree(placed, boxes)
        return sheet.width, sheet.bottom + 24

    def _draw_tree(self, placed: Placed, boxes: Mapping[str, Box]) -> None:
        drawing, language = self._drawing, self._language
        bracket, tree, titled = placed
        if titled:
            top = min(heading.y for heading in tree.headings)
            drawing.text(0, top - 12, language.name(bracket.bracket), 400, size=16, bold=True)
        for heading in tree.headings:
            name = str(heading.round.name)
            drawing.text(
                heading.x,
                heading.y + 14,
                bracket_round_title(language, bracket.bracket, name) if titled else language.name(name),
                self._width + GAP_ACROSS - _PAD,
                bold=True,
                fill=SOFT,
            )
        for key, box in tree.boxes.items():
            for seat in box.slot.seats:
                source = seat.source
                if source.kind == "winner" and str(source.of) in boxes:
                    self._link(boxes[str(source.of)], boxes[key])
        for box in tree.boxes.values():
            self._draw_box(box)

    def _link(self, start: Box, end: Box) -> None:
        soft = is_bye(start.slot)
        if start.mirrored:
            x, goal = start.x, end.x + self._width
            turn = x - GAP_ACROSS / 2
        else:
            x, goal = start.x + self._width, end.x
            turn = goal - GAP_ACROSS / 2
        self._drawing.line((x, start.middle), (turn, start.middle), (turn, end.middle), (goal, end.middle), soft=soft)

    def _draw_box(self, box: Box) -> None:
        slot, drawing = box.slot, self._drawing
        attributes = {"data_slot": slot.slot} | ({"data_match_id": slot.match} if slot.match else {})
        with drawing.group(self._spoken(box), **attributes):
            if is_bye(slot):
                self._draw_bye(box)
                return
            drawing.box(box.x, box.y, self._width, box.height, look="dashed" if _is_perhaps(slot) else "box")
            drawing.line((box.x, box.middle), (box.x + self._width, box.middle), soft=True)
            for place, seat in enumerate(slot.seats):
                self._draw_seat(box, seat, box.y + place * ROW)
            self._draw_label(box)

    def _draw_label(self, box: Box) -> None:
        """Over a match: its number, if another one speaks of it, and its table while it is to be played."""
        slot, number = box.slot, self._numbers.get(box.slot.slot)
        if slot.slot in self._called:
            self._drawing.text(box.x + 2, box.y - 3, str(number), 40, size=SMALL, fill=FAINT)
        if slot.table and slot.status == "ready":
            label = self._language.word("table_", slot.table)
            self._drawing.text(
                box.x + self._width - 2, box.y - 3, label, self._width - 50, size=SMALL, fill=SOFT, anchor="end"
            )

    def _draw_bye(self, box: Box) -> None:
        drawing = self._drawing
        drawing.box(box.x, box.y, self._width, box.height, look="soft")
        seat = next((seat_view for seat_view in box.slot.seats if not seat_view.bye), None)
        word = self._language.cell("bye")
        room = drawing.width(word, SMALL + 1)
        drawing.text(
            box.x + self._width - _PAD, box.y + 14, word, room, size=SMALL + 1, fill=FAINT, anchor="end", slanted=True
        )
        if seat is not None:
            self._draw_name(box, seat, box.y, self._name + _SCORE - room - 8, FAINT, bold=False)

    def _draw_seat(self, box: Box, seat: SeatView, y: float) -> None:
        slot = box.slot
        decided = slot.status == "played"
        won = decided and seat.player is not None and slot.winner == seat.player
        if won:
            self._drawing.bar(box.x, y, ROW)
        fill = SOFT if decided and not won else INK
        self._draw_name(box, seat, y, self._name, fill, bold=won)
        score = self._score(slot, seat, won)
        if score:
            self._drawing.text(
                box.x + self._width - _PAD,
                y + 14.5,
                score,
                _SCORE - _PAD,
                bold=won,
                anchor="end",
                size=SIZE if score.isdecimal() else SMALL,
            )

    def _draw_name(self, box: Box, seat: SeatView, y: float, room: float, fill: str, *, bold: bool) -> None:
        drawing = self._drawing
        if seat.seed:
            drawing.text(box.x + _SEED - 5, y + 14, str(seat.seed), _SEED - 4, size=SMALL, fill=FAINT, anchor="end")
        if seat.name:
            drawing.text(box.x + _SEED, y + 14.5, seat.name, room, bold=bold, fill=fill)
        elif placeholder := self._placeholder(box.slot, seat):
            drawing.text(box.x + _SEED, y + 14, placeholder, room, size=SMALL + 1, fill=FAINT, slanted=True)

    def _placeholder(self, slot: SlotView, seat: SeatView) -> str:
        """The coming player of a seat without a line."""
        source = seat.source
        if source.kind == "seed":
            return self._language.word("seed", source.of or 0)
        if source.kind == "place":
            place = str(source.of)
            return self._language.word("place_of_swiss", place) if place.isdecimal() else place
        if {seat_view.source.of for seat_view in slot.seats} == {source.of}:
            return ""  # the same two once more
        if not self._is_called(slot, seat) or str(source.of) not in self._numbers:
            return ""
        return self._language.word(f"{source.kind}_of", self._numbers[str(source.of)])

    def _score(self, slot: SlotView, seat: SeatView, won: bool) -> str:
        if slot.status != "played":
            return ""
        score = slot.score or {}
        if any(score.values()):
            return str(score.get(seat.seat, 0))
        if slot.winner is None:
            return "–"
        return self._language.cell(slot.result) if won and slot.result else ""

    def _spoken(self, box: Box) -> str:
        """The match in one line, with all names in full."""
        slot, language = box.slot, self._language
        names = []
        for seat in slot.seats:
            name = seat.name or (language.cell("bye") if seat.bye else self._placeholder(slot, seat) or "…")
            names.append(f"{name} ({seat.seed})" if seat.seed else name)
        score, result = slot.score or {}, slot.result or ""
        sentence = f"{language.name(box.round.name)}: {' – '.join(names)}"
        if slot.status == "played" and any(score.values()):
            sentence += " " + "–".join(str(score.get(seat.seat, 0)) for seat in slot.seats)
        elif slot.status == "played":
            winner = next((seat.name for seat in slot.seats if seat.player == slot.winner), None)
            sentence += f" ({language.cell(result)} {winner or ''})"
        return sentence


def numbered(brackets: Sequence[BracketView]) -> dict[str, int]:
    """A number for each slot, in the order in which the rounds are played: it never changes."""
    rounds = sorted(
        (round_ for bracket in brackets for round_ in bracket.rounds), key=lambda round_view: round_view.round
    )
    keys = (slot.slot for round_ in rounds for slot in round_.slots)
    return {key: number for number, key in enumerate(keys, 1)}
