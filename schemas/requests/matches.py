"""Requests: one schema for each command. Game-dependent parts are asked of the game."""

from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from marshmallow import ValidationError, post_load, validates_schema

from core.errors import Invalid
from core.games import GAMES, game_of
from core.match.results.game_results import result_problems
from core.match.results.settlement import LENGTHS, seats_of, settle
from core.match.voiding import MOST_MENDED
from core.messages import say, term
from core.notation.mat_import import Imported
from core.rules.game import Game
from schemas.facts.facts import LAST_VERSION, AnyFact, Beginning
from schemas.facts.parts import MOST_GAMES, POINTS, Results
from schemas.fields import Anything, Choice, Many, Name, Pattern, Strict, Text, WholeNumber, Word, nested

Json = dict[str, Any]
CHECKS, STOPS = ("strict", "advisory"), ("all_games", "when_decided")
NAME, REASON = 100, 500
_KEYS = tuple(game.key for game in GAMES)


def slug(**options: Any) -> Pattern:
    """A club's short name, as it stands in addresses."""
    pattern = r"[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?"
    return Pattern(pattern, say("a short name of 1 to 40 small letters, digits and inner hyphens"), **options)


def match_id(**options: Any) -> Pattern:
    """The id of a match."""
    return Pattern(r"(m_[a-z2-7]{10}|t_[a-z2-7]{10}\.[0-9]{1,9})", say("the id of a match"), **options)


def tournament_id(**options: Any) -> Pattern:
    """The id of a tournament."""
    return Pattern("t_[a-z2-7]{10}", say("the id of a tournament"), **options)


class Length(Strict):
    """Length of a match: a number of games, or, where stakes may be doubled, the points that win it."""

    games = Choice(LENGTHS)
    points = WholeNumber(1, POINTS)

    json_schema = {"oneOf": [{"required": ["games"]}, {"required": ["points"]}]}

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def _one_of_them(self, _words: Json, sent: Any, **_: Any) -> None:
        one_length(sent)


def one_length(sent: Any) -> None:
    """Raises `ValidationError` unless exactly one of `games` and `points` was sent."""
    if isinstance(sent, Mapping):
        if "games" not in sent and "points" not in sent:
            raise ValidationError(
                {"games": [say("missing: one of {lengths}, or points instead", lengths=tuple(map(str, LENGTHS)))]}
            )
        if "games" in sent and "points" in sent:
            raise ValidationError({"points": [say("a match is over games or to points, not both")]})


def _length_of_the_game(path: str, game: Game, length: Any) -> None:
    if isinstance(length, Mapping) and "points" in length and not game.cube:
        several = ", ".join(map(str, LENGTHS))
        wrong = say(
            "{game_name} has no cube: its matches are over {several} games", game_name=term(game.name), several=several
        )
        raise ValidationError({path: [wrong]})


class Played(Strict):
    """Terms that matches and tournaments share: game, options, length, and how turns are checked."""

    game = Word(_KEYS, required=True)
    length = nested(Length, required=True)
    check = Word(CHECKS, load_default="strict")
    stop = Word(STOPS, load_default="all_games")
    options = Anything(load_default=dict)

    @validates_schema(skip_on_field_errors=False)
    def _known_options(self, data: Json, **_: Any) -> None:
        if "game" in data and "options" in data:
            report_problems("options", lambda: game_of(data["game"]).read_options(data["options"]))

    @validates_schema(skip_on_field_errors=False)
    def _length_of_the_game(self, data: Json, **_: Any) -> None:
        if "game" in data and "length" in data:
            _length_of_the_game("length.points", game_of(data["game"]), data["length"])


class MatchOpening(Played):
    """A friendly match: its players are names, or ids of the club's players."""

    club = slug(required=True)
    players = Anything(required=True, metadata={"example": {"white": "Anna", "black": "Bertil"}})
    begins_from = nested(Beginning)

    @validates_schema(skip_on_field_errors=False)
    def _a_player_for_every_seat(self, data: Json, **_: Any) -> None:
        if "players" not in data or "game" not in data:
            return
        players, game, problems = data["players"], game_of(data["game"]), {}
        try:
            game.seated(players)
        except Invalid as wrong:
            problems = {f"players.{seat}": messages for seat, messages in wrong.problems.items()}
        for seat in game.seats:
            if seat not in players:
                continue
            try:
                players[seat] = Name(NAME).deserialize(players[seat])
            except ValidationError as wrong:
                problems[f"players.{seat}"] = list(wrong.messages)
        if problems:
            raise ValidationError(problems)


_OPENING = MatchOpening()


def opening_of(club: str, read: Imported) -> Json:
    """The opening of a friendly match that another program wrote down. Raises `ValidationError`."""
    opened: Json = _OPENING.load(
        {
            "club": club,
            "game": read.game,
            "length": dict(read.length),
            "players": dict(read.players),
            "stop": read.stop,
            "options": dict(read.options),
        }
    )
    return opened


class Settling(Strict):
    """Game results to be settled by the rules of a match over so many `games`, or to so many `points`."""

    game = Word(_KEYS, required=True)
    games = Choice(LENGTHS)
    points = WholeNumber(1, POINTS)
    results = Results(required=True)

    json_schema = {"oneOf": [{"required": ["games"]}, {"required": ["points"]}]}

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def _one_length(self, _words: Json, sent: Any, **_: Any) -> None:
        one_length(sent)

    @validates_schema
    def _of_the_game(self, data: Json, **_: Any) -> None:
        game, results = game_of(data["game"]), data["results"]
        if len(_length(data)) != 1:
            return
        _length_of_the_game("points", game, data)
        seats = seats_of(game, results)
        problems = {
            f"results.{place}.{name}": messages
            for place, result in enumerate(results)
            for name, messages in result_problems(game, seats, result).items()
        }
        if not problems and (over := _over(game, data)) < len(results):
            problems["results"] = [
                say("{results} results, and the match was over after {over}", results=len(results), over=over)
            ]
        if problems:
            raise ValidationError(problems)

    @post_load
    def _length(self, data: Json, **_: Any) -> Json:
        return {"game": data["game"], "length": _length(data), "results": data["results"]}


def _length(data: Json) -> Json:
    return {name: data[name] for name in ("games", "points") if name in data}


def _over(game: Game, data: Json) -> int:
    """Number of the results that a match of this length can hold."""
    length, results = _length(data), data["results"]
    if "points" not in length:
        return int(length["games"])
    won = (number for number in range(1, len(results) + 1) if settle(game, length, results[:number]).winner)
    return next(won, MOST_GAMES)


def report_problems(path: str, reading: Callable[[], object]) -> None:
    """Read, and say what is malformed under `path`."""
    try:
        reading()
    except Invalid as wrong:
        _refuse(path, wrong.problems)


def _refuse(path: str, problems: Mapping[str, list[str]]) -> NoReturn:
    raise ValidationError({".".join(filter(None, (path, name))): messages for name, messages in problems.items()})


class TurnsMended(Strict):
    """Turns of a match written anew: the facts of play from `from_version` on no longer count, and `facts` do.

    Without facts the turns are only taken back. A `reason` is a referee's, who may mend any game.
    """

    from_version = WholeNumber(1, LAST_VERSION, required=True)
    facts = Many(nested(AnyFact), 0, MOST_MENDED, required=True)
    reason = Text(REASON)
