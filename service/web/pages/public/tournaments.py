"""A tournament's public page: tabs for what is played now, rounds, standings and bracket.

Each tab has an address of its own. Its module asks for the changing part of the page under `parts/`.
"""

import re
from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

from flask import Response, render_template, request
from flask_babel import gettext as _
from markupsafe import Markup

from core.errors import NotFound
from core.games import game_of
from core.tournament import Tournament
from core.tournament.brackets.view import bracket_views
from core.tournament.model.state import CALLED_OFF, FINISHED, OPEN, RUNNING
from core.tournament.teams.bracket import bracket_of_teams
from service.auth.authorization import OPERATOR, can_see_drafts
from service.exports import ExportOptions
from service.exports.calendar import has_events
from service.exports.tables import announced_rules
from service.handlers.desk.desk import MatchCard
from service.handlers.planning.expected_end import step_of
from service.handlers.registration import entry_form
from service.handlers.series import appearances
from service.handlers.tournament import exports
from service.handlers.tournament.explanations import place
from service.handlers.tournament.tournaments import may_read
from service.web.hall_address import shared_base
from service.web.http import heavy_reads
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import query_text
from service.web.http.made_answers import made_once
from service.web.i18n import labels, locale, standings_explanation, tournament_details, tournament_labels
from service.web.pages.base import PageBlueprint, finish_response, render_page
from service.web.pages.head import Head, NextStep
from service.web.pages.public.after_the_end import after_the_end
from service.web.pages.public.brackets import Scores, Way, brackets_of, has_unknown
from service.web.pages.public.front_page import day_number
from service.web.pages.public.live_tables import card_of, key_of, now_of, scores_in_play, tables_in_play
from service.web.pages.public.rounds import rounds_of
from service.web.pages.public.sharing import description, is_frame
from service.web.pages.public.tabs import BRACKET, NOW, ROUNDS, STANDINGS
from service.web.pages.shared import standings_table, tournament_head
from service.web.pages.shared.expected_ends import expected_ends, round_clocks
from service.web.pages.shared.frames import allow_frame, reader
from service.web.pages.shared.winners import winners

pages = PageBlueprint("public_pages", __name__)

_PAGE = "/tournaments/<tournament:tournament>"
_TAB = "<tab:tab>"
_BESIDE = 8
"""Rows of a table beside the boards."""
_MOST_NAMES = 300
"""Names that the field to find oneself proposes; of more players it proposes none."""


class VisibleTournament(NamedTuple):
    """A tournament as this visitor may see it, whether drafts are theirs to see, and the tab that is open.

    `frame`: another website shows it in a frame. `number`: one round is shown.
    """

    state: Tournament
    ours: bool
    tab: str
    frame: bool
    number: int | None = None


@pages.get(_PAGE)
@made_once
def tournament(tournament: str) -> Response:
    """A tournament: what is played now, before the start its players, at the end the table. `?why=` explains a place in
    the standings, with `&in=` that in the table of a group.
    """
    return _page(_seen(tournament, None))


@pages.get(f"{_PAGE}/{_TAB}")
@made_once
def tab(tournament: str, tab: str) -> Response:
    """A tab of the tournament's page."""
    return _page(_seen(tournament, tab))


@pages.get(f"{_PAGE}/rounds/<round:number>")
@made_once
def one_round(tournament: str, number: str) -> Response:
    """A round: its matches, the rounds before and after it, and its prints."""
    return _page(_seen(tournament, ROUNDS, int(number)))


@pages.get(f"{_PAGE}/parts/{_TAB}")
@made_once
def part(tournament: str, tab: str) -> Response:
    """The part of the page that changes as it is played, with that tab, and the head as it is then."""
    return _renewed(_seen(tournament, tab))


@pages.get(f"{_PAGE}/parts/rounds/<round:number>")
@made_once
def part_of_round(tournament: str, number: str) -> Response:
    """The same of the page of a round."""
    return _renewed(_seen(tournament, ROUNDS, int(number)))


def _renewed(seen: VisibleTournament) -> Response:
    head = render_template("public/parts/renewed_head.html", page_head=_head(seen), frame=seen.frame)
    return finish_response(Response(head.encode() + _changing(seen), mimetype="text/html"))


@pages.get(f"{_PAGE}/cards/<match:match>")
@made_once
def card(tournament: str, match: str) -> Response:
    """The card of a table that is played now."""
    state, ours, *_rest = _seen(tournament, NOW)
    tables = tables_in_play(state, match)
    if not tables:
        raise NotFound("match", match)
    (match_card,) = tables
    now = _now_for(tables)
    key = ("card", state.version, ours, locale.current(), key_of(match_card, now))
    html = heavy_reads.cached(
        deps().answers, key, lambda: render_template("public/parts/card.html", card=card_of(match_card, now)).encode()
    )
    return finish_response(Response(html, mimetype="text/html"))


def _seen(tournament_id: str, tab: str | None, number: int | None = None) -> VisibleTournament:
    principal = reader()
    state = may_read(deps(), principal, tournament_id)
    asked = tab or (STANDINGS if query_text("why") and state.rounds else NOW)
    return VisibleTournament(state, can_see_drafts(principal, state.created.club), asked, is_frame(state), number)


def _head(seen: VisibleTournament) -> Head:
    """The head of the page; on the overview a stranger's next step is to enter."""
    tab = tournament_head.OVERVIEW if seen.tab == NOW else seen.tab
    if seen.frame:
        return tournament_head.frame_head(seen.state, tab)
    head = tournament_head.tournament_head(seen.state, tab, number=seen.number, titled=True)
    if head.step is None and (form := _entering(seen.state)):
        word = _("Come on the waiting list") if form.full else _("Ask to enter")
        head = head._replace(step=NextStep(word, f"/tournaments/{seen.state.id}/enter"))
    return head


def _page(seen: VisibleTournament) -> Response:
    state, ours, tab, frame, number = seen
    principal, tournament = reader(), state.id
    organises = ours and principal is not None and principal.role in ("organiser", OPERATOR)
    response = render_page(
        "public/tournament.html",
        page_head=_head(seen),
        tab=tab,
        part=tab if number is None else f"{tab}/{number}",
        tournament=tournament,
        name=state.created.name,
        slug=state.created.club,
        club=deps().repository.club(state.created.club).name,
        format=tournament_labels.format_name(state),
        game=labels.game_name(game_of(state.created.game)),
        length=tournament_labels.match_length(state),
        after=after_the_end(state) if organises and state.status == FINISHED else (),
        lots=state.draw.seeded is not None and state.draw.seeded.method == "lots",
        exchanges=bool(state.draw.exchanges),
        started=bool(state.rounds),
        details=state.created.details,
        series=[] if tab != NOW else appearances.of_tournament(deps(), principal, state.created.club, tournament),
        when=tournament_details.when(state.created.details),
        laying_out=tournament_details.laying_out(state.created.details),
        time_up=tournament_details.time_up(state.created.time_up),
        handicap=tournament_details.handicap(state.created.handicap),
        lateness=tournament_details.lateness(state.created.details, points="points" in state.created.length),
        **_alternates(state),
        names=names_of(state),
        version=state.version,
        day_number=day_number(),
        changing=Markup(_changing(seen).decode()),  # noqa: S704 - rendered from our template
        frame=frame,
        description=_description(seen),
        base=shared_base(),
        published=state.created.published,
        clock_now=deps().clock() if state.times else None,
        calendar=has_events(state),
    )
    return allow_frame(response) if frame else response


def _alternates(state: Tournament) -> dict[str, object]:
    """The alternates as long as one may take a place, and those who took one, with the names of those who left it;
    those who entered again, and who bought back.
    """
    late = state.format.on_command and len(state.rounds) > 1
    if state.status in (FINISHED, CALLED_OFF):
        return {"alternates": (), "in_place": (), "again": (), "bought": ()}
    places = [(entry.name, state.name_of(entry.in_place_of)) for entry in state.entries if entry.in_place_of]
    again = [(state.name_of(entry.lost_in.entry), entry.name) for entry in state.field if entry.lost_in]
    counts = state.format.again.bought(state)
    bought = [entry.name for entry in state.field if counts.get(entry.player)]
    return {
        "alternates": () if late else state.alternates,
        "in_place": () if late else places,
        "again": again,
        "bought": bought,
    }


def _description(seen: VisibleTournament) -> str:
    """One line about the tournament for shared links, made once for a version: it needs the standings."""
    key = ("description", seen.state.id, seen.state.version, seen.ours, locale.current())
    return heavy_reads.cached(deps().answers, key, lambda: description(seen.state).encode()).decode()


def names_of(state: Tournament) -> list[tuple[str, str]]:
    """The ids and names by which players find themselves, in the order of names; none of very many."""
    found = [(entry.player, entry.name) for entry in state.field]
    found += [(member.player, member.name) for entry in state.field for member in entry.members]
    return sorted(found, key=lambda each: each[1].casefold()) if len(found) <= _MOST_NAMES else []


def _entering(state: Tournament) -> entry_form.Form | None:
    """The form to enter, if it takes requests."""
    if state.entry_form is None or not state.entry_form.open:
        return None
    form = entry_form.show(deps(), visitor(request), state.id)
    return None if form.closed else form


def _changing(seen: VisibleTournament) -> bytes:
    """The changing part, kept for all who see the same tab of the same version, and the same tables."""
    state, ours, tab, frame, number = seen
    key: tuple[Hashable, ...] = (
        "page",
        state.id,
        state.version,
        ours,
        locale.current(),
        tab,
        number,
        frame,
        step_of(deps()) if state.status == RUNNING else 0,
    )
    content: dict[str, Any] = {}
    if tab == NOW and state.rounds and state.status == RUNNING:
        tables = tables_in_play(state)
        now = _now_for(tables)
        key = (*key, *(key_of(table, now) for table in tables))
        beside = Markup(_beside(seen).decode())  # noqa: S704 - rendered from our template
        return heavy_reads.cached(
            deps().answers, key, lambda: _rendered(seen, {**now_of(state, tables, now), "beside": beside})
        )
    if tab == BRACKET and state.rounds and tournament_head.has_tree(state):
        scores = scores_in_play(state) if state.status == RUNNING else {}
        if way := _way(state):
            with heavy_reads.place():
                return _rendered(seen, _bracket(seen, scores, way))
        key = (*key, *((match, *score.items()) for match, score in scores.items()))
        return heavy_reads.cached(deps().answers, key, lambda: _rendered(seen, _bracket(seen, scores, None)))
    if tab == STANDINGS and (asked := query_text("why")):
        explained, section = place(deps(), reader(), state.id, asked), query_text("in")
        content["why"] = {
            "player": explained.player,
            "section": section,
            "sentences": standings_explanation.sentences(state, explained, section),
        }
        with heavy_reads.place():
            return _rendered(seen, {**_content(seen), **content})
    return heavy_reads.cached(deps().answers, key, lambda: _rendered(seen, _content(seen)))


def _beside(seen: VisibleTournament) -> bytes:
    """Column beside the boards, kept while they move: the round, its end, and the head of the standings."""
    state, frame = seen.state, seen.frame
    key = ("beside", state.id, state.version, seen.ours, locale.current(), frame, step_of(deps()))

    def made() -> bytes:
        tables = [
            {**table, "columns": table["columns"][: table["first"]], "rows": table["rows"][:_BESIDE]}
            for table in standings_table.tables_now(state)
        ]
        return render_template(
            "public/parts/beside.html",
            tournament=state.id,
            frame=frame,
            tables=tables,
            progress=standings_table.progress(state),
            ends=expected_ends(state),
            clocks=round_clocks(state),
        ).encode()

    return heavy_reads.cached(deps().answers, key, made)


def _now_for(tables: Sequence[MatchCard]) -> int:
    """The time for these tables (Unix ms), to the second; 0 where no clock runs, and they say the same at any time."""
    runs = any(table.state.clock and table.state.clock.running for table in tables)
    return deps().step_of_time(1000) * 1000 if runs else 0


def _rendered(seen: VisibleTournament, content: dict[str, Any]) -> bytes:
    state = seen.state
    common = {
        "tournament": state.id,
        "tab": seen.tab,
        "running": state.status == RUNNING,
        "ours": seen.ours,
        "called_off": state.called_off,
        "ends": expected_ends(state),
        "winners": winners(state),
        "version": state.version,
        "frame": seen.frame,
        "teams": state.format.teams,
        "corrects": seen.ours and not seen.frame,
        "clocks": round_clocks(state),
    }
    return render_template("public/parts/tournament.html", **common, **content).encode()


def _content(seen: VisibleTournament) -> dict[str, Any]:
    state, _ours, tab, _frame, number = seen
    if tab == NOW and not state.rounds and state.status in (OPEN, CALLED_OFF):
        players = [(entry.player, entry.name) for entry in state.entries if not entry.withdrawn]
        return {"players": players}
    if why := tournament_head.not_yet(state, tab):
        return {"why_not": why}
    if tab == ROUNDS:
        return _of_round(state, number) if number is not None else {"rounds": rounds_of(state)}
    if tab == STANDINGS or (tab == NOW and state.status in (FINISHED, CALLED_OFF)):
        return {
            "tables": standings_table.with_reached(state),
            "across": standings_table.across_of(state),
            "rules": announced_rules(state, tournament_labels.labels()),
        }
    if tab == NOW:  # all rounds are drafts, and this reader sees none
        return {"cards": (), "others": (), "done": ()}
    assert tab == BRACKET, "what is played now is made from its tables"
    asked = ExportOptions(lang=locale.current())
    drawn = exports.export(deps(), reader(), state.id, "bracket.svg", asked).decode()
    return {"drawing": Markup(_without_margins(drawn))}  # noqa: S704 - our own drawing, escaped where it was made


def _bracket(seen: VisibleTournament, scores: Scores, way: Way | None) -> dict[str, Any]:
    """The trees of a tournament with brackets; the way of a player is lit."""
    state = deps().repository.tournament(seen.state.id)
    views = bracket_views(state, drafts=seen.ours) or bracket_of_teams(state, drafts=seen.ours)
    found = brackets_of(seen.state, views, scores, way)
    return {"brackets": found, "unknown": has_unknown(found), "way": way}


def _way(state: Tournament) -> Way | None:
    """The player of `?way=`, if they take part."""
    player = query_text("way")
    return next((Way(player, entry.name) for entry in state.field if entry.player == player), None)


def _of_round(state: Tournament, number: int) -> dict[str, Any]:
    """One round, and the numbers of those before and after it. Raises `NotFound` for one that will never be."""
    found = [round_ for round_ in rounds_of(state) if round_["number"] == number]
    if not found and number > (tournament_labels.rounds_of(state) or 0):
        raise NotFound("round", str(number))
    if not found:
        return {"why_not": _("%(round)s is not drawn yet.", round=tournament_labels.short_round(state, number))}
    numbers = [round_.number for round_ in state.rounds]
    before = max((each for each in numbers if each < number), default=None)
    behind = min((each for each in numbers if each > number), default=None)
    return {
        "rounds": found,
        "before": before and (before, tournament_labels.short_round(state, before)),
        "behind": behind and (behind, tournament_labels.short_round(state, behind)),
        "only": True,
    }


_SHEET = re.compile(
    r'width="(\d+)mm" height="(\d+)mm" viewBox="0 0 (\d+) (\d+)"'
    r"(.*?<g transform=\"translate\(([\d.]+) ([\d.]+)\))",
    re.DOTALL,
)


def _without_margins(drawn: str) -> str:
    """A drawing in the middle of a sheet without the blank paper to its left and right: a phone would show that first.

    >>> _without_margins('<svg width="297mm" height="210mm" viewBox="0 0 900 600"><g transform="translate(150 24)">')
    '<svg class="across" viewBox="126 0 648 600"><g transform="translate(150 24)">'
    """

    def narrower(found: re.Match[str]) -> str:
        across, up, wide, high, between, left, margin = found.groups()
        blank = float(left) - float(margin)
        look = "across" if int(across) > int(up) else "upright"
        return f'class="{look}" viewBox="{blank:g} 0 {int(wide) - 2 * blank:g} {high}"{between}'

    return _SHEET.sub(narrower, drawn.partition("?>\n")[2] or drawn, count=1)
