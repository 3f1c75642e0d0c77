"""Matches are played over HTTP while a part of a deployment fails: what was acknowledged, and what of it is there.

    BRADE_ADMIN_TOKEN=… python -m tools.failover https://localhost --certificate /etc/brade/certificate.pem \\
        --after 10 --fail "docker kill -s KILL brade-cluster-store-1-1"

Every writer has a club of its own, so that they are spread over the shards. They record a match fact by fact, and
repeat what was not answered with the same Idempotency-Key. A viewer watches the match through the same proxy. At the
end each log is read: every acknowledged fact has to be there, once, and judged, and the viewer has to have it. The
exit code is 1 if one is missing.
"""

import argparse
import json
import os
import ssl
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from itertools import chain
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit
from uuid import uuid4

MATCH = Path(__file__).parent.parent / "tests" / "data" / "matches" / "seven_games.json"
_PAUSE, _ANSWER_SECONDS, _JUDGED_SECONDS = 0.1, 10.0, 60.0


@dataclass(frozen=True)
class Service:
    """The address of a service, and whose certificate is believed."""

    url: str
    certificate: str | None = None

    def connection(self) -> HTTPConnection:
        """A connection that is not opened yet."""
        parts = urlsplit(self.url)
        if parts.scheme == "https":
            trusting = ssl.create_default_context(cafile=self.certificate)
            return HTTPSConnection(parts.netloc, timeout=_ANSWER_SECONDS, context=trusting)
        return HTTPConnection(parts.netloc, timeout=_ANSWER_SECONDS)

    def ask(self, method: str, path: str, token: str, body: object = None, key: str = "") -> tuple[int, object]:
        """The status and the JSON of an answer, 0 without one."""
        connection = self.connection()
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Accept": "application/json"}
        if key:
            headers["Idempotency-Key"] = key
        try:
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read() or "null")
        except (OSError, HTTPException, ValueError):
            return 0, None
        finally:
            connection.close()

    def surely(self, method: str, path: str, token: str, body: object = None) -> dict[str, object]:
        """The JSON of an answer that comes in the end: asked again until then, with one key."""
        key = uuid4().hex if method == "POST" else ""
        deadline = time.monotonic() + _JUDGED_SECONDS
        while True:
            status, answer = self.ask(method, path, token, body, key)
            if 200 <= status < 300 and isinstance(answer, dict):
                return answer
            if 400 <= status < 500 or time.monotonic() > deadline:
                sys.exit(f"{method} {path}: {status} {answer}")
            time.sleep(_PAUSE)


class Missing(NamedTuple):
    """Acknowledged versions that a log lacks, versions of it that the viewer lacks, and how many are not judged."""

    lost: list[int]
    unseen: set[int]
    unjudged: int


@dataclass
class Played:
    """A match: what was acknowledged, and what its viewer saw."""

    service: Service
    token: str
    match: str
    acknowledged: list[int] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)
    refusals: list[int] = field(default_factory=list)
    unanswered: int = 0
    seen: set[int] = field(default_factory=set)

    def record(self, facts: list[dict[str, object]], until: float) -> None:
        """Record fact after fact until the time is up."""
        for fact in facts:
            if time.monotonic() > until:
                return
            key, began = uuid4().hex, time.monotonic()
            while True:
                path = f"/v1/matches/{self.match}/events"
                status, answer = self.service.ask("POST", path, self.token, fact, key)
                if 200 <= status < 300 and isinstance(answer, dict):
                    self.acknowledged.append(int(answer["events"][0]["version"]))
                    self.waited.append(time.monotonic() - began)
                    break
                self.refusals.append(status)
                if time.monotonic() > until:
                    self.unanswered += 1
                    return
                if 400 <= status < 500 and status != 429:
                    sys.exit(f"{path}: {status} {answer}")
                time.sleep(_PAUSE)

    def watch(self, ending: threading.Event) -> None:
        """Watch the match's stream, and come back with the last id as often as it ends."""
        last = ""
        while not ending.is_set():
            connection = self.service.connection()
            headers = {"Authorization": f"Bearer {self.token}"} | ({"Last-Event-ID": last} if last else {})
            try:
                connection.request("GET", f"/v1/matches/{self.match}/stream", headers=headers)
                stream = connection.getresponse()
                if stream.status == 200:
                    last = self._read(stream, ending) or last
            except (OSError, HTTPException):
                pass
            finally:
                connection.close()
            ending.wait(_PAUSE)

    def _read(self, stream: HTTPResponse, ending: threading.Event) -> str:
        last = ""
        try:
            while not ending.is_set() and (line := stream.readline()):
                name, _, value = line.decode().strip().partition(": ")
                if name == "id":
                    last = value
                    self.seen.add(int(value.partition("-")[0]))
        except (OSError, HTTPException):
            pass
        return last

    def missing(self) -> "Missing":
        """Facts that are not there, or not yet."""
        found: list[int] = []
        while True:
            after = found[-1] if found else 0
            path = f"/v1/matches/{self.match}/events?after={after}&limit=100"
            page = self.service.surely("GET", path, self.token)["events"]
            if not page:
                break
            found += [int(each["version"]) for each in page]  # type: ignore[attr-defined]
        if found != list(range(1, len(found) + 1)):
            sys.exit(f"{self.match}: the versions are {found}")
        state = self.service.surely("GET", f"/v1/matches/{self.match}", self.token)
        lost = [each for each in self.acknowledged if each > len(found)]
        return Missing(lost, set(found) - self.seen, len(found) - int(str(state["judged_version"])))


def played(service: Service, admin: str, number: int) -> Played:
    """A new club with a match."""
    slug = f"failover-{uuid4().hex[:8]}"
    club = service.surely("POST", "/v1/clubs", admin, {"slug": slug, "name": f"Failover {number}"})
    token = str(club["token"])
    names = {"white": "Åsa Öberg", "black": "Nils Ek"}
    opened = {"club": slug, "game": "swedish", "length": {"games": 7}, "players": names}
    return Played(service, token, str(service.surely("POST", "/v1/matches", token, opened)["id"]))


def run(service: Service, admin: str, writers: int, seconds: float, after: float, command: str) -> int:
    """Play, let a part fail, and look. The number of facts that are missing."""
    facts = json.loads(MATCH.read_text(encoding="utf-8"))["events"]
    matches = [played(service, admin, number) for number in range(writers)]
    ending, until = threading.Event(), time.monotonic() + seconds
    viewers = [threading.Thread(target=match.watch, args=(ending,)) for match in matches]
    recorders = [threading.Thread(target=match.record, args=(facts, until)) for match in matches]
    for thread in chain(viewers, recorders):
        thread.start()
    time.sleep(after)
    if command:
        print(f"after {after:g} s: {command}")
        subprocess.run(command, shell=True, check=True, stdout=subprocess.DEVNULL)
    for thread in recorders:
        thread.join()
    missing = _settled(matches)
    ending.set()
    for thread in viewers:
        thread.join()
    waited = sorted(chain.from_iterable(match.waited for match in matches))
    refusals = Counter(chain.from_iterable(match.refusals for match in matches))
    print(f"acknowledged {len(waited)} facts of {writers} writers, {len(waited) / seconds:.0f} a second")
    print(
        f"waited for an answer, repeats included: half {1000 * waited[len(waited) // 2]:.0f} ms, all {waited[-1]:.1f} s"
    )
    print(f"repeated after: {dict(refusals)} (0: no answer)")
    print(f"not acknowledged when the time was up: {sum(match.unanswered for match in matches)}")
    print(f"missing in the logs {missing[0]}, with the viewers {missing[1]}, not judged {missing[2]}")
    return sum(missing)


def _settled(matches: list[Played]) -> tuple[int, int, int]:
    """Facts that logs, viewers and judges lack in the end: they are waited for."""
    deadline = time.monotonic() + _JUDGED_SECONDS
    while True:
        each = [match.missing() for match in matches]
        missing = (
            sum(len(one.lost) for one in each),
            sum(len(one.unseen) for one in each),
            sum(one.unjudged for one in each),
        )
        if not any(missing) or time.monotonic() > deadline:
            return missing
        time.sleep(_PAUSE)


def main() -> None:
    """Read the command line, and play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url", help="the address of the service, as clients reach it")
    parser.add_argument("--writers", type=int, default=8, help="matches that are played at the same time")
    parser.add_argument("--seconds", type=float, default=40.0, help="how long they are played")
    parser.add_argument("--after", type=float, default=10.0, metavar="SECONDS", help="when the command is run")
    parser.add_argument("--fail", default="", metavar="COMMAND", help="the command that lets a part fail")
    parser.add_argument("--certificate", help="the file of a certificate that is believed beside the usual ones")
    given = parser.parse_args()
    admin = os.environ.get("BRADE_ADMIN_TOKEN") or sys.exit("BRADE_ADMIN_TOKEN is the operator's token: set it")
    service = Service(given.url, given.certificate)
    sys.exit(1 if run(service, admin, given.writers, given.seconds, given.after, given.fail) else 0)


if __name__ == "__main__":
    main()
