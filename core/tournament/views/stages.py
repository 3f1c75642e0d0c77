"""The stage that is played now: brackets, or what comes before them; and who goes on from it."""

from collections.abc import Sequence
from typing import NamedTuple

from core.events import StageBegun
from core.tournament.advancement.brackets import been_in
from core.tournament.decisions.rounds import is_unplayed
from core.tournament.groups.draw import STAGE as GROUPS
from core.tournament.model.bracket_plan import PLACE, PLAY_OFF
from core.tournament.model.state import Tournament, settings_of
from core.tournament.swiss.cut import STAGE as SWISS
from core.tournament.swiss.cut import cut_of


def in_brackets(tournament: Tournament) -> bool:
    """True if brackets are played now: from the start on, after the groups, or after the cut of a Swiss."""
    tournament = tournament.format.staged.now(tournament)
    form = tournament.format
    if form.plan is None:
        return False
    if form.on_command:
        return any(match.slot for match in tournament.matches)
    waiting = {pairing.match for pairing in tournament.to_play}
    groups = (round_ for round_ in tournament.rounds if round_.stage == GROUPS)
    return not any(pairing.match in waiting for group in groups for pairing in group.pairings)


def cut_is_next(tournament: Tournament) -> bool:
    """True if the director's next command makes the cut: all rounds of the Swiss are paired, and no match after it.

    Of several stages it is the command that begins the next one.
    """
    form = tournament.format
    if tournament.seed is not None and (form.staged.begins(tournament) or form.staged.line_is_next(tournament)):
        return True
    if form.plan is None or form.table_stage is None or form.follows is None or form.rounds is None:
        return False
    if tournament.seed is None or in_brackets(tournament):
        return False
    return len(tournament.rounds) >= form.rounds(tournament)


def taken_back_with(tournament: Tournament, number: int) -> bool:
    """True if that round began a stage or the brackets after a cut, and nothing of them has been played."""
    first = tournament.format.staged.began(tournament)
    after = [round_ for round_ in tournament.rounds if first is not None and round_.number >= first]
    return first == number and not tournament.stopped and all(is_unplayed(tournament, round_) for round_ in after)


def through(tournament: Tournament) -> tuple[str, ...]:
    """The players who go on from a Swiss, or a stage, whatever comes of the play-off at its line, best first."""
    if tournament.format.table_stage is None:
        return tuple(tournament.format.staged.through(tournament))
    cut = cut_of(tournament)
    if cut.play_off is None:
        return cut.order[: cut.entrants]
    resting = sum(spot.kind == PLACE for spot in cut.play_off.spots)
    return cut.order[: cut.play_off.above + resting]


class GoingOn(NamedTuple):
    """The players by what the cut means for them: `on` go on, `level` play for `spots` places, the `others` do not.

    The others are out unless `consolation`: they then play a knock-out of their own. Lots decided the order of the
    players in `drawn`, who share a place with another one, and perhaps who of them goes on.
    """

    on: tuple[str, ...]
    level: tuple[str, ...]
    spots: int
    others: tuple[str, ...]
    consolation: bool = False
    drawn: frozenset[str] = frozenset()


def going_on(tournament: Tournament) -> GoingOn | None:
    """The players who go on by the cut that is next or was made, or to the next stage; `None` where there is no cut.

    All are in the order in which they stood. After a play-off its winners go on.
    """
    if tournament.seed is None:
        return None
    if tournament.format.staged.tables is not None:
        found = _to_next_stage(tournament)
        return found and found._replace(drawn=frozenset(tournament.format.staged.drawn(tournament)) - {*found.level})
    if tournament.format.table_stage != SWISS or tournament.format.plan is None:
        return None
    cut = cut_of(tournament)
    if not cut.order:
        return None
    consolation = bool(settings_of(tournament).consolation)
    if cut.play_off is None or cut.seeds:
        ordered = [cut.seeds[seed] for seed in sorted(cut.seeds) if cut.seeds[seed]]
        played = been_in(tournament, PLAY_OFF)
        on, off = tuple(ordered[: cut.entrants]), tuple(ordered[cut.entrants :])
        return GoingOn(on, (), 0, off, consolation, cut.drawn.difference(played))
    on = through(tournament)
    behind = cut.order[cut.play_off.above + len(cut.play_off.players) :]
    level = tuple(player for player in cut.play_off.players if player not in on)
    return GoingOn(on, level, cut.entrants - len(on), behind, consolation, cut.drawn.difference(level))


def _to_next_stage(tournament: Tournament) -> GoingOn | None:
    """The players who go on to the next of several stages, or, while it is not over, who went on to this one."""
    staged = tournament.format.staged
    here = staged.now(tournament).starters
    begun = next((each for each in staged.begins(tournament) if isinstance(each, StageBegun)), None)
    if begun is not None:
        return _parted(here, begun.players, begun.others)
    level, spots = staged.level(tournament)
    if level:
        on = through(tournament)
        playing = tuple(each for each in level if each not in on)
        return GoingOn(on, playing, spots, tuple(each for each in here if each not in {*on, *playing}))
    if not tournament.stages:
        return None
    *before, last = tournament.stages
    return _parted(before[-1].players if before else tournament.starters, last.players, last.others)


def _parted(here: Sequence[str], on: tuple[str, ...], others: Sequence[str] | None) -> GoingOn:
    behind = tuple(others or (each for each in here if each not in on))
    return GoingOn(on, (), 0, behind, bool(others))
