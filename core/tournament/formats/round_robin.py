"""Round robin (*alla möter alla*): everyone meets everyone, once or in several legs, by the Berger tables (RR1–RR8)."""

from dataclasses import dataclass, field

from core.events import RoundPaired
from core.messages import say
from core.tournament.model.explanation import Explanations, Why
from core.tournament.model.leavers import LEAVERS, STAND, announces_half
from core.tournament.model.new_round import new_round
from core.tournament.model.state import Format, Tournament, settings_of
from core.tournament.model.values import Pairing, Round
from core.tournament.pairing.berger import LEGS, meetings, place_in_table, rounds, table_round
from core.tournament.pairing.lots import SEEDED
from core.tournament.setting_words import sentence_of
from core.tournament.standings.tie_breaks import PRESETS


@dataclass(frozen=True, slots=True)
class Settings:
    """The number of times that two players meet."""

    legs: int = field(
        default=1,
        metadata={
            "choices": LEGS,
            "sentence": sentence_of("legs", "RR8"),
        },
    )
    seeded: int = field(default=0, metadata=SEEDED)
    leavers: str = field(default=STAND, metadata=LEAVERS)


def next_round(tournament: Tournament, _seed: str) -> RoundPaired | None:
    """The first round of the table that is not paired yet."""
    taken = {round_.number for round_ in tournament.rounds}
    for number in range(1, _rounds(tournament) + 1):
        if number not in taken:
            pairs, bye = table_round(tournament.starters, number)
            return new_round(tournament, pairs, bye, number=number)
    return None


def is_over(tournament: Tournament) -> bool:
    """All rounds are paired and no match waits for a result."""
    return len(tournament.rounds) == _rounds(tournament) and not tournament.waits


def stale(tournament: Tournament) -> tuple[Pairing, ...]:
    """The matches of rounds behind the last, once the players meet fewer times than they were paired for (RR10)."""
    return tuple(pairing for round_ in tournament.rounds[_rounds(tournament) :] for pairing in round_.pairings)


def explain(tournament: Tournament, round_: Round) -> Explanations:
    """The place in the Berger table of each match of a round, and of the bye."""
    players = tournament.starters
    explanations = {
        pairing.match: Why(say("{place}.", place=place_in_table(players, round_.number, pairing.white, pairing.black)))
        for pairing in round_.pairings
    }
    if round_.bye is not None:
        explanations["bye"] = Why(say("{place}.", place=place_in_table(players, round_.number, round_.bye, None)))
    return explanations


def leavers(tournament: Tournament) -> tuple[tuple[Pairing, ...], ...]:
    """All matches, where those who leave before half of theirs have none counted (RR9)."""
    return (tuple(tournament.matches),) if announces_half(tournament) else ()


def late(_tournament: Tournament) -> str:
    """No late entry: the table has no place for it."""
    return say("everyone meets everyone, and all rounds are paired by the table for those who started")


def planned(players: int, settings: Settings) -> int:
    """The number of matches of so many players.

    >>> planned(100, Settings()), planned(4, Settings(legs=2))
    (4950, 12)
    """
    return meetings(players, settings.legs)


def rule_of(tournament: Tournament) -> str | None:
    """The rule of more than two legs."""
    legs = settings_of(tournament).legs
    if legs < 3:
        return None
    return say("Everyone meets everyone, {legs} times, in a fixed order (Berger tables).", legs=legs)


def _rounds(tournament: Tournament) -> int:
    return rounds(len(tournament.starters), settings_of(tournament).legs)


FORMAT: Format = Format(
    key="round_robin",
    name="Round robin",
    rule=say("Everyone meets everyone, once or several times, in a fixed order (Berger tables)."),
    halves=True,
    default_tie_breaks=PRESETS["round_robin"],
    next_round=next_round,
    is_over=is_over,
    settings=Settings,
    stale=stale,
    explain=explain,
    late=late,
    planned=planned,
    rule_of=rule_of,
    leavers=leavers,
)
