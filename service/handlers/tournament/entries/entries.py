"""Use cases of those who take part: entering, seeding, check-in, leaving, the start."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from core.club.club import Club, names_of
from core.errors import Invalid, NotAllowed
from core.events import Event
from core.messages import quoted, say
from core.names.name_index import NameIndex
from core.names.names import name_key
from core.tournament import Tournament, decisions
from core.tournament.decisions import ByePlayer, Entrant
from core.tournament.decisions.pairing import after
from core.tournament.views.tournament_view import TournamentView
from service.auth.authorization import authorize_tournament
from service.bootstrap import Dependencies
from service.handlers.club import clubs
from service.handlers.execute import execute, organiser
from service.handlers.match.started_matches import ensure_unbegun
from service.handlers.player_lookup import entered, of_club, one_entered
from service.handlers.request import Request

Row = Mapping[str, Any]
PLAYER_ID = re.compile(r"p_[a-z2-7]{10}")
"""True for an id, so that no player is registered under a mistyped one."""


def enter(
    request: Request, tournament_id: str, rows: Sequence[Row], *, into_bye: bool = False, register: bool = False
) -> TournamentView:
    """Enter players of the club, by id or by name, or teams of them; all or none.

    With `register` those whom the club does not know are put on its list first. Raises `Invalid` naming everybody
    else who is not on it, `NotAllowed` for those who entered already.
    """
    by = organiser(request.deps, request.principal, tournament_id)
    state = request.deps.repository.tournament(tournament_id)
    if register and not request.previous_result(tournament_id):
        _register(request, state, rows, into_bye=into_bye)
    entrants = entrants_of(request.deps, state, rows)
    numbered = [(row["seed"], entrant.player) for row, entrant in zip(rows, entrants, strict=True) if row.get("seed")]
    seeds = [player for _, player in sorted(numbered)]
    return execute(
        request, tournament_id, lambda state: decisions.enter(state, entrants, into_bye=into_bye, seeds=seeds), by
    ).view


def entrants_of(deps: Dependencies, state: Tournament, rows: Sequence[Row]) -> list[Entrant]:
    """The players of the rows. Raises `Invalid`, with the line of a file where there was one."""
    club = deps.repository.club(state.created.club)
    teams, known = state.format.teams, {name_key(entry.name): entry.player for entry in state.entries}
    _teams_or_not(rows, teams=teams)
    _no_twins(state, club, rows)
    named = {path: id_or_name for place, row in enumerate(rows) for path, id_or_name in _named(place, row).items()}
    try:
        found = of_club(club, named)
    except Invalid as wrong:
        raise Invalid({path: _at_line(rows, path, messages) for path, messages in wrong.problems.items()}) from None
    entrants = []
    for place, row in enumerate(rows):
        members = tuple((id_inside(club, state, found[path].player), found[path].name) for path in _named(place, row))
        if teams:
            name = row["player"]  # which is a team's alone: under it, it comes back with its own id
            key = name_key(name)
            team = known.setdefault(key, known.get(key) or deps.new_id("p", f"{state.id}/teams", name))
            entrants.append(Entrant(team, row["player"], row.get("rating"), row.get("group"), members))
        else:
            player = found[str(place)]
            rating = player.rating if row.get("rating") is None else row["rating"]
            group = row.get("group") or club.groups.get(player.player)
            entrants.append(Entrant(id_inside(club, state, player.player), player.name, rating, group))
    return entrants


def id_inside(club: Club, state: Tournament, player_id: str) -> str:
    """The id under which a player is in a tournament already, if players were merged since; else their own."""
    ids = club.ids_of(player_id)
    inside = (person for entry in state.entries for person in entry.people if person in ids)
    return next(inside, player_id) if len(ids) > 1 else player_id


def _named(place: int, row: Row) -> dict[str, str]:
    """The players of a row: the player, or the members of a team."""
    members = row.get("members") or ()
    return {f"{place}.members.{each}": member for each, member in enumerate(members)} or {str(place): row["player"]}


def _teams_or_not(rows: Sequence[Row], *, teams: bool) -> None:
    problems = {}
    for place, row in enumerate(rows):
        if teams and not row.get("members"):
            problems[f"{place}.members"] = [say("missing: the players of the team, from board 1 on")]
        elif row.get("members") and not teams:
            problems[f"{place}.members"] = [say("entries of this format are players and not teams")]
    if problems:
        raise Invalid(problems)


def groups_of(state: Tournament, club: Club) -> NameIndex:
    """The names of the groups of those who have entered, and of the club's players."""
    groups = {entry.group for entry in state.entries} | set(club.groups.values())
    return NameIndex((group, group) for group in sorted(filter(None, groups)))


def _no_twins(state: Tournament, club: Club, rows: Sequence[Row]) -> None:
    """Raise `Invalid` for names of teams and groups that look like others, of other letters, and are not meant so."""
    teams = NameIndex((entry.name, entry.name) for entry in state.entries if state.format.teams)
    groups, problems = groups_of(state, club), {}
    for place, row in enumerate(rows):
        names = [("group", groups, row.get("group"))]
        if state.format.teams:
            names.append(("player", teams, row["player"]))
        for field, known, name in names:
            meant = row.get("another") or (field == "group" and row.get("other_group"))
            if not name or known.same(name):
                continue
            if not meant and (twins := known.twins(name)):
                sentence = say(
                    "{name} looks like {names}, of other letters: write that name if it is the same one, or set "
                    "another to true",
                    name=quoted(name),
                    names=twins,
                )
                problems[f"{place}.{field}"] = _at_line(rows, str(place), [sentence])
            known.add(name, name)
    if problems:
        raise Invalid(problems)


def _at_line(rows: Sequence[Row], path: str, messages: Sequence[str]) -> list[str]:
    row = rows[int(path.partition(".")[0])]
    player = row["player"] if "." not in path else row["members"][int(path.rpartition(".")[2])]
    return [
        say("line {line} ({player}): {problem}", line=row["line"], player=player, problem=message)
        if "line" in row
        else message
        for message in messages
    ]


def _register(request: Request, state: Tournament, rows: Sequence[Row], *, into_bye: bool) -> None:
    """Put everybody on the club's list whom it does not know, if they can be entered then. Raises as `enter`."""
    slug = state.created.club
    club = request.deps.repository.club(slug)
    names = names_of(club)
    new: dict[str, tuple[str, Row]] = {}
    people = []
    for place, row in enumerate(rows):
        for path, id_or_name in _named(place, row).items():
            player = id_or_name if id_or_name in club.players else next(iter(names.meant(id_or_name)), None)
            if player is None and PLAYER_ID.fullmatch(id_or_name):
                return  # no player is registered if a row has an error
            if player is None:
                rating = None if row.get("members") else row.get("rating")
                listed = {"name": id_or_name, "rating": rating, "another": row.get("another")}
                new.setdefault(name_key(id_or_name), (path, listed))
            people.append(Entrant(player or name_key(id_or_name), id_or_name))
    if new:
        decisions.enter(state, people, into_bye=into_bye)
        listing = request.for_other_stream(request.key and f"{state.id}:{request.key}")
        paths = [path for path, _row in new.values()]
        try:
            clubs.register_players(listing, slug, [row for _path, row in new.values()])
        except Invalid as wrong:
            places = {paths[int(each.partition(".")[0])]: messages for each, messages in wrong.problems.items()}
            raise Invalid({path: _at_line(rows, path, messages) for path, messages in places.items()}) from None


def seed(
    request: Request, tournament_id: str, method: str, players: Sequence[str], lots: str | None, *, words: bool = False
) -> TournamentView:
    """Put the entries in order; without a seed for the lots one is taken, or that of the `words` that were said.

    Raises `Invalid`, `NotAllowed`.
    """
    by = organiser(request.deps, request.principal, tournament_id)
    taken = lots or request.deps.secret()[:16]

    def seeding(state: Tournament) -> list[Event]:
        drawn = (decisions.seed_of_words(state) if words else taken) if method == "lots" else None
        return decisions.seed_players(state, method, _all(state, players), drawn)

    if lots and method != "lots":
        raise Invalid({"seed": [say("only lots are drawn with a seed")]})
    return execute(request, tournament_id, seeding, by).view


def say_words(request: Request, tournament_id: str, words: Sequence[str]) -> TournamentView:
    """Set the words that are said for a draw in public. Raises `NotAllowed` after the start."""
    by = organiser(request.deps, request.principal, tournament_id)
    return execute(request, tournament_id, lambda state: decisions.say_words(state, words), by).view


def check_in(request: Request, tournament_id: str, players: Sequence[str], *, present: bool) -> TournamentView:
    """Players are there, or not after all. Raises `Invalid` for those who never entered, `NotAllowed`."""
    by = authorize_tournament(request.deps, request.principal, "referee", tournament_id).name
    return execute(
        request, tournament_id, lambda state: decisions.check_in(state, _all(state, players), present=present), by
    ).view


def change(
    request: Request,
    tournament_id: str,
    id_or_name: str,
    changes: Row,
    seen: tuple[str, int | None, str | None] | None = None,
) -> TournamentView:
    """Give an entry, by id or by name, another `name`, `rating` or `group`. Raises as `decisions.change_entry`."""
    by = organiser(request.deps, request.principal, tournament_id)

    def changing(state: Tournament) -> list[Event]:
        entry = state.entry(one_entered(state, "player", id_or_name))
        name, rating, group = (changes.get(each, getattr(entry, each)) for each in ("name", "rating", "group"))
        return decisions.change_entry(state, entry.player, name, rating, group, seen)

    return execute(request, tournament_id, changing, by).view


def withdraw(
    request: Request,
    tournament_id: str,
    id_or_name: str,
    reason: str,
    *,
    bye_plays: bool = False,
    force: bool = False,
) -> TournamentView:
    """Take a player out of a tournament, by id or by name; what was played stands. Raises as `leaving`."""
    by = organiser(request.deps, request.principal, tournament_id)

    def deciding(state: Tournament) -> list[Event]:
        return leaving(request.deps, state, id_or_name, reason, bye_plays=bye_plays, force=force)

    return execute(request, tournament_id, deciding, by).view


def leaving(
    deps: Dependencies,
    state: Tournament,
    id_or_name: str,
    reason: str = "",
    *,
    bye_plays: bool = False,
    force: bool = False,
) -> list[Event]:
    """The events by which a player leaves. With `bye_plays` the player with the bye plays in their place.

    Raises `NotFound`, `NotAllowed`: with `bye_plays` also if the match has begun, and without `force` if the two should
    not meet.
    """
    player_id = one_entered(state, "player", id_or_name)
    if not bye_plays:
        return decisions.withdraw(state, player_id, reason)
    events = decisions.leave_to_bye_player(state, player_id, reason, force=force)
    return ensure_unbegun(deps, state, events)


def bye_player(deps: Dependencies, state: Tournament, player_id: str) -> ByePlayer | None:
    """The player with the bye who can play in the place of one who leaves or has left; `None` if no player can."""
    try:
        player = decisions.bye_player(state, player_id)
        leaving(deps, state, player_id, bye_plays=True, force=True)
    except NotAllowed:
        return None
    return player


def start(
    request: Request, tournament_id: str, seed: str | None, seeding: Row | None = None, *, drafts: bool = False
) -> TournamentView:
    """Close the entries, pair what the format can pair, and open its matches. Raises `NotAllowed`, `Invalid`.

    `seeding` are a method, the players and the seed of its lots: see `seed`. With `drafts` the announcement is changed
    first, so that each round is a draft until it is published.
    """
    by = organiser(request.deps, request.principal, tournament_id)
    lots = seed or request.deps.secret()[:16]
    asked = seeding or {}

    def starting(state: Tournament) -> list[Event]:
        amended = decisions.amend(state, {"drafts": True}) if drafts else []
        try:
            players = _all(state, asked.get("players", ()))
            drawn = decisions.seed_of_words(state) if asked.get("words") else asked.get("seed")
            started = decisions.start(after(state, amended), lots, asked.get("method"), players, drawn)
            return [*amended, *started]
        except Invalid as wrong:
            raise Invalid({f"seeding.{path}": messages for path, messages in wrong.problems.items()}) from None

    return execute(request, tournament_id, starting, by).view


def _all(state: Tournament, players: Sequence[str]) -> list[str]:
    return list(entered(state, {f"players.{place}": player for place, player in enumerate(players)}).values())
