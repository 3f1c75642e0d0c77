"""Use cases of files: a tournament as its reader may see it, drawn, tabled or listed.

What goes on paper or into a newspaper has the names that stand on paper, also for those who print it; a calendar those
of feeds.
"""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from typing import NamedTuple

from core.events import Recorded
from core.tournament.brackets.view import BracketView, bracket_views
from core.tournament.standings import crosstable
from core.tournament.standings.crosstable import CrossTables
from core.tournament.views import brackets_model as views
from core.tournament.views.brackets_tables import BracketsModel
from core.tournament.views.tournament_view import PairedRound, paired_rounds
from service.auth.authorization import Principal, can_see_drafts
from service.bootstrap import Dependencies
from service.exports import EXPORTS, PDF, ExportOptions, is_on_paper, paper
from service.exports import calendar as calendars
from service.exports.calendar import Chosen, Expected, Setting
from service.handlers.match.referees_facts import of_tournament
from service.handlers.planning.expected_end import STEP, expected_end, step_of
from service.handlers.tournament.timetable import expected_times
from service.handlers.tournament.tournaments import may_read, may_read_both
from service.repository import reading_on_paper


def export(
    deps: Dependencies, principal: Principal | None, tournament_id: str, name: str, asked: ExportOptions
) -> bytes:
    """A file of a tournament. Raises `NotFound` for a round that is not there, or not yet for this reader."""
    on_paper = is_on_paper(name)
    with reading_on_paper() if on_paper else nullcontext():
        _, whole = may_read_both(deps, principal, tournament_id)
    drafts = can_see_drafts(principal, whole.created.club)
    club = whole.created.club
    known = deps.repository.club(club)
    asked = asked._replace(club=known.name, look=known.look if EXPORTS[name].media == PDF else asked.look)

    at_tables = of_tournament(deps, club, tournament_id) if EXPORTS[name].with_rulings else []
    ruled = tuple((match_id, recorded.version) for match_id, recorded in at_tables)

    def make() -> bytes:
        def log() -> Iterator[Recorded]:
            return deps.repository.shown_events(club, tournament_id, deps.log.read(tournament_id))

        shown = list(deps.repository.shown_events(club, tournament_id, (recorded for _, recorded in at_tables)))
        rulings = list(zip((match_id for match_id, _ in at_tables), shown, strict=True))
        given = paper(whole, log, rulings, drafts=drafts, lang=asked.lang)
        return EXPORTS[name].make(given, asked)

    with reading_on_paper() if on_paper else nullcontext():
        return deps.answers.get((tournament_id, whole.version, ruled, drafts, name, asked), make)


def number_of_sheets(
    deps: Dependencies, principal: Principal | None, tournament_id: str, name: str, lang: str, round_: int = 0
) -> int:
    """The number of sheets of a print, as this reader may see it."""
    with reading_on_paper():
        _, whole = may_read_both(deps, principal, tournament_id)
    drafts, reckon = can_see_drafts(principal, whole.created.club), EXPORTS[name].sheets
    assert reckon is not None, "only prints have sheets"

    def count() -> bytes:
        given, asked = paper(whole, tuple, drafts=drafts, lang=lang), ExportOptions(lang=lang, round=round_)
        return b"%d" % reckon(given, asked)

    with reading_on_paper():
        key = (tournament_id, whole.version, drafts, f"sheets of {name}", lang, round_)
        return int(deps.answers.get(key, count))


class Bracket(NamedTuple):
    """Every round of a tournament, and every bracket with all its slots."""

    tournament: str
    version: int
    status: str
    rounds: Sequence[PairedRound]
    brackets: Sequence[BracketView]


def bracket(deps: Dependencies, principal: Principal | None, tournament_id: str) -> Bracket:
    """Every round, and every bracket with all its slots."""
    state, whole = may_read_both(deps, principal, tournament_id)
    brackets = bracket_views(whole, drafts=can_see_drafts(principal, whole.created.club))
    return Bracket(tournament_id, state.version, state.status, paired_rounds(state), brackets)


def calendar(
    deps: Dependencies, principal: Principal | None, tournament_id: str, chosen: Chosen, lang: str, origin: str
) -> bytes:
    """A calendar of a tournament, or of a player or a table of it. Raises `NotFound` for one that is not there."""
    state, whole = may_read_both(deps, principal, tournament_id)
    drafts = can_see_drafts(principal, whole.created.club)
    end = expected_end(deps, state)
    late = {
        key: (expected_time.starts, expected_time.ends) for key, expected_time in expected_times(deps, state).items()
    }
    expected = Expected(end.spans, end.rounds, late) if end else None
    step = step_of(deps) if end else 0

    def make() -> bytes:
        (last,) = deps.log.read(tournament_id, whole.version - 1, limit=1)
        return calendars.calendar(state, chosen, Setting(lang, origin, max(last.at, step * STEP), expected))

    return deps.answers.get((tournament_id, whole.version, drafts, calendars.MEDIA, (chosen, lang, origin, step)), make)


def brackets_model(deps: Dependencies, principal: Principal | None, tournament_id: str) -> tuple[int, BracketsModel]:
    """The tables of brackets-model, and the tournament's version that they are of."""
    state, whole = may_read_both(deps, principal, tournament_id)
    brackets = bracket_views(whole, drafts=can_see_drafts(principal, whole.created.club))
    return state.version, views.brackets_model(state, brackets)


def crosstables(deps: Dependencies, principal: Principal | None, tournament_id: str) -> CrossTables:
    """The cross-tables, with the tournament's version that they are of."""
    state = may_read(deps, principal, tournament_id)
    return CrossTables(tournament_id, state.version, state.status, crosstable.crosstables(state))
