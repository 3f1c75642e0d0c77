"""Serving the hall or this machine alone, as an organiser switches it: the web server is started again, the rest stays.

The new address is taken before the old one is left, so that a switch that cannot be followed stops nothing.
"""

import threading
from collections.abc import Callable
from contextlib import ExitStack

from service.hall.addresses import is_own, lan_addresses
from service.hall.switch import HallSwitch
from service.processes.child_process import ChildProcess
from service.processes.listen_address import Address, AddressTaken

_LOOK_SECONDS = 0.3
TAKEN = "another program of this computer uses the same number there"


def open_sentence(address: Address) -> str:
    """The sentence that names the addresses for the hall; "" where this machine alone is served."""
    if is_own(address.host):
        return ""
    known = lan_addresses() if Address.is_everywhere(address.host) else [address.host]
    places = " or ".join(Address(each, address.port).url for each in known)
    return f"open to the hall: every device of its network reaches brade at {places or 'the address of this computer'}"


class HallWatch(threading.Thread):
    """Follows the switch until `stopping` is set. `holding` keeps the address that is served."""

    def __init__(
        self, switch: HallSwitch, address: Address, web: ChildProcess, holding: ExitStack, stopping: threading.Event,
        say: Callable[[str], object],
    ) -> None:  # fmt: skip
        super().__init__(name="hall", daemon=True)
        self._switch, self._address, self._web = switch, address, web
        self._holding, self._stopping, self._say = holding, stopping, say

    def run(self) -> None:
        """See `threading.Thread.run`."""
        while not self._stopping.wait(_LOOK_SECONDS):
            if (host := self._switch.host()) != self._address.host:
                self._move(Address(host, self._address.port))

    def _move(self, to: Address) -> None:
        with ExitStack() as taken:
            try:
                taken.enter_context(to.held(looks=False))
            except AddressTaken as error:
                self._say(f"it cannot be opened to the hall: {error}")
                self._switch.refuse(TAKEN)
                return
            self._say(open_sentence(to) or "closed to the hall: only this computer reaches brade")
            self._web.renewal = {"BRADE_BIND": f"{to.host}:{to.port}"}
            self._holding.close()
            self._holding.push(taken.pop_all())
            self._address = to
