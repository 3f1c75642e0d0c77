"""A rating list as a fold: decided matches in their order → the rating of each player, and what each match changed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from core.ratings.decided_match import DecidedMatch
from core.ratings.formula import change, factor, win_probability
from core.ratings.rule import Rule, why_not


class Rated(NamedTuple):
    """A player of the list after the matches so far. `experience` is in points. `at` is the last counted match's.

    `highest` is the highest rating so far, the first one included.
    """

    player: str
    rating: float
    experience: int = 0
    won: int = 0
    lost: int = 0
    highest: float = 0.0
    change: float = 0.0
    at: int = 0

    @property
    def played(self) -> int:
        """The number of counted matches."""
        return self.won + self.lost


class Judged(NamedTuple):
    """A match of the list: why it does not count, or the ratings before it and what it changed.

    `players` are the ids as they mean players now. The pairs are in their order. `chance` is that of the first player.
    """

    match: DecidedMatch
    players: tuple[str, str]
    why_not: str | None
    before: tuple[float, float] = (0.0, 0.0)
    changes: tuple[float, float] = (0.0, 0.0)
    chance: float = 0.5

    @property
    def counts(self) -> bool:
        """True if it counts."""
        return self.why_not is None


class RatingList(NamedTuple):
    """The ratings by player id, and every decided match in its order."""

    rule: Rule
    players: Mapping[str, Rated]
    matches: Sequence[Judged]

    def is_provisional(self, rated: Rated) -> bool:
        """True before the player has as many counted matches as the club's rule wants."""
        return rated.played < self.rule.provisional

    def ranked(self) -> list[Rated]:
        """The players, those who are not provisional first, each part by rating, equal ones by id."""
        return sorted(
            self.players.values(), key=lambda player: (self.is_provisional(player), -player.rating, player.player)
        )

    def of(self, player_id: str) -> list[Judged]:
        """The matches of a player, also those that do not count, in their order."""
        return [match for match in self.matches if player_id in match.players]


def ranks_of(ordered: Iterable[Rated]) -> dict[str, int]:
    """The ranks by player id, from the best on; equal ratings have the same rank."""
    ranks: dict[str, int] = {}
    before: Rated | None = None
    for place, each in enumerate(ordered, 1):
        level = before is not None and before.rating == each.rating
        ranks[each.player] = ranks[before.player] if before is not None and level else place
        before = each
    return ranks


def _same(player_id: str) -> str:
    return player_id


def rating_list(
    rule: Rule,
    matches: Iterable[DecidedMatch],
    present: Callable[[str], str] = _same,
    listed: Mapping[str, int] | None = None,
) -> RatingList:
    """The list after these matches, in whatever order they come.

    `present` gives the id that an id means now, since two players may have been merged. `listed` are the ratings on the
    club's list of players, with which players begin if the rule says so.
    """
    first = listed if listed is not None and rule.from_list else {}
    players: dict[str, Rated] = {}
    judged = []
    for match in sorted(matches, key=lambda decided_match: decided_match.place):
        now = match._replace(players=(_known(present, match.players[0]), _known(present, match.players[1])))
        if reason := why_not(rule, now):
            judged.append(Judged(match, now.players, reason))
            continue
        one, other = (
            players.get(player) or _new(player, float(first.get(player, rule.start))) for player in now.players
        )
        chance = win_probability(one.rating + match.made_up, other.rating, match.points)
        changes = (
            change(chance, match.points, factor(one.experience, ramp=rule.ramp), won=match.winner == 0),
            change(1 - chance, match.points, factor(other.experience, ramp=rule.ramp), won=match.winner == 1),
        )
        for place, rated in enumerate((one, other)):
            players[rated.player] = _after(rated, match, changes[place], won=match.winner == place)
        judged.append(Judged(match, now.players, None, (one.rating, other.rating), changes, chance))
    return RatingList(rule, players, judged)


def _new(player_id: str, rating: float) -> Rated:
    return Rated(player_id, rating, highest=rating)


def _known(present: Callable[[str], str], player_id: str) -> str:
    return present(player_id) if player_id else ""


def _after(rated: Rated, match: DecidedMatch, change: float, *, won: bool) -> Rated:
    rating = rated.rating + change
    return Rated(
        rated.player,
        rating,
        rated.experience + match.points,
        rated.won + won,
        rated.lost + (not won),
        max(rating, rated.highest),
        change,
        match.at,
    )
