"""Measurements: what strangers send makes no label of them, and strangers do not see them."""

import pytest

from service.web.http import telemetry

OUTSIDE = {"REMOTE_ADDR": "10.1.2.3"}
MADE_UP = [f"MADE{number}" for number in range(60)]


def labels(page, name):
    """The values of a label of the counted requests."""
    lines = [line for line in page.splitlines() if line.startswith("brade_http_request_seconds_count{")]
    return {line.partition(f'{name}="')[2].partition('"')[0] for line in lines}


def test_methods_and_addresses_that_are_made_up_are_one_value_each(api):
    for method in MADE_UP:
        assert api.client.open(f"/{method}", method=method).status_code == 404
        assert api.client.open("/sign-in", method=method).status_code == 405
    page = api.get("/metrics", role=None).get_data(as_text=True)
    assert labels(page, "method") <= {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "other"}
    assert "other" in labels(page, "method")
    assert "unknown" in labels(page, "rule")
    assert not any(method in page for method in MADE_UP)


def test_the_page_stays_small_whatever_was_asked_for(api, monkeypatch):
    monkeypatch.setattr(telemetry, "_counted", set())
    telemetry._requests.cache_clear()
    before = len(api.get("/metrics", role=None).data)
    rules = sorted({rule.rule for rule in api.client.application.url_map.iter_rules()})
    assert len(rules) > telemetry.MOST_COUNTED
    for rule in rules:
        for method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "other"):
            for status in (200, 201, 304, 400, 401, 403, 404, 405, 409, 413, 415, 422, 428, 429, 500, 503):
                telemetry._requests(method, rule, status).observe(0.01)
    page = api.get("/metrics", role=None).get_data(as_text=True)
    assert len(page) - before < 400_000
    assert {"refused", "other"} <= labels(page, "rule")


def test_a_request_is_logged_by_known_words_and_an_id_of_bounded_length(api, monkeypatch):
    said = []
    monkeypatch.setattr("service.web.http.telemetry._log.info", lambda *_, **fields: said.append(fields), raising=False)
    answer = api.client.open("/nothing?x=secret", method="MADE0", headers={"X-Request-Id": "x" * 65})
    assert len(answer.headers["X-Request-Id"]) == 16
    assert [(each["method"], each["rule"]) for each in said] == [("other", "unknown")]


# ── for whom they are ────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])
def test_a_program_on_the_same_machine_reads_them(api, address):
    answer = api.client.get("/metrics", environ_overrides={"REMOTE_ADDR": address})
    assert (answer.status_code, "brade_store_up 1.0" in answer.text) == (200, True)


@pytest.mark.parametrize("accept", ["*/*", "text/html"])
@pytest.mark.parametrize(
    ("address", "headers"),
    [
        ("10.1.2.3", {}),
        ("192.168.1.9", {}),
        ("2001:db8::1", {}),
        ("fe80::1", {}),
        ("", {}),
        ("127.0.0.1", {"X-Forwarded-For": "10.1.2.3"}),
        ("127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}),
        ("172.18.0.4", {"X-Forwarded-For": "127.0.0.1"}),
        ("127.0.0.1", {"Forwarded": "for=127.0.0.1"}),
        ("::1", {"X-Real-IP": "127.0.0.1"}),
        ("127.0.0.1", {"Via": "1.1 proxy"}),
    ],
)
def test_for_strangers_there_is_no_such_page(api, address, headers, accept):
    given, remote = {**headers, "Accept": accept}, {"REMOTE_ADDR": address}
    answer = api.client.get("/metrics", headers=given, environ_overrides=remote)
    unknown = api.client.get("/metricz", headers=given, environ_overrides=remote)
    assert answer.status_code == unknown.status_code == 404
    assert answer.mimetype == unknown.mimetype
    assert "brade_" not in answer.text


def test_the_operators_token_reads_them_from_anywhere_and_no_other_does(api):
    def status(role):
        headers = {"Authorization": f"Bearer {api.tokens.get(role, role)}", "X-Forwarded-For": "10.1.2.3"}
        return api.client.get("/metrics", headers=headers, environ_overrides=OUTSIDE).status_code

    assert [status(each) for each in ("operator", "organiser", "viewer", "st_nobodys", "")] == [200, 404, 404, 404, 404]


def test_strangers_are_told_whether_the_service_is_ready_and_nothing_else(api):
    api.friendly()
    answer = api.client.get("/readyz", environ_overrides=OUTSIDE)
    assert (answer.status_code, answer.json) == (503, {"status": "not ready"})
    headers = {"Authorization": f"Bearer {api.tokens['operator']}"}
    told = api.client.get("/readyz", headers=headers, environ_overrides=OUTSIDE).json
    assert told["unjudged"] == 2
