"""Waiting until a fact is judged, as long as the client is willing to."""

import time

from flask import current_app

from service.bootstrap import Dependencies
from service.store.read_models import states
from service.web.http.request_headers import Wait

_POLL_SECONDS = 0.01


PATIENCE = Wait(3, "wait=3")
"""The wait of a page, and of a client that says nothing else."""


def wait_until_judged(deps: Dependencies, match_id: str, version: int, wait: Wait | None = None) -> bool:
    """True if a fact was judged within the time that the client is willing to wait."""
    wait = wait or PATIENCE
    hub = current_app.extensions["brade"].hub
    if hub is not None:
        return hub.wait(match_id, version, wait.seconds)
    deadline = time.monotonic() + wait.seconds
    while states.judged_version(deps.client, match_id) < version:
        if time.monotonic() >= deadline:
            return False
        time.sleep(_POLL_SECONDS)
    return True


def until_judged(deps: Dependencies, match_id: str, wait: Wait | None = None) -> None:
    """Wait a moment until what was reported of a match has reached its tournament."""
    head = deps.log.head(match_id)
    if head is not None:
        wait_until_judged(deps, match_id, head.version, wait)
