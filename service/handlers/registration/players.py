"""Use cases of a club's list of players: what each has played, two who are one, and lists from and for spreadsheets."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from core.club.club import Club, change_player, merge_players, names_of
from core.csv_text import CsvForm
from core.errors import NotAllowed
from core.events import Event, PlayerGrouped, PlayerRegistered
from core.games import game_of
from core.messages import say
from core.tournament import Tournament
from core.tournament.brackets.round_names import names_by_slot
from core.tournament.standings.standings import standings
from service.auth.authorization import Principal, authorize
from service.bootstrap import Dependencies
from service.handlers.club.clubs import ListedPlayer, listed_player, new_player_ids, player_id
from service.handlers.club.members import change_club
from service.handlers.registration import participation
from service.handlers.request import Request
from service.handlers.tournament.tournaments import readable
from service.repository import present_names
from service.store.read_models.club import club_index

COLUMNS = ("name", "rating", "group")
_NAMED = 100
"""Tournaments of a player that the preview of a merge names: the newest."""


class PlayedMatch(NamedTuple):
    """A match of a player. `won`, `kind` and the points say nothing before it has a result.

    `round_name` is the key of the name that its round has in a bracket; empty for one that is merely numbered.
    """

    id: str
    round: int
    round_name: str
    opponent: str
    opponent_id: str
    won: bool | None
    kind: str | None
    points: int
    opponent_points: int


class PlayedTournament(NamedTuple):
    """A tournament that a player, or a team with the player, has entered as `entry`; `field` is how many take part.

    `player` is the id of the player there.
    """

    id: str
    name: str
    status: str
    entry: str
    withdrawn: bool
    rank: int | None
    field: int
    player: str
    matches: tuple[PlayedMatch, ...]


class MergePreview(NamedTuple):
    """A merge before it is written: who goes and who stays, and the newest tournaments of the one who goes.

    `takes` are the fields that the one who stays takes over; `events` is how many events are written.
    """

    gone: ListedPlayer
    kept: ListedPlayer
    tournaments: Sequence[str]
    takes: Sequence[str]
    events: int


def show(deps: Dependencies, principal: Principal | None, slug: str, id_or_name: str) -> ListedPlayer:
    """A player of the club's list, by id, by an id of before a merge, or by name. Raises `NotFound`."""
    authorize(principal, "viewer", slug)
    club = deps.repository.club(slug)
    return listed_player(club, player_id(club, id_or_name))


def tournaments_of(deps: Dependencies, principal: Principal | None, slug: str) -> list[str]:
    """The ids of the club's tournaments, the newest first."""
    authorize(principal, "viewer", slug)
    return club_index.members(deps.client, slug, "tournaments")[::-1]


def history(
    deps: Dependencies, principal: Principal | None, slug: str, id_or_name: str, tournament_ids: Sequence[str]
) -> list[PlayedTournament]:
    """The entries of a player in these tournaments, with the matches and the place. Raises `NotFound`."""
    authorize(principal, "viewer", slug)
    club = deps.repository.club(slug)
    ids = club.ids_of(player_id(club, id_or_name))
    with present_names():
        states = list(readable(deps, principal, tournament_ids))
    return [played(state, ids) for state in states if any(ids.intersection(entry.people) for entry in state.entries)]


def played(state: Tournament, ids: frozenset[str]) -> PlayedTournament:
    """The entry of a player with any of these ids in a tournament, with the matches and the place.

    Of several entries of the player these are the matches of all, and the best place.
    """
    entry = next(each for each in state.entries if ids.intersection(each.people))
    again = frozenset(each.player for each in state.entries if each.again_of in ids)
    own = {entry.player, *again}
    line = next((row for row in standings(state) if row.player_id in own), None) if state.seed else None
    return PlayedTournament(
        state.id,
        state.created.name,
        state.status,
        entry.name,
        entry.withdrawn,
        line.rank if line else None,
        len(state.field),
        next(person for person in entry.people if person in ids),
        tuple(_matches(state, ids | again)),
    )


def _matches(state: Tournament, ids: frozenset[str]) -> Iterator[PlayedMatch]:
    seats, names = game_of(state.created.game).seats, names_by_slot(state)
    for round_ in state.rounds:
        for pairing in round_.pairings:
            players = pairing.white, pairing.black
            own = next((place for place, player in enumerate(players) if player in ids), None)
            if own is None or pairing.is_bye:
                continue
            result = state.results.get(pairing.match)
            scores = [result.score.get(seat, 0) for seat in seats[:2]] if result else [0, 0]
            yield PlayedMatch(
                pairing.match,
                round_.number,
                names.get(pairing.slot, ""),
                state.label_of(players[1 - own]),
                players[1 - own],
                result.winner == seats[own] if result else None,
                result.kind if result else None,
                scores[own],
                scores[1 - own],
            )


# ── two who are one ──────────────────────────────────────────────────────────────────────────────────────────────────
def preview_merge(deps: Dependencies, principal: Principal | None, slug: str, gone: str, kept: str) -> MergePreview:
    """Preview of a merge: both players, and the tournaments of the one who goes. Raises as `merge`."""
    authorize(principal, "organiser", slug)
    club = deps.repository.club(slug)
    one, other = player_id(club, gone), player_id(club, kept)
    events = merge_players(club, one, other)
    taken_part = participation.of_club(deps, slug)
    _ensure_apart(deps, club, taken_part, one, other)
    ids = club.ids_of(one)
    own = [each for each, players in taken_part.items() if players & ids]
    names = [deps.repository.tournament_opening(each).name for each in own[-_NAMED:][::-1]]
    goes, stays = listed_player(club, one), listed_player(club, other)
    own_values = ((name, getattr(goes, name), getattr(stays, name)) for name in ("rating", "group"))
    takes = [name for name, value, kept_value in own_values if kept_value is None and value is not None]
    return MergePreview(goes, stays, names, takes, len(events))


def merge(request: Request, slug: str, gone: str, kept: str) -> ListedPlayer:
    """Make one player of two: the id of `gone` means `kept` from now on, in tournaments, links and files.

    Raises `NotFound`, and `NotAllowed` for two who took part in the same tournament: they are two people.
    """
    by = authorize(request.principal, "organiser", slug).name

    def deciding(club: Club) -> Sequence[Event]:
        one, other = player_id(club, gone), player_id(club, kept)
        events = merge_players(club, one, other)
        _ensure_apart(request.deps, club, participation.of_club(request.deps, slug), one, other)
        return events

    club = change_club(request, slug, by, deciding).club
    return listed_player(club, player_id(club, kept))


def _ensure_apart(
    deps: Dependencies, club: Club, taken_part: Mapping[str, frozenset[str]], one: str, other: str
) -> None:
    for each, players in taken_part.items():
        if players & club.ids_of(one) and players & club.ids_of(other):
            names = [club.player(player).name for player in (one, other)]
            raise NotAllowed(
                say(
                    "{names} both take part in {tournament}: they are two people, or take one of them back there first",
                    names=names,
                    tournament=deps.repository.tournament(each).created.name,
                )
            )


# ── lists ────────────────────────────────────────────────────────────────────────────────────────────────────────────
def write_csv(deps: Dependencies, principal: Principal | None, slug: str, form: CsvForm) -> bytes:
    """The club's list for a spreadsheet; read again it changes nothing."""
    authorize(principal, "viewer", slug)
    club = deps.repository.club(slug)
    rows = sorted((listed_player(club, player) for player in club.players), key=lambda row: row.name.casefold())
    return form.encoded([COLUMNS, *([getattr(row, name) for name in COLUMNS] for row in rows)])


def import_list(request: Request, slug: str, rows: Sequence[Mapping[str, Any]]) -> int:
    """Put new players on the club's list and give known ones, by name, the rating and group of their rows.

    What a row leaves empty stays. All or none. The number of rows. Raises `Invalid`.
    """
    by = authorize(request.principal, "organiser", slug).name

    def deciding(club: Club) -> Sequence[Event]:
        known, ids = names_of(club), new_player_ids(request.deps, club)
        events: list[Event] = []
        for row in rows:
            changes = {name: row[name] for name in ("rating", "group") if row.get(name) is not None}
            if players := known.meant(row["name"]):
                events += change_player(club, players[0], changes)
                continue
            events.append(PlayerRegistered(new_id := next(ids), row["name"], row.get("rating")))
            if group := row.get("group"):
                events.append(PlayerGrouped(new_id, group))
        return events

    change_club(request, slug, by, deciding)
    return len(rows)
