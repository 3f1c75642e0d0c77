"""The whole bracket in words, and why two meet."""

import json

import pytest

from core.events import RoundPublished
from core.tournament import Tournament
from core.tournament.brackets.view import STATES, bracket_views
from core.tournament.decisions import pair
from core.tournament.model.explanation import BracketWhy
from schemas.dump import dump_all
from schemas.views.brackets import BracketTree
from tests.support.tournament.played.brackets import bracket, decided, on
from tests.support.tournament.scenario import announced, begun, best, entries, played_on, reported, won
from tests.support.tournament.written_results import after, entered, field, started

KEY = "single_elimination"


def slots(tournament: Tournament, **options: bool) -> dict[str, dict]:
    """Every slot in words by its name."""
    brackets = dump_all(BracketTree)(bracket_views(tournament, **options))
    return {slot["slot"]: slot for bracket in brackets for round_ in bracket["rounds"] for slot in round_["slots"]}


def text(tournament: Tournament, slot: str) -> str:
    """The reason why the match in that slot was paired."""
    explain = tournament.format.explain
    assert explain is not None
    said = [each for round_ in tournament.rounds for each in explain(tournament, round_).values()]
    return next(each.text for each in said if isinstance(each, BracketWhy) and each.slot == slot)


def test_a_bracket_shows_every_slot_before_anybody_is_known_for_it() -> None:
    brackets = bracket_views(bracket(KEY, 6, {"bronze": True}))
    assert [(each.bracket, [round_.name for round_ in each.rounds]) for each in brackets] == [
        ("main", ["quarter_final", "semi_final", "final"]),
        ("bronze", ["bronze"]),
    ]
    final = slots(bracket(KEY, 6))["main.3.1"]
    assert final == {
        "slot": "main.3.1",
        "match": None,
        "table": None,
        "status": "waiting",
        "winner": None,
        "score": None,
        "result": None,
        "seats": [
            {
                "seat": seat,
                "player": None,
                "name": None,
                "seed": None,
                "bye": False,
                "from": {"kind": "winner", "of": f"main.2.{place}"},
            }
            for place, seat in enumerate(("white", "black"), 1)
        ],
    }


def test_a_slot_names_its_players_with_their_seeds_and_its_result() -> None:
    tournament = bracket(KEY, 6)
    match = tournament.to_play[0]
    tournament = reported(tournament, match, "p05", "2:1", "4:3")
    slot = slots(tournament)["main.1.2"]
    assert (slot["match"], slot["status"], slot["winner"], slot["result"]) == (match.match, "played", "p05", "played")
    assert slot["score"] == {"white": 3, "black": 4}
    assert [(seat["player"], seat["name"], seat["seed"]) for seat in slot["seats"]] == [
        ("p04", "P04", 4),
        ("p05", "P05", 5),
    ]
    assert slots(tournament)["main.2.1"]["status"] == "ready"


def test_a_match_that_is_not_paired_yet_waits_although_its_players_are_known() -> None:
    tournament = bracket(KEY, 4)
    for match in tournament.to_play:
        tournament = after(tournament, [won(match, min(match.white, match.black))])
    shown = slots(tournament)["main.2.1"]
    assert [seat["player"] for seat in shown["seats"]] == ["p01", "p02"]
    assert (shown["match"], shown["status"]) == (None, "waiting")
    paired = slots(after(tournament, pair(tournament)))["main.2.1"]
    assert (paired["match"], paired["status"]) == ("t_cup.3", "ready")


def test_a_match_whose_players_are_others_by_the_results_is_not_theirs() -> None:
    tournament = bracket(KEY, 4)
    for match in tournament.to_play:
        tournament = reported(tournament, match, min(match.white, match.black))
    shown = slots(after(tournament, [decided(tournament.match("t_cup.1"), "p04")]))["main.2.1"]
    assert (shown["match"], shown["status"], shown["seats"][0]["player"]) == (None, "waiting", "p04")


def test_a_bye_is_a_slot_with_a_result_and_an_empty_seat() -> None:
    slot = slots(bracket(KEY, 6))["main.1.1"]
    assert (slot["status"], slot["result"], slot["winner"]) == ("bye", "bye", "p01")
    assert [(seat["player"], seat["bye"]) for seat in slot["seats"]] == [("p01", False), (None, True)]


def test_a_slot_without_players_is_empty() -> None:
    tournament = bracket(KEY, 4, {"bronze": True})
    for match in tournament.to_play:
        tournament = on(tournament, decided(match, None, "double_no_show"))
    assert [slots(tournament)[each]["status"] for each in ("main.2.1", "bronze.1.1")] == ["empty", "empty"]
    reset = slots(played_on(bracket("double_elimination", 4), best(field(4))))["final.2.1"]
    assert (reset["status"], [seat["bye"] for seat in reset["seats"]]) == ("empty", [True, True])


def test_nothing_is_told_of_drafts_to_those_who_may_not_see_them() -> None:
    tournament = begun(announced(KEY, drafts=True), entries(field(3)))
    hidden, shown = (slots(tournament, drafts=drafts)["main.1.2"] for drafts in (False, True))
    assert (hidden["match"], hidden["status"], hidden["seats"][0]["player"]) == (None, "waiting", None)
    assert (shown["match"], shown["status"], shown["seats"][0]["player"]) == ("t_cup.2", "ready", "p02")
    published = after(tournament, [RoundPublished(1)])
    assert slots(published, drafts=False)["main.1.2"] == slots(published)["main.1.2"]
    assert pair(published) == []


def test_before_the_start_and_without_a_bracket_there_are_no_slots() -> None:
    assert bracket_views(announced(KEY)) == ()
    assert bracket_views(entered(["anna", "bo"])) == ()
    assert bracket_views(started(["anna", "bo"])) == ()


@pytest.mark.parametrize("form", ["single_elimination", "double_elimination"])
def test_the_words_are_json_and_know_few_states(form: str) -> None:
    tournament = played_on(bracket(form, 11), best(field(11)))
    data = dump_all(BracketTree)(bracket_views(tournament))
    assert json.loads(json.dumps(data)) == data
    assert {slot["status"] for slot in slots(tournament).values()} <= set(STATES)


# ── why these two ────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_pairing_is_explained_by_seeds_and_by_the_slots_that_players_come_from() -> None:
    tournament = played_on(bracket(KEY, 6, {"bronze": True}), best(field(6)))
    assert text(tournament, "main.1.2") == "Quarter-final 2: P04, seed 4, against P05, seed 5."
    assert text(tournament, "main.1.1") == "Quarter-final 1: P01, seed 1, has a bye: there is no seed 8."
    assert text(tournament, "main.3.1") == "Final: P01, winner of semi-final 1, against P02, winner of semi-final 2."
    assert text(tournament, "bronze.1.1") == (
        "Match for bronze: P04, loser of semi-final 1, against P03, loser of semi-final 2."
    )


def test_a_lower_bracket_is_explained_with_its_crossing_its_byes_and_its_second_final() -> None:
    tournament = played_on(bracket("double_elimination", 8), best(field(8)))
    assert text(tournament, "lower.2.1") == (
        "Match 1 of round 2 of the lower bracket: P05, winner of match 1 of round 1 of the lower bracket, against P03, "
        "loser of semi-final 2. The losers of a round enter crossed, so that those who have met do not meet again soon."
    )
    assert text(tournament, "lower.1.1") == (
        "Match 1 of round 1 of the lower bracket: P08, loser of quarter-final 1, against P05, loser of quarter-final 2."
    )
    grand = next(match for match in tournament.matches if match.slot == "final.1.1")
    again = on(tournament, decided(grand, grand.black))
    assert text(again, "final.2.1") == (
        "Second grand final: P01, loser of the grand final, against P02, winner of the grand final. "
        "It is played because the winner of the lower bracket won the grand final."
    )
    assert text(again, "final.1.1") == (
        "Grand final: P01, winner of the final of the main bracket, against P02, "
        "winner of the final of the lower bracket."
    )
    odd = played_on(bracket("double_elimination", 5), best(field(5)))
    assert "has a bye: an odd number comes together in this round" in text(odd, "lower.1.2")


def test_a_bye_after_a_match_that_both_lost_names_that_match() -> None:
    tournament = bracket(KEY, 4)
    one, other = tournament.to_play
    tournament = on(on(tournament, decided(one, None, "double_no_show")), won(other, "p02"))
    assert (
        text(tournament, "main.2.1") == "Final: P02, winner of semi-final 2, has a bye: semi-final 1 sent no player on."
    )
