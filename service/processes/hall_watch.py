"""Serving the hall or this machine alone, as an organiser switches it: the web server is started again, the rest stays.

The new address is taken before the old one is left, so that a switch that cannot be followed stops nothing.
"""

import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace

from service.config import Settings
from service.hall.addresses import is_own, lan_addresses
from service.hall.switch import HallSwitch
from service.processes.child_process import ChildProcess
from service.processes.listen_address import Address, AddressTaken
from service.tls.addresses import PHONE_PAGE

_LOOK_SECONDS = 0.3
TAKEN = "another program of this computer uses the same number there"


def open_sentence(settings: Settings) -> str:
    """The sentence that names the addresses for the hall; "" where this machine alone is served."""
    if is_own(settings.host):
        return ""
    known = lan_addresses() if Address.is_everywhere(settings.host) else [settings.host]
    places = " or ".join(Address.for_hall(settings, each).url for each in known)
    sentence = (
        f"open to the hall: every device of its network reaches brade at {places or 'the address of this computer'}"
    )
    if settings.tls is not None and known:
        sentence += f"\nbefore that each phone opens {Address(known[0], settings.port).url}{PHONE_PAGE} once"
    return sentence


class HallWatch(threading.Thread):
    """Follows the switch until `stopping` is set. `holding` keeps the addresses that the `webs` serve at."""

    def __init__(
        self,
        switch: HallSwitch,
        settings: Settings,
        webs: Sequence[ChildProcess],
        holding: ExitStack,
        stopping: threading.Event,
        say: Callable[[str], object],
    ) -> None:
        super().__init__(name="hall", daemon=True)
        self._switch, self._settings, self._webs = switch, settings, webs
        self._holding, self._stopping, self._say = holding, stopping, say

    def run(self) -> None:
        """See `threading.Thread.run`."""
        while not self._stopping.wait(_LOOK_SECONDS):
            if (host := self._switch.host()) != self._settings.host:
                self._move(replace(self._settings, host=host))

    def _move(self, to: Settings) -> None:
        with ExitStack() as taken:
            try:
                for address in Address.all_of(to):
                    taken.enter_context(address.held(looks=False))
            except AddressTaken as error:
                self._say(f"it cannot be opened to the hall: {error}")
                self._switch.refuse(TAKEN)
                return
            self._say(open_sentence(to) or "closed to the hall: only this computer reaches brade")
            for web in self._webs:
                web.renew({"BRADE_BIND": to.bind})
            self._holding.close()
            self._holding.push(taken.pop_all())
            self._settings = to
