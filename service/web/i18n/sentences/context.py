"""Context of a sentence about an event: its author, and the names of players, seats and tables in it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from flask_babel import gettext as _

from core.errors import NotFound
from core.events import GameResult
from core.games import game_of
from core.tournament import Tournament
from core.tournament.model.values import Pairing
from service.translations.isolation import beside


class SentenceContext(NamedTuple):
    """Context of a sentence: the author of the event, the names at its board, its tournament, its turn as text."""

    actor: str
    names: Mapping[str, str] = {}
    tournament: Tournament | None = None
    text: str | None = None

    def name(self, player_id: str) -> str:
        """A player, a team or a team's member as on the lists."""
        try:
            return self.tournament.label_of(player_id) if self.tournament else player_id
        except (NotFound, KeyError):
            return player_id

    def pair(self, match_id: str) -> str:
        """The players of a match, also of a voided pairing."""
        if pairing := self._pairing(match_id):
            return beside(self.name(player) for player in (pairing.white, pairing.black) if player)
        return _("match %(number)s", number=match_id.rpartition(".")[2])

    def seat(self, match_id: str, seat: str | None) -> str:
        """The player at a seat of a match."""
        if (pairing := self._pairing(match_id)) and seat in self.seats:
            return self.name((pairing.white, pairing.black)[self.seats.index(seat)])
        return self.names.get(seat or "", seat or "")

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of a match: two in a tournament, and as many as have names in a match alone."""
        return game_of(self.tournament.created.game).seats[:2] if self.tournament else tuple(self.names)

    def games(self, games: Sequence[GameResult]) -> str:
        """The number of games that each seat won, in the order of seats; placings and void games do not count."""
        return "–".join(str(sum(each.winner == seat for each in games)) for seat in self.seats)

    def _pairing(self, match_id: str) -> Pairing | None:
        if self.tournament is None:
            return None
        voided = {pairing.match: pairing for _round, pairing in self.tournament.voided.pairings}
        return self.tournament.paired.get(match_id) or voided.get(match_id)
