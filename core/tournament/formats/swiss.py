"""Swiss (*schweizersystemet*): in every round equals meet, and no pair meets twice (SW1–SW17)."""

from dataclasses import dataclass, field

from core.messages import say
from core.tournament.model.state import Format
from core.tournament.model.values import HALF, OWN_SCORE
from core.tournament.pairing.lots import SEEDED
from core.tournament.standings.tie_breaks import PRESETS
from core.tournament.swiss import rounds
from core.tournament.swiss.bye_rule import BYE_WORTH, BYES, LAST_BYE, LATE_BYES, UNPLAYED, byes, unplayed
from core.tournament.swiss.round_input import AVOID, FOLD, NONE, PAIRING
from core.tournament.swiss.rounds import ACCELERATED, ROUNDS
from core.tournament.swiss.seats import BALANCED, SEATS


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of a Swiss."""

    rounds: int = field(default=0, metadata=ROUNDS)
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


FORMAT: Format = Format(
    key="swiss",
    name="Swiss",
    rule=say("In every round players with equal scores meet, no two players meet twice, and no player is out."),
    halves=True,
    default_tie_breaks=PRESETS["swiss_tables"],
    next_round=rounds.next_round,
    is_over=rounds.is_over,
    settings=Settings,
    on_command=True,
    late_entry=True,
    bye=1,
    walkovers=True,
    explain=rounds.explain,
    late=rounds.late,
    impasse=rounds.impasse,
    advice=rounds.advice,
    rounds_to_pair=rounds.rounds_to_pair,
    rounds=rounds.rounds_of,
    byes=byes,
    unplayed=unplayed,
)
