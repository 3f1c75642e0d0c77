"""The ordinary boxes for lists: players of another program's file are lines of the list, with their mistakes."""

import io
import json
import re

import pytest

from tests.support.signed_in import FORMS, signed_in

CHESS = "Open\nNo.;;Name;FED;Rtg;Club/City\n1;;Öberg, Åsa;SWE;1510;Vasa\n2;;;SWE;1400;\n3;;Ek, Bo;SWE;0;\n"
CHALLONGE = [{"participant": {"id": 1, "name": "Åsa Öberg", "seed": 1}}]


@pytest.fixture
def pages(api):
    """An organiser, and the addresses of the two boxes."""
    cup = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "swiss"}
    made = api.post("/v1/clubs/vasa/tournaments", cup).json["id"]
    boxes = f"/tournaments/{made}/entries/list", "/clubs/vasa/players/list"
    return signed_in(api, "Anna Berg", "organiser"), boxes


def upload(browser, path, data):
    form = {"file": (io.BytesIO(data), "list"), "list": ""}
    return browser.client.post(path, data=form, headers=FORMS, content_type="multipart/form-data")


def cells(page, name):
    return re.findall(rf'name="{name}\.\d+" value="([^"]*)"', page.text)


def test_a_list_of_chess_results_becomes_lines_that_can_be_corrected(pages):
    browser, boxes = pages
    for path in boxes:
        page = upload(browser, path, CHESS.encode("cp1252"))
        assert cells(page, "name") == ["Åsa Öberg", "", "Bo Ek"]
        assert (cells(page, "rating"), cells(page, "group")) == (["1510", "", ""], ["Vasa", "", ""])


def test_participants_of_challonge_become_lines(pages):
    browser, boxes = pages
    for path in boxes:
        assert cells(upload(browser, path, json.dumps(CHALLONGE).encode()), "name") == ["Åsa Öberg"]


def test_other_json_is_no_list(pages):
    browser, boxes = pages
    for path in boxes:
        page = upload(browser, path, b'{"players": ["Anna"]}')
        assert (page.status_code, "has neither participants of Challonge" in page.text) == (422, True)


def test_a_list_of_the_club_itself_is_read_as_before(pages):
    browser, boxes = pages
    for path in boxes:
        page = upload(browser, path, "name,rating,group\nÅsa Öberg,1510,Vasa\n".encode())
        assert (cells(page, "name"), cells(page, "rating"), cells(page, "group")) == (["Åsa Öberg"], ["1510"], ["Vasa"])
