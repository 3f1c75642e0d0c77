"""Stages that have not begun: their expected players, rounds and matches, for the plan and the empty bracket."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

from core.tournament.brackets.below import ensure_fits
from core.tournament.groups import rounds as groups_rounds
from core.tournament.groups.rounds import sizes
from core.tournament.model.state import Tournament, settings_of
from core.tournament.pairing import berger
from core.tournament.stages.announced import LABELS, SINGLE, Announced, announced, settings_for
from core.tournament.stages.going_on import expected_on
from core.tournament.stages.groups_alone import Settings as GroupSettings
from core.tournament.stages.narrowing import Formats, Played, stages_of
from core.tournament.swiss.rounds import proposed


class LaterStage(NamedTuple):
    """A stage that has not begun: its expected players, and the matches of each of its rounds; none of a knock-out."""

    announced: Announced
    players: int
    matches: tuple[int, ...]


def later_stages(tournament: Tournament, now: Played, formats: Formats) -> Iterator[LaterStage]:
    """The stages after the one that is played."""
    players, before = len(now.alone.starters), now.announced
    for stage in stages_of(tournament)[now.number + 1 :]:
        players = expected_on(before, players, formats[before.kind].read_settings(before.settings))
        yield LaterStage(stage, players, tuple(_matches(stage, players)))
        before = stage


def rounds_ahead(tournament: Tournament, now: Played, formats: Formats) -> Sequence[tuple[str, int]]:
    """The stage and the expected players of each round that is still to be paired on command."""
    to_pair, players = now.alone.format.rounds_to_pair, len(now.alone.starters)
    found = [(now.label, players) for _ in (to_pair(now.alone, lambda: False) if to_pair else ())]
    for number, stage in enumerate(later_stages(tournament, now, formats), now.number + 1):
        found += [(LABELS[number], stage.players)] * len(stage.matches)
    return found


def rounds_to_pair(tournament: Tournament, now: Played, formats: Formats, coin: Callable[[], bool]) -> Iterator[int]:
    """The matches of each round that is not paired yet, without those of a knock-out."""
    if now.alone.format.rounds_to_pair is not None:
        yield from now.alone.format.rounds_to_pair(now.alone, coin)
    for stage in later_stages(tournament, now, formats):
        yield from stage.matches


def rounds_before(tournament: Tournament, now: Played, formats: Formats) -> int:
    """The number of rounds before a knock-out."""
    count = now.before if now.announced.is_knock_out else now.before + rounds_of(now.alone)
    return count + sum(len(later_stage.matches) for later_stage in later_stages(tournament, now, formats))


def _matches(stage: Announced, players: int) -> Iterator[int]:
    if stage.is_groups:
        found = sizes(players, GroupSettings(**stage.settings))
        for number in range(1, max(map(berger.rounds, found), default=0) + 1):
            yield sum(size // 2 for size in found if number <= berger.rounds(size))
    elif not stage.is_knock_out:
        yield from [players // 2] * (stage.settings["rounds"] or proposed(players))


def rounds_of(alone: Tournament) -> int:
    """The number of rounds of a stage that is no knock-out."""
    return 0 if alone.format.rounds is None else alone.format.rounds(alone)


def knock_out(tournament: Tournament, stages: Sequence[Played], formats: Formats) -> Played | None:
    """The last stage, if it is a knock-out; before it begins with as many players as are expected, without ids."""
    now = stages[-1]
    if now.announced.is_knock_out:
        return now
    following = list(later_stages(tournament, now, formats))
    if not following or not following[-1].announced.is_knock_out:
        return None
    last = following[-1]
    before = now.before + rounds_of(now.alone) + sum(len(later_stage.matches) for later_stage in following)
    before = max(before, *(round_.number for round_ in tournament.rounds)) if tournament.rounds else before
    players = tuple(f"?{number}" for number in range(max(last.players, 2)))
    form = formats[last.announced.kind]
    settings = settings_for(last.announced, settings_of(tournament), len(players))
    created = replace(now.alone.created, format=form.key, settings=settings)
    draw = now.alone.draw._replace(exchanges=())
    alone = now.alone._replace(created=created, format=form, starters=players, rounds=(), draw=draw)
    there = [len(now.alone.starters), *(later_stage.players for later_stage in following)]
    missing = there[-2] - last.players if last.announced.consolation else 0
    others = tuple(f"!{number}" for number in range(missing))
    return Played(now.number + len(following), last.announced, alone, before, others=others)


def planned(players: int, settings: object) -> int:
    """The number of matches that are paired at the start, where the first stage is played in groups."""
    first = announced(settings)[0]
    return groups_rounds.planned(players, GroupSettings(**first.settings)) if first.is_groups else 0


def fits(players: int, settings: Any, formats: Formats) -> None:
    """Raises `Invalid` for drop strings that do not fit the players who are expected in the knock-out (ST13)."""
    stages = announced(settings)
    for before, stage in pairwise(stages):
        players = expected_on(before, players, formats[before.kind].read_settings(before.settings))
        if stage.kind == SINGLE:
            ensure_fits(settings, players)
