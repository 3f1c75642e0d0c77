"""The order of the players, who must not meet, and the first round before everybody sees it."""

import hashlib
import re

import pytest

from tests.support.pages.forms import hidden, words
from tests.support.signed_in import Browser, signed_in

CUP = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "swiss", "settings": {"rounds": 3}}
RATINGS = {"Åsa Öberg": 1500, "Bo Ek": 1700, "Cilla Dahl": 1600, "Dag Ask": 1400, "Eva Lind": None}


@pytest.fixture
def organiser(api):
    """A browser of an organiser."""
    api.post("/v1/clubs/vasa/players", [{"name": name, "rating": rating} for name, rating in RATINGS.items()])
    return signed_in(api, "Anna Berg", "organiser")


@pytest.fixture
def announced(api, organiser):
    """A function that announces a tournament with all five players: its id."""

    def announce(**more):
        found = api.post("/v1/clubs/vasa/tournaments", {**CUP, **more}).json["id"]
        api.post(f"/v1/tournaments/{found}/entries", list(RATINGS))
        return found

    return announce


@pytest.fixture
def cup(announced):
    return announced()


def state(api, cup, role="organiser"):
    return api.get(f"/v1/tournaments/{cup}", role=role).json


def ids(api, cup):
    return {entry["name"]: entry["player"] for entry in state(api, cup)["entries"]}


def order(api, cup):
    by_id = {player: name for name, player in ids(api, cup).items()}
    return [by_id[player] for player in state(api, cup)["seeding"]["players"]]


def seen(organiser, cup, form='name="version"'):
    return hidden(organiser.get(f"/tournaments/{cup}/seeding"), form)


def pairs(api, cup, role="organiser"):
    rounds = state(api, cup, role)["rounds"]
    return [(match["white"]["name"], match["black"]["name"]) for match in rounds[0]["matches"]] if rounds else []


# ── the order ────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_order_is_by_rating_with_one_press_and_a_second_press_does_nothing(api, organiser, cup):
    form = seen(organiser, cup)
    for _ in range(2):
        assert organiser.fill(f"/tournaments/{cup}/seeding/order", **form, method="rating").status_code == 303
    assert order(api, cup) == ["Bo Ek", "Cilla Dahl", "Åsa Öberg", "Dag Ask", "Eva Lind"]
    assert state(api, cup)["version"] == int(form["version"]) + 1


def test_lots_are_those_of_the_word_that_was_said(api, organiser, cup):
    path = f"/tournaments/{cup}/seeding/order"
    assert organiser.fill(path, **seen(organiser, cup), method="lots", word=" ").status_code == 422
    assert organiser.fill(path, **seen(organiser, cup), method="lots", word="\u202e\x00").status_code == 422
    assert organiser.fill(path, **seen(organiser, cup), method="lots", word=" first \u202esnow\x00").status_code == 303
    lots = {hashlib.sha256(f"first snow:{player}".encode()).hexdigest(): name for name, player in ids(api, cup).items()}
    assert order(api, cup) == [lots[lot] for lot in sorted(lots)]
    assert "drawn with the word “first snow”" in words(organiser.get(f"/tournaments/{cup}/seeding"))
    page = words(organiser.get(f"/tournaments/{cup}/lots"))
    assert all(f"{name} first snow:{ids(api, cup)[name]} {digits}" in page for digits, name in lots.items())


def test_everybody_who_sees_the_tournament_can_check_the_lots(api, organiser, cup):
    assert organiser.get(f"/tournaments/{cup}/lots").status_code == 404
    organiser.fill(f"/tournaments/{cup}/seeding/order", **seen(organiser, cup), method="lots", word="snow")
    stranger = Browser(api)
    assert stranger.get(f"/tournaments/{cup}/lots").status_code == 401
    api.post(f"/v1/tournaments/{cup}/publication", {"published": True})
    assert stranger.get(f"/tournaments/{cup}/lots").status_code == 200
    assert f'href="/tournaments/{cup}/lots"' in stranger.get(f"/tournaments/{cup}").get_data(as_text=True)


def test_players_are_moved_without_a_script_and_counted_once_saved(api, organiser, cup):
    path, player = f"/tournaments/{cup}/seeding/order", ids(api, cup)
    written = api.everything_written()
    moved = organiser.fill(
        path, **seen(organiser, cup), player=list(player.values()), move=f"up.{player['Cilla Dahl']}"
    )
    shown = re.findall(r'data-name="([^"]+)"', moved.get_data(as_text=True))
    assert shown == ["Åsa Öberg", "Cilla Dahl", "Bo Ek", "Dag Ask", "Eva Lind"]
    assert re.search('seeding/draw" hidden>', moved.get_data(as_text=True))
    assert api.everything_written() == written
    listed = [player[each] for each in shown]
    assert organiser.fill(path, **hidden(moved), player=listed, method="hand").status_code == 303
    assert order(api, cup) == shown


def test_the_second_of_two_organisers_is_told_what_the_first_one_did(api, organiser, cup):
    form = seen(organiser, cup)
    other = signed_in(api, "Bodil Ås", "organiser")
    other.fill(f"/tournaments/{cup}/seeding/order", **seen(other, cup), method="rating")
    listed = list(ids(api, cup).values())
    late = organiser.fill(f"/tournaments/{cup}/seeding/order", **form, player=listed, method="hand")
    assert (late.status_code, state(api, cup)["seeding"]["method"]) == (409, "rating")
    assert "Bodil Ås seeded the players by rating" in words(late)


def test_players_who_are_no_organisers_are_kept_out(api, organiser, cup):
    referee = signed_in(api, "Bodil Ås", "referee")
    assert referee.get(f"/tournaments/{cup}/seeding").status_code == 403
    for part in ("order", "apart", "together", "draw", "start", "again", "publish", "swap"):
        assert (
            referee.fill(f"/tournaments/{cup}/seeding/{part}", method="rating", one="a", other="b").status_code == 403
        )


# ── who must not meet ────────────────────────────────────────────────────────────────────────────────────────────────
def test_two_are_kept_apart_and_let_meet_again(api, organiser, cup):
    player = ids(api, cup)
    two = {"one": player["Åsa Öberg"], "other": player["Dag Ask"]}
    same = {"one": player["Åsa Öberg"], "other": player["Åsa Öberg"]}
    assert (
        organiser.fill(f"/tournaments/{cup}/seeding/apart", **seen(organiser, cup), **same, hard=1).status_code == 422
    )
    assert organiser.fill(f"/tournaments/{cup}/seeding/apart", **seen(organiser, cup), **two, hard=1).status_code == 303
    assert re.search(
        "(Åsa Öberg – Dag Ask|Dag Ask – Åsa Öberg) must not meet", words(organiser.get(f"/tournaments/{cup}/seeding"))
    )
    assert [
        avoidance["hard"]
        for avoidance in api.get(f"/v1/tournaments/{cup}/avoidances", role="referee").json["avoidances"]
    ] == [True]
    assert organiser.fill(f"/tournaments/{cup}/seeding/together", **seen(organiser, cup), **two).status_code == 303
    assert api.get(f"/v1/tournaments/{cup}/avoidances", role="referee").json["avoidances"] == []


def test_two_who_must_not_meet_do_not_meet_in_the_first_round(api, organiser, cup):
    player = ids(api, cup)
    organiser.fill(f"/tournaments/{cup}/seeding/draw", **seen(organiser, cup, "/draw"))
    pair = pairs(api, cup)[0]  # as it would be
    other = api.post("/v1/clubs/vasa/tournaments", CUP).json["id"]
    api.post(f"/v1/tournaments/{other}/entries", list(RATINGS))
    two = dict(zip(("one", "other"), (player[name] for name in pair), strict=True))
    organiser.fill(f"/tournaments/{other}/seeding/apart", **seen(organiser, other), **two, hard=1)
    organiser.fill(f"/tournaments/{other}/seeding/draw", **seen(organiser, other, "/draw"))
    assert set(pair) not in map(set, pairs(api, other))
    assert pairs(api, other)


# ── the first round ──────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_first_round_is_hidden_from_players_until_it_is_published(api, organiser, cup):
    api.post(f"/v1/tournaments/{cup}/tables", {"tables": ["1", "Stage"]})
    form = seen(organiser, cup, "/draw")
    for _ in range(2):  # a double press
        assert organiser.fill(f"/tournaments/{cup}/seeding/draw", **form, word="snow").status_code == 303
    page = words(organiser.get(f"/tournaments/{cup}/seeding"))
    assert "Only you and the referees see this." in page
    assert "Table Stage" in page
    assert "Sits out" in page
    assert "Equal points, and paired in the order among them: upper half against lower half (the fold)." in page
    assert state(api, cup)["seed"] == "snow"
    assert pairs(api, cup, "viewer") == []
    publish = seen(organiser, cup, "/publish")
    for _ in range(2):
        assert organiser.fill(f"/tournaments/{cup}/seeding/publish", **publish).status_code == 303
    assert pairs(api, cup, "viewer") == pairs(api, cup)
    assert "Round 1 is published." in words(organiser.get(f"/tournaments/{cup}/seeding"))


def test_two_are_swapped_by_hand_after_the_cost_of_it_was_shown(api, organiser, cup):
    organiser.fill(f"/tournaments/{cup}/seeding/order", **seen(organiser, cup), method="rating")
    organiser.fill(f"/tournaments/{cup}/seeding/draw", **seen(organiser, cup, "/draw"))
    player = ids(api, cup)
    before = pairs(api, cup)
    one, other = before[0][0], before[1][0]
    api.post(f"/v1/tournaments/{cup}/avoidances", {"pairs": [[player[one], player[before[1][1]]]], "hard": False})
    form = seen(organiser, cup, "/swap")
    for wrong in ([], [player[one]], list(player.values())[:3], [player[one], "p_nobody"]):
        assert organiser.fill(f"/tournaments/{cup}/seeding/swap", **form, player=wrong, step="look").status_code == 422
    two = [player[one], player[other]]
    written = api.everything_written()
    look = organiser.fill(f"/tournaments/{cup}/seeding/swap", **form, player=two, step="look")
    assert f"{other} – {before[0][1]}" in words(look)
    assert "should not meet" in words(look)
    assert "All in all the round becomes worse." in words(look)
    assert "<details><summary>By the numbers of the format</summary>" in look.get_data(as_text=True)
    assert "places between the opponent and the one in the other half (the fold), squared: " in words(look)
    assert api.everything_written() == written
    for _ in range(2):
        answer = organiser.fill(f"/tournaments/{cup}/seeding/swap", **hidden(look), player=two, step="write")
        assert answer.status_code == 303
    assert set(map(frozenset, pairs(api, cup))) == {frozenset((other, before[0][1])), frozenset((one, before[1][1]))}
    assert pairs(api, cup, "viewer") == []
    events = api.get(f"/v1/tournaments/{cup}/events", role="organiser").json["events"]
    assert [event["reason"] for event in events if event["type"] == "PairingsVoided"] == [""], "none was typed"
    page = organiser.get(f"/tournaments/{cup}/seeding")
    assert "&lt;" not in page.text
    shown = words(page)
    assert shown.count("Paired by hand, not by the format. By ") == 2, "who, and when"
    assert "better for the round as a whole" not in shown


def test_the_player_who_sits_out_is_swapped_in(api, organiser, cup):
    organiser.fill(f"/tournaments/{cup}/seeding/draw", **seen(organiser, cup, "/draw"))
    player, rest = ids(api, cup), state(api, cup)["rounds"][0]["bye"]
    name = pairs(api, cup)[0][0]
    form = {**seen(organiser, cup, "/swap"), "player": [rest, player[name]]}
    assert "(sits out)" in words(organiser.fill(f"/tournaments/{cup}/seeding/swap", **form, step="look"))
    assert organiser.fill(f"/tournaments/{cup}/seeding/swap", **form, step="write").status_code == 303
    assert state(api, cup)["rounds"][0]["bye"] == player[name]


def test_a_round_that_another_organiser_published_is_not_swapped(api, organiser, cup):
    organiser.fill(f"/tournaments/{cup}/seeding/draw", **seen(organiser, cup, "/draw"))
    form = seen(organiser, cup, "/swap")
    other = signed_in(api, "Bodil Ås", "organiser")
    other.fill(f"/tournaments/{cup}/seeding/publish", **seen(other, cup, "/publish"))
    before, player = pairs(api, cup), ids(api, cup)
    two = [player[before[0][0]], player[before[1][0]]]
    late = organiser.fill(f"/tournaments/{cup}/seeding/swap", **form, player=two, step="write")
    assert (late.status_code, pairs(api, cup)) == (409, before)
    assert "Bodil Ås" in words(late)
    assert "Round 1 is published." in words(late)


@pytest.mark.parametrize("step", ["look", "write"])
def test_players_of_a_match_in_play_are_not_swapped_and_the_page_names_the_match(api, organiser, cup, step):
    organiser.fill(f"/tournaments/{cup}/seeding/draw", **seen(organiser, cup, "/draw"))
    organiser.fill(f"/tournaments/{cup}/seeding/publish", **seen(organiser, cup, "/publish"))
    form = seen(organiser, cup, "/swap")
    before, player = pairs(api, cup), ids(api, cup)
    match = state(api, cup)["rounds"][0]["matches"][0]["id"]
    roll = {"type": "OpeningRolled", "white": 6, "black": 1}
    assert api.post(f"/v1/matches/{match}/events", roll, role="scorer").status_code == 202
    two = [player[before[0][0]], player[before[1][0]]]
    late = organiser.fill(f"/tournaments/{cup}/seeding/swap", **form, player=two, step=step)
    assert (late.status_code, pairs(api, cup)) == (409, before)
    assert f"There is play already in Match 1 ({before[0][0]} – {before[0][1]})" in words(late)


def test_a_draft_is_drawn_again_with_those_who_came_and_without_those_who_left(api, organiser, cup):
    organiser.fill(f"/tournaments/{cup}/seeding/draw", **seen(organiser, cup, "/draw"))
    gone = pairs(api, cup)[0][0]
    api.post(f"/v1/tournaments/{cup}/withdrawals", {"player": gone})
    api.post(f"/v1/tournaments/{cup}/entries?register=1", ["Lo Ås", "My Ek"])
    page = organiser.get(f"/tournaments/{cup}/seeding")
    assert f"Has left since: {gone}." in words(page)
    assert "Has come since: Lo Ås, My Ek." in words(page)
    for _ in range(2):
        assert organiser.fill(f"/tournaments/{cup}/seeding/again", **hidden(page, "/again")).status_code == 303
    inside = {name for pair in pairs(api, cup) for name in pair}
    assert {"Lo Ås", "My Ek"} < inside
    assert gone not in inside
    assert state(api, cup)["rounds"][0]["draft"] is True


def test_players_who_are_not_here_are_named_before_they_are_taken_out(api, organiser, announced):
    cup = announced(check_in=True)
    api.post(f"/v1/tournaments/{cup}/check-ins", {"players": ["Åsa Öberg", "Bo Ek", "Cilla Dahl"]})
    page = organiser.get(f"/tournaments/{cup}/seeding")
    assert "2 are not here and are taken out: Dag Ask, Eva Lind" in words(page)
    organiser.fill(f"/tournaments/{cup}/seeding/draw", **hidden(page, "/draw"))
    assert [entry["name"] for entry in state(api, cup)["entries"] if entry["withdrawn"]] == ["Dag Ask", "Eva Lind"]


@pytest.mark.parametrize("form", ["single_elimination", "round_robin", "double_elimination"])
def test_a_format_that_pairs_by_itself_is_looked_at_before_anything_is_written(api, organiser, announced, form):
    cup = announced(format=form, settings={})
    drawn = organiser.fill(f"/tournaments/{cup}/seeding/draw", **seen(organiser, cup, "/draw"), word="")
    where = drawn.headers["Location"]
    assert where.startswith(f"/tournaments/{cup}/seeding/round?word=")
    page = organiser.get(where)
    assert "Nothing is written yet" in words(page)
    player = ids(api, cup)
    two = [player["Åsa Öberg"], player["Eva Lind"]]
    look = organiser.fill(f"/tournaments/{cup}/seeding/swap", **hidden(page, "/swap"), player=two, step="look")
    assert "They change places in the order of the players" in words(look)
    assert state(api, cup)["seeding"]["method"] == "entry"
    back = organiser.fill(f"/tournaments/{cup}/seeding/swap", **hidden(look), player=two, step="write")
    assert back.headers["Location"] == where
    assert order(api, cup) == ["Eva Lind", "Bo Ek", "Cilla Dahl", "Dag Ask", "Åsa Öberg"]
    stale = organiser.fill(f"/tournaments/{cup}/seeding/start", **hidden(page, "/start"))
    assert (stale.status_code, state(api, cup)["status"]) == (409, "open")
    again = organiser.get(where)
    shown = re.findall(r'name="player" value="[^"]+"> <bdi>([^<]+)', again.get_data(as_text=True))
    for _ in range(2):
        assert organiser.fill(f"/tournaments/{cup}/seeding/start", **hidden(again, "/start")).status_code == 303
    first = state(api, cup)["rounds"][0]
    seats = [match[seat]["name"] for match in first["matches"] for seat in ("white", "black") if match[seat]]
    assert shown[: len(seats)] == seats


def test_boards_of_teams_are_looked_at_and_not_swapped(api, organiser):
    cup = api.post("/v1/clubs/vasa/tournaments", {**CUP, "format": "team_league", "settings": {"boards": 2}}).json["id"]
    teams = [{"player": f"Team {each}", "members": [f"{each} One", f"{each} Two"]} for each in "ABC"]
    api.post(f"/v1/tournaments/{cup}/entries?register=1", {"players": teams})
    drawn = organiser.fill(f"/tournaments/{cup}/seeding/draw", **seen(organiser, cup, "/draw"))
    page = organiser.get(drawn.headers["Location"])
    assert "B One" in words(page)
    assert "Swap the two that are marked…" not in words(page)
    assert organiser.fill(f"/tournaments/{cup}/seeding/start", **hidden(page, "/start")).status_code == 303
    assert state(api, cup)["status"] == "running"


def test_too_few_players_are_told_so(api, organiser, announced):
    cup = announced(check_in=True)
    answer = organiser.fill(f"/tournaments/{cup}/seeding/draw", **seen(organiser, cup, "/draw"))
    assert (answer.status_code, "at least 2 players" in words(answer)) == (409, True)


def test_who_starts_is_asked_where_the_first_round_is_drawn_once_some_are_here(api, organiser, cup):
    path = f"/tournaments/{cup}/seeding"
    assert "Who starts?" not in words(organiser.get(path))
    here = list(ids(api, cup).values())[:3]
    assert api.post(f"/v1/tournaments/{cup}/check-ins", {"players": here}).status_code == 200
    asked = words(organiser.get(path))
    assert "Who starts? 3 of" in asked
    for only in ("1", "0", "1"):
        answer = organiser.fill(f"/tournaments/{cup}/check-in/rule", only=only, back="order")
        assert answer.headers["Location"] == path
        assert state(api, cup)["check_in"] is (only == "1")
    assert "not here and" in words(organiser.get(path))


def test_a_swap_says_how_far_apart_those_who_meet_are(api, organiser, cup, judging):
    with judging():
        organiser.fill(f"/tournaments/{cup}/seeding/draw", **seen(organiser, cup, "/draw"))
        organiser.fill(f"/tournaments/{cup}/seeding/publish", **seen(organiser, cup, "/publish"))
        rows = api.get(f"/v1/tournaments/{cup}/matches", role="organiser").json["matches"]
        typed = {f"games-{row['id'].rpartition('.')[2]}": "111" for row in rows}
        organiser.fill(f"/tournaments/{cup}/rounds/1/results", key="k", **typed)
        api.post(f"/v1/tournaments/{cup}/rounds", {"round": 2})
    paired = [
        [match[seat]["id"] for seat in ("white", "black")]
        for match in state(api, cup)["rounds"][1]["matches"]
        if match["black"] is not None
    ]
    page = organiser.get(f"/tournaments/{cup}/seeding?round=2").get_data(as_text=True)
    form = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', page.split("/swap")[1].split("</form>")[0]))
    found = [
        words(organiser.fill(f"/tournaments/{cup}/seeding/swap", **form, player=[one, other], step="look"))
        for one in paired[0]
        for other in paired[-1]
    ]
    assert any("1 point apart instead of equal" in each or "equal instead of 1 point apart" in each for each in found)
