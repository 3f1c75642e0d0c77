"""A match from posted facts to verdicts and a settled result; the rules M1–M7 of docs/play/matches.md."""

import pytest

from core.errors import UnknownEvent
from core.events import (
    CheckersMoved,
    DiceRolled,
    GameResigned,
    GameResult,
    OpeningRolled,
    PlayerEntered,
    ResultReported,
    RulingMade,
    TurnPassed,
)
from core.match import judging, turns
from core.match.state import with_refused
from core.rules.board import parse
from schemas.match_states import match_json
from tests.support.matches.match_logs import RECORDED, numbered, opening, recorded_match

FIRST_TURN = [
    OpeningRolled(2, 5),
    DiceRolled("white", (6, 4)),
    CheckersMoved("white", ((1, 7), (1, 5))),
    DiceRolled("black", (3, 1)),
]
ILLEGAL = CheckersMoved("black", ((1, 4), (4, 6)))


def judged(facts, **fields):
    """The final state and every verdict on the facts."""
    states = list(judging.fold("m_test", numbered(opening(**fields), facts)))
    return states[-1][0], [verdict for _, verdict in states[1:]]


def said(facts, **fields):
    """The verdict of each fact: `accepted`, or the verdict with its rule."""
    return [each.verdict if each.rule is None else f"{each.verdict} {each.rule}" for each in judged(facts, **fields)[1]]


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_match_comes_to_its_recorded_results(name):
    games, facts, refused, expected = recorded_match(name)
    match, verdicts = judged(facts, games=games)
    assert [verdict.version for verdict in verdicts if verdict.verdict == "refused"] == refused
    words = match_json(match)
    assert words["games"] == expected["results"]
    assert words["score"] == expected["score"]
    assert words["settled"]["winner"] == expected["winner"]
    assert words["settled"]["decided_by"] == expected["decided_by"]
    assert verdicts[-1].match_settled == match.settled


def test_equal_opening_dice_are_rolled_again_and_the_lower_starts():
    match, _ = judged([OpeningRolled(3, 3)])
    assert (match.phase, match.to_move) == ("opening", None)
    match, _ = judged([OpeningRolled(3, 3), OpeningRolled(4, 1)])
    assert (match.phase, match.to_move) == ("roll", "black")


def test_m2_nothing_but_the_opening_comes_first_and_it_comes_once():
    assert said([DiceRolled("white", (1, 2)), *FIRST_TURN, OpeningRolled(1, 2)]) == [
        "refused M2",
        "accepted",
        "accepted",
        "accepted",
        "accepted",
        "refused M2",
    ]


def test_m3_m4_players_alternate_and_roll_before_they_move():
    assert said(
        [
            OpeningRolled(2, 5),
            DiceRolled("black", (1, 2)),
            CheckersMoved("white", ((1, 7), (1, 5))),
            DiceRolled("white", (6, 4)),
            DiceRolled("white", (6, 4)),
            TurnPassed("black"),
        ]
    ) == ["accepted", "refused M3", "refused M4", "accepted", "refused M4", "refused M3"]


def test_m4_a_throw_of_the_wrong_number_of_dice_is_refused():
    assert said([OpeningRolled(2, 5), DiceRolled("white", (6, 4, 1))])[1] == "refused M4"


def test_strict_an_illegal_play_is_refused_and_the_same_player_goes_on():
    match, verdicts = judged([*FIRST_TURN, ILLEGAL])
    assert verdicts[-1].verdict == "refused"
    assert (match.phase, match.to_move, match.dice) == ("move", "black", (3, 1))
    assert said([*FIRST_TURN, ILLEGAL, CheckersMoved("black", ((1, 4), (1, 2)))])[-1] == "accepted"


def test_advisory_an_illegal_play_faults_stands_and_is_accepted_by_the_opponents_roll():
    match, verdicts = judged([*FIRST_TURN, ILLEGAL], check="advisory")
    assert (verdicts[-1].verdict, verdicts[-1].rule) == ("faulted", "§1")
    assert match.faults[0].status == "open"
    assert match.position.black[6] == 1
    match, _ = judged([*FIRST_TURN, ILLEGAL, DiceRolled("white", (2, 1))], check="advisory")
    assert match.faults[0].status == "accepted"


def test_advisory_a_play_that_cannot_be_carried_out_is_refused():
    assert said([*FIRST_TURN, CheckersMoved("black", ((9, 12), (1, 2)))], check="advisory")[-1] == "refused §1"


def test_advisory_a_pass_without_need_faults():
    assert said([*FIRST_TURN, TurnPassed("black")], check="advisory")[-1] == "faulted S6"


def test_a_ruling_lets_a_fault_stand():
    match, verdicts = judged(
        [*FIRST_TURN, ILLEGAL, RulingMade("let_stand", "both agreed", from_version=5)], check="advisory"
    )
    assert verdicts[-1].verdict == "accepted"
    assert match.faults[0].status == "accepted"
    assert said([*FIRST_TURN, RulingMade("let_stand", "?")])[-1] == "refused M5"


def test_a_void_ruling_takes_facts_back():
    match, verdicts = judged([*FIRST_TURN, ILLEGAL, RulingMade("void", "illegal", 5, 5)], check="advisory")
    assert verdicts[-1].verdict == "accepted"
    assert (match.phase, match.to_move, match.dice, match.faults) == ("move", "black", (3, 1), ())
    assert match.voided == [(5, 5)]
    again = [*FIRST_TURN, ILLEGAL, RulingMade("void", "illegal", 5, 5), CheckersMoved("black", ((1, 4), (1, 2)))]
    assert said(again, check="advisory")[-1] == "accepted"


def test_m5_a_void_ruling_that_would_leave_later_facts_hanging_is_refused_and_says_which():
    facts = [*FIRST_TURN, CheckersMoved("black", ((1, 4), (1, 2))), RulingMade("void", "?", 3, 3)]
    match, verdicts = judged(facts)
    assert (verdicts[-1].verdict, verdicts[-1].rule) == ("refused", "M5")
    assert "fact 4" in verdicts[-1].explanation
    assert match.to_move == "white"


def test_m5_a_void_ruling_is_itself_undone_by_voiding_it():
    facts = [*FIRST_TURN, RulingMade("void", "cocked dice", 4, 4), RulingMade("void", "they were not", 5, 5)]
    match, verdicts = judged(facts)
    assert verdicts[-1].verdict == "accepted"
    assert (match.phase, match.dice, match.voided) == ("move", (3, 1), [(5, 5)])


@pytest.mark.parametrize(("first", "last"), [(0, 1), (3, 2), (5, 5), (None, None)])
def test_m5_only_facts_before_a_ruling_can_be_voided(first, last):
    assert said([*FIRST_TURN, RulingMade("void", "?", first, last)])[-1] == "refused M5"


def test_a_note_changes_nothing():
    before, _ = judged(FIRST_TURN)
    after, verdicts = judged([*FIRST_TURN, RulingMade("note", "tea")])
    assert verdicts[-1].verdict == "accepted"
    assert after == before._replace(version=5)


def test_s11_a_resigned_game_goes_to_the_opponent_at_the_named_value_and_the_loser_rolls_next():
    match, verdicts = judged([*FIRST_TURN, GameResigned("black", "jan")])
    assert verdicts[-1].game_finished.result == GameResult("white", "jan")
    assert match.score == {"white": 4, "black": 0}
    assert (match.phase, match.to_move, match.position) == ("roll", "black", parse("1:15 | 1:15"))
    assert match.game_number == 2


def test_s11_an_ending_that_the_game_does_not_know_is_refused():
    assert said([*FIRST_TURN, GameResigned("black", "gammon")])[-1] == "refused S11"


def test_an_awarded_game_counts_as_its_outcome():
    award = RulingMade("award_game", "left the hall", winner="white", outcome="single_crown")
    match, _ = judged([*FIRST_TURN, award])
    assert match_json(match)["games"] == [{"winner": "white", "outcome": "single_crown", "points": 2}]


def test_s12_an_awarded_match_is_over_as_the_score_stands():
    facts = [*FIRST_TURN, GameResigned("black", "jan"), RulingMade("award_match", "default", winner="black")]
    settled = judged(facts)[0].settled
    assert (settled.winner, settled.decided_by, settled.score) == ("black", "awarded", {"white": 4, "black": 0})


def test_m1_a_settled_match_takes_only_rulings():
    over = [GameResigned("black", "jan")] * 3
    assert said([*FIRST_TURN, *over, DiceRolled("black", (1, 2))])[-1] == "refused M1"
    match, verdicts = judged([*FIRST_TURN, *over, RulingMade("void", "he did not", 7, 7)])
    assert verdicts[-1].verdict == "accepted"
    assert match.settled is None
    assert len(match.results) == 2


def test_s10_a_match_stops_early_only_where_the_organiser_chose_so():
    won = [GameResigned("black", "forced_jan")] * 2
    assert judged([*FIRST_TURN, *won])[0].settled is None
    settled = judged([*FIRST_TURN, *won], stop="when_decided")[0].settled
    assert (settled.winner, settled.clinched) == ("white", True)


def test_m6_a_whole_result_settles_an_unplayed_match():
    results = tuple(GameResult(*each.split()) for each in ("white jan", "black bearing_off", "white bearing_off"))
    match, verdicts = judged([ResultReported(results)])
    assert (match.settled.winner, match.settled.score) == ("white", {"white": 5, "black": 1})
    assert verdicts[-1].match_settled == match.settled
    assert said([OpeningRolled(1, 2), ResultReported(results)])[-1] == "refused M6"
    assert said([ResultReported(results[:2])])[-1] == "refused M6"
    assert said([ResultReported((*results, GameResult("white", "jan")))])[-1] == "refused M6"


def test_m6_a_whole_result_begins_with_the_games_that_have_ended():
    given = RulingMade("award_game", "came too late", winner="black", outcome="bearing_off")
    late, jan, plain = (GameResult(*each.split()) for each in ("black bearing_off", "white jan", "white bearing_off"))
    match, verdicts = judged([given, ResultReported((late, jan, plain))])
    assert (match.settled.winner, match.settled.score) == ("white", {"white": 5, "black": 1})
    assert match.results == (late, jan, plain)
    assert verdicts[-1].verdict == "accepted"
    assert said([given, given, ResultReported((late, late, plain))])[-1] == "accepted"
    for wrong in ((jan, plain, plain), (jan, late, plain)):
        _, verdicts = judged([given, ResultReported(wrong)])
        assert (verdicts[-1].verdict, verdicts[-1].rule) == ("refused", "M6")
        assert "begins with the games that have ended (1), as they ended" in str(verdicts[-1].explanation)
    assert said([given, ResultReported((late,))])[-1] == "refused M6"
    assert said([given, DiceRolled("white", (1, 2)), ResultReported((late, jan, plain))])[-1] == "refused M6"
    voided = judged([given, ResultReported((late, jan, plain)), RulingMade("void", "mistyped", 2, 2)])[0]
    assert (voided.settled, voided.results) == (None, (late,))


def test_m6_after_a_game_that_was_played_the_rest_may_be_reported():
    over = [*FIRST_TURN, GameResigned("black", "jan")]
    jan, plain = GameResult("white", "jan"), GameResult("black", "bearing_off")
    assert said([*over, ResultReported((jan, plain, plain))])[-1] == "accepted"
    assert said([*over, ResultReported((plain, jan, plain))])[-1] == "refused M6"
    assert said([*over, DiceRolled("black", (1, 2)), ResultReported((jan, plain, plain))])[-1] == "refused M6"


def test_an_event_that_is_no_fact_of_a_match_is_never_skipped():
    with pytest.raises(UnknownEvent):
        judged([PlayerEntered("p_x", "Anna")])
    with pytest.raises(UnknownEvent):
        list(judging.fold("m_test", numbered(opening(), [])[1:] or numbered(PlayerEntered("p", "A"), [])))


def test_the_state_at_any_version_is_the_fold_up_to_it():
    games, facts, _, _ = recorded_match("three_games")
    log = numbered(opening(games=games), facts)
    states = [match for match, _ in judging.fold("m_test", log)]
    for version in range(0, len(log), 97):
        assert judging.replay("m_test", log[: version + 1]) == states[version]


def test_m5_voiding_again_and_again_costs_the_same_each_time_and_comes_to_an_end():
    """Each ruling judges the match once more, never what earlier rulings judged."""
    judged_turns = 0

    def counting(match, event, version):
        nonlocal judged_turns
        judged_turns += 1
        return turns.dice_rolled(match, event, version)

    facts = [OpeningRolled(2, 5), DiceRolled("white", (6, 4)), CheckersMoved("white", ((1, 7), (1, 5)))]
    notes = [RulingMade("void", "again", 4 + 2 * n, 4 + 2 * n) for n in range(60)]
    log = [*facts, *(fact for ruling in notes for fact in (RulingMade("note", "?"), ruling))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(judging._JUDGES, DiceRolled, counting)
        match, verdicts = judged(log)
    assert judged_turns == 1 + 50
    assert [verdict.verdict for verdict in verdicts[4::2]] == ["accepted"] * 50 + ["refused"] * 10
    assert match.to_move == "black"


def test_refused_facts_are_kept_in_their_order_in_blocks_of_which_one_grows():
    before = with_refused((), *range(1, 300))
    after = with_refused(before, 301)
    assert [version for block in after for version in block] == [*range(1, 300), 301]
    assert all(one is other for one, other in zip(before[:-1], after[:-1], strict=True))
    assert len(after) == 3
