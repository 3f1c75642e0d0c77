"""The overlay of a match for streaming programs: what it shows, as late as announced, and how it is added."""

import html
import re
import time

import pytest

from tests.support.signed_in import later, signed_in
from tests.web.tournament.test_rounds import started

ENGLISH = {"Accept-Language": "en"}
OPENING = {"type": "OpeningRolled", "white": 2, "black": 5}
GAME = [{"winner": "white", "outcome": "jan"}] * 3


@pytest.fixture
def cup(api, judge):
    """A published Swiss whose first match is being played."""
    path = started(api, published=True)
    judge()
    return path.rpartition("/")[2]


def record(api, judge, match, *facts):
    assert api.post(f"/v1/matches/{match}/events", list(facts), role="scorer").status_code == 202
    judge()


def now(api, cup, match, **query):
    answer = api.client.get(f"/tournaments/{cup}/overlay/now", query_string={"match": match, **query}, headers=ENGLISH)
    assert answer.status_code == 200, answer.text
    return html.unescape(answer.text)


def version(text):
    return int(re.search(r'data-version="(\d+)"', text)[1])


def test_it_shows_names_score_dice_the_last_play_and_the_board_on_wish(api, judge, cup):
    match = f"{cup}.1"
    record(api, judge, match, OPENING, {"type": "DiceRolled", "by": "white", "dice": [6, 4]})
    text = now(api, cup, match)
    assert re.findall(r'<span class="die">(\d)</span>', text) == ["6", "4"]
    names = [api.get(f"/v1/matches/{match}").json["players"][seat] for seat in ("white", "black")]
    assert [re.sub("<.*?>", "", each) for each in re.findall(r"<th scope=\"row\">(<bdi>.*?</bdi>)", text)] == names
    assert "<svg" not in text
    assert "<svg" in now(api, cup, match, board="1")
    play = {"type": "CheckersMoved", "by": "white", "moves": [{"from": 1, "to": 7}, {"from": 7, "to": 11}]}
    record(api, judge, match, play)
    assert f"{names[0]} " in re.search(r'<span class="words">(.*?)</span>', now(api, cup, match))[1]
    swedish = api.client.get(f"/tournaments/{cup}/overlay?match={match}&lang=sv").text
    assert '<html lang="sv"' in swedish
    assert "&amp;lang=sv" in swedish


def test_the_score_is_told_by_games_and_the_winner_at_the_end(api, judge, cup):
    match = f"{cup}.1"
    api.post(f"/v1/tournaments/{cup}/results", {"match": match, "results": GAME}, role="scorer")
    judge()
    text = now(api, cup, match)
    assert re.findall(r'<td class="game( taken)?">', text) == [" taken"] * 3 + [""] * 3
    assert re.findall(r'<td class="score">(\d+)</td>', text)[1] == "0"
    assert 'class="side won"' in text


@pytest.mark.parametrize("seconds", [1, 60, 300])
def test_with_a_delay_nothing_is_told_before_its_time_in_any_part_of_it(api, judge, cup, seconds):
    match = f"{cup}.1"
    changed = api.send("PATCH", f"/v1/tournaments/{cup}", "organiser", json={"details": {"overlay_delay": seconds}})
    assert changed.json["details"]["overlay_delay"] == seconds
    at = [api.deps.clock() // 1000 * 1000 + 400_000]
    object.__setattr__(api.deps, "clock", lambda: at[0])
    record(api, judge, match, OPENING)
    at[0] += seconds * 1000 - 1
    record(api, judge, match, {"type": "DiceRolled", "by": "white", "dice": [6, 4]})
    page = api.client.get(f"/tournaments/{cup}/overlay?match={match}&board=1", headers=ENGLISH).text
    for text in (page, now(api, cup, match), now(api, cup, match, board="1", version="2", after="0")):
        assert version(text) == 0
        assert 'class="die"' not in text
    assert "data-stream" not in page, "a stream tells at once"
    assert "/stream" not in page
    at[0] += 1
    assert version(now(api, cup, match)) == 1
    assert 'class="die"' not in now(api, cup, match)
    at[0] += seconds * 1000
    assert version(now(api, cup, match)) == 2
    assert re.findall(r'<span class="die">(\d)</span>', now(api, cup, match)) == ["6", "4"]


def decide(api, cup, match, **words):
    answer = api.post(f"/v1/tournaments/{cup}/decisions", {"match": match, "reason": "came late", **words})
    assert answer.status_code == 201, answer.json


def told(text):
    return re.search(r"<p class=\"play\">\s*<b>(.*?)</b>", text)[1]


def winners(text):
    return [re.sub("<.*?>", "", row) for row in re.findall(r'class="side won">.*?<bdi>(.*?)</bdi>', text, re.DOTALL)]


@pytest.mark.parametrize(
    ("words", "english", "swedish", "won"),
    [
        ({"kind": "walkover", "winner": "white"}, "wins (walkover)", "vinner", True),
        ({"kind": "double_no_show"}, "no one wins", "ingen vinner", False),
        ({"kind": "played", "results": GAME}, "12–0 (corrected result)", "Domaren avgjorde", True),
    ],
    ids=["walkover", "double no-show", "played"],
)
def test_a_result_that_was_decided_is_told_and_not_how_the_board_stands(api, judge, cup, words, english, swedish, won):
    match = f"{cup}.1"
    record(api, judge, match, OPENING)
    decide(api, cup, match, **words)
    text = now(api, cup, match)
    assert english in told(text)
    assert "came late" not in text, "a reason may fill the screen"
    assert 'class="die"' not in text
    assert "to play" not in text
    white = api.get(f"/v1/matches/{match}").json["players"]["white"]
    assert winners(text) == [white] * won
    assert swedish in told(now(api, cup, match, lang="sv"))


def test_a_decision_is_told_as_late_as_what_it_decides(api, judge, cup):
    match = f"{cup}.1"
    api.send("PATCH", f"/v1/tournaments/{cup}", "organiser", json={"details": {"overlay_delay": 60}})
    record(api, judge, match, OPENING)
    later(api, 61_000)
    shown = now(api, cup, match)
    decide(api, cup, match, kind="walkover", winner="black")
    later(api, 59_000)
    assert now(api, cup, match) == shown
    later(api, 2_000)
    assert "wins (walkover)" in told(now(api, cup, match))


def test_a_match_of_a_tournament_that_was_called_off_says_so(api, cup):
    assert api.post(f"/v1/tournaments/{cup}/call-off", {"reason": "no heating"}).status_code == 200
    assert told(now(api, cup, f"{cup}.1")) == "It is called off."


def settle(api, judge, cup, match):
    api.post(f"/v1/tournaments/{cup}/results", {"match": match, "results": GAME}, role="scorer")
    judge()


def at_table(api, cup, table="9", **query):
    return now(api, cup, "", table=table, **query)


def seat(api, cup, match, table="9"):
    tables = [str(number) for number in range(1, 10)]
    assert api.post(f"/v1/tournaments/{cup}/tables", {"tables": tables}).status_code < 300
    answer = api.post(f"/v1/tournaments/{cup}/tables/seats", {"match": match, "table": table}, role="referee")
    assert answer.status_code < 300, answer.text


def test_an_overlay_of_a_table_goes_on_to_the_next_match_there(api, judge, cup):
    first, second = f"{cup}.1", f"{cup}.2"
    seat(api, cup, first)
    names = api.get(f"/v1/matches/{first}").json["players"]
    assert all(name in at_table(api, cup) for name in names.values())
    assert f'data-stream="/v1/matches/{first}/stream"' in at_table(api, cup)
    settle(api, judge, cup, first)
    assert 'class="side won"' in at_table(api, cup), "until another comes it says how the last one ended"
    seat(api, cup, second)
    assert f'data-stream="/v1/matches/{second}/stream"' in at_table(api, cup)
    assert "<svg" in at_table(api, cup, board="1")
    page = api.client.get(f"/tournaments/{cup}/overlay?table=9&board=1&lang=sv").text
    assert f'data-part="/tournaments/{cup}/overlay/now?table=9&amp;board=1&amp;lang=sv"' in page
    assert api.client.get(f"/tournaments/{cup}/overlay?table=nowhere").status_code == 404


def test_before_the_first_match_at_a_table_nothing_is_shown(api, cup):
    api.post(f"/v1/tournaments/{cup}/tables", {"tables": [str(number) for number in range(1, 10)]})
    assert at_table(api, cup) == ""


@pytest.mark.parametrize("seconds", [1, 300])
def test_with_a_delay_the_next_match_at_a_table_comes_as_late_as_all_else(api, judge, cup, seconds):
    first, second = f"{cup}.1", f"{cup}.2"
    api.send("PATCH", f"/v1/tournaments/{cup}", "organiser", json={"details": {"overlay_delay": seconds}})
    at = [int(time.time()) * 1000 + 400_000]  # after that of the workers, which settle a match
    object.__setattr__(api.deps, "clock", lambda: at[0])
    names = {match: api.get(f"/v1/matches/{match}").json["players"]["white"] for match in (first, second)}

    def ensure_shown_after_the_delay(before, after):
        at[0] += seconds * 1000 - 1
        assert before in at_table(api, cup)
        if before:
            assert after not in at_table(api, cup)
        at[0] += 1
        assert after in at_table(api, cup)
        assert "data-stream" not in at_table(api, cup)

    seat(api, cup, first)
    ensure_shown_after_the_delay("", names[first])
    settle(api, judge, cup, first)
    seat(api, cup, second)
    ensure_shown_after_the_delay(names[first], names[second])
    api.send("PATCH", f"/v1/tournaments/{cup}", "organiser", json={"details": {"overlay_delay": seconds - 1}})
    assert names[second] in at_table(api, cup)


def test_the_walkover_of_a_player_who_left_is_told(api, judge, cup):
    match = f"{cup}.1"
    white = api.get(f"/v1/tournaments/{cup}").json["rounds"][0]["matches"][0]["white"]["id"]
    answer = api.post(f"/v1/tournaments/{cup}/withdrawals", {"player": white, "reason": "ill"})
    assert answer.status_code < 300, answer.text
    judge()
    black = api.get(f"/v1/matches/{match}").json["players"]["black"]
    assert f"{black} wins (walkover)" in re.sub("[\u2066-\u2069]|<.*?>", "", told(now(api, cup, match)))
    assert winners(now(api, cup, match)) == [black]


def test_a_ruling_is_told_as_late_as_what_it_takes_back(api, judge, cup):
    match = f"{cup}.1"
    api.send("PATCH", f"/v1/tournaments/{cup}", "organiser", json={"details": {"overlay_delay": 60}})
    play = {"type": "CheckersMoved", "by": "white", "moves": [{"from": 1, "to": 7}, {"from": 7, "to": 11}]}
    record(api, judge, match, OPENING, {"type": "DiceRolled", "by": "white", "dice": [6, 4]}, play)
    later(api, 61_000)
    shown = now(api, cup, match)
    assert version(shown) == 3
    void = {"type": "RulingMade", "kind": "void", "from_version": 1, "reason": "wrong board"}
    assert api.post(f"/v1/matches/{match}/events", void, role="referee").status_code == 202
    judge()
    later(api, 2_000)
    assert now(api, cup, match) == shown
    later(api, 60_000)
    assert version(now(api, cup, match)) == 4


def test_without_a_delay_it_follows_the_stream_of_the_match(api, cup):
    page = api.client.get(f"/tournaments/{cup}/overlay?match={cup}.1").text
    assert f'data-stream="/v1/matches/{cup}.1/stream"' in page


@pytest.mark.parametrize("seconds", [-1, 301, 1.5, "60"])
def test_another_delay_is_refused_and_named(api, cup, seconds):
    answer = api.send("PATCH", f"/v1/tournaments/{cup}", "organiser", json={"details": {"overlay_delay": seconds}})
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["details.overlay_delay"])


def test_the_delay_is_set_on_the_page_of_the_announcement(api, cup):
    organiser = signed_in(api, "Anna Berg", "organiser")
    page = organiser.get(f"/tournaments/{cup}/announcement").text
    form = page.split('name="overlay_delay"')[0].rsplit("<form", 1)[1]
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
    saved = organiser.fill(f"/tournaments/{cup}/announcement", **hidden, overlay_delay="45", step="write")
    assert saved.status_code in (200, 303)
    assert (api.get(f"/v1/tournaments/{cup}").json["details"] or {}).get("overlay_delay") == 45


def test_strangers_see_no_overlay_of_what_is_not_published_nor_of_another_tournament(api, judge, cup):
    other = started(api, published=False).rpartition("/")[2]
    judge()
    for part in ("", "/now"):
        for tournament, match in ((other, f"{other}.1"), (cup, f"{other}.1"), (cup, f"{cup}.99"), (cup, "x")):
            path = f"/tournaments/{tournament}/overlay{part}?match={match}"
            assert api.client.get(path).status_code in (401, 404), path
    assert api.client.get(f"/tournaments/{cup}/overlay/now").status_code == 404


def test_the_page_that_explains_it_has_the_address_of_each_match_to_copy(api, judge, cup):
    tables = ["1", "A & B"]
    api.post(f"/v1/tournaments/{cup}/tables", {"tables": tables})
    page = html.unescape(api.client.get(f"/tournaments/{cup}/overlay", headers=ENGLISH).text)
    addresses = re.findall(r'data-copy="([^"]+)"', page)
    assert len(addresses) == 2 * len(api.get(f"/v1/tournaments/{cup}").json["rounds"][0]["matches"]) + 2 * len(tables)
    assert sum("overlay?table=" in address for address in addresses) == 2 * len(tables) > 0
    for address in addresses:
        assert address.startswith("http")
        assert api.client.get("/" + address.split("/", 3)[3]).status_code == 200
    assert "browser source" in page
    organiser = signed_in(api, "Anna Berg", "organiser")
    assert f'href="/tournaments/{cup}/overlay"' in organiser.get(f"/tournaments/{cup}/organise").text
    assert f'href="/tournaments/{cup}/overlay"' in api.client.get(f"/tournaments/{cup}/files").text
