"""A tournament as it stands: a value with what everybody asks it; and what a format must answer."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from core.errors import NotFound
from core.eventlog.newer_version import Newer
from core.events import EntryFormSet, Event, PlayersSeeded, RoundPaired, TournamentCreated
from core.options import NoOptions as NoOptions
from core.options import Option, describe_options, read_options
from core.tournament.model.bracket_plan import Entrant, Plan
from core.tournament.model.explanation import Explanations
from core.tournament.model.impasse import Impasse
from core.tournament.model.memoize import memoized
from core.tournament.model.optional.again import NO_AGAIN, Again, ensure_known
from core.tournament.model.optional.staged import ONE_STAGE, Staged
from core.tournament.model.values import (
    OWN_SCORE,
    Across,
    BegunStage,
    ByeRule,
    Entry,
    Exchange,
    Meeting,
    Member,
    PairedAnew,
    Pairing,
    Result,
    Round,
    RoundTime,
    VoidedRound,
    with_team,
)

OPEN, RUNNING, FINISHED = "open", "running", "finished"


class Tournament(NamedTuple):
    """A tournament after the event `version`. `results` is what counts, by match id; `seed` is `None` until the start.

    `starters` are the ids of those who take part, in the order of their seeds: those there at the start, then who came
    late. `reported` are results by the matches' own logs, `decisions` those of the director with their versions,
    `disputed` the matches with two different reports, `penalties` the penalty points of each seat by match.
    `voided_pairings` no longer count, with their rounds' numbers. `avoided` says of a pair of ids in order
    whether it must not meet (`True`) or should not. `tables` are (name, group), `seated` the table by match id.
    `former_tables` are those of matches with voided pairings. The matches return to them.
    `resolved` are the director's ways out of an impasse by round. `created` is the announcement as it holds now, and
    `seeded` how the players were last seeded; `drawn` is the number of those who were seeded in that draw, if it was
    one that placed the others by lots; `exchanges` are those who changed places in the draw, `words` those said for it.
    `voided_drafts` are matches that fell before they were published, `published_rounds` the numbers of published
    drafts, `voided_rounds` fell with a result, `unpaired_rounds` are those not paired since. `drafted` are pairings of
    drafts by their versions, `unseen` the versions of events of drafts that were taken back before they were published.
    `unsalted` are the events, with their versions, that may be withheld and whose hash could be guessed.
    `entry_form` says if strangers may ask to enter. `times` are those of rounds by number; a round that is paired again
    keeps its time. `busy` are the ids of those who sit at a table of another tournament, for a decision on free tables.
    `alternates` are players (id and name) who may take the place of one who does not come. `stages` have begun after
    the first, `taken_back` are the ids of matches that fell with one, `carried` points that players bring from before.
    `rules` is the number of the rules of the format with which it started.
    `anew` are pairings made after their round was drawn, by the round's number and the match id, `bye` for the bye; an
    empty id is for the voiding of earlier ones, until the next event.
    `newer` is the event after `version` that only a newer version of brade understands: nothing goes on from here.
    """

    id: str
    created: TournamentCreated
    format: "Format"
    version: int
    results: Mapping[str, Result]
    entries: tuple[Entry, ...] = ()
    seed: str | None = None
    starters: tuple[str, ...] = ()
    rounds: tuple[Round, ...] = ()
    reported: Mapping[str, Result] = {}
    decisions: Mapping[str, tuple[tuple[int, Result], ...]] = {}
    confirmed: frozenset[str] = frozenset()
    disputed: frozenset[str] = frozenset()
    penalties: Mapping[str, Mapping[str, int]] = {}
    paired: Mapping[str, Pairing] = {}
    voided_pairings: tuple[tuple[int, Pairing], ...] = ()
    voided_drafts: frozenset[str] = frozenset()
    former_tables: Mapping[str, str] = {}
    avoided: Mapping[tuple[str, str], bool] = {}
    tables: tuple[tuple[str, str], ...] = ()
    seated: Mapping[str, str] = {}
    resolved: Mapping[int, str] = {}
    seeding: tuple[str, ...] = ()
    seeded: PlayersSeeded | None = None
    drawn: int | None = None
    exchanges: tuple[Exchange, ...] = ()
    words: tuple[str, ...] = ()
    ended: bool = False
    published_rounds: frozenset[int] = frozenset()
    voided_rounds: tuple[VoidedRound, ...] = ()
    unpaired_rounds: frozenset[int] = frozenset()
    drafted: Mapping[int, RoundPaired] = {}
    unseen: frozenset[int] = frozenset()
    unsalted: tuple[tuple[int, Event], ...] = ()
    newer: Newer | None = None
    entry_form: EntryFormSet | None = None
    times: Mapping[int, RoundTime] = {}
    busy: frozenset[str] = frozenset()
    alternates: tuple[Member, ...] = ()
    stages: tuple[BegunStage, ...] = ()
    taken_back: frozenset[str] = frozenset()
    carried: Mapping[str, int] = {}
    rules: int = 1
    anew: Mapping[tuple[int, str], PairedAnew] = {}

    @property
    def status(self) -> str:
        """`open` for entries, `running`, or `finished`; a result taken back makes it run again."""
        if self.seed is None:
            return OPEN
        return FINISHED if self.ended or self.format.is_over(self) else RUNNING

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        """The codes that order the table, from the first to the last."""
        return self.created.tie_breaks or self.format.default_tie_breaks

    @property
    def field(self) -> tuple[Entry, ...]:
        """The participants: until the start all entered, then the starters, withdrawn or not; no lapsed re-entries."""
        if self.seed is None:
            return tuple(entry for entry in self.entries if not entry.withdrawn)
        started = set(self.starters).difference(self.format.again.lapsed(self))
        return tuple(entry for entry in self.entries if entry.player in started)

    @property
    def withdrawn(self) -> frozenset[str]:
        """The ids of those who have left."""
        return frozenset(entry.player for entry in self.entries if entry.withdrawn)

    @property
    def matches(self) -> Iterator[Pairing]:
        """Every match that was paired, round by round; not those whose pairing was voided."""
        return (pairing for round_ in self.rounds for pairing in round_.pairings)

    @property
    def to_play(self) -> tuple[Pairing, ...]:
        """Matches that wait for a result, without unplayed matches of a withdrawn player.

        A played and unconfirmed match waits, too. So does a match of a draft that the opponent will win by walkover,
        since that is decided when the draft is published.
        """
        withdrawn = {each for entry in self.entries if entry.withdrawn for each in entry.people}
        return tuple(
            each
            for round_ in self.rounds
            for each in round_.pairings
            if each.match not in self.results
            and (
                (each.white not in withdrawn and each.black not in withdrawn)
                or each.match in self.reported
                or (round_.draft and self.format.walkovers)
            )
        )

    @property
    def waits(self) -> bool:
        """True if a match waits for a result: after every result, and so only counted where no player has withdrawn."""
        return bool(self.to_play) if self.withdrawn else len(self.results) < len(self.paired)

    def entry(self, player_id: str) -> Entry:
        """The entry of that player id. Raises `NotFound`."""
        for entry in self.entries:
            if entry.player == player_id:
                return entry
        raise NotFound("player", player_id)

    def entry_of(self, player_id: str) -> Entry:
        """The entry that a player plays for: their own, or that of their team. Raises `NotFound`."""
        for entry in self.entries:
            if entry.player == player_id or any(player_id == member for member, _ in entry.members):
                return entry
        raise NotFound("player", player_id)

    def person_of(self, player_id: str) -> str:
        """The id on the club's list of a player who sits at a board under this id; it differs after a re-entry."""
        return next((entry.person for entry in self.entries if entry.player == player_id), player_id)

    def name_of(self, player_id: str) -> str:
        """The name on the lists of a player, a team or a team's member. Raises `NotFound`."""
        for entry in self.entries:
            if entry.player == player_id:
                return entry.name
        return dict(self.entry_of(player_id).members)[player_id]

    def team_of(self, player_id: str) -> str | None:
        """The name of the team that a player sits at a board for; `None` for a team, and for a player of no team."""
        if not self.format.teams:
            return None
        entry = self.entry_of(player_id)
        return None if entry.player == player_id else entry.name

    def label_of(self, player_id: str) -> str:
        """The name as people read it (`with_team`). Raises `NotFound`.

        Files for programs have the name and the team in fields of their own.
        """
        return with_team(self.name_of(player_id), self.team_of(player_id))

    def match(self, match_id: str) -> Pairing:
        """The pairing of that match id, if it still counts. Raises `NotFound`."""
        if match_id not in self.paired:
            raise NotFound("match", match_id)
        return self.paired[match_id]

    def round(self, number: int) -> Round:
        """The round of that number. Raises `NotFound`."""
        for round_ in self.rounds:
            if round_.number == number:
                return round_
        raise NotFound("round", str(number), tuple(str(each.number) for each in self.rounds))


def seed_order(tournament: Tournament) -> tuple[str, ...]:
    """The ids of those who are entered, in the order of their seeds; those not seeded behind, in the order of entry."""
    place = {player: number for number, player in enumerate(tournament.seeding)}
    entered = [entry.player for entry in tournament.entries if not entry.withdrawn]
    return tuple(sorted(entered, key=lambda player: place.get(player, len(place))))


def impasse(tournament: Tournament) -> Impasse | None:
    """The impasse that the tournament is in, or that the next round will bring; `None` if it goes on."""
    found = tournament.format.impasse
    running = tournament.seed is not None and not tournament.ended
    return found(tournament) if found is not None and running else None


@dataclass(frozen=True)
class Format:
    """One tournament format: its pairings, and its end.

    `next_round(tournament, seed)` pairs the next round, or returns `None` if it waits for results or is complete. It is
    called until then, so a format that knows all its rounds returns them all at once. A round that has pairings gets
    more. The tournament has started. `is_over(tournament)` is true if nothing is left to pair or play. `settings` is a
    frozen dataclass whose fields are data with defaults (`core.options`).

    `on_command`: a round is paired when the director asks for it, not as soon as possible. `late_entry`: players may
    enter after the start. `bye` is the value of sitting out a round, unless the tournament's scoring says otherwise.
    `walkovers`: the opponents win the open matches of a withdrawn player. Otherwise these are not waited for.
    `rules` is the number of the rules by which a tournament that starts now is played, `None` for the first ones. A
    correction that would change what follows from the log of an older tournament raises it: that one is played to its
    end by its own rules.

    `plan(tournament)` is the whole bracket of a format that has one. `reached(tournament)` is the round that each
    player reached, more is better, where that orders the table (`round_reached`). `stale(tournament)` are the live
    pairings that no longer follow from the results. `sections(tournament)` are the (name, player ids) that have tables
    of their own. `explain(tournament, round)` is the reason of each match of a round, and of the bye.
    `late(tournament)` is the reason why no late entry is possible, if so. `meetings(tournament)` are the meetings of
    all players where they are not simply the matches (teams). `stages` are the names of stages and brackets that
    `terms` may name, if any. `entrant(tournament)` is the player of a seed of the plan, where that is not the order of
    the start. `impasse(tournament)` is a coming round that the rules cannot pair (`core.tournament.model.impasse`).
    `advice(tournament)` are sentences for its director. `planned(players, settings)` is the number of matches paired at
    the start, where that grows with the square of players. `rounds_to_pair(tournament, coin)` are the matches of each
    round that is still to be paired on command, with results by chance. `rounds(tournament)` is the number of rounds of
    a format that knows it before they are paired. `still_in` are the ids of the players who play on, where a format
    eliminates players who are in no bracket. `follows(tournament)` is the round that is paired as soon as possible in a
    format that pairs on command, such as one of a bracket after a Swiss. `table_stage` is the stage whose matches alone
    count in the whole table. `byes(tournament)` is the rule for byes on request of a format that gives them.
    `unplayed(tournament)` is the rule for rounds that were not played (`core.tournament.standings.unplayed`).
    `exchanges(tournament)` are those in the draw of a tournament that starts. `across(tournament)` are the comparisons
    of players of different groups. `rule_of(tournament)` is the format in one sentence, where its settings make it
    another than `rule`. `teams_of(tournament, round, slot)` are the two teams that meet at a board, the home team
    first. `shares(tournament)` are players who reached the same round and whom no later tie-break separates.
    `lost_by_both(tournament)` are the places of those of a match for places that neither won. `staged`
    are the functions of a format whose stages begin on command, `again` those of second chances.
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
    rules: int | None = None
    plan: Callable[[Tournament], Plan] | None = None
    reached: Callable[[Tournament], Mapping[str, int]] | None = None
    stale: Callable[[Tournament], tuple[Pairing, ...]] = lambda _: ()
    sections: Callable[[Tournament], tuple[tuple[str, tuple[str, ...]], ...]] = lambda _: ()
    explain: Callable[[Tournament, Round], Explanations] | None = None
    late: Callable[[Tournament], str | None] = lambda _: None
    meetings: Callable[[Tournament], dict[str, list[Meeting]]] | None = None
    stages: tuple[str, ...] = ()
    entrant: Callable[[Tournament], Entrant] | None = None
    impasse: Callable[[Tournament], Impasse | None] | None = None
    advice: Callable[[Tournament], tuple[str, ...]] = lambda _: ()
    planned: Callable[[int, Any], int] = lambda _players, _settings: 0
    rounds_to_pair: Callable[[Tournament, Callable[[], bool]], Iterable[int]] | None = None
    rounds: Callable[[Tournament], int] | None = None
    still_in: Callable[[Tournament], Collection[str]] | None = None
    follows: Callable[[Tournament], RoundPaired | None] | None = None
    table_stage: str | None = None
    byes: Callable[[Tournament], ByeRule | None] = lambda _: None
    exchanges: Callable[[Tournament], tuple[Exchange, ...]] = lambda _: ()
    unplayed: Callable[[Tournament], str] = lambda _: OWN_SCORE
    across: Callable[[Tournament], tuple[Across, ...]] = lambda _: ()
    rule_of: Callable[[Tournament], str | None] = lambda _: None
    teams_of: Callable[[Tournament, int, str], tuple[str, str]] | None = None
    shares: Callable[[Tournament], Collection[str]] = lambda _: ()
    lost_by_both: Callable[[Tournament], Mapping[str, int]] = lambda _: {}
    staged: Staged[Tournament] = ONE_STAGE
    again: Again[Tournament] = NO_AGAIN

    @property
    def described_settings(self) -> Mapping[str, Option]:
        """The settings that an announcement may choose, by name."""
        return describe_options(self.settings)

    def read_settings(self, data: Mapping[str, Any] | None) -> Any:
        """The settings of the contract's words, defaults filled in. Raises `Invalid` naming every wrong one."""
        ensure_known(data or {}, self.described_settings)
        return read_options(self.settings, data or {})


@memoized
def settings_of(tournament: Tournament) -> Any:
    """The settings of this tournament's format, as the format's own dataclass."""
    return tournament.format.read_settings(tournament.created.settings)
