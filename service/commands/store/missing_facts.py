"""Facts that the checkpoint names and the store does not hold: said, and given up by a person."""

import json
import os
import time

import click
from redis import Redis

from core.eventlog.hash_chain import with_hash
from service.checkpoint.checkpointer import Checkpointer, CheckpointTaken
from service.checkpoint.comparison import Missing, Report, folders, report
from service.commands.store import open_store
from service.config import Settings
from service.private_files import private_folder
from service.store import held_streams
from service.store.connect import connect
from service.store.log import RedisLog
from service.store.maintenance.log_replacement import replace
from service.store.read_models import states
from service.terminal import count, fail, say

FOLDER = "given-up"
"""The folder of what followed facts that were given up, in the data folder."""
_WAIT_SECONDS = 15.0
HELP = "bring them back (`brade restore`, a copy of the data folder) or give them up: `brade doctor --accept-loss`"


def show(found: Report) -> None:
    """Say of every log what is missing."""
    for each in found.missing:
        say(str(each), "red")
    for fault in (*found.troubles, *found.damage):
        say(fault, "yellow")


def accept_loss(settings: Settings, *, yes: bool) -> None:
    """Say what is missing, and after a yes let the logs go on from what the store holds."""
    with open_store.located(settings) as url, connect(url) as client:
        found = report(client, settings)
        show(found)
        if not found.missing:
            say(f"Nothing is missing of the {count(found.streams, 'log')} that the checkpoint names.")
            return
        say(f"{count(len(found.missing), 'log')} would go on without these facts, for good.")
        gapped = [missing for missing in found.missing if missing.lacks]
        if gapped:
            ends = count(len(gapped), "log lacks events and ends", "logs lack events and end")
            say(f"{ends} before the first of them: what follows is nothing without them. It is kept in a file.")
        if not yes and not click.confirm("Give them up?", default=False):
            fail("Nothing was changed.")
        checkpointer, runs = Checkpointer(url, folders(settings)), False
        try:
            try:
                checkpointer.begin()
            except CheckpointTaken:  # a service runs, and looks every second
                runs = True
            if runs and gapped:
                fail("A service runs, and remembers what those logs held: end it first. Nothing was changed.")
            for each in gapped:
                _end_before_gap(client, settings, each)
            given_up = {missing.stream.encode(): missing.recorded for missing in report(client, settings).missing}
            held_streams.give_up(client, given_up)
            if runs:
                deadline = time.monotonic() + _WAIT_SECONDS
                while given_up.keys() & held_streams.held(client).keys() and time.monotonic() < deadline:
                    time.sleep(0.1)
            else:
                checkpointer.look()
                checkpointer.anchor(anew=True)  # the last number may still name what was given up
        finally:
            checkpointer.stop()
        if left := given_up.keys() & held_streams.held(client).keys():
            fail(f"{count(len(left), 'log is', 'logs are')} still held: `brade doctor` says why.")
    say(f"Given up: {count(len(found.missing), 'log goes', 'logs go')} on from what the store holds.")


def _end_before_gap(client: Redis, settings: Settings, missing: Missing) -> None:
    """End a log before the first event that it lacks. What followed is kept in a file of the data folder."""
    stream, first = missing.stream, missing.gaps[0][0]
    log = RedisLog(client)
    head = log.head(stream)
    assert head is not None
    kept = private_folder(settings.data / FOLDER) / f"{stream}-from-{first}.ndjson"
    with kept.open("w", encoding="utf-8") as file:
        for recorded in log.read(stream, after=first - 1):
            file.write(json.dumps(with_hash(stream, recorded), ensure_ascii=False) + "\n")
        file.flush()
        os.fsync(file.fileno())
    replace(client, stream, head, list(log.read(stream, limit=first)) if first else [])
    states.forget(client, stream)
    say(f"{stream} ends with version {first - 1} now. What followed is in {kept}.")
