"""A tournament announces what an unfinished match is worth when the time of its round is up; a referee presses."""

import pytest

from tests.support.pages.round_list import CUP, NAMES, hidden, page_of, words
from tests.support.signed_in import later, signed_in

LED = [
    {"type": "OpeningRolled", "white": 2, "black": 5},
    {"type": "RulingMade", "kind": "award_game", "reason": "left", "winner": "white", "outcome": "bearing_off"},
]


def started(api, **more):
    """A tournament of six whose first round has a minute left; Åsa's side leads at the first table."""
    found = api.post("/v1/clubs/vasa/tournaments", {**CUP, **more}).json["id"]
    api.post(f"/v1/tournaments/{found}/tables", {"tables": ["1", "2", "3"]})
    api.post(f"/v1/tournaments/{found}/entries?register=1", {"players": NAMES})
    assert api.post(f"/v1/tournaments/{found}/start", {"seed": "snow"}).status_code == 200
    assert api.post(f"/v1/tournaments/{found}/rounds/1/time", {"minutes": 1}, role="referee").status_code == 200
    return found


@pytest.fixture
def led(api, judge):
    """A function that lets White lead at the first table, and the time pass."""

    def lead(cup):
        assert api.post(f"/v1/matches/{cup}.1/events", LED[1], role="referee").status_code in (201, 202)
        judge()
        later(api, 120_000)

    return lead


def results(api, cup):
    rows = api.get(f"/v1/tournaments/{cup}/matches").json["matches"]
    return {
        row["id"].rpartition(".")[2]: row["result"] and (row["result"]["kind"], row["result"]["winner"]) for row in rows
    }


def test_it_is_part_of_the_announcement_and_changes_before_the_start(api):
    cup = api.post("/v1/clubs/vasa/tournaments", {**CUP, "time_up": "leader_wins"}).json
    assert cup["time_up"] == "leader_wins"
    path = f"/v1/tournaments/{cup['id']}"
    assert api.send("PATCH", path, "organiser", json={"time_up": "half_each"}).json["time_up"] == "half_each"
    assert api.post("/v1/clubs/vasa/tournaments", CUP).json["time_up"] is None
    refused = api.post(
        "/v1/clubs/vasa/tournaments", {**CUP, "format": "single_elimination", "settings": {}, "time_up": "half_each"}
    )
    assert (refused.status_code, "needs a winner" in str(refused.json["errors"]["time_up"])) == (422, True)
    assert api.post("/v1/clubs/vasa/tournaments", {**CUP, "time_up": "coin"}).status_code == 422


def test_the_leader_wins_and_level_matches_are_left(api, led):
    cup = started(api, time_up="leader_wins")
    path = f"/v1/tournaments/{cup}/rounds/1/time-up"
    early = api.post(path, {}, role="referee")
    assert (early.status_code, results(api, cup)) == (409, {"1": None, "2": None, "3": None})
    led(cup)
    assert api.post(path, {}, role="scorer").status_code == 403
    level = api.post(path, {"matches": [f"{cup}.2"]}, role="referee")
    assert (level.status_code, "a referee decides" in str(level.json)) == (409, True)
    assert api.post(path, {}, role="referee").status_code == 200
    assert results(api, cup) == {"1": ("adjudicated", "white"), "2": None, "3": None}
    again = api.post(path, {"matches": [f"{cup}.1"]}, role="referee")
    assert (again.status_code, "no unfinished match" in str(again.json)) == (409, True)
    decided = api.get(f"/v1/tournaments/{cup}/decisions").json["decisions"]
    assert [(each["kind"], each["reason"]) for each in decided] == [("adjudicated", "the time of the round was up")]


def test_the_pages_name_matches_by_their_players_and_list_them_by_their_tables(api, led):
    cup, referee = started(api, time_up="leader_wins"), signed_in(api, "Olle Ek", "referee")
    later(api, 120_000)
    page = words(referee.get(page_of(cup)))
    assert "The time of round 1 is up" in page
    assert "3 matches are unfinished. The announcement says what they are worth." in page
    panel = page.partition("The time of round 1 is up")[2].partition("How to type")[0]
    tables = [panel.index(f"Table {table}") for table in "123"]
    assert tables == sorted(tables)
    form = hidden(referee.get(page_of(cup)))
    level = referee.fill(f"{page_of(cup)}/time-up", **{**form, "match": f"{cup}.2", "so-far-2": "12", "from": "round"})
    names = " – ".join(
        api.get(f"/v1/tournaments/{cup}/matches").json["matches"][1][seat]["name"] for seat in ("white", "black")
    )
    assert level.status_code == 409
    assert f"{names}: the score is 1–1: a referee decides" in words(level)
    assert f"{cup}.2:" not in words(level)


def test_half_each_gives_each_half_a_win_in_standings_files_and_news(api, led):
    cup = started(api, time_up="half_each")
    led(cup)
    assert api.post(f"/v1/tournaments/{cup}/rounds/1/time-up", {}, role="referee").status_code == 200
    assert set(results(api, cup).values()) == {("half_each", None)}
    lines = api.get(f"/v1/tournaments/{cup}/standings").json["standings"]
    assert {(line["points"], line["wins"], line["losses"]) for line in lines} == {(1, 0, 0)}
    files = ("standings.csv", "crosstable.html", "matches.csv", "bracket.svg", "standings.html", "results.trf")
    for name in files:
        answer = api.get(f"/v1/tournaments/{cup}/{name}")
        assert answer.status_code in (200, 404), (name, answer.text[:200])
    assert "½" in api.get(f"/v1/tournaments/{cup}/crosstable.html").text
    assert "gave each half of" in words(signed_in(api, "Rut", "referee").get(f"/desk/{cup}"))
    assert api.post(f"/v1/tournaments/{cup}/rounds", {"round": 2}).status_code == 201


@pytest.mark.parametrize("start", ["desk", "round"])
def test_the_desk_and_the_round_offer_it_in_one_press_for_each_or_for_all(api, led, start):
    cup = started(api, time_up="half_each")
    referee = signed_in(api, "Rut", "referee")
    path = f"/desk/{cup}" if start == "desk" else page_of(cup)
    assert "The time of round 1 is up" not in words(referee.get(path))
    led(cup)
    shown = referee.get(path)
    assert "The time of round 1 is up" in words(shown)
    assert "3 matches are unfinished." in words(shown)
    form = shown.text.split("/results/time-up")[1].split("</form>")[0]
    version = form.split('name="version" value="')[1].split('"')[0]
    send = {"version": version, "from": start, "key": "one", "match": f"{cup}.2"}
    one = referee.fill(f"{page_of(cup)}/time-up", **send)
    assert (one.status_code, one.headers["Location"]) == (303, path)
    assert referee.fill(f"{page_of(cup)}/time-up", **send).status_code == 303
    assert [number for number, result in results(api, cup).items() if result] == ["2"]
    version = api.get(f"/v1/tournaments/{cup}").json["version"]
    assert referee.fill(f"{page_of(cup)}/time-up", version=version, key="all", match="").status_code == 303
    assert all(results(api, cup).values())
    assert "The time of round 1 is up" not in words(referee.get(path))


def test_the_public_page_and_the_page_of_corrections_say_it(api, led):
    cup = started(api, time_up="half_each", published=True)
    assert "Each player has half of it." in words(api.client.get(f"/tournaments/{cup}"))
    led(cup)
    organiser = signed_in(api, "Anna Berg", "organiser")
    asked = organiser.get(f"/matches/{cup}.1/correction")
    assert "The time was up: half each" in words(asked)
    seen = organiser.fill(f"/matches/{cup}.1/correction", kind="half_each", games="1", step="look")
    assert (seen.status_code, "half each" in words(seen)) == (200, True)


# ── matches of which nothing was recorded at the table ───────────────────────────────────────────────────────────────
WHITE, BLACK = ({"winner": seat, "outcome": "bearing_off"} for seat in ("white", "black"))


def test_games_so_far_are_told_of_matches_that_were_not_recorded_and_the_leader_wins(api, led):
    cup = started(api, time_up="leader_wins")
    path = f"/v1/tournaments/{cup}/rounds/1/time-up"
    led(cup)

    def told(number, *games, matches=()):
        body = {"matches": [f"{cup}.{match}" for match in matches]}
        return api.post(path, {**body, "so_far": [{"match": f"{cup}.{number}", "results": games}]}, role="referee")

    recorded = told(1, BLACK, matches=(1,))
    assert (recorded.status_code, "recorded at the table" in recorded.json["detail"]) == (409, True)
    over = told(2, BLACK, BLACK, BLACK, matches=(2,))
    assert (over.status_code, "enter them as its result" in over.json["detail"]) == (409, True)
    level = told(2, BLACK, WHITE, matches=(2,))
    assert (level.status_code, "a referee decides" in level.json["detail"]) == (409, True)
    assert told(9, BLACK).status_code == 404
    assert told(2, {"winner": "white", "outcome": "gammon"}, matches=(2,)).status_code == 422
    assert set(results(api, cup).values()) == {None}
    assert told(2, BLACK).status_code == 200, "with the others that the rule decides, in one step"
    assert results(api, cup) == {"1": ("adjudicated", "white"), "2": ("adjudicated", "black"), "3": None}
    match = api.get(f"/v1/tournaments/{cup}/matches").json["matches"][1]
    assert match["result"]["games"] == [BLACK]


@pytest.mark.parametrize("start", ["desk", "round"])
def test_the_pages_ask_for_the_games_so_far_instead_of_saying_nought_to_nought(api, start):
    cup = started(api, time_up="leader_wins")
    referee = signed_in(api, "Rut", "referee")
    path = f"/desk/{cup}" if start == "desk" else page_of(cup)
    later(api, 120_000)
    shown = referee.get(path)
    assert "0–0" not in words(shown)
    assert "Both are level" not in words(shown)
    assert shown.text.count("Games so far") == 3
    version = api.get(f"/v1/tournaments/{cup}").json["version"]
    address = f"{page_of(cup)}/time-up"
    wrong = referee.fill(address, version=version, key="one", match=f"{cup}.2", **{"so-far-2": "17"})
    assert (wrong.status_code, 'value="17"' in wrong.text) == (422, True)
    assert set(results(api, cup).values()) == {None}
    typed = {"so-far-1": "1", "so-far-2": "2", "so-far-3": ""}
    one = referee.fill(address, version=version, key="two", match=f"{cup}.2", **{"from": start, **typed})
    assert (one.status_code, one.headers["Location"]) == (303, path)
    assert results(api, cup) == {"1": None, "2": ("adjudicated", "black"), "3": None}
    version = api.get(f"/v1/tournaments/{cup}").json["version"]
    assert referee.fill(address, version=version, key="all", match="", **typed).status_code == 409, "2 is decided"
    assert referee.fill(address, version=version, key="rest", match="", **{"so-far-1": "1"}).status_code == 303
    assert results(api, cup) == {"1": ("adjudicated", "white"), "2": ("adjudicated", "black"), "3": None}


def test_the_report_for_other_programs_has_half_each_as_half_a_point_for_both(api, judge):
    cup = started(api, time_up="half_each")
    assert api.post(f"/v1/tournaments/{cup}/results", {"match": f"{cup}.2", "results": [WHITE] * 3}).status_code < 300
    judge()
    later(api, 120_000)
    assert api.post(f"/v1/tournaments/{cup}/rounds/1/time-up", {}, role="referee").status_code == 200
    for report in ("trf16.trf", "trf26.trf"):
        answer = api.get(f"/v1/tournaments/{cup}/{report}")
        assert answer.status_code == 200, answer.text
        rows = [line for line in answer.text.splitlines() if line.startswith("001")]
        letters = sorted((float(row[80:84]), row[98:99]) for row in rows)
        assert letters == [(0.0, "0"), *[(1.0, "=")] * 4, (2.0, "1")], "a win counts 2, and half of it 1"
        worth = next(line for line in answer.text.splitlines() if line.startswith(("XXS", "162")))
        assert ("WD=1.0 BD=1.0" in worth) if report == "trf16.trf" else ("D 1.0" in worth), worth
