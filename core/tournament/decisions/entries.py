"""Entries before and after the start, check-in, withdrawal, and the start that closes the entries."""

from collections.abc import Iterable, Sequence
from itertools import count
from typing import NamedTuple

from core.errors import Invalid, NotAllowed
from core.events import (
    EntryChanged,
    Event,
    PairingsVoided,
    PlayerCheckedIn,
    PlayerEntered,
    PlayersExchanged,
    PlayersSeeded,
    PlayerWithdrew,
    TournamentStarted,
)
from core.messages import say
from core.names.names import name_key
from core.tournament import Tournament, apply
from core.tournament.decisions.byes import fitted_at_the_start, for_missed_rounds
from core.tournament.decisions.pairing import after, pair
from core.tournament.decisions.seeding import LOTS, seed_players
from core.tournament.model.new_round import new_round
from core.tournament.model.reasons import ABSENT, came_late, own_reason
from core.tournament.model.state import FINISHED, OPEN, settings_of
from core.tournament.model.values import Round

FEWEST, MOST_ENTRIES, MOST_MATCHES = 2, 1000, 5000
"""Players that a tournament needs; entries, those who withdrew counted, and matches by a table, that it can have.

Everybody may read a tournament that is published, and a page of it grows with both.
"""


class Entrant(NamedTuple):
    """A player or team to be entered: see `PlayerEntered`. A team's `members` are (player id, name)."""

    player: str
    name: str
    rating: int | None = None
    group: str | None = None
    members: tuple[tuple[str, str], ...] = ()


def enter(
    tournament: Tournament,
    entrants: Iterable[tuple[str, str] | Entrant],
    *,
    into_bye: bool = False,
    seeds: Sequence[str] = (),
) -> list[Event]:
    """Enter players, all or none. A withdrawn player may come back.

    After the start only where the format takes late entries, by its own rules. `into_bye`: the late player plays at
    once against the player who sits out the last round. `seeds` are ids in the order in which they are seeded, if that
    is known with the entries. Raises `NotAllowed`, naming every player who has entered already.
    """
    created = tournament.created
    rows = [Entrant(*row) for row in entrants]
    _ensure_entered_once(tournament, rows)
    _not_too_many(tournament, rows)
    if tournament.seed is None:
        events: list[Event] = [_entered(row) for row in rows]
        if into_bye:
            raise NotAllowed(
                say("{created_name} has not started: no player sits out a round yet", created_name=created.name)
            )
        return [*events, *([PlayersSeeded(tuple(seeds), "hand")] if seeds else [])]
    if tournament.status == FINISHED and (why := closed(tournament)):
        raise NotAllowed(why)
    if seeds:
        raise NotAllowed(say("{created_name} has started: its seeds are drawn", created_name=created.name))
    events = []
    for row in rows:
        if why := closed(tournament, into_bye=into_bye):
            raise NotAllowed(why)
        late: list[Event] = [_entered(row)]
        state = after(tournament, late)
        late += _in_place_of_byes(state, row, into_bye=into_bye)
        late += for_missed_rounds(after(tournament, late), row.player)
        late += pair(after(tournament, late))
        tournament = after(tournament, late)
        events += late
    return events


def closed(tournament: Tournament, *, into_bye: bool = False) -> str | None:
    """The reason why no player can enter any more; `None` while entries are open, or late ones are taken."""
    name = tournament.created.name
    if tournament.called_off is not None:
        return say("{created_name} was called off", created_name=name)
    if tournament.seed is None:
        return None
    if tournament.status == FINISHED:
        return say("{created_name} is over: its entries are closed", created_name=name)
    if not tournament.format.late_entry:
        return say("{created_name} has started: its entries are closed", created_name=name)
    if why := tournament.format.late(_before_a_late_player(tournament, into_bye=into_bye)):
        return say("{created_name} has started, and no player can enter any more: {why}", created_name=name, why=why)
    return None


def _before_a_late_player(tournament: Tournament, *, into_bye: bool) -> Tournament:
    """The tournament that the format is asked about for a late player: the players of the last round come first."""
    joins = into_bye and tournament.format.on_command
    return tournament._replace(rounds=tournament.rounds[:-1]) if joins else tournament


def _ensure_entered_once(tournament: Tournament, rows: Sequence[Entrant]) -> None:
    inside = {person for entry in tournament.entries if not entry.withdrawn for person in entry.people}
    twice = []
    for row in rows:
        people = [(row.player, row.name), *row.members]
        twice += [say("{name} ({player})", name=name, player=player) for player, name in people if player in inside]
        inside |= {player for player, _ in people}
    if twice:
        raise NotAllowed(say("entered already: {twice}", twice=twice))


def _not_too_many(tournament: Tournament, rows: Sequence[Entrant]) -> None:
    total = len({entry.player for entry in tournament.entries} | {row.player for row in rows})
    if rows and total > MOST_ENTRIES:
        now = len(tournament.entries)
        raise NotAllowed(
            say(
                "a tournament has at most {most_entries} entries, this one has {now}, and would have {total}",
                most_entries=MOST_ENTRIES,
                now=now,
                total=total,
            )
        )


def _entered(row: Entrant) -> PlayerEntered:
    return PlayerEntered(row.player, row.name, row.rating, row.group, row.members or None)


def _in_place_of_byes(tournament: Tournament, row: Entrant, *, into_bye: bool) -> list[Event]:
    """The matches of a late player against the players who would have sat out.

    Where all rounds are paired at the start, the late player plays in every one of them. Where they are paired on
    command, only in the last one, and only if the director wants it. A bracket handles its byes itself.
    """
    if tournament.format.plan is not None and not tournament.format.on_command:
        return []
    if not tournament.format.on_command:
        return [event for round_ in tournament.rounds for event in _against_the_bye(tournament, round_, row)]
    if not into_bye:
        return []
    if not tournament.rounds:
        raise NotAllowed(say("no round is paired: {row_name} can be paired without a bye", row_name=row.name))
    last = tournament.rounds[-1]
    if row.player == last.bye or any(row.player in (pairing.white, pairing.black) for pairing in last.pairings):
        raise NotAllowed(
            say(
                "{row_name} was in round {number} already: they can be paired from the next round on",
                row_name=row.name,
                number=last.number,
            )
        )
    if last.bye is None or last.bye in tournament.withdrawn:
        raise NotAllowed(
            say(
                "no player sits out round {number}: {row_name} can be paired from the next round on",
                number=last.number,
                row_name=row.name,
            )
        )
    if not any(pairing in last.pairings for pairing in tournament.to_play):
        raise NotAllowed(
            say(
                "round {number} is played: {row_name} can be paired from the next round on",
                number=last.number,
                row_name=row.name,
            )
        )
    return _against_the_bye(tournament, last, row)


def _against_the_bye(tournament: Tournament, round_: Round, row: Entrant) -> list[Event]:
    if round_.bye is None or round_.bye in tournament.withdrawn:
        return []
    reason, cause = own_reason(came_late(row.player))
    void = PairingsVoided(round_.number, (), reason, bye=True, cause=cause)
    state = apply(tournament, void, tournament.version + 1)
    return [void, new_round(state, [(round_.bye, row.player)], number=round_.number, stage=round_.stage or None)]


def change_entry(
    tournament: Tournament,
    player_id: str,
    name: str,
    rating: int | None,
    group: str | None,
    seen: tuple[str, int | None, str | None] | None = None,
) -> list[Event]:
    """Give an entry another name, rating or group on the tournament's lists. Without a change there is no event.

    `seen` are the name, rating and group that the caller saw. Raises `NotFound`, `NotAllowed` after the start and where
    the entry is another one than was seen, `Invalid` for a name that another entry has.
    """
    entry = tournament.entry(player_id)
    if tournament.status != OPEN:
        raise NotAllowed(
            say("{created_name} has started: its entries stay as they are", created_name=tournament.created.name)
        )
    if (entry.name, entry.rating, entry.group) == (name, rating, group):
        return []
    if seen is not None and seen != (entry.name, entry.rating, entry.group):
        raise NotAllowed(say("the entry of {name} was changed meanwhile: look at it again", name=entry.name))
    if any(name_key(each.name) == name_key(name) for each in tournament.entries if each is not entry):
        raise Invalid({"name": [say("another entry has this name already: add a letter or a year")]})
    return [EntryChanged(player_id, name, rating, group)]


def check_in(tournament: Tournament, players: Iterable[str], *, present: bool = True) -> list[Event]:
    """Players are there, or not after all; who was checked in already stays so, without an event.

    Raises `NotFound` for one who never entered, and `NotAllowed` after the start, naming those who have withdrawn.
    """
    if tournament.status != OPEN:
        raise NotAllowed(say("{created_name} has started: check-in is closed", created_name=tournament.created.name))
    entries = [tournament.entry(player) for player in dict.fromkeys(players)]
    if withdrawn := [entry.name for entry in entries if entry.withdrawn]:
        raise NotAllowed(say("withdrawn: {gone}. Enter them again first", gone=withdrawn))
    return [PlayerCheckedIn(entry.player, present) for entry in entries if entry.checked_in != present]


def withdraw(tournament: Tournament, player_id: str, reason: str = "") -> list[Event]:
    """Take a player out; what was played stands. Raises `NotFound` for one who never entered, and `NotAllowed`."""
    entry = tournament.entry(player_id)
    if entry.withdrawn:
        raise NotAllowed(say("{entry_name} has withdrawn already", entry_name=entry.name))
    if tournament.status == FINISHED:
        raise NotAllowed(
            say("{created_name} is over: there is nothing left to withdraw from", created_name=tournament.created.name)
        )
    withdrew = PlayerWithdrew(player_id, reason)
    if tournament.seed is None:
        return [withdrew]
    return [withdrew, *pair(apply(tournament, withdrew, tournament.version + 1))]


def start(
    tournament: Tournament,
    seed: str,
    seeding: str | None = None,
    players: Sequence[str] = (),
    lots: str | None = None,
) -> list[Event]:
    """Close the entries and pair what the format can pair at once. `seed` is that of every drawing of lots.

    Where check-in was announced, those who did not check in are withdrawn first. `seeding` is the method by which
    players are seeded now (`seed_players`), with `lots` or else `seed`. A draw that was announced and not made yet is
    made with `seed`. Raises `NotAllowed` if it has started or if
    there are too few players, `Invalid` as `seed_players` does.
    """
    created = tournament.created
    if tournament.status != OPEN:
        raise NotAllowed(say("{created_name} has started already", created_name=created.name))
    absent = [entry for entry in tournament.field if created.check_in and not entry.checked_in]
    events: list[Event] = [PlayerWithdrew(entry.player, *own_reason(ABSENT)) for entry in absent]
    state = after(tournament, events)
    there = len(state.field)
    if there < FEWEST:
        did = say("checked in") if created.check_in else say("entered")
        raise NotAllowed(
            say(
                "a tournament needs at least {fewest} players and {there} {did}: enter more, then start",
                fewest=FEWEST,
                there=there,
                did=did,
            )
        )
    ensure_playable(state, there)
    if seeding is not None:
        events += seed_players(state, seeding, players, lots or seed)
        state = after(tournament, events)
    if settings_of(state).seeded and state.draw.seeds is None:
        events += seed_players(state, LOTS, seed=seed)
    events.append(TournamentStarted(seed, state.format.rules))
    state = after(tournament, events)
    if exchanges := state.format.exchanges(state):
        events.append(PlayersExchanged(exchanges))
    events += fitted_at_the_start(state)
    return [*events, *pair(after(tournament, events))]


def ensure_playable(tournament: Tournament, players: int) -> None:
    """Raises `NotAllowed` for more matches than a tournament can have, and `Invalid` for settings that do not fit."""
    form, settings = tournament.format, settings_of(tournament)
    matches = form.planned(players, settings)
    if matches > MOST_MATCHES:
        fitting = next(fewer for fewer in count(FEWEST) if form.planned(fewer + 1, settings) > MOST_MATCHES)
        raise NotAllowed(
            say(
                "{created_name} would have {matches} matches, and a tournament has at most "
                "{most_matches}: as it is set, up to {fitting} can take part",
                created_name=tournament.created.name,
                matches=matches,
                most_matches=MOST_MATCHES,
                fitting=fitting,
            )
        )
    form.fits(settings, players)
