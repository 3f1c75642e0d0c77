"""The order of the players before the start: by rating, by lots, by hand; who must not meet; and a round looked at."""

from collections.abc import Callable
from typing import Any

from flask import Response, request
from flask_babel import gettext as _
from markupsafe import Markup

from core.errors import Invalid, KeyReused, NotAllowed, NotFound, VersionConflict
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
from service.handlers.request import Request
from service.handlers.tournament import preview, rounds
from service.handlers.tournament.entries import entries
from service.web.http import form_keys
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import ID_LENGTH, KEY_LENGTH, form_text, form_version, query_text, whole_number
from service.web.i18n import core_messages, tournament_labels
from service.web.pages.base import PageBlueprint, redirect_to, render_page
from service.web.pages.forms import conflict_sentences
from service.web.pages.seeding.round_rows import round_rows
from service.web.pages.shared.reachability import reach

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
REFUSALS = (Invalid, NotAllowed, NotFound)
FIRST = 1
"""The number of the round that these pages show unless another one is named."""


@pages.get(_PAGE)
def show(tournament: str) -> Response:
    """The order of the players; after the start a round (`?round=`, else the first), with the ways onward."""
    return seeding_page(tournament)


@pages.post(f"{_PAGE}/order")
def order(tournament: str) -> Response:
    """Put the players in order, unless another person changed something meanwhile; or move one without writing it."""
    _caller, state = organiser(tournament)
    method, move = form_text("method"), form_text("move", ID_LENGTH)
    players = _listed(state)
    if move:
        return seeding_page(tournament, players=_moved(players, move), moved=move, version=form_version())
    word, of_words = visible_word(form_text("word")), form_text("words") == "1"
    if method not in ("rating", "lots", "hand"):
        return seeding_page(tournament, 422, _("Choose how the players are put in order."))
    if method == "lots" and not (word or of_words):
        return seeding_page(tournament, 422, _("Say a word aloud, and write it here."))
    by_hand = players if method == "hand" else ()
    return written(
        tournament,
        lambda order: entries.seed(
            order,
            tournament,
            method,
            by_hand,
            word if method == "lots" and not of_words else None,
            words=of_words and method == "lots",
        ),
    )


@pages.post(f"{_PAGE}/ratings")
def take_ratings(tournament: str) -> Response:
    """Give the entries the ratings of the club's list, and put them in that order."""
    organiser(tournament)
    return written(tournament, lambda order: entry_ratings.take(order, tournament, provisional=True, order=True))


@pages.post(f"{_PAGE}/words")
def say_word(tournament: str) -> Response:
    """Write one more word that was said for a draw in public; or take the last one back, or all."""
    _caller, state = organiser(tournament)
    undo, word = form_text("undo"), visible_line(form_text("word"))[:WORD]
    if not undo and not word:
        return seeding_page(tournament, 422, _("Say a word aloud, and write it here."))
    if not undo and len(state.words) >= MOST_WORDS:
        return seeding_page(tournament, 422, _("There are %(num)s words: draw with them.", num=MOST_WORDS))
    words = {"": (*state.words, word), "last": state.words[:-1]}.get(undo, ())
    return written(
        tournament, lambda order: entries.say_words(order, tournament, words), f"{address_of(tournament, FIRST)}#public"
    )


@pages.post(f"{_PAGE}/apart")
def keep_apart(tournament: str) -> Response:
    """Keep two players apart: always, or if possible."""
    pair, hard = [form_text("one", ID_LENGTH), form_text("other", ID_LENGTH)], form_text("hard") == "1"
    if "" in pair or pair[0] == pair[1]:
        return seeding_page(tournament, 422, _("Choose two players."))
    return written(tournament, lambda order: rounds.avoid(order, tournament, [pair], "", hard=hard))


@pages.post(f"{_PAGE}/together")
def let_meet(tournament: str) -> Response:
    """Let two players meet again who were kept apart."""
    pair = [form_text("one", ID_LENGTH), form_text("other", ID_LENGTH)]
    return written(tournament, lambda order: rounds.avoid(order, tournament, [pair], "", hard=None))


def visible_word(text: str) -> str:
    """The word for the lots as everybody reads it: without invisible characters, which would draw other lots."""
    return visible_line(text)[:_LONGEST_WORD]


def written(
    tournament_id: str, write: Callable[[Request], object], back: str = "", shown: Callable[..., Response] | None = None
) -> Response:
    """Write once at the version that was seen, then show the page anew; else say what another person wrote."""
    shown = shown or seeding_page
    try:
        write(form_request())
    except (VersionConflict, KeyReused):
        return shown(tournament_id, 409, conflict=form_version())
    except REFUSALS as wrong:
        seen = form_version()
        if seen != deps().repository.tournament(tournament_id).version:
            return shown(tournament_id, 409, conflict=seen)
        return shown(tournament_id, 409, Markup(" ").join(core_messages.wrong(wrong)))
    return redirect_to(back or address_of(tournament_id, round_number()))


def form_request() -> Request:
    """The request of the form that was sent: at the version that was seen, under the key of the form."""
    key = form_text("key", KEY_LENGTH) or None
    fields = {name: values for name, values in request.form.to_dict(flat=False).items() if name != "reason"}
    return Request(deps(), visitor(request), form_version(), key, form_keys.fingerprint(fields))


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
    tournament_id: str,
    status: int = 200,
    alarm: str = "",
    *,
    conflict: int | None = None,
    players: list[str] | None = None,
    moved: str = "",
    version: int | None = None,
) -> Response:
    """The page as the tournament is now. `conflict` is the version that was seen before another person wrote."""
    caller, state = organiser(tournament_id)
    about = {
        **common(state),
        "alarm": alarm,
        "conflict": conflict is not None,
        "meanwhile": conflict_sentences(deps(), state, conflict),
    }
    if state.status != OPEN:
        return render_page("seeding/round.html", status, **about, **_drawn(caller, state, round_number()), **reach())
    if version is not None:
        about["version"] = version  # of an order that is not written: what it was made from
    by_id = {entry.player: entry for entry in state.field}
    listed = [by_id[each] for each in players or seed_order(state) if each in by_id]
    seeded = state.seeded
    of_words = seed_of(state.words) if state.words else ""
    drawn = seeded.seed if seeded and seeded.method == "lots" else None
    return render_page(
        "seeding/seeding.html",
        status,
        **about,
        entries=listed,
        advice=[core_messages.translate(each) for each in state.format.advice(state)],
        unsaved=players is not None,
        moved=moved,
        seeded=seeded,
        word=drawn or "",
        plan=_plan(state),
        words=state.words,
        published=state.created.published,
        words_seed=of_words,
        said=_drawn_word(state, drawn),
        drawn=state.drawn,
        on_command=state.format.on_command,
        absent=[each.name for each in listed if state.created.check_in and not each.checked_in],
        keeps_apart=state.format.key in _KEEP_APART,
        apart=_apart(state),
        drafts=bool(state.created.drafts),
        rated=entry_ratings.is_kept(deps(), state),
    )


def common(state: Tournament) -> dict[str, Any]:
    """Data of each of these pages."""
    return {
        "tournament": state.id,
        "name": state.created.name,
        "version": state.version,
        "key": form_keys.new_key(),
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
    return [each.name for each in state.field if each.late is not None and each.late >= number]


def _drawn_word(state: Tournament, drawn: str | None) -> str:
    """The word of the lots as it was said: the words one after the other where these were several."""
    return " · ".join(state.words) if state.words and drawn == seed_of(state.words) else drawn or ""


def _plan(state: Tournament) -> dict[str, Any] | None:
    """The announced draw: how many are seeded, and who they would be now; `None` where no draw is announced."""
    announced = settings_of(state).seeded
    names = [state.name_of(each) for each in seeded_players(state)]
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
