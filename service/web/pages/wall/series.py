"""Slides of a series on the wall: who won it, once it is over, and its table."""

from flask_babel import gettext as _

from service.handlers.series.tables import ClubSeries
from service.web.i18n.core_messages import exact_number
from service.web.pages.series.lists import progress, rank_text, winners_of
from service.web.pages.wall import lists
from service.web.pages.wall.slides import WINNERS, Json, Slide, listed

_MOST_SLIDES = 10
"""A hall reads the first of a long table, and not all who ever came."""


def slides(found: ClubSeries) -> list[Slide]:
    """Everything that is shown of a series; at least one slide."""
    ended = found.series.frozen is not None
    first = [Slide("winners", _("Winners"), WINNERS, lambda: {"winners": winners_of(found)})] if ended else []
    pages = _pages(found)
    count = len(pages)
    return first + [
        listed("standings", _("Standings"), number, count, {"columns": columns}) for number, columns in enumerate(pages)
    ]


def about(found: ClubSeries) -> Json:
    """Data on the series for the head of every slide: of no tournament, so that a wall follows none."""
    return {
        "tournament": "",
        "name": found.series.announcement.name,
        "version": 0,
        "over": False,
        "format": progress(found),
        "progress": {"number": 0},
        "ends": None,
        "clocks": (),
    }


def _pages(found: ClubSeries) -> list[list[list[Json]]]:
    """The table in columns, by slides; an empty column if no evening has begun."""
    rows = [
        {
            "rank": rank_text(row),
            "name": row.name,
            "played": row.evenings,
            "cells": [exact_number(row.points)],
            "withdrawn": False,
        }
        for row in found.table.rows
    ]
    head = {"name": "", "who": _("Player"), "played": _("Evenings"), "columns": [{"name": _("Points"), "code": ""}]}
    columns = [[{**head, "rows": part}] for part in lists.even_parts(rows, lists.ROWS)]
    return lists.parts_of(columns, lists.COLUMNS)[:_MOST_SLIDES] or [[[{**head, "rows": []}]]]
