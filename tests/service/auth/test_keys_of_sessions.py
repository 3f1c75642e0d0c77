"""The key that signs sessions, and the proxies that are believed."""

import stat
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import request

from service.app import create_app
from service.bootstrap import build_dependencies, load_or_create_secret
from service.config import BadSetting, Settings, from_environment


def test_the_key_is_made_once_and_only_its_owner_may_read_it(tmp_path):
    with ThreadPoolExecutor(8) as threads:
        found = set(threads.map(lambda _: load_or_create_secret(tmp_path, "session-key"), range(32)))
    assert len(found) == 1
    assert len(found.pop()) >= 32
    file = tmp_path / "session-key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["session-key"]


@pytest.mark.parametrize("kept", ["", "\n", "too-short", "\0" * 43, "é" * 43])
def test_a_kept_secret_that_is_empty_short_or_damaged_is_never_used(tmp_path, kept):
    for name in ("admin-token", "session-key", "idempotency-key"):
        (tmp_path / name).write_text(kept)
        with pytest.raises(BadSetting, match=f"{name} is empty or too short .*remove it"):
            load_or_create_secret(tmp_path, name)
        assert (tmp_path / name).read_text() == kept


@pytest.mark.parametrize("token", ["x", "nineteen-characters"])
def test_an_operators_token_that_could_be_tried_out_is_refused(token):
    with pytest.raises(BadSetting, match=f"BRADE_ADMIN_TOKEN has {len(token)} characters.*20 random ones") as refused:
        from_environment({"BRADE_ADMIN_TOKEN": token})
    assert token not in str(refused.value)
    assert from_environment({"BRADE_ADMIN_TOKEN": "x" * 20}).admin_token == "x" * 20


def test_the_key_is_not_the_operators_token(store, tmp_path):
    deps = build_dependencies(Settings(data=tmp_path, store_url=store.url))
    assert deps.session_key() != deps.admin_token
    assert deps.session_key() == (tmp_path / "session-key").read_text()


def test_no_key_is_made_before_the_first_sign_in(store, tmp_path):
    deps = build_dependencies(Settings(data=tmp_path, store_url=store.url, admin_token="the-operators-own-token"))
    create_app(deps).test_client().get("/v1/games")
    assert not (tmp_path / "session-key").exists()


@pytest.mark.parametrize("said", ["many", "-1", "10", "1.5"])
def test_a_number_of_proxies_that_is_none_is_told(said):
    with pytest.raises(BadSetting, match="BRADE_PROXIES"):
        from_environment({"BRADE_PROXIES": said})


@pytest.mark.parametrize(
    ("proxies", "seen"), [(0, ("10.9.9.9", False)), (1, ("192.0.2.2", True)), (2, ("192.0.2.1", True))]
)
def test_as_many_proxies_are_believed_as_there_are(store, tmp_path, proxies, seen):
    settings = Settings(data=tmp_path, store_url=store.url, admin_token="the-operators-own-token", proxies=proxies)
    app = create_app(build_dependencies(settings))
    app.add_url_rule("/who", "who", lambda: f"{request.remote_addr} {request.is_secure}")
    headers = {"X-Forwarded-For": "198.51.100.7, 192.0.2.1, 192.0.2.2", "X-Forwarded-Proto": "http, https, https"}
    answer = app.test_client().get("/who", headers=headers, environ_base={"REMOTE_ADDR": "10.9.9.9"})
    assert answer.text == f"{seen[0]} {seen[1]}"


def test_the_setting_is_read():
    assert from_environment({"BRADE_PROXIES": "1"}).proxies == 1
    assert from_environment({}).proxies == 0
