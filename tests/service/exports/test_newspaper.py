"""The text for a newspaper: who won and how it was decided, the places and every result, in both languages."""

import re

import pytest

from tests.support.signed_in import Browser


def text(api, cup, language="en", suffix="txt"):
    answer = Browser(api).client.get(f"/v1/tournaments/{cup}/newspaper.{suffix}?lang={language}")
    assert answer.status_code == 200
    assert answer.mimetype == {"txt": "text/plain", "html": "text/html"}[suffix]
    return answer.text


def play(api, judge, cup, winners):
    """Play a tournament to its end: who is named before the other in `winners` wins, 2 games to 1."""
    judge()
    for _round in range(9):
        state = api.deps.repository.tournament(cup)
        if state.status == "finished":
            return
        for pairing in [each for each in state.to_play if not each.is_bye]:
            names = [state.name_of(pairing.white), state.name_of(pairing.black)]
            won = "white" if winners.index(names[0]) < winners.index(names[1]) else "black"
            lost = {"white": "black", "black": "white"}[won]
            games = [{"winner": each, "outcome": "bearing_off"} for each in (won, lost, won)]
            decision = {"match": pairing.match, "kind": "played", "results": games, "reason": "played"}
            answer = api.post(f"/v1/tournaments/{cup}/decisions", decision)
            assert answer.status_code == 201, answer.json
        judge()
        if api.deps.repository.tournament(cup).status != "finished" and state.format.on_command:
            assert api.post(f"/v1/tournaments/{cup}/rounds", {}).status_code == 201
            judge()


def cup_of(api, judge, **settings):
    cup = api.tournament(4, published=True, name="Höstcupen", **settings)
    names = [entry.name for entry in api.deps.repository.tournament(cup).entries]
    assert api.post(f"/v1/tournaments/{cup}/start", {}).status_code == 200
    play(api, judge, cup, names)
    assert api.deps.repository.tournament(cup).status == "finished"
    return cup, names


def test_of_a_knock_out_it_says_who_won_the_last_match_and_by_how_much(api, judge):
    cup, (first, second, *_rest) = cup_of(api, judge, format="single_elimination")
    english, swedish = text(api, cup), text(api, cup, "sv")
    assert f"{first} won Höstcupen. The last match, against {second}, ended 2–1." in english
    assert f"{first} vann Höstcupen. Den sista matchen, mot {second}, slutade 2–1." in swedish
    assert "\nFinal\n" in english
    assert "\nFinal\n" in swedish
    assert re.search(rf"^({first} – {second} 2–1|{second} – {first} 1–2)$", english, re.MULTILINE)
    assert english.splitlines()[5:7] == ["Standings", f"1. {first} Winner"]


def test_of_a_round_robin_it_says_what_put_the_winner_before_the_next(api, judge):
    cup, (first, second, *_rest) = cup_of(api, judge, format="round_robin")
    english = text(api, cup)
    assert f"{first} won Höstcupen. Next came {second}. Matches won: 3 to 2." in english
    assert f"Närmast kom {second}. Vunna matcher: 3 mot 2." in text(api, cup, "sv")
    assert [english.count(f"Round {number}\n") for number in (1, 2, 3)] == [1, 1, 1]
    assert len(re.findall(r" (?:2–1|1–2)$", english, re.MULTILINE)) == 6


def test_of_a_swiss_it_says_the_points_and_the_day_as_a_newspaper_would(api, judge):
    details = {"starts": "2026-11-28T18:00", "place": "Vasamuseet"}
    cup, (first, second, *_rest) = cup_of(api, judge, format="swiss", settings={"rounds": 2}, details=details)
    english, swedish = text(api, cup), text(api, cup, "sv")
    assert english.splitlines()[1] == "Saturday 28 November 2026 · Vasamuseet · Swiss · 4 entrants"
    assert swedish.splitlines()[1] == "Lördag 28 november 2026 · Vasamuseet · Schweizer · 4 deltagare"
    assert f"{first} won Höstcupen. Next came {second}. Points: 2 to 1." in english
    assert f"Närmast kom {second}. Poäng: 2 mot 1." in swedish


def test_of_one_that_is_played_it_says_who_leads_and_before_it_nothing(api, judge):
    cup = api.tournament(4, published=True, name="Höstcupen", format="swiss")
    assert text(api, cup) == "Höstcupen\nSwiss · 4 entrants\n"
    assert api.post(f"/v1/tournaments/{cup}/start", {}).status_code == 200
    judge()
    assert "lead" not in text(api, cup)
    pairing = api.deps.repository.tournament(cup).to_play[0]
    decision = {"match": pairing.match, "kind": "walkover", "winner": "white", "reason": "away"}
    assert api.post(f"/v1/tournaments/{cup}/decisions", decision).status_code == 201
    judge()
    leader = api.deps.repository.tournament(cup).name_of(pairing.white)
    assert f"In the lead: {leader}." in text(api, cup)
    assert f"I ledning: {leader}." in text(api, cup, "sv")


@pytest.mark.parametrize("language", ["en", "sv"])
def test_the_page_has_the_same_sentences_and_lines(api, judge, language):
    cup, _names = cup_of(api, judge, format="round_robin")
    page = re.sub(r"<br>\n|</h2>\n<p>", "\n", text(api, cup, language, "html"))
    plain = re.sub(r"<[^>]+>", "", page)
    for line in text(api, cup, language).splitlines()[3:]:
        assert line in plain, line


def test_nothing_in_a_name_becomes_markup(api, judge):
    cup = api.tournament(2, published=True, name="Cup <b>&</b>", format="round_robin")
    assert api.post(f"/v1/tournaments/{cup}/start", {}).status_code == 200
    judge()
    assert "Cup &lt;b&gt;&amp;&lt;/b&gt;" in text(api, cup, "en", "html")
    assert text(api, cup).startswith("Cup <b>&</b>\n")
