"""The whole bracket as JSON data: every slot, also of matches without known players."""

from collections.abc import Mapping
from typing import Any

from core.games import game_of
from core.tournament.brackets.filling import filled, starter
from core.tournament.model.bracket_plan import BYE, Fill, Slot, Source
from core.tournament.model.state import Tournament
from core.tournament.model.values import NOBODY, Pairing, Result

Json = dict[str, Any]
WAITING, READY, PLAYED, RESTS, EMPTY = "waiting", "ready", "played", "bye", "empty"
STATES = (WAITING, READY, PLAYED, RESTS, EMPTY)
"""Players not yet known · to be played · has its result · one player without an opponent · not played."""


def bracket_json(tournament: Tournament, *, drafts: bool = True) -> Json:
    """The brackets of a tournament, from the start on; a format without brackets has none.

    Each seat has the `player`, their `name` and `seed` once they are known, `bye` if the place is empty, and always the
    source (`from`): `kind` is `seed`, `winner`, `loser` or `bye`, `of` the seed's number or the slot. Without `drafts`
    the pairings of unpublished rounds are left out.
    """
    head = {"tournament": tournament.id, "version": tournament.version, "status": tournament.status}
    if tournament.format.plan is None or tournament.seed is None:
        return {**head, "brackets": []}
    plan = tournament.format.plan(tournament)
    entrant = (tournament.format.entrant or starter)(tournament)
    fills = filled(plan, tournament, entrant)
    hidden = set() if drafts else {each.number for each in tournament.rounds if each.draft}
    slots = _Words(tournament, fills)
    return {
        **head,
        "brackets": [
            {
                "bracket": bracket.key,
                "rounds": [
                    {
                        "round": round_.number, "name": round_.name,
                        "slots": [slots.slot(slot, hidden=round_.number in hidden) for slot in round_.slots],
                    }
                    for round_ in bracket.rounds
                ],
            }
            for bracket in plan.brackets
        ],
    }  # fmt: skip


class _Words:
    """Slots of one tournament in words."""

    def __init__(self, tournament: Tournament, fills: Mapping[str, Fill]) -> None:
        self._tournament, self._fills = tournament, fills
        self._seats = game_of(tournament.created.game).seats
        self._live = {pairing.slot: pairing for pairing in tournament.matches if pairing.slot}
        self._names = {entry.player: entry.name for entry in tournament.entries}
        self._seeds = {player: number for number, player in enumerate(tournament.starters, 1)}

    def slot(self, slot: Slot, *, hidden: bool) -> Json:
        """One slot: its match, who sits there or whence they come, and what came of it."""
        fill = (None, None) if hidden else self._fills[slot.key]
        live = None if hidden else self._live.get(slot.key)
        result = self._tournament.results.get(live.match) if live else None
        seats = zip(self._seats, (slot.white, slot.black), fill, strict=False)
        return {
            "slot": slot.key,
            "match": live.match if live else None,
            "table": self._tournament.seated.get(live.match) if live else None,
            "seats": [self._seat(*each) for each in seats],
            "status": _status(fill, result),
            "winner": _winner(live, result, self._seats),
            "score": dict(result.score) if result else None,
            "result": result.kind if result else None,
        }

    def _seat(self, seat: str, source: Source, player_id: str | None) -> Json:
        return {
            "seat": seat,
            "player": player_id or None,
            "name": self._names[player_id] if player_id else None,
            "seed": self._seeds.get(player_id) if player_id else None,
            "bye": player_id == NOBODY or source.kind == BYE,
            "from": {"kind": source.kind, "of": None if source.kind == BYE else source.of},
        }


def _status(fill: Fill, result: Result | None) -> str:
    if None in fill:
        return WAITING
    if fill == (NOBODY, NOBODY):
        return EMPTY
    if NOBODY in fill:
        return RESTS
    return PLAYED if result else READY


def _winner(live: Pairing | None, result: Result | None, seats: tuple[str, ...]) -> str | None:
    """The id of the player who won."""
    if live is None or result is None or result.winner is None:
        return None
    return live.white if result.winner == seats[0] else live.black
