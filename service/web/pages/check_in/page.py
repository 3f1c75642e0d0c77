"""Check-in at the door: large toggles, a search, the count; everybody at once; if only those who are here start."""

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from flask import Response, request
from flask_babel import gettext as _

from core.club.similar_names import without_accents
from core.tournament import Tournament
from core.tournament.decisions.entries import MOST_ENTRIES, closed
from core.tournament.decisions.places.again import second_chances
from core.tournament.decisions.places.alternates import alternates_may_play
from core.tournament.model.state import CALLED_OFF, FINISHED, OPEN
from core.tournament.model.values import Entry
from service.auth.authorization import authorize_tournament
from service.handlers.tournament import tournaments
from service.handlers.tournament.entries import entries
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import ID_LENGTH, NAME_LENGTH, form_text, query_text
from service.web.i18n import tournament_labels
from service.web.i18n.name_order import name_order
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import ACCEPTED, FormCall, Refusal, page_form
from service.web.pages.shared.rights import organises_tournament
from service.web.pages.shared.tournament_head import PLAYERS, tournament_head

pages = PageBlueprint("check_in_pages", __name__)

_PAGE = "/tournaments/<tournament:tournament>/check-in"


@pages.get(_PAGE)
def show(tournament: str) -> Response:
    """Everybody who has entered, with a toggle each; `?find=` a part of a name, `?missing=1` those not here."""
    return list_page(tournament)


def list_page(tournament: str, refused: Refusal = ACCEPTED) -> Response:
    """The list as it is now, with what was refused."""
    authorize_tournament(deps(), visitor(request), "referee", tournament)
    state = deps().repository.tournament(tournament)
    inside = sorted((entry for entry in state.entries if not entry.withdrawn), key=_by_name)
    find, missing = (form_text if refused.error else query_text)("find", NAME_LENGTH).strip(), query_text("missing")
    shown = [entry for entry in inside if _found(entry, find) and not (missing and entry.checked_in)]
    return render_page(
        "check_in/check_in.html",
        refused.status,
        **about(state),
        title=tournament_labels.check_in(state),
        entries=shown,
        inside=inside,
        find=find,
        missing=missing,
        here=sum(entry.checked_in for entry in inside),
        open=state.status == OPEN,
        over=state.status in (FINISHED, CALLED_OFF),
        called_off=state.called_off,
        gone=(gone := _gone(state)),
        substitutes=_substitutes(state, gone) if organises_tournament(tournament) else {},
        starters=state.starters,
        late_ways={entry.player for entry in state.entries if has_late_way(state, entry)},
        organises=organises_tournament(tournament),
        closed=closed(state),
        only=bool(state.created.check_in),
        version=state.version,
        byes=(rule := state.format.byes(state)) is not None and rule.is_open,
        resting={entry.player: _coming_byes(state, entry) for entry in shown},
        known=known_names(state),
        alternates=state.alternates,
        places=alternates_may_play(state),
        chances=second_chances(state) if organises_tournament(tournament) else {},
        **refused.shown(state),
    )


@page_form(pages, _PAGE, "referee", list_page)
def toggle(call: FormCall, tournament: str) -> str:
    """Say that a player is here, or not after all. Another person's toggle of another player does not matter."""
    player, present = form_text("player", ID_LENGTH), form_text("present") == "1"
    entries.check_in(call.request, tournament, [player], present=present)
    return list_address(tournament, f"at-{player}")


@page_form(pages, f"{_PAGE}/all", "referee", list_page, versioned=True)
def everybody(call: FormCall, tournament: str) -> str:
    """Say that everybody is here who was on the page, unless another person wrote meanwhile."""
    entries.check_in(call.request, tournament, request.form.getlist("player")[:MOST_ENTRIES], present=True)
    return list_address(tournament)


@page_form(pages, f"{_PAGE}/rule", "referee", list_page)
def rule(call: FormCall, tournament: str) -> str:
    """Let only those start who are here, or everybody who has entered."""
    tournaments.amend(call.request, tournament, {"check_in": form_text("only") == "1"})
    return f"/tournaments/{tournament}/seeding" if form_text("back") == "order" else list_address(tournament)


def list_address(tournament_id: str, anchor: str = "") -> str:
    """The address of the list at an anchor, searched as it was."""
    query = {name: text for name in ("find", "missing") if (text := form_text(name, NAME_LENGTH))}
    address = f"/tournaments/{tournament_id}/check-in" + (f"?{urlencode(query)}" if query else "")
    return f"{address}#{anchor}" if anchor else address


def _gone(state: Tournament) -> list[Entry]:
    """The entries that left. A new entry that was taken back is none: it was a mistake."""
    left = [entry for entry in state.entries if entry.withdrawn]
    return [entry for entry in left if entry.again_of is None or entry.player in state.starters]


def _substitutes(state: Tournament, gone: Iterable[Entry]) -> dict[str, str]:
    """The name of the player with the bye who can play in the place of one who left, by the id of the latter."""
    found = {entry.player: entries.bye_player(deps(), state, entry.player) for entry in gone}
    return {player: state.label_of(bye_player.player) for player, bye_player in found.items() if bye_player}


def has_late_way(state: Tournament, entry: Entry) -> bool:
    """True if a player who left before the start, or was absent at it, can still come in as a late player."""
    started = state.seed is not None and not state.format.teams
    return started and entry.withdrawn and entry.player not in state.starters and closed(state) is None


def _coming_byes(state: Tournament, entry: Entry) -> str:
    """The coming rounds that a player sits out on request."""
    numbers = [str(bye.round) for bye in entry.byes if bye.round > len(state.rounds)]
    return _("sits out: %(rounds)s", rounds=", ".join(numbers)) if numbers else ""


def about(state: Tournament) -> dict[str, Any]:
    """Data of each of these pages."""
    head = tournament_head(state, PLAYERS, "check-in")
    return {"page_head": head, "tournament": state.id, "teams": state.format.teams}


def known_names(state: Tournament) -> list[str]:
    """The names of the club's players who are not in the tournament, to complete what is typed."""
    inside = {person for entry in state.entries if not entry.withdrawn for person in entry.people}
    players = deps().repository.club(state.created.club).players.values()
    return sorted({player.name for player in players if player.player not in inside})


def _by_name(entry: Entry) -> tuple[str, str]:
    return name_order(entry.name), entry.player


def _found(entry: Entry, find: str) -> bool:
    names = (entry.name, *(name for _player, name in entry.members))
    return any(without_accents(find) in without_accents(name) for name in names)
