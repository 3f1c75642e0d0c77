"""Lists of the wall: players by name with their tables, the matches of a round, standings. Long ones go on, in turn."""

import itertools
from collections.abc import Container, Mapping, Sequence
from typing import Any, TypeVar

from flask_babel import gettext as _

from core.games import game_of
from core.tournament import Round, Tournament
from core.tournament.brackets.view import bracket_views_now
from core.tournament.model.byes import resting
from core.tournament.model.match_status import ENDED, status_of
from core.tournament.model.state import seed_order
from core.tournament.model.values import Pairing
from core.tournament.standings.scoring import penalty_of
from core.tournament.timetable.view import OVER, in_order, planned_matches
from service.handlers.desk.desk import MatchCard, rounds_in_play
from service.handlers.tournament.timetable import expected_times
from service.translations.timetable_words import match_title
from service.web.http.context import deps
from service.web.i18n import labels, tournament_labels
from service.web.i18n.name_order import name_order
from service.web.i18n.times import planned_time
from service.web.pages.shared import standings_table

Json = dict[str, Any]
Row = TypeVar("Row")
FOUND, ROWS, COLUMNS, WORDS = 9, 12, 2, 24
"""The most rows of a column of players with their tables, of any other column; how many columns a slide has; words."""
SOON, _MOST_TO_COME = 12 * 3_600_000, 3
"""Milliseconds before and after now for which the timetable is shown, and its slides."""
_ONE_COLUMN = 6
"""The most players with their tables that stand below each other."""
_TIE_BREAKS = 1
"""The points, or what else is compared first: a hall reads no more."""


def parts_of(rows: Sequence[Row], each: int) -> list[list[Row]]:
    """The rows in parts of so many, of which the last may have fewer."""
    return [list(rows[place : place + each]) for place in range(0, len(rows), each)]


def _slides(columns: Sequence[Row]) -> list[list[Row]]:
    return parts_of(columns, COLUMNS)


def rounds_shown(state: Tournament) -> list[Round]:
    """The rounds that are played now: of several those with a table or a result, else those of brackets."""
    on = rounds_in_play(state)
    known = {*state.seated, *state.results}
    return _with_one_of(known, on) or _with_one_of(_in_brackets(state), on) or on[:1]


def _with_one_of(matches: Container[str], rounds: Sequence[Round]) -> list[Round]:
    return [round_ for round_ in rounds if any(pairing.match in matches for pairing in round_.pairings)]


def _in_brackets(state: Tournament) -> set[str]:
    """The matches of brackets, whose rounds are played side by side: a final, a match for bronze and a consolation."""
    views = bracket_views_now(state)
    return {slot.match for view in views for round_ in view.rounds for slot in round_.slots if slot.match}


def players(state: Tournament) -> list[list[list[str]]]:
    """The names of those who take part, in columns, by slides; an empty column if there are none yet."""
    names = sorted((entry.name for entry in state.field), key=name_order)
    return _slides(parts_of(names, ROWS)) or [[[]]]


def words(state: Tournament) -> list[list[Json]]:
    """The words that were said for the draw, with their numbers, by slides: the last ones first."""
    rows = [{"number": number, "word": word} for number, word in enumerate(state.draw.words, 1)]
    return parts_of(rows, WORDS)[::-1]


def draw(state: Tournament) -> list[list[list[Json]]]:
    """The players by their numbers in the draw, and who is seeded, in columns, by slides."""
    rows = [
        {"number": number, "name": state.label_of(player), "seeded": number <= (state.draw.seeds or 0)}
        for number, player in enumerate(seed_order(state), 1)
    ]
    return _slides(parts_of(rows, ROWS))


def by_name(state: Tournament, round_: Round) -> list[list[list[Json]]]:
    """The players of a round by their names, each with table and opponent, in columns, by slides.

    A player whose match is over has no table to go to.
    """
    found = []
    for pairing in round_.pairings:
        names = [state.label_of(player) if player else "" for player in (pairing.white, pairing.black)]
        is_over = pairing.match in state.results and not pairing.is_bye
        table = None if is_over else state.seated.get(pairing.match)
        for name, other in (names, names[::-1]):
            if name:
                row = {"name": name, "against": other, "table": table, "rests": pairing.is_bye, "over": is_over}
                found.append(row)
    for player, _kind in resting(state, round_):
        found.append({"name": state.label_of(player), "against": "", "table": None, "rests": True, "over": False})
    found.sort(key=lambda row: name_order(str(row["name"])))
    slides_needed = max(1, -(-len(found) // (FOUND * COLUMNS)))
    return [_even_columns(rows) for rows in _parts(found, slides_needed)]


def _parts(rows: Sequence[Row], count: int) -> list[list[Row]]:
    """The rows in so many parts, of which the first ones have a row more if it does not come out even."""
    each, more = divmod(len(rows), count)
    ends = [each * number + min(number, more) for number in range(count + 1)]
    return [list(rows[start:end]) for start, end in itertools.pairwise(ends)]


def even_parts(rows: Sequence[Row], most: int) -> list[list[Row]]:
    """The rows in as few parts as hold at most so many each, of nearly the same length."""
    return _parts(rows, -(-len(rows) // most)) if rows else []


def _even_columns(rows: Sequence[Row]) -> list[list[Row]]:
    """The columns of a slide, of one height: a slide whose last column is nearly empty would waste a hall's screen.

    A few rows have all of the width, so that their letters grow as far as the height allows.
    """
    return _parts(rows, COLUMNS if len(rows) > _ONE_COLUMN else 1)


def matches(state: Tournament, round_: Round, tables: Sequence[MatchCard]) -> list[list[Json]]:
    """The matches of a round with results, or the score as it stands, by slides."""
    at_board = {table.match: table.state.score for table in tables if table.turn is not None}
    rows = [_match(state, pairing, at_board.get(pairing.match)) for pairing in round_.pairings if not pairing.is_bye]
    names = [state.label_of(pairing.white) for pairing in round_.pairings if pairing.is_bye]
    names += [state.label_of(player) for player, _kind in resting(state, round_)]
    return parts_of([*rows, *({"rests": name} for name in names)], ROWS)


def to_come(state: Tournament, now: int) -> list[list[Json]]:
    """The matches of the timetable that are not over and begin within half a day, as they begin, by slides."""
    if not state.timetable.times:
        return []
    late = expected_times(deps(), state)
    rows = [
        {
            "time": planned_time(starts, now, state.created.details),
            "late": planned_match.match in late,
            "table": planned_match.table,
            "title": match_title(tournament_labels.labels(), planned_match),
        }
        for planned_match in in_order(planned_matches(state))
        if planned_match.state != OVER
        and abs(
            (starts := late[planned_match.match].starts if planned_match.match in late else planned_match.starts or 0)
            - now
        )
        < SOON
    ]
    return parts_of(rows, ROWS)[:_MOST_TO_COME]


def _match(state: Tournament, pairing: Pairing, live: Mapping[str, int] | None) -> Json:
    result, seats = state.results.get(pairing.match), game_of(state.created.game).seats[:2]
    score = result.score if result else live
    points = [score.get(seat, 0) for seat in seats] if score else []
    word = ""
    if result and result.kind not in ("played", "bye"):
        word = tournament_labels.labels().cell(result.kind) if result.winner else labels.kind_word(result.kind)
    if status_of(state, pairing.match) == ENDED:
        word = _("not played out")
    return {
        "table": state.seated.get(pairing.match),
        "over": result is not None,
        "names": [state.label_of(player) for player in (pairing.white, pairing.black)],
        "score": "" if word and not any(points) else "–".join(map(str, points)),
        "word": word,
        "winner": seats.index(result.winner) if result and result.winner in seats else None,
    }


def standings(state: Tournament) -> list[list[list[Json]]]:
    """The tables that tell something now, in columns, by slides."""
    shown = _TIE_BREAKS + (penalty_of(state) > 0)  # what penalties took off stands before the points
    parts = [
        {
            "name": table["name"],
            "who": table["who"],
            "columns": table["columns"][:shown],
            "rows": [{**row, "cells": row["cells"][:shown]} for row in rows],
        }
        for table in standings_table.tables_now(state)
        for rows in even_parts(table["rows"], ROWS)
    ]
    return _slides(_stacked(parts))


def _stacked(tables: Sequence[Json]) -> list[list[Json]]:
    """Tables in columns: small ones stand below each other. A further table takes the height of two rows more."""
    columns: list[list[Json]] = []
    height = ROWS
    for table in tables:
        rows = len(table["rows"])
        if columns and height + 2 + rows <= ROWS:
            columns[-1].append(table)
            height += 2 + rows
        else:
            columns.append([table])
            height = rows
    return columns
