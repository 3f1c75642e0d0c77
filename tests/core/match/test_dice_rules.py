"""Dice that the service rolls: M12 of docs/play/matches.md."""

import pytest

from core.dice.proof import prove
from core.dice.stream import commitment_of, roll
from core.errors import Invalid, NotAllowed
from core.events import (
    CheckersMoved,
    DiceCommitted,
    DiceRolled,
    DiceSalted,
    DiceSeedRevealed,
    DiceWithdrawn,
    FactsTakenBack,
    GameResigned,
    MatchSuspended,
    OpeningRolled,
    Recorded,
    RulingMade,
    TurnPassed,
)
from core.games import GAMES
from core.match import checkpoint, judging
from core.match.dice.rules import due, next_roll
from schemas.match_states import match_json
from tests.support.matches.match_logs import opening

SEED = "n7wq3k5e2c6jv4ubt2xk7m3pyh5d6rsaz2gl4ofi7qwe3n5bcx6a"
COMMITTED = DiceCommitted(commitment_of(SEED))
SALTED = (DiceSalted("white", "Vasa 1628"), DiceSalted("black", "kronan"))
REVEALED = DiceSeedRevealed(SEED)
WITHDRAWN = DiceWithdrawn("no network")
ENDS = [GameResigned("black", "jan")] * 3
SERVICE, PEOPLE = "dice:vasa.scorer", "vasa.scorer"


class MatchRecorder:
    """A match whose dice the service rolls."""

    def __init__(self, *facts, **fields):
        self.log = [Recorded(0, opening(options={"dice_source": "service"}, **fields), 0, "", "")]
        self.match = judging.opened("m_test", self.log[0].event)
        self.said = []
        for fact in facts:
            self.record(fact)

    def record(self, event, by=PEOPLE):
        recorded = Recorded(len(self.log), event, 0, by, "")
        self.match, verdict = judging.judge(self.match, recorded, lambda: list(self.log))
        self.log.append(recorded)
        self.said.append(verdict.verdict if verdict.rule is None else f"{verdict.verdict} {verdict.rule}")
        return self.said[-1]

    def rolls(self):
        event = next_roll(self.match, SEED)
        assert self.record(event, SERVICE) == "accepted"
        return event

    def plays(self):
        """One turn of the player who rolled."""
        match = self.match
        plays = match.game.plays(match.position, match.to_move, match.dice, match.options)
        assert (
            self.record(CheckersMoved(match.to_move, plays[0].moves) if plays else TurnPassed(match.to_move))
            == "accepted"
        )


def ready():
    return MatchRecorder(COMMITTED, *SALTED)


def played(turns):
    recorder = ready()
    while recorder.match.phase == "opening":
        recorder.rolls()
    for _ in range(turns):
        if recorder.match.phase == "roll":
            recorder.rolls()
        recorder.plays()
    return recorder


def test_a_match_is_rolled_from_its_stream_and_proved_from_its_log():
    recorder = played(12)
    for end in ENDS:
        recorder.record(end)
    assert due(recorder.match, SEED) == REVEALED
    assert recorder.record(REVEALED, "dice") == "accepted"
    assert due(recorder.match, SEED) is None
    found = prove("m_test", recorder.log)
    assert (found.problem, found.others, found.seed) == ("", 0, SEED)
    dice = [event.event for event in recorder.log if event.by == SERVICE]
    assert found.rolls == len(dice) >= 13
    assert tuple(dice[0].rolls.values()) == roll(SEED, "m_test", ("Vasa 1628", "kronan"), 1, 2)
    assert match_json(recorder.match)["service_dice"] == {
        "commitment": COMMITTED.commitment,
        "salts": {"white": "Vasa 1628", "black": "kronan"},
        "rolls": len(dice),
        "seed": SEED,
        "withdrawn": False,
    }


@pytest.mark.parametrize("facts", [(), (COMMITTED,), (COMMITTED, SALTED[0])])
def test_m12_no_roll_before_the_hash_and_the_salt_of_each_seat(facts):
    recorder = MatchRecorder(*facts)
    with pytest.raises(NotAllowed):
        next_roll(recorder.match, SEED)
    assert recorder.record(OpeningRolled(2, 5), SERVICE) == "refused M12"


@pytest.mark.parametrize("check", ["strict", "advisory"])
def test_m12_dice_that_people_throw_are_refused(check):
    recorder = MatchRecorder(COMMITTED, *SALTED, check=check)
    assert recorder.record(OpeningRolled(2, 5)) == "refused M12"
    recorder.rolls()
    while recorder.match.phase == "opening":
        recorder.rolls()
    recorder.rolls()
    recorder.plays()
    assert recorder.record(DiceRolled(recorder.match.to_move, (6, 6))) == "refused M12"


@pytest.mark.parametrize(
    ("facts", "wrong"),
    [
        ((COMMITTED,), COMMITTED),
        ((), SALTED[0]),
        ((COMMITTED, *SALTED), DiceSalted("white", "another")),
        ((COMMITTED,), REVEALED),
        ((COMMITTED, *SALTED, *ENDS), DiceSeedRevealed(SEED[::-1])),
        ((COMMITTED, *ENDS, REVEALED), REVEALED),
        ((COMMITTED, WITHDRAWN), WITHDRAWN),
    ],
)
def test_m12_each_part_of_the_proof_comes_once_and_in_its_order(facts, wrong):
    recorder = MatchRecorder(*facts)
    before = recorder.match.service_dice
    assert recorder.record(wrong) == "refused M12"
    assert recorder.match.service_dice == before


def test_a_roll_that_is_due_comes_with_the_play_and_not_before():
    recorder = played(1)
    recorder.rolls()
    with pytest.raises(NotAllowed, match="must move or pass"):
        next_roll(recorder.match, SEED)
    recorder.plays()
    recorder.record(MatchSuspended("fire alarm"))
    with pytest.raises(NotAllowed, match="suspended"):
        next_roll(recorder.match, SEED)


def test_a_voided_roll_does_not_come_again_and_the_rest_is_proved():
    recorder = played(3)
    first = recorder.rolls()
    number = recorder.match.service_dice.rolls
    version = recorder.log[-1].version
    assert recorder.record(RulingMade("void", "a child at the screen", version)) == "accepted"
    assert (recorder.match.phase, recorder.match.service_dice.rolls) == ("roll", number)
    second = recorder.rolls()
    assert second.dice == roll(SEED, "m_test", ("Vasa 1628", "kronan"), number + 1, 2)
    assert first.dice == roll(SEED, "m_test", ("Vasa 1628", "kronan"), number, 2)
    recorder.record(RulingMade("award_match", "left", winner="white"))
    assert recorder.record(REVEALED, "dice") == "accepted"
    assert prove("m_test", recorder.log).problem == ""


def test_m13_a_scorer_takes_back_their_turn_and_no_roll_of_the_service():
    recorder = played(2)
    rolled, moved = recorder.log[-2].version, recorder.log[-1].version
    assert recorder.record(FactsTakenBack(rolled, moved)) == "refused M13"
    assert recorder.record(FactsTakenBack(moved, moved)) == "accepted"
    assert (recorder.match.phase, recorder.match.dice) == ("move", recorder.log[rolled].event.dice)


def test_a_referee_lets_people_throw_and_the_seed_comes_then():
    recorder = played(2)
    recorder.record(WITHDRAWN)
    assert due(recorder.match, SEED) == REVEALED
    with pytest.raises(NotAllowed):
        next_roll(recorder.match, SEED)
    assert recorder.record(REVEALED, "dice") == "accepted"
    assert recorder.record(DiceRolled(recorder.match.to_move, (6, 5))) == "accepted"
    assert recorder.record(RulingMade("void", "cocked", recorder.log[-1].version)) == "accepted", (
        "what was rolled still fits"
    )
    found = prove("m_test", recorder.log)
    assert (found.problem, found.others) == ("", 1)


@pytest.mark.parametrize(
    "forge", ["another roll", "a roll left out", "another salt", "another commitment", "a commitment after the salts"]
)
def test_a_log_that_does_not_fit_its_seed_is_not_proved(forge):
    recorder = played(4)
    for end in ENDS:
        recorder.record(end)
    recorder.record(REVEALED, "dice")
    assert prove("m_test", recorder.log).problem == ""
    log, rolls = recorder.log, [at for at, event in enumerate(recorder.log) if event.by == SERVICE]
    if forge == "another roll":
        at = rolls[-1]
        log[at] = log[at]._replace(event=DiceRolled(log[at].event.by, (log[at].event.dice[0] % 6 + 1, 1)))
    elif forge == "a roll left out":
        del log[rolls[1]]
    elif forge == "another salt":
        log[2] = log[2]._replace(event=DiceSalted("white", "Vasa 1629"))
    elif forge == "another commitment":
        log[1] = log[1]._replace(event=DiceCommitted("0" * 64))
    else:
        log[1], log[2] = log[2], log[1]
    assert prove("m_test", log).problem != ""


def test_another_installation_rolls_nothing_and_reveals_nothing():
    recorder = ready()
    with pytest.raises(NotAllowed, match="another installation"):
        next_roll(recorder.match, SEED[::-1])
    for end in [OpeningRolled(2, 5), *ENDS]:
        recorder.record(end, SERVICE if isinstance(end, OpeningRolled) else PEOPLE)
    assert due(recorder.match, SEED[::-1]) is None
    assert recorder.record(REVEALED, "dice") == "refused M12", "the opening was not of the stream"


def test_a_checkpoint_has_the_dice_and_that_of_other_matches_is_as_it_was():
    recorder = played(2)
    assert checkpoint.read("m_test", recorder.match.opened, checkpoint.write(recorder.match)) == recorder.match
    plain = judging.opened("m_test", opening())
    assert "service_dice" not in checkpoint.write(plain)
    assert "service_dice" not in match_json(plain)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_game_may_have_dice_by_the_service(game):
    for source in ("service", "table"):
        assert game.read_options({"dice_source": source}) == game.read_options({})
    with pytest.raises(Invalid):
        game.read_options({"dice_source": "loaded"})
