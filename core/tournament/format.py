"""What a format must answer, as one frozen value."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from core import options as said
from core.events import RoundPaired
from core.options import NoOptions as NoOptions
from core.tournament.brackets.plan import Entrant, Plan
from core.tournament.impasse import Impasse
from core.tournament.state import Pairing, Round, Tournament
from core.tournament.tiebreaks import Meeting


@dataclass(frozen=True)
class Format:
    """One way to run a tournament: who meets whom, and when it is over.

    `next_round(tournament, seed)` pairs what follows, or answers `None` if it waits for results or nothing is left; it
    is asked again until it does, so a format that knows all its rounds gives them all at once. A round that has
    pairings gets more. It is only asked of a tournament that has started. `is_over(tournament)` says whether nothing is
    left to pair or play. `settings` is a frozen dataclass whose fields are data with defaults (`core.options`).

    `on_command`: a round is paired when the director asks for it, and not as soon as it can be. `late_entry`: players
    may enter after the start. `bye` is what sitting a round out counts, unless the tournament's scoring says otherwise.
    `walkovers`: the open matches of a player who leaves are won by his opponents; else they are not waited for.

    `plan(tournament)` is the whole bracket of a format that has one. `reached(tournament)` says how far everybody came,
    more is better, where that orders the table (`round_reached`). `stale(tournament)` are the live pairings that no
    longer follow from the results. `sections(tournament)` are the (name, player ids) that have tables of their own.
    `explain(tournament, round)` says of each match id, and of the bye under `bye`, why it was paired: words for people
    with the numbers under them. `late(tournament)` says why nobody may enter now that it has started, if so.
    `meetings(tournament)` are everybody's meetings where they are not simply his matches (teams). `stages` are the
    names of its rounds' stages and brackets that `terms` may name, where it has such. `entrant(tournament)` says who
    has a seed of the plan, where that is not the order in which they started. `impasse(tournament)` is a round to come
    that the rules cannot pair (`core.tournament.impasse`). `advice(tournament)` are sentences for its director.
    `planned(players, settings)` is how many matches it pairs at the start where that grows with the square of players.
    """

    key: str
    name: str
    rule: str
    default_tie_breaks: tuple[str, ...]
    next_round: Callable[[Tournament, str], RoundPaired | None]
    is_over: Callable[[Tournament], bool]
    settings: type = NoOptions
    on_command: bool = False
    late_entry: bool = False
    bye: int = 0
    walkovers: bool = False
    teams: bool = False
    plan: Callable[[Tournament], Plan] | None = None
    reached: Callable[[Tournament], Mapping[str, int]] | None = None
    stale: Callable[[Tournament], tuple[Pairing, ...]] = lambda _: ()
    sections: Callable[[Tournament], tuple[tuple[str, tuple[str, ...]], ...]] = lambda _: ()
    explain: Callable[[Tournament, Round], Mapping[str, Mapping[str, Any]]] | None = None
    late: Callable[[Tournament], str | None] = lambda _: None
    meetings: Callable[[Tournament], dict[str, list[Meeting]]] | None = None
    stages: tuple[str, ...] = ()
    entrant: Callable[[Tournament], Entrant] | None = None
    impasse: Callable[[Tournament], Impasse | None] | None = None
    advice: Callable[[Tournament], tuple[str, ...]] = lambda _: ()
    planned: Callable[[int, Any], int] = lambda _players, _settings: 0

    def read_settings(self, words: Mapping[str, Any] | None) -> Any:
        """The settings of the contract's words, defaults filled in. Raises `Malformed` naming every wrong one."""
        return said.read(self.settings, words or {})


def settings_of(tournament: Tournament) -> Any:
    """What was set for this tournament's format, as the format's own dataclass."""
    return tournament.format.read_settings(tournament.created.settings)
