"""A stage as a tournament of its own: its format, its players, and its rounds, numbered from 1 on.

So every stage is paired, ranked and explained by the format that it is. What it pairs is lifted into the tournament.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from typing import NamedTuple

from core.events import RoundPaired
from core.tournament.advancement import RULES
from core.tournament.groups.draw import STAGE, group_names
from core.tournament.model.bracket_plan import PLAY_OFF
from core.tournament.model.memoize import memoized
from core.tournament.model.new_round import new_round
from core.tournament.model.state import Format, Tournament, settings_of
from core.tournament.model.values import BegunStage, Entry, Meeting, RequestedBye, Round
from core.tournament.stages.announced import LABELS, Announced, announced, settings_for
from core.tournament.standings.meetings import meetings
from core.tournament.standings.standings import Standing, standings

Formats = Mapping[str, Format]
"""The formats of stages by the names that the announcement gives them."""


class Played(NamedTuple):
    """A stage that has begun: its number from 0 on, how it was announced, and the tournament that it is by itself.

    `before` is the number of rounds before its first. `play_off` are the rounds after it of players who are level at
    the line, with their numbers in the whole tournament. `others` are the players of the consolation beside it, `rules`
    the number of the rules by which it began.
    """

    number: int
    announced: Announced
    alone: Tournament
    before: int
    play_off: tuple[Round, ...] = ()
    others: tuple[str, ...] = ()
    rules: int = RULES

    @property
    def with_others(self) -> Tournament:
        """The stage by itself with the players of its consolation."""
        return self.alone._replace(starters=(*self.alone.starters, *self.others))

    @property
    def label(self) -> str:
        """The name of its rounds, where they are not those of brackets."""
        return LABELS[self.number]


def stages_of(tournament: Tournament) -> tuple[Announced, ...]:
    """The stages as they are announced."""
    return announced(settings_of(tournament))


def played(tournament: Tournament, formats: Formats) -> tuple[Played, ...]:
    """The stages that have begun, the first of all included."""
    begun = (BegunStage(1, tournament.starters, tournament.draw.exchanges), *tournament.stages)
    ends = [later.first for _, later in pairwise(begun)]
    found: list[Played] = []
    for number, (stage, each) in enumerate(zip(stages_of(tournament), begun, strict=False)):
        last = ends[number] if number < len(ends) else None
        found.append(_played(tournament, formats, number, stage, each, last, found))
    return tuple(found)


def _played(
    tournament: Tournament,
    formats: Formats,
    number: int,
    stage: Announced,
    begun: BegunStage,
    end: int | None,
    before: Sequence[Played],
) -> Played:
    shift = begun.first - 1
    form = formats[stage.kind]
    mine = [round_ for round_ in tournament.rounds if round_.number > shift and (end is None or round_.number < end)]
    rounds = [round_ for round_ in mine if round_.stage != PLAY_OFF]
    created = replace(
        tournament.created,
        format=form.key,
        settings=settings_for(stage, settings_of(tournament), len(begun.players)),
        terms=None,
        tie_breaks=tournament.tie_breaks,
        scoring=_scoring(tournament),
    )
    alone = tournament._replace(
        created=created,
        format=form,
        stages=(),
        starters=begun.players,
        draw=tournament.draw._replace(exchanges=begun.exchanges),
        rounds=tuple(_alone(round_, shift, stage) for round_ in rounds),
        resolved={round_ - shift: way for round_, way in tournament.resolved.items()},
        entries=tuple(_entry(entry, shift) for entry in tournament.entries) if shift else tournament.entries,
    )
    if before:
        alone = alone._replace(
            voided=alone.voided._replace(pairings=()),
            draw=alone.draw._replace(seeding=begun.players, seeded=None, seeds=None),
            avoided={**_kept_apart(before, begun.players, stage), **tournament.avoided},
            carried=_carried(before, begun.players) if stage.points else {},
        )
    return Played(
        number,
        stage,
        alone,
        shift,
        tuple(round_ for round_ in mine if round_.stage == PLAY_OFF),
        begun.others,
        begun.rules,
    )


def meetings_of(players: Iterable[str], stages: Sequence[Played]) -> dict[str, list[Meeting]]:
    """The meetings of these players in all stages, and in the play-offs between them."""
    met: dict[str, list[Meeting]] = {player: [] for player in players}
    for stage in stages:
        for player, meeting in meetings(stage.with_others if stage.others else stage.alone).items():
            met[player] += [each._replace(round=each.round + stage.before) for each in meeting]
        at_line = stage.alone._replace(rounds=stage.play_off)
        for player, found in meetings(at_line).items() if stage.play_off else ():
            met[player] += found
    return met


def in_whole(stage: Played, tournament: Tournament) -> Tournament:
    """A Swiss by itself whose rounds have the numbers that they have in the whole tournament, to explain them."""
    rounds = tuple(round_._replace(number=round_.number + stage.before) for round_ in stage.alone.rounds)
    return stage.alone._replace(rounds=rounds, entries=tournament.entries, resolved=tournament.resolved)


def _scoring(tournament: Tournament) -> Mapping[str, int] | None:
    """The value of a match: where a Swiss among the stages gives half points, a win counts 2 in all of them."""
    scoring = tournament.created.scoring
    return {"win": 2, **(scoring or {})} if settings_of(tournament).byes else scoring


def _alone(round_: Round, shift: int, stage: Announced) -> Round:
    name = round_.stage if stage.is_knock_out else STAGE if stage.is_groups else ""
    return round_._replace(number=round_.number - shift, stage=name)


def _entry(entry: Entry, shift: int) -> Entry:
    late = None if entry.late is None or entry.late <= shift else entry.late - shift
    byes = tuple(RequestedBye(bye.round - shift, bye.worth) for bye in entry.byes if bye.round > shift)
    return entry._replace(late=late, byes=byes)


def _kept_apart(before: Sequence[Played], players: Sequence[str], stage: Announced) -> Mapping[tuple[str, str], bool]:
    """The pairs who should rather not meet in a stage: those who have met, and in a knock-out those of one group."""
    inside = set(players)
    if stage.is_knock_out:
        groups = before[-1].alone.format.sections(before[-1].alone) if before[-1].announced.kind == "groups" else ()
        pairs = {pair for _, mates in groups for pair in combinations(sorted(inside.intersection(mates)), 2)}
    else:
        pairings = (match for one in before for match in one.alone.matches if inside.issuperset(match[1:3]))
        pairs = {(min(pairing[1:3]), max(pairing[1:3])) for pairing in pairings}
    return dict.fromkeys(pairs, False)


def _carried(before: Sequence[Played], players: Sequence[str]) -> Mapping[str, int]:
    """The points of the stage before, with those that were brought into it."""
    points = {line.player_id: line.points for line in lines(before[-1].alone)}
    return {player: points[player] for player in players if points.get(player)}


@memoized
def lines(alone: Tournament) -> Sequence[Standing]:
    """The table of a stage."""
    return standings(alone)


def lifted(tournament: Tournament, stage: Played, earlier: Sequence[Played], paired: RoundPaired) -> RoundPaired:
    """A round of a stage as one of the tournament: its number, the ids of its matches, the names of its groups."""
    names: Mapping[str, str] = {}
    if stage.announced.is_groups and not stage.alone.rounds:
        taken = sum(len(each.alone.format.sections(each.alone)) for each in earlier)
        drawn = sorted({row[3] for row in paired.pairings}, key=lambda name: (len(name), name))
        names = dict(zip(drawn, group_names(taken + len(drawn))[taken:], strict=True))
    rows = [(row[1], row[2], *(names.get(slot, slot) for slot in row[3:])) for row in paired.pairings]
    return new_round(tournament, rows, paired.bye, number=paired.round + stage.before, stage=LABELS[stage.number])
