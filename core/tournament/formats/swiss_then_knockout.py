"""A Swiss, then a knock-out of its best (*schweizersystem och slutspel*): SK1–SK12."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from core.events import RoundPaired
from core.messages import say
from core.tournament.advancement.brackets import (
    BRONZE,
    CONSOLATION,
    MAIN,
    SHARE_THIRD,
    ensure_one_third,
    explain_after,
    rounds_reached,
    share_third,
)
from core.tournament.advancement.play_off import plan_behind
from core.tournament.brackets import filling
from core.tournament.brackets.below import LAST_CHANCE, LOSERS, below_of, ensure_below, ensure_fits
from core.tournament.brackets.filling import FilledBracket
from core.tournament.brackets.lost_by_both import lost_by_both
from core.tournament.brackets.placement import PLACEMENT, PLACES
from core.tournament.model.bracket_plan import PLAY_OFF, Entrant, Plan
from core.tournament.model.explanation import Explanations
from core.tournament.model.impasse import Impasse
from core.tournament.model.memoize import memoized
from core.tournament.model.optional.staged import Staged
from core.tournament.model.state import Format, Tournament, settings_of
from core.tournament.model.values import HALF, OWN_SCORE, Pairing, Round
from core.tournament.pairing.lots import SEEDED
from core.tournament.setting_words import sentence_of
from core.tournament.standings.tie_breaks import PRESETS
from core.tournament.swiss import rounds
from core.tournament.swiss.bye_rule import BYE_WORTH, BYES, LAST_BYE, LATE_BYES, UNPLAYED, byes, unplayed
from core.tournament.swiss.cut import STAGE, TIE_BREAKS, cut_of, swiss_stage
from core.tournament.swiss.round_input import AVOID, FOLD, NONE, PAIRING
from core.tournament.swiss.rounds import ACCELERATED, ROUNDS
from core.tournament.swiss.seats import BALANCED, SEATS

CUTS = tuple(range(2, 65))
"""The numbers of players who may go on."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The Swiss, the number of players who go on, and what is played besides the knock-out."""

    rounds: int = field(default=0, metadata=ROUNDS)
    cut: int = field(
        default=8,
        metadata={
            "choices": CUTS,
            "sentence": say("SK4: so many go on to the knock-out. The best seeds have the byes, if there are any."),
        },
    )
    line: str = field(
        default=TIE_BREAKS,
        metadata={
            "choices": (TIE_BREAKS, PLAY_OFF),
            "sentence": sentence_of("line", "SK5, SK6"),
        },
    )
    bronze: bool = field(default=False, metadata={"sentence": sentence_of("bronze", "SK8")})
    consolation: bool = field(
        default=False,
        metadata={
            "sentence": sentence_of("consolation_of_others", "SK9"),
        },
    )
    pairing: str = field(default=FOLD, metadata=PAIRING)
    avoid: str = field(default=NONE, metadata=AVOID)
    seats: str = field(default=BALANCED, metadata=SEATS)
    accelerated: int = field(default=0, metadata=ACCELERATED)
    byes: int = field(default=0, metadata=BYES)
    bye_worth: str = field(default=HALF, metadata=BYE_WORTH)
    last_bye: bool = field(default=False, metadata=LAST_BYE)
    late_byes: bool = field(default=False, metadata=LATE_BYES)
    unplayed: str = field(default=OWN_SCORE, metadata=UNPLAYED)
    seeded: int = field(default=0, metadata=SEEDED)
    share_third: bool = field(default=False, metadata=SHARE_THIRD)
    losers: str = field(default="", metadata=LOSERS)
    last_chance: str = field(default="", metadata=LAST_CHANCE)
    placement: int = field(default=0, metadata=PLACEMENT)

    def __post_init__(self) -> None:
        """Raises `Invalid` if settings exclude each other, or a drop string cannot be read."""
        ensure_one_third(bronze=self.bronze, shared=self.share_third)
        ensure_below(self)


def next_round(tournament: Tournament, seed: str) -> RoundPaired | None:
    """The next round of the Swiss; after its last one the cut: what is known of the play-off or of the brackets."""
    stage = swiss_stage(tournament)
    if rounds.is_over(stage):
        asked = cut_of(tournament)._replace(made=True)
        return filling.next_round(plan(tournament), tournament, asked.entrant)
    round_paired = rounds.next_round(stage, seed)
    return None if round_paired is None else replace(round_paired, stage=STAGE)


def follows(tournament: Tournament) -> RoundPaired | None:
    """The earliest round of the brackets with matches that are known and not paired; `None` before the cut."""
    cut = cut_of(tournament)
    return filling.next_round(plan(tournament), tournament, cut.entrant) if cut.made else None


def began(tournament: Tournament) -> int | None:
    """The number of the first round after the cut."""
    return next((round_.number for round_ in tournament.rounds if round_.stage != STAGE), None)


def is_over(tournament: Tournament) -> bool:
    """The Swiss and all brackets are played to their end; without two players for the knock-out the Swiss alone."""
    cut = cut_of(tournament)
    if not cut.complete or tournament.to_play:
        return False
    return cut.total < 2 or (cut.made and filling.is_over(plan(tournament), tournament, cut.entrant))


def stale(tournament: Tournament) -> tuple[Pairing, ...]:
    """The matches after the Swiss whose players are no longer those who came there, or that are no longer needed."""
    cut, whole = cut_of(tournament), plan(tournament)
    if not cut.made:
        return ()
    gone = cut.complete and cut.play_off is None
    needless = (match for match in tournament.matches if gone and match.slot.startswith(f"{PLAY_OFF}."))
    return (*filling.stale(whole, tournament, cut.entrant), *needless)


@memoized
def plan(tournament: Tournament) -> Plan:
    """The matches at the line, if there are any, and the brackets after them.

    A round keeps the number under which a match of it was paired first.
    """
    settings, cut = settings_of(tournament), cut_of(tournament)
    others = cut.total - cut.entrants if settings.consolation else 0
    play_off = cut.play_off.rounds if cut.play_off else ()
    return plan_behind(
        tournament,
        rounds.rounds_of(swiss_stage(tournament)),
        play_off,
        lambda first: cut.brackets(others, first, below_of(settings)),
    )


def fits(settings: Settings, players: int) -> None:
    """Raises `Invalid` for drop strings that do not fit the players who are expected in the knock-out (SK13)."""
    ensure_fits(settings, min(settings.cut, players))


def entrant(tournament: Tournament) -> Entrant:
    """The player of a seed of the knock-out, or of a place in the play-off."""
    return cut_of(tournament).entrant


def reached(tournament: Tournament) -> Mapping[str, int]:
    """The rounds that the players reached: in the knock-out, then in the consolation, then the place in the Swiss."""
    cut, whole = cut_of(tournament), plan(tournament)
    if not cut.made:
        return {}
    on = [player for seed, player in cut.seeds.items() if seed <= cut.entrants]
    return rounds_reached(whole, FilledBracket(whole, tournament, cut.entrant), cut.ranks, on, share_third(tournament))


def sections(tournament: Tournament) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The Swiss, once the cut is made: until then it is the whole table."""
    return ((STAGE, tournament.starters),) if cut_of(tournament).made else ()


def explain(tournament: Tournament, round_: Round) -> Explanations:
    """The reason of each match of a round, and of the bye."""
    if round_.stage == STAGE:
        return rounds.explain(swiss_stage(tournament), round_)
    cut = cut_of(tournament)
    places = {player: str(seed) for seed, player in cut.seeds.items() if player in cut.drawn}
    return explain_after(tournament, round_, places)


def still_in(tournament: Tournament) -> Collection[str]:
    """The players who play on: after the cut those in the knock-out, at the line, or in a consolation."""
    cut = cut_of(tournament)
    if not cut.made or settings_of(tournament).consolation:
        return tournament.starters
    at_line = cut.play_off.players if cut.play_off else ()
    return {*cut.order[: cut.entrants], *at_line, *cut.seeds.values()} if cut.complete else tournament.starters


def late(tournament: Tournament) -> str | None:
    """No late entry once the last round of the Swiss is paired."""
    return rounds.late(swiss_stage(tournament))


def impasse(tournament: Tournament) -> Impasse | None:
    """The next round of the Swiss, if by the rules it cannot be paired."""
    return rounds.impasse(swiss_stage(tournament))


def rounds_to_pair(tournament: Tournament, coin: Callable[[], bool]) -> Iterable[int]:
    """The matches of each round of the Swiss that is not paired yet."""
    return rounds.rounds_to_pair(swiss_stage(tournament), coin)


def rounds_of(tournament: Tournament) -> int:
    """The number of rounds of the Swiss."""
    return rounds.rounds_of(swiss_stage(tournament))


FORMAT: Format = Format(
    key="swiss_then_knockout",
    name="Swiss, then knock-out",
    rule=say("A Swiss of a fixed number of rounds, and the best of its table meet in a knock-out."),
    halves=True,
    default_tie_breaks=("round_reached", *PRESETS["swiss_tables"]),
    next_round=next_round,
    is_over=is_over,
    settings=Settings,
    on_command=True,
    late_entry=True,
    bye=1,
    walkovers=True,
    plan=plan,
    entrant=entrant,
    reached=reached,
    lost_by_both=lost_by_both,
    stale=stale,
    sections=sections,
    explain=explain,
    late=late,
    impasse=impasse,
    advice=rounds.advice,
    rounds_to_pair=rounds_to_pair,
    rounds=rounds_of,
    byes=byes,
    unplayed=unplayed,
    still_in=still_in,
    follows=follows,
    staged=Staged(began=began),
    shares=share_third,
    table_stage=STAGE,
    fits=fits,
    stages=(STAGE, PLAY_OFF, MAIN, BRONZE, CONSOLATION, "last_chance", PLACES),
)
