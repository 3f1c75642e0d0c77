"""Properties of all pages: headers, cached files, errors that people can read."""

import re
from posixpath import dirname, join, normpath

import pytest
import redis

from service.web.pages import assets
from tests.support.pages.served_tournament import OPERATOR
from tests.support.pages.stored_tournament import CLOSED

PAGE = {"Accept": "text/html"}


def test_a_page_runs_nothing_but_its_own_files(client, stored):
    answer = client.get(f"/matches/{stored.match('swedish', 5)}")
    policy = dict(part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    page = answer.get_data(as_text=True)
    assert not re.search(r"<style|<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=|javascript:", page)
    assert not re.search(r"""(?:src|href)=["']?(?:https?:)?//""", page)


def test_no_header_is_said_twice(client, stored):
    answer = client.get(f"/matches/{stored.match('swedish', 5)}")
    names = [name for name, _ in answer.headers if name not in ("Set-Cookie", "Vary")]
    assert sorted(names) == sorted(set(names))
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"


def test_the_headers_of_the_api_are_as_they_were(client):
    answer = client.get("/v1/games")
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert "Permissions-Policy" not in answer.headers


def test_a_page_that_did_not_change_is_not_sent_again(client, stored):
    address = f"/matches/{stored.match('swedish', 5)}"
    first = client.get(address)
    assert first.headers["Cache-Control"] == "private, no-cache"
    assert {"Accept-Language", "Cookie", "Authorization"} <= set(first.vary)
    again = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.get_data()) == (304, b"")
    other = client.get(address, headers={"If-None-Match": first.headers["ETag"], "Accept-Language": "en"})
    assert other.status_code == 200


# ── files ────────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_every_file_under_its_stamp_is_kept_for_good(client):
    names = sorted(assets.assets())
    assert len(names) > 50
    for name in names:
        answer = client.get(assets.address(name))
        assert answer.status_code == 200, name
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable", name
        kind = answer.content_type.split(";")[0]
        assert kind in ("text/css", "text/javascript", "image/svg+xml", "image/png"), name


def test_under_an_old_stamp_a_file_is_asked_for_again(client):
    answer = client.get("/static/older/shared/brade.css")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "public, no-cache")
    again = client.get("/static/older/shared/brade.css", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    "name",
    [
        "nothing.css",
        "desk",
        "desk/",
        "desk/page.py",
        "desk/desk.html",
        "desk/parts/card.html",
        "desk/__pycache__/page.cpython-311.pyc",
        "desk/../desk/page.py",
        "desk%2fpage.py",
        "desk/page.py%00.css",
        "../base.py",
        "..%2f..%2fapp.py",
        "%2e%2e/base.py",
        "//etc/passwd",
        "",
        "%00",
    ],
)
def test_nothing_else_is_served(client, name):
    assert client.get(f"/static/{assets.stamp()}/{name}").status_code == 404


def test_no_address_leads_to_a_source_a_template_or_a_hidden_file(monkeypatch, tmp_path):
    served = {"desk/desk.css", "desk/desk.js", "shared/mark.svg", "app_shell/icons/192.png"}
    kept = {
        "desk/page.py",
        "desk/desk.html",
        "desk/.env",
        "desk/.desk.css",
        "desk/._desk.js",
        ".git/x.js",
        "desk/x.js~",
    }
    kept |= {
        "desk/__pycache__/page.pyc",
        "__pycache__/x.cache",
        "__pycache__/x.js",
        "desk/x.JS",
        "desk/css",
        "desk/x.js.map",
    }
    for name in served | kept:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"x")
    monkeypatch.setattr(assets, "FOLDER", tmp_path)
    assert set(assets.assets.__wrapped__()) == served


def test_of_the_folder_of_all_pages_every_file_is_sent_but_python_and_templates():
    files = [path for path in assets.FOLDER.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    others = {path.relative_to(assets.FOLDER).as_posix() for path in files} - set(assets.assets())
    assert {name.rpartition(".")[2] for name in others} == {"py", "html"}


def test_every_module_and_style_that_a_file_names_is_there():
    for name, asset in assets.assets().items():
        for wanted in re.findall(rb"""(?:from|import|url\()\s*["'(]?(\.\.?/[\w./-]+)""", asset.content):
            assert normpath(join(dirname(name), wanted.decode())) in assets.assets(), (name, wanted)


def test_a_picture_that_is_compressed_already_is_kept_only_as_it_is(monkeypatch, tmp_path):
    monkeypatch.setattr(assets, "FOLDER", tmp_path)
    (tmp_path / "desk.png").write_bytes(b"\x89PNG" + bytes(2_000))
    (tmp_path / "mark.svg").write_bytes(b"<svg>" + bytes(2_000))
    found = assets.assets.__wrapped__()
    assert (found["desk.png"].packed, len(found["mark.svg"].packed) < 100) == (None, True)


# ── errors ───────────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("path", ["/nothing", "/matches/none/at/all", "/matches/m_x?version=x"])
def test_people_are_told_by_a_page_that_nothing_is_there(client, path):
    answer = client.get(path, headers=PAGE)
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert "Sidan finns inte" in answer.get_data(as_text=True)


def test_the_api_never_answers_with_a_page(client):
    for path in ("/v1/nothing", "/v1/matches/m_nothing", "/v1/games/chess"):
        answer = client.get(path, headers=PAGE)
        assert answer.mimetype == "application/problem+json"
    assert client.delete("/v1/games", headers=PAGE).mimetype == "application/problem+json"


def test_a_program_is_told_by_a_problem(client):
    assert client.get("/nothing", headers={"Accept": "application/json"}).mimetype == "application/problem+json"
    assert client.get("/nothing", headers={"Accept": "*/*"}).mimetype == "application/problem+json"


def test_a_wrong_method_is_told_by_a_page_with_what_is_possible(client):
    answer = client.post("/matches/m_x", headers=PAGE)
    assert (answer.status_code, answer.mimetype) == (405, "text/html")
    assert "GET" in answer.headers["Allow"]


def test_who_must_sign_in_is_told_so(client, stored):
    match = stored.match("swedish", 5, CLOSED)
    answer = client.get(f"/matches/{match}", headers=PAGE)
    assert (answer.status_code, answer.mimetype) == (401, "text/html")
    assert "Logga in först" in answer.get_data(as_text=True)
    assert "Åsa" not in answer.get_data(as_text=True)
    known = client.get(f"/matches/{match}", headers={**PAGE, "Authorization": f"Bearer {OPERATOR}"})
    assert known.status_code == 200


def test_a_store_that_is_away_is_a_page_that_says_to_come_back(client, stored, monkeypatch):
    match = stored.match("swedish", 5)

    def away(*_, **__):
        raise redis.exceptions.ConnectionError

    monkeypatch.setattr(type(stored.deps.log), "read", away)
    answer = client.get(f"/matches/{match}", headers=PAGE)
    assert (answer.status_code, answer.mimetype, answer.headers["Retry-After"]) == (503, "text/html", "1")
    assert "Strax tillbaka" in answer.get_data(as_text=True)


def test_what_was_not_foreseen_tells_people_a_number_and_nothing_else(client, stored, monkeypatch):
    match = stored.match("swedish", 5)
    monkeypatch.setattr("service.web.pages.match.page.match_timeline", lambda *_: 1 / 0)
    answer = client.get(f"/matches/{match}", headers=PAGE)
    assert (answer.status_code, answer.mimetype) == (500, "text/html")
    page = answer.get_data(as_text=True)
    assert "ZeroDivision" not in page
    assert answer.headers["X-Request-Id"] in page


def test_our_mark_is_where_browsers_look_for_it(client):
    answer = client.get("/favicon.ico")
    assert answer.content_type.startswith("image/svg+xml")
    assert "immutable" not in answer.headers["Cache-Control"]
