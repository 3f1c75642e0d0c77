"""Clubs: founding, players, tokens, and what a club has."""

from flask import Response, request
from flask_smorest import Blueprint

from core.eventlog.erasure import reference
from core.names.shown_names import NameSetting
from core.tournament.views.tournament_view import tournament_view
from schemas.dump import list_json
from schemas.fields.base import read_each
from schemas.match_states import completed
from schemas.requests.clubs import (
    MOST_PLAYERS,
    PLAYER_LIST,
    ClubFounding,
    NameErasing,
    NameShowing,
    PlayerChanging,
    PlayerRegistering,
    PlayersMerging,
    TokenIssuing,
    bare_list,
)
from schemas.requests.rounds import Reinstating
from schemas.requests.tournaments import TournamentAnnouncing
from schemas.views.clubs import (
    Club,
    Clubs,
    ErasureView,
    Founded,
    FoundTexts,
    IssuedToken,
    PersonalData,
    Player,
    PlayerHistory,
    Players,
    Registered,
    ShownName,
    Tokens,
)
from schemas.views.matches import Matches
from schemas.views.tournaments import Tournaments, TournamentView
from service.auth.authorization import OPERATOR
from service.handlers import erasure, personal_data
from service.handlers.authors import Authors
from service.handlers.club import clubs, free_texts
from service.handlers.match import matches
from service.handlers.registration import name_settings
from service.handlers.registration import players as player_list
from service.handlers.tournament import tournaments
from service.store.read_models import states
from service.web.api.tournament.csv_people import read_rows
from service.web.http.heavy_reads import heavy
from service.web.http.problems import at_lines, under
from service.web.http.query_params import AFTER_PLACE, CURSOR, SPREADSHEET, TOURNAMENT_PAGE, csv_form
from service.web.http.request_body import CSV, JSON, Body, json_body, read_json, several
from service.web.http.saved_file import saved_file
from service.web.openapi.description import TABLE
from service.web.openapi.operation import Answer, Call, Json, address, link_next, listing, operation
from service.web.openapi.requirements import Requirements

blueprint = Blueprint("clubs", __name__, url_prefix="/v1/clubs", description="Clubs, their players and tokens")

_VASA = {"slug": "vasa", "name": "Vasa Tables Club"}
_PEOPLE = [{"name": "Anna", "rating": 1500}, {"name": "Bertil"}]
_CUP = {
    "name": "Midsummer Cup",
    "game": "swedish",
    "length": {"games": 3},
    "format": "round_robin",
    "check": "strict",
    "published": True,
}


@operation(
    blueprint,
    "createClub",
    "POST",
    "",
    Requirements(OPERATOR, json_body(ClubFounding(), example=_VASA), key=True),
    {201: Founded},
)
def found(call: Call) -> Answer:
    """Found a club; its first organiser token is in the answer and nowhere else."""
    asked = call.body
    data = clubs.found(call.request, asked["slug"], asked["name"])
    return Answer(data, 201, headers={"Location": f"/v1/clubs/{asked['slug']}"})


@operation(blueprint, "listClubs", "GET", "", Requirements(OPERATOR, query=CURSOR), {200: Clubs})
def every(call: Call) -> Answer:
    """Every club of this installation by its slug, for the operator."""
    return listing(Clubs, clubs.every(call.deps, call.principal), call.query)


@operation(blueprint, "getClub", "GET", "/<club:club>", Requirements("viewer"), {200: Club})
def show(call: Call, club: str) -> Answer:
    """A club."""
    return Answer(clubs.show(call.deps, call.principal, club))


_CLOSING = json_body(Reinstating(), example={"reason": "we play with Vasa now"})


@operation(
    blueprint,
    "closeClub",
    "POST",
    "/<club:club>/close",
    Requirements("organiser", _CLOSING, key=True),
    {200: Club},
)
def close(call: Call, club: str) -> Answer:
    """Close a club that is no longer wanted. Everything of it can be read, and every write is refused (409)."""
    return Answer(clubs.close(call.request, club, call.body["reason"]))


@operation(
    blueprint,
    "reopenClub",
    "POST",
    "/<club:club>/reopen",
    Requirements("organiser", key=True),
    {200: Club},
)
def reopen(call: Call, club: str) -> Answer:
    """Open a closed club again: it takes everything as before."""
    return Answer(clubs.reopen(call.request, club))


# ── players ──────────────────────────────────────────────────────────────────────────────────────────────────────────
_PLAYERS = Body(
    None,
    {JSON: read_json, CSV: read_rows},
    documents={JSON: PLAYER_LIST, CSV: TABLE},
    examples={JSON: _PEOPLE, CSV: "name,rating\nAnna,1500\nBertil,\n"},
)
_PLAYER_ROW = PlayerRegistering()


@operation(
    blueprint,
    "registerPlayers",
    "POST",
    "/<club:club>/players",
    Requirements("organiser", _PLAYERS, key=True),
    {201: Registered},
)
def register(call: Call, club: str) -> Answer:
    """Put people on the club's list of players, as a JSON list, bare or under `players`, or as CSV; all or none.

    CSV is UTF-8, with or without a byte order mark; its separator is a comma, a semicolon or a tab. A line is a name
    and perhaps a rating and a club, which becomes the group. A heading may put them in another order, in English,
    Swedish, German or French. Each line is read by itself, as a list that is pasted on a page. A line that may be read
    in two ways is refused with the question, and so are two people of one name.
    """
    with under("players"):
        people = several(bare_list(call.body), "players", MOST_PLAYERS)
        lines = [person.pop("line") for person in people] if request.mimetype == CSV else []
        with at_lines(lines):
            rows = read_each(people, _PLAYER_ROW.load)
            registered = clubs.register_players(call.request, club, rows)
    return Answer(list_json(Registered, registered), 201)


@operation(
    blueprint, "listPlayers", "GET", "/<club:club>/players", Requirements("viewer", query=CURSOR), {200: Players}
)
def players(call: Call, club: str) -> Answer:
    """The club's players in the order in which they were registered."""
    return listing(Players, clubs.players(call.deps, call.principal, club), call.query)


_CHANGED = json_body(PlayerChanging(), example={"name": "Anna Berg", "rating": 1550})


@operation(
    blueprint,
    "updatePlayer",
    "PATCH",
    "/<club:club>/players/<player:player>",
    Requirements("organiser", _CHANGED, key=True),
    {200: Player},
)
def change_player(call: Call, club: str, player: str) -> Answer:
    """Give a player, named by id or by name, another name or rating; tournaments keep what they were entered with."""
    data = clubs.change_player(call.request, club, player, call.body)
    return Answer(data)


@operation(
    blueprint,
    "removePlayer",
    "DELETE",
    "/<club:club>/players/<player:player>",
    Requirements("organiser"),
    {204: None},
    also=(409,),
)
def remove_player(call: Call, club: str, player: str) -> Response:
    """Take a player off the club's list. Their entries and matches stand."""
    clubs.remove_player(call.request, club, player)
    return Response(status=204)


@operation(blueprint, "getPlayer", "GET", "/<club:club>/players/<player:player>", Requirements("viewer"), {200: Player})
def player(call: Call, club: str, player: str) -> Answer:
    """A player of the club's list, by id or by name. The id of a player who was merged leads to the other one."""
    return Answer(player_list.show(call.deps, call.principal, club, player))


_HISTORY = "/<club:club>/players/<player:player>/history"


@operation(
    blueprint, "getPlayerHistory", "GET", _HISTORY, Requirements("viewer", query=TOURNAMENT_PAGE), {200: PlayerHistory}
)
@heavy
def player_history(call: Call, club: str, player: str) -> Answer:
    """The tournaments and matches of a player, also under ids that were merged.

    A page looks through so many of the club's tournaments, the newest first, and holds those that the player entered.
    """
    player_list.show(call.deps, call.principal, club, player)
    found = player_list.tournaments_of(call.deps, call.principal, club)
    return listing(
        PlayerHistory,
        found,
        call.query,
        lambda ids: player_list.history(call.deps, call.principal, club, player, ids),
    )


@operation(
    blueprint,
    "getPersonalData",
    "GET",
    "/<club:club>/players/<player:player>/personal-data",
    Requirements("organiser"),
    {200: PersonalData},
    also=(409,),
)
@heavy
def player_data(call: Call, club: str, player: str) -> Answer:
    """Everything that the club has of a player, to be handed over to them.

    These are names and former names, entries with their matches, ratings, requests with contacts, sign-ins of a member
    of this name, and the events of the club's logs that name the player.
    """
    return Answer(personal_data.find(call.deps, call.principal, club, player))


@operation(
    blueprint,
    "listFreeTexts",
    "GET",
    "/<club:club>/players/<player:player>/texts",
    Requirements("organiser", query=AFTER_PLACE),
    {200: FoundTexts},
)
@heavy
def named_texts(call: Call, club: str, player: str) -> Answer:
    """Texts in the club's logs that people typed, with a name of the player in them, or a part of one.

    Reasons, notes, details of tournaments, names of keys and tables: whatever is in no field for names of people. A
    page looks through so many events, so it may have no texts and still a next page. It is for you to decide about
    each: a first name may be another person's.
    """
    found_texts = free_texts.find(call.deps, call.principal, club, player, call.query["after"])
    following = found_texts.following and address({"after": found_texts.following})
    return Answer(found_texts._replace(following=following), headers=link_next(following))


_SHOWN_NAME = "/<club:club>/players/<player:player>/shown-name"
_SHOWING = json_body(NameShowing(), example={"public": "chosen", "members": "full", "name": "Player 7"})


@operation(blueprint, "getShownName", "GET", _SHOWN_NAME, Requirements("organiser"), {200: ShownName})
def shown_name(call: Call, club: str, player: str) -> Answer:
    """The styles in which readers see the name of a player. Referees and organisers see it whole."""
    return Answer(name_settings.find(call.deps, call.principal, club, player))


@operation(
    blueprint,
    "setShownName",
    "PUT",
    _SHOWN_NAME,
    Requirements("organiser", _SHOWING, key=True),
    {200: ShownName},
    also=(409,),
)
def show_name(call: Call, club: str, player: str) -> Answer:
    """Set the styles in which readers see the name of a player, from now on: on pages, in files, on paper, in feeds.

    It is for every tournament, also for those that are over, unless `since` says that these stay as they are: whose
    last result was recorded before that time, or that were ended or called off. Series, rating lists, pages of the
    player and friendly matches always go by the present setting. `full` on paper is for those who see the name on
    their screen, too.
    """
    asked = call.body
    beside = asked["paper"] or "", asked["feeds"] or ""
    setting = NameSetting(asked["public"], asked["members"], asked["name"] or "", *beside, asked["since"])
    return Answer(name_settings.change(call.request, club, player, setting))


_MERGE = json_body(PlayersMerging(), example={"into": "Anna Berg"})


@operation(
    blueprint,
    "mergePlayers",
    "POST",
    "/<club:club>/players/<player:player>/merge",
    Requirements("organiser", _MERGE, key=True),
    {200: Player},
    also=(409,),
)
def merge(call: Call, club: str, player: str) -> Answer:
    """Say that this player is another one of the list: the id means the other one from now on, and the name is gone.

    Entries and results stay as they are. Two who took part in the same tournament are not merged.
    """
    return Answer(player_list.merge(call.request, club, player, call.body["into"]))


@operation(
    blueprint,
    "getErasure",
    "GET",
    "/<club:club>/players/<player:player>/erasure",
    Requirements("organiser"),
    {200: ErasureView},
)
@heavy
def erasure_view(call: Call, club: str, player: str) -> Answer:
    """Tell what follows of erasing the name of a player: logs and texts that name them; or how far an erasure is."""
    return Answer(erasure.consequences(call.deps, call.principal, club, player))


@operation(
    blueprint,
    "eraseName",
    "POST",
    "/<club:club>/players/<player:player>/erasure",
    Requirements("organiser", json_body(NameErasing(), example={"texts": True}), key=True),
    {202: ErasureView},
    also=(409,),
)
@heavy
def erase(call: Call, club: str, player: str) -> Answer:
    """Have the name of a player erased, wherever the service keeps it. It cannot be brought back.

    The player is shown as "Erased player" with a number. Results, standings and ratings stay. A worker does it, and
    `GET` tells how far it is. Asked once more, it goes on with what was begun. It is refused while the player takes
    part in a tournament that is not over, and while a member of the club has the name.

    `decisions` say of texts that `GET` lists, one by one, if they are erased or stay. Of the others `texts` decides:
    a whole name is replaced, and a part of it where it means no other person of the club.
    """
    decided = {
        reference(decision["stream"], decision["version"], decision["field"]): decision["erase"]
        for decision in call.body["decisions"]
    }
    erasure.erase(call.request, club, player, texts=call.body["texts"], decided=decided)
    return Answer(erasure.consequences(call.deps, call.principal, club, player), 202)


@operation(
    blueprint,
    "exportPlayersCsv",
    "GET",
    "/<club:club>/players.csv",
    Requirements("viewer", query=SPREADSHEET),
    {200: None},
    media={200: {CSV: TABLE}},
)
def players_csv(call: Call, club: str) -> Response:
    """The club's players for a spreadsheet, by name. The file can be imported again."""
    file = player_list.write_csv(call.deps, call.principal, club, csv_form(call.query))
    return saved_file(file, CSV, f"{club}-players.csv")


# ── tokens ───────────────────────────────────────────────────────────────────────────────────────────────────────────
_TOKEN = json_body(TokenIssuing(), example={"role": "scorer", "note": "table 4"})


@operation(
    blueprint,
    "createToken",
    "POST",
    "/<club:club>/tokens",
    Requirements("organiser", _TOKEN, key=True),
    {201: IssuedToken},
)
def issue(call: Call, club: str) -> Answer:
    """Give out a token of a role; its secret is in the answer and nowhere else."""
    asked = call.body
    data = clubs.issue_token(call.request, club, asked["role"], asked["note"])
    return Answer(data, 201)


@operation(
    blueprint, "listTokens", "GET", "/<club:club>/tokens", Requirements("organiser", query=CURSOR), {200: Tokens}
)
def tokens(call: Call, club: str) -> Answer:
    """List the access tokens of the club, without their secrets."""
    return listing(Tokens, clubs.tokens(call.deps, call.principal, club), call.query)


@operation(
    blueprint,
    "revokeToken",
    "DELETE",
    "/<club:club>/tokens/<token:token>",
    Requirements("organiser"),
    {204: None},
    also=(409,),
)
def revoke(call: Call, club: str, token: str) -> Response:
    """Take a token back; it opens nothing any more."""
    clubs.revoke_token(call.request, club, token)
    return Response(status=204)


# ── what a club has ──────────────────────────────────────────────────────────────────────────────────────────────────
@operation(
    blueprint, "listMatches", "GET", "/<club:club>/matches", Requirements("viewer", query=CURSOR), {200: Matches}
)
def matches_of(call: Call, club: str) -> Answer:
    """The club's friendly matches, oldest first, each as far as it is judged."""

    authors = Authors(call.deps.repository, club)

    def rows_of(ids: list[str]) -> list[Json]:
        rows = []
        for match, model in zip(ids, states.load_many(call.deps.client, ids) if ids else [], strict=True):
            if model is None:
                rows.append(matches.state(call.deps, call.principal, match))
            else:
                head = call.deps.log.head(match)
                opened = call.deps.repository.match(match)
                data = matches.state_json(call.deps, model, opened, head.version if head else 0)
                rows.append(completed(data, None, matches.imported(call.deps, opened, match), authors.person))
        return rows

    return listing(Matches, clubs.matches_of(call.deps, call.principal, club), call.query, rows_of)


@operation(
    blueprint,
    "listTournaments",
    "GET",
    "/<club:club>/tournaments",
    Requirements("viewer", query=CURSOR),
    {200: Tournaments},
)
def tournaments_of(call: Call, club: str) -> Answer:
    """The club's tournaments, oldest first."""

    ids = clubs.tournaments_of(call.deps, call.principal, club)
    return listing(
        Tournaments,
        ids,
        call.query,
        lambda ids: [
            tournament_view(tournament) for tournament in tournaments.readable(call.deps, call.principal, ids)
        ],
    )


_ANNOUNCED = json_body(TournamentAnnouncing(), example=_CUP)


@operation(
    blueprint,
    "createTournament",
    "POST",
    "/<club:club>/tournaments",
    Requirements("organiser", _ANNOUNCED, key=True),
    {201: TournamentView},
)
def announce(call: Call, club: str) -> Answer:
    """Announce a tournament; everything said here holds for all its matches."""
    view = tournaments.create(call.request, club, call.body)
    return Answer(view, 201, headers={"Location": f"/v1/tournaments/{view.id}"})
