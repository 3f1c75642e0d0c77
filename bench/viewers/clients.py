"""Viewers as a process of its own: raw sockets under one epoll, so that ten thousand take little of the machine.

Every viewer reads its stream until its history is there. One in ten then counts the facts that come, and notes how long
each took. The others only take what comes off the connection.
"""

import re
import select
import socket
import time
import zlib
from collections import deque

RECORDED = re.compile(rb'"recorded_by":"(\d+)"')
ADDRESSES = 64
"""From so many the viewers come, as a proxy says: one address has not all seats."""

ONE_IN = 10
"""One viewer in ten counts its facts: else the client's own work would be measured."""

AT_ONCE = 200
"""So many viewers wait for their history at a time."""

COME_SECONDS = 150.0
"""The time in which all must be there."""

ASKED_AGAIN_SECONDS = 4.0
"""The time until the rights of those who came last were checked again."""

_BUFFER = memoryview(bytearray(1 << 18))


class Viewer:
    """One viewer of a stream. `begun` is the end of its history, and `None` once that was there."""

    __slots__ = (
        "address",
        "begun",
        "chunked",
        "counts",
        "decoder",
        "facts",
        "headed",
        "packed",
        "path",
        "rest",
        "socket",
    )

    def __init__(self, path, address, begun, counts, packed):
        self.path, self.address, self.begun, self.counts, self.packed = path, address, begun, counts, packed
        self.facts, self.rest, self.chunked, self.decoder, self.headed = 0, b"", b"", None, False

    def come(self, port):
        """Connect and ask for the stream."""
        self.socket, self.headed = socket.create_connection(("127.0.0.1", port), 30), False
        more = "Accept-Encoding: gzip\r\n" if self.packed else ""
        head = f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {self.address}\r\n{more}\r\n"
        self.socket.sendall(head.encode())
        self.socket.setblocking(False)

    def read(self, data, now, waited):
        """Take what came; true if the viewer was refused and has to come again."""
        if not self.headed:
            if data.startswith(b"HTTP/1.1 503"):
                return True
            head, _, data = data.partition(b"\r\n\r\n")
            self.headed, self.decoder = True, zlib.decompressobj(31) if b"content-encoding: gzip" in head else None
        data = self.rest + self._body(data)
        if self.begun and self.begun in data:
            self.begun = None
            if not self.counts:
                self.rest, self.chunked, self.decoder = b"", b"", None
                return False
        whole = data.rfind(b"\n\n") + 2 if b"\n\n" in data else 0
        if self.counts:
            found = RECORDED.findall(data[:whole])
            self.facts += len(found)
            waited.extend(now - int(at) for at in found)
        self.rest = data[whole:]
        return False

    def _body(self, data):
        """The part of the stream that these bytes of the connection are."""
        self.chunked += data
        parts = []
        while (at := self.chunked.find(b"\r\n")) > 0:
            end = at + 2 + int(self.chunked[:at], 16)
            if len(self.chunked) < end + 2:
                break
            parts.append(self.chunked[at + 2 : end])
            self.chunked = self.chunked[end + 2 :]
        found = b"".join(parts)
        return self.decoder.decompress(found) if self.decoder else found


class Crowd:
    """All viewers of a run, and how long each fact took to reach those who count (ns)."""

    def __init__(self, port, places, packed):
        self._port, self._poll, self._at = port, select.epoll(), {}
        self._coming = deque(
            Viewer(path, f"10.0.0.{number % ADDRESSES}", begun, number % ONE_IN == 0, packed)
            for number, (path, begun) in enumerate(places)
        )
        self._refused = deque()
        self._waiting = 0
        self.viewers, self.waited, self.refusals, self.lost = list(self._coming), [], 0, 0

    def come(self):
        """Bring all of them, some at a time, until each has its history; how long it took (s)."""
        began = time.monotonic()
        while self._coming or self._waiting or self._refused:
            if time.monotonic() - began > COME_SECONDS:
                left = len(self._coming) + self._waiting + len(self._refused)
                raise SystemExit(f"{left} of {len(self.viewers)} viewers had no history after {COME_SECONDS:.0f} s")
            while self._refused and self._refused[0][0] <= time.monotonic():
                self._coming.appendleft(self._refused.popleft()[1])
            while self._coming and self._waiting < AT_ONCE:
                viewer = self._coming.popleft()
                viewer.come(self._port)
                self._at[viewer.socket.fileno()] = viewer
                self._poll.register(viewer.socket, select.EPOLLIN)
                self._waiting += 1
            self.look(0.01)
        return time.monotonic() - began

    def watch(self, seconds):
        """Take what comes for so long; the processor time of it for each second."""
        used, until = time.process_time(), time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self.look(left)
        return (time.process_time() - used) / seconds

    def look(self, seconds):
        """Take what there is, or the first that comes within some seconds."""
        for number, _ in self._poll.poll(seconds):
            viewer = self._at[number]
            try:
                size = viewer.socket.recv_into(_BUFFER)
            except ConnectionError:
                size = 0
            begun = viewer.begun
            if not size:
                self._leave(number, viewer)
                self.lost += 1
                self._waiting -= begun is not None
            elif begun is not None or viewer.counts:
                if viewer.read(bytes(_BUFFER[:size]), time.monotonic_ns(), self.waited):
                    self._leave(number, viewer)
                    self._refused.append((time.monotonic() + 1.0, viewer))
                    self.refusals += 1
                    self._waiting -= 1
                elif begun is not None and viewer.begun is None:
                    self._waiting -= 1

    def _leave(self, number, viewer):
        self._poll.unregister(number)
        viewer.socket.close()
        del self._at[number]

    def close(self):
        """End all of them."""
        for number, viewer in list(self._at.items()):
            self._leave(number, viewer)


def looking(port, places, packed, seconds, come, go, tell):
    """The viewers' process. It sets `come` once everybody has the history, and `go` when facts may be recorded.

    It tells how many facts each viewer got who counted, the waiting of each fact (ns), how long all the histories took
    (s), the processor time of the viewers for each second of watching, the refusals and the lost connections.
    """
    crowd = Crowd(port, places, packed)
    took = crowd.come()
    come.set()
    crowd.watch(ASKED_AGAIN_SECONDS)
    crowd.waited.clear()
    counting = [viewer for viewer in crowd.viewers if viewer.counts]
    before = [viewer.facts for viewer in counting]
    go.set()
    used = crowd.watch(seconds)
    counts = [viewer.facts - had for viewer, had in zip(counting, before, strict=True)]
    tell.put((counts, crowd.waited, took, used, crowd.refusals, crowd.lost))
    crowd.close()
