"""One rating list of several clubs, from the files that they export: players who are one person are joined by a rule.

| rule | two players of two files are one person if |
|---|---|
| `name-and-club` | they have the same name and the same home club |
| `name` | they have the same name |
| `id` | they have the same id, as in copies of one club |

The home club of a player is the group on the list of the club that exports, else that club. A group that is the name or
the short name of a club of the files means that club. Capitals and spaces make no difference.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.errors import Invalid
from core.messages import say, term
from core.names.names import name_key
from core.ratings.decided_match import DecidedMatch
from core.ratings.rating_list import RatingList, ranks_of, rating_list
from core.ratings.rule import Rule

NAME_AND_CLUB, NAME, ID = "name-and-club", "name", "id"
JOINS = NAME_AND_CLUB, NAME, ID
"""Characters of a name that are compared, so that no text costs more than a long name."""
_COUNTING = ("tournaments", "teams", "friendly", "awarded", "shortest")
"""The settings of a club's rule that say which matches count."""


class FiledPlayer(NamedTuple):
    """A player of a file; `group` is that of the club's list."""

    id: str
    name: str
    group: str | None


class FiledMatch(NamedTuple):
    """A counted match of a file, decided at a time (Unix ms). `winner` is 1 or 2."""

    id: str
    tournament: str | None
    decided_at: int
    player1: str
    player2: str
    winner: int
    points: int


class RatingFile(NamedTuple):
    """A club's rating list of a game, with all that it follows from; `club` is the club's short name."""

    form: str
    club: str
    club_name: str
    game: str
    rule: Rule
    players: Sequence[FiledPlayer]
    matches: Sequence[FiledMatch]


class Person(NamedTuple):
    """A player of the list of several clubs: the name and the home club as they are written first."""

    name: str
    club: str


class FederationList(NamedTuple):
    """The list with its people by their keys, and sentences on what did not fit together."""

    game: str
    ratings: RatingList
    people: Mapping[str, Person]
    clashes: Sequence[str]

    @property
    def ranks(self) -> dict[str, int]:
        """The rank of each person by key; provisional ones have none."""
        return ranks_of(each for each in self.ratings.ranked() if not self.ratings.is_provisional(each))


def federation_list(files: Sequence[RatingFile], rule: Rule, join: str = NAME_AND_CLUB) -> FederationList:
    """The list of all matches of the files, each counted once, by the numbers of `rule`.

    The clubs have said which matches count. Raises `Invalid` for files of several games.
    """
    games = sorted({file.game for file in files})
    if len(games) != 1:
        raise Invalid({"files": [say("one list is of one game: these files are of {games}", games=tuple(games))]})
    people, keys, clashes = _people(files, join)
    matches, differing = _matches(files, keys, people)
    numbers = Rule(friendly=True, start=rule.start, ramp=rule.ramp, provisional=rule.provisional)
    return FederationList(games[0], rating_list(numbers, matches), people, [*_rules(files), *clashes, *differing])


Keys = Mapping[tuple[int, str], str]
"""The key of a person, by the number of the file and the id of the player there."""


def _people(files: Sequence[RatingFile], join: str) -> tuple[dict[str, Person], Keys, list[str]]:
    clubs = {name_key(name): file.club_name for file in files for name in (file.club, file.club_name)}
    people: dict[str, Person] = {}
    keys: dict[tuple[int, str], str] = {}
    clashes = []
    for number, file in enumerate(files):
        own: set[str] = set()
        for player in file.players:
            group = player.group or file.club_name
            club = clubs.get(name_key(group), group)
            key = _key(player, club, join)
            if key in own:
                clash = say("two players of {club} count as one: {name}", club=file.club_name, name=player.name)
                clashes.append(clash)
            own.add(key)
            keys[number, player.id] = key
            people.setdefault(key, Person(player.name, club))
    return people, keys, [*clashes, *_same_names(people, join)]


def _key(player: FiledPlayer, club: str, join: str) -> str:
    if join == ID:
        return player.id
    return name_key(player.name) if join == NAME else f"{name_key(player.name)}\n{name_key(club)}"


def _same_names(people: Mapping[str, Person], join: str) -> list[str]:
    """Sentences on people of one name whom the rule keeps apart."""
    if join == NAME:
        return []
    clubs: dict[str, list[Person]] = {}
    for person in people.values():
        clubs.setdefault(name_key(person.name), []).append(person)
    return [
        say(
            "{name} counts as {count} people, of {clubs}",
            name=several[0].name,
            count=len(several),
            clubs=tuple(person.club for person in several),
        )
        for several in clubs.values()
        if len(several) > 1
    ]


def _matches(
    files: Sequence[RatingFile], keys: Keys, people: Mapping[str, Person]
) -> tuple[list[DecidedMatch], list[str]]:
    """The matches, each once, and sentences on those that two files tell differently."""
    found: dict[str, DecidedMatch] = {}
    alike: defaultdict[tuple[int, frozenset[str]], list[str]] = defaultdict(list)
    clashes = []
    for number, file in enumerate(files):
        own, new = {filed_match.id for filed_match in file.matches}, list[DecidedMatch]()
        others = {key: [id_ for id_ in ids if id_ not in own] for key, ids in alike.items()}
        for each in file.matches:
            players = keys[number, each.player1], keys[number, each.player2]
            names = people[players[0]].name, people[players[1]].name
            match = DecidedMatch(
                each.id,
                each.tournament or "",
                0,
                each.decided_at,
                players,
                names,
                each.winner - 1,
                (0, 0),
                "played",
                each.points,
            )
            twins = others.get((each.decided_at, frozenset(players)))
            before = found.get(each.id) or (found[twins.pop(0)] if twins else None)
            if before is None:
                found[each.id] = match
                new.append(match)
            elif _result(before) != _result(match):
                clashes.append(
                    say(
                        "{club} tells the match {match} of {names} otherwise than a file before, which counts",
                        club=file.club_name,
                        match=each.id,
                        names=names,
                    )
                )
        for match in new:  # two matches of one file are never one
            alike[match.at, frozenset(match.players)].append(match.match)
    return list(found.values()), clashes


def _result(match: DecidedMatch) -> tuple[object, ...]:
    assert match.winner is not None, "a match of a file has a winner"
    return match.players[match.winner], match.players[1 - match.winner], match.points


def _rules(files: Sequence[RatingFile]) -> list[str]:
    """Sentences on settings by which the clubs count different matches."""
    rules = []
    for name in _COUNTING:
        values = {file.club_name: getattr(file.rule, name) for file in files}
        if len(set(values.values())) > 1:
            shown = tuple(say("{club}: {value}", club=club, value=term(value)) for club, value in values.items())
            rules.append(say("the clubs count different matches, by {setting}: {values}", setting=name, values=shown))
    return rules
