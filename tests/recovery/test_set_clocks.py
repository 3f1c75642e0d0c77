"""A machine's clock that is set while the service runs makes no repeat harmful and signs no person out."""

import json
import signal
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPMessage
from pathlib import Path
from typing import Any

import pytest

from service.processes.supervisor import STORE
from service.store import keys, steady_clock
from service.store.connect import connect
from service.store.server.running_server import address
from tests.support.api import OPERATOR
from tests.support.processes.serving import SLOW, free_port, linux, serving
from tests.support.processes.set_clock import SetClock
from tests.support.proving import some
from tests.support.signed_in import PASSWORD
from tests.support.store import eventually

DAY = 24 * 3600
JUMPS = {"a day back": -DAY, "three years ahead": 1000 * DAY}


@dataclass
class Hall:
    """A club at a running service: its token, a match, a signed-in referee and a phone with a link."""

    port: int
    token: str = OPERATOR

    def __post_init__(self) -> None:
        self.token = self.ask("POST", "/v1/clubs", {"slug": "vasa", "name": "Vasa"})["token"]
        words = {"club": "vasa", "game": "swedish", "length": {"games": 3}, "players": {"white": "Åsa", "black": "Bo"}}
        self.match = f"/v1/matches/{self.ask('POST', '/v1/matches', words)['id']}"
        invited = self.ask("POST", "/v1/clubs/vasa/people", {"name": "Anna", "role": "referee"})["invitation"]
        cookie = self._form("/sign-in/key", {}, key=invited)
        self._form("/sign-in/password", {"Cookie": cookie}, password=PASSWORD)
        self.referee = self.come(club="vasa", name="Anna", password=PASSWORD)
        self.phone = self.come(link=self.ask("POST", f"{self.match}/links", {"role": "scorer"})["link"])

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any, HTTPMessage]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=SLOW)
        text = None if body is None else json.dumps(body)
        told = {"Content-Type": "application/json", "Sec-Fetch-Site": "same-origin"}
        connection.request(method, path, text, told | headers)
        answer = connection.getresponse()
        said = answer.read()
        return answer.status, json.loads(said) if said.startswith((b"{", b"[")) else said, answer.headers

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        status, said, _ = self.send(method, path, body, Authorization=f"Bearer {self.token}", **headers)
        assert status < 300, said
        return said

    def come(self, **words: str) -> str:
        """The cookie of a browser that signed in, or opened a link."""
        status, said, headers = self.send("POST", "/v1/session", words)
        assert status == 200, said
        return headers["Set-Cookie"].partition(";")[0]

    def _form(self, path: str, headers: dict[str, str], **fields: str) -> str:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=SLOW)
        text = "&".join(f"{name}={value.replace(' ', '+')}" for name, value in fields.items())
        told = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}
        connection.request("POST", path, text, told | headers)
        answer = connection.getresponse()
        assert answer.status == 303, answer.read()
        return (answer.headers["Set-Cookie"] or "").partition(";")[0]

    def roll(self, key: str) -> tuple[list[int], bool]:
        """Record a roll under a key: its version, and if it was there before."""
        body = {"type": "OpeningRolled", "white": 3, "black": 3}
        status, said, headers = self.send(
            "POST", f"{self.match}/events", body, Authorization=f"Bearer {self.token}", **{"Idempotency-Key": key}
        )
        assert status < 300, said
        return [event["version"] for event in said["events"]], headers.get("Idempotent-Replayed") == "true"

    def is_in(self, cookie: str) -> bool:
        return self.send("GET", "/v1/session", Cookie=cookie)[0] == 200

    def is_as_before(self, left: str) -> None:
        """The roll is not written again, who is in is in, and a session that was ended opens nothing."""
        assert self.roll("k") == ([1], True)
        assert (self.is_in(self.referee), self.is_in(self.phone), self.is_in(left)) == (True, True, False)


@linux
@pytest.mark.parametrize("jump", some(JUMPS, "three years ahead"))
def test_a_repeated_request_writes_nothing_and_everyone_stays_in_when_the_clock_is_set(
    data: Path, set_clock: SetClock, jump: str
) -> None:
    port, ahead = free_port(), JUMPS[jump]
    with serving(data, port, BRADE_ADMIN_TOKEN=OPERATOR, **set_clock.environment) as one:
        hall = Hall(port)
        left = hall.come(club="vasa", name="Anna", password=PASSWORD)
        assert hall.send("DELETE", "/v1/session", Cookie=left)[0] == 204
        assert hall.roll("k") == ([1], False)
        before = stores_clock(data)
        set_clock.ahead(ahead)
        assert abs(stores_clock(data) - before - ahead) < SLOW, "the store, too, goes by the clock that was set"
        hall.is_as_before(left)
        set_clock.ahead(0)  # the clock is right again
        hall.is_as_before(left)
        set_clock.ahead(ahead)
        eventually(lambda: is_kept(data, ahead), SLOW, "the steady clock is kept as the machine's was set")
        one.end(signal.SIGTERM)
    with serving(data, port, BRADE_ADMIN_TOKEN=OPERATOR, **set_clock.environment):
        hall.is_as_before(left)
        assert hall.is_in(hall.come(club="vasa", name="Anna", password=PASSWORD))


def stores_clock(data: Path) -> int:
    with connect(address(data / STORE) or "") as client:
        return int(client.time()[0])


def is_kept(data: Path, ahead: int) -> bool:
    with connect(address(data / STORE) or "") as client:
        (line,) = client.hvals(keys.ELAPSED)
    steady, _, _, wall = map(int, line.split())
    return abs(wall - steady - 1000 * ahead) < 2 * steady_clock.SET_MS
