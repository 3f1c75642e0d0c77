"""A player's next match: the one that is paired, or what the player waits for, and what follows after it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.tournament.brackets.view import PLAYED, RESTS, WAITING, BracketView, RoundView, SeatView, SlotView
from core.tournament.groups.draw import STAGE as GROUPS
from core.tournament.model.bracket_plan import LOSER, PLACE, PLAY_OFF, SEED, WINNER
from core.tournament.model.byes import resting
from core.tournament.model.state import CALLED_OFF, FINISHED, OPEN, Tournament, settings_of
from core.tournament.model.values import Pairing, Round
from core.tournament.views.stages import in_brackets

ENTERED, PLAYS, SITS_OUT, WAITS, NEXT_ROUND, DONE, OUT, LEFT, OVER, OFF = (
    "entered",
    "plays",
    "sits_out",
    "waits",
    "next_round",
    "done",
    "out",
    "left",
    "over",
    "called_off",
)
"""Before the start · a match is paired · sits the round out · waits for an opponent · waits for the next round ·
every match is played · eliminated · withdrawn · the tournament is over · it was called off."""


class Ahead(NamedTuple):
    """A slot of a bracket that a player may reach: its round's number and name, the opponent or the two it may be.

    `decides` says which of the two it will be: the `winner` or the `loser`.
    """

    slot: str
    round: int
    name: str
    opponents: tuple[str, ...] = ()
    decides: str = WINNER


class NextMatch(NamedTuple):
    """The next match of a player, or what they wait for.

    `open_matches` are all paired matches that wait for a result, the next one first. `ahead` is the slot that a waiting
    player is in. `if_won` and `if_lost` are the slots behind the next match.
    """

    status: str
    round: Round | None = None
    open_matches: tuple[Pairing, ...] = ()
    ahead: Ahead | None = None
    if_won: Ahead | None = None
    if_lost: Ahead | None = None


def next_match(tournament: Tournament, brackets: Sequence[BracketView], player_id: str) -> NextMatch:
    """The next match of a player, a team or a team's member. Raises `NotFound`.

    `tournament` and `brackets` are as the reader may see them, with drafts or without.
    """
    entry = tournament.entry_of(player_id)
    if again := _entered_again(tournament, entry.player):
        return next_match(tournament, brackets, again)
    ids = frozenset(entry.people if player_id == entry.player else (player_id,))
    if tournament.status == CALLED_OFF:
        return NextMatch(OFF)
    if tournament.status == FINISHED:
        return NextMatch(OVER)
    if entry.withdrawn:
        return NextMatch(LEFT)
    if tournament.status == OPEN:
        return NextMatch(ENTERED)
    slots = _Slots(brackets)
    if found := _open_matches(tournament, ids):
        round_, first = found[0]
        matches = tuple(pairing for _, pairing in found)
        return NextMatch(
            PLAYS, round_, matches, if_won=slots.behind(first.slot, WINNER), if_lost=slots.behind(first.slot, LOSER)
        )
    if waiting := slots.waiting(entry.player):
        return NextMatch(WAITS, ahead=waiting)
    if tournament.format.plan is not None and (in_brackets(tournament) or not tournament.format.on_command):
        return NextMatch(_without_slot(tournament, slots, entry.player))
    return _without_match(tournament, ids, entry.player)


def _entered_again(tournament: Tournament, player_id: str) -> str | None:
    """The id of the entry that followed this one after a loss, if it counts."""
    off = tournament.format.again.lapsed(tournament)
    followers = (entry for entry in tournament.entries if entry.lost_in is not None and entry.player not in off)
    return next(
        (follower.player for follower in followers if follower.lost_in and follower.lost_in.entry == player_id), None
    )


def _open_matches(tournament: Tournament, ids: frozenset[str]) -> list[tuple[Round, Pairing]]:
    """The paired matches without a result: those with a table first, reported ones last."""
    waiting = {pairing.match for pairing in tournament.to_play}
    found = [
        (round_, pairing)
        for round_ in tournament.rounds
        for pairing in round_.pairings
        if pairing.match in waiting and not pairing.is_bye and not ids.isdisjoint((pairing.white, pairing.black))
    ]
    return sorted(found, key=lambda row: (row[1].match in tournament.reported, row[1].match not in tournament.seated))


def _without_slot(tournament: Tournament, slots: "_Slots", player_id: str) -> str:
    """The status of a player for whom no match of a bracket is paired or waits."""
    form, last = tournament.format, slots.last(player_id)
    if last is None:
        if form.still_in is not None and player_id not in form.still_in(tournament):
            return OUT
        groups = [round_ for round_ in tournament.rounds if round_.stage == GROUPS]
        played = all(pairing.match in tournament.results for round_ in groups for pairing in round_.pairings)
        return OUT if played and slots.entrants_known() else NEXT_ROUND
    if last.status != PLAYED:
        return NEXT_ROUND
    if last.winner is None:
        return OUT
    won = last.winner == player_id
    if last.slot.startswith(f"{PLAY_OFF}.") and not slots.entrants_known():
        may_go_on = getattr(settings_of(tournament), "next_best", 0) > 0  # as one of the best in the next place
        return NEXT_ROUND if won or may_go_on or settings_of(tournament).consolation else OUT
    if slots.behind(last.slot, WINNER if won else LOSER):
        return NEXT_ROUND
    return DONE if won else OUT


def _without_match(tournament: Tournament, ids: frozenset[str], entered: str) -> NextMatch:
    """The status of a player without a paired match, in a format without brackets or before them."""
    form, last = tournament.format, tournament.rounds[-1] if tournament.rounds else None
    if form.still_in is not None and ids.isdisjoint(playing := form.still_in(tournament)) and entered not in playing:
        return NextMatch(OUT)
    if (
        last is not None
        and _rests(tournament, last, ids)
        and any(pairing in tournament.to_play for pairing in last.pairings)
    ):
        return NextMatch(SITS_OUT, last)
    known = form.rounds(tournament) if form.rounds is not None else None
    goes_on = form.on_command or form.still_in is not None
    more = goes_on and (known is None or form.plan is not None or len(tournament.rounds) < known)
    return NextMatch(NEXT_ROUND if more else DONE)


def _rests(tournament: Tournament, round_: Round, ids: frozenset[str]) -> bool:
    without_match = any(each.player in ids for each in resting(tournament, round_))
    return without_match or any(pairing.is_bye and {pairing.white, pairing.black} & ids for pairing in round_.pairings)


class _Slots:
    """The slots of a tournament's brackets; none for a format without."""

    def __init__(self, brackets: Sequence[BracketView]) -> None:
        self._brackets = {bracket.bracket for bracket in brackets}
        rounds = (round_ for bracket in brackets for round_ in bracket.rounds)
        self._rounds = sorted(rounds, key=lambda round_: round_.round)
        self._by_key = {slot.slot: slot for _, slot in self._all()}

    def _all(self) -> Iterator[tuple[RoundView, SlotView]]:
        return ((round_, slot) for round_ in self._rounds for slot in round_.slots)

    def has(self, bracket: str) -> bool:
        """True if there is a bracket of that key."""
        return bracket in self._brackets

    def waiting(self, player_id: str) -> Ahead | None:
        """The slot in which a player waits for an opponent."""
        for round_, slot in self._all():
            own = next((seat for seat in slot.seats if seat.player == player_id), None)
            if own is not None and slot.status == WAITING:
                return self._ahead(round_, slot, own)
        return None

    def last(self, player_id: str) -> SlotView | None:
        """The last slot in which a player is known to be."""
        mine = [slot for _, slot in self._all() if any(seat.player == player_id for seat in slot.seats)]
        return mine[-1] if mine else None

    def entrants_known(self) -> bool:
        """True if the players of the first matches are known."""
        first = (SEED, PLACE)
        seats = (seat for _, slot in self._all() for seat in slot.seats if seat.source.kind in first)
        return all(seat.player or seat.bye for seat in seats)

    def behind(self, key: str, kind: str) -> Ahead | None:
        """The slot to which the winner or the loser of a slot goes; past a bye it is the one behind that."""
        for round_, slot in self._all():
            own = [seat for seat in slot.seats if seat.source.kind == kind and seat.source.of == key]
            if len(own) == 1 and {seat.source.of for seat in slot.seats} != {key}:
                if any(seat.bye for seat in slot.seats) or slot.status == RESTS:
                    return self.behind(slot.slot, WINNER)
                return self._ahead(round_, slot, own[0])
        return None

    def _ahead(self, round_: RoundView, slot: SlotView, own: SeatView) -> Ahead:
        other = next(seat for seat in slot.seats if seat is not own)
        if other.name:
            return Ahead(slot.slot, round_.round, round_.name, (other.name,))
        source = self._by_key.get(str(other.source.of))
        names = tuple(seat.name for seat in source.seats if seat.name) if source else ()
        return Ahead(
            slot.slot,
            round_.round,
            round_.name,
            names if len(names) == 2 else (),
            other.source.kind if other.source.kind in (WINNER, LOSER) else WINNER,
        )
