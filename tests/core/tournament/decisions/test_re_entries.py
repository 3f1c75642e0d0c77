"""Re-entries in a single elimination (SE14): a player who lost early takes a place with a bye as a new entry."""

import pytest

from core.errors import Invalid, NotAllowed
from core.ratings.decided_match import decided_matches
from core.tournament import Tournament
from core.tournament.brackets.view import bracket_views
from core.tournament.decisions import end, enter, pair, re_enter, take_re_entry_back, withdraw
from core.tournament.decisions.corrections import Decision, decide, readmit, undo
from core.tournament.decisions.places.again import second_chances
from core.tournament.formats import FORMATS, format_of
from core.tournament.match_opening import opening
from core.tournament.standings.explanation import explain_round
from core.tournament.standings.standings import standings
from core.tournament.views.brackets_model import brackets_model
from core.tournament.views.trf import trf
from tests.support.paths import ROOT
from tests.support.proving import some
from tests.support.tournament.scenario import announced, begun, best, entries, played_on, reported
from tests.support.tournament.strategies import at_table
from tests.support.tournament.written_results import after, field

NEW = "p91"
PLAYED = "2:1", "3:2", "bearing_off"


def cup(number: int = 6, winner=None, **settings: object) -> Tournament:
    """A knock-out with one re-entry, whose matches of the first round are played: the better seed wins."""
    form = announced("single_elimination", {"re_entries": 1, **settings})
    now = begun(form, entries(field(number)))
    for match in now.rounds[0].pairings:
        if not match.is_bye:
            now = reported(now, match, (winner or best(field(number)))(match), *PLAYED)
    return now


def again(tournament: Tournament, player: str, entry: str = NEW) -> Tournament:
    now = after(tournament, re_enter(tournament, player, entry, "paid"))
    assert pair(now) == []
    return now


def pairs(tournament: Tournament) -> set[tuple[str, str, str]]:
    return {(match.slot, match.white, match.black) for match in tournament.matches}


def names(tournament: Tournament) -> list[str]:
    return [line.name for line in standings(tournament)]


def walkover(tournament: Tournament, slot: str, winner: str) -> Tournament:
    match = next(each.match for each in tournament.matches if each.slot == slot)
    decision = Decision(match, "walkover", "wrong sheet", winner)
    return after(tournament, decide(tournament, decision, at_table(tournament, match)))


def test_the_new_entry_takes_the_place_of_a_bye_as_the_next_seed():
    now = again(cup(), "p05")
    assert ("main.1.3", "p02", NEW) in pairs(now)
    entry = now.entry(NEW)
    assert (entry.name, entry.again_of, entry.person, entry.lost_in) == ("P05 (2)", "p05", "p05", ("p05", "main.1.2"))
    assert now.starters[-1] == NEW


def test_the_table_has_each_entry_once_and_the_player_may_win_with_the_second():
    now = played_on(again(cup(), "p05"), best([NEW, *field(6)]))
    assert (now.status, names(now)[0]) == ("finished", "P05 (2)")
    assert sorted(names(now)) == ["P01", "P02", "P03", "P04", "P05", "P05 (2)", "P06"]


def test_who_entered_again_plays_in_no_consolation_with_the_first_entry_and_with_the_second_once():
    now = cup(6, consolation="auto", bronze=True)
    assert ("consolation.1.1", "p05", "p06") in pairs(now)
    now = again(now, "p05")
    assert not [pair for pair in pairs(now) if pair[0].startswith("consolation") and "p05" in pair]
    now = played_on(now, best([*field(6), NEW]))
    assert now.status == "finished"
    assert ("consolation", NEW) in {(pair[0].split(".")[0], p) for pair in pairs(now) for p in pair[1:]}


@pytest.mark.parametrize("number", some([3, 5, 6, 7, 9, 11, 12, 13], 3, 6, 11))
@pytest.mark.parametrize(
    "settings", [{}, {"consolation": "auto", "last_chance": "auto"}, {"placement": 16}, {"bronze": True}]
)
def test_no_player_ever_meets_themselves(number, settings):
    now = cup(number, **settings)
    losers = [entry for entry in field(number) if now.format.again.re_entry(now, entry) is None]
    for count, player in enumerate(losers):
        if now.format.again.re_entry(now, player) is None:
            now = again(now, player, f"p9{count}")
    now = played_on(now, best([*[f"p9{each}" for each in range(9)], *field(number)]))
    assert now.status == "finished"
    for match in now.matches:
        assert match.is_bye or now.person_of(match.white) != now.person_of(match.black), match
    assert len(names(now)) == len(set(names(now))) == len(now.starters)


def test_a_corrected_loss_lets_the_new_entry_fall_and_its_undoing_brings_it_back_with_its_results():
    now = again(cup(), "p05")
    now = reported(now, next(match for match in now.matches if match.slot == "main.1.3"), NEW)
    before = now
    now = walkover(now, "main.1.2", "p05")
    assert ("main.1.3", "p02", "") in pairs(now)
    assert "P05 (2)" not in names(now)
    assert NEW not in {player for pair in pairs(now) for player in pair}
    assert played_on(now, best(field(6))).status == "finished"
    decision = now.decisions[next(match.match for match in now.matches if match.slot == "main.1.2")][-1][0]
    now = after(now, undo(now, decision, "the sheet was right"))
    assert (pairs(now), now.results, names(now)) == (pairs(before), before.results, names(before))


def test_a_later_loss_of_the_first_entry_does_not_bring_the_second_back():
    now = walkover(again(cup(), "p05"), "main.1.2", "p05")
    now = played_on(now, best(["p01", *field(6)]))
    assert now.status == "finished"
    assert "P05 (2)" not in names(now)


def test_a_player_enters_again_as_often_as_announced_and_in_the_announced_rounds():
    now = again(cup(5), "p05")
    with pytest.raises(NotAllowed, match=r"has entered again as P05 \(2\)"):
        re_enter(now, "p05", "p92")
    now = reported(now, next(each for each in now.matches if NEW in each[1:3]), "p03")
    with pytest.raises(NotAllowed, match="as often as was announced: 1"):
        re_enter(now, NEW, "p92")
    twice = again(cup(5, re_entries=2), "p05")
    match = next(each for each in twice.matches if NEW in each[1:3])
    twice = reported(twice, match, next(each for each in match[1:3] if each != NEW))
    assert again(twice, NEW, "p92").entry("p92").name == "P05 (3)"
    later = played_on(cup(5), best(field(5)))
    with pytest.raises(NotAllowed, match="up to round 1 enters again"):
        re_enter(later, "p03", NEW)


def test_a_player_who_has_not_lost_or_has_left_or_played_on_does_not_enter_again():
    now = cup(6, consolation="auto", bronze=True)
    with pytest.raises(NotAllowed, match="P01 has not lost"):
        re_enter(now, "p01", NEW)
    with pytest.raises(NotAllowed, match="P05 has left"):
        re_enter(after(now, withdraw(now, "p05")), "p05", NEW)
    below = reported(now, next(match for match in now.matches if match.slot == "consolation.1.1"), "p06")
    with pytest.raises(NotAllowed, match="P05 has played on in a bracket for losers"):
        re_enter(below, "p05", NEW)


def test_there_is_no_re_entry_without_a_place_or_an_announcement():
    with pytest.raises(NotAllowed, match="is full"):
        re_enter(cup(8), "p05", NEW)
    with pytest.raises(NotAllowed, match="without re-entries"):
        re_enter(cup(6, re_entries=0), "p05", NEW)
    late = cup(7)
    late = after(late, enter(late, [("p88", "Late")]))
    with pytest.raises(NotAllowed, match="is full"):
        re_enter(late, "p05", NEW)


@pytest.mark.parametrize("form", [format_.key for format_ in FORMATS if format_.key != "single_elimination"])
def test_every_other_format_refuses_re_entries_with_a_sentence(form):
    with pytest.raises(Invalid) as refused:
        format_of(form).read_settings({"re_entries": 1})
    assert "a place with a bye in a single elimination" in str(refused.value.problems["re_entries"][0])
    if not format_of(form).teams:
        with pytest.raises(NotAllowed, match="no player is out here while a place is free"):
            re_enter(begun(announced(form, {}), entries(field(4))), "p01", NEW)


def test_ratings_count_each_match_for_the_player_and_no_player_is_rated_twice_under_another_id():
    now = played_on(again(cup(), "p05"), best([NEW, *field(6)]))
    players = [decided_match.players for decided_match in decided_matches(now, {})]
    assert sum("p05" in player for player in players) == 4, "one with the first entry, three with the second"
    assert not [player for player in players if NEW in player]
    round_ = now.rounds[0]
    match = next(pairing for pairing in round_.pairings if NEW in pairing[1:3])
    opened = opening(now, round_, match)
    assert set(opened.player_ids.values()) == {"p02", "p05"}
    assert set(opened.players.values()) == {"P02", "P05 (2)"}


def test_exports_have_each_entry_once():
    now = again(cup(6, consolation="auto", bronze=True), "p05")
    views = bracket_views(now)
    assert sorted(each.name for each in brackets_model(now, views).participant) == sorted(names(now))
    rows = [line for line in trf(now, "trf26").split("\r\n") if line.startswith("001")]
    assert len(rows) == 7
    assert {"P05", "P05 (2)"} <= {
        seat.name for view in views for row in view.rounds for slot in row.slots for seat in slot.seats
    }


def test_the_explanation_says_why_a_place_is_empty():
    now = again(cup(6, consolation="auto", bronze=True), "p05")
    now = played_on(now, best([*field(6), NEW]))
    said = [str(each.text) for round_ in now.rounds for each in explain_round(now, round_.number).values()]
    assert any("has entered again" in each for each in said), said
    off = walkover(now, "main.1.2", "p05")
    assert any("was corrected" in str(each.text) for each in explain_round(off, 1).values())


def test_a_last_round_of_re_entries_without_re_entries_is_refused():
    with pytest.raises(Invalid, match="re_entry_until: no player enters again"):
        format_of("single_elimination").read_settings({"re_entry_until": 2})


def back(tournament: Tournament, entry: str = NEW) -> Tournament:
    now = after(tournament, take_re_entry_back(tournament, entry, "wrong name"))
    assert pair(now) == []
    return now


@pytest.mark.parametrize("settings", [{}, {"consolation": "auto"}, {"placement": 8}])
def test_a_new_entry_that_was_a_mistake_is_taken_back_and_all_is_as_before(settings: dict[str, object]):
    before = cup(**settings)
    now = back(again(before, "p05"))
    assert pairs(now) == pairs(before)
    assert {match.match for match in now.matches} == {match.match for match in before.matches}
    assert (now.starters, names(now)) == (before.starters, names(before))
    assert second_chances(now) == second_chances(before)
    with pytest.raises(NotAllowed, match=r"the new entry P05 \(2\) was taken back: enter the player again"):
        readmit(now, NEW)
    right = again(now, "p06", "p92")
    assert ("main.1.3", "p02", "p92") in pairs(right)
    once_more = again(now, "p05", "p93")
    assert ("main.1.3", "p02", "p93") in pairs(once_more), "what was taken back is not counted"


def test_a_new_entry_that_has_played_or_is_not_the_last_stays():
    now = again(cup(), "p05")
    for player in ("p05", "p01"):
        with pytest.raises(NotAllowed, match="is not the new entry of a player"):
            take_re_entry_back(now, player)
    match = next(each for each in now.matches if NEW in each[1:3])
    with pytest.raises(NotAllowed, match="has a result: take the player out instead"):
        take_re_entry_back(reported(now, match, "p02", *PLAYED), NEW)
    later = again(now, "p06", "p92")
    with pytest.raises(NotAllowed, match=r"P06 \(2\) entered after P05 \(2\)"):
        take_re_entry_back(later, NEW)
    assert pairs(back(later, "p92")) == pairs(now)
    with pytest.raises(NotAllowed, match="has left"):
        take_re_entry_back(after(now, withdraw(now, NEW)), NEW)
    with pytest.raises(NotAllowed, match="was ended"):
        take_re_entry_back(after(now, end(now, "late")), NEW)


def test_a_new_entry_stays_where_a_match_of_others_that_was_played_would_fall():
    now = again(cup(12, consolation="auto"), "p09")
    assert second_chances(now)[NEW] == "re_entry_undo"
    while waiting := [pairing for pairing in now.to_play if NEW not in pairing[1:3]]:
        now = reported(now, waiting[0], best(field(12))(waiting[0]), *PLAYED)
    assert any(match.slot.startswith("consolation.2.") and not match.is_bye for match in now.matches)
    with pytest.raises(NotAllowed, match="has a result, and would fall"):
        take_re_entry_back(now, NEW)


def test_the_example_of_the_page_is_what_happens():
    page = (ROOT / "docs" / "formats" / "single_elimination.md").read_text(encoding="utf-8")
    rounds, places = page.split("## Example: a re-entry")[1].split("```")[1:4:2]
    now = cup()
    first = "round 1: " + ", ".join(f"{pairing.white}–{pairing.black or 'bye'}" for pairing in now.rounds[0].pairings)
    then = again(now, "p05")
    names_ = {NEW: then.entry(NEW).name}
    pairs_ = (
        f"{pairing.white}–{names_.get(pairing.black, pairing.black) or 'bye'}" for pairing in then.rounds[0].pairings
    )
    seed = then.starters.index(NEW) + 1
    told = [first, f"p05 enters again as {names_[NEW]}, seed {seed}", "round 1: " + ", ".join(pairs_)]
    assert told == rounds.strip().split("\n")
    over = played_on(then, best([NEW, *field(6)]))
    assert ", ".join(f"{line.rank} {line.name}" for line in standings(over)) == places.strip()
