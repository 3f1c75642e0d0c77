"""A scorer's phone: a page of the service in a browser, with the outbox of a match in `window.outbox`."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from core.events import Event
from service.web.pages import assets
from tests.support.pages.browser import PHONE
from tests.support.pages.club_evening import ServedTournament, words
from tests.support.store import eventually

_OPEN = """async ([script, match_id, version]) => {
    const { openOutbox } = await import(script);
    window.outbox = await openOutbox({ match_id, send_url: `/v1/matches/${match_id}/events`, version });
}"""


@dataclass
class Phone:
    """A page with an outbox."""

    page: Any
    match: str

    def open(self, version: int = 0) -> None:
        """Open the outbox, as a page does that shows the log up to this version."""
        self.page.evaluate(_OPEN, [assets.address("scoring/outbox/outbox.js"), self.match, version])

    def add(self, events: Sequence[Event]) -> None:
        """Enter facts, one after the other."""
        for event in events:
            self.page.evaluate("fact => outbox.add(fact)", words(event))

    def call(self, method: str, *arguments: Any) -> Any:
        """Call a method of the outbox."""
        return self.page.evaluate("([method, given]) => outbox[method](...given)", [method, list(arguments)])

    @property
    def entries(self) -> list[dict[str, Any]]:
        """The facts that the phone has."""
        return list(self.page.evaluate("outbox.entries()"))

    @property
    def states(self) -> list[str]:
        """The states of its facts, in their order."""
        return [entry["state"] for entry in self.entries]

    @property
    def status(self) -> dict[str, Any]:
        """The queue on the page."""
        return dict(self.page.evaluate("outbox.status()"))

    def becomes(self, *states: str) -> None:
        """Wait until the facts are in these states."""
        eventually(lambda: self.states == list(states), 30.0, f"{states} instead of {self.states}")

    def waits_for(self, reason: str | None) -> None:
        """Wait until nothing goes out for this reason."""
        eventually(lambda: self.status["reason"] == reason, 30.0, f"{reason} instead of {self.status}")


def phone_in(context: Any, evening: ServedTournament, match: str, version: int = 0, address: str = "") -> Phone:
    """A phone with the page of a match open, in a context of a browser."""
    page = context.new_page()
    page.goto(f"{address or evening.scorer.address}/matches/{match}")
    phone = Phone(page, match)
    phone.open(version)
    return phone


@contextmanager
def phone_of(browser: Any, evening: ServedTournament, **options: Any) -> Iterator[Any]:
    """A scorer's browser with storage of its own: the context of its pages."""
    headers = {"Authorization": f"Bearer {evening.scorer.token}"}
    options = {"viewport": PHONE, "locale": "sv-SE", "extra_http_headers": headers, **options}
    context = browser.new_context(**options)
    context.set_default_timeout(30_000)
    try:
        yield context
    finally:
        context.close()


def log_of(evening: ServedTournament, match: str) -> list[dict[str, Any]]:
    """The facts of a match as they are written."""
    return list(evening.organiser.ask("GET", f"/v1/matches/{match}/events?after=0")["events"])


def recorded(evening: ServedTournament, match: str) -> list[dict[str, Any]]:
    """The facts of a match as they were sent."""
    own = {"version", "recorded_at", "recorded_by", "prev_hash", "hash", "verdict", "stream", "schema"}
    return [{name: value for name, value in each.items() if name not in own} for each in log_of(evening, match)]
