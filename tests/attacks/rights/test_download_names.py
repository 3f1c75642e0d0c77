"""Names of downloaded files: letters that a person typed, or that stand in an address, never break the header."""

import re
from typing import Any

import pytest

from tests.support.signed_in import FORMS, signed_in

EVIL = 'x"; filename="evil.html'
NAMES = (
    EVIL,
    "a\u202egpj.exe",
    "../../etc/passwd",
    "Åsa;filename*=UTF-8''evil.html",
    "x%0d%0aSet-Cookie: a=b",
    "\\\\host\\x",
)
PLAIN = re.compile(r'(inline|attachment); filename="?[A-Za-z0-9][A-Za-z0-9._-]{0,120}"?')
FILES = (
    "/v1/tournaments/{cup}/standings.csv",
    "/v1/tournaments/{cup}/standings.xlsx",
    "/v1/tournaments/{cup}/standings.pdf",
    "/v1/tournaments/{cup}/crosstable.html",
    "/v1/tournaments/{cup}/calendar.ics",
    "/v1/tournaments/{cup}/rounds/1/pairings.csv",
    "/v1/matches/{cup}.1.ndjson",
    "/v1/matches/{cup}.1/transcript.txt",
    "/v1/clubs/vasa/players.csv",
    "/clubs/vasa/players.csv",
    "/clubs/vasa/ratings/swedish.csv",
)


@pytest.fixture
def cup(api: Any) -> str:
    """A tournament in which every name is hostile, where it is taken at all."""
    taken = []
    for name in NAMES:
        answer = api.post("/v1/clubs/vasa/players", [{"name": name}])
        if answer.status_code == 201:
            taken.append(answer.json["players"][0]["id"])
    assert len(taken) > 3
    words = {"name": EVIL, "game": "swedish", "length": {"games": 3}, "format": "round_robin", "published": True}
    cup = api.post("/v1/clubs/vasa/tournaments", words).json["id"]
    assert api.post(f"/v1/tournaments/{cup}/entries", {"players": taken}).status_code == 201
    assert api.post(f"/v1/tournaments/{cup}/start").status_code == 200
    assert api.post(f"/v1/tournaments/{cup}/rounds/1/publish").status_code in (200, 404, 409)
    return cup


def headers_of(answer: Any) -> list[str]:
    return answer.headers.getlist("Content-Disposition")


def test_every_downloaded_file_has_a_plain_name(api: Any, cup: str) -> None:
    organiser, found = signed_in(api, "Åsa", "organiser"), 0
    for path in FILES:
        place = path.format(cup=cup)
        answer = organiser.client.get(place, headers=FORMS)
        for header in headers_of(answer):
            found += 1
            assert PLAIN.fullmatch(header), (path, header)
            assert "evil" not in header
    assert found >= 7


@pytest.mark.parametrize(
    "name",
    ["x%22;filename=%22evil.html", "a%0d%0aSet-Cookie:%20a=b", "..%2f..%2fx", "%2e%2e/x", "a%00b", "%C3%A5", "a;b"],
)
@pytest.mark.parametrize(
    "path",
    [
        "/v1/matches/{}.ndjson",
        "/v1/matches/{}/transcript.txt",
        "/v1/tournaments/{}/standings.csv",
        "/v1/tournaments/{}/calendar.ics",
        "/v1/clubs/{}/players.csv",
        "/v1/clubs/vasa/ratings/{}/list.json",
        "/clubs/{}/backup/file",
        "/pictures/{}",
    ],
)
def test_no_letter_of_an_address_comes_into_the_name_of_a_file(api: Any, path: str, name: str) -> None:
    organiser = signed_in(api, "Åsa", "organiser")
    answer = organiser.client.get(path.format(name), headers=FORMS)
    assert answer.status_code in (400, 404, 405, 422), answer.status_code
    assert headers_of(answer) == []
    assert "a=b" not in answer.headers.get("Set-Cookie", "")
