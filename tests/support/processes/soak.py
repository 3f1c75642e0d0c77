"""A bounded load on a service that runs: matches played to their end, viewers that come and go, and readers."""

import random
import threading
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException

from core.eventlog.codec import to_json
from service.demo.client import Client
from service.exports import EXPORTS
from tests.support.judging import recorded
from tests.support.pages.club_evening import ServedTournament

PLAYED = ("three_games", "tie_break_three", "refusals_three")
GAP_SECONDS = 0.1
"""Between two requests of one thread: some ten a second of each, whatever the machine could take."""


class Load:
    """Threads that record, follow and read until `stop`, which count what they did.

    What goes wrong in a thread ends it, and is in `troubles`.
    """

    def __init__(self, url: str, token: str, evening: ServedTournament) -> None:
        self.facts = self.requests = self.matches = self.viewers = self.files = 0
        self.troubles: list[str] = []
        self._url, self._token, self._evening = url, token, evening
        self._playing: list[str] = list(evening.matches)
        self._stopping = threading.Event()
        does: list[Callable[[random.Random], None]] = [self._play, self._play, self._follow, self._follow, self._read]
        self._threads = [threading.Thread(target=self._run, args=(each, seed)) for seed, each in enumerate(does)]

    def start(self) -> None:
        """Begin."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End; what is being played is left as it stands."""
        self._stopping.set()
        for thread in self._threads:
            thread.join(30)
            assert not thread.is_alive(), "a thread waits for an answer"

    def _run(self, does: Callable[[random.Random], None], seed: int) -> None:
        chance = random.Random(seed)
        try:
            while not self._stopping.is_set():
                does(chance)
        except Exception as trouble:  # noqa: BLE001 - told in the end, by the test
            self.troubles.append(f"{does.__name__}: {type(trouble).__name__}: {trouble}")

    def _play(self, chance: random.Random) -> None:
        """One friendly match, from its opening to its end, in requests of one to eight facts."""
        client, one = Client(self._url, self._token), recorded(chance.choice(PLAYED))
        body = {"club": "vasa", "game": "swedish", "length": {"games": 3}, "players": {"white": "a", "black": "b"}}
        match = client.post("/v1/matches", body, key=f"{chance.random()}").data["id"]
        self._playing = [*self._playing[-7:], match]
        facts, place = [{"type": type(fact).__name__, **to_json(fact)} for fact in one.facts], 0
        while place < len(facts) and not self._stopping.wait(GAP_SECONDS):
            some = facts[place : place + chance.randint(1, 8)]
            client.post(f"/v1/matches/{match}/events", some, key=f"{match}/{place}")
            place += len(some)
            self.facts += len(some)
            self.requests += 1
        self.matches += place == len(facts)
        client.close()

    def _follow(self, chance: random.Random) -> None:
        """A viewer: a page, then its stream for a moment."""
        match = chance.choice(self._playing)
        host = self._url.removeprefix("http://")
        headers = {"Authorization": f"Bearer {self._token}"}
        connection = HTTPConnection(host, timeout=10.0)
        try:
            connection.request("GET", f"/matches/{match}", headers=headers)
            page = connection.getresponse()
            page.read()
            connection.request("GET", f"/v1/matches/{match}/stream", headers=headers | {"Accept": "text/event-stream"})
            stream = connection.getresponse()
            assert (page.status, stream.status) == (200, 200), (page.status, stream.status, match)
            for _ in range(chance.randint(1, 20)):
                stream.readline()
        except (TimeoutError, HTTPException):
            pass  # a match in which nothing happens for so long
        finally:
            connection.close()
        self.viewers += 1
        self._stopping.wait(GAP_SECONDS)

    def _read(self, chance: random.Random) -> None:
        """The answers that many ask for: the tournament as files, its table, its desk, a match in full."""
        part = f"/v1/tournaments/{self._evening.tournament}"
        paths = [f"{part}/{name}" for name, export in EXPORTS.items() if not export.of_round]
        paths += [f"/v1/matches/{chance.choice(self._playing)}/transcript.txt", f"/desk/{self._evening.tournament}"]
        client = Client(self._url, self._token)
        client.get(chance.choice(paths), "*/*")
        client.close()
        self.files += 1
        self._stopping.wait(GAP_SECONDS)
