"""The sentences of the source on Six-Ace, one by one, and this project's readings SA1 to SA11 of them.

A position is one line of table talk: men in hand, seat by seat, and the pool: `4 3 5 pool 6`; what is missing of six
men a player is off, credited to the first seat. Seat 1 throws.
"""

import pytest

from core.errors import Invalid
from core.games.six_ace import GAME, Options

SIX = Options()
START = "6 6 6 pool 0"


def table(line, out=()):
    hands, _, pool = line.partition(" pool ")
    men = [int(part) for part in hands.split()]
    words = {f"seat{place}": {"men": count, "off": 0} for place, count in enumerate(men, 1)}
    words["seat1"]["off"] = 6 * len(men) - sum(men) - int(pool)
    return GAME.read(words | {"pool": int(pool)} | ({"out": list(out)} if out else {}))


def left(line, *dice, out=()):
    """The position after a throw of seat 1: the men in hand and the pool."""
    position = GAME.check(table(line, out), "seat1", dice, (), SIX).position
    assert position.total == 6 * len(position.seats)
    return f"{' '.join(map(str, position.men))} pool {position.pool}"


def off(line, *dice):
    """The number of men that a throw of seat 1 bears off."""
    before = table(line)
    return GAME.check(before, "seat1", dice, (), SIX).position.off[0] - before.off[0]


def throws(line, *dice, out=()):
    """The seat that throws after a throw of seat 1."""
    position = GAME.check(table(line, out), "seat1", dice, (), SIX).position
    return GAME.next_seat(position, "seat1", dice, SIX)


# "Number of Players: 2-5. Each player takes six pieces and places them on their side of the board. Two dice are
# rolled by each player"
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_sa1_two_to_five_players_take_six_pieces_each_and_roll_two_dice(players):
    seats = GAME.seats[:players]
    words = {seat: {"men": 6, "off": 0} for seat in seats} | {"pool": 0}
    assert GAME.write(GAME.start(SIX, seats)) == words
    assert (len(GAME.seats), GAME.fewest, GAME.dice(SIX)) == (5, 2, 2)


def test_sa1_with_the_option_men_each_takes_another_number():
    options = GAME.read_options({"men": 4})
    position = GAME.start(options, GAME.seats[:2])
    assert GAME.write(position) == {"seat1": {"men": 4, "off": 0}, "seat2": {"men": 4, "off": 0}, "pool": 0}
    assert GAME.plays(position, "seat1", (3, 4), options)[0].position == position


def test_sa1_a_position_with_other_than_six_men_a_player_is_none_of_this_game():
    position = GAME.read({"seat1": {"men": 4, "off": 0}, "seat2": {"men": 4, "off": 0}, "pool": 0})
    with pytest.raises(Invalid, match="8 men in all instead of 12"):
        GAME.plays(position, "seat1", (3, 4), SIX)


def test_sa2_the_dice_are_obeyed_in_the_order_that_the_thrower_gives():
    assert left("1 6 6 pool 0", 6, 1) == "0 6 6 pool 0"
    assert left("1 6 6 pool 0", 1, 6) == "0 7 6 pool 0"
    found = GAME.plays(table("1 6 6 pool 0"), "seat1", (6, 1), SIX)
    assert [play.moves for play in found] == [(("men", "off"),), (("men", "left"),)]


def test_sa2_an_order_that_changes_nothing_is_no_other_play():
    assert len(GAME.plays(table(START), "seat1", (6, 1), SIX)) == 1


def test_sa2_the_throw_is_the_play_and_nothing_else_may_be_moved():
    assert GAME.throw_is_play
    position = table("1 6 6 pool 0")
    checked = GAME.check(position, "seat1", (6, 1), [("men", "pool")], SIX)
    assert (checked.legal, checked.rule) == (False, "SA2")
    assert "men/off" in checked.explanation
    assert GAME.check(position, "seat1", (6, 1), [("men", "left")], SIX).position.men == (0, 7, 6)


# The source on 1: "A piece is handed to the player on the left and added to their pieces"
def test_sa3_an_ace_hands_a_piece_to_the_player_on_the_left():
    assert left(START, 1, 3) == "5 7 6 pool 0"


def test_sa3_the_player_on_the_left_is_the_next_one_who_is_still_in():
    assert left("6 0 6 pool 0", 1, 3) == "5 0 7 pool 0"


def test_sa3_the_left_of_the_last_seat_is_the_first():
    checked = GAME.check(table(START), "seat3", (1, 3), (), SIX)
    assert checked.position.men == (7, 6, 5)


# The source on 6: "A piece is borne off the table and laid aside"
def test_sa4_a_six_bears_a_piece_off():
    assert left(START, 6, 4) == "5 6 6 pool 0"
    assert off(START, 6, 4) == 1


# The source on 5: "A piece is put into the central pool between the points"
def test_sa5_a_five_puts_a_piece_into_the_pool():
    assert left(START, 5, 3) == "5 6 6 pool 1"


# The source on 2: "A piece is taken from the pool and added to the player's pieces. The player must drink and
# throw again."
def test_sa6_a_deuce_takes_a_piece_from_the_pool_and_throws_again():
    assert left("5 6 6 pool 1", 2, 3) == "6 6 6 pool 0"
    assert throws("5 6 6 pool 1", 2, 3) == "seat1"
    assert throws("5 6 6 pool 1", 4, 2) == "seat1"


def test_sa6_from_an_empty_pool_nothing_is_taken_and_the_player_throws_again_all_the_same():
    assert left(START, 2, 3) == START
    assert throws(START, 2, 3) == "seat1"


# The source on 3 and 4: "are discounted."
@pytest.mark.parametrize("dice", [(3, 4), (4, 3)])
def test_sa7_three_and_four_are_discounted(dice):
    assert left("5 6 6 pool 1", *dice) == "5 6 6 pool 1"
    assert throws("5 6 6 pool 1", *dice) == "seat2"


# "If doubles are thrown, each die counts separately and the player has another throw"
@pytest.mark.parametrize(
    ("die", "after"), [(1, "4 8 6 pool 0"), (3, START), (4, START), (5, "4 6 6 pool 2"), (6, "4 6 6 pool 0")]
)
def test_sa8_of_a_double_each_die_counts_and_the_player_throws_again(die, after):
    assert left(START, die, die) == after
    assert throws(START, die, die) == "seat1"


# "unless the throw is 2,2, in which case, the player takes two pieces from the pool and does not throw again"
def test_sa8_two_deuces_take_two_pieces_and_the_turn_is_over():
    assert left("4 6 5 pool 3", 2, 2) == "6 6 5 pool 1"
    assert left("5 6 6 pool 1", 2, 2) == "6 6 6 pool 0"
    assert throws("4 6 5 pool 3", 2, 2) == "seat2"


@pytest.mark.parametrize("dice", [(1, 3), (6, 5), (4, 6), (5, 1)])
def test_sa8_any_other_throw_passes_the_dice_to_the_left(dice):
    assert throws(START, *dice) == "seat2"
    assert throws("6 0 6 pool 0", *dice) == "seat3"


def test_sa9_a_die_with_no_man_left_to_obey_it_is_void():
    assert left("1 6 6 pool 0", 5, 5) == "0 6 6 pool 1"
    assert left("1 6 6 pool 0", 6, 5) == "0 6 6 pool 0"


def test_sa10_a_player_without_men_at_the_end_of_their_throw_is_out_and_throws_no_more():
    assert GAME.check(table("2 6 6 pool 0"), "seat1", (6, 6), (), SIX).position.out == ("seat1",)
    assert throws("2 6 6 pool 0", 6, 6) == "seat2"
    assert throws("1 6 6 pool 0", 2, 6) == "seat2"


def test_sa10_a_deuce_may_bring_the_last_man_back_within_the_throw():
    assert left("1 6 6 pool 0", 5, 2) == "1 6 6 pool 0"
    assert throws("1 6 6 pool 0", 5, 2) == "seat1"
    assert left("1 6 6 pool 0", 2, 5) == "0 6 6 pool 1"


def test_sa10_a_player_who_is_out_stays_out_and_is_handed_no_piece():
    position = GAME.check(table("6 0 6 pool 0"), "seat1", (1, 1), (), SIX).position
    assert position.men == (4, 0, 8)
    assert position.out == ("seat2",)


# "The last player on the board pays for the drinks."
def test_sa11_the_last_player_with_men_pays_and_the_others_are_placed_as_they_went_out():
    checked = GAME.check(table("1 0 4 pool 3"), "seat1", (6, 3), (), SIX)
    assert checked.outcome == "placings"
    assert checked.position.placings == ("seat2", "seat1", "seat3")
    assert GAME.ended(checked.position) == "placings"


def test_sa11_a_player_who_hands_their_last_man_on_is_out_before_the_one_who_gets_it():
    checked = GAME.check(table("1 1 pool 5"), "seat1", (1, 4), (), SIX)
    assert checked.outcome == "placings"
    assert checked.position.placings == ("seat1", "seat2")


def test_sa11_the_game_goes_on_while_two_have_men():
    position = table("1 0 4 pool 3")
    assert GAME.ended(position) is None
    assert position.placings == ()


def test_the_highest_die_starts_and_ties_are_rolled_again():
    starter = GAME.opening.starter
    assert starter({"seat1": 2, "seat2": 5, "seat3": 1}) == "seat2"
    assert starter({"seat1": 5, "seat2": 5, "seat3": 1}) is None
    assert not GAME.opening.plays_dice


def test_what_was_handed_about_is_carried_out_if_the_men_are_there():
    position = table("1 6 6 pool 0")
    assert GAME.apply_moves(position, "seat1", [("men", "pool"), ("pool", "men")])[0] == position
    assert GAME.apply_moves(position, "seat1", [("men", "off"), ("men", "left")]) is None
    assert GAME.apply_moves(position, "seat1", [("pool", "men")]) is None
    assert GAME.apply_moves(position, "seat1", [(6, "off")]) is None
    assert GAME.apply_moves(table("6 0 6 pool 0"), "seat2", []) is None


# ── the contract's words ─────────────────────────────────────────────────────────────────────────────────────────────
def test_those_who_are_out_are_named_in_order_once_there_are_any():
    words = {f"seat{n}": {"men": men, "off": off} for n, men, off in [(1, 0, 4), (2, 6, 8), (3, 0, 0)]} | {"pool": 0}
    assert GAME.read(words).out == ("seat1", "seat3")
    later = words | {"out": ["seat3", "seat1"]}
    assert GAME.read(later).out == ("seat3", "seat1")
    assert GAME.write(GAME.read(later)) == later
    assert "out" not in GAME.write(table(START))


def wrong(words):
    with pytest.raises(Invalid) as found:
        GAME.read(words)
    return set(found.value.problems)


TWO = {"seat1": {"men": 6, "off": 0}, "seat2": {"men": 6, "off": 0}, "pool": 0}


@pytest.mark.parametrize(
    ("words", "paths"),
    [
        (TWO | {"pool": 1}, {""}),
        (TWO | {"seat2": {"men": 5, "off": 0}}, {""}),
        (TWO | {"seat2": {"men": 0, "off": 6}, "seat1": {"men": 0, "off": 6}}, {""}),
        (TWO | {"out": ["seat1"]}, {"out"}),
        (TWO | {"out": "seat1"}, {"out"}),
        (TWO | {"out": 5}, {"out"}),
        (TWO | {"out": [5]}, {"out"}),
        (TWO | {"seat1": {"men": 0, "off": 6}, "out": ["seat2"]}, {"out"}),
        ({"seat1": {"men": 6}, "pool": 0}, {"seat2"}),
        ({"pool": 0}, {"seat1"}),
        (
            {"seat1": {"men": -1, "off": True, "bar": 0}, "seat2": [], "seat6": {}, "white": {}},
            {"seat1.men", "seat1.off", "seat1.bar", "seat2", "seat6", "white", "pool"},
        ),
        ([], {""}),
    ],
)
def test_a_malformed_position_names_every_wrong_field(words, paths):
    assert wrong(words) == paths
