"""Rounds of a Swiss: the next one, how many there are, and one that cannot be paired (SW2–SW17).

All rounds of the tournament that is asked about are those of the Swiss. Its settings are those of a Swiss, perhaps
with others.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from core.events import RoundPaired
from core.messages import say
from core.tournament.model.explanation import Explanations
from core.tournament.model.impasse import LOOK_AHEAD, NO_MATCH, REMATCH, WAYS, Impasse
from core.tournament.model.memoize import memoized
from core.tournament.model.new_round import new_round
from core.tournament.model.state import Tournament, settings_of
from core.tournament.model.values import Round
from core.tournament.setting_words import WORDS
from core.tournament.standings.scoring import scoring_of
from core.tournament.swiss.costs import Costs
from core.tournament.swiss.explanation import POINTS, explained
from core.tournament.swiss.feasibility import alternatives, can_be_paired, looking_ahead
from core.tournament.swiss.pairing import SwissRound, couples, swiss_round
from core.tournament.swiss.round_input import HARD, RoundInput, field_of, past, present, sitting
from core.tournament.swiss.seats import LIMITED

MOST_ROUNDS, MOST_ACCELERATED = 50, 9
ROUNDS: Mapping[str, Any] = {
    "choices": tuple(range(MOST_ROUNDS + 1)),
    "sentence": say("How many rounds are played. 0: as many as are proposed for the players who start (SW2)."),
}
"""The setting of how many rounds there are, as metadata of a field."""
ACCELERATED: Mapping[str, Any] = {
    "choices": tuple(range(MOST_ACCELERATED + 1)),
    "sentence": WORDS["accelerated"].sentence,
}
"""The setting of how many rounds are accelerated, as metadata of a field."""


def proposed(players: int) -> int:
    """So many rounds that one player at most has won them all, and one more; never so many that they end unpaired.

    >>> [proposed(players) for players in (2, 5, 8, 16, 33, 500)]
    [1, 3, 4, 5, 7, 10]
    """
    return max(1, min((players - 1).bit_length() + 1, players + players % 2 - 3))


def rounds_of(tournament: Tournament) -> int:
    """The number of rounds: as set, else as proposed for the players of the first."""
    rounds: int = settings_of(tournament).rounds
    if rounds or not tournament.rounds:
        return rounds or proposed(len(tournament.starters))
    early = (entry for entry in tournament.entries if entry.late is None)
    resting = {entry.player for entry in early if any(bye.round == 1 for bye in entry.byes)}
    return proposed(len(sitting(tournament.rounds[0]) | resting))


def accelerated(tournament: Tournament, number: int) -> Mapping[str, int]:
    """The points that the pairing of a round adds to the scores of the upper half of the seeds (SW15).

    The upper half are as many of the first as make half of those who started, rounded up to an even number.
    """
    if number > settings_of(tournament).accelerated:
        return {}
    came_late = {entry.player for entry in tournament.entries if entry.late is not None}
    started = [starter for starter in tournament.starters if starter not in came_late]
    return dict.fromkeys(started[: 2 * -(-len(started) // 4)], scoring_of(tournament)["win"])


def next_round(tournament: Tournament, _seed: str) -> RoundPaired | None:
    """The round of least cost; `None` while results are missing, after the last, and where no round is legal."""
    number = len(tournament.rounds) + 1
    players = present(tournament, number)
    if number > rounds_of(tournament) or tournament.to_play or len(players) < 2:
        return None
    costs = Costs(_field(tournament, number, players))
    if tournament.resolved.get(number + 1) == LOOK_AHEAD:
        found = looking_ahead(costs, rounds_of(tournament) - number) or couples(costs)
    else:
        found = couples(costs)
    return None if found is None else new_round(tournament, *swiss_round(costs.field, found))


def rounds_to_pair(tournament: Tournament, _coin: Callable[[], bool]) -> list[int]:
    """The matches of each round that is not paired yet."""
    return _sizes_to_come(tournament)


@memoized
def _sizes_to_come(tournament: Tournament) -> list[int]:
    numbers = range(len(tournament.rounds) + 1, rounds_of(tournament) + 1)
    return [len(present(tournament, number)) // 2 for number in numbers]


def is_over(tournament: Tournament) -> bool:
    """All rounds are paired, or too few are left to pair, and no match waits for a result."""
    done = len(tournament.rounds) >= rounds_of(tournament)
    return bool(tournament.rounds) and (done or len(present(tournament)) < 2) and not tournament.to_play


def late(tournament: Tournament) -> str | None:
    """No late entry once the last round is paired."""
    rounds = rounds_of(tournament)
    return say("round {last} is the last, and it is paired", last=rounds) if len(tournament.rounds) >= rounds else None


def impasse(tournament: Tournament) -> Impasse | None:
    """The next round, if by the rules it cannot be paired, whatever the results of the one that is played."""
    number = len(tournament.rounds) + 1
    players, everyone = present(tournament, number), present(tournament)
    if number > rounds_of(tournament) or len(everyone) < 2:
        return None
    if len(players) < 2:
        why = say("round {number} cannot be paired: all others sit it out on request", number=number)
        together = _field(tournament, number, everyone)
        back = can_be_paired(Costs(together)) or can_be_paired(Costs(together._replace(relaxed=True)))
        found = alternatives(tournament, why, number, None, relaxed=False, byes_back=back)
        if tournament.to_play or not 1 < number < rounds_of(tournament):
            return found
        ways = tuple(way for way in WAYS if way in {*found.ways, NO_MATCH})
        return found._replace(ways=ways, bye=players[0] if players else None)
    field = _field(tournament, number, players)
    if can_be_paired(Costs(field)):
        return None
    relaxed = not field.relaxed and can_be_paired(Costs(field._replace(relaxed=True)))
    why = say(
        "round {number} cannot be paired: {reason}", number=number, reason=_reason(field, teams=tournament.format.teams)
    )
    back = len(players) < len(everyone) and can_be_paired(Costs(_field(tournament, number, everyone)))
    return alternatives(tournament, why, number, _again(tournament), relaxed=relaxed, byes_back=back)


def _reason(field: RoundInput, *, teams: bool) -> str:
    apart = (
        say(", or an opponent from whom they are kept apart")
        if field.apart == HARD or any(field.avoided.values())
        else ""
    )
    if field.relaxed:
        return say(
            "two who are to be kept apart would meet, however the {players} are paired",
            players=len(field.players),
        )
    sitting_out = say(", or sits out twice") if len(field.players) % 2 else ""
    if teams:
        return say(
            "however the {teams} teams are paired, two meet that have met before{kept}{sitting_out}",
            teams=len(field.players),
            kept=apart,
            sitting_out=sitting_out,
        )
    return say(
        "however the {players} players are paired, two meet who have met before{kept}{sitting_out}",
        players=len(field.players),
        kept=apart,
        sitting_out=sitting_out,
    )


def _again(tournament: Tournament) -> SwissRound | None:
    """The last round paired so that the next can be, if nothing of it has been played."""
    last = tournament.rounds[-1] if tournament.rounds else None
    begun = tournament.results.keys() | tournament.reported.keys()
    if last is None or any(pairing.match in begun for pairing in last.pairings):
        return None
    costs = Costs(_field(tournament, last.number, present(tournament, last.number)))
    found = looking_ahead(costs, rounds_of(tournament) - last.number)
    return None if found is None else swiss_round(costs.field, found)


def _field(tournament: Tournament, number: int, players: Collection[str]) -> RoundInput:
    settings = settings_of(tournament)
    before = past(tournament, number, lambda round_: accelerated(tournament, round_))
    return field_of(
        tournament,
        number,
        before,
        players,
        order=settings.pairing,
        apart=settings.avoid,
        relaxed=tournament.resolved.get(number) == REMATCH,
        limited=settings.seats == LIMITED,
    )


def explain(tournament: Tournament, round_: Round) -> Explanations:
    """The reason of each match of a round, and of the bye: from what was known before it."""
    return explained(tournament, round_, _field(tournament, round_.number, sitting(round_)), POINTS)


def nearly_everyone(tournament: Tournament) -> tuple[int, int] | None:
    """The number of participants and of rounds, where the rounds are nearly as many as the opponents; else `None`."""
    before = tournament.seed is None
    participants = len(tournament.field) if before else len(tournament.starters)
    rounds = settings_of(tournament).rounds if before else rounds_of(tournament)
    if rounds < participants - 2 or (before and not 0 < rounds < participants):
        return None
    return participants, rounds


def advice(tournament: Tournament) -> tuple[str, ...]:
    """That a round robin would be better, where there are nearly as many rounds as opponents.

    Before the start it is asked of those who have entered, once they are enough for the announced rounds.
    """
    players, rounds = nearly_everyone(tournament) or (0, 0)
    if not players:
        return ()
    everyone = players - 1 + players % 2
    sentence = say(
        "{players} players, and {rounds} as the number of rounds: in a round robin, with {everyone}, everyone meets "
        "everyone, while this Swiss may come to a round that cannot be paired",
        rounds=rounds,
        players=players,
        everyone=everyone,
    )
    return (sentence,)
