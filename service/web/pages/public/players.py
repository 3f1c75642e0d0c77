"""Players of a tournament for everybody: who takes part, each player's matches, and what is next for them."""

from operator import itemgetter
from typing import Any

from flask import Response, render_template, request
from markupsafe import Markup

from core.errors import NotFound
from core.names.names import name_key
from core.tournament import Tournament
from core.tournament.model.state import RUNNING
from core.tournament.model.values import Entry, ids_of
from core.tournament.standings.explanation import ExplainedPlace
from core.tournament.standings.standings import standings
from core.tournament.swiss.explanation import missed_before
from service.auth.authorization import can_see_drafts
from service.exports.calendar import has_events
from service.handlers.planning.expected_end import step_of
from service.handlers.registration.players import played
from service.handlers.tournament.explanations import place
from service.handlers.tournament.tournaments import may_read
from service.web.http import heavy_reads
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import query_text
from service.web.http.made_answers import made_once
from service.web.i18n import core_messages, labels, locale, standings_explanation, tournament_labels
from service.web.pages.base import PageBlueprint, finish_response, redirect_to, render_page
from service.web.pages.public.next_matches import NextLines, next_lines
from service.web.pages.public.rounds import planned_words
from service.web.pages.shared.tournament_head import PLAYERS, tournament_head

pages = PageBlueprint("tournament_players", __name__)

_PLAYERS = "/tournaments/<tournament:tournament>/players"
_PLAYER = f"{_PLAYERS}/<player:player>"
_ROWS = 500


@pages.get(_PLAYERS)
@made_once
def players(tournament: str) -> Response:
    """The players whose names hold what is searched for; the page of the player where only one has that name."""
    state = may_read(deps(), visitor(request), tournament)
    wanted = name_key(query_text("name"))
    people = sorted(_people(state), key=lambda person: person[1].casefold())
    found = [person for person in people if wanted in name_key(person[1])]
    exact = [each for each in found if name_key(each[1]) == wanted]
    if wanted and len(exact or found) == 1:
        return redirect_to(f"/tournaments/{tournament}/players/{(exact or found)[0][0]}")
    return render_page(
        "public/players.html",
        page_head=tournament_head(state, PLAYERS),
        tournament=tournament,
        name=state.created.name,
        wanted=query_text("name"),
        players=found[:_ROWS],
        more=len(found) > _ROWS,
    )


@pages.get(_PLAYER)
@made_once
def player(tournament: str, player: str) -> Response:
    """A player in a tournament: what is next, every match with its result, the place and why."""
    state, player_id = _of(tournament, player)
    key = ("player", state.id, state.version, _ours(state), locale.current(), request.path, _step(state))

    def made() -> bytes:
        return render_template("public/player.html", **_whole(state, player_id)).encode()

    if request.args or visitor(request) is not None:
        with heavy_reads.place():
            return finish_response(Response(made(), mimetype="text/html"))
    return finish_response(Response(heavy_reads.cached(deps().answers, key, made), mimetype="text/html"))


@pages.get(f"{_PLAYER}/next")
@made_once
def next_of_player(tournament: str, player: str) -> Response:
    """The part of a page that says what is next for a player."""
    state, player_id = _of(tournament, player)
    key = ("next", state.id, state.version, _ours(state), locale.current(), player_id, _step(state))

    def made() -> bytes:
        return render_template("public/parts/you.html", next=_next(state, player_id)).encode()

    return finish_response(Response(heavy_reads.cached(deps().answers, key, made), mimetype="text/html"))


def _of(tournament_id: str, id_or_name: str) -> tuple[Tournament, str]:
    """The tournament as the visitor may see it, and the id of a player there. Raises `NotFound`."""
    state = may_read(deps(), visitor(request), tournament_id)
    people = dict(_people(state))
    if id_or_name in people:
        return state, id_or_name
    found = [player_id for player_id, name in people.items() if name == id_or_name]
    if len(found) != 1:
        raise NotFound("player", id_or_name)
    return state, found[0]


def _people(state: Tournament) -> list[tuple[str, str]]:
    """Ids and names of the entries, and of the members of teams."""
    people = [(entry.player, entry.name) for entry in state.entries]
    return people + [(member.player, member.name) for entry in state.entries for member in entry.members]


def _ours(state: Tournament) -> bool:
    return can_see_drafts(visitor(request), state.created.club)


def _step(state: Tournament) -> int:
    return step_of(deps()) if state.status == RUNNING else 0


def _next(state: Tournament, player_id: str) -> NextLines:
    whole = deps().repository.tournament(state.id)
    return next_lines(state, whole, player_id, drafts=_ours(state))


def _inside(state: Tournament, explained: ExplainedPlace, section: str) -> dict[str, Any]:
    """The place in the table of a group, and why."""
    rank = next(place_in_section.rank for place_in_section in explained.sections if place_in_section.name == section)
    return {
        "name": tournament_labels.labels().section(section),
        "rank": rank,
        "why": standings_explanation.sentences(state, explained, section),
    }


def _byes(state: Tournament, entry: Entry) -> list[str]:
    """The rounds that a player sits out, with a bye or on request; and why a bye came after rounds that they missed."""
    lines = [(bye.round, labels.bye_line(bye.round, f"{bye.worth}_bye")) for bye in entry.byes]
    for round_ in state.rounds:
        if round_.bye == entry.player and state.format.on_command:
            missed = missed_before(state, round_, entry.player)
            why = Markup(". {}").format(core_messages.translate(missed)) if missed else ""
            lines.append((round_.number, Markup("{}{}").format(labels.bye_line(round_.number, "bye"), why)))
    return [text for _number, text in sorted(lines, key=itemgetter(0))]


def _whole(state: Tournament, player_id: str) -> dict[str, Any]:
    entry = state.entry_of(player_id)
    own = player_id == entry.player
    club = deps().repository.club(state.created.club, fresh=False)
    line = next((row for row in standings(state) if row.player_id == entry.player), None) if state.seed else None
    explained = place(deps(), visitor(request), state.id, entry.player) if line else None
    return {
        "page_head": tournament_head(state, PLAYERS),
        "tournament": state.id,
        "tournament_name": state.created.name,
        "version": state.version,
        "club": club.name,
        "slug": club.slug,
        "player": player_id,
        "name": state.label_of(player_id),
        "team": None if own else entry,
        "members": entry.members if own else (),
        "rating": entry.rating if own else None,
        "group": entry.group if own else None,
        "byes": _byes(state, entry) if own else [],
        "line": line,
        "field": len(state.field),
        "next": _next(state, player_id),
        "started": bool(state.rounds),
        "why": standings_explanation.sentences(state, explained) if explained else [],
        "inside": [_inside(state, explained, section.name) for section in explained.sections] if explained else [],
        "matches": played(state, ids_of(state.entries, entry.person) if own else frozenset((player_id,))).matches,
        "planned": {match: planned_words(state, match) for match in state.timetable.times if match in state.paired},
        "listed": club.present_id(player_id) in club.players,
        "kind_word": tournament_labels.labels().cell,
        "round_word": tournament_labels.round_of_match,
        "calendar": has_events(state),
    }
