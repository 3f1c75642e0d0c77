"""The switch of the club's page: the web server starts again at another address, by itself, and nothing else does."""

import socket
import ssl
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path

import pytest

from service.config import BadSetting, Settings, from_environment
from service.hall import switch as switches
from service.hall.switch import HallSwitch
from service.processes import hall_watch
from service.processes.supervisor import Supervisor
from tests.support.processes.fork_server import forked_children
from tests.support.proving import prove
from tests.support.store import eventually

SLOW = 40.0
HERE, HALL = "127.0.0.1", "127.0.0.2"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="one machine has several loopback addresses on Linux")


@pytest.fixture
def data(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder; another loopback address is the hall, so that no other machine is served."""
    monkeypatch.setattr(switches, "EVERYWHERE", HALL)
    monkeypatch.setattr(hall_watch, "is_own", lambda host: host == HERE)
    with tempfile.TemporaryDirectory(prefix="brade-") as place:
        yield Path(place)


def answers(host: str, port: int) -> bool:
    connection = HTTPConnection(host, port, timeout=5.0)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def test_the_switch_is_followed_by_the_web_server_alone_once_the_address_is_free(data: Path) -> None:
    switch, said = HallSwitch(data), list[str]()
    settings = Settings(port=0, data=data, workers=1)
    with forked_children(), (data / "log").open("wb") as log, Supervisor(settings, said.append, log) as service:
        port, (web, worker) = service.settings.port, service.children
        assert (answers(HERE, port), answers(HALL, port)) == (True, False)
        with closing(socket.create_server((HALL, port))):
            switch.turn(to_open=True)
            eventually(lambda: bool(switch.refused()), SLOW, "the refusal")
        assert (answers(HERE, port), web.starts, switch.is_open()) == (True, 1, False)
        assert "it cannot be opened to the hall" in said[-1]
        switch.turn(to_open=True)
        eventually(lambda: answers(HALL, port), SLOW, "the hall")
        assert not answers(HERE, port)
        assert (web.starts, worker.starts) == (2, 1)
        assert said[-1] == f"open to the hall: every device of its network reaches brade at http://{HALL}:{port}"


@prove  # the file that keeps it is read in the suite, see below
def test_the_switch_is_kept_for_the_next_start_and_taken_back(data: Path) -> None:
    switch, said = HallSwitch(data), list[str]()
    switch.turn(to_open=True)
    with Supervisor(Settings(port=0, data=data, workers=0), said.append) as service:
        port = service.settings.port
        assert answers(HALL, port)
        opened = f"open to the hall: every device of its network reaches brade at http://{HALL}:{port}"
        assert service.hall_sentence == opened
        switch.turn(to_open=False)
        eventually(lambda: answers(HERE, port), SLOW, "this machine")
        assert not answers(HALL, port)
        assert "closed to the hall" in said[-1]


@prove  # the switch alone is followed in the suite, see above
def test_with_https_both_ports_follow_the_switch_and_phones_are_told_where_they_begin(data: Path) -> None:
    said, switch = list[str](), HallSwitch(data)
    with Supervisor(Settings(port=0, tls=0, data=data, workers=0), said.append) as service:
        port, tls = service.settings.port, service.settings.tls or 0
        assert (shown(HERE, tls), shown(HALL, tls)) == (True, False)
        switch.turn(to_open=True)
        eventually(lambda: answers(HALL, port) and shown(HALL, tls), SLOW, "the hall")
        assert not answers(HERE, port)
        assert not shown(HERE, tls)
        assert [web.starts for web in service.children] == [2, 2]
        assert said[-1].splitlines() == [
            f"open to the hall: every device of its network reaches brade at https://{HALL}:{tls}",
            f"before that each phone opens http://{HALL}:{port}/phone once",
        ]


def shown(host: str, port: int) -> bool:
    """True if there is https; the certificate is for the real addresses of this machine, so it is not looked at."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    connection = HTTPSConnection(host, port, timeout=5.0, context=context)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def test_what_was_turned_on_is_read_by_the_next_start(data: Path) -> None:
    HallSwitch(data).turn(to_open=True)
    assert (HallSwitch(data).is_open(), HallSwitch(data).host()) == (True, HALL)
    HallSwitch(data).turn(to_open=False)
    assert (HallSwitch(data).is_open(), HallSwitch(data).host()) == (False, HERE)


@prove
def test_an_address_that_the_operator_chose_wins(data: Path) -> None:
    HallSwitch(data).turn(to_open=True)
    with Supervisor(Settings(port=0, data=data, workers=0, bind_chosen=True)) as service:
        assert service.settings.host == HERE
        assert answers(HERE, service.settings.port)


def test_the_operator_chooses_by_the_setting() -> None:
    assert from_environment({"BRADE_BIND": "127.0.0.1:8000"}).bind_chosen
    assert not from_environment({}).bind_chosen


def test_another_port_leaves_the_switch_to_the_page() -> None:
    chosen = from_environment({"BRADE_PORT": "8001"})
    assert (chosen.bind, chosen.bind_chosen) == ("127.0.0.1:8001", False)
    with pytest.raises(BadSetting, match="BRADE_PORT and BRADE_BIND"):
        from_environment({"BRADE_PORT": "8001", "BRADE_BIND": "127.0.0.1:8000"})
    for wrong in ("0", "65536", "8001x", "-1"):
        with pytest.raises(BadSetting, match="a port from 1 to 65535"):
            from_environment({"BRADE_PORT": wrong})


def test_a_service_at_another_port_is_opened_by_the_switch(data: Path) -> None:
    with forked_children(), (data / "log").open("wb") as log:
        with Supervisor(Settings(port=0, data=data, workers=0), output=log) as first:
            port = first.settings.port
        HallSwitch(data).turn(to_open=True)
        asked = replace(from_environment({"BRADE_PORT": str(port)}), data=data, workers=0)
        with Supervisor(asked, output=log) as service:
            assert (service.settings.host, service.settings.port) == (HALL, port)
            assert answers(HALL, port)


@pytest.mark.parametrize("text", ["", "maybe", "open sesame", "\x00"])
def test_a_file_that_says_nothing_keeps_the_hall_closed(data: Path, text: str) -> None:
    (data / switches.FILE).write_text(text)
    assert not HallSwitch(data).is_open()
    assert HallSwitch(data).host() == HERE
