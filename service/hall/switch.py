"""The switch of a page that opens the service to the hall: a file in the data folder, followed by `brade serve`.

Without the file, or with `closed` in it, this machine alone is served. `refused` is followed by the reason why the
service could not be opened. BRADE_BIND, where an operator sets it, is followed instead.
"""

from pathlib import Path
from typing import NamedTuple

from service.private_files import alone_in, write_durably
from service.store import observed_reads

FILE = "hall"
EVERYWHERE, HERE = "0.0.0.0", "127.0.0.1"  # noqa: S104 - an organiser asks for it, after a look at what it means
"""The hosts to serve at: for all devices of the network, and for this machine alone."""
SWITCHED = "BRADE_HALL_SWITCHED"
"""Set for its children by the process that follows the switch."""
_OPEN, _CLOSED, _REFUSED = "open", "closed", "refused"


class HallSwitch(NamedTuple):
    """The switch of a data folder."""

    data: Path

    def is_open(self) -> bool:
        """True if the hall is to be served."""
        return self._read() == _OPEN

    def refused(self) -> str:
        """The reason why the service could not be opened to the hall the last time; "" if it could."""
        word, _, reason = self._read().partition(" ")
        return reason if word == _REFUSED else ""

    def host(self) -> str:
        """The host to serve at."""
        return EVERYWHERE if self.is_open() else HERE

    def turn(self, *, to_open: bool) -> None:
        """Open the service to the hall, or close it."""
        self._write(_OPEN if to_open else _CLOSED)

    def refuse(self, reason: str) -> None:
        """Close it, since it cannot be opened."""
        self._write(f"{_REFUSED} {reason}")

    def _read(self) -> str:
        observed_reads.end("the switch of the hall")
        try:
            return (self.data / FILE).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return _CLOSED

    def _write(self, text: str) -> None:
        with alone_in(self.data):
            write_durably(self.data / FILE, f"{text}\n")
