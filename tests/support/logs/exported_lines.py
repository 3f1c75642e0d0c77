"""Exported lines, and forgeries of them and of the store."""

import json
from pathlib import Path

from service.store import keys


def lines_of(file):
    return [json.loads(line) for line in Path(file).read_text().splitlines()]


def write_lines(file, lines):
    file.write_text("".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines))


def tamper(store, stream, version, **changed):
    """Put a copy of a stream with one changed entry in its place, as a person with the store's password could."""
    place = keys.log(stream)
    entries = store.client.xrange(place)
    store.client.delete(place)
    for entry, fields in entries:
        if int(entry.partition(b"-")[0]) == version:
            fields = {**fields, **{name.encode(): value for name, value in changed.items()}}
        store.client.xadd(place, fields, id=entry)
