"""Recorded matches, written down move by move as a scorer's tablet would, and their verdicts."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, zip_longest

from service.demo.client import Client
from service.demo.scenario import Json, NotAsExpected, Record

BATCH = 50
"""Facts in a request: some turns, as a scorer's tablet sends them."""
SETTLING_SECONDS = 60.0
POLL = 0.05
_WAIT_SECONDS = 5
_MOST = 1000


class Recording:
    """Tells matches to the service, those of a round side by side. `run` tells this run's keys from those of others."""

    def __init__(self, client: Client, records: Sequence[Record], run: str) -> None:
        self.records = records
        self._client, self._run, self._prompt = client, run, True

    def play(self, announced: Callable[[Record, int], None]) -> None:
        """Write down every match; `announced` gets each record and how many facts of it were judged meanwhile."""
        for number in sorted({record.round for record in self.records}):
            tables = [record for record in self.records if record.round == number]
            for turns in zip_longest(*[self._sent(record) for record in tables]):
                for record, judged in zip(tables, turns, strict=True):
                    announced(record, judged or 0)
        for record in self.records:
            announced(record, self._rest(record))
            self._settled(record)

    def verdicts(self) -> Counter[str]:
        """The number of facts for each verdict."""
        return Counter(verdict["verdict"] for record in self.records for verdict in record.verdicts.values())

    def refusals(self) -> dict[str, list[Json]]:
        """The refusals by the rule that they cite, the most frequent first."""
        found: dict[str, list[Json]] = {}
        for record in self.records:
            for verdict in record.verdicts.values():
                if verdict["verdict"] != "accepted":
                    found.setdefault(verdict["rule"], []).append(verdict)
        return dict(sorted(found.items(), key=lambda item: (-len(item[1]), item[0])))

    def _sent(self, record: Record) -> Iterator[int]:
        """Send a match batch by batch; after each, how many facts were judged by then."""
        facts = iter(record.facts)
        place = f"/v1/matches/{record.match}/events"
        for number, batch in enumerate(iter(lambda: list(islice(facts, BATCH)), [])):
            key = f"{self._run}-{record.match}-{number}"
            wait = _WAIT_SECONDS if self._prompt else None
            verdicts = self._client.post(place, batch, key=key, wait=wait).data["verdicts"]
            self._prompt = len(verdicts) == len(batch)  # where no worker judges now, waiting is for later
            yield _noted(record, verdicts)

    def _rest(self, record: Record) -> int:
        """Wait for the verdicts that did not come at once."""
        judged, deadline = 0, time.monotonic() + SETTLING_SECONDS
        while len(record.verdicts) < len(record.facts):
            before = len(record.verdicts)
            for event in self._events(record):
                judged += _noted(record, [event["verdict"]] if event["verdict"] else [])
            if len(record.verdicts) > before:
                deadline = time.monotonic() + SETTLING_SECONDS
            elif time.monotonic() > deadline:
                missing = len(record.facts) - before
                raise NotAsExpected(f"{missing} facts of {record.match} were not judged in {SETTLING_SECONDS:.0f} s")
            time.sleep(POLL)
        return judged

    def _settled(self, record: Record) -> None:
        record.state = self._client.get(f"/v1/matches/{record.match}").data
        if not record.state["settled"]:
            raise NotAsExpected(f"{record.match} did not settle")

    def _events(self, record: Record) -> Iterator[Json]:
        after = 0
        while True:
            path = f"/v1/matches/{record.match}/events?after={after}&limit={_MOST}"
            rows: Sequence[Json] = self._client.get(path).data["events"]
            yield from rows
            if len(rows) < _MOST:
                return
            after = rows[-1]["version"]


def _noted(record: Record, verdicts: Sequence[Json]) -> int:
    """Keep verdicts; how many of them are new."""
    before = len(record.verdicts)
    record.verdicts |= {verdict["version"]: verdict for verdict in verdicts}
    return len(record.verdicts) - before
