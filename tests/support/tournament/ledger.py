"""Ledger of a tournament's events in plain dictionaries: kept beside the fold, by the pages, never through it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from core.events import (
    DecisionUndone,
    Event,
    ImpasseResolved,
    MatchesSeated,
    MatchReopened,
    MatchSettled,
    PairingsVoided,
    PenaltiesReported,
    PlayerEntered,
    PlayerReentered,
    PlayerReplaced,
    PlayerWithdrew,
    ReentryTakenBack,
    ResultConfirmed,
    ResultDecided,
    RoundPaired,
    RoundPublished,
    TablesSet,
    TeamLinedUp,
    TournamentAmended,
    TournamentCreated,
    TournamentEnded,
    TournamentStarted,
    WithdrawalTakenBack,
)


class Place(NamedTuple):
    """The pairing behind a match id: the round, the players at white and black (none: a bye), and the slot."""

    round: int
    white: str
    black: str
    slot: str


class ExpectedResult(NamedTuple):
    """A reported result of a match. `winner` is a seat."""

    kind: str
    winner: str | None
    score: Mapping[str, int]
    games: int


class Ledger:
    """Everything that counts, and what it was before it counted no more.

    `means` is every match that was ever paired, `live` those that count, `begun` those of two that have been open to
    people; `byes`, `drafts` and `stages` are by round; `seats` the table of each match, `left` that of one whose
    pairing was taken back. `people` are the players at boards for each entry, the entry included. `again` are the entry
    and the slot of the loss before each re-entry.
    """

    def __init__(self, created: TournamentCreated, *, on_command: bool) -> None:
        self._confirms, self._drafted, self._on_command = bool(created.confirm), bool(created.drafts), on_command
        self.version = 0
        self.means: dict[str, Place] = {}
        self.live: set[str] = set()
        self.begun: set[str] = set()
        self.byes: dict[int, str] = {}
        self.stages: dict[int, str] = {}
        self.drafts: set[int] = set()
        self.shown: set[int] = set()
        self.reported: dict[str, ExpectedResult] = {}
        self.confirmed: set[str] = set()
        self.decided: dict[str, dict[int, ExpectedResult]] = {}
        self.penalties: dict[str, Mapping[str, int]] = {}
        self.people: dict[str, set[str]] = {}
        self.gone: set[str] = set()
        self.seats: dict[str, str] = {}
        self.left: dict[str, str] = {}
        self.started = self.ended = False
        self.starters: set[str] = set()
        self.again: dict[str, tuple[str, str]] = {}

    # ── what counts ──────────────────────────────────────────────────────────────────────────────────────────────────
    def counts(self) -> dict[str, ExpectedResult]:
        """The result of every live match that has one: the last decision, else what was reported (and confirmed)."""
        found = {}
        for match in self.live:
            if said := self.decided.get(match):
                found[match] = said[max(said)]
            elif not self.means[match].black:
                found[match] = ExpectedResult("bye", "white", {}, 0)
            elif match in self.reported and (not self._confirms or match in self.confirmed):
                found[match] = self.reported[match]
        return found

    def lapsed(self) -> set[str]:
        """Re-entries that do not count: the first entry has not lost the match that was lost then."""
        counted = self.counts()
        lost = {
            (player, self.means[match].slot)
            for match, each in counted.items()
            if self.means[match].black
            for seat, player in zip(("white", "black"), self.means[match][1:3], strict=True)
            if each.winner != seat
        }
        return {entry for entry, before in self.again.items() if before not in lost}

    def rounds(self) -> set[int]:
        """The numbers of the rounds that there are."""
        return {self.means[match].round for match in self.live} | set(self.byes)

    def penalty(self, match: str, seat: str) -> int:
        """The penalty points of that seat of a match."""
        return self.penalties.get(match, {}).get(seat, 0)

    def draft(self, match: str) -> bool:
        """True if only the director sees that match yet."""
        return self.means[match].round in self.drafts

    def away(self) -> set[str]:
        """Everybody who has left, and who plays for a team that has."""
        return {person for entry in self.gone for person in self.people[entry]}

    # ── what happens ─────────────────────────────────────────────────────────────────────────────────────────────────
    def apply(self, event: Event) -> None:
        """One more event. An id that is paired again must mean what it meant."""
        self.version += 1
        match event:
            case PlayerEntered() | PlayerReentered():
                self._enters(event)
            case TournamentAmended(drafts=drafts, confirm=confirm):
                self._drafted = self._drafted if drafts is None else drafts
                self._confirms = self._confirms if confirm is None else confirm
            case TeamLinedUp(team=team, members=members):
                self.people[team] |= {each for each, _ in members}
            case PlayerWithdrew(player=player):
                self.gone.add(player)
            case ReentryTakenBack() | PlayerReplaced():
                self._leaves_the_place(event)
            case WithdrawalTakenBack(player=player):
                self.gone.discard(player)
            case TournamentStarted():
                self.started, self.starters = True, set(self.people) - self.gone
            case TournamentEnded() | ImpasseResolved(way="end"):
                self.ended = True
            case RoundPaired() | PairingsVoided() | RoundPublished():
                self._rounds(event)
            case TablesSet(tables=tables):
                names = {name for name, _ in tables}
                self.seats = {match: seat for match, seat in self.seats.items() if seat in names}
                self.left = {match: each for match, each in self.left.items() if each in names}
            case MatchesSeated(seats=seats):
                self.seats |= dict(seats)
            case _:
                self._results(event)

    def _enters(self, event: PlayerEntered | PlayerReentered) -> None:
        if isinstance(event, PlayerReentered):
            self.people[event.entry] = {event.entry}
            self.starters.add(event.entry)
            self.again[event.entry] = event.player, event.lost_in
            return
        self.people[event.player] = {event.player, *(each for each, _ in event.members or ())}
        self.gone.discard(event.player)
        if self.started:
            self.starters.add(event.player)

    def _leaves_the_place(self, event: ReentryTakenBack | PlayerReplaced) -> None:
        if isinstance(event, ReentryTakenBack):
            self.gone.add(event.entry)
            self.starters.discard(event.entry)
            del self.again[event.entry]
            return
        self.people[event.by] = {event.by}
        self.gone = (self.gone | {event.player}) - {event.by}
        self.starters = (self.starters - {event.player}) | {event.by}

    def _rounds(self, event: Any) -> None:
        self._round(event)
        self.begun |= {match for match in self.live if self.means[match].black and not self.draft(match)}

    def _round(self, event: Any) -> None:
        number, new = event.round, event.round not in self.rounds()
        if isinstance(event, RoundPaired):
            for match, *place in event.pairings:
                meant = Place(number, *(place if len(place) > 2 else [*place, ""]))
                assert self.means.setdefault(match, meant) == meant, f"{match} was {self.means[match]}, and is {meant}"
                assert match not in self.live, f"{match} is paired twice"
                self.live.add(match)
                if table := self.left.get(match):
                    self.seats[match] = table
            self.byes |= {number: event.bye} if event.bye else {}
            if new:
                self.stages[number] = event.stage or ""
                asked = self._on_command and not (event.pairings and all(len(row) > 3 for row in event.pairings))
                if self._drafted and (asked or number not in self.shown):
                    self.drafts.add(number)
        elif isinstance(event, RoundPublished):
            self.drafts.discard(number)
            self.shown.add(number)
        else:
            for match in event.matches:
                assert match in self.live, f"{match} is voided and was not there"
                assert self.means[match].round == number
                self.live.discard(match)
                if table := self.seats.pop(match, ""):
                    self.left[match] = table
            if event.bye:
                del self.byes[number]
            if number not in self.rounds():
                self.drafts.discard(number)

    def _results(self, event: Event) -> None:
        match event:
            case MatchSettled(match=match, winner=winner, score=score, games=games):
                assert match in self.means
                self.reported[match] = ExpectedResult("played", winner, score, len(games))
                self.confirmed.discard(match)
            case MatchReopened(match=match):
                self.reported.pop(match, None)
                self.confirmed.discard(match)
            case PenaltiesReported(match=match, points=points):
                self.penalties[match] = points
            case ResultConfirmed(match=match):
                self.confirmed.add(match)
            case ResultDecided(match=match, kind=kind, winner=winner, score=score, games=games):
                self.decided.setdefault(match, {})[self.version] = ExpectedResult(kind, winner, score, len(games))
            case DecisionUndone(match=match, decision=decision):
                del self.decided[match][decision]
