"""The store of a command: one that runs, one that is started for the moment, none."""

import shutil
from pathlib import Path

import pytest

from core.eventlog.log import NEW
from core.events import ClubFounded
from service.commands.store import open_store
from service.config import BadSetting, Settings
from service.store.connect import connect
from service.store.log import RedisLog
from service.store.server import running_server
from service.store.server.embedded_server import EmbeddedStore
from tests.support.store import alive, answers


@pytest.fixture
def settings(folder):
    return Settings(data=folder)


def write(client, stream="c_vasa"):
    RedisLog(client).append(stream, [ClubFounded("vasa", "Vasa")], by="x", at=1, expected=NEW)


def test_without_a_running_store_one_is_started_for_the_moment(settings):
    with open_store.located(settings, make=True) as url, connect(url) as client:
        write(client)
    assert not answers(url)
    with open_store.opened(settings) as client:
        assert list(RedisLog(client).streams()) == ["c_vasa"]


def test_a_running_store_is_used_and_left_running(settings):
    with EmbeddedStore(settings.data / "store", True) as server:
        with open_store.located(settings) as url, connect(url) as client:
            write(client)
        assert url == server.url
        assert alive(server.pid)
        assert answers(server.url)


def test_a_running_store_without_a_socket_is_found_too(folder):
    settings = Settings(data=folder / ("long" * 25))
    with EmbeddedStore(settings.data / "store", True) as server, open_store.opened(settings) as client:
        assert server.url.startswith("redis://")
        assert client.ping()


def test_a_copied_folder_is_not_taken_for_the_one_it_was_copied_from(settings, folder):
    with EmbeddedStore(settings.data / "store", True) as server:
        with connect(server.url) as client:
            write(client)
        copy = Settings(data=folder.with_name("copy"))
        shutil.copytree(settings.data, copy.data, ignore=lambda *_: ["store.sock"])
        assert running_server.address(copy.data / "store") is None
        with open_store.opened(copy) as client:
            assert list(RedisLog(client).streams()) == ["c_vasa"]
            client.flushall()
        with connect(server.url) as client:
            assert list(RedisLog(client).streams()) == ["c_vasa"]


def test_what_a_stopped_store_left_behind_is_not_taken_for_a_running_one(settings):
    with EmbeddedStore(settings.data / "store", True):
        pass
    assert running_server.address(settings.data / "store") is None


def test_where_nothing_was_recorded_a_reading_command_makes_no_store(settings):
    with pytest.raises(open_store.NoStore, match="there is no store in"), open_store.opened(settings):
        pytest.fail("opened")
    assert not Path(settings.data).exists()


def test_where_there_can_be_no_folder_none_is_made(folder):
    folder.parent.joinpath("file").touch()
    nowhere = Settings(data=folder.parent / "file" / "data")
    with pytest.raises(BadSetting, match="BRADE_DATA"), open_store.opened(nowhere, make=True):
        pytest.fail("opened")


def test_a_server_that_does_not_answer_is_named_in_a_sentence():
    away = Settings(store_url="redis://127.0.0.1:1/0")
    with pytest.raises(open_store.NoStore, match="does not answer"), open_store.opened(away):
        pytest.fail("opened")
