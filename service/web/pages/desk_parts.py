"""What the templates of the desk are given: cards, the table of standings, what comes next."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from flask_babel import gettext as _

from core.codec import rfc3339, unix_ms
from core.games import game_of
from core.tournament import Tournament
from core.tournament.brackets.words import bracket_words
from core.tournament.groups.drawing import STAGE as GROUP_STAGE
from core.tournament.standings import Standing, sections, standings
from core.tournament.tables import tie_break_cell
from service.exports.reaching import CODE, reached_words, tells
from service.handlers.alarms import of_table
from service.handlers.desk import Hall, Table, rounds_in_play
from service.web import boards, languages
from service.web.pages import counting, desk_words, telling

Json = dict[str, Any]
SILENT_MINUTES = (5, 10, 20, 60)
"""After so many minutes a table may be called silent; the second is the usual one."""

_TIE_BREAKS, _TIE_BREAKS_BESIDE = 3, 2


# ── cards and alarms ─────────────────────────────────────────────────────────────────────────────────────────────────
def one_card(table: Table, now: int, silent: int) -> Json:
    """A table as its card."""
    state = table.state
    game = game_of(state["game"])
    seats = [seat for seat in game.seats if seat in state["players"]]
    mine = of_table(table, now, silent)
    scene = boards.Scene(
        state["position"], seats[0], boards.CARD, languages.words(languages.current()),
        to_move=None if table.over else state["to_move"], dice=tuple(state["dice"] or ()), cube=state["cube"],
        last=boards.LastPlay(*table.turn) if table.turn else None, names=state["players"],
    )  # fmt: skip
    ((unit, count),) = state["length"].items()
    running = {} if table.over else clocks(state, now)
    over_board = counting.counts(table.said, state, seats)
    decided = over_board if over_board and over_board.decided else None
    winner = decided.winner if decided else (state["settled"] or {}).get("winner")
    score = (decided and decided.score) or state["score"]
    return {
        "match": table.match, "place": desk_words.place(table), "board": boards.draw(game.key, scene),
        "clocks": bool(running), "seats": [
            {
                "seat": seat, "name": state["players"][seat], "score": score[seat],
                "turn": not table.over and seat == state["to_move"], "clock": running.get(seat),
                "won": winner == seat,
            }
            for seat in seats
        ],
        "state": desk_words.state_of(table, mine), "alarms": [desk_words.alarm(each.kind) for each in mine],
        "length": _("to %(points)s", points=count) if unit == "points" else _("of %(games)s", games=count),
        "game_number": min(state["game_number"], count) if unit == "games" else state["game_number"],
        "version": table.head, "judged_version": state["judged_version"], "judged": table.judged,
        "counts": over_board, "over": table.over, "round": table.round,
        "since": rfc3339(table.since), "ago": desk_words.lasted(now - table.since),
    }  # fmt: skip


def clocks(state: Json, now: int) -> dict[str, Json]:
    """What the clock of each seat shows, if there is one; the one that runs goes on from `since` by itself."""
    clock = state["clock"]
    if clock is None:
        return {}
    since = unix_ms(clock["since"]) if clock["since"] else None
    found = {}
    for seat, left in clock["remaining"].items():
        runs = seat == clock["running"] and since is not None
        used = max(0, now - (since or now) - clock["delay_left"]) if runs else 0
        found[seat] = {
            "said": telling.clock(left - used), "running": runs, "fallen": seat in clock["fallen"] or left < used,
            "left": left, "delay": clock["delay_left"], "since": since if runs else None, "now": now,
        }  # fmt: skip
    return found


def cards(hall: Hall, silent: int) -> list[Json]:
    """Every card, in the order of the tables."""
    return [one_card(table, hall.now, silent) for table in hall.tables]


def progress(tournament: Tournament) -> Json:
    """How far the rounds are that are being played: of brackets there may be several at a time."""
    on = rounds_in_play(tournament)
    if not on:
        draft = next((each.number for each in tournament.rounds if each.draft), None)
        return {"number": 0, "rounds": 0, "done": 0, "count": 0, "title": "", "draft": draft}
    played = [each for round_ in on for each in round_.pairings if not each.is_bye]
    return {
        "number": on[0].number, "rounds": desk_words.rounds_of(tournament), "title": desk_words.rounds(tournament, on),
        "done": sum(each.match in tournament.results for each in played), "count": len(played),
    }  # fmt: skip


# ── the table and what comes next ────────────────────────────────────────────────────────────────────────────────────
def tables_of(tournament: Tournament) -> list[Json]:
    """The standings, those of groups first."""
    tongue = desk_words.tongue()
    came = reached_words(tournament, tongue)
    named = [(tongue.section(name), lines) for name, lines in sections(tournament)]
    return [_standings(tournament, name, lines, came) for name, lines in [*named, ("", standings(tournament))]]


def tables_beside(tournament: Tournament) -> list[Json]:
    """The same for the desk's side column, which is narrow: how far somebody came stands under the name.

    Of several those are `open`, and first, that are played for now: the groups', and once these are over the whole.
    """
    tongue = desk_words.tongue()
    came = reached_words(tournament, tongue)
    named = [(tongue.section(name), lines) for name, lines in sections(tournament)]
    in_groups = any(each.stage == GROUP_STAGE for each in rounds_in_play(tournament))
    tables = [
        {**_standings(tournament, name, lines, came, beside=True), "open": bool(name) == in_groups}
        for name, lines in [*named, ("", standings(tournament))]
    ]
    return sorted(tables, key=lambda table: not table["open"])


def _standings(
    tournament: Tournament, name: str, lines: Sequence[Standing], came: Mapping[str, str], *, beside: bool = False
) -> Json:
    codes, tongue = tournament.tie_breaks, desk_words.tongue()
    places = [place for place, code in enumerate(codes) if code != CODE or tells(came, lines, place)]
    under = beside and any(codes[place] == CODE for place in places)
    shown = [place for place in places if not beside or codes[place] != CODE]
    shown = shown[: _TIE_BREAKS_BESIDE if beside else _TIE_BREAKS]
    return {
        "name": name, "who": _("Team") if tournament.format.teams else _("Player"),
        "columns": [
            {"code": tongue.heading(codes[place]), "name": tongue.tie_break(codes[place])}
            for place in shown
        ],
        "rows": [
            {
                "rank": line.rank, "shared": line.shared, "name": line.name, "player": line.player_id,
                "withdrawn": line.withdrawn, "played": line.played, "won": line.wins,
                "came": came[line.player_id] if under else "",
                "cells": [
                    came[line.player_id] if codes[place] == CODE else _cell(tie_break_cell(line.tie_breaks[place]))
                    for place in shown
                ],
            }
            for line in lines
        ],
    }  # fmt: skip


def _cell(value: Any) -> Any:
    return "" if value is None else value


def drafts(tournament: Tournament) -> list[Json]:
    """The rounds that are not published yet: who is to meet whom, and at which table."""
    return [
        {
            "number": each.number, "bye": tournament.name_of(each.bye) if each.bye else "",
            "pairings": [
                {
                    "table": tournament.seated.get(pairing.match), "bye": pairing.is_bye,
                    "names": [tournament.name_of(player) for player in (pairing.white, pairing.black) if player],
                }
                for pairing in each.pairings
            ],
        }
        for each in tournament.rounds
        if each.draft
    ]  # fmt: skip


def waits(tournament: Tournament) -> list[str]:
    """Who waits for whom before his next match."""
    if tournament.format.on_command or tournament.format.plan is None:
        return []
    slots = {
        slot["slot"]: slot
        for bracket in bracket_words(tournament)["brackets"]
        for round_ in bracket["rounds"]
        for slot in round_["slots"]
    }
    return list(islice(_waiting(slots), 12))


def _waiting(slots: dict[str, Json]) -> Iterator[str]:
    for slot in slots.values():
        known = [seat for seat in slot["seats"] if seat["name"]]
        awaited = [seat for seat in slot["seats"] if not seat["name"] and not seat["bye"]]
        if slot["status"] != "waiting" or len(known) != 1 or len(awaited) != 1:
            continue
        source = slots.get(str(awaited[0]["from"]["of"]))
        names = [seat["name"] for seat in source["seats"] if seat["name"]] if source else []
        if len(names) == 2:
            words = {"who": known[0]["name"], "pair": " – ".join(names)}
            if awaited[0]["from"]["kind"] == "loser":
                yield _("%(who)s waits for the loser of %(pair)s", **words)
            else:
                yield _("%(who)s waits for the winner of %(pair)s", **words)
