"""A Swiss, then a knock-out: who goes on and meets whom, play-offs at the line, and the table."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import NotAllowed
from core.events import MatchReopened, RoundPaired, WithdrawalTakenBack
from core.tournament.brackets.placement import seeding_order
from core.tournament.brackets.view import bracket_views
from core.tournament.decisions import enter, pair, pair_round, withdraw
from core.tournament.decisions.corrections import readmit
from core.tournament.decisions.rounds import publish_round, unpair
from core.tournament.planning.game_lengths import shipped
from core.tournament.planning.plan import still_to_play
from core.tournament.standings.standings import sections, standings
from tests.support.paths import ROOT
from tests.support.proving import examples, some
from tests.support.tournament.group_cups import after_cut, cut_made, meets, stage, swiss_cup, swiss_played, table
from tests.support.tournament.scenario import best, by_chance, played_on, reported, to_play
from tests.support.tournament.written_results import after, field

ANY_NUMBER = some(range(2, 41), 2, 3, 5, 8, 9, 16, 33)


def upset(match: tuple[str, ...]) -> str:
    """The weaker seed wins."""
    return max(match[1:3])


# ── the cut ──────────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("number", ANY_NUMBER)
@pytest.mark.parametrize("cut", some([2, 3, 4, 5, 6, 7, 8, 11, 16, 24], 4, 6))
def test_sk4_the_first_of_the_table_go_on_and_meet_by_the_standard_order_of_seeds(number: int, cut: int) -> None:
    tournament = after_cut(number, by_chance(number), cut=cut)
    lines = standings(tournament, None, "swiss")
    count = min(cut, number)
    order = seeding_order(1 << (count - 1).bit_length())
    first = [pair for slot, pair in meets(tournament, "main").items() if slot.startswith("main.1.")]
    seeded = dict(zip(order, (player for pair in first for player in pair), strict=True))
    assert [player for seed, player in seeded.items() if seed > count] == [""] * (len(order) - count)
    ranks = {line.player_id: line.rank for line in lines}
    assert [ranks[seeded[seed]] for seed in range(1, count + 1)] == [line.rank for line in lines[:count]]


def test_sk3_the_knock_out_is_paired_when_the_director_asks_and_then_goes_on_by_itself() -> None:
    tournament = swiss_played(swiss_cup(16, rounds=3))
    assert pair(tournament) == []
    assert tournament.status == "running"
    asked = pair_round(tournament)
    assert [event.stage for event in asked if isinstance(event, RoundPaired)] == ["main"]
    assert pair_round(after(tournament, asked), 4) == []
    tournament = played_on(after(tournament, asked), best(field(16)))
    assert tournament.status == "finished"
    assert [round_.stage for round_ in tournament.rounds] == ["swiss", "swiss", "swiss", "main", "main", "main"]


def test_sk3_no_cut_before_the_last_result_of_the_swiss() -> None:
    with pytest.raises(NotAllowed, match="round 2 waits for"):
        pair_round(swiss_cup(8, rounds=1), 2)


def test_sk3_the_cut_is_taken_back_until_a_match_of_it_has_a_result() -> None:
    made = after_cut(8, rounds=1, cut=4, consolation=True)
    back = after(made, unpair(made, 2, "too early"))
    assert [round_.number for round_ in back.rounds] == [1]
    assert pair(back) == []
    left = after(back, withdraw(back, table(back)[0]))
    assert table(left)[0] not in {player for pairing in cut_made(left).rounds[1].pairings for player in pairing[1:3]}
    with pytest.raises(NotAllowed, match="there are results of"):
        unpair(reported(made, to_play(made)[0], to_play(made)[0].white), 2, "too late")


def test_sk1_players_may_enter_until_the_last_round_of_the_swiss_is_paired() -> None:
    first = swiss_cup(8, rounds=2)
    assert [type(each).__name__ for each in enter(first, [("late", "Late")])] == ["PlayerEntered"]
    with pytest.raises(NotAllowed, match="round 2 is the last, and it is paired"):
        enter(swiss_played(first), [("late", "Late")])


def test_sk5_a_place_that_is_shared_at_the_line_is_drawn_with_the_published_seed() -> None:
    made = after_cut(8, rounds=1, cut=2)
    assert [line.rank for line in standings(swiss_played(swiss_cup(8, rounds=1)))][:4] == [1, 1, 1, 1]
    assert made.format.explain is not None
    (why,) = made.format.explain(made, made.rounds[-1]).values()
    assert "lots were drawn" in why.text


# ── who leaves, what is corrected ────────────────────────────────────────────────────────────────────────────────────
def test_sk10_a_qualified_player_who_leaves_before_the_cut_is_passed_over_and_after_it_loses_by_walkover() -> None:
    tournament = swiss_played(swiss_cup(12, rounds=4, cut=4), by_chance(3))
    order = table(tournament)
    passed = cut_made(after(tournament, withdraw(tournament, order[1], "home")))
    assert set(sum(meets(passed, "main").values(), ())) == {order[0], *order[2:5]}
    made = cut_made(tournament)
    made = after(made, withdraw(made, order[1], "home"))
    assert meets(made, "main")["main.1.2"] == (order[1], order[2])
    (match,) = [each for each in stage(made, "main") if order[1] in each]
    assert made.results[match.match].kind == "walkover"
    assert len(to_play(made)) == 1


def test_sk10_a_player_who_was_passed_over_and_comes_back_after_the_cut_takes_no_place() -> None:
    tournament = swiss_played(swiss_cup(8, rounds=3, cut=4))
    order = table(tournament)
    made = cut_made(after(tournament, withdraw(tournament, order[1], "home")))
    with pytest.raises(NotAllowed, match="no match is left"):
        readmit(made, order[1], "here after all")
    back = after(made, [WithdrawalTakenBack(order[1], "here after all")])
    assert pair(back) == []
    assert meets(back, "main") == meets(made, "main")
    stayed = cut_made(tournament)
    left = after(stayed, withdraw(stayed, order[1], "home"))
    again = after(left, readmit(left, order[1], "here after all"))
    assert meets(again, "main") == meets(stayed, "main")


def test_sk11_a_corrected_result_moves_the_cut_and_its_undoing_brings_every_match_back() -> None:
    tournament = played_on(after_cut(8, rounds=3, cut=4), best(field(8)))
    before, order = tournament.results, table(tournament)
    match = next(
        each for each in stage(tournament, "swiss") if set(each[1:3]) & set(order[:4]) - set(order[:4]) or True
    )
    corrected = reported(tournament, match, upset(match), "3:0", "9:0")
    assert table(corrected) != order
    restored = reported(corrected, match, min(match[1:3]))
    assert restored.results == before
    assert restored.status == "finished"


def test_sk11_while_a_result_of_the_swiss_is_missing_again_the_knock_out_goes_on_as_it_is_paired() -> None:
    made = after_cut(8, rounds=3, cut=4, consolation=True)
    reopened = after(made, [MatchReopened(stage(made, "swiss")[-1].match)])
    assert pair(reopened) == []
    assert meets(reopened, "main") == meets(made, "main")
    went_on = reported(reopened, stage(made, "main")[0], stage(made, "main")[0].white)
    went_on = reported(went_on, stage(made, "main")[1], stage(made, "main")[1].white)
    assert "main.2.1" in meets(went_on, "main")
    assert went_on.status == "running"
    shown = (
        next(bracket_view for bracket_view in bracket_views(reopened) if bracket_view.bracket == "main")
        .rounds[0]
        .slots[0]
    )
    assert tuple(seat.player for seat in shown.seats) == meets(made, "main")["main.1.1"]


@settings(max_examples=examples(40), deadline=None)
@given(
    st.integers(2, 24),
    st.integers(2, 18),
    st.sampled_from(["tie_breaks", "play_off"]),
    st.booleans(),
    st.booleans(),
    st.integers(0, 999),
)
def test_whatever_happens_a_tournament_is_played_to_its_end_and_corrections_can_be_undone(
    number: int, cut: int, line: str, bronze: bool, consolation: bool, seed: int
) -> None:
    chance, wins = Random(seed), by_chance(seed)
    chosen = {"cut": cut, "line": line, "bronze": bronze, "consolation": consolation}
    tournament = played_on(after_cut(number, wins, **chosen), wins)
    assert tournament.status == "finished"
    on, off = (
        {player for each in stage(tournament, key) for player in each[1:3]} - {""} for key in ("main", "consolation")
    )
    assert not on & off
    assert len(on) == min(cut, number)
    assert len(on | off) == number or not consolation or number - cut == 1
    lines = standings(tournament)
    assert {each.player_id for each in lines[: len(on)]} == on
    assert sorted(each.player_id for each in lines) == field(number)
    assert sum(each.points for each in lines) == sum(row.points for row in standings(tournament, None, "swiss"))
    match = chance.choice([each for each in stage(tournament, "swiss") if not each.is_bye])
    winner = match.white if tournament.results[match.match].winner == "white" else match.black
    other = match.black if winner == match.white else match.white
    changed = reported(tournament, match, other)
    assert played_on(changed, wins).status == "finished"
    assert reported(changed, match, winner).results == tournament.results


# ── the whole table, lengths, what is next ───────────────────────────────────────────────────────────────────────────
def test_sk12_the_knock_out_orders_the_table_and_only_the_swiss_gives_points() -> None:
    tournament = after_cut(16, rounds=4, cut=4, consolation=True)
    swiss = {line.player_id: (line.points, line.played) for line in standings(tournament, None, "swiss")}
    tournament = played_on(tournament, upset)
    lines = standings(tournament)
    assert {line.player_id: (line.points, line.played) for line in lines} == swiss
    main, off = (
        {player for each in stage(tournament, key) for player in each[1:3]} - {""} for key in ("main", "consolation")
    )
    assert [line.player_id in main for line in lines] == [True] * 4 + [False] * 12
    assert {line.player_id for line in lines[4:]} == off
    assert [name for name, _ in sections(tournament)] == ["swiss"]
    assert [line.player_id for line in dict(sections(tournament))["swiss"]] == table(tournament)


def test_drafts_hide_the_cut_until_it_is_published() -> None:
    made = after_cut(8, rounds=1, cut=2, drafts=True)
    assert [round_.draft for round_ in made.rounds] == [False, True]
    shown = after(made, publish_round(made, 2))
    assert not shown.round(2).draft


def test_the_planner_puts_the_knock_out_behind_all_rounds_of_the_swiss() -> None:
    first = swiss_cup(16, rounds=4, cut=4)
    still = still_to_play(first, 8, shipped("swedish"), {})
    assert still is not None
    semi, final = still.starts["main.1.1"], still.starts["main.2.1"]
    assert 3 * still.round.expected < semi < final < still.all.expected


def test_the_example_of_the_page_is_what_happens() -> None:
    shown = (ROOT / "docs/formats/swiss_then_knockout.md").read_text(encoding="utf-8").split("```")[-2]
    tournament = played_on(after_cut(9, rounds=3, cut=4, line="play_off", consolation=True), best(field(9)))
    assert shown.strip("\n").split("\n") == [
        f"round {round_.number}: {round_.stage}: "
        + ", ".join(f"{one}–{other}" for _, one, other, _ in round_.pairings)
        + (f"; bye {round_.bye}" if round_.bye else "")
        for round_ in tournament.rounds
    ]


def test_sk8_the_losers_of_the_semi_finals_may_share_the_third_place() -> None:
    def ranks(**chosen: bool) -> list[int]:
        tournament = played_on(after_cut(8, rounds=3, cut=4, **chosen), best(field(8)))
        return [row.rank for row in standings(tournament)][:5]

    assert ranks() == [1, 2, 3, 4, 5]
    assert ranks(share_third=True) == [1, 2, 3, 3, 5]
