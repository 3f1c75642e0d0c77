"""The scorer's page on a slow phone: bytes, and the time until the first die can be tapped.

    python -m bench.scorer

The phone is Chromium with the processor four times slower and the network of Lighthouse's "Slow 4G" (once "Fast 3G"):
1.6 Mbit/s down, 750 kbit/s up, 150 ms. Chromium delays each request, and not each packet of it. So Lighthouse takes
562.5 ms and 1.475 Mbit/s for the same network where it emulates it like this: `far`. `first` is a phone that was never
here, `again` opens the page a second time. Over plain http browsers allow no service worker.

The limits are the project's own: 70 kB with the rules of the match's game, and 1 s. Bytes are those of the page's
answers with their headers, until the first die can be tapped, and with what follows. What a service worker fetches
beside the page is not among them.
"""

import os
import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from typing import Any, NamedTuple

from bench.figures import Figure, limited
from bench.processes import whole_service
from tests.support.pages.browser import CHROMIUM, FLAGS, MISSING, PHONE
from tests.support.pages.club_evening import ServedTournament, begin

ROUNDS = 3
LIMIT_BYTES, LIMIT_SECONDS = 70_000, 1.0
OPERATOR = "x" * 20
HALL = "hall.example"
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
FAR = {"offline": False, "latency": 562.5, "downloadThroughput": 1_474_560 / 8, "uploadThroughput": 675_000 / 8}
PHONES = {"slow 4G": (SLOW_4G, 4), "slow 4G, far": (FAR, 4), "no emulation": (None, 1)}
USABLE = """new MutationObserver((_, observer) => {
  if (!document.querySelector("#scoring.ready .dice-row button:not([disabled])")) return;
  observer.disconnect();
  performance.mark("usable");
}).observe(document, { subtree: true, childList: true, attributes: true });"""
USABLE_AT = """new Promise((found, failed) => {
  setTimeout(() => failed(new Error(`no die can be tapped: ${document.body.innerText}`)), 30_000);
  new PerformanceObserver((list) => { for (const each of list.getEntriesByName("usable")) found(each.startTime); })
    .observe({ type: "mark", buffered: true });
})"""


class Opening(NamedTuple):
    """One opening of the page: seconds until a die can be tapped, bytes until then and in all, and requests."""

    seconds: float
    until_usable: int
    in_all: int
    requests: int


@contextmanager
def phone(chromium: Any, evening: ServedTournament, network: Any, slower: int) -> Iterator[tuple[Any, list[Any]]]:
    """A page of a new browser with its emulation; the list gets what was transferred, with the time of the browser."""
    headers = {"Authorization": f"Bearer {evening.scorer.token}"}
    context = chromium.new_context(viewport=PHONE, locale="sv-SE", extra_http_headers=headers)
    page = context.new_page()
    page.add_init_script(USABLE)
    connection = context.new_cdp_session(page)
    transferred: list[Any] = []
    connection.on("Network.loadingFinished", lambda each: transferred.append(each))
    connection.send("Network.enable")
    if network:
        connection.send("Network.emulateNetworkConditions", network)
    connection.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    try:
        yield page, transferred
    finally:
        context.close()


def opened(page: Any, transferred: list[Any], address: str) -> Opening:
    """Open the page, and measure."""
    transferred.clear()
    page.goto(address, wait_until="commit")
    milliseconds = page.evaluate(USABLE_AT)
    until_usable = sum(each["encodedDataLength"] for each in transferred)
    page.wait_for_timeout(2_000)
    in_all = sum(each["encodedDataLength"] for each in transferred)
    return Opening(milliseconds / 1e3, int(until_usable), int(in_all), len(transferred))


def main() -> list[Figure]:
    """Each phone some times; the medians."""
    if not os.access(CHROMIUM, os.X_OK):
        print(MISSING)
        return []
    from playwright.sync_api import sync_playwright

    rows: dict[str, list[Opening]] = {}
    with whole_service(OPERATOR, addresses=(f"http://{HALL}",)) as service, sync_playwright() as playwright:
        evening = begin(service.url, OPERATOR, check="strict")
        path = f"/matches/{evening.matches[0]}/score"
        hosts = {"": service.url, ", plain http": f"http://{HALL}:{service.url.rpartition(':')[2]}"}
        flags = [*FLAGS, f"--host-resolver-rules=MAP {HALL} 127.0.0.1"]
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        for _ in range(ROUNDS):
            for (name, (network, slower)), (way, host) in product(PHONES.items(), hosts.items()):
                with phone(chromium, evening, network, slower) as (page, transferred):
                    for time in ("first", "again"):
                        rows.setdefault(f"{name}{way}, {time}", []).append(opened(page, transferred, f"{host}{path}"))
        chromium.close()
    print(f"{'':<42} {'usable s':>8} {'bytes':>8} {'bytes in all':>13} {'requests':>9}")
    for name, row in rows.items():
        seconds, until, in_all, requests = (statistics.median(column) for column in zip(*row, strict=True))
        print(f"{name:<42} {seconds:>8.2f} {until:>8,.0f} {in_all:>13,.0f} {requests:>9.0f}")
    first = {name: row for name, row in rows.items() if name.endswith(", first")}
    return [
        limited(f"usable, {name}", statistics.median(each.seconds for each in found), LIMIT_SECONDS, "s", more=False)
        for name, found in first.items()
    ] + [
        limited(f"bytes, {name}", statistics.median(each.until_usable for each in found), LIMIT_BYTES, "", more=False)
        for name, found in first.items()
    ]


if __name__ == "__main__":
    main()
