"""A tournament as it stands: a value with what everybody asks it; and what a format must answer."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
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
from core.tournament.model.money import NO_MONEY, Money
from core.tournament.model.optional.again import NO_AGAIN, Again, ensure_known
from core.tournament.model.optional.staged import ONE_STAGE, Staged
from core.tournament.model.timetable import NO_TIMETABLE, Timetable
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

OPEN, RUNNING, FINISHED, CALLED_OFF = "open", "running", "finished", "called_off"
STATUS = (OPEN, RUNNING, FINISHED, CALLED_OFF)


class Draw(NamedTuple):
    """Order of the players of a tournament, and how it came about."""

    seeding: tuple[str, ...] = ()
    """Ids of those who were seeded, the first seed first. Others who are entered stand behind them."""
    seeded: PlayersSeeded | None = None
    """The last seeding, or the last draw by lots."""
    seeds: int | None = None
    """The number of those who were seeded in a draw that placed the others by lots."""
    exchanges: tuple[Exchange, ...] = ()
    """Players who changed places in the draw."""
    words: tuple[str, ...] = ()
    """Words that people said for the draw."""


class Withheld(NamedTuple):
    """Drafts of rounds, and what readers without rights may not see of them."""

    drafted: Mapping[int, RoundPaired] = {}
    """Pairings of drafts that wait, by the versions of their events."""
    published_rounds: frozenset[int] = frozenset()
    """Numbers of rounds whose drafts were published."""
    voided_drafts: frozenset[str] = frozenset()
    """Ids of matches that fell before they were published."""
    unseen: frozenset[int] = frozenset()
    """Versions of events of drafts that were taken back before they were published."""
    unsalted: tuple[tuple[int, Event], ...] = ()
    """Events that may be withheld and whose hash could be guessed, with their versions."""
    names_in_clear: tuple[tuple[int, Event], ...] = ()
    """Events of old logs, in which names of people are hashed as they stand, with their versions."""


class Voided(NamedTuple):
    """Pairings that fell, and what was paired in their place."""

    pairings: tuple[tuple[int, Pairing], ...] = ()
    """Pairings that no longer count, with the numbers of their rounds."""
    rounds: tuple[VoidedRound, ...] = ()
    """Rounds that fell with a result."""
    unpaired_rounds: frozenset[int] = frozenset()
    """Numbers of those rounds that have not been paired since."""
    of_stages: frozenset[str] = frozenset()
    """Ids of matches that fell with a stage."""
    anew: Mapping[tuple[int, str], PairedAnew] = {}
    """Pairings made after their round was drawn, by the round's number and the match id, `bye` for the bye.

    An empty id is for the voiding of earlier ones, until the next event.
    """


class Amendment(NamedTuple):
    """A change of how it is played after the start: the version of its event, and how many rounds were there.

    `changed` are the new values by their fields, of settings by `settings.<name>`.
    """

    version: int
    rounds: int
    changed: Mapping[str, Any]
    reason: str = ""


class Tournament(NamedTuple):
    """A tournament after the event `version`."""

    # ── what it is ───────────────────────────────────────────────────────────────────────────────────────────────────
    id: str
    created: TournamentCreated
    """The announcement as it holds now."""
    format: "Format"
    version: int
    results: Mapping[str, Result]
    """Result that counts of each match, by match id."""
    amended: tuple[Amendment, ...] = ()
    """Changes of how it is played, after the start."""
    kept: Mapping[int, TournamentCreated] = {}
    """The announcement by which the matches of a round were opened, by its number, where it is another one now."""
    rules: int = 1
    """The number of the rules of the format with which it started."""
    newer: Newer | None = None
    """The event after `version` that only a newer version of brade understands: nothing goes on from here."""

    # ── who takes part ───────────────────────────────────────────────────────────────────────────────────────────────
    entries: tuple[Entry, ...] = ()
    """Everybody who was ever entered, in the order of their entries."""
    entry_form: EntryFormSet | None = None
    """Says if strangers may ask to enter."""
    alternates: tuple[Member, ...] = ()
    """Players who may take the place of one who does not come."""
    draw: Draw = Draw()
    avoided: Mapping[tuple[str, str], bool] = {}
    """Pairs of ids in order that must not meet (`True`), or should not."""
    seed: str | None = None
    """The seed of its lots. `None` until the start."""
    starters: tuple[str, ...] = ()
    """Ids of those who take part, in the order of their seeds: those there at the start, then who came late."""

    # ── who meets whom, when and where ───────────────────────────────────────────────────────────────────────────────
    rounds: tuple[Round, ...] = ()
    paired: Mapping[str, Pairing] = {}
    """Pairings that count, by match id."""
    withheld: Withheld = Withheld()
    voided: Voided = Voided()
    resolved: Mapping[int, str] = {}
    """The director's ways out of an impasse, by round."""
    times: Mapping[int, RoundTime] = {}
    """Times of rounds by number. A round that is paired again keeps its time."""
    tables: tuple[tuple[str, str], ...] = ()
    """Tables of the hall by name, each with the group that it is kept for."""
    seated: Mapping[str, str] = {}
    """Tables by match id, in the order in which they were given."""
    former_tables: Mapping[str, str] = {}
    """Tables of matches with voided pairings. The matches return to them."""
    busy: frozenset[str] = frozenset()
    """Ids of those who sit at a table of another tournament, for a decision on free tables."""
    timetable: Timetable = NO_TIMETABLE
    """Times and tables of matches, as far as they are planned."""
    due: int | None = None
    """The time (Unix ms) up to which matches of the timetable get their tables, for a decision on free tables."""
    stages: tuple[BegunStage, ...] = ()
    """Stages that have begun after the first."""
    carried: Mapping[str, int] = {}
    """Points that players bring from before."""
    money: Money = NO_MONEY
    """Fees, prizes and side pools, and the classes of players. The public sees the prizes alone."""

    # ── what came of it ──────────────────────────────────────────────────────────────────────────────────────────────
    reported: Mapping[str, Result] = {}
    """Results by the matches' own logs."""
    confirmed: frozenset[str] = frozenset()
    """Ids of matches whose reported result was confirmed."""
    disputed: frozenset[str] = frozenset()
    """Ids of matches with two different reports."""
    decisions: Mapping[str, tuple[tuple[int, Result], ...]] = {}
    """Results by the director, by match id, each with its version."""
    penalties: Mapping[str, Mapping[str, int]] = {}
    """Penalty points of each seat, by match id."""
    ended: bool = False
    """True if the director ended it."""
    decided_at: int | None = None
    """The time (Unix ms) of the last event that may have ended it, if it is recorded already."""
    called_off: str | None = None
    """The reason why it was called off; `None` while it takes place."""
    deleted: bool = False
    """True if it was announced by mistake and is in no list any more."""

    @property
    def stopped(self) -> bool:
        """True if no match is played on: it was ended or called off."""
        return self.ended or self.called_off is not None

    @property
    def status(self) -> str:
        """`open` for entries, `running`, `finished` or `called_off`; a result taken back makes it run again."""
        if self.called_off is not None:
            return CALLED_OFF
        if self.seed is None:
            return OPEN
        return FINISHED if self.ended or self.format.is_over(self) else RUNNING

    @property
    def over_at(self) -> int | None:
        """The time (Unix ms) at which it was over: that of its last result, or of its end. `None` while it goes on."""
        return self.decided_at if self.status in (FINISHED, CALLED_OFF) else None

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
        withdrawn, results = (
            {person for entry in self.entries if entry.withdrawn for person in entry.people},
            self.results,
        )
        open_matches = [
            (round_, pairing) for round_ in self.rounds for pairing in round_.pairings if pairing.match not in results
        ]
        if not withdrawn:
            return tuple([pairing for _, pairing in open_matches])
        walks_over = self.format.walkovers or bool(self.format.leavers and self.format.leavers(self))
        return tuple(
            pairing
            for round_, pairing in open_matches
            if (pairing.white not in withdrawn and pairing.black not in withdrawn)
            or pairing.match in self.reported
            or (round_.draft and walks_over)
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
        raise NotFound("round", str(number), tuple(str(round_.number) for round_ in self.rounds))


def seed_order(tournament: Tournament) -> tuple[str, ...]:
    """The ids of those who are entered, in the order of their seeds; those not seeded behind, in the order of entry."""
    place = {player: number for number, player in enumerate(tournament.draw.seeding)}
    entered = [entry.player for entry in tournament.entries if not entry.withdrawn]
    return tuple(sorted(entered, key=lambda player: place.get(player, len(place))))


def impasse(tournament: Tournament) -> Impasse | None:
    """The impasse that the tournament is in, or that the next round will bring; `None` if it goes on."""
    found = tournament.format.impasse
    running = tournament.seed is not None and not tournament.stopped
    return found(tournament) if found is not None and running else None


@dataclass(frozen=True)
class Format:
    """One tournament format: its pairings, and its end. What follows of a tournament is a function of it."""

    # ── what it is ───────────────────────────────────────────────────────────────────────────────────────────────────
    key: str
    name: str
    rule: str
    """The format in one sentence."""
    default_tie_breaks: tuple[str, ...]

    # ── the next round ───────────────────────────────────────────────────────────────────────────────────────────────
    next_round: Callable[[Tournament, str], RoundPaired | None]
    """The next round of a tournament that has started, by a seed. `None` if it waits for results or is complete.

    It is called until then, so a format that knows all its rounds returns them all at once. A round that has pairings
    gets more.
    """
    is_over: Callable[[Tournament], bool]
    """True if nothing is left to pair or play."""
    on_command: bool = False
    """A round is paired when the director asks for it, not as soon as possible."""
    follows: Callable[[Tournament], RoundPaired | None] | None = None
    """The round that is paired as soon as possible in a format that pairs on command, such as that of a bracket."""
    stale: Callable[[Tournament], tuple[Pairing, ...]] = lambda _: ()
    """The live pairings that no longer follow from the results."""
    impasse: Callable[[Tournament], Impasse | None] | None = None
    """A coming round that the rules cannot pair (`core.tournament.model.impasse`)."""
    explain: Callable[[Tournament, Round], Explanations] | None = None
    """The reason of each match of a round, and of the bye."""

    # ── how it is announced ──────────────────────────────────────────────────────────────────────────────────────────
    settings: type = NoOptions
    """A frozen dataclass whose fields are data with defaults (`core.options`)."""
    rule_of: Callable[[Tournament], str | None] = lambda _: None
    """The format in one sentence, where its settings make it another than `rule`."""
    rules: int | None = None
    """The number of the rules by which a tournament that starts now is played, `None` for the first ones.

    A correction that would change what follows from the log of an older tournament raises it: that one is played to its
    end by its own rules.
    """
    fits: Callable[[Any, int], None] = lambda _settings, _players: None
    """Raises `Invalid` for settings that do not fit so many players who start."""
    advice: Callable[[Tournament], tuple[str, ...]] = lambda _: ()
    """Sentences for its director."""

    # ── who takes part ───────────────────────────────────────────────────────────────────────────────────────────────
    late_entry: bool = False
    """Players may enter after the start."""
    late: Callable[[Tournament], str | None] = lambda _: None
    """The reason why no late entry is possible, if so."""
    walkovers: bool = False
    """The opponents win the open matches of a withdrawn player. Otherwise these are not waited for."""
    exchanges: Callable[[Tournament], tuple[Exchange, ...]] = lambda _: ()
    """Players who change places in the draw of a tournament that starts."""
    still_in: Callable[[Tournament], Collection[str]] | None = None
    """Ids of the players who play on, where a format eliminates players who are in no bracket."""
    again: Again[Tournament] = NO_AGAIN
    """Second chances."""

    # ── byes and rounds that were not played ─────────────────────────────────────────────────────────────────────────
    bye: int = 0
    """The value of sitting out a round, unless the tournament's scoring says otherwise."""
    byes: Callable[[Tournament], ByeRule | None] = lambda _: None
    """The rule for byes on request of a format that gives them."""
    unplayed: Callable[[Tournament], str] = lambda _: OWN_SCORE
    """The rule for rounds that were not played (`core.tournament.standings.unplayed`)."""

    # ── teams ────────────────────────────────────────────────────────────────────────────────────────────────────────
    teams: bool = False
    teams_of: Callable[[Tournament, int, str], tuple[str, str]] | None = None
    """The two teams that meet at a board, by round and slot, the home team first."""
    meetings: Callable[[Tournament], dict[str, list[Meeting]]] | None = None
    """The meetings of all players, where they are not simply the matches."""

    # ── brackets and stages ──────────────────────────────────────────────────────────────────────────────────────────
    plan: Callable[[Tournament], Plan] | None = None
    """The whole bracket."""
    entrant: Callable[[Tournament], Entrant] | None = None
    """The player of a seed of the plan, where that is not the order of the start."""
    stages: tuple[str, ...] = ()
    """Names of stages and brackets that `terms` may name."""
    staged: Staged[Tournament] = ONE_STAGE
    """The functions of a format whose stages begin on command."""

    # ── the table ────────────────────────────────────────────────────────────────────────────────────────────────────
    sections: Callable[[Tournament], tuple[tuple[str, tuple[str, ...]], ...]] = lambda _: ()
    """The names and player ids of tables of their own, such as groups."""
    halves: bool = False
    """A match of its table may count half for each player. In other formats it decides who plays on."""
    table_stage: str | None = None
    """The stage whose matches alone count in the whole table."""
    across: Callable[[Tournament], tuple[Across, ...]] = lambda _: ()
    """Comparisons of players of different groups."""
    reached: Callable[[Tournament], Mapping[str, int]] | None = None
    """The round that each player reached, more is better, where that orders the table (`round_reached`)."""
    shares: Callable[[Tournament], Collection[str]] = lambda _: ()
    """Players who reached the same round and whom no later tie-break separates."""
    lost_by_both: Callable[[Tournament], Mapping[str, int]] = lambda _: {}
    """The places of those of a match for places that neither won."""

    # ── how long it takes ────────────────────────────────────────────────────────────────────────────────────────────
    leavers: Callable[[Tournament], Sequence[Sequence[Pairing]]] | None = None
    """The matches of each table of which half must be played, or none of one who leaves counts; none by other rules."""
    planned: Callable[[int, Any], int] = lambda _players, _settings: 0
    """The number of matches paired at the start, where that grows with the square of players."""
    rounds: Callable[[Tournament], int] | None = None
    """The number of rounds of a format that knows it before they are paired."""
    rounds_to_pair: Callable[[Tournament, Callable[[], bool]], Iterable[int]] | None = None
    """The matches of each round that is still to be paired on command, with results by chance."""

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
