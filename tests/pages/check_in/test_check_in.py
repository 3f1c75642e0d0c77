"""The check-in at the door: toggles, the search, everybody at once, late entries and withdrawals looked at first."""

import html
import re

import pytest

from tests.support.pages.forms import words
from tests.support.signed_in import signed_in

CUP = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "swiss", "settings": {"rounds": 3}}
NAMES = ["Åsa Öberg", "Bo Ek", "Cilla Dahl", "Dag Ask", "Eva Lind"]


@pytest.fixture
def organiser(api):
    """A browser of an organiser."""
    api.post("/v1/clubs/vasa/players", [*NAMES, "Lo Ås"])
    return signed_in(api, "Anna Berg", "organiser")


@pytest.fixture
def cup(api, organiser):
    found = api.post("/v1/clubs/vasa/tournaments", CUP).json["id"]
    api.post(f"/v1/tournaments/{found}/entries", NAMES)
    return found


def entries(api, cup):
    return {entry["name"]: entry for entry in api.get(f"/v1/tournaments/{cup}").json["entries"]}


def here(api, cup):
    return [name for name, entry in entries(api, cup).items() if entry["checked_in"]]


def hidden(page, form="<main"):
    """The hidden fields of a form of a page, the first one behind a text of it."""
    text = page.get_data(as_text=True)
    found = re.findall(
        r'<input type="hidden" name="([^"]+)" value="([^"]*)"', text[text.index(form) :].split("</form>")[0]
    )
    return {name: html.unescape(value) for name, value in found}


def toggles(page):
    return re.findall(r'data-name="([^"]+)"', page.get_data(as_text=True))


# ── toggles ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_toggle_says_who_is_here_and_the_page_counts(api, organiser, cup):
    page = organiser.get(f"/tournaments/{cup}/check-in")
    assert ("0 of 5 here" in words(page), toggles(page)) == (
        True,
        ["Bo Ek", "Cilla Dahl", "Dag Ask", "Eva Lind", "Åsa Öberg"],
    )
    bo = entries(api, cup)["Bo Ek"]["player"]
    for _ in range(2):  # pressed twice
        answer = organiser.fill(f"/tournaments/{cup}/check-in", player=bo, present=1)
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/tournaments/{cup}/check-in#at-{bo}")
    assert (here(api, cup), "1 of 5 here" in words(organiser.get(f"/tournaments/{cup}/check-in"))) == (["Bo Ek"], True)
    organiser.fill(f"/tournaments/{cup}/check-in", player=bo, present=0)
    assert here(api, cup) == []


@pytest.mark.parametrize(
    ("query", "names"),
    [("find=asa", ["Åsa Öberg"]), ("find=EK", ["Bo Ek"]), ("find=x", []), ("missing=1", NAMES[2:] + NAMES[:1])],
)
def test_the_search_needs_no_script(api, organiser, cup, query, names):
    api.post(f"/v1/tournaments/{cup}/check-ins", {"players": ["Bo Ek"]})
    page = organiser.get(f"/tournaments/{cup}/check-in?{query}")
    assert toggles(page) == names
    assert "1 of 5 here" in words(page)


def test_all_are_here_with_one_press_unless_another_wrote_meanwhile(api, organiser, cup):
    seen = hidden(organiser.get(f"/tournaments/{cup}/check-in"), 'class="all-here"')
    everybody = {**seen, "player": [entry["player"] for entry in entries(api, cup).values()]}
    other = signed_in(api, "Bodil Ås", "referee")
    other.fill(f"/tournaments/{cup}/check-in", player=entries(api, cup)["Eva Lind"]["player"], present=1)
    refused = organiser.fill(f"/tournaments/{cup}/check-in/all", **everybody)
    assert (refused.status_code, here(api, cup)) == (409, ["Eva Lind"])
    assert "Bodil Ås: Eva Lind is there" in words(refused)
    again = {**everybody, **{name: hidden(refused, 'class="all-here"')[name] for name in ("version", "key")}}
    assert organiser.fill(f"/tournaments/{cup}/check-in/all", **again).status_code == 303
    assert here(api, cup) == NAMES
    written = api.everything_written()
    assert organiser.fill(f"/tournaments/{cup}/check-in/all", **again).status_code == 303
    assert api.everything_written() == written


def test_a_referee_checks_in_and_does_not_see_what_organisers_do(api, organiser, cup):
    referee = signed_in(api, "Bodil Ås", "referee")
    page = referee.get(f"/tournaments/{cup}/check-in")
    assert (page.status_code, "Leaves…" in words(page), "Not on the list" in words(page)) == (200, False, False)
    bo = entries(api, cup)["Bo Ek"]["player"]
    assert referee.fill(f"/tournaments/{cup}/check-in", player=bo, present=1).status_code == 303
    for path in (f"{bo}/withdrawal", "late", "entry"):
        assert referee.fill(f"/tournaments/{cup}/check-in/{path}", name="Lo Ås").status_code == 403
    scorer = signed_in(api, "Cia", "scorer")
    assert scorer.get(f"/tournaments/{cup}/check-in").status_code == 403


def test_only_those_who_are_here_start_if_the_organiser_says_so(api, organiser, cup):
    for only in (True, True, False):
        assert organiser.fill(f"/tournaments/{cup}/check-in/rule", only=int(only)).status_code == 303
        assert api.get(f"/v1/tournaments/{cup}").json["check_in"] is only


# ── withdrawals ──────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_withdrawal_before_the_start_says_how_many_are_left(api, organiser, cup):
    path = f"/tournaments/{cup}/check-in/{entries(api, cup)['Bo Ek']['player']}/withdrawal"
    written = api.everything_written()
    seen = organiser.get(path)
    assert "4 players are left. They can come back until the start." in words(seen)
    assert api.everything_written() == written
    form = {**hidden(seen), "reason": "ill"}
    assert [organiser.fill(path, **form).status_code for _ in range(2)] == [303, 303]
    assert [name for name, entry in entries(api, cup).items() if entry["withdrawn"]] == ["Bo Ek"]


def test_a_withdrawal_after_the_start_shows_the_walkover_first(api, organiser, cup):
    api.post(f"/v1/tournaments/{cup}/start", {"seed": "snow"})
    first = api.get(f"/v1/tournaments/{cup}").json["rounds"][0]["matches"][0]
    leaves, stays = (first[seat] for seat in ("white", "black"))
    path = f"/tournaments/{cup}/check-in/{leaves['id']}/withdrawal"
    seen = organiser.get(path)
    pair = f"{leaves['name']} – {stays['name']}"
    assert f"Round 1, {pair}: {stays['name']} wins (walkover)" in words(seen)
    other = signed_in(api, "Bodil Ås", "organiser")
    bye = api.get(f"/v1/tournaments/{cup}").json["rounds"][0]["bye"]
    leaving = f"/tournaments/{cup}/check-in/{bye}/withdrawal"
    assert other.fill(leaving, reason="").status_code == 409, "of no page that was looked at"
    assert other.fill(leaving, **hidden(other.get(leaving))).status_code == 303
    late = organiser.fill(path, **hidden(seen))
    assert (late.status_code, "Bodil Ås" in words(late), "has withdrawn" in words(late)) == (409, True, True)
    assert organiser.fill(path, **hidden(late)).status_code == 303
    assert api.get(f"/v1/tournaments/{cup}/matches").json["matches"][0]["result"]["kind"] == "walkover"


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"format": "round_robin", "settings": {}}, "4 matches that are not played are left out"),
        ({"format": "single_elimination", "settings": {}}, "wins (walkover)"),
        ({"drafts": True}, "They stay in round 1, which is not shown yet: draw it again."),
    ],
)
def test_a_withdrawal_says_what_follows_in_each_format(api, organiser, form, sentence):
    cup = api.post("/v1/clubs/vasa/tournaments", {**CUP, **form}).json["id"]
    api.post(f"/v1/tournaments/{cup}/entries", NAMES)
    api.post(f"/v1/tournaments/{cup}/start", {"seed": "snow"})
    first = api.get(f"/v1/tournaments/{cup}", role="organiser").json["rounds"][0]["matches"][-1]
    seen = organiser.get(f"/tournaments/{cup}/check-in/{first['white']['id']}/withdrawal")
    assert sentence in words(seen)


# ── late entries ─────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_player_who_is_not_on_the_list_is_entered_and_here(api, organiser, cup):
    for name, sentence in (("lo ås", "Lo Ås is on the club's list."), ("Ny Namn", "Ny Namn is new to the club")):
        seen = organiser.fill(f"/tournaments/{cup}/check-in/late", name=name)
        assert sentence in words(seen)
        form = hidden(seen)
        assert [organiser.fill(f"/tournaments/{cup}/check-in/entry", **form).status_code for _ in range(2)] == [
            303,
            303,
        ]
    assert here(api, cup) == ["Lo Ås", "Ny Namn"]
    assert "Lo Ås had entered already." in words(organiser.fill(f"/tournaments/{cup}/check-in/late", name="Lo Ås"))


def test_a_late_player_meets_the_one_who_sits_out_or_waits_for_the_next_round(api, organiser, cup):
    api.post(f"/v1/tournaments/{cup}/start", {"seed": "snow"})
    bye = api.get(f"/v1/tournaments/{cup}").json["rounds"][0]["bye"]
    name = next(name for name, entry in entries(api, cup).items() if entry["player"] == bye)
    written = api.everything_written()
    seen = organiser.fill(f"/tournaments/{cup}/check-in/late", name="Lo Ås")
    assert f"Round 1: {name} – Lo Ås meet" in words(seen)
    assert "Plays from round 2 on What is paired stays as it is." in words(seen)
    assert api.everything_written() == written
    assert organiser.fill(f"/tournaments/{cup}/check-in/entry", **hidden(seen, "Plays at once")).status_code == 303
    assert api.get(f"/v1/tournaments/{cup}").json["rounds"][0]["bye"] is None
    second = organiser.fill(f"/tournaments/{cup}/check-in/late", name="Ny Namn")
    assert "No player sits out round 1" in words(second)
    assert organiser.fill(f"/tournaments/{cup}/check-in/entry", **hidden(second, "<h2>Plays from")).status_code == 303
    assert entries(api, cup)["Ny Namn"]["late"] == 1


def test_a_late_player_of_a_bracket_takes_the_place_of_a_bye(api, organiser):
    cup = api.post("/v1/clubs/vasa/tournaments", {**CUP, "format": "single_elimination", "settings": {}}).json["id"]
    api.post(f"/v1/tournaments/{cup}/entries", NAMES)
    api.post(f"/v1/tournaments/{cup}/start", {"seed": "snow"})
    seen = organiser.fill(f"/tournaments/{cup}/check-in/late", name="Lo Ås")
    assert re.search("Quarter-finals: [^:]+ – Lo Ås meet", words(seen))
    assert organiser.fill(f"/tournaments/{cup}/check-in/entry", **hidden(seen)).status_code == 303
    assert entries(api, cup)["Lo Ås"]["late"] is not None


def test_a_late_entry_that_was_looked_at_before_another_change_is_shown_anew(api, organiser, cup):
    seen = hidden(organiser.fill(f"/tournaments/{cup}/check-in/late", name="Ny Namn"))
    api.post(f"/v1/tournaments/{cup}/check-ins", {"players": ["Bo Ek"]})
    late = organiser.fill(f"/tournaments/{cup}/check-in/entry", **seen)
    assert (late.status_code, "Bo Ek is there" in words(late), "Ny Namn" in entries(api, cup)) == (409, True, False)
    assert "Ny Namn" not in [player["name"] for player in api.get("/v1/clubs/vasa/players").json["players"]]


# ── byes on request ──────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_player_sits_out_rounds_by_a_page_that_says_the_rule(api, organiser):
    cup = api.post("/v1/clubs/vasa/tournaments", CUP | {"settings": {"rounds": 4, "byes": 1}}).json["id"]
    api.post(f"/v1/tournaments/{cup}/entries", NAMES)
    bo = entries(api, cup)["Bo Ek"]["player"]
    page = organiser.get(f"/tournaments/{cup}/check-in/{bo}/byes")
    assert "Rounds that may be sat out for points: 1. Without points any round. Not for points: the last" in words(page)
    api.post(f"/v1/tournaments/{cup}/start", {"seed": "s"})
    address = f"/tournaments/{cup}/check-in/{bo}/byes"
    page = organiser.get(address)
    assert 'name="round.1"' not in page.get_data(as_text=True)
    sent = {**hidden(page, "card"), "round.2": "half", "round.3": "plays", "round.4": "zero", "reason": "works"}
    assert organiser.fill(address, **sent).status_code == 303
    assert entries(api, cup)["Bo Ek"]["byes"] == [{"round": 2, "worth": "half"}, {"round": 4, "worth": "zero"}]
    assert "sits out: 2, 4" in words(organiser.get(f"/tournaments/{cup}/check-in"))
    assert "Round 2: sits out on request, half a point" in words(organiser.get(f"/tournaments/{cup}/players/{bo}"))
    refused = organiser.fill(
        address, **hidden(organiser.get(address), "card"), **{"round.4": "half", "round.2": "half"}
    )
    assert refused.status_code == 422
    assert "the last round can be sat out without points only" in words(refused)
    assert organiser.fill(address, **sent | {"key": "other"}).status_code == 409  # another version


def test_a_player_who_is_away_comes_back_in_a_round_by_the_page_and_other_formats_have_no_such_link(
    api, organiser, cup
):
    api.post(f"/v1/tournaments/{cup}/start", {"seed": "s"})
    bo = entries(api, cup)["Bo Ek"]["player"]
    address = f"/tournaments/{cup}/check-in/{bo}/byes"
    page = organiser.get(address)
    assert organiser.fill(address, **hidden(page, "Away for some"), back_in=3).status_code == 303
    assert entries(api, cup)["Bo Ek"]["byes"] == [{"round": 2, "worth": "zero"}]
    other = api.tournament(4, format="round_robin")
    assert "byes" not in organiser.get(f"/tournaments/{other}/check-in").get_data(as_text=True)


def test_who_left_is_back_once_it_was_seen_what_that_restores(api, organiser):
    cup = api.post("/v1/clubs/vasa/tournaments", CUP | {"format": "round_robin", "settings": {}}).json["id"]
    api.post(f"/v1/tournaments/{cup}/entries", NAMES)
    api.post(f"/v1/tournaments/{cup}/start", {"seed": "s"})
    bo = entries(api, cup)["Bo Ek"]["player"]
    assert api.post(f"/v1/tournaments/{cup}/withdrawals", {"player": "Bo Ek"}).status_code == 201
    address = f"/tournaments/{cup}/check-in/{bo}/return"
    assert address in organiser.get(f"/tournaments/{cup}/check-in").get_data(as_text=True)
    look, before = organiser.get(address), api.get(f"/v1/tournaments/{cup}").json["version"]
    assert words(look).count("To be played: ") == 4
    assert api.get(f"/v1/tournaments/{cup}").json["version"] == before
    assert organiser.fill(address, **hidden(look, "card"), reason="well again").status_code == 303
    assert not entries(api, cup)["Bo Ek"]["withdrawn"]
    assert organiser.fill(address, **hidden(organiser.get(address), "card")).status_code == 409


def struck(api, organiser, cup):
    """A player who was struck when the others started: the id, and the page of the check-in."""
    bo = entries(api, cup)["Bo Ek"]["player"]
    assert api.post(f"/v1/tournaments/{cup}/withdrawals", {"player": "Bo Ek"}).status_code == 201
    assert api.post(f"/v1/tournaments/{cup}/start", {"seed": "snow"}).status_code == 200
    return bo, organiser.get(f"/tournaments/{cup}/check-in")


def test_who_was_struck_at_the_start_is_back_as_a_late_player_with_the_name_filled_in(api, organiser, cup):
    bo, page = struck(api, organiser, cup)
    assert f"/check-in/{bo}/return" not in page.text, "it would be a dead end"
    form = hidden(page, "Have left")
    assert form == {"name": "Bo Ek", "choice": bo}
    look = organiser.fill(f"/tournaments/{cup}/check-in/late", **form)
    assert "Plays from round 2 on" in words(look)
    typed = hidden(look, "Plays from round 2 on")
    assert typed["name"] == "Bo Ek"
    assert organiser.fill(f"/tournaments/{cup}/check-in/entry", **typed).status_code == 303
    assert not entries(api, cup)["Bo Ek"]["withdrawn"]
    assert entries(api, cup)["Bo Ek"]["player"] == bo, "the same player, not a second one"


def test_the_page_of_a_return_leads_who_was_struck_at_the_start_to_the_late_entry(api, organiser, cup):
    bo, _page = struck(api, organiser, cup)
    page = organiser.get(f"/tournaments/{cup}/check-in/{bo}/return")
    assert "Enter Bo Ek late…" in words(page)
    look = organiser.fill(f"/tournaments/{cup}/check-in/late", **hidden(page, "They did not take part"))
    assert "Plays from round 2 on" in words(look)


def test_who_was_struck_in_a_format_without_late_entries_has_no_button_that_leads_nowhere(api, organiser):
    cup = api.post("/v1/clubs/vasa/tournaments", CUP | {"format": "round_robin", "settings": {}}).json["id"]
    api.post(f"/v1/tournaments/{cup}/entries", NAMES)
    bo, page = struck(api, organiser, cup)
    left = page.text.split('id="gone"')[1].split("</section>")[0]
    assert "Is back…" not in left
    assert bo not in left
    assert "Enter Bo Ek late" not in organiser.get(f"/tournaments/{cup}/check-in/{bo}/return").text


def test_after_the_start_those_who_left_come_first_and_the_page_counts_who_takes_part(api, organiser, cup):
    address = f"/tournaments/{cup}/check-in"
    assert "Have left" not in words(organiser.get(address))
    api.post(f"/v1/tournaments/{cup}/start", {"seed": "snow"})
    api.post(f"/v1/tournaments/{cup}/withdrawals", {"player": "Bo Ek"})
    text = words(organiser.get(address))
    places = [text.index(each) for each in ("Is back…", "4 players take part", "Leaves…", "Late entry", "Alternates")]
    assert places == sorted(places)


@pytest.mark.parametrize("page", ["check-in/{player}/withdrawal", "check-in/{player}/byes", "links", "links?revoked=1"])
def test_a_page_below_a_tournament_leads_back_to_it(api, organiser, cup, page):
    address = f"/tournaments/{cup}/{page}".format(player=entries(api, cup)["Bo Ek"]["player"])
    shell = organiser.get(address).text.partition("<main")[0]
    links = re.findall('href="([^"]+)"', shell)
    tab = f"/tournaments/{cup}/{'files' if 'links' in page else 'check-in'}"
    assert {f"/tournaments/{cup}", "/clubs/vasa", tab} <= set(links)
    assert f'href="{tab}" aria-current="page"' in shell
