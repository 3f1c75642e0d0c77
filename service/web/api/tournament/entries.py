"""Entries of a tournament: players and teams, seeding, check-in, withdrawals, the start."""

from typing import Any

from flask import request
from flask_smorest import Blueprint

from schemas.fields import Name
from schemas.ratings.requests import RatingsTaking
from schemas.requests.entries import (
    ENTRANTS,
    AlternatesSetting,
    ByesSetting,
    CheckingIn,
    DrawWords,
    Entering,
    EntryChanging,
    Replacing,
    Seeding,
    Starting,
    Withdrawing,
)
from schemas.requests.matches import NAME
from schemas.series.requests import SeriesFieldEntering, SeriesSeeding
from schemas.views.tournaments import TournamentView
from service.handlers.ratings import entry_ratings
from service.handlers.series import final as series_final
from service.handlers.series import seeding as series_seeding
from service.handlers.tournament.entries import alternates, byes, entries
from service.web.api.tournament.csv_people import read_entries
from service.web.http.context import deps
from service.web.http.heavy_reads import heavy
from service.web.http.problems import under
from service.web.http.query_params import REGISTER
from service.web.http.request_body import CSV, JSON, Body, json_body, read_json
from service.web.openapi.description import TABLE
from service.web.openapi.operation import Answer, Call, operation
from service.web.openapi.requirements import Requirements

blueprint = Blueprint("entries", __name__, url_prefix="/v1/tournaments", description="Who takes part in a tournament")

_PART = "/<tournament:tournament>"
_ENTERING = Entering()
_PLAYER: dict[str, Any] = {
    "type": "object",
    "required": ["player"],
    "properties": {"player": Name(NAME).json_schema()},
}


def _read_list(data: bytes) -> dict[str, Any]:
    """The entries of a list as the tournament of the address takes them: players, or teams."""
    tournament = deps().repository.tournament((request.view_args or {})["tournament"])
    return read_entries(data, teams=tournament.format.teams)


_ENTRY = Body(
    _ENTERING,
    {JSON: read_json, CSV: _read_list},
    documents={JSON: {"anyOf": [_ENTERING, ENTRANTS, _PLAYER]}, CSV: TABLE},
    examples={
        JSON: {"players": ["Anna", {"player": "p_4ht2v6c5aa", "rating": 1500, "group": "Vasa"}]},
        CSV: "name;rating;club;seed\nAnna;1500;Vasa;1\nBertil;;Huk;2\n",
    },
)
_SEED = json_body(Seeding(), example={"method": "lots", "seed": "midsummer"})
_WORDS = json_body(DrawWords(), example={"words": ["kronan", "Vasa 1628", "snö"]})
_RATINGS = json_body(RatingsTaking(), required=False, example={"order": True})
_THERE = json_body(CheckingIn(), example={"players": ["Anna", "Bertil"], "present": True})
_CHANGE = json_body(EntryChanging(), example={"rating": 1550, "group": "Vasa"})
_LEAVE = json_body(Withdrawing(), example={"player": "p_k3wq2d7xk2", "reason": "ill"})
_ALTERNATES = json_body(AlternatesSetting(), example={"players": ["Nils", "Olga"]})
_REPLACE = json_body(Replacing(), example={"player": "Bertil", "by": "Nils", "reason": "did not come"})
_BYES = json_body(
    ByesSetting(), example={"player": "Anna", "byes": [{"round": 2, "worth": "half"}], "reason": "works on Saturday"}
)
_BY_SERIES = json_body(SeriesSeeding(), example={"series": "s_k3wq5d7xk2"})
_FIELD = json_body(SeriesFieldEntering(), example={"series": "s_k3wq5d7xk2", "places": 8})
_START = json_body(Starting(), required=False, example={"seed": "midsummer", "seeding": {"method": "rating"}})


@operation(
    blueprint,
    "addEntries",
    "POST",
    f"{_PART}/entries",
    Requirements("organiser", _ENTRY, query=REGISTER, if_match=True, key=True),
    {201: TournamentView},
)
def enter(call: Call, tournament: str) -> Answer:
    """Enter players of the club, by id or by name, or teams of them; as JSON or as CSV, all or none.

    Each may have a `rating` (else the one of the club's list), a `group` such as their club, and a `seed`. A team has
    its `members`. CSV is UTF-8, read as for the club's list. The columns are `name`, `rating`, `club` or `group`,
    `seed`, `members` (with `/` between them), or their names in other languages. With `register=1` players who are not
    on the club's list are put on it first. After the start this is a late entry, if the format takes any.
    """
    with under("players"):
        view = entries.enter(
            call.request,
            tournament,
            call.body["players"],
            into_bye=call.body["into_bye"],
            register=bool(call.query["register"]),
        )
    return Answer(view, 201, f"v{view.version}")


@operation(
    blueprint,
    "updateEntry",
    "PATCH",
    f"{_PART}/entries/<player:player>",
    Requirements("organiser", _CHANGE, if_match=True, key=True),
    {200: TournamentView},
)
def change(call: Call, tournament: str, player: str) -> Answer:
    """Give an entry, by id or by name, another name, rating or group before the start."""
    view = entries.change(call.request, tournament, player, call.body)
    return Answer(view, version=f"v{view.version}")


@operation(
    blueprint,
    "setSeeding",
    "POST",
    f"{_PART}/seeding",
    Requirements("organiser", _SEED, if_match=True, key=True),
    {200: TournamentView},
)
def seed(call: Call, tournament: str) -> Answer:
    """Put the entries in order before the start: by `rating`, by `hand`, or by `lots` from a published seed.

    The lot of a player is the SHA-256 of `<seed>:<player id>`, the lowest first; without a `seed` one is taken. Without
    any seeding the order is that of entry, which also decides between equal ratings. Where the format's setting
    `seeded` says how many are seeded, `lots` place all others behind these: behind `players`, or the first of the order
    that was set by hand, or those of the highest ratings. A draw that was not made before the start is made then.
    """
    asked = call.body
    view = entries.seed(
        call.request, tournament, asked["method"], asked["players"], asked.get("seed"), words=asked["words"]
    )
    return Answer(view, version=f"v{view.version}")


@operation(
    blueprint,
    "takeEntryRatings",
    "POST",
    f"{_PART}/entry-ratings",
    Requirements("organiser", _RATINGS, if_match=True, key=True),
    {200: TournamentView},
)
@heavy
def take_ratings(call: Call, tournament: str) -> Answer:
    """Give the entries the ratings that their players have on the club's rating list of the game, before the start.

    An entry whose player is not on the list keeps its rating. A team has the average of its members. With `order` the
    entries are put in the order of their ratings. The tournament keeps these ratings: a result that is corrected later
    changes the list, and neither the seeds nor the draw.
    """
    asked = call.body
    view = entry_ratings.take(call.request, tournament, provisional=asked["provisional"], order=asked["order"])
    return Answer(view, version=f"v{view.version}")


@operation(
    blueprint,
    "seedBySeries",
    "POST",
    f"{_PART}/series-seeding",
    Requirements("organiser", _BY_SERIES, if_match=True, key=True),
    {200: TournamentView},
)
@heavy
def seed_by_series(call: Call, tournament: str) -> Answer:
    """Put the entries in the order of the table of a series of the club, before the start.

    Players who are not in the table come behind, in their order. A result that is corrected later changes the table,
    and neither the seeds nor the draw.
    """
    view = series_seeding.seed(call.request, tournament, call.body["series"])
    return Answer(view, version=f"v{view.version}")


@operation(
    blueprint,
    "enterSeriesField",
    "POST",
    f"{_PART}/series-field",
    Requirements("organiser", _FIELD, if_match=True, key=True),
    {201: TournamentView},
)
@heavy
def enter_series_field(call: Call, tournament: str) -> Answer:
    """Enter the first of the table of a series of the club, and put the entries in its order, before the start.

    With `players` these players of the table come, as where one of the first cannot and the next one follows. Who has
    entered already stays, and others than the field come behind.
    """
    asked = call.body
    view = series_final.enter(call.request, tournament, asked["series"], asked["places"], asked["players"])
    return Answer(view, 201, f"v{view.version}")


@operation(
    blueprint,
    "setDrawWords",
    "PUT",
    f"{_PART}/draw-words",
    Requirements("organiser", _WORDS, if_match=True, key=True),
    {200: TournamentView},
)
def say_words(call: Call, tournament: str) -> Answer:
    """Set the words that are said for a draw in public, before the start: all of them, in their order.

    The wall of a published tournament shows them at once. `POST …/seeding` with `lots` and `words` draws with their
    SHA-256, so that everybody who heard them can draw the same lots again.
    """
    view = entries.say_words(call.request, tournament, call.body["words"])
    return Answer(view, version=f"v{view.version}")


@operation(
    blueprint,
    "checkInPlayers",
    "POST",
    f"{_PART}/check-ins",
    Requirements("referee", _THERE, if_match=True, key=True),
    {200: TournamentView},
)
def check_in(call: Call, tournament: str) -> Answer:
    """Say who is there, or with `present` false who is not after all.

    In a tournament announced with `check_in` those who are not there at the start are withdrawn.
    """
    asked = call.body
    view = entries.check_in(call.request, tournament, asked["players"], present=asked["present"])
    return Answer(view, version=f"v{view.version}")


@operation(
    blueprint,
    "withdrawPlayer",
    "POST",
    f"{_PART}/withdrawals",
    Requirements("organiser", _LEAVE, if_match=True, key=True),
    {201: TournamentView},
)
def withdraw(call: Call, tournament: str) -> Answer:
    """Take a player out, by id or by name; what was played stands.

    The opponent of an open match wins by walkover. With `bye_plays`, in a round paired on command (a Swiss, an
    elimination by losses), the player who has the bye of the last round meets that opponent instead, in the same seats
    and at the same table; also for a player who has left during that round already. It is refused (409) once the match
    has begun or has a result, and without `force` where the two have met or are to be kept apart.
    """
    asked = call.body
    view = entries.withdraw(
        call.request,
        tournament,
        asked["player"],
        asked["reason"],
        bye_plays=asked["bye_plays"],
        force=asked["force"],
    )
    return Answer(view, 201, f"v{view.version}")


@operation(
    blueprint,
    "setAlternates",
    "PUT",
    f"{_PART}/alternates",
    Requirements("organiser", _ALTERNATES, query=REGISTER, if_match=True, key=True),
    {200: TournamentView},
)
def set_alternates(call: Call, tournament: str) -> Answer:
    """Set the alternates, players of the club in the order in which they are asked; everybody may see who they are.

    One of them takes the place of a player who does not come to the first round (`…/replacements`). Who enters is no
    alternate any more. With `register=1` players who are not on the club's list are put on it first.
    """
    view = alternates.set_alternates(
        call.request, tournament, call.body["players"], register=bool(call.query["register"])
    )
    return Answer(view, version=f"v{view.version}")


@operation(
    blueprint,
    "replacePlayer",
    "POST",
    f"{_PART}/replacements",
    Requirements("organiser", _REPLACE, if_match=True, key=True),
    {201: TournamentView},
)
def replace(call: Call, tournament: str) -> Answer:
    """Put an alternate in the place of a player who did not come to the first round.

    The alternate stands in the draw, in each match and at the tables where the player stood, in every format; all
    others are paired as they were. It is refused (409) once a match of the player has begun or has a result, and where
    rounds are paired on command once round 2 is paired.
    """
    asked = call.body
    view = alternates.replace(call.request, tournament, asked["player"], asked["by"], asked["reason"])
    return Answer(view, 201, f"v{view.version}")


@operation(
    blueprint,
    "setByes",
    "POST",
    f"{_PART}/byes",
    Requirements("organiser", _BYES, if_match=True, key=True),
    {200: TournamentView},
)
def set_byes(call: Call, tournament: str) -> Answer:
    """Set the coming rounds that a player sits out on request, within the announced rule.

    The list replaces the player's earlier one. Rounds that are paired stay as they are. `worth` is `zero`, `half` or
    `full`. `back_in` says in which round a player is back who leaves now, in place of a list.
    """
    asked = call.body
    view = byes.set_byes(
        call.request, tournament, asked["player"], asked.get("byes"), asked.get("back_in"), asked["reason"]
    )
    return Answer(view, version=f"v{view.version}")


@operation(
    blueprint,
    "startTournament",
    "POST",
    f"{_PART}/start",
    Requirements("organiser", _START, if_match=True, key=True),
    {200: TournamentView},
)
def start(call: Call, tournament: str) -> Answer:
    """Close the entries, pair what the format can pair, and open its matches; `seeding` as in `/seeding`."""
    view = entries.start(call.request, tournament, call.body.get("seed"), call.body.get("seeding"))
    return Answer(view, version=f"v{view.version}")
