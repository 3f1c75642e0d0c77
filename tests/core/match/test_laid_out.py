"""A board that is laid out by hand, a game whose last turns were not recorded: M6 and M14 of docs/play/matches.md."""

import random

import pytest

from core.dice.proof import DiceProof, prove
from core.dice.statistics import count_dice
from core.dice.stream import commitment_of, roll
from core.errors import NotAllowed
from core.eventlog.codec import from_stored, to_stored, type_name
from core.events import (
    CheckersMoved,
    DiceCommitted,
    DiceRolled,
    DiceSalted,
    DiceSeedRevealed,
    DoubleOffered,
    DoubleTaken,
    FactsTakenBack,
    GameReported,
    GameResigned,
    GameResult,
    MatchOpened,
    MatchSuspended,
    OpeningRolled,
    PositionAgreed,
    PositionSet,
    Recorded,
    RefereeCalled,
    RefereeCame,
    RefereeSetOut,
    ResultReported,
    RulingMade,
)
from core.games import GAMES
from core.match import checkpoint, judging
from core.match.fact_validation import field_errors
from core.match.game_times import NO_TIMES, timed
from core.match.refolding import refold
from core.notation import mat_export
from core.notation.transcript import transcript
from core.rules.board import parse, to_json
from schemas.match_states import match_json, read_match
from tests.support.matches.match_logs import log_of, numbered, opening, played
from tests.support.matches.timed_logs import judged, judged_at

WHY = "three turns were not recorded"
BOARD = to_json(parse("1:10 7:5 | 1:13 12:2"))
BEGUN = [OpeningRolled(2, 5), DiceRolled("white", (6, 4)), CheckersMoved("white", ((1, 7), (1, 5)))]
POINTS = MatchOpened("vasa", "backgammon", {"points": 5}, {"white": "Anna", "black": "Bo"})
RACE = {"white": {"off": 10, "points": {"1": 5}}, "black": {"off": 12, "points": {"2": 3}}}


def laid(position=BOARD, to_move="black", **fields):
    return PositionSet(position, to_move, WHY, **fields)


def agreed(*seats, position=BOARD, to_move="black", **fields):
    return PositionAgreed(position, to_move, WHY, **fields, agreed_by=seats or ("white", "black"))


def in_points(*facts):
    return judged_at(list(enumerate(facts, 1)), POINTS)


def test_the_game_goes_on_from_the_position_that_was_laid_out():
    match, verdicts = judged([*BEGUN, laid(), DiceRolled("black", (3, 3))])
    assert verdicts[-2:] == ["accepted", "accepted"]
    assert (match.written_position, match.to_move, match.phase) == (BOARD, "black", "move")


def test_laid_out_with_dice_the_turn_is_to_be_played():
    match, _ = judged([*BEGUN, laid(dice=(6, 1), to_move="white")])
    assert (match.phase, match.dice, match.to_move) == ("move", (6, 1), "white")
    turn = match.game.plays(match.position, "white", (6, 1), match.options)[0]
    after, verdicts = judged([*BEGUN, laid(dice=(6, 1), to_move="white"), CheckersMoved("white", turn.moves)])
    assert (verdicts[-1], after.position, after.to_move) == ("accepted", turn.position, "black")


def test_an_illegal_play_that_stood_is_accepted_with_the_new_position():
    illegal = CheckersMoved("white", ((1, 9), (1, 5)))
    match, verdicts = judged([*BEGUN[:2], illegal, laid()], check="advisory")
    assert verdicts[-2].startswith("faulted")
    assert [fault.status for fault in match.faults] == ["accepted"]
    assert not match.waits


def test_a_match_may_begin_with_it_and_the_loser_of_the_game_rolls_next():
    match, verdicts = judged([laid(), GameResigned("white", "jan")])
    assert verdicts == ["accepted", "accepted"]
    assert (match.results, match.to_move, match.phase) == ((GameResult("black", "jan"),), "white", "roll")


def test_the_score_is_corrected_with_the_results_of_the_games_before():
    before = (GameResult("black", "jan"), GameResult("white", "bearing_off"))
    match, _ = judged([*BEGUN, laid(results=before)], games=5)
    assert (match.results, match.game_number, match.score) == (before, 3, {"white": 1, "black": 4})
    none, _ = judged([*BEGUN, GameResigned("white", "jan"), laid(results=())])
    assert (none.results, none.game_number) == ((), 1)


def test_the_cube_stays_as_it_lies_unless_it_is_laid_out_too():
    doubled = [
        OpeningRolled(5, 2),
        CheckersMoved("white", ((13, 8), (24, 22))),
        DoubleOffered("black"),
        DoubleTaken("white"),
    ]
    match, verdicts = in_points(*doubled, laid(RACE))
    assert verdicts == ["accepted"] * 5
    assert match.cube == (2, "white", False)
    assert in_points(*doubled, laid(RACE, cube={"value": 4, "owner": "black"}))[0].cube == (4, "black", False)
    assert in_points(*doubled, laid(RACE, cube={"value": 1}))[0].cube == (1, None, False)
    assert in_points(*doubled, laid(RACE, results=()))[0].cube == (1, None, False)


def test_the_cube_rests_in_the_crawford_game_whatever_was_laid_out():
    four = (GameResult("white", "gammon", 2),)
    match, _ = in_points(laid(RACE, results=four, cube={"value": 4, "owner": "black"}))
    assert match.cube == (1, None, True)


@pytest.mark.parametrize(
    ("fact", "reason"),
    [
        (laid({"white": {"points": {"1": 14}}, "black": {"points": {"1": 15}}}), "14 checkers in all instead of 15"),
        (laid({"white": {"points": {"1": 15}}, "black": {"points": {"13": 15}}}), "both sides stand here"),
        (laid({"white": {"points": {"24": 15}}, "black": {"points": {"1": 15}}}), "this position ends the game"),
        (laid(to_move="red"), "is no seat"),
        (laid(dice=(6, 4, 2)), "2 dice"),
        (laid(cube={"value": 2, "owner": "white"}), "without a cube"),
        (laid(results=(GameResult("white", "gammon"),)), "ends as one of"),
        (laid(results=(GameResult("white", "jan"),) * 3), "the match is over"),
    ],
)
def test_what_no_board_of_the_match_can_be_is_refused(fact, reason):
    states = list(judging.fold("m_test", numbered(opening(), [*BEGUN, fact])))
    (before, _), (after, verdict) = states[-2:]
    assert (verdict.verdict, verdict.rule) == ("refused", "M14")
    assert reason in verdict.explanation
    assert after.position == before.position


@pytest.mark.parametrize("cube", [{"value": 3}, {"value": 128}, {"value": 2, "owner": "red"}])
def test_a_cube_that_cannot_lie_so_is_refused(cube):
    assert in_points(laid(RACE, cube=cube))[1] == ["refused M14"]


def test_a_call_is_answered_by_the_referee_who_lays_the_board_out():
    match, verdicts = judged([*BEGUN, RefereeCalled("white", "the board was bumped"), RefereeSetOut(), laid()])
    assert verdicts[-1] == "accepted"
    assert not match.waits
    assert match.set_out is None
    assert judged([*BEGUN, MatchSuspended("fire alarm"), laid()])[1][-1] == "refused M8"


def test_a_settled_match_takes_no_position():
    assert judged([RulingMade("award_match", "left", winner="black"), laid()])[1][-1] == "refused M1"


def test_all_players_lay_the_board_out_without_a_referee():
    match, verdicts = judged([*BEGUN, agreed(dice=(6, 1)), FactsTakenBack(4, 4), agreed("black", "white")])
    assert verdicts[-3:] == ["accepted"] * 3
    assert (match.written_position, match.to_move, match.phase) == (BOARD, "black", "roll")


@pytest.mark.parametrize("seats", [("white",), ("white", "white"), ("black", "red")])
def test_a_position_on_which_not_all_players_agree_is_refused(seats):
    assert judged([*BEGUN, agreed(*seats)])[1][-1] == "refused M14"


def test_players_cannot_agree_on_what_no_board_can_be():
    fourteen = {"white": {"points": {"1": 14}}, "black": {"points": {"1": 15}}}
    assert judged([*BEGUN, agreed(position=fourteen)])[1][-1] == "refused M14"


def test_players_who_agree_do_not_answer_the_call_for_the_referee():
    match, _ = judged([*BEGUN, RefereeCalled("white", "the board was bumped"), RefereeSetOut(), agreed()])
    assert match.waits
    assert match.set_out is not None


def test_a_sheet_says_that_the_players_agreed():
    told = " ".join(transcript("m_test", log_of(opening(), [*BEGUN, agreed()])).split())
    assert "position laid out by vasa.scorer for all players, who agree: three turns" in told


def test_the_facts_before_it_are_not_taken_back_by_a_scorer():
    assert judged([*BEGUN, laid(), FactsTakenBack(2, 3)])[1][-1] == "refused M13"


def test_a_referee_may_void_it_and_the_facts_before_it():
    without, verdicts = judged([*BEGUN, laid(), RulingMade("void", "the board was right", from_version=4)])
    assert verdicts[-1] == "accepted"
    assert without.position == judged(BEGUN)[0].position
    assert (
        judged([*BEGUN, laid(), RulingMade("void", "nothing of it", from_version=1, to_version=3)])[1][-1] == "accepted"
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_in_every_game_a_match_goes_on_from_any_of_its_positions(game):
    length = {"points": 5} if game.cube else {"games": 3}
    opened = MatchOpened("vasa", game.key, length, {seat: seat.title() for seat in game.seats[: game.fewest]})
    facts, seen = played(opened, seed=7, limit=60), 0
    for match, _ in list(judging.fold("m_test", numbered(opened, facts))):
        if match.phase not in {"roll", "move"} or match.settled is not None:
            continue
        cube = match.cube and {"value": match.cube.value, "owner": match.cube.owner}
        dice = None if game.throw_is_play else match.dice
        fact = PositionSet(match.written_position, match.to_move, WHY, dice, cube, match.results)
        after, verdict = judging.judge(judging.opened("m_test", opened), numbered(opened, [fact])[1], list)
        assert verdict.verdict == "accepted", verdict.explanation
        assert after._replace(version=match.version) == match._replace(faults=())
        seen += 1
    assert seen > 10


def test_a_player_who_is_out_does_not_keep_the_others_from_going_on():
    seats = {seat: seat.title() for seat in ("seat1", "seat2", "seat3")}
    opened = MatchOpened("vasa", "six-ace", {"games": 3}, seats)
    board = {"seat1": {"men": 0, "off": 4}, "seat2": {"men": 5, "off": 1}, "seat3": {"men": 6, "off": 0}, "pool": 2}
    for to_move, verdict in (("seat2", "accepted"), ("seat1", "refused")):
        fact = PositionSet(board, to_move, WHY)
        _, judgement = judging.judge(judging.opened("m_test", opened), numbered(opened, [fact])[1], list)
        assert judgement.verdict == verdict, judgement.explanation


def test_the_game_that_was_not_recorded_to_its_end_counts_with_the_cube():
    match, verdicts = in_points(OpeningRolled(5, 2), GameReported("black", "gammon", 2))
    assert verdicts[-1] == "accepted"
    assert (match.results, match.score) == ((GameResult("black", "gammon", 2),), {"white": 0, "black": 4})
    as_it_lies = in_points(OpeningRolled(5, 2), GameReported("black", "single"))[0]
    assert as_it_lies.results == (GameResult("black", "single", 1),)


def test_games_may_be_reported_one_by_one_and_the_last_settles_the_match():
    match, verdicts = judged([*BEGUN, *[GameReported("white", "jan")] * 2, GameReported("black", "jan")])
    assert verdicts[-3:] == ["accepted"] * 3
    assert (match.settled.winner, match.settled.score) == ("white", {"white": 8, "black": 4})


def test_after_a_reported_game_the_whole_result_may_follow():
    whole = (GameResult("white", "jan"), GameResult("black", "jan"), GameResult("white", "jan"))
    match, verdicts = judged([*BEGUN, GameReported("white", "jan"), ResultReported(whole)])
    assert verdicts[-1] == "accepted"
    assert match.settled.winner == "white"


@pytest.mark.parametrize(
    "fact", [GameReported("white", "gammon"), GameReported("white", "jan", 2), GameReported("red", "jan")]
)
def test_an_ending_that_the_game_does_not_have_is_refused(fact):
    assert judged([*BEGUN, fact])[1][-1] == "refused M6"


def test_the_length_of_a_game_with_a_gap_is_unknown():
    log = numbered(opening(), [*BEGUN, laid(), GameResigned("white", "jan"), *[GameReported("white", "jan")] * 2])
    folded = refold(judging.opened("m_test", opening()), log)
    assert folded.times.lengths == ()
    assert len(folded.times.seconds) == 3


def test_a_sheet_tells_the_gap_and_what_was_not_recorded():
    facts = [*BEGUN, laid(dice=(6, 1)), GameReported("white", "jan")]
    told = transcript("m_test", log_of(opening(), facts))
    assert "position laid out by vasa.scorer: three turns were not" in " ".join(told.split())
    assert "Anna 1:10 7:5, Bo 1:13 12:2; Bo has rolled 61" in " ".join(told.split())
    assert "the rest of the game was not recorded" in told


def test_a_mat_has_the_result_of_a_game_with_a_gap_and_none_of_its_moves():
    facts = [
        OpeningRolled(5, 2),
        CheckersMoved("white", ((13, 8), (24, 22))),
        laid(RACE),
        GameReported("black", "gammon"),
    ]
    lines = mat_export.export("m_test", log_of(POINTS, facts)).splitlines()
    game = lines[lines.index(" Game 1") + 2 :]
    assert [line.strip() for line in game if line.strip()] == ["Wins 2 points"]
    with pytest.raises(NotAllowed, match="corrects the score"):
        mat_export.export("m_test", log_of(POINTS, [laid(RACE, results=(GameResult("white", "single"),))]))


def test_a_kept_state_goes_on_after_a_gap_as_if_nothing_was_skipped():
    rows = numbered(
        opening(), [*BEGUN, laid(), DiceRolled("black", (5, 2)), GameReported("white", "jan"), laid(results=())]
    )
    for match, _ in judging.fold("m_test", rows):
        assert checkpoint.read("m_test", opening(), checkpoint.write(match)) == match


def test_random_boards_are_judged_without_an_exception():
    cup = random.Random(11)
    for _ in range(300):
        board = {
            seat: {"points": {str(cup.randint(0, 26)): cup.randint(-1, 16)}, "bar": cup.randint(0, 15)}
            for seat in ("white", "black")
        }
        assert judged([*BEGUN, laid(board)])[1][-1] in {"accepted", "refused M14"}


def proposed(**board):
    return RefereeCalled("white", WHY, laid_out={"position": BOARD, "to_move": "black", **board})


def test_m14_a_board_that_waits_for_a_referee_changes_nothing_until_they_set_it():
    match, verdicts = judged([*BEGUN, proposed(dice=[3, 1])])
    before, _ = judged(BEGUN)
    assert verdicts[-1] == "accepted"
    assert (match.position, match.to_move, match.dice) == (before.position, before.to_move, before.dice)
    assert match.conduct.calls[0].board["dice"] == [3, 1]
    assert match_json(match)["calls"][0]["laid_out"] == {"position": BOARD, "to_move": "black", "dice": [3, 1]}
    after, verdicts = judged([*BEGUN, proposed(dice=[3, 1]), laid(dice=(3, 1))])
    assert (verdicts[-1], after.written_position, after.conduct.calls[0].board) == ("accepted", BOARD, None)
    assert "laid_out" not in match_json(after)["calls"][0]


def test_m14_a_board_that_waits_is_outdated_once_play_goes_on_and_the_call_stays():
    match, verdicts = judged([*BEGUN, proposed(), DiceRolled("black", (3, 3))])
    assert verdicts[-1] == "accepted"
    assert [(call.came, call.board) for call in match.conduct.calls] == [(None, None)]
    refused, _ = judged([*BEGUN, proposed(), DiceRolled("white", (3, 3))])
    assert refused.conduct.calls[0].board is not None, "what changes nothing leaves it as it is"


def test_m14_a_referee_who_came_and_laid_out_nothing_has_answered_it():
    match, _ = judged([*BEGUN, proposed(), RefereeCame()])
    assert match.conduct.calls[0].board is None


def test_m14_a_board_that_waits_is_kept_stored_and_read_as_it_was():
    match, _ = judged([*BEGUN, proposed(results=[{"winner": "white", "outcome": "jan"}])])
    assert checkpoint.read(match.id, match.opened, checkpoint.write(match)) == match
    assert read_match(match_json(match)).calls[0].laid_out == match.conduct.calls[0].board
    event = proposed(dice=[6, 6])
    assert from_stored(type_name(event), to_stored(event)) == event


@pytest.mark.parametrize(
    ("board", "wrong"),
    [
        ({"position": {"white": {"points": {"1": 14}}}}, "laid_out.position"),
        ({"to_move": "green"}, "laid_out.to_move"),
        ({"dice": [1, 2, 3]}, "laid_out.dice"),
        ({"cube": {"value": 2, "owner": None}}, "laid_out.cube"),
        ({"results": [{"winner": "green", "outcome": "jan"}]}, "laid_out.results"),
    ],
)
def test_m14_a_board_that_waits_is_one_of_this_game(board, wrong):
    match, _ = judged(BEGUN)
    problems = field_errors(match.game, match.opened, proposed(**board))
    assert problems
    assert all(name.startswith(wrong) for name in problems), problems


@pytest.mark.parametrize("board", [laid, agreed])
def test_dice_that_were_laid_out_are_in_no_statistics_and_in_no_proof(board):
    seed, salts = "5eed" * 16, ("a1" * 12, "b2" * 12)
    first, second = roll(seed, "m_test", salts, 1, 2), roll(seed, "m_test", salts, 2, 2)
    mixed = [DiceCommitted(commitment_of(seed)), DiceSalted("white", salts[0]), DiceSalted("black", salts[1])]
    facts = [
        *((each, "dice:vasa") for each in mixed),
        (DiceRolled("white", first), "dice:vasa"),
        (board(BOARD, "black", dice=(6, 6)), "vasa.referee"),
        (DiceRolled("black", second), "dice:vasa"),
        (DiceSeedRevealed(seed), "dice:vasa"),
    ]
    log = [Recorded(0, opening(), 0, "", "")]
    log += [Recorded(version, event, 0, by, "") for version, (event, by) in enumerate(facts, 1)]
    assert prove("m_test", log) == DiceProof(commitment_of(seed), seed, rolls=2, others=0)
    counted = count_dice(log)
    assert sum(each.dice for each in counted.values()) == 4
    assert set(counted) == {("white", True), ("black", True)}


def test_a_board_that_players_agreed_on_is_in_a_mat_as_one_by_a_referee():
    begun = [OpeningRolled(5, 2), CheckersMoved("white", ((13, 8), (24, 22)))]
    following = [DiceRolled("black", (6, 5)), GameResigned("black", "gammon")]
    ours, theirs = ([*begun, board(position=RACE, to_move="black"), *following] for board in (agreed, laid))
    lines = mat_export.export("m_test", log_of(POINTS, ours)).splitlines()
    assert lines == mat_export.export("m_test", log_of(POINTS, theirs)).splitlines()
    game = lines[lines.index(" Game 1") + 2 :]
    assert [line.strip() for line in game if line.strip()] == ["Wins 2 points"]
    corrected = [*begun, agreed(position=RACE, results=(GameResult("white", "single"),))]
    with pytest.raises(NotAllowed, match="corrects the score"):
        mat_export.export("m_test", log_of(POINTS, corrected))


@pytest.mark.parametrize("board", [laid, agreed])
def test_the_length_of_a_game_with_a_gap_is_not_known(board):
    match = judging.opened("m_test", opening())
    times, lengths = NO_TIMES, []
    for recorded in numbered(opening(), [*BEGUN, board(), GameReported("white", "jan")])[1:]:
        at = recorded._replace(at=60_000 * recorded.version)
        after, verdict = judging.judge(match, at, list)
        times, match = timed(times, match, after, at, verdict), after
        lengths.append(times.lengths)
    assert match.results
    assert lengths[-1] == ()
