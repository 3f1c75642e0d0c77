"""The cut after a Swiss: who goes on as which seed, and the play-off of players who are level at the line (SK4–SK8).

Everything follows from the results at any time. The cut itself is made once, when the first match after the Swiss is
paired: before that, players who have withdrawn are passed over.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.tournament.advancement.brackets import CONSOLATION, MAIN, Side, been_in, both_sides, with_byes
from core.tournament.advancement.line import level_at, with_lots
from core.tournament.advancement.play_off import came_to, play_off_rounds
from core.tournament.brackets.below import NOTHING_BELOW, Below
from core.tournament.model.bracket_plan import (
    PLAY_OFF,
    SEED,
    Entrant,
    Plan,
    Slot,
    Source,
)
from core.tournament.model.memoize import memoized
from core.tournament.model.state import Tournament, settings_of
from core.tournament.model.values import NO_PLAYER
from core.tournament.standings.standings import Standing, standings
from core.tournament.swiss import rounds

STAGE = "swiss"
"""The stage of the rounds of the Swiss."""
TIE_BREAKS = "tie_breaks"


class PlayOff(NamedTuple):
    """The players who are level at the line, best first; `above` are the places before theirs.

    `rounds` are the slots of their matches, `spots` whence the player of each place that they play for comes.
    """

    players: tuple[str, ...]
    above: int
    rounds: tuple[tuple[Slot, ...], ...]
    spots: tuple[Source, ...]

    def entrant(self, place: int | str) -> str:
        """The player in that place of the Swiss."""
        return self.players[int(place) - self.above - 1]


class Cut(NamedTuple):
    """The cut as it stands. `made`: a match after the Swiss has been paired. `complete`: no result of the Swiss is
    missing.

    `entrants` is the number of players in the knock-out, `total` that of all who can be seeded. `seeds` are the known
    ones by their seeds: those in the knock-out, and behind them those who missed it. `order` are all who can be seeded,
    best first, `ranks` the places in the Swiss, `drawn` the players who share one there.
    """

    made: bool
    complete: bool
    entrants: int
    total: int
    seeds: Mapping[int, str] = {}
    play_off: PlayOff | None = None
    order: tuple[str, ...] = ()
    ranks: Mapping[str, int] = {}
    drawn: frozenset[str] = frozenset()

    def brackets(self, others: int, first: int, below: Below = NOTHING_BELOW) -> Plan:
        """The knock-out with what hangs on it, and a consolation of so many others, whose seeds are behind its own.

        Where the knock-out is not filled the seeds behind it are byes there. Rounds are numbered from `first` on.
        """
        whole = both_sides(Side(self.entrants), Side(others, before=self.entrants), first, below)
        if self.entrants == self.total:
            return whole
        main, *more = whole.brackets
        return Plan((with_byes(main, self.entrants), *more))

    @property
    def entrant(self) -> Entrant:
        """The player of each seed, and of each place in the play-off."""
        return self._player

    def _player(self, of: int | str) -> str | None:
        if isinstance(of, str):
            return self.play_off.entrant(of) if self.play_off is not None and self.made else None
        if of > self.total:
            return NO_PLAYER
        return self.seeds.get(of) if self.made else None


def swiss_stage(tournament: Tournament) -> Tournament:
    """The tournament as if it had only the rounds of its Swiss."""
    return tournament._replace(rounds=tuple(round_ for round_ in tournament.rounds if round_.stage == STAGE))


@memoized
def cut_of(tournament: Tournament) -> Cut:
    """The cut by the results so far.

    While a result of the Swiss is missing again after the cut, all players stay where they are paired. A player who was
    passed over, and whose withdrawal is taken back after the cut, takes no place from another.
    """
    stage, most = swiss_stage(tournament), settings_of(tournament).cut
    last, complete = rounds.rounds_of(stage), rounds.is_over(stage)
    unpaired = any(number > last for number in tournament.voided.unpaired_rounds)
    made = unpaired or any(pairing.slot for pairing in tournament.matches)
    inside = been_in(tournament, PLAY_OFF, MAIN, CONSOLATION) if made else frozenset[str]()
    came_back = {entry.player for entry in tournament.entries if entry.late is not None and entry.late > last}
    withdrawn = (tournament.withdrawn | came_back) - inside
    total = sum(player not in withdrawn for player in tournament.starters)
    cut = Cut(made, complete, min(most, total), total)
    if not made and not complete:
        return cut
    lines = with_lots(standings(tournament, None, STAGE), tournament.seed)
    cut = cut._replace(
        ranks={line.player_id: line.rank for line in lines},
        drawn=frozenset(line.player_id for line in lines if line.shared),
    )
    if not complete:
        return cut._replace(seeds=_seated(tournament, cut))
    there = [line for line in lines if line.player_id not in withdrawn]
    cut = cut._replace(order=tuple(line.player_id for line in there))
    play_off = _play_off(tournament, there, most)
    if play_off is None:
        return cut._replace(seeds=dict(enumerate(cut.order, 1)))
    return _after_play_off(tournament, cut._replace(play_off=play_off), play_off)


def _seated(tournament: Tournament, cut: Cut) -> dict[int, str]:
    """The seeds of the players who are paired in the first rounds of the brackets."""
    live = {pairing.slot: pairing for pairing in tournament.matches if pairing.slot}
    seeds: dict[int, str] = {}
    plan = cut.brackets(cut.total - cut.entrants, 1)
    for slot in (slot for bracket in plan.brackets for slot in bracket.rounds[0].slots):
        if pairing := live.get(slot.key):
            for source, player in ((slot.white, pairing.white), (slot.black, pairing.black)):
                if source.kind == SEED:
                    seeds[int(source.of)] = player
    return seeds


# ── the play-off ─────────────────────────────────────────────────────────────────────────────────────────────────────
def _play_off(tournament: Tournament, there: Sequence[Standing], most: int) -> PlayOff | None:
    """The players who are level at the line, if they play for the places; `None` if the line separates two scores."""
    if settings_of(tournament).line == TIE_BREAKS or len(there) <= most:
        return None
    by = next(place for place, code in enumerate(tournament.tie_breaks) if code != "round_reached")
    values = {line.player_id: line.tie_breaks[by].value for line in there}
    level = level_at(tuple(values), values, most)
    if level is None:
        return None
    return PlayOff(level.players, level.above, *play_off_rounds(len(level.players), most - level.above, level.above))


def _after_play_off(tournament: Tournament, cut: Cut, play_off: PlayOff) -> Cut:
    """The cut with the seeds that are known while a play-off is played, and after it.

    The knock-out is seeded when the play-off is over. If it has begun already, because a result of the Swiss was
    corrected, only the players at the line wait.
    """
    level = {str(play_off.above + place): player for place, player in enumerate(play_off.players, 1)}
    won = came_to(tournament, play_off.rounds, play_off.spots, level)
    above, behind = cut.order[: play_off.above], cut.order[play_off.above + len(play_off.players) :]
    if None not in won:
        on = [*above, *(each or NO_PLAYER for each in won)]
        off = [each for each in cut.order if each not in on]
        return cut._replace(seeds=dict(enumerate([*on, *off], 1)), total=len(on) + len(off))
    if not been_in(tournament, MAIN, CONSOLATION):
        return cut
    known = dict(enumerate(above, 1)) | dict(enumerate(behind, cut.total - len(behind) + 1))
    return cut._replace(seeds=known | {play_off.above + n: each for n, each in enumerate(won, 1) if each is not None})
