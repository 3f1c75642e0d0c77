"""Standings and progress, as the desk and the public page show them."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask_babel import gettext as _

from core.tournament import Tournament
from core.tournament.groups.draw import STAGE as GROUPS
from core.tournament.model.state import FINISHED
from core.tournament.standings.scoring import penalty_of
from core.tournament.standings.standings import Section, Standing, sections, standings
from core.tournament.views.csv_rows import tie_break_cell
from core.tournament.views.stages import in_brackets
from service.handlers.desk.desk import rounds_in_play
from service.translations.export_words import signed
from service.translations.round_reached import CODE, reached_labels, tells
from service.web.i18n import tournament_labels

Json = dict[str, Any]


_TIE_BREAKS, _TIE_BREAKS_BESIDE = 3, 2


def progress(tournament: Tournament) -> Json:
    """The progress of the rounds that are being played: of brackets there may be several at a time.

    The matches of all groups are counted together, from the first round of the groups to the last.
    """
    on = rounds_in_play(tournament)
    if not on:
        draft = next((round_.number for round_ in tournament.rounds if round_.draft), None)
        return {"number": 0, "done": 0, "count": 0, "title": "", "draft": draft}
    if any(round_.stage == GROUPS for round_ in on):
        first = tournament.format.staged.began(tournament) or 1
        on = [round_ for round_ in tournament.rounds[first - 1 :] if round_.stage == GROUPS and not round_.draft]
    played = [pairing for round_ in on for pairing in round_.pairings if not pairing.is_bye]
    return {
        "number": on[0].number,
        "title": tournament_labels.rounds(tournament, on),
        "done": sum(pairing.match in tournament.results for pairing in played),
        "count": len(played),
    }


# ── the table and what comes next ────────────────────────────────────────────────────────────────────────────────────
def tables_of(tournament: Tournament) -> list[Json]:
    """The standings, those of groups first, and that of a Swiss behind the whole table.

    `section` is the key of a table, and `first` the number of columns that a narrow screen shows.
    """
    language = tournament_labels.labels()
    came = reached_labels(tournament, language)
    named, whole = sections(tournament), Section("", standings(tournament))
    listed = [*named, whole] if tournament.format.table_stage is None else [whole, *named]
    return [
        {"section": key, **_standings(tournament, language.section(key) if key else "", lines, came)}
        for key, lines in listed
    ]


def tables_now(tournament: Tournament) -> list[Json]:
    """The tables that tell something now: those of the groups while these play, the whole table otherwise.

    None while brackets are played, which tell more.
    """
    playing = tournament.status != FINISHED
    in_groups = playing and any(round_.stage == GROUPS for round_ in rounds_in_play(tournament))
    if playing and not in_groups and in_brackets(tournament):
        return []
    return [table for table in tables_of(tournament) if bool(table["name"]) == in_groups]


def across_of(state: Tournament) -> list[Json]:
    """The players in one place of all groups, as the announcement compares them."""
    language = tournament_labels.labels()
    columns = [
        {"code": language.heading(code), "name": language.tie_break(code)} for code in ("points", "game_difference")
    ]
    return [
        {
            "place": across.place,
            "columns": columns,
            "rows": [
                row._asdict() | {"rank": rank, "group": language.section(row.group)}
                for rank, row in enumerate(across.players, 1)
            ],
        }
        for across in state.format.across(state)
    ]


def with_reached(state: Tournament) -> list[dict[str, Any]]:
    """The standings; how far everybody came, in words, is a column of its own (`came`), before the numbers."""
    tables, word = tables_of(state), tournament_labels.labels().heading(CODE)
    for table in tables:
        codes = [column["code"] for column in table["columns"]]
        place = codes.index(word) if word in codes else None
        table["came"] = None if place is None else table["columns"].pop(place)
        for row in table["rows"]:
            row["came"] = None if place is None else row["cells"].pop(place)
    return tables


def _standings(
    tournament: Tournament, name: str, lines: Sequence[Standing], came: Mapping[str, str], *, beside: bool = False
) -> Json:
    codes, language = tournament.tie_breaks, tournament_labels.labels()
    places = [place for place, code in enumerate(codes) if code != CODE or tells(came, lines, place)]
    under = beside and any(codes[place] == CODE for place in places)
    columns = [place for place in places if not beside or codes[place] != CODE]
    penalised = penalty_of(tournament) > 0  # its column takes the room of a tie-break
    columns = columns[: (_TIE_BREAKS_BESIDE if beside else _TIE_BREAKS) - penalised]
    penalty = {"code": language.heading("penalty"), "name": _("Points that penalties of a referee took off")}
    return {
        "name": name,
        "first": 1 + penalised,
        "who": _("Team") if tournament.format.teams else _("Player"),
        "columns": [
            *([penalty] if penalised else []),
            *({"code": language.heading(codes[place]), "name": language.tie_break(codes[place])} for place in columns),
        ],
        "rows": [
            {
                "rank": line.rank,
                "shared": line.shared,
                "name": line.name,
                "player": line.player_id,
                "withdrawn": line.withdrawn,
                "played": line.played,
                "won": line.wins,
                "came": came[line.player_id] if under else "",
                "cells": [
                    *([signed(str(-line.penalty)) if line.penalty else ""] if penalised else []),
                    *(
                        came[line.player_id] if codes[place] == CODE else _cell(tie_break_cell(line.tie_breaks[place]))
                        for place in columns
                    ),
                ],
            }
            for line in lines
        ],
    }


def _cell(value: Any) -> str:
    return "" if value is None else signed(str(value))
