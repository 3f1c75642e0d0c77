"""A match as a fold: opening event + facts, one by one → the match's state and a verdict on every fact.

Judging never raises for what people did: a fact that does not fit is `refused` and changes nothing; at an advisory
table an illegal play that can be carried out is `faulted` and stands until a ruling says otherwise. The match's own
rules are M1–M7 of `docs/matches.md`; what a play may be is asked of the game.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from core.errors import UnknownEvent
from core.events import (
    CheckersMoved,
    DiceRolled,
    Event,
    GameResigned,
    GameResult,
    MatchOpened,
    OpeningRolled,
    Recorded,
    ResultReported,
    RulingMade,
    TurnPassed,
)  # fmt: skip
from core.games import game_of
from core.settlement import Settlement, score, settle
from core.sheet import ACCEPTED, FAULTED, REFUSED, Fault, Match, Verdict

Judged = tuple[Match, Verdict]
Earlier = Callable[[], Iterable[Recorded]]


def opened(stream: str, event: MatchOpened) -> Match:
    """The match before its first fact. Raises `Unknown` for a game that this version does not know."""
    game = game_of(event.game)
    options = game.read_options(event.options)
    seats = tuple(seat for seat in game.seats if seat in event.players)
    return Match(stream, event, game, options, 0, game.start(options, seats))


def fold(stream: str, log: Iterable[Recorded]) -> Iterator[Judged]:
    """Every state of a match and the verdict that led to it, from a log that begins with `MatchOpened`."""
    read: list[Recorded] = []
    match = None
    for recorded in log:
        read.append(recorded)
        if match is None:
            if not isinstance(recorded.event, MatchOpened):
                raise UnknownEvent(f"{stream} does not begin with MatchOpened")
            match = opened(stream, recorded.event)
            yield match, Verdict(0, ACCEPTED)
        else:
            match, verdict = judge(match, recorded, lambda: read[:-1])
            yield match, verdict


def replay(stream: str, log: Iterable[Recorded]) -> Match:
    """The last state of a log that begins with `MatchOpened`."""
    match = None
    for match, _ in fold(stream, log):  # noqa: B007 - only the last one counts
        pass
    if match is None:
        raise UnknownEvent(f"{stream} is empty")
    return match


def judge(match: Match, recorded: Recorded, earlier: Earlier) -> Judged:
    """The match after one more fact, and the verdict. `earlier` reads the log before it: only a ruling needs it."""
    event, version = recorded.event, recorded.version
    if isinstance(event, RulingMade):
        return _RULINGS[event.kind](match, event, version, earlier)
    judged = _JUDGES.get(type(event))
    if judged is None:
        raise UnknownEvent(f"{type(event).__name__} is no fact of a match")
    if match.settled is not None:
        return _refuse(match, version, "M1", "the match is settled; only a referee's ruling can follow")
    return judged(match, event, version)


def _accept(match: Match, version: int) -> Judged:
    return match, Verdict(version, ACCEPTED)


def _refuse(match: Match, version: int, rule: str, explanation: str) -> Judged:
    return match._replace(version=version), Verdict(version, REFUSED, rule, explanation)


# ── play ─────────────────────────────────────────────────────────────────────────────────────────────────────────────
def _opening(match: Match, event: OpeningRolled, version: int) -> Judged:
    if match.phase != "opening":
        return _refuse(match, version, "M2", "the opening has been rolled; after a game its loser rolls next")
    starter = match.game.opening.starter(event.rolls)
    return _accept(match._replace(version=version, to_move=starter, phase="roll" if starter else "opening"), version)


def _out_of_turn(match: Match, by: str, phase: str) -> tuple[str, str] | None:
    if match.phase == "opening":
        return "M2", f"the opening comes first: {match.game.opening.sentence}"
    if by != match.to_move:
        return "M3", f"it is {match.to_move}'s turn, not {by}'s"
    if match.phase != phase:
        waits = "has rolled and must move or pass" if match.phase == "move" else "must roll first"
        return "M4", f"{by} {waits}"
    return None


def _dice(match: Match, event: DiceRolled, version: int) -> Judged:
    if wrong := _out_of_turn(match, event.by, "roll"):
        return _refuse(match, version, *wrong)
    if len(event.dice) != (dice := match.game.dice(match.options)):
        return _refuse(match, version, "M4", f"{match.game.name} is played with {dice} dice")
    faults = match.faults
    if faults and faults[-1].status == "open":
        faults = (*faults[:-1], faults[-1]._replace(status="accepted"))
    return _accept(match._replace(version=version, dice=event.dice, phase="move", faults=faults), version)


def _moved(match: Match, event: CheckersMoved, version: int) -> Judged:
    return _play(match, event.by, event.moves, version)


def _passed(match: Match, event: TurnPassed, version: int) -> Judged:
    return _play(match, event.by, (), version)


def _play(match: Match, by: str, moves: Any, version: int) -> Judged:
    if wrong := _out_of_turn(match, by, "move"):
        return _refuse(match, version, *wrong)
    game = match.game
    checked = game.check(match.position, by, match.dice or (), moves, match.options)
    position, outcome, rule = checked.position, checked.outcome, None
    if not checked.legal:
        carried = game.carry_out(match.position, by, moves) if match.opened.check == "advisory" else None
        rule = checked.rule or ""
        if carried is None:
            return _refuse(match, version, rule, checked.explanation)
        position, outcome = carried
        fault = Fault(version, by, rule, checked.explanation, "open")
        match = match._replace(faults=(*match.faults, fault))
    if outcome is None:
        after = match._replace(version=version, position=position, phase="roll", dice=None, to_move=game.opponent(by))
        finished = None
    else:
        finished = GameResult(by, outcome)
        after = _game_over(match._replace(version=version, position=position), finished)
    verdict = ACCEPTED if rule is None else FAULTED
    return after, Verdict(version, verdict, rule, checked.explanation, finished, after.settled)


def _game_over(match: Match, result: GameResult) -> Match:
    """The match after a game: settled, or the next game with its loser to roll (§13)."""
    results = (*match.results, result)
    settlement = settle(match.game, match.opened.length["games"], results)
    stops = match.opened.stop == "when_decided" or not settlement.clinched
    if settlement.winner is not None and stops:
        return match._replace(results=results, phase="settled", to_move=None, dice=None, settled=settlement)
    return match._replace(
        results=results, phase="roll", dice=None, to_move=match.game.opponent(result[0]),
        position=match.game.start(match.options, tuple(match.opened.players)),
    )  # fmt: skip


def _resigned(match: Match, event: GameResigned, version: int) -> Judged:
    return _award(match, GameResult(match.game.opponent(event.by), event.outcome), version)


def _award(match: Match, result: GameResult, version: int) -> Judged:
    if result[1] not in {each.key for each in match.game.outcomes}:
        return _refuse(match, version, "S11", f"{match.game.name} has no ending {result[1]!r}")
    after = _game_over(match._replace(version=version), result)
    return after, Verdict(version, ACCEPTED, game_finished=result, match_settled=after.settled)


def _reported(match: Match, event: ResultReported, version: int) -> Judged:
    if match.results or match.phase != "opening":
        return _refuse(match, version, "M6", "play is recorded: the result follows from it, or from a referee's award")
    if wrong := incomplete(match, event.results):
        return _refuse(match, version, "M6", wrong)
    after = match
    for result in event.results:
        after = _game_over(after, result)
    return after._replace(version=version), Verdict(version, ACCEPTED, match_settled=after.settled)


def incomplete(match: Match, results: tuple[GameResult, ...]) -> str | None:
    """What keeps these results from being a whole match (M6); `None` if nothing does."""
    known, games = {each.key for each in match.game.outcomes}, match.opened.length["games"]
    if unknown := [outcome for _, outcome, *_ in results if outcome not in known]:
        return f"{match.game.name} has no ending {unknown[0]!r}"
    for number in range(1, len(results) + 1):
        settlement = settle(match.game, games, results[:number])
        if settlement.winner and (match.opened.stop == "when_decided" or not settlement.clinched):
            return None if number == len(results) else f"the match was over after {number} games"
    return f"{len(results)} games of {games}: the match is not over"


_JUDGES: dict[type[Event], Callable[[Match, Any, int], Judged]] = {
    OpeningRolled: _opening, DiceRolled: _dice, CheckersMoved: _moved, TurnPassed: _passed, GameResigned: _resigned,
    ResultReported: _reported,
}  # fmt: skip


# ── rulings (M5) ─────────────────────────────────────────────────────────────────────────────────────────────────────
def _note(match: Match, _event: RulingMade, version: int, _earlier: Earlier) -> Judged:
    return _accept(match._replace(version=version), version)


def _let_stand(match: Match, event: RulingMade, version: int, _earlier: Earlier) -> Judged:
    wanted = event.from_version
    for place, fault in enumerate(match.faults):
        if fault.status == "open" and wanted in (None, fault.version):
            faults = (*match.faults[:place], fault._replace(status="accepted"), *match.faults[place + 1 :])
            return _accept(match._replace(version=version, faults=faults), version)
    reason = "no play waits to be let stand" if wanted is None else f"fact {wanted} has no open fault"
    return _refuse(match, version, "M5", reason)


def _award_game(match: Match, event: RulingMade, version: int, _earlier: Earlier) -> Judged:
    if match.settled is not None:
        return _refuse(match, version, "M1", "the match is settled: void what ended it first")
    if event.winner not in match.game.seats or event.outcome is None:
        return _refuse(match, version, "M5", "an awarded game names its winner's seat and an outcome")
    return _award(match, GameResult(event.winner, event.outcome), version)


def _award_match(match: Match, event: RulingMade, version: int, _earlier: Earlier) -> Judged:
    if event.winner not in match.game.seats:
        return _refuse(match, version, "M5", "an awarded match names its winner's seat")
    settlement = Settlement(score(match.game, match.results), event.winner, "awarded", False, ())  # S12
    after = match._replace(version=version, phase="settled", to_move=None, dice=None, settled=settlement)
    return after, Verdict(version, ACCEPTED, match_settled=settlement)


def _void(match: Match, event: RulingMade, version: int, earlier: Earlier) -> Judged:
    """Judge the match again without the voided facts; what followed them must still fit, or they are voided too."""
    first, last = event.from_version or 0, event.to_version or event.from_version or 0
    if not 1 <= first <= last < version:
        return _refuse(match, version, "M5", f"facts {first} to {last} are not facts before this ruling")
    voids = (*(each for each in match.voids if not first <= each[0] <= last), (version, first, last))
    log = list(earlier())
    refused = {verdict.version for _, verdict in fold(match.id, log) if verdict.verdict == REFUSED}
    after = opened(match.id, match.opened)
    for recorded in log[1:]:
        gone = any(low <= recorded.version <= high for _, low, high in voids)
        ruling = isinstance(recorded.event, RulingMade) and recorded.event.kind == "void"
        if gone or ruling or recorded.version in refused:
            continue
        after, verdict = judge(after, recorded, earlier)
        if verdict.verdict == REFUSED:
            reason = f"fact {recorded.version} would no longer fit ({verdict.explanation}): void up to it as well"
            return _refuse(match, version, "M5", reason)
    after = after._replace(version=version, voids=voids)
    return after, Verdict(version, ACCEPTED, match_settled=after.settled if after.settled != match.settled else None)


_RULINGS: dict[str, Callable[[Match, RulingMade, int, Earlier], Judged]] = {
    "note": _note, "let_stand": _let_stand, "award_game": _award_game, "award_match": _award_match, "void": _void,
}  # fmt: skip
RULINGS = tuple(_RULINGS)
