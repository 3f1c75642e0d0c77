"""The order of the entries: by rating, by hand, or by lots that anyone can draw again, all of it or behind seeds."""

from collections.abc import Mapping, Sequence

from core.errors import Invalid, NotAllowed
from core.events import DrawWordsSaid, EntryChanged, Event, PlayersDrawn, PlayersSeeded
from core.messages import quoted, say
from core.tournament import Tournament
from core.tournament.model.state import OPEN, seed_order, settings_of
from core.tournament.pairing.lots import seed_of, shuffled

RATING, HAND, LOTS = "rating", "hand", "lots"
METHODS = RATING, HAND, LOTS


def seed_players(
    tournament: Tournament, method: str, players: Sequence[str] = (), seed: str | None = None
) -> list[Event]:
    """Put the entries in order, best first. A later seeding replaces it, and later entries come last.

    `rating`: highest first, equal ones in the order of entry, players without a rating last. `hand`: as `players` are
    listed, all others behind in the order of entry. `lots`: as drawn with `seed`. Where the announcement says how many
    are seeded, lots place the others behind these: behind `players`, or those of `seeded_players`. Raises `NotAllowed`
    after the start, `Invalid` for players listed twice, or not in the tournament, or where the method does not use
    them.
    """
    if tournament.status != OPEN:
        raise NotAllowed(
            say("{created_name} has started: its players are seeded", created_name=tournament.created.name)
        )
    entered = [entry.player for entry in tournament.field]
    if not entered:
        raise NotAllowed(say("no player has entered {created_name} yet", created_name=tournament.created.name))
    announced = settings_of(tournament).seeded
    if players and method != HAND and not (method == LOTS and announced):
        raise Invalid({"players": [say("only the method {hand} takes a list of players", hand=quoted(HAND))]})
    if method == RATING:
        return [PlayersSeeded(tuple(_by_rating(tournament)), method)]
    if method == LOTS:
        if not seed:
            raise Invalid({"seed": [say("missing: what the lots are drawn with")]})
        if announced:
            return [_drawn(tournament, players, seed)]
        return [PlayersSeeded(tuple(shuffled(entered, seed)), method, seed)]
    _listed_once(players, entered)
    listed = set(players)
    return [PlayersSeeded((*players, *(player for player in entered if player not in listed)), method)]


def take_ratings(tournament: Tournament, ratings: Mapping[str, int]) -> list[Event]:
    """Give the entries these ratings, by the ids of their players. An entry without one keeps its own.

    A team has the average rating of its members who have one. Raises `NotAllowed` after the start: the draw keeps the
    ratings that it was made with, whatever becomes of the list.
    """
    if tournament.status != OPEN:
        raise NotAllowed(
            say("{created_name} has started: its players are seeded", created_name=tournament.created.name)
        )
    events: list[Event] = []
    for entry in tournament.field:
        people = [member.player for member in entry.members] or [entry.player]
        found = [ratings[person] for person in people if person in ratings]
        rating = round(sum(found) / len(found)) if found else entry.rating
        if rating != entry.rating:
            events.append(EntryChanged(entry.player, entry.name, rating, entry.group))
    return events


def say_words(tournament: Tournament, words: Sequence[str]) -> list[Event]:
    """Set the words that are said for the draw; no event if they are so. Raises `NotAllowed` after the start."""
    if tournament.status != OPEN:
        raise NotAllowed(
            say("{created_name} has started: its players are seeded", created_name=tournament.created.name)
        )
    return [] if tuple(words) == tournament.draw.words else [DrawWordsSaid(tuple(words))]


def seed_of_words(tournament: Tournament) -> str:
    """The seed of the words that were said. Raises `Invalid` where there are none."""
    if not tournament.draw.words:
        raise Invalid({"words": [say("no word was said for the draw: say one first")]})
    return seed_of(tournament.draw.words)


def seeded_players(tournament: Tournament) -> list[str]:
    """The players who would be seeded if the others were drawn now, best first: as many as announced, or fewer.

    They are the first of the order that was set by hand. Otherwise they are those who were seeded in the draw before,
    and behind them those of the highest ratings. A player without a rating is then not seeded.
    """
    announced, order = settings_of(tournament).seeded, seed_order(tournament)
    if tournament.draw.seeded is not None and tournament.draw.seeded.method == HAND:
        return list(order[:announced])
    before = set(tournament.draw.seeding[: tournament.draw.seeds or 0])
    rated = [player for player in _by_rating(tournament) if tournament.entry(player).rating is not None]
    first = [player for player in order if player in before]
    return [*first, *(player for player in rated if player not in before)][:announced]


def _by_rating(tournament: Tournament) -> list[str]:
    rated = {entry.player: -1 if entry.rating is None else entry.rating for entry in tournament.field}
    return sorted(rated, key=rated.__getitem__, reverse=True)


def _drawn(tournament: Tournament, players: Sequence[str], seed: str) -> PlayersDrawn:
    """The draw of all players but the seeded ones."""
    entered = [entry.player for entry in tournament.field]
    if players:
        _listed_once(players, entered)
        seeded = min(settings_of(tournament).seeded, len(entered))
        if len(players) != seeded:
            raise Invalid(
                {"players": [say("{seeded} players are seeded, as announced: name so many, best first", seeded=seeded)]}
            )
    first = list(players) or seeded_players(tournament)
    others = shuffled((player for player in entered if player not in set(first)), seed)
    return PlayersDrawn((*first, *others), len(first), seed)


def _listed_once(players: Sequence[str], entered: Sequence[str]) -> None:
    problems = {}
    if not players:
        problems["players"] = [say("missing: the players, best first")]
    for place, player in enumerate(players):
        if player not in entered:
            problems[f"players.{place}"] = [say("has withdrawn, or never entered")]
        elif player in players[:place]:
            problems[f"players.{place}"] = [say("stands in the list before")]
    if problems:
        raise Invalid(problems)
