"""Public pages: a tournament with its rounds and standings, the front page."""

from collections.abc import Sequence, Set
from typing import Any

from flask import Response, render_template, request
from flask_babel import gettext as _
from markupsafe import Markup

from core.games import game_of
from core.tournament import Tournament
from core.tournament.model.match_status import DISPUTED, ENDED, REPORTED, status_of
from core.tournament.model.state import FINISHED, RUNNING
from core.tournament.model.values import Pairing, Result
from core.tournament.standings.explanation import ExplainedPlace
from core.tournament.teams.meetings import by_meeting, teams_of
from service import translations
from service.auth.authorization import can_see_drafts
from service.checkpoint.anchors import spaced
from service.exports import Asked
from service.handlers import known_clubs
from service.handlers.planning.expected_end import step_of
from service.handlers.registration import entry_form
from service.handlers.tournament import exports, lists
from service.handlers.tournament.explanations import place
from service.handlers.tournament.tournaments import may_read
from service.store.maintenance import daily_number
from service.translations.round_reached import CODE
from service.web import boards
from service.web.http import heavy_reads
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import query_text
from service.web.i18n import labels, locale, standings_explanation, tournament_details, tournament_labels
from service.web.i18n.times import clock_time
from service.web.pages.base import PageBlueprint, finish_response, render_page
from service.web.pages.shared import standings_table
from service.web.pages.shared.expected_ends import expected_ends
from service.web.pages.shared.winners import winners

pages = PageBlueprint("public_pages", __name__)

_FILES = ("standings.html", "standings.csv", "standings.xlsx", "crosstable.html", "matches.csv", "bracket.svg")


@pages.get("/")
def front_page() -> Response:
    """The tournaments that are shown to everybody, and the way to everything else."""
    principal = visitor(request)
    mine: list[dict[str, Any]] = []
    if principal is not None and principal.club and principal.scope is None:
        _name, found = lists.of_club(deps(), principal, principal.club)
        mine = [listed(each) for each in found if each.tournament.status != FINISHED]
    shown = [listed(each) for each in lists.everywhere(deps())]
    game = game_of("swedish")
    start = game.write(game.start(game.read_options({}), game.seats))
    diagram = boards.Diagram(start, size=boards.CARD, catalogue=translations.catalogue(locale.current()))
    desk = principal is not None and can_see_drafts(principal, principal.club or "")
    return render_page(
        "pages/public/front_page.html", tournaments=shown, mine=mine, desk=desk,
        board=boards.draw(game.key, diagram), day_number=_day_number(), founded=bool(known_clubs.names(deps())),
    )  # fmt: skip


@pages.get("/tournaments/<tournament:tournament>")
def tournament(tournament: str) -> Response:
    """A tournament: how far it is, its rounds, its bracket, its standings, its files; `?why=` explains a place."""
    state, ours = _seen(tournament)
    principal = visitor(request)
    return render_page(
        "pages/public/tournament.html", enter=_entering(tournament, state),
        tournament=tournament, name=state.created.name, slug=state.created.club,
        club=deps().repository.club(state.created.club).name, format=tournament_labels.format_name(state), desk=ours,
        organises=ours and principal is not None and principal.role == "organiser",
        lots=state.seeded is not None and state.seeded.method == "lots",
        details=state.created.details, when=tournament_details.when(state.created.details),
        version=state.version, files=_FILES, day_number=_day_number(), now=Markup(_now(state, ours=ours)),  # noqa: S704 - rendered from our template
    )  # fmt: skip


def _entering(tournament_id: str, state: Tournament) -> entry_form.Form | None:
    """The form to enter, if it takes requests."""
    if state.entry_form is None or not state.entry_form.open:
        return None
    found = entry_form.show(deps(), visitor(request), tournament_id)
    return None if found.closed else found


@pages.get("/tournaments/<tournament:tournament>/now")
def now(tournament: str) -> Response:
    """The part of the page that changes as it is played."""
    state, ours = _seen(tournament)
    return finish_response(Response(_now(state, ours=ours), mimetype="text/html"))


def _day_number() -> dict[str, str] | None:
    """The number over everything recorded, as people write it down, and when it was made."""
    found = daily_number.latest(deps().client)
    return {"digits": spaced(found.root), "time": clock_time(found.at)} if found else None


def _seen(tournament_id: str) -> tuple[Tournament, bool]:
    """A tournament as this visitor may see it, and whether that is all of it."""
    principal = visitor(request)
    state = may_read(deps(), principal, tournament_id)
    return state, can_see_drafts(principal, state.created.club)


def _now(state: Tournament, *, ours: bool) -> str:
    """The changing part of the page, kept for all who see the same of the same version and ask nothing more of it."""

    def made() -> bytes:
        return render_template("parts/public/tournament.html", **_whole(state)).encode()

    if request.args:  # as many as anybody thinks of: they would push out what is kept
        with heavy_reads.place():
            return made().decode()
    step = step_of(deps()) if state.status == RUNNING else 0
    key = ("hall", state.id, state.version, ours, locale.current(), request.path, step)
    return heavy_reads.cached(deps().answers, key, made).decode()


def _whole(state: Tournament) -> dict[str, Any]:
    principal, tournament = visitor(request), state.id
    waiting = {pairing.match for pairing in state.to_play}
    asked = query_text("why")
    drawn = exports.export(deps(), principal, tournament, "bracket.svg", Asked(lang=locale.current())).decode()
    drawing = Markup(drawn.partition("?>\n")[2])  # noqa: S704 - our own drawing, escaped where it was made
    return {
        "tournament": tournament, "standing": _status(state),
        "players": [entry.name for entry in state.entries if not entry.withdrawn],
        "progress": standings_table.progress(state), "tables": _tables(state) if state.seed else [],
        "ends": expected_ends(state),
        "rounds": [_round(state, each, waiting) for each in reversed(state.rounds)], "drawing": drawing,
        "published": state.created.published,
        "why": _why(state, place(deps(), principal, tournament, asked)) if asked else None,
        "winners": winners(state),
    }  # fmt: skip


def _why(state: Tournament, explanation: ExplainedPlace) -> dict[str, Any]:
    return {"name": explanation.name, "sentences": standings_explanation.sentences(state, explanation)}


def _tables(state: Tournament) -> list[dict[str, Any]]:
    """The standings; how far everybody came, in words, is a column of its own (`came`), before the numbers."""
    tables, word = standings_table.tables_of(state), tournament_labels.labels().heading(CODE)
    for table in tables:
        codes = [column["code"] for column in table["columns"]]
        place = codes.index(word) if word in codes else None
        table["came"] = None if place is None else table["columns"].pop(place)
        for row in table["rows"]:
            row["came"] = None if place is None else row["cells"].pop(place)
    return tables


def listed(each: lists.Listed) -> dict[str, Any]:
    """A tournament as `parts/public/listed.html` shows it in a list."""
    state = each.tournament
    return {
        "id": state.id, "name": state.created.name, "club": each.club, "slug": state.created.club,
        "status": _status(state), "format": tournament_labels.format_name(state), "players": len(state.field),
        "published": state.created.published, "progress": standings_table.progress(state),
    }  # fmt: skip


def _status(state: Tournament) -> tournament_labels.Badge:
    if state.status == RUNNING:
        return tournament_labels.Badge("playing", "▶", _("in play"))
    if state.status == FINISHED:
        return tournament_labels.Badge("finished", "✔", _("finished"))
    return tournament_labels.Badge("waiting", "○", _("entries are open"))


def _round(state: Tournament, each: Any, waiting: Set[str]) -> dict[str, Any]:
    meetings = _meetings(state, each) if state.format.teams else {}
    matches = [{**_match(state, pairing, waiting), "meeting": meetings.get(pairing.match)} for pairing in each.pairings]
    bye = state.name_of(each.bye) if each.bye else None
    open_ = any(match["open"] for match in matches)
    return {
        "number": each.number, "stage": tournament_labels.stage(state, each), "draft": each.draft, "matches": matches,
        "bye": bye, "open": open_,
    }  # fmt: skip


def _meetings(state: Tournament, each: Any) -> dict[str, dict[str, Any]]:
    """By the first match of each meeting of teams who meets, and how many boards both have won so far."""
    found = {}
    for boards_played in by_meeting(each).values():
        teams = teams_of(state, each.number, boards_played[0].slot)
        won = dict.fromkeys(teams, 0)
        results = [state.results[pairing.match] for pairing in boards_played if pairing.match in state.results]
        for pairing in boards_played:
            if winner := _winner(state, pairing):
                won[state.entry_of(winner).player] += 1
        found[boards_played[0].match] = {
            "names": [state.name_of(team) for team in teams], "score": list(won.values()) if results else [],
        }  # fmt: skip
    return found


def _winner(state: Tournament, pairing: Pairing) -> str | None:
    """The player id of the winner of a match, or of the player with a bye."""
    result = state.results.get(pairing.match)
    seats = game_of(state.created.game).seats[:2]
    if result is None:
        return None
    if pairing.is_bye:
        return pairing.white
    return (pairing.white, pairing.black)[seats.index(result.winner)] if result.winner in seats else None


def _match(state: Tournament, pairing: Pairing, waiting: Set[str]) -> dict[str, Any]:
    result = state.results.get(pairing.match)
    seats = game_of(state.created.game).seats[:2]
    status = status_of(state, pairing.match)
    score, text = _said(result, seats) if result else ("", "")
    return {
        "match": pairing.match, "table": state.seated.get(pairing.match), "bye": pairing.is_bye,
        "names": [state.name_of(player) if player else "" for player in (pairing.white, pairing.black)],
        "score": score, "words": text,
        "winner": seats.index(result.winner) if result and result.winner in seats else None,
        "open": pairing.match in waiting and status != ENDED, "waits": status in (REPORTED, DISPUTED),
    }  # fmt: skip


def _said(result: Result, seats: Sequence[str]) -> tuple[str, str]:
    """A result as printed things say it, the points or why there are none; and what there is to say beside that."""
    points = [result.score.get(seat, 0) for seat in seats]
    score = "–".join(map(str, points))
    if result.kind in ("played", "bye"):
        return score, ""
    word = tournament_labels.labels().word(result.kind)
    return (score, word) if any(points) else (word, "" if result.winner else labels.kind_word(result.kind))
