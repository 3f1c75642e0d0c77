"""The signals that ask a server process to end."""

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress

_REPEAT_SECONDS = 0.1


def on_shutdown_signal(call: Callable[[], object]) -> None:
    """Call in the running event loop when this process is asked to end, beside what the server does then.

    The server waits for open responses, and streams never end by themselves. The server's own handler is one of the
    event loop, which hears of a signal by a byte in a pipe. A loop under load has a full pipe: that byte is lost, and
    the interpreter complains on standard error. So the complaint is switched off, and the signal is raised again until
    the loop ends; `call` may be called more than once.
    """
    loop = asyncio.get_running_loop()

    def heard(number: int, _frame: object) -> None:
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(shut_down, number)

    def shut_down(number: int) -> None:
        call()
        loop.call_later(_REPEAT_SECONDS, signal.raise_signal, number)

    with suppress(ValueError):  # not in the main thread: no signal comes here
        for signals in (signal.SIGTERM, signal.SIGINT):
            signal.signal(signals, heard)
            signal.siginterrupt(signals, False)
        if (descriptor := signal.set_wakeup_fd(-1)) != -1:
            signal.set_wakeup_fd(descriptor, warn_on_full_buffer=False)
