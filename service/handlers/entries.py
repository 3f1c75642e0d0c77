"""Use cases of those who take part: entering, seeding, check-in, leaving, the start."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from core.errors import Malformed, Unknown
from core.events import Event
from core.tournament import Tournament, decisions
from core.tournament.decisions import Entrant
from service.access import Principal, acting
from service.bootstrap import House
from service.handlers import clubs
from service.handlers.deciding import decide, organiser, told
from service.handlers.people import entered, of_club

Json = dict[str, Any]
Row = Mapping[str, Any]
_ID = re.compile(r"p_[a-z2-7]{10}")
"""What is somebody's id and not a name, so that nobody is registered under a mistyped one."""


def enter(
    house: House, principal: Principal | None, tournament: str, rows: Sequence[Row], *, into_bye: bool = False,
    register: bool = False, expected: int | None, key: str | None, fingerprint: str = "",
) -> Json:  # fmt: skip
    """Enter players of the club, by id or by name, or teams of them; all or none.

    With `register` those whom the club does not know are put on its list first. Raises `Malformed` naming everybody
    else who is not on it, `Refused` for those who entered already.
    """
    by = organiser(house, principal, tournament)
    created = house.shelf.tournament_opening(tournament)
    state = house.shelf.tournament(tournament)
    if register and not told(house, tournament, key, fingerprint):
        _register(house, principal, state, rows, into_bye=into_bye, key=key, fingerprint=fingerprint)
    entrants = _entrants(house, tournament, created.club, rows)
    numbered = [(row["seed"], entrant.player) for row, entrant in zip(rows, entrants, strict=True) if row.get("seed")]
    seeds = [player for _, player in sorted(numbered)]
    return decide(
        house, tournament, lambda state: decisions.enter(state, entrants, into_bye=into_bye, seeds=seeds), by,
        expected=expected, key=key, fingerprint=fingerprint,
    ).words  # fmt: skip


def _entrants(house: House, tournament: str, slug: str, rows: Sequence[Row]) -> list[Entrant]:
    """Those whom the rows name. Raises `Malformed`, with the line of a file where there was one."""
    club, state = house.shelf.club(slug), house.shelf.tournament(tournament)
    teams, known = state.format.teams, {entry.name: entry.player for entry in state.entries}
    _teams_or_not(rows, teams=teams)
    named = {path: who for place, row in enumerate(rows) for path, who in _named(place, row).items()}
    try:
        found = of_club(club, named)
    except Malformed as wrong:
        raise Malformed({path: _at_line(rows, path, said) for path, said in wrong.problems.items()}) from None
    entrants = []
    for place, row in enumerate(rows):
        members = tuple((found[path].player, found[path].name) for path in _named(place, row))
        if teams:
            name = row["player"]  # which is a team's alone: under it, it comes back with its own id
            team = known.get(name) or house.new_id("p", f"{tournament}/teams", name)
            entrants.append(Entrant(team, row["player"], row.get("rating"), row.get("group"), members))
        else:
            player = found[str(place)]
            rating = player.rating if row.get("rating") is None else row["rating"]
            entrants.append(Entrant(player.player, player.name, rating, row.get("group")))
    return entrants


def _named(place: int, row: Row) -> dict[str, str]:
    """The players of a row: himself, or the members of a team."""
    members = row.get("members") or ()
    return {f"{place}.members.{each}": who for each, who in enumerate(members)} or {str(place): row["player"]}


def _teams_or_not(rows: Sequence[Row], *, teams: bool) -> None:
    problems = {}
    for place, row in enumerate(rows):
        if teams and not row.get("members"):
            problems[f"{place}.members"] = ["missing: the players of the team, from board 1 on"]
        elif row.get("members") and not teams:
            problems[f"{place}.members"] = ["entries of this format are players and not teams"]
    if problems:
        raise Malformed(problems)


def _at_line(rows: Sequence[Row], path: str, said: Sequence[str]) -> list[str]:
    row = rows[int(path.partition(".")[0])]
    who = row["player"] if "." not in path else row["members"][int(path.rpartition(".")[2])]
    return [f"line {row['line']} ({who}): {each}" if "line" in row else each for each in said]


def _register(
    house: House, principal: Principal | None, state: Tournament, rows: Sequence[Row], *, into_bye: bool,
    key: str | None, fingerprint: str,
) -> None:  # fmt: skip
    """Put everybody on the club's list whom it does not know, if they can be entered then. Raises as `enter`."""
    slug = state.created.club
    club = house.shelf.club(slug)
    known = {
        **{player.name: player.player for player in club.players.values()},
        **{each: each for each in club.players},
    }
    new: dict[str, int | None] = {}
    people = []
    for place, row in enumerate(rows):
        for who in _named(place, row).values():
            if who not in known and _ID.fullmatch(who):
                return  # nobody is registered where somebody is mistyped
            if who not in known:
                new.setdefault(who, None if row.get("members") else row.get("rating"))
            people.append(Entrant(known.get(who, who), who))
    if new:
        decisions.enter(state, people, into_bye=into_bye)
        again = None if key is None else f"{state.id}:{key}"
        listed = [{"name": who, "rating": rating} for who, rating in new.items()]
        clubs.register_players(house, principal, slug, listed, key=again, fingerprint=fingerprint)


def seed(
    house: House, principal: Principal | None, tournament: str, method: str, players: Sequence[str],
    lots: str | None, *, expected: int | None, key: str | None, fingerprint: str = "",
) -> Json:  # fmt: skip
    """Put the entries in order; without a seed for the lots one is taken. Raises `Malformed`, `Refused`."""
    by = organiser(house, principal, tournament)
    drawn = lots or house.secret()[:16]

    def seeding(state: Tournament) -> list[Event]:
        return decisions.seed_players(state, method, _all(state, players), drawn if method == "lots" else None)

    if lots and method != "lots":
        raise Malformed({"seed": ["only lots are drawn with a seed"]})
    return decide(house, tournament, seeding, by, expected=expected, key=key, fingerprint=fingerprint).words


def check_in(
    house: House, principal: Principal | None, tournament: str, players: Sequence[str], *, present: bool,
    expected: int | None, key: str | None, fingerprint: str = "",
) -> Json:  # fmt: skip
    """Players are there, or not after all. Raises `Malformed` for those who never entered, `Refused`."""
    by = acting(house, principal, "referee", tournament).name
    return decide(
        house, tournament, lambda state: decisions.check_in(state, _all(state, players), present=present), by,
        expected=expected, key=key, fingerprint=fingerprint,
    ).words  # fmt: skip


def withdraw(
    house: House, principal: Principal | None, tournament: str, player: str, reason: str, *,
    expected: int | None, key: str | None, fingerprint: str = "",
) -> Json:  # fmt: skip
    """Take a player out of a tournament, by id or by name; what was played stands. Raises `Unknown`, `Refused`."""
    by = organiser(house, principal, tournament)

    def leaving(state: Tournament) -> list[Event]:
        try:
            who = entered(state, {"player": player})["player"]
        except Malformed as wrong:
            if "several" in wrong.problems["player"][0]:
                raise
            raise Unknown("player", player) from None
        return decisions.withdraw(state, who, reason)

    return decide(
        house, tournament, leaving, by, expected=expected, key=key, fingerprint=fingerprint
    ).words  # fmt: skip


def start(
    house: House, principal: Principal | None, tournament: str, seed: str | None, seeding: Row | None = None, *,
    expected: int | None, key: str | None, fingerprint: str = "",
) -> Json:  # fmt: skip
    """Close the entries, pair what the format can pair, and open its matches. Raises `Refused`, `Malformed`.

    `seeding` are a method, the players and the seed of its lots: see `seed`.
    """
    by = organiser(house, principal, tournament)
    lots = seed or house.secret()[:16]
    asked = seeding or {}

    def starting(state: Tournament) -> list[Event]:
        try:
            players = _all(state, asked.get("players", ()))
            return decisions.start(state, lots, asked.get("method"), players, asked.get("seed"))
        except Malformed as wrong:
            raise Malformed({f"seeding.{path}": said for path, said in wrong.problems.items()}) from None

    return decide(
        house, tournament, starting, by, expected=expected, key=key, fingerprint=fingerprint
    ).words  # fmt: skip


def _all(state: Tournament, players: Sequence[str]) -> list[str]:
    return list(entered(state, {f"players.{place}": who for place, who in enumerate(players)}).values())
