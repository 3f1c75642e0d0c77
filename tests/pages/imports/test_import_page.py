"""The page of files of other programs: a file is looked at, choices are made, and exactly what was shown is written."""

import html
import io
import re

import pytest

from tests.support.signed_in import FORMS, signed_in

CUP = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "single_elimination"}
LIST = "Midsummer Open\nNo.;;Name;FED;Rtg;Club/City;Born\n1;;Öberg, Åsa;SWE;1510;Vasa;1990\n2;;Ek, Bo;SWE;;;\n"
PAIRINGS = "Rd.;White;Result;Black\n1;Öberg, Åsa;1 - 0;Ek, Bo\n"


@pytest.fixture
def organiser(api):
    api.post("/v1/clubs/vasa/players", [{"name": "Åsa Öberg"}, {"name": "Bertil Ekman"}])
    return signed_in(api, "Anna Berg", "organiser")


@pytest.fixture
def cup(api):
    return api.post("/v1/clubs/vasa/tournaments", CUP).json["id"]


def upload(browser, cup, text):
    file = (io.BytesIO(text.encode("cp1252")), "list.csv")
    return browser.client.post(f"/tournaments/{cup}/import", data={"file": file}, headers=FORMS)


def fields(page):
    """The fields that a browser would send with the form that writes: hidden ones, ticked boxes, chosen options."""
    found = re.findall(r'<input type="(?:hidden|checkbox)" name="([\w.]+)" value="([^"]*)"(?: checked)?>', page.text)
    boxes = set(re.findall(r'<input type="checkbox" name="([\w.]+)" value="1">', page.text))
    chosen = re.findall(r'<select name="([\w.]+)">.*?<option value="([^"]*)" selected>', page.text, re.DOTALL)
    return {name: html.unescape(value) for name, value in [*found, *chosen] if name not in boxes}


def states(page):
    return re.findall(r'<li class="(\w+)">', page.text.split('<ol class="lines of-file">')[-1])


def entered(api, cup):
    return [
        (entry["name"], entry["rating"], entry["group"]) for entry in api.get(f"/v1/tournaments/{cup}").json["entries"]
    ]


def test_players_are_looked_at_and_entered_with_two_presses(api, organiser, cup):
    before = api.everything_written()
    page = upload(organiser, cup, LIST)
    assert (page.status_code, states(page)) == (200, ["known", "new"])
    for text in ("chess-results", "1510 · Vasa · SWE", "Taken over: Name, Rtg, Club/City", "Passed over: Born"):
        assert text in page.text
    assert api.everything_written() == before
    answer = organiser.fill(f"/tournaments/{cup}/import/players", **fields(page))
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/tournaments/{cup}/entries")
    assert entered(api, cup) == [("Åsa Öberg", 1510, "Vasa"), ("Bo Ek", None, None)]
    written = api.everything_written()
    assert organiser.fill(f"/tournaments/{cup}/import/players", **fields(page)).status_code == 303
    assert api.everything_written() == written


def test_a_doubtful_or_wrong_line_waits_for_a_choice(api, organiser, cup):
    page = upload(organiser, cup, "Name;Rating\nBertil Ekmann;1400\nBo Ek;x\n;1\n")
    assert states(page) == ["wrong", "choose", "wrong"]
    form = fields(page)
    path = f"/tournaments/{cup}/import/players"
    before = api.everything_written()
    refused = organiser.fill(path, **form)
    assert (refused.status_code, "Choose at the marked lines" in refused.text) == (422, True)
    chosen = {"choice.2": "new", "drop.3": "1", "drop.4": "1"}
    looked = organiser.fill(path, **form, **chosen, step="look")
    assert states(looked) == ["left_out", "new", "left_out"]
    assert api.everything_written() == before
    assert organiser.fill(path, **form, **chosen).status_code == 409, "not what the first page showed"
    assert fields(looked).items() >= chosen.items(), "the page keeps what was chosen"
    assert organiser.fill(path, **fields(looked)).status_code == 303
    assert entered(api, cup) == [("Bertil Ekmann", 1400, None)]


def test_results_are_left_until_the_organiser_awards_them(api, organiser, cup):
    api.post(f"/v1/tournaments/{cup}/entries?register=1", {"players": ["Åsa Öberg", "Bo Ek"]})
    api.post(f"/v1/tournaments/{cup}/start", {})
    page = upload(organiser, cup, PAIRINGS)
    assert states(page) == ["left"]
    assert "how the games ended" in page.text
    path = f"/tournaments/{cup}/import/results"
    looked = organiser.fill(path, **fields(page), award="1", step="look")
    assert (states(looked), "Åsa Öberg won" in looked.text) == (["written"], True)
    without = {name: value for name, value in fields(looked).items() if name != "award"}
    assert organiser.fill(path, **without).status_code == 409, "without the tick it is another preview"
    answer = organiser.fill(path, **fields(looked))
    assert answer.headers["Location"] == f"/tournaments/{cup}/import?written=1"
    assert "The results are written" in organiser.get(answer.headers["Location"]).text
    assert api.get(f"/v1/tournaments/{cup}").json["status"] == "finished"


@pytest.mark.parametrize(
    ("text", "alarm"),
    [("", "choose a file first"), ("rating;club\n1500;Vasa\n", "names no column of names"), ("{", "no JSON")],
)
def test_a_file_that_cannot_be_read_is_said_to_be_one(organiser, cup, text, alarm):
    page = upload(organiser, cup, text)
    assert (page.status_code, alarm in html.unescape(page.text)) == (422, True)


def test_a_large_file_and_a_broken_form_are_refused(api, organiser, cup):
    before = api.everything_written()
    head = b'--edge\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
    body = head + b"Name\n" + b"Anna\n" * 250_000 + b"\r\n--edge--\r\n"
    kind = "multipart/form-data; boundary=edge"
    large = organiser.client.post(f"/tournaments/{cup}/import", data=body, content_type=kind, headers=FORMS)
    assert (large.status_code, "larger than 1 MB" in large.text) == (422, True)
    for carried in ("", "x", "z.eJwDAAAAAAE=", "z.AA==", "AAAA", "z." + "A" * 39_000):
        assert organiser.fill(f"/tournaments/{cup}/import/players", list=carried).status_code == 422
    assert api.everything_written() == before


def test_a_file_for_a_started_tournament_without_results_says_so(api, organiser, cup):
    api.post(f"/v1/tournaments/{cup}/entries?register=1", {"players": ["Åsa Öberg", "Bo Ek"]})
    api.post(f"/v1/tournaments/{cup}/start", {})
    assert "the file has no results" in upload(organiser, cup, LIST).text


def test_a_long_file_is_carried_on_as_well(api, organiser, cup):
    names = [f"Player{number} Vasa{number * 7919}" for number in range(900)]
    page = upload(organiser, cup, "Name;Rating;Remark\n" + "".join(f"{name};1500;{'x' * 60}\n" for name in names))
    assert (fields(page)["list"][:2], len(states(page))) == ("z.", 900)
    answer = organiser.fill(f"/tournaments/{cup}/import/players", **fields(page))
    assert (answer.status_code, len(entered(api, cup))) == (303, 900)


def test_only_organisers_see_the_page(api, cup):
    referee = signed_in(api, "Rut", "referee")
    assert referee.get(f"/tournaments/{cup}/import").status_code == 403
    assert upload(referee, cup, LIST).status_code == 403
