"""One list of several clubs by a page: files are chosen, the list is shown or saved, and nothing is kept."""

import html
import io
import json

import pytest

from service.web.pages.ratings import federation
from tests.support.readers.workbooks import load_workbook
from tests.support.signed_in import FORMS, Browser, signed_in

PAGE = "/clubs/vasa/ratings/federation"
RULE = {"tournaments": True}


def filed(club, players, matches, **more):
    return json.dumps(
        {
            "form": "brade-ratings 1",
            "club": club,
            "club_name": club.title(),
            "game": "swedish",
            "rule": RULE,
            "players": [{"id": each, "name": name, "group": group} for each, name, group in players],
            "matches": [
                {
                    "id": f"t_{club}.{n}",
                    "tournament": None,
                    "decided_at": f"2026-11-2{n}T18:00:00.000Z",
                    "player1": one,
                    "player2": other,
                    "winner": 1,
                    "points": 3,
                }
                for n, one, other in matches
            ],
        }
        | more
    ).encode()


VASA = filed("vasa", [("p_a", "<Åsa>", None), ("p_b", "Bo", None)], [(1, "p_a", "p_b")])
HUK = filed("huk", [("p_x", "<Åsa>", "Vasa"), ("p_c", "Bo", None)], [(2, "p_c", "p_x")])


@pytest.fixture
def send(api):
    """Send files as an organiser; the answer."""
    organiser = signed_in(api, "Anna", "organiser")

    def sending(*files, sender=organiser, **fields):
        parts = [(io.BytesIO(data), f"{number}.json") for number, data in enumerate(files)]
        form = {"file": parts, "join": "name-and-club", "provisional": "2", **fields}
        return sender.client.post(PAGE, data=form, headers=FORMS)

    return sending


def test_the_files_become_one_list_that_says_what_does_not_fit_together(api, send):
    before = api.everything_written()
    answer = send(VASA, HUK)
    text = html.unescape(answer.text)
    assert answer.status_code == 200
    assert "2 matches of Vasa, Huk" in text
    assert "Bo counts as 2 people, of Vasa, Huk" in text
    assert "&lt;Åsa&gt;" in answer.text
    assert answer.text.count('<td class="number">–</td>') == 2
    assert "do not fit" not in html.unescape(send(VASA, HUK, join="name").text)
    assert api.everything_written() == before


def test_the_list_is_saved_as_a_workbook(send):
    answer = send(VASA, HUK, **{"as": "xlsx"})
    assert 'filename="swedish-ratings.xlsx"' in answer.headers["Content-Disposition"]
    book = load_workbook(answer.data)
    assert {row[3] for row in list(book["Ratings"].values)[1:]} == {"<Åsa>", "Bo"}


@pytest.mark.parametrize(
    ("files", "fields", "told"),
    [
        ((), {}, "Choose the files of the clubs first"),
        ((b"nonsense", VASA), {}, "0.json: It is not the file of a rating list"),
        ((b"[" * 50_000,), {}, "0.json: It is not the file of a rating list"),
        ((VASA, b'{"form": "x"}'), {}, "1.json: Form: "),
        ((VASA, filed("huk", [], [], game="backgammon")), {}, "one list is of one game"),
        ((VASA,), {"provisional": "many"}, "from 0 to 100"),
        ((VASA,), {"provisional": "101"}, "from 0 to 100"),
        ((VASA,), {"join": "guess"}, "from 0 to 100"),
    ],
)
def test_what_is_wrong_is_told_with_the_name_of_the_file(send, files, fields, told):
    answer = send(*files, **fields)
    assert answer.status_code == 422
    assert told in html.unescape(answer.text)


def test_files_that_are_too_large_are_refused(send, monkeypatch):
    monkeypatch.setattr(federation, "MOST_BYTES", 500)
    assert send(VASA + b" " * 600).status_code == 413


def test_only_organisers_make_a_list(api, send):
    assert Browser(api).client.get(PAGE, headers={"Accept": "text/html"}).status_code == 401
    referee = signed_in(api, "Rut", "referee")
    assert referee.client.get(PAGE).status_code == 403
    assert send(VASA, sender=referee).status_code == 403
