"""Https with the hall's own certificate, on the pages: what phones lack without it, and what each does once with it."""

from dataclasses import replace
from typing import Any

import pytest

from service.tls.files import CertificateFiles
from service.web.pages.club import slips
from tests.support.hosts import machine, opened_at
from tests.support.signed_in import FORMS, OWN, PASSWORD, Browser, employ, signed_in

HALL = "192.168.7.5"


@pytest.fixture
def serve(api: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets the service be open to the hall, with https or without."""
    machine(monkeypatch, [HALL, "192.168.7.9"])
    monkeypatch.setattr("service.web.pages.club.hall.lan_addresses", lambda: [HALL])

    def serve(tls: int | None = 8443, host: str = "0.0.0.0") -> None:
        made = api.client.application.extensions
        api.deps = replace(api.deps, settings=replace(api.deps.settings, host=host, tls=tls))
        made["brade"] = made["brade"]._replace(deps=api.deps)
        if tls is not None:
            CertificateFiles(api.deps.settings.data).renew("0.0.0.0")

    return serve


def test_without_https_an_organiser_reads_what_phones_lack_and_how_to_have_it(api: Any, serve: Any) -> None:
    organiser = signed_in(api, "Anna", "organiser")
    for host in ("127.0.0.1", "0.0.0.0"):
        serve(None, host)
        text = organiser.client.get("/clubs/vasa/hall").text
        assert "What phones lack here" in text
        assert text.count("<code>make run ARGS=--tls</code>") == 1
        assert "first time" not in text
    opened_at(api, "https://brade.example")
    behind_a_proxy = Browser(api).client
    there = {"base_url": "https://brade.example", "headers": OWN}
    behind_a_proxy.post("/sign-in", data={"club": "vasa", "name": "Anna", "password": PASSWORD}, **there)
    assert "What phones lack" not in behind_a_proxy.get("/clubs/vasa/hall", **there).text


def test_with_https_an_organiser_shows_phones_both_addresses(api: Any, serve: Any) -> None:
    organiser = signed_in(api, "Anna", "organiser")
    serve()
    text = organiser.client.get("/clubs/vasa/hall").text
    assert f'<a class="address" href="https://{HALL}:8443/">' in text
    assert f'<a class="address" href="http://{HALL}:8000/phone">' in text
    assert "What phones lack" not in text
    assert f'<a href="http://{HALL}:8000/phone">' in organiser.client.get("/clubs/vasa").text
    serve(host="127.0.0.1")
    closed = organiser.client.get("/clubs/vasa/hall").text
    assert ("/phone" in closed, "What phones send is encrypted" in closed) == (False, api.deps.hall is not None)


@pytest.mark.parametrize("asked", ["http://127.0.0.1:8000", "http://192.168.7.9:8000", "https://klubbdator.local:8443"])
def test_the_page_for_phones_names_one_address_for_the_next_phone_however_it_was_asked(
    api: Any, serve: Any, asked: str
) -> None:
    serve()
    told = f"http://{HALL}:8000/phone"
    text = Browser(api).client.get("/phone", base_url=asked).text
    assert f'<p class="address alone"><a href="{told}">{told}</a></p>' in text


@pytest.mark.parametrize(
    ("agent", "open_"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)", [True, False]),
        ("Mozilla/5.0 (Linux; Android 14; Pixel 8)", [False, True]),
        ("curl/8", [True, True]),
    ],
)
def test_the_steps_of_the_phone_that_asks_are_open(api: Any, serve: Any, agent: str, open_: list[bool]) -> None:
    serve()
    text = Browser(api).client.get("/phone", headers={"User-Agent": agent}).text
    assert [start.startswith(" open") for start in text.split('<details class="card kind"')[1:]] == open_
    assert text.count('href="/hall.crt"') == 2


def test_the_page_may_ask_https_alone_whether_the_phone_is_ready_and_names_no_person(api: Any, serve: Any) -> None:
    person = signed_in(api, "Anna Berg", "organiser")
    serve()
    answer = person.client.get("/phone", base_url=f"http://{HALL}:8000")
    policy = answer.headers["Content-Security-Policy"]
    assert f"connect-src 'self' https://{HALL}:8443;" in policy
    assert policy.startswith("default-src 'none'; script-src 'self'")
    assert "Anna" not in answer.text
    for host in ("a;script-src *", "a" * 30_000, f"{HALL}:8000 *", ""):
        odd = person.client.get("/phone", headers={"Host": host})
        assert odd.status_code == 421, host
        assert "*" not in odd.headers["Content-Security-Policy"]


def test_the_file_is_the_certificate_as_phones_take_it(api: Any, serve: Any) -> None:
    serve()
    answer = Browser(api).client.get("/hall.crt")
    assert answer.data == CertificateFiles(api.deps.settings.data).certificate()
    assert answer.headers["Content-Type"] == "application/x-x509-ca-cert"
    assert "Content-Disposition" not in answer.headers, "an iPhone would put it among the files"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"


@pytest.mark.parametrize("path", ["/phone", "/hall.crt"])
def test_without_https_there_is_neither(api: Any, path: str) -> None:
    assert Browser(api).client.get(path).status_code == 404


def test_slips_lead_to_https_and_say_what_helps_where_a_browser_warns(
    api: Any, serve: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, draw = list[str](), slips.qr
    monkeypatch.setattr(slips, "qr", lambda text, title: drawn.append(text) or draw(text, title))
    cup = api.tournament(2, published=True)
    api.post(f"/v1/tournaments/{cup}/tables", {"tables": ["1"]})
    employ(api, "Bo", "referee")
    serve()
    referee = Browser(api)
    referee.sign_in("Bo")
    for base in ("http://127.0.0.1:8000", f"https://{HALL}:8443", "http://klubbdator:8000"):
        name = "__Host-brade" if base.startswith("https") else "brade"
        host = base.split("/")[2].partition(":")[0]
        referee.client.set_cookie(name, referee.client.get_cookie("brade").value, domain=host)
        form = {"table": "1", "role": "scorer"}
        made = referee.client.post(f"/tournaments/{cup}/links", data=form, headers=FORMS, base_url=base)
        assert made.status_code == 201, base
        assert drawn.pop().startswith(f"https://{HALL}:8443/t/#")
        assert f"If the browser warns, open this address first: http://{HALL}:8000/phone" in made.text
        assert f'<p class="quiet">{HALL}:8443</p>' in made.text
