"""Ratings of a club over the API: the rule of a game, the list, its matches, a player's history, and files."""

from flask import Response
from flask_smorest import Blueprint

from schemas.dump import dumper
from schemas.ratings import views
from schemas.ratings.requests import RatingRuleSetting
from service.exports import CSV, XLSX
from service.handlers.ratings import files, lists, rules
from service.handlers.ratings.club_ratings import ClubRatings, of_club
from service.web.http.heavy_reads import heavy
from service.web.http.query_params import CURSOR, SPREADSHEET, csv_form
from service.web.http.request_body import json_body
from service.web.http.saved_file import saved_file
from service.web.openapi.description import TABLE
from service.web.openapi.operation import Answer, Call, listing, operation
from service.web.openapi.requirements import Requirements

blueprint = Blueprint("ratings", __name__, url_prefix="/v1/clubs", description="Rating lists of clubs")

_RULES = "/<club:club>/rating-rules"
_RULE = f"{_RULES}/<game:game>"
_LIST = "/<club:club>/ratings/<game:game>"
_READ = Requirements("viewer", query=CURSOR, public_list=True)
_ASKED = json_body(RatingRuleSetting(), example={"friendly": True, "shortest": 2, "provisional": 20})


# ── the rule ─────────────────────────────────────────────────────────────────────────────────────────────────────────
@operation(blueprint, "listRatingRules", "GET", _RULES, Requirements("viewer", query=CURSOR), {200: views.RatingRules})
def every_rule(call: Call, club: str) -> Answer:
    """The rules of the club's rating lists, by game."""
    return listing(views.RatingRules, rules.every(call.deps, call.principal, club), call.query)


@operation(blueprint, "getRatingRule", "GET", _RULE, Requirements("viewer"), {200: views.RuleOfGame})
def rule(call: Call, club: str, game: str) -> Answer:
    """The rule of the rating list of a game: which matches count, and where players begin."""
    return Answer(rules.show(call.deps, call.principal, club, game))


@operation(
    blueprint, "setRatingRule", "PUT", _RULE, Requirements("organiser", _ASKED, key=True), {200: views.RuleOfGame}
)
def keep(call: Call, club: str, game: str) -> Answer:
    """Keep a rating list of a game by this rule, in place of the one before.

    The list is computed anew from all matches of the club: it is the same as if the rule had always held. Matches that
    were not played never count.
    """
    return Answer(rules.keep(call.request, club, game, call.body))


@operation(blueprint, "removeRatingRule", "DELETE", _RULE, Requirements("organiser"), {204: None})
def end(call: Call, club: str, game: str) -> Response:
    """Keep no rating list of a game any more. Matches stay: with the same rule again, the list is the same again."""
    rules.end(call.request, club, game)
    return Response(status=204)


# ── the list ─────────────────────────────────────────────────────────────────────────────────────────────────────────
@operation(blueprint, "listRatings", "GET", _LIST, _READ, {200: views.RatingList}, also=(409,))
@heavy
def ratings(call: Call, club: str, game: str) -> Answer:
    """The rating list of a game, computed from the matches that count by the club's rule.

    The formula is that of FIBS: `docs/tournaments/ratings.md` has it with an example. A corrected result changes all
    that follows from it. 409: many matches are still to be read, and the next request goes on with it.
    """
    club_ratings = of_club(call.deps, call.principal, club, game)
    page = listing(views.RatingList, lists.lines(club_ratings), call.query)
    return page._replace(data={**dumper(views.AboutList)(club_ratings), **page.data})


@operation(blueprint, "listRatedMatches", "GET", f"{_LIST}/matches", _READ, {200: views.RatedMatches}, also=(409,))
@heavy
def matches(call: Call, club: str, game: str) -> Answer:
    """Every decided match of the game, the newest first: if it counts, why not, and what it changed.

    Others than the club's people see the matches of published tournaments.
    """
    club_ratings = of_club(call.deps, call.principal, club, game)
    seen = lists.visible(club_ratings, club_ratings.ratings.matches)[::-1]
    return listing(views.RatedMatches, seen, call.query, lambda rows: lists.shown(club_ratings, rows))


@operation(
    blueprint,
    "getPlayerRating",
    "GET",
    f"{_LIST}/players/<player:player>",
    _READ,
    {200: views.PlayerRating},
    also=(409,),
)
@heavy
def player(call: Call, club: str, game: str, player: str) -> Answer:
    """A player's rating, named by id or by name: the curve, and the matches, the newest first."""
    club_ratings = of_club(call.deps, call.principal, club, game)
    own = lists.player(club_ratings, player)
    page = listing(views.RatedMatches, own.matches, call.query, lambda rows: lists.shown(club_ratings, rows))
    return page._replace(data={**dumper(views.AboutPlayer)(own), **page.data})


# ── files ────────────────────────────────────────────────────────────────────────────────────────────────────────────
_BINARY = {"type": "string", "format": "binary", "contentMediaType": XLSX, "description": "A workbook."}


@operation(
    blueprint,
    "exportRatingsCsv",
    "GET",
    f"{_LIST}/list.csv",
    Requirements("viewer", query=SPREADSHEET, public_list=True),
    {200: None},
    media={200: {CSV: TABLE}},
    also=(409,),
)
@heavy
def list_csv(call: Call, club: str, game: str) -> Response:
    """The rating list for a spreadsheet; for Excel with `bom=1`."""
    club_ratings = of_club(call.deps, call.principal, club, game)
    return saved_file(files.list_csv(club_ratings, csv_form(call.query)), CSV, _name(club_ratings, "csv"))


@operation(
    blueprint,
    "exportRatingsXlsx",
    "GET",
    f"{_LIST}/list.xlsx",
    Requirements("viewer", public_list=True),
    {200: None},
    media={200: {XLSX: _BINARY}},
    also=(409,),
)
@heavy
def list_xlsx(call: Call, club: str, game: str) -> Response:
    """A workbook: the rating list, every match with what it changed or why it does not count, and the rule."""
    club_ratings = of_club(call.deps, call.principal, club, game)
    return saved_file(files.list_xlsx(club_ratings), XLSX, _name(club_ratings, "xlsx"))


@operation(
    blueprint,
    "exportRatingsJson",
    "GET",
    f"{_LIST}/list.json",
    Requirements("viewer"),
    {200: views.RatingFile},
    also=(409,),
)
@heavy
def list_json(call: Call, club: str, game: str) -> Answer:
    """The list as a file for a federation: the rule, the players, and every match that counts.

    `brade rating-list` makes one list of the files of several clubs.
    """
    club_ratings = of_club(call.deps, call.principal, club, game)
    saved = {"Content-Disposition": f'attachment; filename="{_name(club_ratings, "json")}"'}
    return Answer(files.file_of(club_ratings), headers=saved)


def _name(found: ClubRatings, ending: str) -> str:
    return f"{found.club.slug}-{found.game}-ratings.{ending}"
