"""Pages of rating lists for readers: the lists of a club, a list, its matches, and a player's curve."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from flask import Response, request
from flask_babel import gettext as _

from core.errors import NotAllowed
from core.games import GAMES, game_of
from core.ratings.rating_list import Judged
from service.handlers.ratings import lists
from service.handlers.ratings.club_ratings import ClubRatings, games_of, of_club
from service.handlers.ratings.lists import RatedMatch
from service.web.http import heavy_reads
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import query_text, whole_number
from service.web.http.made_answers import made_once
from service.web.i18n import core_messages, labels, tournament_labels
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.ratings import curve
from service.web.pages.shared.rights import organises

pages = PageBlueprint("rating_pages", __name__)

_CLUB = "/clubs/<club:club>/ratings"
_LIST = f"{_CLUB}/<game:game>"
_ROWS, _MATCHES = 200, 50


class OwnMatch(NamedTuple):
    """A match in a player's history: with the opponent, and what it changed; `why_not` says why it does not count."""

    match: RatedMatch
    own: lists.RatedPlayer
    opponent: lists.RatedPlayer
    why_not: str


@pages.get(_CLUB)
@made_once
def games(club: str) -> Response:
    """The rating lists of a club, and for organisers the games that have none."""
    found = games_of(deps(), visitor(request), club)
    organiser = organises(club)
    others = [game for game in GAMES if game.key not in found and game.fewest <= 2] if organiser else []
    return render_page(
        "ratings/games.html",
        club=deps().repository.club(club, fresh=False),
        organiser=organiser,
        games=[(game, labels.game_name(game_of(game))) for game in found],
        others=[(other.key, labels.game_name(other)) for other in others],
        ended="ended" in request.args,
    )


@pages.get(_LIST)
@made_once
def ratings(club: str, game: str) -> Response:
    """A rating list, those who are provisional behind the others."""
    with heavy_reads.place():
        try:
            club_ratings = of_club(deps(), visitor(request), club, game)
        except NotAllowed:
            return _waiting(club, game)
        rows = lists.lines(club_ratings)
    start = whole_number(query_text("from")) or 0
    shown = rows[start:][:_ROWS]
    return render_page(
        "ratings/list.html",
        **_frame(club_ratings),
        start=start,
        total=len(rows),
        more=len(rows) > start + _ROWS,
        step=_ROWS,
        ranked=[listed_rating for listed_rating in shown if not listed_rating.provisional],
        provisional=[listed_rating for listed_rating in shown if listed_rating.provisional],
        counted=club_ratings.counted,
        saved="saved" in request.args,
        signed=club_ratings.inside,
    )


@pages.get(f"{_LIST}/matches")
@made_once
def matches(club: str, game: str) -> Response:
    """Every decided match, the newest first: if it counts, and what it changed."""
    with heavy_reads.place():
        try:
            club_ratings = of_club(deps(), visitor(request), club, game)
        except NotAllowed:
            return _waiting(club, game)
        seen = lists.visible(club_ratings, club_ratings.ratings.matches)[::-1]
        start = whole_number(query_text("from")) or 0
        shown = lists.shown(club_ratings, seen[start:][:_MATCHES])
    return render_page(
        "ratings/matches.html",
        **_frame(club_ratings),
        **_page_of(seen, start),
        matches=[(rated_match, _reason(rated_match)) for rated_match in shown],
        round_word=tournament_labels.round_of_match,
    )


@pages.get(f"{_LIST}/players/<player:player>")
@made_once
def player(club: str, game: str, player: str) -> Response:
    """A player's rating: where it stands, how it came there, and each match."""
    with heavy_reads.place():
        try:
            club_ratings = of_club(deps(), visitor(request), club, game)
        except NotAllowed:
            return _waiting(club, game)
        own = lists.player(club_ratings, player)
        start = whole_number(query_text("from")) or 0
        shown = lists.shown(club_ratings, own.matches[start:][:_MATCHES])
    first = next((each for each in club_ratings.ratings.of(own.id) if each.counts), None)
    begun = first.before[first.players.index(own.id)] if first else 0.0
    drawn = curve.curve(begun, [curve_point.rating for curve_point in own.curve]) if own.curve else None
    return render_page(
        "ratings/player.html",
        **_frame(club_ratings),
        **_page_of(own.matches, start),
        player=own,
        matches=[_own(rated_match, own.id) for rated_match in shown],
        round_word=tournament_labels.round_of_match,
        drawn=drawn,
        begun=round(begun),
        size=(curve.WIDTH, curve.HEIGHT),
        edges=(curve.LEFT, curve.RIGHT, curve.BOTTOM),
    )


def _own(match: RatedMatch, player_id: str) -> OwnMatch:
    place = match.judged.players.index(player_id)
    return OwnMatch(match, match.players[place], match.players[1 - place], _reason(match))


def _reason(match: RatedMatch) -> str:
    """The reason why a match does not count, in the reader's language; empty if it counts."""
    return core_messages.translate(match.why_not) if match.why_not else ""


def _page_of(rows: Sequence[Judged], start: int) -> dict[str, Any]:
    return {"start": start, "total": len(rows), "more": len(rows) > start + _MATCHES, "step": _MATCHES}


def _frame(found: ClubRatings) -> dict[str, Any]:
    """Data that all pages of a list show."""
    return {
        "club": found.club,
        "game": found.game,
        "game_name": labels.game_name(game_of(found.game)),
        "rule": found.rule,
        "organiser": organises(found.club.slug),
    }


def _waiting(club: str, game: str) -> Response:
    """The page while matches of the club's past are still to be read; it comes again by itself."""
    response = render_page(
        "ratings/waiting.html",
        409,
        club=deps().repository.club(club, fresh=False),
        game_name=labels.game_name(game_of(game)),
        title=_("The list is being computed"),
    )
    response.headers["Refresh"] = "1"
    return response
