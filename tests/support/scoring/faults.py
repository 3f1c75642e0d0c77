"""A scorer who makes mistakes: facts as they are tapped, with faults among them, and what mends each."""

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from core.events import CheckersMoved, DiceRolled, DoubleTaken, Event, MatchOpened, Recorded, TurnPassed
from core.match import judging
from core.match.state import Match
from tests.support.pages.club_evening import words

Json = dict[str, Any]
KINDS = ("dice", "play", "pass", "forgotten", "twice")


class Turn(NamedTuple):
    """A throw and its play: the landings, none for a pass. `fact` is what is no such turn instead, as an opening is."""

    dice: tuple[int, ...] = ()
    moves: tuple[Any, ...] = ()
    fact: Event | None = None

    def facts(self, match: Match) -> list[Event]:
        """The facts of the turn for the player whose turn it is."""
        if self.fact is not None:
            return [self.fact]
        by = match.to_move or ""
        return [DiceRolled(by, self.dice), CheckersMoved(by, self.moves) if self.moves else TurnPassed(by)]


class Planted(NamedTuple):
    """Turns that are tapped with a fault among them, and the steps by which the page of mending makes them right."""

    kind: str
    tapped: list[Json]
    steps: list[Json]


def turns_of(facts: Sequence[Event]) -> list[Turn]:
    """Turns of facts in which each throw is followed by its play."""
    found, dice = list[Turn](), ()
    for fact in facts:
        if isinstance(fact, DiceRolled):
            dice = fact.dice
        elif isinstance(fact, CheckersMoved | TurnPassed) and dice:
            found.append(Turn(dice, fact.moves if isinstance(fact, CheckersMoved) else ()))
            dice = ()
        else:
            found.append(Turn(fact=fact))
    return found


def after(match: Match, turn: Turn) -> Match | None:
    """The match after a turn; `None` if it is refused or faulted there."""
    for event in turn.facts(match):
        match, verdict = judging.judge(match, Recorded(match.version + 1, event, 0, "", ""), list)
        if verdict.verdict != "accepted":
            return None
    return match


class Scorer:
    """Plays a true match turn by turn, and tells what is tapped: `planted` is true where a fault is to be among it."""

    def __init__(self, opened: MatchOpened, facts: Sequence[Event], seed: int) -> None:
        self.cup, self.match, self.true = random.Random(seed), judging.opened("m", opened), turns_of(facts)
        self.at = self.in_game = 0
        self.is_taken = False

    @property
    def is_over(self) -> bool:
        """True after the last true turn."""
        return self.at >= len(self.true)

    def right(self) -> list[Json]:
        """The next true turn, as it is tapped."""
        turn = self.true[self.at]
        tapped = [words(fact) for fact in turn.facts(self.match)]
        self._go_on(turn)
        return tapped

    def wrong(self, kind: str) -> Planted | None:
        """The next true turns with a fault of this kind; `None` where there can be none, as at the end of a game."""
        true = self.true[self.at : self.at + self.cup.randint(2, 4)]
        states = [self.match]
        for turn in true:
            if turn.fact is not None or (following := after(states[-1], turn)) is None:
                return None
            states.append(following)
        if any(len(state.results) > len(self.match.results) or state.settled for state in states):
            return None
        tapped = self._with_fault(kind, true)
        if tapped is None:
            return None
        facts, shown = list[Json](), self.match
        for turn in tapped:
            facts += [words(fact) for fact in turn.facts(shown)]
            following = after(shown, turn)
            if following is None or len(following.results) > len(shown.results):
                return None
            shown = following
        steps = self._steps(kind, tapped, true)
        for turn in true:
            self._go_on(turn)
        return Planted(kind, facts, steps)

    def _go_on(self, turn: Turn) -> None:
        before = len(self.match.results)
        following = after(self.match, turn)
        assert following is not None, "the true match is right"
        self.match, self.at = following, self.at + 1
        goes_on = isinstance(turn.fact, CheckersMoved | DoubleTaken) or (turn.fact is None and self.is_taken)
        self.is_taken = isinstance(turn.fact, DoubleTaken)
        self.in_game = 0 if len(self.match.results) > before else self.in_game + (not goes_on)

    def _with_fault(self, kind: str, true: Sequence[Turn]) -> list[Turn] | None:
        """The true turns as they are tapped by mistake: after the fault they are the true ones as far as they fit."""
        first, *rest = true
        if kind == "dice":
            wrong = self._some(self.match, lambda dice, _: sorted(dice) != sorted(first.dice))
        elif kind == "play":
            wrong = self._some(self.match, lambda dice, moves: moves != first.moves, first.dice)
        elif kind == "pass":
            wrong = self._some(self.match, lambda dice, moves: not moves and sorted(dice) != sorted(first.dice))
        elif kind == "twice":
            wrong = first
        else:
            wrong = None
        tapped = list[Turn]()
        if kind == "twice":
            rest = [first, *rest]
        elif kind != "forgotten" and wrong is None:
            return None
        shown = self.match
        for turn in [*([wrong] if wrong else []), *rest]:
            fits = after(shown, turn)
            made = turn if fits is not None and len(fits.results) == len(shown.results) else self._some(shown)
            if made is None:
                return None
            following = after(shown, made)
            assert following is not None, "it was chosen among the legal ones"
            tapped, shown = [*tapped, made], following
        return tapped

    def _some(self, match: Match, fits: Any = lambda _dice, _moves: True, dice: tuple[int, ...] = ()) -> Turn | None:
        """A legal turn that ends no game and fits, of any dice or of these."""
        for _ in range(60):
            thrown = dice or tuple(self.cup.randint(1, 6) for _ in range(match.game.dice(match.options)))
            plays = match.game.plays(match.position, match.to_move or "", thrown, match.options)
            turn = Turn(thrown, self.cup.choice(plays).moves if plays else ())
            following = after(match, turn)
            if following is not None and len(following.results) == len(match.results) and fits(turn.dice, turn.moves):
                return turn
        return None

    def _steps(self, kind: str, tapped: Sequence[Turn], true: Sequence[Turn]) -> list[Json]:
        """The steps that make the tapped turns the true ones, by their numbers in the game in play."""
        first, steps, had = self.in_game + 1, list[Json](), list(tapped)
        if kind == "twice":
            steps.append({"kind": "remove", "turn": first})
            had = had[1:]
        if kind == "forgotten":
            steps.append({"kind": "insert", "turn": first, **_entered(true[0])})
            had = [true[0], *had]
        for number, (turn, right) in enumerate(zip(had, true, strict=True), first):
            if turn != right:
                steps.append({"kind": "change", "turn": number, **_entered(right)})
        return steps


def _entered(turn: Turn) -> Json:
    moves = words(CheckersMoved("white", turn.moves))["moves"] if turn.moves else []
    return {"dice": list(turn.dice), "moves": moves}


def faulty(opened: MatchOpened, facts: Sequence[Event], faults: int, seed: int) -> list[list[Json] | Planted]:
    """A true match as it is tapped with so many faults in it, of all kinds in turn as far as there is room for them."""
    scorer, left, found = Scorer(opened, facts, seed), faults, list[list[Json] | Planted]()
    while not scorer.is_over:
        turn = scorer.true[scorer.at]
        if left and turn.fact is None and scorer.in_game > 0 and scorer.cup.random() < 0.5:
            kinds = [KINDS[(faults - left) % len(KINDS)], *KINDS]
            if planted := next((made for kind in kinds if (made := scorer.wrong(kind))), None):
                found.append(planted)
                left -= 1
                continue
        found.append(scorer.right())
    assert not left or faults == 0, f"{left} faults were not planted"
    return found
