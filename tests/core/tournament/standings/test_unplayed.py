"""Rounds that were not played, in Buchholz and its kin, by the three rules of SW17."""

import pytest

from core.errors import Invalid
from core.events import PlayerWithdrew
from core.tournament import Tournament
from core.tournament.decisions import pair_round
from core.tournament.formats import FORMATS, format_of
from core.tournament.model.state import settings_of
from core.tournament.model.values import UNPLAYED_RULES
from core.tournament.standings.explanation import explain_place
from core.tournament.standings.scoring import scoring_of
from core.tournament.standings.standings import standings
from core.tournament.standings.unplayed import score_to_opponents, virtual_score
from tests.support.paths import ROOT
from tests.support.tournament.played.swiss import decided
from tests.support.tournament.scenario import announced, begun, best, entries, played_on
from tests.support.tournament.written_results import FIVE, after

HALVES = {"win": 2, "loss": 0}
ORDER = ("points", "buchholz", "buchholz_cut1", "sonneborn_berger")
SINCE = {"own_score": "FIDE from 2023", "virtual_opponent": "FIDE 2009 to 2023", "zero": "US Chess"}


def swiss(rule: str | None, rounds: int = 3, **more: object) -> Tournament:
    """Five players in a Swiss, in its first round; without a rule the log is one from before there was a choice."""
    settings = {"rounds": rounds} if rule is None else {"rounds": rounds, "unplayed": rule}
    return next_round(begun(announced("swiss", settings, tie_breaks=ORDER, **more), entries(FIVE)))


def next_round(tournament: Tournament) -> Tournament:
    return after(tournament, pair_round(tournament))


def example(rule: str | None, **more: object) -> Tournament:
    """The example of the page: the better seed wins, and in round 3 the black player of the first table is missing."""
    tournament = swiss(rule, **more)
    for _ in range(2):
        tournament = next_round(played_on(tournament, best(FIVE)))
    tournament = after(tournament, [decided(tournament.rounds[2].pairings[0].match, "no_show", "white")])
    return played_on(tournament, best(FIVE))


def table(tournament: Tournament) -> dict[str, list[object]]:
    return {line.name: [tie_break.value for tie_break in line.tie_breaks] for line in standings(tournament)}


@pytest.mark.parametrize(
    ("before", "points", "later", "virtual"),
    # FIDE's two examples after the round and at the end, and the two of the minutes of 2009 as Vega gives them.
    [(1.5, 0, 0, 2.5), (1.5, 0, 6, 5.5), (3.5, 1, 0, 3.5), (3.5, 1, 3, 5), (2, 1, 6, 5), (4, 0, 2, 6)],
)
def test_sw17_the_virtual_opponent_has_the_score_of_fides_examples(before, points, later, virtual):
    assert virtual_score(HALVES, int(before * 2), points * 2, later) == virtual * 2


@pytest.mark.parametrize(
    ("score", "unplayed", "counted"),
    # The minutes of 2009: six points, one by default, and six with an absence. US Chess: two wins and two rounds away.
    [(6, [1], 5.5), (6, [0], 6.5), (2, [0, 0], 3)],
)
def test_sw17_to_the_opponents_a_round_not_played_counts_half_a_point(score, unplayed, counted):
    assert score_to_opponents(HALVES, score * 2, [each * 2 for each in unplayed]) == counted * 2


@pytest.mark.parametrize(("points", "result"), [(-1, 3), (0, 3), (1, 3), (2, 2), (3, 1), (9, 1)])
def test_sw17_in_the_round_itself_the_virtual_opponent_has_no_more_than_a_win_and_no_less_than_a_loss(points, result):
    assert virtual_score({"win": 3, "loss": 1}, 4, points, 1) == 4 + result + 2


def test_the_example_of_the_page_is_what_happens_by_each_rule():
    page = (ROOT / "docs/tournaments/tie-breaks.md").read_text(encoding="utf-8").split("### Example")[1].split("```")
    last = example("virtual_opponent")
    rounds = [
        f"round {round_.number}: "
        + ", ".join(f"{last.name_of(pair.white)}–{last.name_of(pair.black)}" for pair in round_.pairings)
        + f"; bye {last.name_of(round_.bye)}"
        for round_ in last.rounds
    ]
    assert page[1].strip().splitlines() == rounds
    for rule in UNPLAYED_RULES:
        written = [line for line in page[2].splitlines() if line.startswith(f"| `{rule}` |")]
        shown = [
            f"| `{rule}` | {name} | {points} | {buchholz} | {cut} | {berger} |"
            for name, (points, buchholz, cut, berger) in table(example(rule)).items()
        ]
        assert written == shown, "\n".join(shown)
    (sentence,) = (
        tie_break.sentence for tie_break in explain_place(last, "anna").tie_breaks if tie_break.code == "buchholz"
    )
    assert " ".join(page[3].split()) == sentence


def test_sw17_a_log_from_before_the_choice_counts_the_players_own_score_and_a_win_as_one():
    assert table(example(None)) == table(example("own_score"))
    assert scoring_of(example(None))["win"] == 1
    assert not any(tie_break.notes for tie_break in explain_place(example(None), "anna").tie_breaks)


@pytest.mark.parametrize("rule", ["virtual_opponent", "zero"])
def test_sw17_where_half_points_are_counted_a_win_counts_two_unless_the_scoring_names_it(rule):
    assert scoring_of(example(rule))["win"] == 2
    assert scoring_of(example(rule, scoring={"win": 1}))["win"] == 1


def test_sw17_rounds_after_a_withdrawal_count_half_a_point_to_earlier_opponents():
    tournament = played_on(swiss("zero"), best(FIVE))
    gone = tournament.rounds[0].pairings[0].black
    tournament = played_on(next_round(after(tournament, [PlayerWithdrew(gone)])), best(FIVE))
    (buchholz,) = (line.tie_breaks[1] for line in standings(tournament) if line.player_id == "anna")
    assert [operand.numbers for operand in buchholz.operands if operand.opponent == gone] == [(1,)]


def test_sw17_only_a_swiss_has_the_choice_and_another_word_is_refused_with_the_rule_books():
    with_choice = {format_.key for format_ in FORMATS if "unplayed" in format_.described_settings}
    assert with_choice == {"swiss", "swiss_then_knockout"}
    for form in with_choice:
        with pytest.raises(Invalid) as refused:
            format_of(form).read_settings({"unplayed": "fide"})
        assert all(source in str(refused.value.problems["unplayed"]) for source in SINCE.values())
        assert settings_of(announced(form)).unplayed == "own_score"
