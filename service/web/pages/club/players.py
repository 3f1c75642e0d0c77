"""Pages of a club's players: the list, each player's history, two who are one, lists from and for spreadsheets."""

from collections.abc import Callable, Sequence
from typing import Any

from flask import Response, render_template, request
from flask_babel import gettext as _
from markupsafe import Markup
from marshmallow import ValidationError

from core.club.club import names_of
from core.club.similar_names import SimilarNames
from core.errors import BradeError, Invalid, NotAllowed, NotFound
from core.games import game_of
from core.names.names import name_key, one_blank
from core.tournament.model.state import FINISHED, OPEN
from schemas.requests.clubs import PlayerChanging, PlayerRegistering
from service.auth.authorization import Principal, authorize
from service.handlers.club import clubs
from service.handlers.registration import players as player_list
from service.handlers.registration import public_players
from service.handlers.request import Request
from service.web.http import form_keys, heavy_reads
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import KEY_LENGTH, form_text, query_text, whole_number
from service.web.i18n import core_messages, labels, locale, tournament_labels
from service.web.pages.base import PageBlueprint, finish_response, redirect_to, render_page

pages = PageBlueprint("player_pages", __name__)

PLAYERS = "/clubs/<club:club>/players"
_PLAYER = f"{PLAYERS}/<player:player>"
_ROWS, _TOURNAMENTS = 200, 20
_REFUSALS = (Invalid, NotAllowed, NotFound, ValidationError)
ROW = PlayerRegistering()


# ── the list ─────────────────────────────────────────────────────────────────────────────────────────────────────────
@pages.get(PLAYERS)
def players(club: str) -> Response:
    """The club's players, those whose names hold what is searched for."""
    return list_page(club)


@pages.post(PLAYERS)
def add(club: str) -> Response:
    """Put a player on the list. A name near that of another player is asked about first: `other` repeats it."""
    authorize(visitor(request), "organiser", club)
    name = one_blank(form_text("name"))
    known = names_of(deps().repository.club(club))
    names = [] if known.same(name) else similar_names(club)(name)
    if names and form_text("other") != name:
        near = _("The list has %(names)s. Press once more if this is another person.", names=", ".join(names))
        return list_page(club, 409, near, typed=True, other=name)

    def adding(command: Request) -> object:
        return clubs.register_players(command, club, [ROW.load(_typed()) | {"another": form_text("other") == name}])

    return done(
        club, adding, lambda wrong: list_page(club, 422, wrong, typed=True), f"/clubs/{club}/players?done=added"
    )


@pages.get("/clubs/<club:club>/players.csv")
def export(club: str) -> Response:
    """The list as a file that Excel opens with å, ä and ö."""
    text = "\ufeff" + player_list.write_csv(deps(), visitor(request), club)
    response = Response(text, mimetype="text/csv")
    response.headers["Content-Disposition"] = f'attachment; filename="{club}-players.csv"'
    return finish_response(response)


def similar_names(club: str) -> Callable[[str], list[str]]:
    """A function from a name to the names of the club's players that are near it."""
    known = deps().repository.club(club).players
    index = SimilarNames((each.player, each.name) for each in known.values())
    return lambda name: [known[each].name for each in index.like(name)]


def list_page(club: str, status: int = 200, alarm: str = "", *, typed: bool = False, other: str = "") -> Response:
    """The page of the list, perhaps with what was typed; `other` is a name that is said to be another person's."""
    caller = visitor(request)
    found = clubs.players(deps(), caller, club)
    wanted, start = query_text("q"), whole_number(query_text("from")) or 0
    rows = sorted(
        (each for each in found if name_key(wanted) in name_key(each.name)), key=lambda row: row.name.casefold()
    )
    notice = {
        "added": _("The player is on the list."),
        "imported": _("The list is written."),
        "removed": _("The player is off the list. What was played stays."),
    }.get(query_text("done"), "")
    return render_page(
        "club/players.html",
        status,
        slug=club,
        club=deps().repository.club(club).name,
        players=rows[start:][:_ROWS],
        total=len(found),
        found=len(rows),
        wanted=wanted,
        start=start,
        more=len(rows) > start + _ROWS,
        step=_ROWS,
        alarm=alarm,
        notice=notice,
        organiser=_organises(caller, club),
        typed=_typed() if typed else {},
        groups=sorted({each.group for each in found if each.group}),
        other=other,
        key=form_keys.new_key(),
    )


def _typed() -> dict[str, Any]:
    return player_values(form_text("name"), form_text("rating"), form_text("group"))


def player_values(name: str, rating: str, group: str) -> dict[str, Any]:
    """The fields of a player as the API takes them; a rating that is no number is refused there."""
    written = rating.strip()
    number: object = None if not written else written if (found := whole_number(written)) is None else found
    return {"name": one_blank(name), "rating": number, "group": one_blank(group) or None}


# ── one player ───────────────────────────────────────────────────────────────────────────────────────────────────────
@pages.get(_PLAYER)
def player(club: str, player: str) -> Response:
    """A player: what they have played, and what an organiser can change; to others what is published."""
    caller = visitor(request)
    if caller is None or caller.scope is not None or caller.club not in (club, None):
        found = public_players.find(deps(), club, player)
        if found is not None:
            return _public(club, found)
    return _player(club, player)


def _public(club: str, found: public_players.PublicPlayer) -> Response:
    """The published tournaments of a player, made once for their versions."""

    def made() -> bytes:
        return render_template(
            "club/club_player.html",
            slug=club,
            club=found.club,
            name=found.name,
            player=found.id,
            played=_with_status(found.tournaments()),
            kind_word=tournament_labels.labels().word,
        ).encode()

    if visitor(request) is not None or request.args:
        with heavy_reads.place():
            return finish_response(Response(made(), mimetype="text/html"))
    key = ("club player", club, found.name, found.versions, locale.current(), request.path)
    return finish_response(Response(heavy_reads.cached(deps().answers, key, made), mimetype="text/html"))


def _with_status(played: Sequence[player_list.PlayedTournament]) -> list[tuple[player_list.PlayedTournament, str]]:
    words = {OPEN: _("entries are open"), FINISHED: _("finished")}
    return [(each, words.get(each.status, _("in play"))) for each in played]


@pages.post(_PLAYER)
def change(club: str, player: str) -> Response:
    """Give a player another name, rating or group, unless another organiser changed it meanwhile.

    A name that looks like that of another player is asked about first: `other` repeats it.
    """
    authorize(visitor(request), "organiser", club)
    name = one_blank(form_text("name"))
    listed = deps().repository.club(club)
    twins = [listed.players[each].name for each in names_of(listed, but=player).twins(name)]
    if twins and form_text("other") != name:
        near = _("The list has %(names)s. Press once more if this is another person.", names=", ".join(twins))
        return _player(club, player, 409, near, typed=name)

    def changing(command: Request) -> object:
        now = player_list.show(deps(), command.principal, club, player)
        seen = player_values(form_text("seen_name"), form_text("seen_rating"), form_text("seen_group"))
        return clubs.change_player(command, club, now.id, PlayerChanging().load(_typed()) | {"another": True}, seen)

    return done(
        club, changing, lambda wrong: _player(club, player, 409, wrong), f"/clubs/{club}/players/{player}?done=1"
    )


@pages.post(f"{_PLAYER}/removal")
def remove(club: str, player: str) -> Response:
    """Take a player off the list."""
    where = f"/clubs/{club}/players?done=removed"
    return done(
        club,
        lambda command: clubs.remove_player(command, club, player),
        lambda wrong: _player(club, player, 409, wrong),
        where,
    )


@pages.post(f"{_PLAYER}/merge")
def merge(club: str, player: str) -> Response:
    """Make one player of two: what follows is shown first, and written with `step=write`."""
    caller, into = visitor(request), " ".join(form_text("into").split())
    authorize(caller, "organiser", club)
    try:
        if form_text("step") == "write":
            kept = player_list.show(deps(), caller, club, into).id
            return done(
                club,
                lambda command: player_list.merge(command, club, player, into),
                lambda wrong: _player(club, player, 409, wrong),
                f"/clubs/{club}/players/{kept}?done=1",
            )
        seen = player_list.preview_merge(deps(), caller, club, player, into)
    except _REFUSALS as wrong:
        return _player(club, player, 409, _sentence(wrong))
    name = deps().repository.club(club).name
    return render_page("club/merge.html", slug=club, club=name, key=form_keys.new_key(), **seen._asdict())


def _player(club: str, id_or_name: str, status: int = 200, alarm: str = "", *, typed: str = "") -> Response:
    """The page of a player; `typed` is another name that was typed, and may be another person's."""
    caller = visitor(request)
    shown = player_list.show(deps(), caller, club, id_or_name)
    found, start = player_list.tournaments_of(deps(), caller, club), whole_number(query_text("from")) or 0
    with heavy_reads.place():
        played = player_list.history(deps(), caller, club, shown.id, found[start:][:_TOURNAMENTS])
    names = sorted(
        (each.name for each in deps().repository.club(club).players.values() if each.player != shown.id),
        key=str.casefold,
    )
    return render_page(
        "club/player.html",
        status,
        slug=club,
        club=deps().repository.club(club).name,
        player=shown,
        names=names,
        typed=typed,
        played=_with_status(played),
        alarm=alarm,
        notice=_("Saved.") if query_text("done") else "",
        organiser=_organises(caller, club),
        start=start,
        older=start + _TOURNAMENTS if len(found) > start + _TOURNAMENTS else None,
        kind_word=tournament_labels.labels().word,
        ratings=[(game, labels.game_name(game_of(game))) for game in deps().repository.club(club).rating_rules],
    )


def _organises(principal: Principal | None, club: str) -> bool:
    try:
        authorize(principal, "organiser", club)
    except BradeError:
        return False
    return True


def done(
    club: str,
    doing: Callable[[Request], object],
    refused: Callable[[str], Response],
    where: str,
    sent: dict[str, Any] | None = None,
) -> Response:
    """Do it for an organiser under the form's key, then go on; or show the page again with what was wrong."""
    authorize(visitor(request), "organiser", club)
    key = form_text("key", KEY_LENGTH) or None
    try:
        doing(Request(deps(), visitor(request), None, key, form_keys.fingerprint(sent or dict(request.form))))
    except _REFUSALS as wrong:
        return refused(_sentence(wrong))
    return redirect_to(where)


def _sentence(wrong: Exception) -> str:
    return Markup(" ").join(core_messages.wrong(wrong))
