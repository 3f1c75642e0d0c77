"""The order of the players before the start: by rating, by lots, by hand; who must not meet; and a round looked at."""

from typing import Any

from flask import Response, request
from flask_babel import gettext as _

from core.errors import NotFound
from core.tournament import Tournament
from core.tournament.decisions.entries import MOST_ENTRIES
from core.tournament.decisions.rounds import is_on_command
from core.tournament.decisions.seeding import seeded_players
from core.tournament.model.state import OPEN, seed_order, settings_of
from core.tournament.pairing.lots import seed_of
from core.tournament.views.stages import taken_back_with
from schemas.requests.entries import MOST_WORDS, WORD
from schemas.visible_text import visible_line
from service.auth.authorization import Principal, authorize_tournament
from service.handlers.ratings import entry_ratings
from service.handlers.series import seeding as series_seeding
from service.handlers.tournament import preview, rounds
from service.handlers.tournament.entries import entries
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import ID_LENGTH, form_text, form_version, query_text, whole_number
from service.web.i18n import core_messages, tournament_labels
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import ACCEPTED, FormCall, NotWritten, Refusal, page_form
from service.web.pages.seeding.round_rows import round_rows
from service.web.pages.shared.reachability import reach
from service.web.pages.shared.tournament_head import PLAYERS, ROUNDS, tournament_head

pages = PageBlueprint("seeding_pages", __name__)

_PAGE = "/tournaments/<tournament:tournament>/seeding"
_KEEP_APART = frozenset(
    {
        "swiss",
        "swiss_then_knockout",
        "elimination_by_losses",
        "groups_then_knockout",
        "single_elimination",
        "double_elimination",
        "team_swiss",
    }
)
"""The formats that heed pairs which are to be kept apart."""
_LONGEST_WORD = 100
FIRST = 1
"""The number of the round that these pages show unless another one is named."""


@pages.get(_PAGE)
def show(tournament: str) -> Response:
    """The order of the players; after the start a round (`?round=`, else the first), with the ways onward."""
    return seeding_page(tournament)


def visible_word(text: str) -> str:
    """The word for the lots as everybody reads it: without invisible characters, which would draw other lots."""
    return visible_line(text)[:_LONGEST_WORD]


def round_number() -> int:
    """The number of the round that is asked for: the first unless another one is named."""
    return whole_number(form_text("round", ID_LENGTH) or query_text("round")) or FIRST


def address_of(tournament_id: str, number: int) -> str:
    """The page on which a round is looked at."""
    return f"/tournaments/{tournament_id}/seeding" + (f"?round={number}" if number != FIRST else "")


def organiser(tournament_id: str) -> tuple[Principal | None, Tournament]:
    """The caller, who is an organiser, and the tournament."""
    caller = visitor(request)
    authorize_tournament(deps(), caller, "organiser", tournament_id)
    return caller, deps().repository.tournament(tournament_id)


def seeding_page(
    tournament: str,
    refused: Refusal = ACCEPTED,
    *,
    players: list[str] | None = None,
    moved: str = "",
    version: int | None = None,
) -> Response:
    """The page as the tournament is now. `players` are an order that is not written; a refused one is kept."""
    caller, state = organiser(tournament)
    about = {**common(state), **refused.shown(state)}
    if players is None and refused.error and form_text("method") == "hand":
        players = _listed(state)
    if state.status != OPEN:
        drawn_round = _drawn(caller, state, round_number())
        head = tournament_head(state, ROUNDS, number=round_number())
        return render_page("seeding/round.html", refused.status, page_head=head, **about, **drawn_round, **reach())
    if version is not None:
        about["version"] = version  # of an order that is not written: what it was made from
    by_id = {entry.player: entry for entry in state.field}
    listed = [by_id[player] for player in players or seed_order(state) if player in by_id]
    seeded = state.draw.seeded
    of_words = seed_of(state.draw.words) if state.draw.words else ""
    drawn = seeded.seed if seeded and seeded.method == "lots" else None
    return render_page(
        "seeding/seeding.html",
        refused.status,
        page_head=tournament_head(state, PLAYERS, "seeding"),
        **about,
        entries=listed,
        advice=[core_messages.sentence(each) for each in state.format.advice(state)],
        unsaved=players is not None,
        moved=moved,
        seeded=seeded,
        word=drawn or "",
        plan=_plan(state),
        words=state.draw.words,
        published=state.created.published,
        words_seed=of_words,
        said=_drawn_word(state, drawn),
        drawn=state.draw.seeds,
        on_command=state.format.on_command,
        absent=[entry.name for entry in listed if state.created.check_in and not entry.checked_in],
        here=sum(entry.checked_in for entry in listed),
        only=bool(state.created.check_in),
        keeps_apart=state.format.key in _KEEP_APART,
        apart=_apart(state),
        drafts=bool(state.created.drafts),
        rated=entry_ratings.is_kept(deps(), state),
        series=[(series.id, series.announcement.name) for series in series_seeding.series_of(deps(), state)],
    )


def common(state: Tournament) -> dict[str, Any]:
    """Data of each of these pages."""
    return {
        "tournament": state.id,
        "name": state.created.name,
        "version": state.version,
        "teams": state.format.teams,
    }


def _drawn(caller: Principal | None, state: Tournament, number: int) -> dict[str, Any]:
    """A round: a draft with the tables that it would get, or published, or taken back. Raises `NotFound`."""
    if number > len(state.rounds) + 1:
        raise NotFound("round", str(number))
    round_ = next((each for each in state.rounds if each.number == number), None)
    draft, seated = round_ is not None and round_.draft, dict(state.seated)
    if draft:
        seated |= preview.published(deps(), caller, state.id, number).after.seated
    rows = round_rows(state, number, seated) if round_ else []
    on_command = draft and round_ is not None and is_on_command(state, round_)
    left = [state.entry_of(seat.player).name for row in rows for seat in row.seats if seat.gone] if draft else []
    gone = list(dict.fromkeys(left))
    return {
        "number": number,
        "title": tournament_labels.rounds(state, [round_]) if round_ and number > FIRST else "",
        "round_title": tournament_labels.short_round(state, number),
        "publish_word": tournament_labels.publish(state, number),
        "results_word": tournament_labels.results_of(state, number),
        "before_it": tournament_labels.results_of(state, number - 1),
        "cut": taken_back_with(state, number),
        "rows": rows,
        "draft": draft,
        "preview": False,
        "missing": round_ is None,
        "gone": gone,
        "swaps": on_command and not state.format.teams,
        "again": on_command,
        "further": any(each.number > number for each in state.rounds),
        "later": _come_since(state, number) if on_command else [],
    }


def _come_since(state: Tournament, number: int) -> list[str]:
    """The players who entered after the round was drawn."""
    return [entry.name for entry in state.field if entry.late is not None and entry.late >= number]


def _drawn_word(state: Tournament, drawn: str | None) -> str:
    """The word of the lots as it was said: the words one after the other where these were several."""
    return " · ".join(state.draw.words) if state.draw.words and drawn == seed_of(state.draw.words) else drawn or ""


def _plan(state: Tournament) -> dict[str, Any] | None:
    """The announced draw: how many are seeded, and who they would be now; `None` where no draw is announced."""
    announced = settings_of(state).seeded
    names = [state.name_of(seeded_player) for seeded_player in seeded_players(state)]
    return {"seeded": announced, "names": names} if announced else None


def _apart(state: Tournament) -> list[dict[str, Any]]:
    return [
        {"one": pair[0], "other": pair[1], "names": [state.name_of(each) for each in pair], "hard": hard}
        for pair, hard in state.avoided.items()
    ]


def _listed(state: Tournament) -> list[str]:
    """The players in the order of the form, and behind them those who are not in it."""
    order = seed_order(state)
    sent = [each for each in dict.fromkeys(request.form.getlist("player")[:MOST_ENTRIES]) if each in order]
    return [*sent, *(each for each in order if each not in sent)]


def _moved(players: list[str], move: str) -> list[str]:
    """The players, with one of them a place up or down: `up.p_…`, `down.p_…`."""
    way, _dot, player = move.partition(".")
    if player not in players:
        return players
    place = players.index(player)
    other = min(max(place + (-1 if way == "up" else 1), 0), len(players) - 1)
    rest = [each for each in players if each != player]
    return [*rest[:other], player, *rest[other:]]


@page_form(pages, f"{_PAGE}/order", "organiser", seeding_page, versioned=True)
def order(call: FormCall, tournament: str) -> str | Response:
    """Put the players in order, unless another person changed something meanwhile; or move one without writing it."""
    _caller, state = organiser(tournament)
    method, move = form_text("method"), form_text("move", ID_LENGTH)
    players = _listed(state)
    if move:
        return seeding_page(tournament, players=_moved(players, move), moved=move, version=form_version())
    word, of_words = visible_word(form_text("word")), form_text("words") == "1"
    if method not in ("rating", "lots", "hand"):
        raise NotWritten(_("Choose how the players are put in order."))
    if method == "lots" and not (word or of_words):
        raise NotWritten(_("Say a word aloud, and write it here."))
    by_hand = players if method == "hand" else ()
    lots = word if method == "lots" and not of_words else None
    entries.seed(call.request, tournament, method, by_hand, lots, words=of_words and method == "lots")
    return address_of(tournament, FIRST)


@page_form(pages, f"{_PAGE}/series", "organiser", seeding_page, versioned=True)
def seed_by_series(call: FormCall, tournament: str) -> str:
    """Put the players in the order of the table of a series."""
    series_seeding.seed(call.request, tournament, form_text("series"))
    return f"/tournaments/{tournament}/seeding"


@page_form(pages, f"{_PAGE}/ratings", "organiser", seeding_page, versioned=True)
def take_ratings(call: FormCall, tournament: str) -> str:
    """Give the entries the ratings of the club's list, and put them in that order."""
    entry_ratings.take(call.request, tournament, provisional=True, order=True)
    return address_of(tournament, FIRST)


@page_form(pages, f"{_PAGE}/words", "organiser", seeding_page, versioned=True)
def say_word(call: FormCall, tournament: str) -> str:
    """Write one more word that was said for a draw in public; or take the last one back, or all."""
    _caller, state = organiser(tournament)
    undo, word = form_text("undo"), visible_line(form_text("word"))[:WORD]
    if not undo and not word:
        raise NotWritten(_("Say a word aloud, and write it here."))
    if not undo and len(state.draw.words) >= MOST_WORDS:
        raise NotWritten(_("There are %(num)s words: draw with them.", num=MOST_WORDS))
    words = {"": (*state.draw.words, word), "last": state.draw.words[:-1]}.get(undo, ())
    entries.say_words(call.request, tournament, words)
    return f"{address_of(tournament, FIRST)}#public"


@page_form(pages, f"{_PAGE}/apart", "organiser", seeding_page, versioned=True)
def keep_apart(call: FormCall, tournament: str) -> str:
    """Keep two players apart: always, or if possible."""
    pair, hard = [form_text("one", ID_LENGTH), form_text("other", ID_LENGTH)], form_text("hard") == "1"
    if "" in pair or pair[0] == pair[1]:
        raise NotWritten(_("Choose two players."))
    rounds.avoid(call.request, tournament, [pair], "", hard=hard)
    return address_of(tournament, FIRST)


@page_form(pages, f"{_PAGE}/together", "organiser", seeding_page, versioned=True)
def let_meet(call: FormCall, tournament: str) -> str:
    """Let two players meet again who were kept apart."""
    pair = [form_text("one", ID_LENGTH), form_text("other", ID_LENGTH)]
    rounds.avoid(call.request, tournament, [pair], "", hard=None)
    return address_of(tournament, FIRST)
