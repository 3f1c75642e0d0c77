"""The facts of play: who starts, who rolls, what is moved, and what follows when a game is over (M2–M4)."""

from typing import Any

from core.events import CheckersMoved, DiceRolled, GameResult, OpeningRolled, TurnPassed
from core.match.fact_validation import has_unknown_landings, unknown_landings
from core.match.results.game_results import finished_game, loser
from core.match.results.settlement import Settlement
from core.match.state import (
    ACCEPTED,
    FAULTED,
    REFUSED,
    Cube,
    Fault,
    Judged,
    Match,
    Verdict,
    with_refused,
)
from core.messages import say, term, terms
from core.rules.game import VOID


def accept(match: Match, version: int) -> Judged:
    """The match and a plain acceptance."""
    return match, plainly_accepted(version)


Why = tuple[str, str]
"""The clause by which a fact is refused, and the reason."""
SETTLED: Why = "M1", say("the match is settled; only a referee's ruling can follow", "match_is_settled")


def refuse(match: Match, version: int, rule: str, explanation: str) -> Judged:
    """The match as it was, and why the fact changed nothing."""
    after = match._replace(version=version, refused=with_refused(match.refused, version))
    return after, Verdict(version, REFUSED, rule, explanation)


def out_of_turn(match: Match, by: str, phase: str) -> Why | None:
    """The reason why this player may not act in this phase; `None` if they may."""
    if by == match.to_move and phase == match.phase:  # nearly always
        return None
    if match.phase == "opening":
        return "M2", say(
            "the opening comes first: {sentence}", "opening_comes_first", sentence=match.game.opening.sentence
        )
    if by != match.to_move:
        return "M3", say(
            "it is {to_move}'s turn, not {by}'s", "other_players_turn", to_move=term(match.to_move), by=term(by)
        )
    return "M4", say("{by} {waits}", "player_waits", by=term(by), waits=_WAITS[match.phase])


_WAITS = {
    "move": say("has rolled and must move or pass", "waits_for_move"),
    "roll": say("must roll first", "waits_for_roll"),
    "double_offered": say("must take or drop the double first", "waits_for_answer"),
}


def opening_rolled(match: Match, event: OpeningRolled, version: int) -> Judged:
    """One die for each seat says who starts."""
    opening, rolls = match.game.opening, event.rolls
    if match.phase != "opening":
        later = (
            say("it is rolled again for the next game", "rolled_again")
            if opening.every_game
            else say("after a game its loser rolls next", "loser_rolls")
        )
        return refuse(
            match, version, "M2", say("the opening has been rolled; {later}", "opening_was_rolled", later=later)
        )
    if rolls.keys() != set(match.seats):
        return refuse(
            match,
            version,
            "M2",
            say(
                "one die for each of {seats}, not for {rolls}",
                "opening_dice_wanted",
                seats=terms(match.seats),
                rolls=terms(rolls),
            ),
        )
    starter = opening.starter(rolls)
    if starter is None:
        return accept(match._replace(version=version), version)
    if not opening.plays_dice:
        return accept(match._replace(version=version, to_move=starter, phase="roll"), version)
    dice = (rolls.pop(starter), *rolls.values())
    return accept(match._replace(version=version, to_move=starter, phase="move", dice=dice), version)


def dice_rolled(match: Match, event: DiceRolled, version: int) -> Judged:
    """A throw; it accepts the opponent's fault. Where the throw is the play, it is judged as one."""
    if wrong := out_of_turn(match, event.by, "roll"):
        return refuse(match, version, *wrong)
    if len(event.dice) != (dice := match.game.dice(match.options)):
        return refuse(
            match,
            version,
            "M4",
            say(
                "{game_name} is played with {dice} dice", "dice_of_the_game", game_name=term(match.game.name), dice=dice
            ),
        )
    if match.faults and match.faults[-1].status == "open":
        *before, fault = match.faults
        match = match._replace(faults=(*before, fault._replace(status="accepted")))
    thrown = after_play(match, version, match.position, "move", match.to_move, event.dice)
    return _play(thrown, event.by, (), version) if match.game.throw_is_play else accept(thrown, version)


def moved(match: Match, event: CheckersMoved, version: int) -> Judged:
    """The landings of a turn."""
    return _turn(match, event.by, event.moves, version)


def passed(match: Match, event: TurnPassed, version: int) -> Judged:
    """A turn without a landing."""
    return _turn(match, event.by, (), version)


def _turn(match: Match, by: str, moves: Any, version: int) -> Judged:
    if match.game.throw_is_play:
        return refuse(
            match,
            version,
            "M4",
            say(
                "in {game_name} the throw is the play: nothing follows it",
                "throw_ends_the_turn",
                game_name=term(match.game.name),
            ),
        )
    if wrong := out_of_turn(match, by, "move"):
        return refuse(match, version, *wrong)
    if has_unknown_landings(match.game, moves):
        messages = next(iter(unknown_landings(match.game, moves).values()))
        return refuse(match, version, "M4", messages[0])
    return _play(match, by, moves, version)


def _play(match: Match, by: str, moves: Any, version: int) -> Judged:
    game, options = match.game, match.options
    checked = game.check(match.position, by, match.dice or (), moves, options)
    position, outcome, rule = checked.position, checked.outcome, None
    if not checked.legal:
        carried = game.apply_moves(match.position, by, moves, options) if match.opened.check == "advisory" else None
        rule = checked.rule or ""
        if carried is None:
            return refuse(match, version, rule, checked.explanation)
        position, outcome = carried
        fault = Fault(version, by, rule, checked.explanation, "open")
        match = match._replace(faults=(*match.faults, fault))
    if outcome is None:
        following = game.next_seat(position, by, match.dice or (), options)
        after = after_play(match, version, position, "roll", following, None)
        if rule is None and not checked.explanation:
            return accept(after, version)
        ended = None
    else:
        result = _result(match, by, outcome, position)
        ended = finished_game(game, result)
        after = game_over(match._replace(version=version, position=position), result)
    verdict = ACCEPTED if rule is None else FAULTED
    return after, Verdict(version, verdict, rule, checked.explanation, ended, after.settled)


def _result(match: Match, by: str, outcome: str, position: Any) -> GameResult:
    if outcome == VOID:
        return GameResult("", VOID)
    placings = match.game.placings(position) if match.game.placings else ()
    return GameResult(placings[0] if placings else by, outcome, match.cube.value if match.cube else 1, placings)


def game_over(match: Match, result: GameResult) -> Match:
    """The match after a game: settled, or the next game. A void game does not count and is played again."""
    if result.outcome == VOID:
        return _next_game(match, None)
    results = (*match.results, result)
    after = match._replace(results=results)
    if settlement := settled_by(match, results):
        return after._replace(phase="settled", to_move=None, dice=None, settled=settlement)
    return _next_game(after, loser(match.seats, result))


def settled_by(match: Match, results: tuple[GameResult, ...]) -> Settlement | None:
    """The settlement of a match with these results; `None` if it goes on."""
    settlement = match.settled_after(results)
    is_over = settlement.winner is not None and (match.opened.stop == "when_decided" or not settlement.clinched)
    return settlement if is_over else None


def _next_game(match: Match, starter: str | None) -> Match:
    """Without a starter, and where every game has an opening, that comes first."""
    opening = starter is None or match.game.opening.every_game
    return match._replace(
        position=match.game.start(match.options, match.seats),
        cube=fresh_cube(match),
        dice=None,
        phase="opening" if opening else "roll",
        to_move=None if opening else starter,
    )


def is_between_games(match: Match) -> bool:
    """True if no game is under way: before the first one, or after one with nothing recorded of the next."""
    if match.phase == "opening":
        return True
    ended = bool(match.results) and not match.game.opening.every_game
    at_start = match.position == match.game.start(match.options, match.seats) and match.cube == fresh_cube(match)
    return match.phase == "roll" and ended and at_start


def fresh_cube(match: Match) -> Cube | None:
    """The cube at the beginning of a game; it rests in the one after a player first stands one point short (M7)."""
    if not match.game.cube:
        return None
    short = match.opened.length.get("points", 0) - 1
    if short < 0 or not getattr(match.options, "crawford", True):
        return Cube()
    now, before = (max(match.score_after(each).values()) for each in (match.results, match.results[:-1]))
    return Cube(crawford=now == short and (before < short or not match.results))


# ── plain facts: most of a match, so their values are made without their constructors ────────────────────────────────
def after_play(match: Match, version: int, position: Any, phase: str, to_move: str | None, dice: Any) -> Match:
    """The match after a roll or a turn, which change nothing but these: a quarter of the time of `_replace`."""
    (
        match_id,
        opened,
        game,
        options,
        _,
        _,
        seats,
        _,
        _,
        _,
        cube,
        results,
        faults,
        settled,
        voids,
        voidings,
        refused,
        conduct,
        service_dice,
        set_out,
        mended,
        takings_back,
    ) = match
    return tuple.__new__(
        Match,
        (
            match_id,
            opened,
            game,
            options,
            version,
            position,
            seats,
            phase,
            to_move,
            dice,
            cube,
            results,
            faults,
            settled,
            voids,
            voidings,
            refused,
            conduct,
            service_dice,
            set_out,
            mended,
            takings_back,
        ),
    )


def plainly_accepted(version: int) -> Verdict:
    """The verdict that says only that a fact counts."""
    return tuple.__new__(Verdict, (version, ACCEPTED, None, "", None, None))


def is_plain(verdict: Verdict) -> bool:
    """True if a verdict says only that the fact counts."""
    _, word, rule, explanation, finished, settled = verdict
    return word == ACCEPTED and rule is None and not explanation and finished is None and settled is None
