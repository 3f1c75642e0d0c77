"""The addresses in QR codes and links: no header of a client changes where they lead, with a proxy or without one."""

from dataclasses import replace

import pytest
from werkzeug.middleware.proxy_fix import ProxyFix

from service.web.pages.club import slips
from tests.support.signed_in import FORMS, signed_in

FORGED = {
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Server": "evil.example",
    "X-Forwarded-Port": "666",
    "X-Forwarded-Prefix": "/evil",
    "Forwarded": "host=evil.example;proto=https",
    "X-Original-Host": "evil.example",
    "X-Host": "evil.example",
    "X-HTTP-Host-Override": "evil.example",
    "X-Original-URL": "/evil",
    "X-Rewrite-URL": "/evil",
    "X-Script-Name": "/evil",
    "Base-Url": "http://evil.example",
}


@pytest.fixture
def drawn(monkeypatch):
    """The texts of the QR codes that are drawn."""
    texts, draw = [], slips.qr

    def noted(text, title):
        texts.append(text)
        return draw(text, title)

    monkeypatch.setattr(slips, "qr", noted)
    return texts


@pytest.fixture
def slip(api):
    """The slips of a tournament with a table, asked for by its referee under some headers."""
    cup = api.tournament(2, published=True)
    api.post(f"/v1/tournaments/{cup}/tables", {"tables": ["1"]})
    referee = signed_in(api, "Bo", "referee")

    def slip(host="brade.example", **headers):
        path, base = f"/tournaments/{cup}/links", f"http://{host}"
        referee.client.set_cookie("brade", referee.client.get_cookie("brade").value, domain=host.partition(":")[0])
        return referee.client.post(
            path, data={"table": "1", "role": "scorer"}, headers={**FORMS, **headers}, base_url=base
        )

    return slip


@pytest.mark.parametrize("proxies", [0, 1])
def test_no_header_of_a_client_changes_where_a_code_leads(api, slip, drawn, monkeypatch, proxies):
    settings = replace(api.deps.settings, proxies=proxies, addresses=("https://brade.example", "http://other.example"))
    app = api.client.application
    made = app.extensions["brade"]
    monkeypatch.setitem(app.extensions, "brade", made._replace(deps=replace(api.deps, settings=settings)))
    if proxies:
        monkeypatch.setattr(app, "wsgi_app", ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=0))
    for name, value in FORGED.items():
        answer = slip(**{name: value})
        assert answer.status_code == 201, (name, answer.status_code)
        assert "evil" not in answer.text
    assert drawn
    assert {text.partition("#")[0] for text in drawn} == {"https://brade.example/t/"}
