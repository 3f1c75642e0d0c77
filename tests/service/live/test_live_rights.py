"""A viewer who loses the right to watch is sent nothing more within a moment, and is told why when they come back."""

import asyncio
import json
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from service.auth import link_tokens
from service.auth.link_tokens import TableLink
from service.bootstrap import Dependencies, build_dependencies
from service.config import Settings
from service.handlers.club import sessions, sign_in
from service.live import reauthorize
from service.live.broadcast import Channels
from service.live.grant import StreamGrant
from service.live.hub import Hub
from service.live.viewer_seats import Claim, Seats
from service.store.connect import connect
from service.store.server.embedded_server import EmbeddedStore
from tests.support.api import OPERATOR
from tests.support.processes.served import Served, served
from tests.support.proving import prove, some
from tests.support.store import Store, eventually
from tests.support.viewers import messages

pytestmark = pytest.mark.xdist_group("live-rights")  # one service for all tests

PASSWORD = "en kopp kaffe"
NUMBERS = count(1)
MOMENT = 10.0
"""Seconds within which a stream that may not go on is over, also on a busy machine: no comment is sent that soon."""


class Club:
    """A club with a friendly match and a tournament of its own, at a running service."""

    def __init__(self, service: Served, deps: Dependencies) -> None:
        self.service, self.deps = service, deps
        self.slug = f"vasa{next(NUMBERS)}"
        self.path = f"/v1/clubs/{self.slug}"
        self.token = self.ask("POST", "/v1/clubs", {"slug": self.slug, "name": "Vasa"}, OPERATOR)["token"]
        seats = {"white": "Åsa", "black": "Nils"}
        friendly = {"club": self.slug, "game": "swedish", "length": {"games": 3}, "players": seats}
        self.match = f"/v1/matches/{self.ask('POST', '/v1/matches', friendly)['id']}"
        cup = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "round_robin", "published": True}
        self.tournament = f"/v1/tournaments/{self.ask('POST', f'{self.path}/tournaments', cup)['id']}"

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> HTTPResponse:
        connection = HTTPConnection("127.0.0.1", self.service.port, timeout=10.0)
        text = None if body is None else json.dumps(body)
        connection.request(method, path, text, {"Content-Type": "application/json", **headers})
        return connection.getresponse()

    def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        answer = self.send(method, path, body, Authorization=f"Bearer {token or self.token}")
        said = answer.read()
        assert answer.status < 300, said
        return json.loads(said) if said else None

    def issued(self, role: str = "viewer") -> tuple[str, dict[str, str]]:
        """A new token: its id, and what its holder sends."""
        made = self.ask("POST", f"{self.path}/tokens", {"role": role})
        return made["id"], {"Authorization": f"Bearer {made['token']}"}

    def come(self, **words: str) -> dict[str, str]:
        """The headers of a browser that came in by a link, or with a password."""
        answer = self.send("POST", "/v1/session", words, **{"Sec-Fetch-Site": "same-origin"})
        assert answer.status == 200, answer.read()
        return {"Cookie": str(answer.getheader("Set-Cookie")).partition(";")[0]}

    def member(self, name: str, role: str) -> tuple[str, dict[str, str]]:
        """A person who works for the club: the id, and the headers of their browser."""
        invited = self.ask("POST", f"{self.path}/people", {"name": name, "role": role})
        form = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}
        for path, field, value in (("key", "key", invited["invitation"]), ("password", "password", PASSWORD)):
            connection = HTTPConnection("127.0.0.1", self.service.port, timeout=10.0)
            connection.request("POST", f"/sign-in/{path}", f"{field}={value.replace(' ', '+')}", form)
            answer = connection.getresponse()
            assert answer.status == 303, answer.read()
            form["Cookie"] = str(answer.getheader("Set-Cookie")).partition(";")[0]
        return invited["id"], self.come(club=self.slug, name=name, password=PASSWORD)

    def watch(self, path: str, headers: dict[str, str] | None = None) -> "Watching":
        answer = self.send("GET", f"{path}/stream", **(headers or {}))
        assert answer.status == 200, answer.read()
        return Watching(answer)

    def refusal(self, path: str, headers: dict[str, str] | None = None) -> int:
        """The status with which a returning viewer is refused."""
        answer = self.send("GET", f"{path}/stream", **(headers or {}))
        assert answer.getheader("Content-Type") == "application/problem+json"
        return answer.status

    def roll(self) -> None:
        """Let something happen in the friendly match."""
        self.ask("POST", f"{self.match}/events", {"type": "OpeningRolled", "white": 3, "black": 3})


class Watching:
    """A stream that is read to its end."""

    def __init__(self, answer: HTTPResponse) -> None:
        self.answer, self.lines, self.ended = answer, list[bytes](), 0.0
        assert answer.readline() == b"retry: 1000\n"
        self.reading = Thread(target=self._read, daemon=True)
        self.reading.start()

    def _read(self) -> None:
        while line := self.answer.readline():
            self.lines.append(line)
        self.ended = time.monotonic()

    def is_over_since(self, moment: float) -> bool:
        """True if it is over within a moment after that time, in an orderly way."""
        self.reading.join(MOMENT + 3.0)
        return not self.goes_on and moment < self.ended < moment + MOMENT

    @property
    def goes_on(self) -> bool:
        return self.reading.is_alive()

    @property
    def facts(self) -> list[int]:
        text = b"".join(self.lines).decode().rpartition("\n\n")[0]
        return [message.data["version"] for message in messages(text) if message.event == "fact"]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Dependencies]]:
    folder: Path = tmp_path_factory.mktemp("rights")
    with EmbeddedStore(folder / "store", True) as store, connect(store.url), served(store.url, folder) as service:
        yield service, build_dependencies(Settings(data=folder, store_url=store.url, admin_token=OPERATOR))


@pytest.fixture
def club(running: tuple[Served, Dependencies]) -> Club:
    service, deps = running
    return Club(service, deps)


def test_with_its_token_a_stream_ends_and_others_go_on(club: Club) -> None:
    (token, holder), (_, other) = club.issued(), club.issued()
    streams = [club.watch(path, holder) for path in (club.match, club.tournament)]
    another = club.watch(club.match, other)
    revoked = time.monotonic()
    club.ask("DELETE", f"{club.path}/tokens/{token}")
    assert all(stream.is_over_since(revoked) for stream in streams)
    assert club.refusal(club.match, holder) == 401
    club.roll()
    eventually(lambda: another.facts == [1])
    assert streams[0].facts == []


@pytest.mark.parametrize("how", some(["signed out", "signed out everywhere", "removed", "another password"], "removed"))
def test_with_its_session_a_stream_ends(club: Club, how: str) -> None:
    member, browser = club.member("Rut", "referee")
    _, other = club.member("Eva", "organiser")
    stream, another = club.watch(club.match, browser), club.watch(club.match, other)
    ended = time.monotonic()
    if how == "removed":
        club.ask("DELETE", f"{club.path}/people/{member}")
    elif how == "signed out":
        elsewhere = club.watch(club.match, club.come(club=club.slug, name="Rut", password=PASSWORD))
        ended = time.monotonic()
        assert club.send("DELETE", "/v1/session", **browser).status == 204
    else:
        who = sessions.principal_of(club.deps, sign_in.sign_in(club.deps, club.slug, "Rut", PASSWORD, "10.0.0.1"))
        ended = time.monotonic()
        if how == "another password":
            sign_in.change_password(club.deps, who, PASSWORD, "en kopp te till", "10.0.0.1")
        else:
            sessions.sign_out_everywhere(club.deps, who)
    assert stream.is_over_since(ended)
    assert another.goes_on
    assert how != "signed out" or elsewhere.goes_on
    assert club.refusal(club.match, browser) == 401


def test_with_a_link_that_is_left_a_stream_ends_and_another_phones_goes_on(club: Club) -> None:
    made = club.ask("POST", f"{club.match}/links", {})
    browser, other = club.come(link=made["link"]), club.come(link=made["link"])
    stream, another = club.watch(club.match, browser), club.watch(club.match, other)
    left = time.monotonic()
    assert club.send("DELETE", "/v1/session", **browser).status == 204
    assert stream.is_over_since(left)
    assert another.goes_on
    assert club.refusal(club.match, browser) == 401


def test_with_a_link_that_is_taken_back_a_stream_ends(club: Club) -> None:
    made = club.ask("POST", f"{club.match}/links", {})
    browser = club.come(link=made["link"])
    stream = club.watch(club.match, browser)
    revoked = time.monotonic()
    club.ask("DELETE", f"{club.match}/links")
    assert stream.is_over_since(revoked)
    assert club.refusal(club.match, browser) == 401


@prove
def test_when_the_time_of_a_link_is_over_so_is_its_stream(club: Club) -> None:
    now = club.deps.clock()
    match = club.match.rpartition("/")[2]
    browser = club.come(
        link=link_tokens.written(club.deps, TableLink(club.slug, "", f"match:{match}", "scorer", 0, now + 3000))
    )
    stream, over = club.watch(club.match, browser), time.monotonic() + 2.9
    assert stream.is_over_since(over)
    assert club.refusal(club.match, browser) == 401


def test_strangers_watch_as_long_as_a_tournament_is_published_and_members_on(club: Club) -> None:
    _, member = club.issued()
    streams, inside = [club.watch(club.tournament) for _ in range(3)], club.watch(club.tournament, member)
    ended = time.monotonic()
    club.ask("POST", f"{club.tournament}/publication", {"published": False})
    assert all(stream.is_over_since(ended) for stream in streams)
    assert club.refusal(club.tournament) == 401
    assert inside.goes_on


def test_a_viewer_with_other_rights_than_before_reconnects(club: Club) -> None:
    member, browser = club.member("Rut", "viewer")
    stream = club.watch(club.match, browser)
    changed = time.monotonic()
    club.ask("PATCH", f"{club.path}/people/{member}", {"role": "referee"})
    assert stream.is_over_since(changed)
    assert club.watch(club.match, browser).goes_on


@prove
def test_what_takes_no_right_away_ends_no_stream(club: Club) -> None:
    _, browser = club.member("Rut", "viewer")
    stream = club.watch(club.match, browser)
    club.ask("POST", f"{club.path}/players", [{"name": "Åsa"}, {"name": "Nils"}])
    club.ask("POST", f"{club.match}/links", {})
    token, holder = club.issued()
    other = club.watch(club.match, holder)
    revoked = time.monotonic()
    club.ask("DELETE", f"{club.path}/tokens/{token}")
    assert other.is_over_since(revoked)  # by then it was asked for all who watch
    club.roll()
    eventually(lambda: stream.facts == [1])


def test_a_right_that_is_lost_while_its_holder_comes_in_is_lost_all_the_same(club: Club) -> None:
    for _ in range(5):
        token, holder = club.issued()
        club.send("GET", club.match, **holder).read()  # the process knows the token now, and believes it for a moment
        club.ask("DELETE", f"{club.path}/tokens/{token}")
        revoked = time.monotonic()
        answer = club.send("GET", f"{club.match}/stream", **holder)
        if answer.status == 200:
            assert Watching(answer).is_over_since(revoked)
        else:
            assert answer.status == 401


def test_who_cannot_be_asked_for_now_watches_on_and_is_asked_for_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("_FIRST", "_AGAIN", "_LONGEST"):
        monkeypatch.setattr(reauthorize, name, 0.01)
    grant, asked = StreamGrant("match", "m_abcdefghij", 0, "member", "vasa"), list[str]()

    async def ask(scope: Any) -> StreamGrant | None:
        asked.append(scope["path"])
        if len(asked) == 1:
            raise reauthorize.AuthorizationUnknown("the store is away")
        return grant._replace(after=7) if len(asked) == 2 else None

    async def scenario() -> None:
        hub = Hub(store.client)
        viewer = Channels(hub, Seats()).enter(Claim(2, "vasa", ""))
        watching = reauthorize.Reauthorizer(hub, ask, lambda: 0)
        with watching.about(viewer, grant, {"path": "/", "scheme": "http", "headers": []}):
            while len(asked) < 3:
                assert not viewer.ended
                await asyncio.sleep(0.01)
            assert await viewer.take() == []
            assert viewer.ended
        assert not watching._watched
        watching.close()
        await asyncio.to_thread(hub.close)

    asyncio.run(asyncio.wait_for(scenario(), 10.0))
