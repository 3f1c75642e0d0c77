"""Facts that the checkpoint names and the store does not hold: said, and given up by a person."""

import time

import click

from service.checkpoint.checkpointer import Checkpointer, CheckpointTaken
from service.checkpoint.comparison import Report, folders, report
from service.commands.store import open_store
from service.config import Settings
from service.store import held_streams
from service.store.connect import connect
from service.terminal import count, fail, say

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
        if not yes and not click.confirm("Give them up?", default=False):
            fail("Nothing was changed.")
        given_up = {each.stream.encode(): each.recorded for each in found.missing}
        held_streams.give_up(client, given_up)
        checkpointer = Checkpointer(url, folders(settings))
        try:
            checkpointer.begin()
            checkpointer.anchor(anew=True)  # the last number may still name what was given up
        except CheckpointTaken:  # a service runs, and looks every second
            deadline = time.monotonic() + _WAIT_SECONDS
            while given_up.keys() & held_streams.held(client).keys() and time.monotonic() < deadline:
                time.sleep(0.1)
        finally:
            checkpointer.stop()
        if left := given_up.keys() & held_streams.held(client).keys():
            fail(f"{count(len(left), 'log is', 'logs are')} still held: `brade doctor` says why.")
    say(f"Given up: {count(len(found.missing), 'log goes', 'logs go')} on from what the store holds.")
