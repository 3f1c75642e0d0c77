"""An evening of 32 players with 16 phones on a machine of 512 MB: it runs whole, and no process is started again.

    python -m bench evening

A knock-out is recorded roll by roll to its final. All processes of the service are in a control group with 512 MB and
no swap, where this user may make one. Elsewhere their memory is measured, and nothing holds them.
"""

import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path

from bench.commands import OPERATOR, Command, served, small_machine
from bench.figures import Figure, limited
from tests.support.matches.random_matches import played
from tests.support.pages.club_evening import Client, ServedTournament, begin, words

PLAYERS, PHONES = 32, 16
MEMORY_MB = 512
NAMES = tuple(f"Player {number:02}" for number in range(1, PLAYERS + 1))
_LOOK_SECONDS, _WAIT_SECONDS = 1.0, 60.0


def record(service: str, scorer: str, match: str, number: int) -> int:
    """One phone: a whole match, fact after fact, each judged before the next is sent. The number of its facts."""
    facts = played("backgammon", number, {"points": 1}).facts
    connection = HTTPConnection(service.removeprefix("http://"), timeout=_WAIT_SECONDS)
    client = Client(service, scorer)
    for at, fact in enumerate(facts):
        headers = {"Idempotency-Key": f"{match}-{at}", "If-Match": f'"v{at}"', "Prefer": "wait=20"}
        answer = client.ask("POST", f"/v1/matches/{match}/events", [words(fact)], **headers)
        if answer["verdicts"][0]["verdict"] != "accepted":
            raise RuntimeError(f"{match}: {answer}")
        if at % PHONES == 0:
            for page in (f"/matches/{match}", "/"):
                connection.request("GET", page)
                connection.getresponse().read()
    return len(facts)


def play_rounds(service: str, evening: ServedTournament) -> tuple[int, int]:
    """All rounds, each by so many phones as it has matches: the numbers of matches and of facts."""
    done: set[str] = set()
    facts, address = 0, f"/v1/tournaments/{evening.tournament}"
    deadline = time.monotonic() + _WAIT_SECONDS
    while len(done) < PLAYERS - 1:
        rows = evening.organiser.ask("GET", f"{address}/matches")["matches"]
        ready = [row["id"] for row in rows if row["id"] not in done and row["status"] != "waiting"]
        if not ready:
            if time.monotonic() > deadline:
                raise RuntimeError(f"the next round does not come after {len(done)} matches")
            time.sleep(0.1)
            continue
        with ThreadPoolExecutor(PHONES) as phones:
            phone = [
                phones.submit(record, service, evening.scorer.token, match, len(done) + place)
                for place, match in enumerate(ready)
            ]
            facts += sum(each.result() for each in phone)
        done |= set(ready)
        deadline = time.monotonic() + _WAIT_SECONDS
    while evening.organiser.ask("GET", address)["status"] != "finished":
        if time.monotonic() > deadline:
            raise RuntimeError("the tournament does not end")
        time.sleep(0.1)
    return len(done), facts


def most_memory(service: Command, over: threading.Event, found: list[float]) -> None:
    """The most memory that its processes had at once (MB), as the only item of `found`."""
    while not over.wait(_LOOK_SECONDS):
        found[0] = max(found[0], service.memory() / 2**20)


def run(megabytes: int = MEMORY_MB) -> tuple[int, int, float, float, bool]:
    """The evening: its matches, facts, seconds, the most memory (MB), and true if the machine was held to that much.

    Raises `RuntimeError` where it does not run whole.
    """
    over, most = threading.Event(), [0.0]
    with tempfile.TemporaryDirectory(prefix="brade-") as folder, small_machine(megabytes << 20) as group:
        with served(Path(folder), group) as service:
            before = {process.pid for process in service.processes}
            looks = threading.Thread(target=most_memory, args=(service, over, most))
            looks.start()
            try:
                evening = begin(
                    service.url, OPERATOR, names=NAMES, game="backgammon", length={"points": 1}, check="strict"
                )
                began = time.monotonic()
                matches, facts = play_rounds(service.url, evening)
                seconds = time.monotonic() - began
            finally:
                over.set()
                looks.join()
            if lost := before - {process.pid for process in service.processes}:
                raise RuntimeError(f"{len(lost)} processes ended in the evening")
        return matches, facts, seconds, most[0], group is not None


def main() -> list[Figure]:
    """The evening, once."""
    matches, facts, seconds, memory, held = run()
    print(
        f"{matches} matches with {facts:,} facts in {seconds:.0f} s, {memory:.0f} MB at most"
        f", {'held to' if held else 'not held to'} {MEMORY_MB} MB"
    )
    return [limited(f"{PLAYERS} players, {PHONES} phones: most memory", memory, MEMORY_MB, "MB", more=False)]


if __name__ == "__main__":
    main()
