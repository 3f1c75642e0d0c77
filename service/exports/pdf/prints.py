"""The prints of a tournament: which parts each has. The same state gives the same bytes."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from core.club.look import readable
from core.tournament import Tournament
from core.tournament.model.visibility import before_round
from service.exports.pdf.document import RED, Document, Part, Poster, Sheets, Slips, Table
from service.exports.pdf.letter_sizes import number_of_sheets
from service.exports.pdf.occasions import certificates_part, cover_part, programme_part
from service.exports.pdf.poster import poster
from service.exports.pdf.prizes import prizes_part
from service.exports.pdf.rulings import rulings_part
from service.exports.pdf.slips import slips_part
from service.exports.pdf.table_parts import (
    crosstable_parts,
    grid_part,
    pairings_parts,
    participants_part,
    results_part,
    standings_part,
)
from service.exports.pdf.timetable import timetable_parts
from service.exports.pdf.typesetting import typeset
from service.exports.request import ExportOptions, Paper
from service.exports.svg.bracket import progress
from service.exports.svg.canvas import PAPER
from service.translations.export_words import Language, language


class Order(NamedTuple):
    """Input of a print: the tournament as its reader may see it, the options, and the language."""

    paper: Paper
    asked: ExportOptions
    language: Language

    @property
    def tournament(self) -> Tournament:
        """The tournament."""
        return self.paper.tournament


Parts = Callable[[Order], Sequence[Part | None]]


def printed(title: str, parts: Parts) -> Callable[[Paper, ExportOptions], bytes]:
    """The maker of a print of these parts; `title` is the key of its word."""

    def make(given: Paper, asked: ExportOptions) -> bytes:
        order = Order(given, asked, language(asked.lang))
        return typeset(_document(order, title, [part for part in parts(order) if part is not None]))

    return make


def sheets_of(parts: Parts) -> Callable[[Paper, ExportOptions], int]:
    """The function that reckons the sheets of a print of these parts, before it is printed."""

    def count(given: Paper, asked: ExportOptions) -> int:
        order = Order(given, asked, language(asked.lang))
        shown = [part for part in parts(order) if part is not None]
        about = order.tournament.created.name, progress(order.tournament, order.paper.brackets, order.language)
        return max(1, sum(_sheets_of(part, *about, is_first=number == 0) for number, part in enumerate(shown)))

    return count


def _sheets_of(part: Part, name: str, about: str, *, is_first: bool) -> int:
    if isinstance(part, Sheets):
        return number_of_sheets(part, name, about, is_first=is_first)
    if isinstance(part, Slips):
        return part.sheets
    assert isinstance(part, Poster), "no other part is reckoned"
    return len(part.tiles)


def _document(order: Order, title: str, parts: Sequence[Part]) -> Document:
    say, name = order.language.word, order.tournament.created.name
    about = progress(order.tournament, order.paper.brackets, order.language)
    shown = parts or [Sheets(say(title))]
    page = say("page_of", "{page}", "{pages}")
    look = order.asked.look
    colour = readable(look.colour, PAPER) if look.colour else RED
    about_it = (order.language.key, f"{name} – {say(title)}", name, about, page, say("nothing"))
    return Document(*about_it, shown, tuple(look.png), colour)


# ── of the whole tournament ──────────────────────────────────────────────────────────────────────────────────────────
def bracket(order: Order) -> Sequence[Part | None]:
    """The poster."""
    return [poster(order.paper, order.language)]


def standings(order: Order) -> Sequence[Part | None]:
    """The table, what decided between players who were level, and the prizes."""
    return [standings_part(order.tournament, order.language, whole=True)]


def crosstable(order: Order) -> Sequence[Part | None]:
    """The cross-tables, and the Berger grid of a round robin."""
    return [*crosstable_parts(order.tournament, order.language), grid_part(order.tournament, order.language)]


def programme(order: Order) -> Sequence[Part | None]:
    """The programme of the day."""
    return [programme_part(order.tournament, order.language)]


def prizes(order: Order) -> Sequence[Part | None]:
    """The prizes in money."""
    return [prizes_part(order.tournament, order.language)]


def timetable(order: Order) -> Sequence[Part | None]:
    """The timetable, a day on a sheet."""
    return timetable_parts(order.tournament, order.language)


def rulings(order: Order) -> Sequence[Part | None]:
    """The list of rulings."""
    return [rulings_part(order.tournament, order.paper.events(), order.paper.at_tables, order.language)]


def certificates(order: Order) -> Sequence[Part | None]:
    """Certificates for the best, at the end."""
    return [certificates_part(order.tournament, order.asked.club, order.language)]


def booklet(order: Order) -> Sequence[Part | None]:
    """All of a tournament in one file."""
    announced = [programme_part(order.tournament, order.language)] if order.tournament.created.details else []
    before = [
        cover_part(order.tournament, order.language),
        *announced,
        participants_part(order.tournament, order.language),
    ]
    if order.tournament.seed is None:
        return before
    drawn = bracket(order) if order.paper.brackets else []
    rounds = results_part(order.tournament, order.language)
    decided = [part for part in rulings(order) if isinstance(part, Sheets) and isinstance(part.blocks[0], Table)]
    return [*before, *standings(order), *crosstable(order), rounds, *drawn, *decided]


# ── of a round ───────────────────────────────────────────────────────────────────────────────────────────────────────
def pairings(order: Order) -> Sequence[Part | None]:
    """A round by table and by name."""
    return pairings_parts(order.tournament, order.asked.round, order.language)


def slips(order: Order) -> Sequence[Part | None]:
    """A slip for each match of a round."""
    return [slips_part(order.tournament, order.asked.round, order.language, order.asked.origin)]


def whole_round(order: Order) -> Sequence[Part | None]:
    """All that hangs and lies in the hall for a round: the table is that before it."""
    number = order.asked.round
    before = before_round(order.tournament, number)
    title = order.language.word("standings_before", number)
    table = [standings_part(before, order.language, title=title)] if before.results else []
    return [*pairings(order), *slips(order), *table]
