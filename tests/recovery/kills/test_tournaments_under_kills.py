"""Two tournaments are played over HTTP by many people at once while every process is killed in turn.

Nothing that was acknowledged is lost or doubled, every round is paired once, and the tables are those of the same
results played in peace.
"""

import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from click.testing import CliRunner

from core.events import (
    MatchOpened,
    MatchSettled,
    PairingsVoided,
    PlayerEntered,
    Recorded,
    ResultDecided,
    ResultReported,
    RoundPaired,
    TournamentStarted,
)
from core.games import game_of
from core.match.results.settlement import settle
from core.tournament import Tournament, fold, opened
from core.tournament.decisions import pair, pair_round
from core.tournament.decisions.corrections import Decision
from core.tournament.views.tournament_view import paired_rounds
from schemas.dump import dump_all
from schemas.views.tournaments import Round
from service.commands.verify import verify
from service.store.log import RedisLog
from tests.core.tournament.pairing.test_order import seen
from tests.support.processes.chaos_cluster import ChaosCluster
from tests.support.processes.tournament_clients import (
    GAMES,
    WHY,
    ToCorrect,
    TournamentClients,
    corrected,
    outcome,
    place_of,
)
from tests.support.proving import prove
from tests.support.tournament.ledger import Ledger
from tests.support.tournament.strategies import decided
from tests.support.tournament.written_results import after

pytestmark = pytest.mark.xdist_group("killing")

KILLS = ("pump", "web", "store", "jobs", "pump", "queue", "web", "store")
RESULTS_BETWEEN = 5
LONGEST = 120.0

SWISS = {"name": "Autumn Swiss", "format": "swiss", "settings": {"rounds": 4}}
CUP = {"name": "Cup", "format": "groups_then_knockout", "settings": {"groups": 3, "consolation": True}}
SMALL_CUP = {"name": "Small cup", "format": "groups_then_knockout", "settings": {"groups": 2}}
SMALL_CORRECTED = ToCorrect(((1, 1),), on_command=False)
SWISS_CORRECTED = ToCorrect(((1, 0), (2, 3), (3, 1), (4, 2)), on_command=True)
CUP_CORRECTED = ToCorrect(((1, 1), (2, 4), ("main.1.2", 0)), on_command=False)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A short path: sockets have to fit."""
    with tempfile.TemporaryDirectory(prefix="brade-") as name:
        yield Path(name)


@pytest.mark.usefixtures("power_cuts")
@prove
def test_two_tournaments_are_played_to_their_end_when_any_process_is_killed(
    folder: Path,
):
    with ChaosCluster(folder, web=True) as cluster:
        token = cluster.scorers_token()
        swiss = TournamentClients(cluster.address, token, SWISS, 9, SWISS_CORRECTED)
        cup = TournamentClients(cluster.address, token, CUP, 12, CUP_CORRECTED)
        people = swiss.begin(desks=2, directors=3) + cup.begin(desks=2, directors=1)
        check_played(cluster, people, KILLS, (swiss, SWISS_CORRECTED), (cup, CUP_CORRECTED))


@prove
@pytest.mark.usefixtures("power_cuts")
def test_a_small_cup_is_played_to_its_end_when_any_process_is_killed(folder: Path):
    with ChaosCluster(folder, web=True) as cluster:
        cup = TournamentClients(cluster.address, cluster.scorers_token(), SMALL_CUP, 8, SMALL_CORRECTED)
        check_played(
            cluster, cup.begin(desks=2, directors=1), ("web", "pump", "store"), (cup, SMALL_CORRECTED), results=2
        )


def check_played(
    cluster: ChaosCluster,
    people: list[Thread],
    kills: Sequence[str],
    *played: tuple[TournamentClients, ToCorrect],
    results: int = RESULTS_BETWEEN,
) -> None:
    """Kill while it is played; then everything holds, and the tables are those of the same results without a kill."""
    tournaments = [each for each, _ in played]
    cluster.tournaments += [tournament.id for tournament in tournaments]
    killed = kill_in_turn(cluster, kills, results, *tournaments)
    deadline = time.monotonic() + LONGEST
    for person in people:
        person.join(max(0.0, deadline - time.monotonic()))
    assert [error for tournament in tournaments for error in tournament.errors] == []
    assert not [person.name for person in people if person.is_alive()], "somebody still waits"
    assert killed == len(kills), "it was over before everybody had been killed"
    assert cluster.problems([]) == []
    for clients, rounds in played:
        log = list(RedisLog(cluster.client).read(clients.id))
        check_what_was_acknowledged(cluster, clients, log)
        check_rounds_once(clients, log)
        final = fold(clients.id, log)
        assert final.status == "finished"
        assert seen(final) == seen(played_in_peace(clients.id, log, rounds))
    proved = CliRunner().invoke(verify, [], env={"BRADE_STORE_URL": cluster.store.url}, catch_exceptions=False)
    assert proved.exit_code == 0, proved.output


def kill_in_turn(cluster: ChaosCluster, kills: Sequence[str], between: int, *tournaments: TournamentClients) -> int:
    """Kill the next one after some more results, as long as they are played; how many were killed."""
    deadline = time.monotonic() + LONGEST
    for count, who in enumerate(kills):
        while (results := sum(len(tournament.reported) for tournament in tournaments)) < (count + 1) * between:
            if all(tournament.done.is_set() for tournament in tournaments):
                return count
            assert time.monotonic() < deadline, f"after {count} kills and {results} results nothing goes on any more"
            time.sleep(0.01)
        cluster.kill(who)
    return len(kills)


def check_what_was_acknowledged(cluster: ChaosCluster, clients: TournamentClients, log: list[Recorded]) -> None:
    """Every result is in its match's log, once; every decision under the version that was answered, and no other."""
    for match in {row[0] for event in log if isinstance(event.event, RoundPaired) for row in event.event.pairings}:
        said = [each.event for each in RedisLog(cluster.client).read(match)] if is_opened(cluster, match) else []
        results = [each.results for each in said if isinstance(each, ResultReported)]
        assert len(said) == len(results) + sum(isinstance(each, MatchOpened) for each in said)
        assert len(results) <= 1, f"{match} was reported twice"
        if match in clients.reported:
            assert results == [clients.reported[match]]
    decisions = {event.version: event.event.match for event in log if isinstance(event.event, ResultDecided)}
    assert decisions == {version: body["match"] for version, body in clients.decided.items()}


def is_opened(cluster: ChaosCluster, stream: str) -> bool:
    return RedisLog(cluster.client).head(stream) is not None


def check_rounds_once(clients: TournamentClients, log: list[Recorded]) -> None:
    """A round on command was paired by one request of many; what pairs by itself has nothing twice at any time."""
    created = log[0].event
    on_command = created.format == "swiss"
    ledger = Ledger(created, on_command=on_command)
    for event in log[1:]:
        ledger.apply(event.event)  # which fails where a match is paired that is there
    times = Counter(event.event.round for event in log if isinstance(event.event, RoundPaired))
    at_once = {number for number, stage in ledger.stages.items() if stage == "groups" or on_command}
    assert {times[number] for number in at_once} == {1}
    if on_command:
        assert times == Counter(range(1, len(times) + 1))
        assert clients.paired == dict.fromkeys(range(2, len(times) + 1), 1)
        assert not any(isinstance(event.event, PairingsVoided) for event in log)
    slots = Counter((ledger.means[match].round, ledger.means[match].slot) for match in ledger.live)
    assert on_command or max(count for (number, _), count in slots.items() if number not in at_once) == 1


def played_in_peace(stream: str, log: list[Recorded], rounds: ToCorrect) -> Tournament:
    """The same tournament from its start, result by result, with the same corrections."""
    state = opened(stream, log[0].event)
    state = after(state, [event.event for event in log if isinstance(event.event, PlayerEntered | TournamentStarted)])
    state = after(state, pair(state))
    done = 0
    while state.status == "running" or done < len(rounds.rounds):
        paired = dump_all(Round)(paired_rounds(state))
        wrong = rounds.find(paired, done) if done < len(rounds.rounds) else None
        if wrong is not None:
            match, done = wrong[1]["id"], done + 1
            decision = Decision(match, "played", WHY, None, corrected(place(state, match)))
            state = after(state, decided(decision)(state))
        elif state.to_play:
            match = state.to_play[0].match
            games = outcome(place(state, match))
            said = settle(game_of("swedish"), {"games": GAMES}, games)
            state = after(state, [MatchSettled(match, said.winner or "", said.score, said.decided_by or "", games)])
            state = after(state, pair(state))
        else:
            state = after(state, pair_round(state))
    return state


def place(state: Tournament, match: str) -> tuple[Any, ...]:
    return next(
        place_of(state, round_, pairing)
        for round_ in state.rounds
        for pairing in round_.pairings
        if pairing.match == match
    )
