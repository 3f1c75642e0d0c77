"""The line after a stage: players who are level there play for the last places that go on (ST10)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from core.tournament.advancement.line import Level, level_at, with_lots
from core.tournament.advancement.play_off import came_to, play_off_bracket, play_off_rounds
from core.tournament.groups.draw import placed, table_of
from core.tournament.model.bracket_plan import PLACE, Bracket, Slot
from core.tournament.stages.announced import GROUPS
from core.tournament.stages.narrowing import Played, lines

Tables = Mapping[str, tuple[str, ...]]
"""Players in their order by group; those of a stage with one table are under the empty name."""


class Line(NamedTuple):
    """The play-off after a stage. `brackets` has its matches, none if no players are level; `level` are these by place.

    `on` are those who go on by table, once it is `decided`, and `through` those who do without a play-off. `spots` are
    the places that are played for.
    """

    brackets: tuple[Bracket, ...]
    level: Mapping[str, str]
    on: Tables
    through: tuple[str, ...]
    decided: bool
    spots: int = 0


def line_after(stage: Played, earlier: Sequence[Played]) -> Line:
    """The line after a stage that is over."""
    levels = dict(_levels(stage))
    first = max((_round_of(slot) for one in earlier for slot in _slots(one)), default=0)
    matches, merged, played_for = 0, dict[int, list[Slot]](), 0
    on, level, through, decided = dict[str, tuple[str, ...]](), dict[str, str](), list[str](), True
    for name, table in tables(stage).items():
        if name not in levels:
            on[name] = table[: stage.announced.go_on]
            through += on[name]
            continue
        above, players = table[: levels[name].above], levels[name].players
        places = stage.announced.go_on - len(above)
        rounds, spots = play_off_rounds(len(players), places, len(above), name, (first, matches))
        matches += len(players) // 2
        mine = {f"{name}{len(above) + number}": player for number, player in enumerate(players, 1)}
        won = came_to(stage.alone._replace(rounds=stage.play_off), rounds, spots, mine)
        level |= mine
        played_for += sum(spot.kind != PLACE for spot in spots)
        through += [*above, *(mine[str(spot.of)] for spot in spots if spot.kind == PLACE)]
        known = None not in won
        decided = decided and known
        on[name] = (*above, *(each for each in won if each and known))
        for number, slots in enumerate(rounds):
            merged.setdefault(number, []).extend(slots)
    number = stage.before + max((round_.number for round_ in stage.alone.rounds), default=0)
    rounds_of_all = list(merged.values())
    numbers = range(number + 1, number + 1 + len(rounds_of_all))
    brackets = (play_off_bracket(rounds_of_all, numbers),) if merged else ()
    return Line(brackets, level, on, tuple(through), decided, played_for)


def tables(stage: Played) -> Tables:
    """The players of each table of a stage in their order, without those who are gone."""
    gone = _gone(stage)
    if stage.announced.kind == GROUPS:
        sections = stage.alone.format.sections(stage.alone)
        return {
            name: tuple(line.player_id for line in table_of(stage.alone, name, players) if line.player_id not in gone)
            for name, players in sections
        }
    ordered = with_lots(lines(stage.alone), stage.alone.seed)
    return {"": tuple(line.player_id for line in ordered if line.player_id not in gone)}


def drawn(stage: Played) -> frozenset[str]:
    """The players of a stage who share a place in its table and did not play for it: lots put them in order."""
    if stage.announced.kind == GROUPS:
        sections = stage.alone.format.sections(stage.alone)
        shared = frozenset[str]().union(*(placed(stage.alone, name, players)[1] for name, players in sections))
    else:
        shared = frozenset(line.player_id for line in lines(stage.alone) if line.shared)
    return shared - _played_off(stage)


def _gone(stage: Played) -> frozenset[str]:
    """Players who have left, but not in a play-off: they lose it."""
    return stage.alone.withdrawn - _played_off(stage)


def _played_off(stage: Played) -> frozenset[str]:
    return frozenset(player for round_ in stage.play_off for pairing in round_.pairings for player in pairing[1:3])


def _levels(stage: Played) -> Iterator[tuple[str, Level]]:
    """In a group players are level whom no tie-break separates, in one table those with the same first value."""
    for name, table in tables(stage).items() if stage.announced.play_off else ():
        if level := level_at(table, _values(stage, name), stage.announced.go_on):
            yield name, level


def _values(stage: Played, name: str) -> Mapping[str, object]:
    if name:
        players = dict(stage.alone.format.sections(stage.alone))[name]
        return {line.player_id: line.rank for line in table_of(stage.alone, name, players)}
    by = next(place for place, code in enumerate(stage.alone.tie_breaks) if code != "round_reached")
    return {line.player_id: line.tie_breaks[by].value for line in lines(stage.alone)}


def _slots(stage: Played) -> Iterator[str]:
    return (pairing.slot for round_ in stage.play_off for pairing in round_.pairings)


def _round_of(slot: str) -> int:
    return int(slot.split(".")[1])
