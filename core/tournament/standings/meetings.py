"""Meetings and their results, as each player sees them: the input of every table."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from core.games import game_of
from core.match.results.settlement import score
from core.tournament.handicap import PLAYED
from core.tournament.model.byes import BYE_KINDS, sat_out
from core.tournament.model.impasse import NO_MATCH
from core.tournament.model.state import Tournament
from core.tournament.model.values import ANNULLED, HALF_EACH, NO_PLAYER, Meeting, Meetings, Result, Round
from core.tournament.standings.scoring import kind_for, penalty_of, scoring_of

"""The kinds of result without play. A forfeit is not one of them: it is given up after its start."""


"""Everybody's meetings by player id, round by round."""


def meetings(
    tournament: Tournament, players: Collection[str] | None = None, stage: str | None = None
) -> dict[str, list[Meeting]]:
    """The results of all players, in the order of the rounds; only those between these players, or of that stage.

    A draft counts for no player. A bye counts once its round has begun (`_begun`).
    """
    inside = (entry.player for entry in tournament.field)
    met: dict[str, list[Meeting]] = {each: [] for each in inside if players is None or each in players}
    if tournament.format.meetings is not None:
        return _between(met, tournament.format.meetings(tournament))
    counts, seats = scoring_of(tournament), game_of(tournament.created.game).seats[:2]
    rounds = [round_ for round_ in tournament.rounds if not round_.draft and stage in (None, round_.stage)]
    begun = _begun(tournament, rounds)
    for round_ in rounds:
        for player, meeting in _of_round(tournament, round_, counts, seats):
            counted = round_.number in begun if meeting.is_bye else meeting.opponent in met
            if player in met and counted:
                met[player].append(meeting)
        if round_.number in begun:
            if round_.bye in met:
                met[round_.bye].append(_bye(counts, round_.number))
            for player, kind in _with_points(tournament, round_).items():
                if player in met:
                    met[player].append(_bye(counts, round_.number, kind=kind))
    return met


def _with_points(tournament: Tournament, round_: Round) -> dict[str, str]:
    """The players who sat a round out on request for points, and the kind of bye."""
    return {player: BYE_KINDS[worth] for player, worth in sat_out(tournament, round_).items() if worth in BYE_KINDS}


def absences(tournament: Tournament, players: Collection[str], stage: str | None = None) -> dict[str, tuple[int, ...]]:
    """The rounds, begun by others, for which each of these players was neither paired nor given a bye: late or gone.

    A bye on request that counts nothing is one of them.

    Only where everybody is there in every round: not in brackets, nor in meetings that are not simply matches. Nor in
    groups, whose names are the slots of their matches: a smaller one plays fewer rounds.
    """
    form = tournament.format
    in_brackets = form.plan is not None and (stage is None or stage != form.table_stage)
    if in_brackets or form.meetings is not None:
        return {}
    rounds = [round_ for round_ in tournament.rounds if not round_.draft and stage in (None, round_.stage)]
    rounds = [round_ for round_ in rounds if not any(pairing.slot for pairing in round_.pairings)]
    begun = _begun(tournament, rounds)
    away: dict[str, list[int]] = {}
    for round_ in rounds:
        there = {player for pairing in round_.pairings for player in (pairing.white, pairing.black)} | {round_.bye}
        there |= _with_points(tournament, round_).keys()
        for player in players:
            if round_.number in begun and player not in there:
                away.setdefault(player, []).append(round_.number)
    return {player: tuple(numbers) for player, numbers in away.items()}


def _between(players: Collection[str], met: Meetings) -> dict[str, list[Meeting]]:
    return {
        player: [meeting for meeting in met.get(player, ()) if meeting.is_bye or meeting.opponent in players]
        for player in players
    }


def _begun(tournament: Tournament, rounds: Sequence[Round]) -> frozenset[int]:
    """The rounds of which a match has a result; and those before one of these of which no match waits for one.

    A round that the director left without a match (SW10) has begun, too.
    """
    begun = {round_.number for round_ in rounds if _has_results(tournament, round_)}
    begun |= {round_.number for round_ in rounds if tournament.resolved.get(round_.number) == NO_MATCH}
    last, waiting = max(begun, default=0), {pairing.match for pairing in tournament.to_play}
    passed = (round_ for round_ in rounds if not any(match.match in waiting for match in round_.pairings))
    return frozenset(begun | {round_.number for round_ in passed if round_.number < last})


def _has_results(tournament: Tournament, round_: Round) -> bool:
    return any(pairing.match in tournament.results and not pairing.is_bye for pairing in round_.pairings)


def _of_round(
    tournament: Tournament, round_: Round, counts: Mapping[str, int], seats: Sequence[str]
) -> Iterator[tuple[str, Meeting]]:
    penalty = penalty_of(tournament)
    for pairing in round_.pairings:
        result = tournament.results.get(pairing.match)
        if result is None or result.kind == ANNULLED:
            continue
        if pairing.is_bye:
            yield pairing.white, _bye(counts, round_.number, pairing.match)
            continue
        if tournament.created.handicap:
            result = _counted(tournament, result)
        white, black = seats
        for player, opponent, seat, other in (
            (pairing.white, pairing.black, white, black),
            (pairing.black, pairing.white, black, white),
        ):
            points, taken_off = counts[kind_for(result, seat)], 0
            if penalty:
                taken_off = penalty * tournament.penalties.get(pairing.match, {}).get(seat, 0)
            meeting = as_seen(result, opponent, seat, other, points, pairing.match, round_.number, taken_off)
            if not meeting.played and result.winner is not None:
                meeting = _by_walkover(meeting, counts)
            yield player, meeting


def _counted(tournament: Tournament, result: Result) -> Result:
    """The result with the points that count in the table: by the announced rule without those of a start (H6)."""
    if (tournament.created.handicap or {}).get("counted") != PLAYED or not result.score:
        return result
    game = game_of(tournament.created.game)
    return result._replace(score=score(game, result.games, game.seats[:2]))


def _by_walkover(meeting: Meeting, counts: Mapping[str, int]) -> Meeting:
    """A match won without play, with what it counts in the differences by the tournament's scoring."""
    games, points = counts["walkover_games"], counts["walkover_points"]
    if meeting.won:
        return meeting._replace(games_won=games, points_won=points)
    return meeting._replace(games_lost=games, points_lost=points)


def _bye(counts: Mapping[str, int], number: int, match_id: str = "", kind: str = "bye") -> Meeting:
    is_win = counts[kind] >= counts["win"] > counts["loss"]
    return Meeting(NO_PLAYER, is_win, 0, 0, 0, 0, counts[kind], kind, match_id, number)


def as_seen(
    result: Result,
    opponent: str,
    seat: str,
    other: str,
    points: int,
    match_id: str = "",
    number: int = 0,
    penalty: int = 0,
) -> Meeting:
    """A result as the player at a seat sees it, for whom it counts so many points, in the round of that number."""
    winners = [game.winner for game in result.games]
    won, lost = result.score.get(seat, 0), result.score.get(other, 0)
    if any(game.placings for game in result.games):  # the score is what each has to pay
        won, lost = lost, won
    return Meeting(
        opponent,
        result.winner == seat,
        winners.count(seat),
        winners.count(other),
        won,
        lost,
        points,
        result.kind,
        match_id,
        number,
        result.kind == HALF_EACH,
        penalty,
    )
