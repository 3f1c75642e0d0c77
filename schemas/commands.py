"""What people may ask for: one schema for each command. What depends on the kind of game is asked of the game."""

from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from marshmallow import ValidationError, pre_load, validates_schema

from core.club import ROLES
from core.errors import Malformed
from core.game import Game
from core.games import GAMES, game_of
from core.tournament.formats import FORMATS
from core.tournament.tiebreaks import TIE_BREAKS, check_tie_breaks
from schemas.events import Results
from schemas.fields import Anything, Choice, Many, Strict, Text, WholeNumber, Word, Written, YesNo, nested

Json = dict[str, Any]
LENGTHS = (3, 5, 7)
CHECKS, STOPS = ("strict", "advisory"), ("all_games", "when_decided")
NAME, REASON = 100, 500
_KEYS = tuple(game.key for game in GAMES)


def slug(**options: Any) -> Written:
    """A club's short name, as it stands in addresses."""
    pattern = r"[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?"
    return Written(pattern, "a short name of 1 to 40 small letters, digits and inner hyphens", **options)


def match_id(**options: Any) -> Written:
    """The id of a match."""
    return Written(r"(m_[a-z2-7]{10}|t_[a-z2-7]{10}\.[0-9]{1,9})", "the id of a match", **options)


class Length(Strict):
    """How long a match is."""

    games = Choice(LENGTHS, required=True)


class ClubFounding(Strict):
    """A club that begins to use the service."""

    slug = slug(required=True)
    name = Text(NAME, required=True)


class TokenIssuing(Strict):
    """A key to be given out."""

    role = Word(ROLES, required=True)
    note = Text(NAME, 0, load_default="")


class PlayerRegistering(Strict):
    """A person for the club's list of players; a bare name will do."""

    name = Text(NAME, required=True)
    rating = WholeNumber(0, 9999, allow_none=True)

    @pre_load
    def _from_name(self, words: Any, **_: Any) -> Any:
        return {"name": words} if isinstance(words, str) else words


class Played(Strict):
    """What matches and tournaments have in common: the game, its options, how long, how it is checked."""

    game = Word(_KEYS, required=True)
    length = nested(Length, required=True)
    check = Word(CHECKS, load_default="strict")
    stop = Word(STOPS, load_default="all_games")
    options = Anything(load_default=dict)

    @validates_schema(skip_on_field_errors=False)
    def _known_options(self, words: Json, **_: Any) -> None:
        if "game" in words and "options" in words:
            _told("options", lambda: game_of(words["game"]).read_options(words["options"]))


class MatchOpening(Played):
    """A friendly match: its players are names, or ids of the club's players."""

    club = slug(required=True)
    players = Anything(required=True, metadata={"example": {"white": "Anna", "black": "Bertil"}})

    @validates_schema(skip_on_field_errors=False)
    def _a_player_for_every_seat(self, words: Json, **_: Any) -> None:
        if "players" not in words or "game" not in words:
            return
        players, seats, problems = words["players"], game_of(words["game"]).seats, {}
        for seat in players.keys() - set(seats):
            problems[f"players.{seat}"] = [f"no such seat; the game has {', '.join(seats)}"]
        for seat in seats:
            if seat not in players:
                problems[f"players.{seat}"] = ["missing: the name of the player at this seat"]
                continue
            try:
                players[seat] = Text(NAME).deserialize(players[seat])
            except ValidationError as wrong:
                problems[f"players.{seat}"] = list(wrong.messages)
        if problems:
            raise ValidationError(problems)


class TournamentAnnouncing(Played):
    """A tournament of a club; everything here holds for all its matches."""

    name = Text(NAME, required=True)
    format = Word(tuple(each.key for each in FORMATS), required=True)
    tie_breaks = Many(Word(tuple(each.code for each in TIE_BREAKS)), 0, len(TIE_BREAKS), load_default=list)
    published = YesNo(load_default=False)

    @validates_schema
    def _no_tie_break_twice(self, words: Json, **_: Any) -> None:
        _told("", lambda: check_tie_breaks(words["tie_breaks"]))


class Entering(Strict):
    """Players of the club who enter a tournament, by id or by name; a bare list will do, and so will one player."""

    players = Many(Text(NAME), 1, 1000, required=True)

    @pre_load
    def _from_what_people_send(self, words: Any, **_: Any) -> Any:
        if isinstance(words, list):
            words = {"players": words}
        elif isinstance(words, Mapping) and len(words) == 1:
            words = {"players": words["entries"]} if "entries" in words else words
            words = {"players": [words["player"]]} if "player" in words else words
        if isinstance(words, Mapping) and isinstance(words.get("players"), list):
            return {**words, "players": [_who(row) for row in words["players"]]}
        return words


def _who(row: Any) -> Any:
    """A player as he was listed elsewhere (`{"id": …, "name": …}`) is meant by his id."""
    if isinstance(row, Mapping):
        return next((row[name] for name in ("player", "id", "name") if name in row), row)
    return row


class Withdrawing(Strict):
    """A player who leaves a tournament, by id or by name, and why."""

    player = Text(NAME, required=True)
    reason = Text(REASON, 0, load_default="")


class Starting(Strict):
    """The start of a tournament; without a `seed` for the drawing of lots the service takes one and publishes it."""

    seed = Text(NAME, allow_none=True)


class Pairing(Strict):
    """The pairing of the next round."""


class Reporting(Strict):
    """A whole match result of a tournament without its rolls: each game's winner and outcome, in order."""

    match = match_id(required=True)
    results = Results(at_least=1, required=True)


class Settling(Strict):
    """Game results to be settled by the rules of a match."""

    game = Word(_KEYS, required=True)
    games = Choice(LENGTHS, required=True)
    results = Results(required=True)

    @validates_schema
    def _of_the_game(self, words: Json, **_: Any) -> None:
        problems = unknown_results(game_of(words["game"]), words["results"])
        if len(words["results"]) > words["games"]:
            problems["results"] = [f"{len(words['results'])} results are more than the {words['games']} games"]
        if problems:
            raise ValidationError(problems)


def unknown_results(game: Game, results: tuple[tuple[str, str], ...]) -> dict[str, list[str]]:
    """What the game does not know of these results: path → messages."""
    known = [outcome.key for outcome in game.outcomes]
    problems = {}
    for place, (winner, outcome) in enumerate(results):
        if winner not in game.seats:
            problems[f"results.{place}.winner"] = [f"{game.name} has the seats {', '.join(game.seats)}"]
        if outcome not in known:
            problems[f"results.{place}.outcome"] = [f"{game.name} ends as one of: {', '.join(known)}"]
    return problems


def _told(path: str, reading: Callable[[], object]) -> None:
    """Read, and say what is malformed under `path`."""
    try:
        reading()
    except Malformed as wrong:
        _refuse(path, wrong.problems)


def _refuse(path: str, problems: Mapping[str, list[str]]) -> NoReturn:
    raise ValidationError({".".join(filter(None, (path, name))): said for name, said in problems.items()})
