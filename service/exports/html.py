"""Pages to be read on a screen and printed: each carries its own looks, so that a saved one stays as it was."""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from core.games import game_of
from core.tournament import Tournament
from core.tournament.details import in_one_line, prize_lines
from core.tournament.model.byes import resting
from core.tournament.model.values import Pairing
from core.tournament.standings.crosstable import OPPONENTS, Cell, CrossTable, crosstables
from core.tournament.standings.standings import Standing, sections, standings
from core.tournament.views.csv_rows import by_table, tie_break_cell
from service.exports.svg.grids import score
from service.exports.svg.text_metrics import alphabetical, printable
from service.translations.export_words import Language
from service.translations.round_reached import CODE, reached_labels, tells

_TEMPLATES = Path(__file__).parent / "templates"
STYLE = _TEMPLATES / "sheet.css"
"""The looks of every page that is saved and printed, in the materials of the service's own."""


@cache
def style() -> str:
    """The stylesheet."""
    return STYLE.read_text(encoding="utf-8")


@cache
def style_hash() -> str:
    """By which a browser that is told to run nothing else knows the stylesheet inside a page."""
    return "sha256-" + b64encode(sha256(style().encode()).digest()).decode()


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(_TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, finalize=lambda value: printable(value) if type(value) is str else value,
    )  # fmt: skip


def _page(template: str, title: str, tournament: Tournament, tongue: Language, **more: Any) -> str:
    form, status = tongue.format(tournament.format.name), tongue.word(tournament.status)
    about = " · ".join(filter(None, (form, status, in_one_line(tournament.created.details))))
    return _templates().get_template(template).render(
        tongue=tongue, say=tongue.word, title=title, name=tournament.created.name, about=about, id=tournament.id,
        version=tournament.version, style=style(), **more,
    )  # fmt: skip


# ── standings ────────────────────────────────────────────────────────────────────────────────────────────────────────
def standings_html(tournament: Tournament, tongue: Language) -> str:
    """The table, and before it those of groups that have their own, behind it that of a Swiss."""
    groups = sections(tournament)
    whole = (tongue.word("standings") if groups else "", standings(tournament))
    named = [*groups, whole] if tournament.format.table_stage is None else [whole, *groups]
    came = reached_labels(tournament, tongue)
    listed = sorted({place for _, lines in named for place in _telling(tournament, lines, came)})
    tables = [_standings(tournament, name, lines, came, tongue) for name, lines in named]
    codes = [tournament.tie_breaks[place] for place in listed]
    legend = " · ".join(f"{tongue.heading(code)} = {tongue.tie_break(code)}" for code in codes)
    return _page(
        "standings.html",
        tongue.word("standings"),
        tournament,
        tongue,
        tables=tables,
        legend=legend,
        prizes=prize_lines(tournament.created.details),
    )


def _telling(tournament: Tournament, lines: Sequence[Standing], came: Mapping[str, str]) -> list[int]:
    """The places of the tie-breaks that say more than the wins, and say it of anybody."""
    values = {place: [line.tie_breaks[place].value for line in lines] for place, _ in enumerate(tournament.tie_breaks)}
    known = [[line.wins for line in lines], [line.points for line in lines], [None for _ in lines], [0 for _ in lines]]
    return [
        place for place, values_ in values.items()
        if values_ not in known and (tournament.tie_breaks[place] != CODE or tells(came, lines, place))
    ]  # fmt: skip


def _standings(
    tournament: Tournament, name: str, lines: Sequence[Standing], came: Mapping[str, str], tongue: Language
) -> Mapping[str, Any]:
    shown: dict[str, list[Any]] = {
        "played": [line.played for line in lines],
        "won": [line.wins for line in lines],
        "lost": [line.losses for line in lines],
        "byes": [line.byes or "" for line in lines],
        "walkovers": [line.walkovers or "" for line in lines],
        "score": [line.points if line.points != line.wins else "" for line in lines],
        "games": [f"{line.games_won}–{line.games_lost}" for line in lines],
        "points": [f"{line.points_won}–{line.points_lost}" for line in lines],
    }
    columns = [(key, tongue.word(key), cells) for key, cells in shown.items() if any(cell != "" for cell in cells)]
    columns = [  # a player whose score differs is not the only one to have it
        (key, head, [line.points for line in lines] if key == "score" else cells) for key, head, cells in columns
    ]
    for place in _telling(tournament, lines, came):
        code = tournament.tie_breaks[place]
        column = [came[line.player_id] if code == CODE else tie_break_cell(line.tie_breaks[place]) for line in lines]
        columns.append((code, tongue.heading(code), ["" if cell is None else cell for cell in column]))
    rows = [
        {
            "rank": line.rank, "shared": line.shared, "name": line.name, "withdrawn": line.withdrawn,
            "cells": [cells[place] for _, _, cells in columns],
        }
        for place, line in enumerate(lines)
    ]  # fmt: skip
    return {"name": name, "columns": [head for _, head, _ in columns], "rows": rows}


# ── cross-tables ─────────────────────────────────────────────────────────────────────────────────────────────────────
def crosstable_html(tournament: Tournament, tongue: Language) -> str:
    """Everybody's results against each opponent, or round by round."""
    tables = [_crosstable(table, tongue) for table in crosstables(tournament)]
    return _page("crosstable.html", tongue.word("crosstable"), tournament, tongue, tables=tables)


def _crosstable(table: CrossTable, tongue: Language) -> Mapping[str, Any]:
    by_opponent = table.by == OPPONENTS
    rows = [
        {
            "number": row.number, "line": row.line,
            "cells": [
                {"own": by_opponent and place == row.number,
                 "said": [_crossed(cell, tongue, by_opponent=by_opponent) for cell in cells]}
                for place, cells in enumerate(row.cells, 1)
            ],
        }
        for row in table.rows
    ]  # fmt: skip
    columns = [str(each) if by_opponent else tongue.word("round", each) for each in table.columns]
    return {"name": table.name, "columns": columns, "rows": rows}


def _crossed(cell: Cell, tongue: Language, *, by_opponent: bool) -> Mapping[str, str]:
    if cell.kind is None:
        return {"text": "" if by_opponent else f"({cell.number})", "look": "lost"}
    if cell.is_bye:
        return {"text": tongue.word(cell.kind), "look": "bye"}
    text = score(cell, tongue)
    return {"text": text if by_opponent else f"{cell.number}: {text}", "look": "won" if cell.won else "lost"}


# ── pairings ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def pairings_html(tournament: Tournament, tongue: Language, number: int) -> str:
    """A round for the wall, by table and on a sheet of its own by name. Raises `NotFound`."""
    round_ = tournament.round(number)
    rows = [
        _paired(tournament, pairing, place, tongue) for place, pairing in enumerate(by_table(tournament, round_), 1)
    ]
    names = [
        {"name": row["names"][side], "table": row["table"], "opponent": row["names"][1 - side], "bye": row["bye"]}
        for row in rows
        for side in (0, 1)
        if not (row["bye"] and side == 1)
    ]
    for player, kind in resting(tournament, round_):
        name, word = tournament.name_of(player), tongue.word(kind)
        rows.append({"table": "", "names": (name, word), "looks": ("", "bye"), "result": "", "bye": True})
        names.append({"name": name, "table": "", "opponent": word, "bye": True})
    seats = [tongue.name(seat) for seat in game_of(tournament.created.game).seats[:2]]
    return _page(
        "pairings.html", tongue.word("round", number), tournament, tongue, by_table=rows, seats=seats,
        by_name=sorted(names, key=lambda each: alphabetical(each["name"])),
    )  # fmt: skip


def _paired(tournament: Tournament, pairing: Pairing, place: int, tongue: Language) -> dict[str, Any]:
    seats, result = game_of(tournament.created.game).seats[:2], tournament.results.get(pairing.match)
    names = (
        tournament.name_of(pairing.white),
        tongue.word("bye") if pairing.is_bye else tournament.name_of(pairing.black),
    )
    if pairing.is_bye:
        return {"table": "", "names": names, "looks": ("", "bye"), "result": "", "bye": True}
    result_text = ""
    if result is not None:
        points = [result.score.get(seat, 0) for seat in seats]
        result_text = f"{points[0]}–{points[1]}" if any(points) or result.kind == "played" else tongue.word(result.kind)
    looks = tuple("won" if result and result.winner == seat else "lost" if result else "" for seat in seats)
    table = tournament.seated.get(pairing.match) or str(place)
    return {"table": table, "names": names, "looks": looks, "result": result_text, "bye": False}
