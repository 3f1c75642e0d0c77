"""The heads that a folder records: those of its heads file, and of its last number where that names more.

The numbers of the day are the second record beside the heads. They find a heads file that lost lines, was emptied or
was removed.
"""

import errno
from pathlib import Path
from typing import NamedTuple

from core.messages import one_after_another, say
from service.checkpoint import anchors, heads_file
from service.store.stream_heads import Heads


class RecordedHeads(NamedTuple):
    """The heads that a folder records, the unreadable lines of its heads file, and a sentence about its damage.

    `fault` is empty for a heads file that is whole.
    """

    heads: Heads
    damaged: int
    fault: str


def recorded_heads(folder: Path) -> RecordedHeads:
    """Read what a folder records. Raises `OSError` if the folder or a file cannot be read."""
    content = heads_file.read(folder)
    last, numbered = anchors.last_heads(folder) or (None, {})
    lacking = {
        stream: head
        for stream, head in numbered.items()
        if stream not in content.heads or version(content.heads[stream]) < version(head)
    }
    if not content.damaged and not lacking:
        return RecordedHeads(content.heads, 0, "")
    if content.damaged:
        fault = say(
            "{damaged} of {lines} lines of the checkpoint in {folder} cannot be read",
            damaged=f"{content.damaged:,}",
            lines=f"{content.lines:,}",
            folder=str(folder),
        )
    elif content.lines:
        fault = say(
            "the checkpoint in {folder} lacks lines: it names less than the last number of the day beside it",
            folder=str(folder),
        )
    else:
        fault = say(
            "the checkpoint in {folder} is empty or gone, although there are numbers of the day beside it",
            folder=str(folder),
        )
    if last:
        remedy = say(
            "the store is compared with the number of {at}, and what was recorded later cannot be compared",
            at=last.at.replace("T", " "),
        )
    else:
        remedy = say("what those lines named cannot be compared")
    return RecordedHeads({**content.heads, **lacking}, content.damaged, one_after_another((fault, remedy)))


def missing_record(folder: Path) -> str:
    """The sentence about a folder without any record of a store that was compared with one before."""
    return say(
        "the checkpoint in {folder} is empty or gone, although the store was compared with one before:"
        " nothing tells whether facts are missing",
        folder=str(folder),
    )


def not_written(folder: Path, error: OSError) -> str:
    """The sentence about a checkpoint that cannot be written, with the remedy for a full disk."""
    sentence = f"the checkpoint in {folder} cannot be written: {error.strerror or error}"
    return f"{sentence}: make room on that disk" if error.errno == errno.ENOSPC else sentence


def version(head: bytes) -> int:
    """The version of a head as the store keeps it."""
    return int(head.partition(b" ")[0])
