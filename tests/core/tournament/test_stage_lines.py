"""The line after a stage: players who are level there play for the last places (ST10)."""

import pytest

from core.errors import Invalid
from core.tournament import Tournament
from core.tournament.brackets.view import bracket_views
from core.tournament.decisions import pair, pair_round, withdraw
from core.tournament.decisions.corrections import Decision, decide, undo
from core.tournament.formats import format_of
from core.tournament.standings.explanation import explain_round
from core.tournament.standings.standings import sections, standings
from core.tournament.terms import terms_of
from core.tournament.views.stages import cut_is_next, through
from tests.support.paths import ROOT
from tests.support.proving import some
from tests.support.tournament.scenario import announced, begun, best, by_chance, entries, played_on
from tests.support.tournament.strategies import at_table
from tests.support.tournament.written_results import after, field

SWISS = {"first": "swiss", "first_rounds": 3, "first_on": 4, "second": "single_elimination"}
GROUPS = {"first": "groups", "first_size": 4, "first_on": 2, "second": "single_elimination"}
THREE = {
    "first": "groups",
    "first_size": 5,
    "first_on": 2,
    "second": "swiss",
    "second_rounds": 2,
    "second_on": 2,
    "third": "round_robin",
}


def cup(chosen: dict[str, object], number: int = 9, **more: object) -> Tournament:
    return begun(announced("stages", {"line": "play_off", **chosen}, **more), entries(field(number)))


def at_line(chosen: dict[str, object], seed: int, number: int = 9, **more: object) -> Tournament:
    """The tournament after its first stage, whose results are by chance."""
    now = played_on(cup(chosen, number, **more), by_chance(seed))
    while not cut_is_next(now):
        now = played_on(commanded(now), by_chance(seed))
    return now


def commanded(tournament: Tournament) -> Tournament:
    now = after(tournament, pair_round(tournament))
    assert pair(now) == []
    return now


def table(tournament: Tournament) -> list[tuple[str, int]]:
    """The players of the first stage in their order, with their points."""
    lines = sections(tournament)[-1][1] if sections(tournament) else standings(tournament)
    return [(line.player_id, line.points) for line in lines]


def play_offs(tournament: Tournament) -> list[str]:
    return [pairing.slot for round_ in tournament.rounds if round_.stage == "play_off" for pairing in round_.pairings]


def test_st10_players_with_as_many_points_as_the_last_who_goes_on_play_for_the_place() -> None:
    tournament = at_line(SWISS, 0)
    order = table(tournament)
    assert order[3][1] == order[4][1] != order[5][1], "two are level for the fourth place"
    assert cut_is_next(tournament)
    now = commanded(tournament)
    match = now.rounds[-1].pairings[0]
    assert (now.rounds[-1].stage, {*match[1:3]}) == ("play_off", {order[3][0], order[4][0]})
    assert through(now) == tuple(player for player, _ in order[:3])
    for winner in match[1:3]:
        over = played_on(now, best([winner, *field(9)]))
        assert cut_is_next(over)
        begun_ = commanded(over)
        assert set(begun_.stages[0].players) == {*(player for player, _ in order[:3]), winner}
        assert played_on(begun_, best(field(9))).status == "finished"


def test_st10_without_it_the_tie_breaks_decide_as_before() -> None:
    tournament = at_line({**SWISS, "line": "tie_breaks"}, 0)
    now = commanded(tournament)
    assert [*now.stages[0].players] == [player for player, _ in table(tournament)[:4]]
    assert play_offs(now) == []


def test_st10_in_groups_those_play_whom_no_tie_break_separates() -> None:
    found = [seed for seed in range(12) if play_offs(commanded(at_line(GROUPS, seed, 12)))]
    assert found, "in some of these groups two share the second place"
    for seed in found:
        before = at_line(GROUPS, seed, 12)
        now = commanded(before)
        tables = dict(sections(before))
        for each in now.rounds[-1].pairings:
            (ranks,) = [
                {line.player_id: line.rank for line in lines}
                for lines in tables.values()
                if each.white in [line.player_id for line in lines]
            ]
            assert ranks[each.white] == ranks[each.black]
        on = commanded(played_on(now, by_chance(seed)))
        assert len(on.stages[0].players) == 6


def test_st10_each_stage_has_a_play_off_of_its_own() -> None:
    for seed in range(20):
        now = at_line(THREE, seed, 10)
        while now.status != "finished":
            now = played_on(commanded(now), by_chance(seed))
        first = now.stages[-1].first
        stages = {round_.number >= now.stages[0].first for round_ in now.rounds if round_.stage == "play_off"}
        assert len(set(play_offs(now))) == len(play_offs(now)), "no slot is used twice"
        if stages == {True, False}:
            assert first > min(round_.number for round_ in now.rounds if round_.stage == "play_off")
            return
    raise AssertionError("no tournament had two play-offs")


def test_st10_who_leaves_before_it_is_passed_over_and_who_leaves_in_it_loses() -> None:
    tournament = at_line(SWISS, 0)
    order = [player for player, _ in table(tournament)]
    gone = commanded(after(tournament, withdraw(tournament, order[3])))
    assert order[4] in gone.stages[0].players, "the fourth has left: nobody is level at the line"
    now = commanded(tournament)
    left = after(now, withdraw(now, order[3]))
    assert not left.to_play
    assert set(commanded(left).stages[0].players) == {*order[:3], order[4]}


def test_st10_a_corrected_result_changes_the_play_off_until_the_next_stage_begins() -> None:
    now = commanded(at_line(SWISS, 0))
    before = play_offs(now), now.rounds[-1].pairings
    match = next(
        pairing
        for round_ in now.rounds
        for pairing in round_.pairings
        if now.rounds[-1].pairings[0].white in pairing[1:3]
    )
    loser = next(each for each in match[1:3] if each != _winner(now, match))
    decision = Decision(match.match, "walkover", "wrong sheet", loser)
    changed = after(now, decide(now, decision, at_table(now, match.match)))
    assert changed.rounds[-1].pairings != before[1] or changed.rounds[-1].stage != "play_off"
    back = after(changed, undo(changed, changed.decisions[match.match][-1][0], "right after all"))
    back = back if play_offs(back) else commanded(back)
    assert {pairing[1:3] for pairing in back.rounds[-1].pairings} == {each[1:3] for each in before[1]}
    on = commanded(played_on(now, best(field(9))))
    late = after(on, decide(on, decision, at_table(on, match.match)))
    assert (late.stages, play_offs(late)) == (on.stages, play_offs(on))


def _winner(tournament: Tournament, match) -> str:
    return match.white if tournament.results[match.match].winner == "white" else match.black


def test_st10_the_play_off_is_in_the_bracket_has_a_length_and_is_explained() -> None:
    rules = ({"stage": "play_off", "length": {"games": 5}},)
    now = commanded(at_line(SWISS, 0, terms=rules))
    round_ = now.rounds[-1]
    assert terms_of(now, round_, round_.pairings[0]).length == {"games": 5}
    assert bracket_views(now)[0].bracket == "play_off"
    (why,) = explain_round(now, round_.number).values()
    assert "place 4 of the table" in str(why.text)
    on = commanded(played_on(now, best(field(9))))
    assert [str(each.text) for each in explain_round(on, round_.number).values()] == [str(why.text)]
    played = {line.player_id: line.played for line in standings(on)}
    assert played[round_.pairings[0].white] == 4, "the whole table counts it, the table of the stage does not"
    assert max(line.played for line in sections(on)[-1][1]) == 3


def at_lines(tournament: Tournament) -> dict[str, tuple[str | None, tuple[str | None, ...], str | None]]:
    """The slots of all play-offs in the brackets: the match, the players, the winner."""
    brackets = [bracket_view for bracket_view in bracket_views(tournament) if bracket_view.bracket == "play_off"]
    slots = [slot for bracket in brackets for round_ in bracket.rounds for slot in round_.slots]
    return {slot.slot: (slot.match, tuple(seat.player for seat in slot.seats), slot.winner) for slot in slots}


@pytest.mark.parametrize(("chosen", "number"), some([(SWISS, 9), (GROUPS, 12), (THREE, 10)], (SWISS, 9)))
def test_st10_the_play_off_stays_in_the_brackets_once_the_next_stage_begins(
    chosen: dict[str, object], number: int
) -> None:
    seen = 0
    for seed in range(8):
        now = at_line(chosen, seed, number)
        while now.status != "finished":
            before = at_lines(now) if now.rounds[-1].stage == "play_off" else {}
            now = commanded(now)
            assert before.items() <= at_lines(now).items(), "as it was played"
            now = played_on(now, by_chance(seed))
            there = [line for line in at_lines(now) if at_lines(now)[line][0]]
            assert there == play_offs(now)
            seen += len(before)
    assert seen > 3
    assert any(bracket_view.bracket == "play_off" for bracket_view in bracket_views(now)) == bool(play_offs(now))


def test_st10_a_later_correction_leaves_the_play_off_in_the_brackets() -> None:
    now = commanded(at_line(SWISS, 0))
    on = commanded(played_on(now, best(field(9))))
    (match,) = [pairing for round_ in on.rounds for pairing in round_.pairings if pairing.slot.startswith("play_off")]
    earlier = next(pairing for round_ in on.rounds[:3] for pairing in round_.pairings if match.white in pairing[1:3])
    loser = next(each for each in earlier[1:3] if each != _winner(on, earlier))
    changed = after(
        on, decide(on, Decision(earlier.match, "walkover", "wrong sheet", loser), at_table(on, earlier.match))
    )
    assert at_lines(changed) == at_lines(on)
    turned = next(each for each in match[1:3] if each != _winner(on, match))
    back = after(on, decide(on, Decision(match.match, "walkover", "wrong sheet", turned), at_table(on, match.match)))
    assert at_lines(back)[match.slot] == (match.match, match[1:3], turned)


def test_st10_a_line_of_another_kind_is_refused() -> None:
    with pytest.raises(Invalid, match="tie_breaks"):
        format_of("stages").read_settings({"line": "coin"})


def test_the_example_of_the_page_is_what_happens() -> None:
    page = (ROOT / "docs" / "formats" / "stages.md").read_text(encoding="utf-8")
    told = page.split("## Example: a play-off at the line")[1].split("```")[1].strip().split("\n")
    now = cup(SWISS)
    while now.status != "finished":
        now = played_on(now, best(field(9)))
        now = now if now.status == "finished" else commanded(now)
    assert told == [
        f"round {round_.number}: {round_.stage}: "
        + ", ".join(f"{pairing.white}–{pairing.black}" for pairing in round_.pairings)
        for round_ in now.rounds[3:]
    ]
