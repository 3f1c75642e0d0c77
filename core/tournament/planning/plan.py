"""Plans: rounds, matches and the end of a tournament, before it is announced or while it is played."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from math import sqrt
from typing import Any, NamedTuple

from core.errors import Invalid, NotAllowed
from core.events import PlayerEntered, TournamentCreated
from core.options import stored_options
from core.tournament import Format, Tournament, decisions, opened
from core.tournament.decisions.pairing import after
from core.tournament.formats import format_of
from core.tournament.planning.game_lengths import GameLengths
from core.tournament.planning.match_lengths import match_minutes
from core.tournament.planning.remaining import Task, remaining
from core.tournament.planning.simulation import RoundsToPair, Simulation, SimulationRun
from core.tournament.terms import Rule, terms_of, terms_of_coming

MOST_PLAYERS, MOST_TABLES = 128, 64
_TENTH = 1.2816
"""Standard deviations from the middle of a normal distribution to its 10 % and 90 % points."""
_ID = "t_plan"
_ROUNDS_AHEAD = 40
"""More rounds than rules of length may name one by one; the last of them stands for all further ones."""


class End(NamedTuple):
    """Minutes from now, or from the start: the expected end, and the two points between which 80 % of all ends are."""

    expected: float
    early: float
    late: float


class Planned(NamedTuple):
    """A plan. Of rounds and matches the fewest and the most, which differ where results decide."""

    rounds: tuple[int, int]
    matches: tuple[int, int]
    end: End


Span = tuple[float, float]
"""The start and the end, in minutes from now."""


class Still(NamedTuple):
    """Ends of a running tournament: of the round that is played, and of all.

    `starts` are the expected starts of matches that are not played yet, by match id, else by slot of a bracket.
    `spans` are those of all paired matches without a result, `rounds` those of rounds by number, as far as known.
    """

    round: End
    all: End
    starts: Mapping[str, float] = {}
    spans: Mapping[str, Span] = {}
    rounds: Mapping[int, Span] = {}


def plan(
    form: Format,
    settings: Mapping[str, Any],
    game: str,
    length: Mapping[str, int],
    stop: str,
    players: int,
    tables: int,
    lengths: GameLengths,
    terms: Sequence[Rule] = (),
    round_minutes: int | None = None,
) -> Planned | None:
    """The plan of a tournament of so many players at so many tables; `None` if such a tournament cannot start.

    In a team league the players form teams of as many as there are boards. No match lasts longer than `round_minutes`.
    """
    read = tuple(sorted(stored_options(form.read_settings(settings)).items()))
    try:
        tournament, tasks = _started(form.key, read, game, players)
    except (NotAllowed, Invalid):
        return None
    if terms:
        announced = replace(tournament.created, length=length, stop=stop, terms=tuple(terms))
        tournament = tournament._replace(created=announced)
        tasks = remaining(tournament)
    minutes = match_minutes(lengths, length, stop, round_minutes)
    own = [match_minutes(lengths, *task.terms, round_minutes) if task.terms else minutes for task in tasks]
    later = _of_rounds(tournament, minutes, lengths, round_minutes)
    found = _simulated(tournament, tasks, own, later, tables, {}, (read, players))
    rounds, matches = (
        [simulation_run.rounds for simulation_run in found],
        [simulation_run.matches for simulation_run in found],
    )
    if len(found) == 1:
        return Planned((rounds[0],) * 2, (matches[0],) * 2, _estimated(minutes, matches[0], min(tables, players // 2)))
    return Planned(
        (min(rounds), max(rounds)), (min(matches), max(matches)), _end([simulation_run.end for simulation_run in found])
    )


def still_to_play(
    tournament: Tournament, tables: int, lengths: GameLengths, since: Mapping[str, float]
) -> Still | None:
    """The expected ends of a started tournament, in minutes from now; `None` if nothing is left to play.

    `since` are the minutes for which matches have been played, by match id. No match lasts longer than the announced
    minutes of a round.
    """
    tasks, created = remaining(tournament), tournament.created
    most = (created.details or {}).get("round_minutes")
    usual = match_minutes(lengths, created.length, created.stop, most)
    minutes = [match_minutes(lengths, *task.terms, most) if task.terms else usual for task in tasks]
    later = _of_rounds(tournament, usual, lengths, most)
    found = _simulated(tournament, tasks, minutes, later, tables, since, (tournament.id, tournament.version))
    if not found or not found[0].matches:
        return None
    if len(found) == 1:
        end = _estimated(usual, found[0].matches, tables)
        return Still(end, end)
    starts = {
        task.match or task.slot: sum(simulation_run.starts[place] for simulation_run in found) / len(found)
        for place, task in enumerate(tasks)
        if task.match not in since
    }
    spans = [
        _span(-since[task.match] if task.match in since else starts[task.match or task.slot], minute)
        for task, minute in zip(tasks, minutes, strict=True)
    ]
    matches = {task.match: span for task, span in zip(tasks, spans, strict=True) if task.match}
    return Still(
        _end([simulation_run.first_round for simulation_run in found]),
        _end([simulation_run.end for simulation_run in found]),
        starts,
        matches,
        _of_each_round(tasks, spans),
    )


def example(form_key: str, settings: Mapping[str, Any], players: int) -> Tournament | None:
    """A tournament of so many players just after its start; `None` if so many cannot start.

    Raises `NotFound`, and `Invalid` for settings that are wrong or do not fit so many.
    """
    read = tuple(sorted(stored_options(format_of(form_key).read_settings(settings)).items()))
    try:
        return _started(form_key, read, "swedish", players)[0]
    except NotAllowed:
        return None


def _span(start: float, minutes: Sequence[float]) -> Span:
    """A match of the mean length; one that takes longer ends now."""
    return start, max(0.0, start + sum(minutes) / len(minutes))


def _of_each_round(tasks: Sequence[Task], spans: Sequence[Span]) -> dict[int, Span]:
    """From the first start to the last end of the matches of each round that will be played."""
    rounds: dict[int, Span] = {}
    for task, (start, end) in zip(tasks, spans, strict=True):
        if not task.perhaps:
            first, last = rounds.get(task.round, (start, end))
            rounds[task.round] = min(first, start), max(last, end)
    return rounds


def _of_rounds(
    tournament: Tournament, usual: Sequence[float], lengths: GameLengths, most: int | None
) -> Sequence[Sequence[float]]:
    """The minutes of a match of each round that is still to be paired on command.

    They follow from its number, its stage and its players. Where lost matches decide, they are those of the last round.
    """
    rules = tournament.created.terms
    last = tournament.rounds[-1] if tournament.rounds and rules else None
    if last is None or rules is None or not last.pairings or last.pairings[0].slot.partition(".")[2]:
        return [usual]
    if any(rule.get("losses") is not None for rule in rules):
        terms = terms_of(tournament, last, last.pairings[0])
        return [match_minutes(lengths, terms.length, terms.stop, most)]
    ahead = tournament.format.staged.ahead(tournament)
    ahead = ahead or [(last.stage, len(tournament.starters) - len(tournament.withdrawn))] * _ROUNDS_AHEAD
    coming = [
        terms_of_coming(tournament, number, stage, players)
        for number, (stage, players) in enumerate(ahead, last.number + 1)
    ]
    return [match_minutes(lengths, terms.length, terms.stop, most) for terms in coming]


def _simulated(
    tournament: Tournament,
    tasks: Sequence[Task],
    minutes: Sequence[Sequence[float]],
    later: Sequence[Sequence[float]],
    tables: int,
    since: Mapping[str, float],
    inputs: object,
) -> list[SimulationRun]:
    there = {task.match for task in tasks}
    playing = {match: each for match, each in since.items() if match in there}
    known = tournament.format.rounds_to_pair
    to_pair: RoundsToPair = partial(known, tournament) if known else lambda _coin: ()
    return Simulation(tasks, minutes, later, to_pair, tables, playing).simulate(tournament.format.key, inputs)


@lru_cache(maxsize=512)
def _started(
    form_key: str, settings: tuple[tuple[str, Any], ...], game: str, players: int
) -> tuple[Tournament, tuple[Task, ...]]:
    """A tournament of that many just after its start, as the format itself pairs it, and its matches.

    A player has the number of their place as name. So lots are not drawn here, also where a draw is announced.
    """
    form = format_of(form_key)
    placed = {name: value for name, value in settings if name != "seeded"}
    created = TournamentCreated("plan", "plan", game, {"games": 3}, form_key, settings=placed)
    boards = dict(settings).get("boards", 1) if form.teams else 1
    tournament = opened(_ID, created)
    for number in range(players // boards):
        members = tuple((f"p{number}m{board}", "") for board in range(boards)) if form.teams else None
        tournament = after(tournament, [PlayerEntered(f"p{number}", f"{number + 1}", members=members)])
    tournament = after(tournament, decisions.start(tournament, "plan"))
    return tournament, remaining(tournament)


def _end(minutes: Sequence[float]) -> End:
    """The mean, and the 10 % and 90 % points, never beyond the mean."""
    ordered, mean = sorted(minutes), sum(minutes) / len(minutes)
    early, late = (_point(ordered, part) for part in (0.1, 0.9))
    return End(mean, min(early, mean), max(late, mean))


def _point(ordered: Sequence[float], part: float) -> float:
    place = part * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def _estimated(minutes: Sequence[float], matches: int, tables: int) -> End:
    """The end of very many matches, if no table is ever free: the sum of their lengths, normally distributed."""
    mean = sum(minutes) / len(minutes)
    spread = sqrt(sum((minute - mean) ** 2 for minute in minutes) / len(minutes) * matches)
    return End(*((matches * mean + sign * _TENTH * spread) / tables for sign in (0, -1, 1)))
