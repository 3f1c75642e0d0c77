"""Slips of a round: a form for each match, on which the players write the result, with the way to its page."""

from collections.abc import Iterator
from io import BytesIO
from typing import NamedTuple

from core.games import game_of
from core.tournament import Tournament
from core.tournament.handicap import start_of
from core.tournament.model.values import Pairing, Round
from core.tournament.terms import terms_of
from core.tournament.views.csv_rows import by_table
from service.exports.pdf.document import Slip, Slips
from service.exports.svg.text_metrics import printed_width
from service.translations.export_words import Language
from service.translations.isolation import beside
from service.translations.round_titles import round_title

_FEWEST, _FEW, _MOST = 3, 5, 9
"""Rows for games: up to `_FEWEST` four slips may be below each other, up to `_FEW` three; none has over `_MOST`."""
_LOWEST, _LOW, _HIGH = (74.2, 4.0), (98.9, 6.0), (148.4, 7.0)
"""The height of slips in mm, four, three or two below each other; and the room about the text of a row, in points."""

_WIDE, _SEAT, _PLAYER = 255.0, 8.0, 11.5
"""The width of a slip between its edges, and the heights of the letters of a seat and of a player, in points."""


def slips_part(tournament: Tournament, number: int, language: Language, origin: str) -> Slips | None:
    """The slips of a round; `None` where nothing is played. `origin` leads the codes; without it there are none."""
    made = list(_slips(tournament, tournament.round(number), language, origin))
    if not made:
        return None
    games = max(len(slip.games) for slip in made)
    height = _HIGH if games > _FEW else _LOW
    saves_one = -(-len(made) // 8) < -(-len(made) // 6)
    if games <= _FEWEST and saves_one and all(_is_short(*player) for slip in made for player in slip.players):
        height = _LOWEST
    return Slips(language.word("slips"), made, *height)


def _is_short(seat: str, name: str) -> bool:
    """True for a player in one line, as slips need that are four below each other."""
    return printed_width(seat, _SEAT) + _SEAT + printed_width(name, _PLAYER) <= _WIDE


def _slips(tournament: Tournament, round_: Round, language: Language, origin: str) -> Iterator[Slip]:
    for place, (pairing, _meeting, teams) in enumerate(by_table(tournament, round_), 1):
        if not pairing.is_bye:
            where = Where(place, beside(teams), f"{origin}matches/{pairing.match}" if origin else "")
            yield _slip(tournament, round_, pairing, language, where)


class Where(NamedTuple):
    """The place of a match in its round, the teams that meet there, and the address of its page."""

    place: int
    teams: str
    address: str


def _slip(tournament: Tournament, round_: Round, pairing: Pairing, language: Language, where: Where) -> Slip:
    seats = game_of(tournament.created.game).seats[:2]
    names = (tournament.label_of(pairing.white), tournament.label_of(pairing.black))
    table = tournament.seated.get(pairing.match) or str(where.place)
    heads = [language.word(each) for each in ("game", "winner", "ending", "points")]
    return Slip(
        language.word("table_", table),
        round_title(language, tournament, round_),
        _meeting(pairing, where.teams, language) or _start(tournament, round_, pairing, language),
        [(language.name(seat), name) for seat, name in zip(seats, names, strict=True)],
        heads,
        [str(number) for number in range(1, _games(tournament, round_, pairing) + 1)],
        [language.word("signature", language.name(seat)) for seat in seats],
        where.address,
        _code(where.address) if where.address else "",
        language.word("watch"),
    )


def _meeting(pairing: Pairing, teams: str, language: Language) -> str:
    """The meeting of teams that a match is a board of, and which board; empty in an event of players."""
    return f"{teams} · {language.word('board', pairing.slot.partition('/')[2])}" if teams else ""


def _start(tournament: Tournament, round_: Round, pairing: Pairing, language: Language) -> str:
    """The points with which a player begins; empty without a handicap, which events of teams do not have."""
    start = start_of(tournament, pairing, terms_of(tournament, round_, pairing).length)
    if start is None:
        return ""
    name = tournament.label_of((pairing.white, pairing.black)[start.place])
    return language.word("begins_with", name, start.points)


def _games(tournament: Tournament, round_: Round, pairing: Pairing) -> int:
    """The most games that a match may have, or as many rows as there is room for."""
    length = terms_of(tournament, round_, pairing).length
    return min(length["games"] if "games" in length else 2 * length.get("points", _MOST) - 1, _MOST)


def _code(address: str) -> str:
    import segno

    drawn = BytesIO()
    segno.make(address, error="m", micro=False).save(drawn, kind="svg", border=0, scale=4, xmldecl=False)
    return drawn.getvalue().decode()
