"""Pages of a club's players: the list, each player's history, two who are one, lists from and for spreadsheets."""

from collections.abc import Callable, Sequence
from typing import Any

from flask import Response, render_template, request
from flask_babel import gettext as _

from core.club.club import names_of, next_number
from core.club.similar_names import SimilarNames
from core.games import game_of
from core.names.names import name_key, one_blank
from core.names.shown_names import FULL, NameSetting, initials
from core.tournament.model.state import CALLED_OFF, FINISHED, OPEN
from schemas.requests.clubs import NameShowing, PlayerChanging, PlayerRegistering
from service.handlers.club import clubs
from service.handlers.registration import name_settings, public_players
from service.handlers.registration import players as player_list
from service.handlers.series import appearances
from service.translations.spreadsheets import spreadsheet_form
from service.web.http import heavy_reads
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text, query_text, whole_number
from service.web.i18n import labels, locale, times, tournament_labels
from service.web.i18n.core_messages import exact_number
from service.web.pages.base import PageBlueprint, finish_response, render_page
from service.web.pages.forms import ACCEPTED, FormCall, NotWritten, Refusal, page_form
from service.web.pages.series.lists import rank_text
from service.web.pages.shared.rights import organises

pages = PageBlueprint("player_pages", __name__)

PLAYERS = "/clubs/<club:club>/players"
_PLAYER = f"{PLAYERS}/<player:player>"
_ROWS, _TOURNAMENTS = 200, 20
ROW = PlayerRegistering()


# ── the list ─────────────────────────────────────────────────────────────────────────────────────────────────────────
@pages.get(PLAYERS)
def players(club: str) -> Response:
    """The club's players, those whose names hold what is searched for."""
    return list_page(club)


@pages.get("/clubs/<club:club>/players.csv")
def export(club: str) -> Response:
    """The list as a file that Excel opens in the reader's language."""
    file = player_list.write_csv(deps(), visitor(request), club, spreadsheet_form(locale.current()))
    response = Response(file, mimetype="text/csv")
    response.headers["Content-Disposition"] = f'attachment; filename="{club}-players.csv"'
    return finish_response(response)


def similar_names(club: str) -> Callable[[str], list[str]]:
    """A function from a name to the names of the club's players that are near it."""
    known = deps().repository.club(club).players
    index = SimilarNames((player_registered.player, player_registered.name) for player_registered in known.values())
    return lambda name: [known[each].name for each in index.like(name)]


def list_page(club: str, refused: Refusal = ACCEPTED, *, other: str = "") -> Response:
    """The page of the list, with what was typed if it was refused; `other` is said to be another person's name."""
    caller = visitor(request)
    found = clubs.players(deps(), caller, club)
    wanted, start = query_text("q"), whole_number(query_text("from")) or 0
    rows = sorted(
        (listed_player for listed_player in found if name_key(wanted) in name_key(listed_player.name)),
        key=lambda row: row.name.casefold(),
    )
    notice = {
        "added": _("The player is on the list."),
        "imported": _("The list is written."),
        "removed": _("The player is off the list. What was played stays."),
    }.get(query_text("done"), "")
    return render_page(
        "club/players.html",
        refused.status,
        slug=club,
        club=deps().repository.club(club).name,
        players=rows[start:][:_ROWS],
        total=len(found),
        found=len(rows),
        wanted=wanted,
        start=start,
        more=len(rows) > start + _ROWS,
        step=_ROWS,
        alarm=refused.alarm,
        notice=notice,
        organiser=organises(club),
        typed=_typed() if refused.error and "name" in request.form else {},
        groups=sorted({listed_player.group for listed_player in found if listed_player.group}),
        other=other,
    )


@page_form(pages, PLAYERS, "organiser", list_page)
def add(call: FormCall, club: str) -> str | Response:
    """Put a player on the list. A name near that of another player is asked about first: `other` repeats it."""
    name = one_blank(form_text("name"))
    known = names_of(deps().repository.club(club))
    names = [] if known.same(name) else similar_names(club)(name)
    if names and form_text("other") != name:
        near = _("The list has %(names)s. Press once more if this is another person.", names=", ".join(names))
        return list_page(club, Refusal(NotWritten(near, status=409)), other=name)
    row = ROW.load(_typed()) | {"another": form_text("other") == name}
    clubs.register_players(call.request, club, [row])
    return f"/clubs/{club}/players?done=added"


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
        public_player = public_players.find(deps(), club, player)
        if public_player is not None:
            return _public(club, public_player)
    return _player(club, player)


def _public(club: str, found: public_players.PublicPlayer) -> Response:
    """The published tournaments of a player and their series, made once for the versions of all of these."""
    series = appearances.versions(deps(), visitor(request), club)

    def made() -> bytes:
        return render_template(
            "club/club_player.html",
            series=_series(club, found.id),
            slug=club,
            club=found.club,
            name=found.name,
            player=found.id,
            played=with_status(found.tournaments()),
            kind_word=tournament_labels.labels().cell,
            round_word=tournament_labels.round_of_match,
        ).encode()

    if visitor(request) is not None or request.args:
        with heavy_reads.place():
            return finish_response(Response(made(), mimetype="text/html"))
    key = ("club player", club, found.name, found.versions, series, locale.current(), request.path)
    return finish_response(Response(heavy_reads.cached(deps().answers, key, made), mimetype="text/html"))


def _series(club: str, player_id: str) -> list[dict[str, Any]]:
    """The series of a player, each with what they have in its table."""
    found = appearances.of_player(deps(), visitor(request), club, player_id)
    return [
        {
            "id": player_series.series.id,
            "name": player_series.series.announcement.name,
            "player": player_series.row.player,
            "rank": None if player_series.row.rank is None else rank_text(player_series.row),
            "points": exact_number(player_series.row.points),
            "ended": player_series.series.frozen is not None,
        }
        for player_series in found
    ]


def with_status(played: Sequence[player_list.PlayedTournament]) -> list[tuple[player_list.PlayedTournament, str]]:
    words = {OPEN: _("entries are open"), FINISHED: _("finished"), CALLED_OFF: _("called off")}
    return [(played_tournament, words.get(played_tournament.status, _("in play"))) for played_tournament in played]


def _player(club: str, player: str, refused: Refusal = ACCEPTED, *, typed: str = "") -> Response:
    """The page of a player; `typed` is another name that was typed, and may be another person's."""
    caller = visitor(request)
    shown = player_list.show(deps(), caller, club, player)
    found, start = player_list.tournaments_of(deps(), caller, club), whole_number(query_text("from")) or 0
    with heavy_reads.place():
        played = player_list.history(deps(), caller, club, shown.id, found[start:][:_TOURNAMENTS])
        series = _series(club, shown.id)
    names = sorted(
        (
            player_registered.name
            for player_registered in deps().repository.club(club).players.values()
            if player_registered.player != shown.id
        ),
        key=str.casefold,
    )
    return render_page(
        "club/player.html",
        refused.status,
        slug=club,
        club=deps().repository.club(club).name,
        player=shown,
        names=names,
        typed=typed,
        played=with_status(played),
        series=series,
        alarm=refused.alarm,
        notice=_("Saved.") if query_text("done") else "",
        organiser=organises(club),
        shown=_shown_name(club, shown.id) if organises(club) else None,
        start=start,
        older=start + _TOURNAMENTS if len(found) > start + _TOURNAMENTS else None,
        kind_word=tournament_labels.labels().cell,
        round_word=tournament_labels.round_of_match,
        ratings=[(game, labels.game_name(game_of(game))) for game in deps().repository.club(club).rating_rules],
    )


def _shown_name(club: str, player_id: str) -> dict[str, object]:
    """The setting of who sees the name, with the name that is proposed where none was chosen."""
    known = deps().repository.club(club)
    setting = name_settings.find(deps(), visitor(request), club, player_id)
    proposed = _("Player %(number)s", number=next_number(known))
    return {
        **setting._asdict(),
        "since": "kept" if setting.since else "",
        "since_day": None if setting.since is None else times.clock_time(setting.since),
        "proposed": setting.name or proposed,
        "initials": initials(known.players[player_id].name),
    }


@page_form(pages, _PLAYER, "organiser", _player)
def change(call: FormCall, club: str, player: str) -> str | Response:
    """Give a player another name, rating or group, unless another organiser changed it meanwhile.

    A name that looks like that of another player is asked about first: `other` repeats it.
    """
    name = one_blank(form_text("name"))
    listed = deps().repository.club(club)
    twins = [listed.players[twin].name for twin in names_of(listed, but=player).twins(name)]
    if twins and form_text("other") != name:
        near = _("The list has %(names)s. Press once more if this is another person.", names=", ".join(twins))
        return _player(club, player, Refusal(NotWritten(near, status=409)), typed=name)
    now = player_list.show(deps(), call.principal, club, player)
    seen = player_values(form_text("seen_name"), form_text("seen_rating"), form_text("seen_group"))
    clubs.change_player(call.request, club, now.id, PlayerChanging().load(_typed()) | {"another": True}, seen)
    return f"/clubs/{club}/players/{player}?done=1"


@page_form(pages, f"{_PLAYER}/shown-name", "organiser", _player)
def show_name(call: FormCall, club: str, player: str) -> str:
    """Let everybody, and the club's people, see less of a player's name, or all of it."""
    known = name_settings.find(deps(), call.principal, club, player)
    typed: dict[str, Any] = {each: form_text(each) or None for each in ("paper", "feeds")}
    typed["public"] = form_text("public") or FULL
    typed["members"] = form_text("members") or typed["public"]
    typed["name"] = one_blank(form_text("shown")) or None
    read = NameShowing().load(typed)
    since = {"now": deps().clock(), "kept": known.since}.get(form_text("since"))
    setting = NameSetting(
        read["public"], read["members"], read["name"] or "", read["paper"] or "", read["feeds"] or "", since
    )
    name_settings.change(call.request, club, player, setting)
    return f"/clubs/{club}/players/{player}?done=1"


@page_form(pages, f"{_PLAYER}/removal", "organiser", _player)
def remove(call: FormCall, club: str, player: str) -> str:
    """Take a player off the list."""
    clubs.remove_player(call.request, club, player)
    return f"/clubs/{club}/players?done=removed"


@page_form(pages, f"{_PLAYER}/merge", "organiser", _player)
def merge(call: FormCall, club: str, player: str) -> str | Response:
    """Make one player of two: what follows is shown first, and written with `step=write`."""
    caller, into = call.principal, " ".join(form_text("into").split())
    if form_text("step") == "write":
        kept = player_list.show(deps(), caller, club, into).id
        player_list.merge(call.request, club, player, into)
        return f"/clubs/{club}/players/{kept}?done=1"
    seen = player_list.preview_merge(deps(), caller, club, player, into)
    return render_page("club/merge.html", slug=club, club=deps().repository.club(club).name, **seen._asdict())
