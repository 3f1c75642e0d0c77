"""The match page over HTTP: every fact can be walked to, and what is shown is the match as it stood then."""

import gzip
import re
from xml.etree import ElementTree

import pytest

from core.events import ClockSet, ClockStarted, ClockStopped, DiceRolled, OpeningRolled, RulingMade
from core.games import GAMES
from core.match import judging
from tests.pages.match.test_boards import groups, men
from tests.support.pages.stored_tournament import BEGAN, golden
from tests.support.proving import some

NAMES = [game.key.replace("-", "_") for game in GAMES]


def page(client, match, part="", **query):
    answer = client.get(f"/matches/{match}{part}", query_string=query)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return answer.get_data(as_text=True)


def board(text):
    return ElementTree.fromstring(re.search(r"<svg[^>]*class=\"board.*?</svg>", text, re.DOTALL)[0])


@pytest.mark.parametrize("name", some(NAMES, "swedish", "dubblets", "six_ace"))
def test_every_game_has_a_page_at_every_fact(client, stored, name):
    match = stored.match(name, 60)
    stored.judge()
    shown = page(client, match)
    assert "Åsa Lindgren" in shown
    for version in (0, 1, 2, 7, 30):
        text = page(client, match, version=version)
        assert f'value="{version}"' in text
        board(text)


def test_the_board_is_that_of_the_version_asked_for(client, stored):
    match = stored.match("swedish", 40)
    stored.judge()
    log = list(stored.deps.log.read(match))
    for version in (0, 3, 12, 40):
        position = judging.replay(match, log[: version + 1]).written_position
        for point in groups(board(page(client, match, version=version)), "point"):
            assert men(point)["white"] == position["white"]["points"].get(point.get("data-point"), 0)


def test_without_a_version_the_match_is_shown_as_far_as_it_is_judged(client, stored):
    match = stored.match("swedish", 6)
    assert "Före första slaget" in page(client, match)
    assert page(client, match).count("inte bedömt än") == 6
    stored.judge()
    shown = page(client, match)
    assert 'data-version="6" data-head="6" data-judged="6"' in shown
    assert "inte bedömt än" not in shown


def test_a_fact_that_ended_a_game_shows_the_position_in_which_it_ended(client, stored):
    match = stored.match("swedish")
    stored.judge()
    log = list(stored.deps.log.read(match))
    folded = list(judging.fold(match, log))
    ends = [verdict.version for _, verdict in folded if verdict.game_finished and not verdict.match_settled]
    assert ends
    for version in ends:
        points = groups(board(page(client, match, version=version)), "point")
        assert sum(point.get("data-count") is not None for point in points) > 2, "not the start of the next game"


def test_the_score_names_how_each_game_ended(client, stored):
    match = stored.match("rulings")
    stored.judge()
    shown = page(client, match)
    games = re.search(r'<table class="games-played">.*?</table>', shown, re.DOTALL)[0]
    assert [each for each in ("jan", "enkelt kronspel", "sprängjan") if each in games] == [
        "jan",
        "enkelt kronspel",
        "sprängjan",
    ]
    assert "Göran Ask har vunnit matchen 8–4, på poäng" in shown


def test_faults_and_rulings_are_shown_with_clause_and_reason(client, stored):
    match = stored.match("rulings")
    stored.judge()
    shown = page(client, match)
    assert "<b>S6</b> den som kan flytta får inte passa; möjligt är " in shown
    assert "Domslut:" in shown
    assert "avvisat" in shown or "otillåtet" in shown


def test_what_was_taken_back_is_marked_and_not_lost(client, stored):
    match = stored.match("swedish", 3)
    stored.record(match, [RulingMade("void", "cocked dice", 2, 3)])
    stored.judge()
    shown = page(client, match)
    assert shown.count('class="voided"') == 2
    assert "Domslut: händelser 2 till 3 räknas inte – cocked dice" in shown


def test_names_are_words_and_never_markup(client, stored, monkeypatch):
    monkeypatch.setitem(stored.match.__globals__["PLAYERS"], "white", "<b onclick=x>&\"'")
    match = stored.match("swedish", 4)
    stored.judge()
    shown = page(client, match)
    assert "<b onclick" not in shown
    assert "&lt;b onclick=x&gt;" in shown


@pytest.mark.parametrize("version", ["-1", "99999", "x", "1.5", "\N{FULLWIDTH DIGIT ONE}"])
def test_a_version_that_has_not_been_is_not_there(client, stored, version):
    match = stored.match("swedish", 5)
    assert client.get(f"/matches/{match}", query_string={"version": version}).status_code == 404


def test_the_board_turns_for_the_other_seat_and_stays_so_on_the_way(client, stored):
    match = stored.match("swedish", 20)
    stored.judge()
    shown = page(client, match, version=10, seat="black")
    assert board(shown).get("data-view") == "black"
    assert f"/matches/{match}?version=9&amp;seat=black" in shown
    assert board(page(client, match, seat="gallery")).get("data-view") == "white"


def test_the_part_for_the_list_holds_what_came_after_a_version(client, stored):
    match = stored.match("swedish", 9)
    text = page(client, match, "/facts", after=6)
    assert re.findall(r'<li id="f(\d+)"', text) == ["7", "8", "9"]
    assert "<html" not in text
    assert f'href="/matches/{match}?version=7"' in text


def test_moments_in_a_row_are_what_the_page_shows_at_each(client, stored):
    match = stored.match("swedish", 40)
    stored.judge()
    text = page(client, match, "/moments", **{"from": 7, "to": 12}, seat="black")
    moments = dict(re.findall(r'<template data-version="(\d+)">(.*?)</template>', text, re.DOTALL))
    assert list(map(int, moments)) == list(range(7, 13))
    for version, moment in moments.items():
        assert moment.strip() in page(client, match, version=version, seat="black")


def test_moments_end_with_the_last_fact_and_begin_with_one_that_has_been(client, stored):
    match = stored.match("swedish", 9)
    assert page(client, match, "/moments", **{"from": 8, "to": 99}).count("<template") == 2
    assert client.get(f"/matches/{match}/moments?from=10").status_code == 404


def test_a_long_match_is_sent_small(client, stored):
    match = stored.match("swedish")
    for _ in range(2):
        stored.record(match, [RulingMade("note", f"number {number}") for number in range(400)])
    answer = client.get(f"/matches/{match}", headers={"Accept-Encoding": "gzip, br"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert len(answer.data) < 50_000
    assert gzip.decompress(answer.data).decode() == page(client, match)
    again = client.get(f"/matches/{match}", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def clocks(text):
    return [re.sub(r"<[^>]*>", "", each).strip() for each in re.findall(r'<td class="time.*?</td>', text, re.DOTALL)]


def test_the_clocks_are_shown_as_they_were_after_each_fact(client, stored):
    match = stored.match("swedish", 1)
    for at, event in (
        (0, ClockSet({"white": 600_000, "black": 600_000}, 12_000)),
        (1, ClockStarted("white")),
        (76, ClockStarted("black")),
        (80, ClockStopped()),
    ):
        stored.record(match, [event], BEGAN + (100 + at) * 1000)
    stored.judge()
    assert clocks(page(client, match, version=1)) == []
    assert clocks(page(client, match, version=2)) == ["Klocka: 10:00", "Klocka: 10:00"]
    assert clocks(page(client, match, version=3)) == ["Klocka, går: 10:00", "Klocka: 10:00"]
    assert clocks(page(client, match, version=4)) == ["Klocka: 8:57", "Klocka, går: 10:00"]
    assert "data-since" not in page(client, match, version=4), "it is told as it was"
    assert clocks(page(client, match)) == ["Klocka: 8:57", "Klocka: 10:00"]


def test_the_clock_of_the_player_to_move_goes_on_at_the_last_fact(client, stored):
    match = stored.match("swedish", 1)
    stored.record(match, [ClockSet({"white": 600_000, "black": 600_000}, 12_000), ClockStarted("white")], BEGAN + 5_000)
    stored.judge()
    assert f'data-since="{BEGAN + 5_000}" data-left="600000" data-delay="12000"' in page(client, match)


def test_what_is_written_after_the_match_is_no_further_game(client, stored):
    match = stored.match("dubblets")
    stored.judge()
    titles = re.findall(r"<h3>((?:Parti|Efter).*?)</h3>", page(client, match))
    assert "Parti 3" in titles
    assert titles[-1] == "Efter matchen"


def test_a_match_without_facts_says_so(client, stored):
    match = stored.match("swedish", 0)
    assert "Inget än" in page(client, match)


def test_every_fact_of_the_list_can_be_opened_without_a_script(client, stored):
    match = stored.match("swedish", 12)
    links = re.findall(r'<li id="f\d+".*?<a href="([^"]+)"', page(client, match))
    assert len(links) == 12
    assert all(client.get(link).status_code == 200 for link in links)


def test_a_result_reported_whole_is_shown(client, stored):
    match = stored.match("reported")
    stored.judge()
    assert "Hela resultatet rapporteras" in page(client, match)


def test_last_turns_are_shown_until_the_next_one_and_not_beyond_their_game(client, stored):
    match = stored.match("swedish", 0)
    facts = golden("swedish")[1:]
    assert isinstance(facts[0], OpeningRolled)
    for number, event in enumerate(facts[:4], 1):
        stored.record(match, [event])
        (last,) = groups(board(page(client, match, version=number)), "last") or [None]
        shown = last is not None
        moved = any(type(fact).__name__ == "CheckersMoved" for fact in facts[:number])
        assert shown == moved, (number, event)
    assert isinstance(facts[3], DiceRolled)
