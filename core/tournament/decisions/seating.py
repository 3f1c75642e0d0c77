"""Tables of matches: automatic as tables become free, or by the director."""

from collections.abc import Container, Iterable, Iterator, Sequence

from core.errors import Invalid, NotAllowed
from core.events import Event, MatchesSeated, TablesSet
from core.messages import say
from core.tournament import Tournament, apply
from core.tournament.model.values import Pairing, Round


def seat(tournament: Tournament) -> list[Event]:
    """Give free tables to the matches that can be played now: one event, or none.

    Matches come by round; one whose players, or whose teams, have an earlier one to play waits. Free tables come in
    their order, those of the match's own group first; one at which either player sat the last time is taken if there is
    no other. A match that is played again, after its table was given to another, gets a new one, or waits for it. One
    of whose players sits at a table of another tournament (`busy`) waits, and the other player's next match may come
    first. One that has a time in the timetable waits for that (`due`), and for its table there.
    """
    if not tournament.tables or tournament.seed is None:
        return []
    now = playing(tournament)
    holders = _holders(tournament, now)
    taken = set(holders.values())
    free = [table for table in tournament.tables if table[0] not in taken]
    without_table = tournament.seated.keys() - holders.keys()
    moved = [pairing.match for pairing in now if pairing.match in without_table]
    seats = _seats(tournament, now, free, moved) if free else []
    found = {match for match, _ in seats}
    seats += [(match, "") for match in moved if match not in found]
    return [MatchesSeated(tuple(seats))] if seats else []


def _seats(
    tournament: Tournament, now: Iterable[Pairing], free: list[tuple[str, str]], moved: Sequence[str]
) -> list[tuple[str, str]]:
    """The matches that get one of the free tables, and which; those that were moved from theirs wait as well."""
    last: dict[str, str] | None = None
    if moved:
        tournament = tournament._replace(
            seated={match: table for match, table in tournament.seated.items() if match not in moved}
        )
    seats = []
    due: Iterable[tuple[Round, Pairing]] = (each for each in _waiting(tournament, now) if _is_due(tournament, each[1]))
    planned: dict[str, str] = {}
    if tournament.timetable.times:
        due = list(due)
        planned = {pairing.match: _planned_table(tournament, pairing) for _, pairing in due}
    for round_, pairing in due:
        if own := planned.get(pairing.match):
            fitting = [table for table in free if table[0] == own]
        else:
            fitting = [
                table for table in _fitting(tournament, round_, pairing, free) if table[0] not in planned.values()
            ]
        if fitting:
            last = _last_tables(tournament) if last is None and len(fitting) > 1 else last
            before = {last.get(pairing.white), last.get(pairing.black)} if last else set()
            table = next((each for each in fitting if each[0] not in before), fitting[0])
            free.remove(table)
            seats.append((pairing.match, table[0]))
            if not free:
                break
    return seats


def _holders(tournament: Tournament, now: Iterable[Pairing]) -> dict[str, str]:
    """Of the matches that are played now those at tables: at each table the one that was put there last."""
    played_now = {pairing.match for pairing in now}
    at = {table: match for match, table in tournament.seated.items() if match in played_now}
    return {match: table for table, match in at.items()}


def at_tables(tournament: Tournament) -> dict[str, tuple[str, str]]:
    """The match and the table of each player who is called to one now."""
    now = playing(tournament)
    tables = _holders(tournament, now)
    return {
        player: (pairing.match, tables[pairing.match])
        for pairing in now
        if pairing.match in tables
        for player in (pairing.white, pairing.black)
    }


def playing(tournament: Tournament) -> tuple[Pairing, ...]:
    """The published matches without a reported result; none of a tournament that was ended without them."""
    if tournament.stopped:
        return ()
    drafts = {pairing.match for round_ in tournament.rounds if round_.draft for pairing in round_.pairings}
    reported = tournament.reported
    return tuple(
        [pairing for pairing in tournament.to_play if pairing.match not in reported and pairing.match not in drafts]
    )


def waiting(tournament: Tournament) -> list[tuple[Round, Pairing]]:
    """The matches that could be played now and have no table, in the order in which they are given one.

    The boards of a meeting of teams stay together: a team begins its next meeting once all boards of this one are over.
    """
    return list(_waiting(tournament, playing(tournament)))


def _waiting(tournament: Tournament, now: Iterable[Pairing]) -> Iterator[tuple[Round, Pairing]]:
    """The same, one after the other, of the matches that are played `now`."""
    to_play = {pairing.match for pairing in now}
    team_of = {person: entry.player for entry in tournament.entries if entry.members for person in entry.people}
    busy: set[str] = set()
    meets: dict[str, set[str]] = {}
    for round_, pairing in _in_order(tournament, to_play):
        players = {pairing.white, pairing.black}
        is_later = False
        if team_of:
            teams = {team_of[player] for player in players if player in team_of}
            is_later = any(meets.setdefault(team, teams) != teams for team in teams)
        is_seated = pairing.match in tournament.seated
        if not is_seated and players & tournament.busy:
            continue
        is_free = not is_seated and not is_later and busy.isdisjoint(players)
        busy |= players
        if is_free:
            yield round_, pairing


def _in_order(tournament: Tournament, to_play: Container[str]) -> list[tuple[Round, Pairing]]:
    """These matches by round; those that have a time in the timetable behind the others, and by that."""
    matches = [
        (round_, pairing) for round_ in tournament.rounds for pairing in round_.pairings if pairing.match in to_play
    ]
    times = tournament.timetable.times
    if times:
        matches.sort(key=lambda match: times[match[1].match].starts if match[1].match in times else 0)
    return matches


def next_due(tournament: Tournament, now: int, before: int) -> int | None:
    """The next time (Unix ms) at which a match of the timetable is due: so long `before` it begins; `None` for none."""
    open_matches = {pairing.match for pairing in playing(tournament)} - tournament.seated.keys()
    times = tournament.timetable.times
    return min(
        (at for match in open_matches & times.keys() if (at := times[match].starts - before) > now), default=None
    )


def _is_due(tournament: Tournament, pairing: Pairing) -> bool:
    planned = tournament.timetable.times.get(pairing.match)
    return planned is None or tournament.due is None or planned.starts <= tournament.due


def _planned_table(tournament: Tournament, pairing: Pairing) -> str:
    planned = tournament.timetable.times.get(pairing.match)
    return planned.table if planned else ""


def _fitting(
    tournament: Tournament, round_: Round, pairing: Pairing, free: Sequence[tuple[str, str]]
) -> list[tuple[str, str]]:
    """The free tables of the match's own stage or section, and behind them those of no group."""
    inside = {pairing.white, pairing.black}
    own = {round_.stage} - {""}
    own |= {name for name, players in tournament.format.sections(tournament) if inside <= set(players)}
    return [table for table in free if table[1] in own] + [table for table in free if not table[1]]


def _last_tables(tournament: Tournament) -> dict[str, str]:
    """At which table each player sat the last time."""
    last, seated = {}, tournament.seated
    for pairing in [each for round_ in tournament.rounds for each in round_.pairings if each.match in seated]:
        if pairing.match in tournament.results or pairing.match in tournament.reported:
            last[pairing.white] = last[pairing.black] = seated[pairing.match]
    return last


def set_tables(tournament: Tournament, tables: Sequence[tuple[str, str]]) -> list[Event]:
    """The tables of the hall from now on; who sat at one that is no more waits for another.

    Raises `Invalid` for a name that stands twice.
    """
    names = [name for name, _ in tables]
    twice = {
        f"tables.{place}.table": [say("stands in the list before")]
        for place, name in enumerate(names)
        if name in names[:place]
    }
    if twice:
        raise Invalid(twice)
    wanted = TablesSet(tuple(tables))
    if wanted.tables == tournament.tables:
        return []
    return [wanted, *seat(apply(tournament, wanted, tournament.version + 1))]


def seat_by_hand(tournament: Tournament, seats: Iterable[tuple[str, str]]) -> list[Event]:
    """Put matches at tables, several at once where they change places; freed tables go to those who wait.

    Raises `Invalid` naming every match that is not played now and every table that is not there, and `NotAllowed` where
    another match would be played at the same table.
    """
    rows = list(seats)
    matches, tables = (
        {pairing.match: pairing for pairing in playing(tournament)},
        {name for name, _ in tournament.tables},
    )
    problems = {}
    for place, (match, table) in enumerate(rows):
        if match not in matches:
            problems[f"seats.{place}.match"] = [say("not a match that waits for its result here")]
        elif match in [each for each, _ in rows[:place]]:
            problems[f"seats.{place}.match"] = [say("stands in the list before")]
        if table not in tables:
            known = tuple(name for name, _ in tournament.tables) or say("none: set the tables first")
            problems[f"seats.{place}.table"] = [say("there is no such table; known are {known}", known=known)]
    if problems:
        raise Invalid(problems)
    changed = tuple((match, table) for match, table in rows if tournament.seated.get(match) != table)
    if not changed:
        return []
    event = MatchesSeated(changed)
    state = apply(tournament, event, tournament.version + 1)
    at: dict[str, str] = {}
    moved = dict(changed)
    for match in sorted(matches, key=moved.__contains__):
        table = state.seated.get(match, "")
        if table and table in at:
            raise NotAllowed(
                say(
                    "table {table} has the match {at} already: move that one, too, in the same request",
                    table=table,
                    at=at[table],
                )
            )
        at[table] = match
    return [event, *seat(state)]
