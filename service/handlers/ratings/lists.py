"""Views of a rating list: its lines, its matches as a reader may see them, and a player's history."""

from collections.abc import Sequence
from typing import NamedTuple

from core.errors import NotFound
from core.ratings.rating_list import Judged, Rated, ranks_of
from service.handlers.club.clubs import player_id
from service.handlers.ratings.club_ratings import ClubRatings


class ListedRating(NamedTuple):
    """A line of a rating list. `rank` is `None` for a provisional player."""

    rank: int | None
    name: str
    rated: Rated
    provisional: bool
    group: str | None

    def __getattr__(self, name: str) -> object:
        """The values of the player's rating."""
        return getattr(self.rated, name)

    @property
    def id(self) -> str:
        """The player's id."""
        return self.rated.player

    @property
    def rounded(self) -> float:
        """The rating to two decimals."""
        return round(self.rated.rating, 2)

    @property
    def best(self) -> float:
        """The highest rating to two decimals."""
        return round(self.rated.highest, 2)

    @property
    def last_change(self) -> float:
        """The change by the last match to two decimals."""
        return round(self.rated.change, 2)


class RatedPlayer(NamedTuple):
    """A player of a rated match. `id` is `None` for one who is not on the club's list.

    The ratings and the chance are `None` where the match does not count.
    """

    id: str | None
    name: str
    won: bool
    score: int
    chance: float | None
    before: float | None
    after: float | None
    change: float | None


class RatedMatch(NamedTuple):
    """A match of a rating list as a reader sees it; `tournament_name` is `None` for one outside tournaments."""

    judged: Judged
    players: tuple[RatedPlayer, RatedPlayer]
    tournament_name: str | None

    def __getattr__(self, name: str) -> object:
        """The values of the decided match."""
        return getattr(self.judged.match, name)

    @property
    def id(self) -> str:
        """The match's id."""
        return self.judged.match.match

    @property
    def tournament(self) -> str | None:
        """The tournament's id."""
        return self.judged.match.tournament or None

    @property
    def counts(self) -> bool:
        """True if it counts."""
        return self.judged.counts

    @property
    def why_not(self) -> str | None:
        """The reason why it does not count."""
        return self.judged.why_not


class CurvePoint(NamedTuple):
    """The rating of a player after a counted match, which was decided at a time (Unix ms)."""

    at: int
    rating: float


class PlayerRating(NamedTuple):
    """A player of a rating list, with their matches, the newest first. Other people's readers miss `hidden` of them.

    `line` is `None` as long as no match of the player counts. `curve` is the rating after each counted match.
    """

    id: str
    name: str
    line: ListedRating | None
    matches: Sequence[Judged]
    hidden: int
    curve: Sequence[CurvePoint]


def lines(found: ClubRatings) -> list[ListedRating]:
    """The players of the club's list who have a rating, best first; provisional ones behind, without a rank."""
    shown = [each for each in found.ratings.ranked() if each.player in found.club.players]
    ranks = ranks_of(each for each in shown if not found.ratings.is_provisional(each))
    return [
        ListedRating(
            ranks.get(each.player),
            found.club.players[each.player].name,
            each,
            each.player not in ranks,
            found.club.groups.get(each.player) if found.inside else None,
        )
        for each in shown
    ]


def player(found: ClubRatings, id_or_name: str) -> PlayerRating:
    """A player of the list with their matches: others than the club's people see those of published tournaments.

    Raises `NotFound` for a player who is not on the club's list, and to others for one without a rating.
    """
    own = player_id(found.club, id_or_name)
    line = next((listed_rating for listed_rating in lines(found) if listed_rating.id == own), None)
    if line is None and not found.inside:
        raise NotFound("player", id_or_name)
    matches = found.ratings.of(own)
    curve = [CurvePoint(match.match.at, _after(match, own)) for match in matches if match.counts]
    seen = visible(found, matches)
    return PlayerRating(own, found.club.players[own].name, line, seen[::-1], len(matches) - len(seen), curve)


def _after(judged: Judged, player_id: str) -> float:
    place = judged.players.index(player_id)
    return round(judged.before[place] + judged.changes[place], 2)


def visible(found: ClubRatings, matches: Sequence[Judged]) -> list[Judged]:
    """The matches that the reader may see: of others than the club's people, those of published tournaments."""
    if found.inside:
        return list(matches)
    return [match for match in matches if match.match.tournament and found.streams[match.match.tournament].published]


def shown(found: ClubRatings, matches: Sequence[Judged]) -> list[RatedMatch]:
    """The matches with the names of players and tournaments."""
    rows = []
    for each in matches:
        tournament = each.match.tournament
        players = (_rated_player(found, each, 0), _rated_player(found, each, 1))
        rows.append(RatedMatch(each, players, found.streams[tournament].name if tournament else None))
    return rows


def _rated_player(found: ClubRatings, judged: Judged, place: int) -> RatedPlayer:
    match, own = judged.match, judged.players[place]
    known = found.club.players.get(own)
    name = known.name if known else match.names[place]
    won, score = match.winner == place, match.score[place]
    if not judged.counts:
        return RatedPlayer(own if known else None, name, won, score, None, None, None, None)
    before, change = judged.before[place], judged.changes[place]
    chance = judged.chance if place == 0 else 1 - judged.chance
    return RatedPlayer(
        own if known else None,
        name,
        won,
        score,
        round(chance, 4),
        round(before, 2),
        round(before + change, 2),
        round(change, 2),
    )
