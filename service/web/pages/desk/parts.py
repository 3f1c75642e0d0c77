"""Data for the templates of the desk: cards, the table of standings, next rounds."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from flask_babel import gettext as _

from core.timestamps import rfc3339
from core.tournament import Tournament
from core.tournament.brackets.view import SlotView, bracket_views
from core.tournament.groups.draw import STAGE as GROUP_STAGE
from core.tournament.model.byes import resting
from core.tournament.standings.standings import sections, standings
from core.tournament.views.stages import cut_is_next, in_brackets
from service.handlers.desk.alarms import of_table
from service.handlers.desk.desk import DeskView, MatchCard, rounds_in_play
from service.translations.isolation import beside
from service.translations.round_reached import reached_labels
from service.web.hall_address import shared_base
from service.web.i18n import labels, tournament_labels
from service.web.pages.desk.density import BOARD, LINE, ROW, ROWS, shown
from service.web.pages.shared import card_boards, effective_result
from service.web.pages.shared.standings_table import _standings
from service.web.pages.shared.winners import winners

Json = dict[str, Any]
SILENT_MINUTES = (5, 10, 20, 60)
"""After so many minutes a table may be called silent; the second is the usual one."""


# ── cards and alarms ─────────────────────────────────────────────────────────────────────────────────────────────────
def kind_of(table: MatchCard) -> str:
    """The kind of a table's card."""
    if table.over:
        return LINE
    return BOARD if table.head > 0 and table.state.begun else ROW


def one_card(table: MatchCard, now: int, silent: int, density: str) -> Json:
    """A table as its card."""
    state, kind = table.state, kind_of(table)
    mine = of_table(table, now, silent)
    running = {} if table.over else card_boards.clocks(state, now)
    at_board = effective_result.AtBoard(state.players, state.score, state.settled, state.winner, table.head)
    over_board = effective_result.counts(table.in_tournament, at_board, state.seats)
    decided = over_board if over_board and over_board.decided else None
    winner = decided.winner if decided else at_board.winner
    score = (decided and decided.score) or state.score
    return {
        "match": table.match,
        "number": table.match.rpartition(".")[2],
        "table": table.table,
        "place": tournament_labels.place(table),
        "kind": kind,
        "board": card_boards.board(table) if kind == BOARD and density != ROWS else None,
        "seats": [
            {
                "seat": seat,
                "name": state.players[seat],
                "score": score[seat],
                "turn": not table.over and seat == state.to_move,
                "clock": running.get(seat),
                "won": winner == seat,
            }
            for seat in state.seats
        ],
        "state": tournament_labels.state_of(table, mine),
        "alarms": [tournament_labels.alarm(alarm.kind) for alarm in mine],
        "length": card_boards.length(state),
        "game_number": card_boards.game_number(state),
        "version": table.head,
        "judged_version": state.judged_version,
        "judged": table.judged,
        "counts": over_board,
        "over": table.over,
        "round": table.round,
        "since": rfc3339(table.since),
        "ago": tournament_labels.lasted(now - table.since),
    }


def cards(view: DeskView, silent: int) -> tuple[list[Json], str]:
    """Every card, in the order of the tables, and their density."""
    density = shown(map(kind_of, view.tables))
    return [one_card(table, view.now, silent, density) for table in view.tables], density


def tables_beside(tournament: Tournament) -> list[Json]:
    """The same for the desk's side column, which is narrow: the round reached stands under the name.

    Of several those are `open`, and first, that are played for now: the groups', and once these are over the whole.
    """
    language = tournament_labels.labels()
    came = reached_labels(tournament, language)
    named = [(language.section(name), lines) for name, lines in sections(tournament)]
    in_groups = any(round_.stage == GROUP_STAGE for round_ in rounds_in_play(tournament))
    tables = [
        {**_standings(tournament, name, lines, came, beside=True), "open": bool(name) == in_groups}
        for name, lines in [*named, ("", standings(tournament))]
    ]
    return sorted(tables, key=lambda table: not table["open"])


def drafts(tournament: Tournament) -> list[Json]:
    """The rounds that are not published yet: who is to meet whom, and at which table."""
    return [
        {
            "number": round_.number,
            "resting": [
                {"name": tournament.label_of(player), "how": labels.kind_word(kind)}
                for player, kind in resting(tournament, round_)
            ],
            "pairings": [
                {
                    "table": tournament.seated.get(pairing.match),
                    "bye": pairing.is_bye,
                    "names": [tournament.label_of(player) for player in (pairing.white, pairing.black) if player],
                }
                for pairing in round_.pairings
            ],
        }
        for round_ in tournament.rounds
        if round_.draft
    ]


def next_round(tournament: Tournament, organises: bool) -> Json:
    """The next step: a draft to publish, a round to pair, who waits for whom, or the winners."""
    unpublished, to_play = drafts(tournament), len(tournament.to_play)
    by_command = tournament.format.on_command and not in_brackets(tournament)
    pairs = by_command and tournament.status == "running" and not unpublished
    return {
        "drafts": unpublished,
        "pairs": pairs,
        "cut": cut_is_next(tournament),
        "to_play": to_play,
        "organises": organises,
        "asks": bool(unpublished) or (pairs and not to_play),
        "waits": waits(tournament),
        "started": tournament.seed is not None,
        "over": (over := winners(tournament)),
        "share": f"/tournaments/{tournament.id}/picture.png" if over and tournament.created.published else "",
        "base": shared_base(),
    }


def waits(tournament: Tournament) -> list[str]:
    """The players who wait, and for whom, before their next match."""
    if tournament.format.plan is None or (tournament.format.on_command and not in_brackets(tournament)):
        return []
    slots = {
        slot.slot: slot for bracket in bracket_views(tournament) for round_ in bracket.rounds for slot in round_.slots
    }
    return list(islice(_waiting(slots), 12))


def _waiting(slots: Mapping[str, SlotView]) -> Iterator[str]:
    for slot in slots.values():
        known = [seat for seat in slot.seats if seat.name]
        awaited = [seat for seat in slot.seats if not seat.name and not seat.bye]
        if slot.status != "waiting" or len(known) != 1 or len(awaited) != 1:
            continue
        source = slots.get(str(awaited[0].source.of))
        names = [seat.name for seat in source.seats if seat.name] if source else []
        if len(names) == 2:
            values = {"who": known[0].name, "pair": beside(names)}
            if awaited[0].source.kind == "loser":
                yield _("%(who)s waits for the loser of %(pair)s", **values)
            else:
                yield _("%(who)s waits for the winner of %(pair)s", **values)
