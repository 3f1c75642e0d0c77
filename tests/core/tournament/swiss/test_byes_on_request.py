"""Swiss: rounds that players sit out on request, and late players' missed rounds (SW16)."""

import pytest

from core.errors import Invalid, NotAllowed
from core.events import ByesSet, ImpasseResolved, PlayerEntered, RoundPaired
from core.tournament import Tournament, decisions
from core.tournament.decisions import pair_round, set_byes
from core.tournament.decisions.corrections import readmit
from core.tournament.decisions.impasse import resolve_impasse
from core.tournament.formats.swiss import FORMAT
from core.tournament.model.state import impasse
from core.tournament.model.values import RequestedBye
from core.tournament.standings.crosstable import crosstables
from core.tournament.standings.explanation import explain_place
from core.tournament.standings.standings import Standing, standings
from core.tournament.swiss.round_input import past
from core.tournament.swiss.rounds import rounds_of
from tests.support.paths import ROOT
from tests.support.tournament.played.swiss import SEVEN, lines, on, played_round
from tests.support.tournament.scenario import announced, begun, entries
from tests.support.tournament.written_results import after, field


def asked(tournament: Tournament, player: str, *byes: tuple[int, str]) -> Tournament:
    return after(tournament, set_byes(tournament, player, [RequestedBye(*bye) for bye in byes], "work"))


def cup(players: tuple[str, ...] = SEVEN, **settings: object) -> Tournament:
    """An announced Swiss with one bye on request and four rounds, not yet started."""
    return after(announced("swiss", {"byes": 1, "rounds": 4, **settings}), entries(players))


def started(*byes: ByesSet, **settings: object) -> Tournament:
    return begun(after(cup(**settings), byes), [])


def at_start(tournament: Tournament) -> Tournament:
    return after(tournament, decisions.start(tournament, "midsummer"))


def line(tournament: Tournament, player: str) -> Standing:
    return next(row for row in standings(tournament) if row.player_id == player)


def paired(tournament: Tournament, number: int) -> set[str]:
    round_ = tournament.round(number)
    return {player for pairing in round_.pairings for player in pairing[1:3]} | ({round_.bye} if round_.bye else set())


def test_the_example_of_the_page_with_byes_on_request_is_what_happens():
    tournament = asked(started(byes=1, late_byes=True), "bo", (2, "half"), (3, "zero"))
    tournament = on(asked(tournament, "dag", (3, "half")))
    tournament = after(tournament, decisions.enter(tournament, [("hans", "Hans")]))
    order = (*SEVEN, "hans")
    while tournament.status != "finished":
        tournament = played_round(tournament, order)
        tournament = tournament if tournament.status == "finished" else after(tournament, pair_round(tournament))
    page = (ROOT / "docs/formats/swiss.md").read_text(encoding="utf-8")
    assert "\n".join(lines(tournament)) == page.split("```")[5].strip()
    table = [f"{row.rank}. {row.name} {row.points}" for row in standings(tournament)]
    assert ", ".join(table) == " ".join(page.split("```")[7].split())


def test_sw16_a_player_who_asked_for_it_is_not_paired_and_gets_half_of_a_win_which_counts_two():
    tournament = asked(started(), "anna", (2, "half"))
    tournament = on(tournament)
    assert "anna" not in paired(tournament, 2)
    assert paired(tournament, 2) == set(SEVEN) - {"anna"}
    assert tournament.rounds[1].bye is None
    tournament = played_round(tournament)
    assert (line(tournament, "anna").points, line(tournament, "anna").byes, line(tournament, "anna").wins) == (3, 1, 1)
    assert past(tournament, 3)["anna"].score == 3
    assert "anna" in paired(on(tournament), 3)


def test_sw16_the_round_counts_once_it_has_begun_and_a_draft_for_no_player():
    tournament = on(asked(started(), "anna", (2, "half")))
    assert line(tournament, "anna").points == 2
    hidden = begun(after(announced("swiss", {"byes": 1, "rounds": 3}, drafts=True), entries(SEVEN)), [])
    assert line(asked(hidden, "anna", (2, "half")), "anna").points == 0


@pytest.mark.parametrize(
    ("worth", "points", "operands"),
    [("zero", 4, ["absent"]), ("half", 5, ["half_bye"]), ("full", 6, ["full_bye"])],
)
def test_sw16_what_a_round_counts_by_its_worth_and_as_one_against_a_virtual_opponent(worth, points, operands):
    tournament = asked(started(bye_worth="full", rounds=3), "anna", (2, worth))
    tournament = played_round(on(on(tournament)))
    assert line(tournament, "anna").points == points
    buchholz = next(tie_break for tie_break in line(tournament, "anna").tie_breaks if tie_break.code == "buchholz")
    alone = [operand.numbers for operand in buchholz.operands if not operand.opponent]
    assert alone == [(points,)]
    cells = next(row for row in crosstables(tournament)[0].rows if row.line.player_id == "anna").cells[1]
    assert [cell.kind for cell in cells] == [operand for operand in operands if operand != "absent"]


def test_sw16_who_had_a_full_point_on_request_does_not_sit_out_again():
    tournament = asked(started(bye_worth="full"), "gun", (2, "full"))
    assert past(played_round(on(tournament)), 3)["gun"].byes == 1 + (tournament.rounds[0].bye == "gun")
    half = asked(started(), "gun", (2, "half"))
    assert past(played_round(on(half)), 3)["gun"].byes == (half.rounds[0].bye == "gun")


def test_sw16_back_in_round_four_a_player_is_away_until_then():
    tournament = on(started())
    tournament = after(tournament, set_byes(tournament, "anna", decisions.away_until(tournament, 4), "a funeral"))
    assert tournament.entry("anna").byes == (RequestedBye(3, "zero"),)
    tournament = on(tournament)
    assert "anna" not in paired(tournament, 3)
    assert "anna" in paired(on(tournament), 4)
    with pytest.raises(Invalid, match="is not after the next one"):
        decisions.away_until(tournament, 4)


def test_sw16_the_rule_of_the_announcement_limits_what_is_given_and_every_wrong_row_is_named():
    tournament = on(started())
    rows = [(1, "zero"), (3, "full"), (4, "half"), (3, "zero"), (9, "zero")]
    with pytest.raises(Invalid) as wrong:
        asked(tournament, "anna", *rows)
    assert {path: str(said[0]) for path, said in wrong.value.problems.items()} == {
        "byes.0.round": "round 1 is paired already",
        "byes.1.worth": "not announced: a round sat out counts no point or half a point",
        "byes.2.worth": "the last round can be sat out without points only",
        "byes.3.round": "stands in the list before",
        "byes.4.round": "round 4 is the last",
    }
    more = started(rounds=5)
    with pytest.raises(NotAllowed, match="rounds that Anna would sit out with points: 2, and announced are 1"):
        asked(more, "anna", (2, "half"), (3, "half"))
    assert asked(more, "anna", (2, "half"), (3, "zero"), (4, "zero")).entry("anna").byes[0] == (2, "half")
    assert asked(started(last_bye=True), "anna", (4, "half")).entry("anna").byes == ((4, "half"),)


def test_sw16_without_an_announcement_only_rounds_without_points_are_given_and_other_formats_give_none():
    tournament = asked(started(byes=0), "anna", (2, "zero"))
    assert line(played_round(on(tournament)), "anna").points == 1
    with pytest.raises(Invalid, match="a round sat out counts no point"):
        asked(tournament, "anna", (3, "half"))
    with pytest.raises(NotAllowed, match="Round robin has no byes on request"):
        asked(begun(announced("round_robin"), entries(SEVEN)), "anna", (2, "zero"))


AHEAD = {
    "swiss": {"rounds": 3, "byes": 1, "bye_worth": "full"},
    "swiss_then_knockout": {"rounds": 3, "cut": 4, "byes": 1, "bye_worth": "full"},
    "stages": {"first": "swiss", "first_rounds": 3, "second": "groups", "byes": 1, "bye_worth": "full"},
}


@pytest.mark.parametrize("form", AHEAD)
def test_sw16_what_the_announced_rounds_do_not_allow_is_refused_before_the_start_as_after_it(form):
    before = after(announced(form, AHEAD[form]), entries(SEVEN))
    rows = [(2, "half"), (3, "full"), (4, "zero"), (5, "half")]
    refused = []
    for tournament in (before, begun(before, [])):
        with pytest.raises(Invalid) as wrong:
            asked(tournament, "anna", *(row for row in rows if row[0] > len(tournament.rounds)))
        refused.append({path: [str(each) for each in said] for path, said in wrong.value.problems.items()})
        with pytest.raises(Invalid, match=r"byes\.0\.worth"):
            asked(tournament, "anna", (3, "half"))
        assert asked(tournament, "anna", (3, "zero")).entry("anna").byes == ((3, "zero"),)
    assert refused[0] == refused[1]
    assert refused[0] == {
        "byes.1.worth": ["the last round can be sat out without points only"],
        "byes.2.round": ["round 3 is the last"],
        "byes.3.round": ["round 3 is the last"],
    }


@pytest.mark.parametrize(
    ("form", "settings"),
    [
        ("swiss", {"rounds": 0, "byes": 2}),
        ("swiss_then_knockout", {"rounds": 0, "cut": 4, "byes": 2}),
        ("stages", {"first": "swiss", "second": "groups", "byes": 2}),
    ],
)
def test_sw16_at_the_start_the_number_of_rounds_is_known_and_byes_are_shown_as_what_they_count(form, settings):
    tournament = after(announced(form, settings), entries(SEVEN))
    tournament = asked(tournament, "anna", (2, "half"), (4, "half"))
    tournament = asked(tournament, "bo", (3, "half"), (6, "zero"))
    tournament = at_start(asked(tournament, "cilla", (2, "half")))
    assert [tournament.entry(each).byes for each in ("anna", "bo", "cilla")] == [
        ((2, "half"), (4, "zero")),
        ((3, "half"),),
        ((2, "half"),),
    ]


def test_sw16_byes_that_an_amended_announcement_does_not_allow_any_more_fall_at_the_start():
    tournament = asked(cup(bye_worth="full", byes=2, rounds=6), "anna", (1, "full"), (2, "full"), (5, "zero"))
    for settings, byes in (
        ({"byes": 1, "bye_worth": "full", "rounds": 4}, ((1, "full"), (2, "zero"))),
        ({"byes": 2, "rounds": 6}, ((1, "half"), (2, "half"), (5, "zero"))),
        ({"rounds": 5}, ((1, "zero"), (2, "zero"), (5, "zero"))),
    ):
        amended = after(tournament, decisions.amend(tournament, {"settings": settings}))
        assert at_start(amended).entry("anna").byes == byes


def test_sw16_a_bye_of_the_last_round_that_was_asked_for_before_the_start_counts_nothing():
    tournament = asked(cup(rounds=0), "anna", (4, "half"))
    tournament = at_start(tournament)
    assert rounds_of(tournament) == 4
    assert tournament.entry("anna").byes == ((4, "zero"),)
    tournament = played_round(on(on(on(tournament))))
    assert "anna" not in paired(tournament, 4)
    assert line(tournament, "anna").points == 6


def test_sw16_a_bye_in_round_one_does_not_change_how_many_rounds_are_proposed():
    players = tuple(field(9))
    tournament = after(announced("swiss", {"byes": 1}), entries(players))
    whole = rounds_of(begun(tournament, []))
    assert rounds_of(begun(asked(tournament, "p09", (1, "half")), [])) == whole == 5


def test_sw16_at_least_two_players_are_left_to_play_a_round_and_if_not_a_sentence_says_so():
    tournament = begun(after(announced("swiss", {"rounds": 2}), entries(SEVEN[:3])), [])
    tournament = asked(tournament, "anna", (2, "zero"))
    with pytest.raises(NotAllowed, match="fewer than two players would be left for round 2"):
        asked(tournament, "bo", (2, "zero"))
    tournament = played_round(after(tournament, decisions.withdraw(tournament, "cilla")))
    found = impasse(tournament)
    assert found is not None
    assert str(found.why) == "round 2 cannot be paired: all others sit it out on request"
    back = asked(tournament, "anna")
    assert back.entry("anna").byes == ()
    assert impasse(back) is None or "request" not in str(impasse(back).why)


def test_sw10_where_all_others_sit_a_round_out_their_byes_can_be_taken_back_and_the_round_is_paired():
    tournament = begun(after(announced("swiss", {"rounds": 3}), entries(SEVEN[:4])), [])
    tournament = asked(asked(tournament, "anna", (2, "zero"), (3, "zero")), "bo", (2, "zero"))
    tournament = after(tournament, decisions.withdraw(tournament, "cilla"))
    waiting = impasse(tournament)
    assert waiting is not None
    assert waiting.ways == ("byes_back",)
    tournament = played_round(tournament)
    found = impasse(tournament)
    assert found is not None
    assert (found.round, found.ways) == (2, ("byes_back", "no_match", "end"))
    events = resolve_impasse(tournament, "byes_back", "they play after all")
    assert [type(event) for event in events[:4]] == [ImpasseResolved, ByesSet, ByesSet, RoundPaired]
    tournament = after(tournament, events)
    assert paired(tournament, 2) | {tournament.rounds[-1].bye} == {"anna", "bo", "dag"}
    assert tournament.entry("anna").byes == ((3, "zero"),)
    later = impasse(tournament)
    assert later is None or later.round == 3


@pytest.mark.parametrize(("absent", "alone"), [(("anna", "bo"), "dag"), (("anna", "bo", "dag"), None)])
def test_sw10_where_all_others_sit_a_round_out_it_may_have_no_match_and_the_next_one_follows(absent, alone):
    tournament = begun(after(announced("swiss", {"rounds": 3, "byes": 1}), entries(SEVEN[:4])), [])
    tournament = played_round(tournament)
    for player in absent[:2]:
        tournament = asked(tournament, player, (2, "half"))
    tournament = after(tournament, decisions.withdraw(tournament, "cilla"))
    if alone is None:
        tournament = after(tournament, decisions.withdraw(tournament, "dag"))
    before = {row.player_id: row.points for row in standings(tournament)}
    found = impasse(tournament)
    assert (found.ways, found.bye) == (("byes_back", "no_match", "end"), alone)
    tournament = after(tournament, resolve_impasse(tournament, "no_match", "they come later"))
    assert (tournament.rounds[1].pairings, tournament.rounds[1].bye) == ((), alone)
    points = {row.player_id: row.points - before[row.player_id] for row in standings(tournament)}
    assert points == {"anna": 1, "bo": 1, "cilla": 0, "dag": 2 if alone else 0}
    assert tournament.status == "running"
    after_it = impasse(tournament)
    assert after_it is None or after_it.round == 3
    assert len(after(tournament, pair_round(tournament)).rounds) == 3 if after_it is None else "met" in after_it.why


def test_sw10_the_last_round_is_never_one_without_a_match():
    tournament = played_round(begun(after(announced("swiss", {"rounds": 2}), entries(SEVEN[:3])), []))
    tournament = asked(tournament, "anna", (2, "zero"))
    tournament = after(tournament, decisions.withdraw(tournament, "cilla"))
    assert "no_match" not in impasse(tournament).ways
    with pytest.raises(NotAllowed, match="no_match is not possible now"):
        resolve_impasse(tournament, "no_match", "they come later")


def test_sw10_byes_are_taken_back_too_where_those_who_are_left_have_met_but_the_others_have_not():
    tournament = played_round(begun(after(announced("swiss", {"rounds": 3}), entries(SEVEN[:4])), []))
    for player in tournament.rounds[0].pairings[1][1:3]:
        tournament = asked(tournament, player, (2, "zero"))
    found = impasse(tournament)
    assert found is not None
    assert found.ways == ("rematch", "byes_back", "end")
    tournament = after(tournament, resolve_impasse(tournament, "byes_back", "all play"))
    assert paired(tournament, 2) == {"anna", "bo", "cilla", "dag"}
    assert impasse(tournament) is None


def test_sw16_a_player_who_withdraws_and_comes_back_keeps_the_rounds_already_sat_out_and_no_others():
    tournament = asked(started(byes=2), "anna", (2, "half"), (3, "half"))
    tournament = on(tournament)
    tournament = after(tournament, decisions.withdraw(tournament, "anna"))
    assert tournament.entry("anna").byes == ((2, "half"),)
    tournament = after(tournament, decisions.enter(tournament, [("anna", "Anna")]))
    assert tournament.entry("anna").byes == ((2, "half"),)
    with pytest.raises(NotAllowed, match="Anna would sit out with points: 3"):
        asked(started(byes=2, rounds=5), "anna", (2, "half"), (3, "half"), (4, "half"))


def test_sw16_a_late_player_plays_in_a_round_that_is_taken_back_and_paired_again():
    tournament = started(late_byes=True)
    tournament = after(tournament, decisions.enter(tournament, [("hans", "Hans")]))
    assert "hans" not in paired(tournament, 1)
    again = after(tournament, decisions.unpair(tournament, 1, "drawn again"))
    again = after(again, pair_round(again))
    assert "hans" in paired(again, 1)
    assert again.rounds[0].bye is None, "eight are there, and all play"
    over = played_round(again, (*SEVEN, "hans"))
    assert line(over, "hans").byes == 0


def test_sw16_a_late_player_has_half_a_point_for_missed_rounds_where_it_is_announced():
    for settings, points in (({"late_byes": True}, 1), ({"late_byes": True, "byes": 2}, 2), ({}, 0)):
        tournament = on(started(**settings))
        tournament = after(tournament, decisions.enter(tournament, [("zeta", "Zeta")]))
        tournament = played_round(tournament)
        assert line(tournament, "zeta").points == points
    into = started(late_byes=True)
    into = after(into, decisions.enter(into, [("zeta", "Zeta")], into_bye=True))
    assert into.entry("zeta").byes == ()  # they missed no round


def test_sw16_a_player_who_is_paired_by_hand_all_the_same_has_no_bye():
    tournament = on(asked(started(), "anna", (2, "half")))
    round_ = tournament.rounds[1]
    rows = [pairing[1:3] for pairing in round_.pairings]
    assert "anna" not in {player for row in rows for player in row}
    tournament = after(tournament, decisions.unpair(tournament, 2, "anna can play"))
    tournament = asked(tournament, "anna")
    tournament = after(tournament, pair_round(tournament))
    assert "anna" in paired(tournament, 2)


def test_sw16_holds_in_a_swiss_before_a_knock_out_and_not_after_the_cut():
    tournament = after(announced("swiss_then_knockout", {"byes": 1, "rounds": 3, "cut": 2}), entries(SEVEN))
    tournament = asked(begun(tournament, []), "anna", (2, "half"))
    assert line(played_round(on(tournament)), "anna").points == 3
    with pytest.raises(Invalid, match="round 3 is the last"):
        asked(tournament, "bo", (4, "zero"))


def test_sw16_the_same_byes_again_are_no_event_and_byes_are_set_as_a_whole():
    tournament = asked(started(), "anna", (2, "half"))
    assert set_byes(tournament, "anna", [RequestedBye(2, "half")]) == []
    assert asked(tournament, "anna", (3, "zero")).entry("anna").byes == ((3, "zero"),)
    assert FORMAT.rounds_to_pair(on(tournament), lambda: True) == [3, 3] if FORMAT.rounds_to_pair else False
    late = after(tournament, [PlayerEntered("zeta", "Zeta")])
    assert set_byes(late, "zeta", [RequestedBye(2, "zero")]) != []


def test_a_zero_bye_is_no_bye_and_only_one_that_counts_as_a_win_adds_to_sonneborn_berger():
    codes = ("points", "buchholz", "sonneborn_berger")
    values = {}
    for worth in ("zero", "half", "full"):
        settings = {"byes": 1, "bye_worth": "full", "rounds": 3}
        tournament = begun(announced("swiss", settings, tie_breaks=codes), entries(SEVEN[:6]))
        tournament = on(asked(tournament, "anna", (2, worth)))
        while tournament.status != "finished":
            tournament = played_round(tournament)
            tournament = tournament if tournament.status == "finished" else after(tournament, pair_round(tournament))
        mine = line(tournament, "anna")
        opponents = [match.white if match.black == "anna" else match.black for match in matches(tournament, "anna")]
        beaten = sum(line(tournament, opponent).points for opponent in opponents)
        points, buchholz, sonneborn = mine.tie_breaks
        assert buchholz.value == beaten + points.value, "the round counts the own score"
        assert sonneborn.value == beaten + (points.value if worth == "full" else 0)
        values[worth] = (mine.byes, points.value, [each.kind for each in explained(tournament, "anna")])
    assert values == {
        "zero": (0, 4, ["played", "zero_bye", "played"]),
        "half": (1, 5, ["played", "half_bye", "played"]),
        "full": (1, 6, ["played", "full_bye", "played"]),
    }


def matches(tournament: Tournament, player: str):
    return [match for match in tournament.matches if player in match[1:3]]


def explained(tournament: Tournament, player: str):
    return next(
        tie_break for tie_break in explain_place(tournament, player).tie_breaks if tie_break.code == "buchholz"
    ).operands


def test_with_a_withdrawal_the_byes_of_coming_rounds_fall_and_do_not_come_back():
    tournament = asked(started(byes=1), "bo", (3, "half"), (4, "zero"))
    left = after(tournament, decisions.withdraw(tournament, "bo", "ill"))
    assert left.entry("bo").byes == ()
    with pytest.raises(NotAllowed, match="Bo has withdrawn"):
        asked(left, "bo", (3, "half"))
    back = after(left, readmit(left, "bo", "well again"))
    assert back.entry("bo").byes == ()
    assert asked(back, "bo", (3, "half")).entry("bo").byes == (RequestedBye(3, "half"),)
