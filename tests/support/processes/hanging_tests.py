"""A test that hangs shows where before anybody stops it, as with `faulthandler_timeout` of pytest.

For that one, pytest starts a thread for each test, which takes longer than many tests do. Here a thread waits for all
tests that begin within some seconds.
"""

import faulthandler
import time

import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key

SHARE = 12
"""A test that hangs is shown later by this part of its time at most."""


class HangingTests:
    """Shows a test that takes longer than `seconds`, and then ends the process if it `exits`."""

    def __init__(self, seconds: float, exits: bool, stderr: int) -> None:
        self._seconds, self._exits, self._stderr = seconds, exits, stderr
        self._again = 0.0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self) -> None:
        """Give the test that begins its time: at least that much is left, or a new thread waits."""
        if (now := time.monotonic()) >= self._again:
            more = self._seconds / SHARE
            faulthandler.dump_traceback_later(self._seconds + more, file=self._stderr, exit=self._exits)
            self._again = now + more

    def pytest_exception_interact(self) -> None:
        """Have the next test begin anew: pytest itself ends the waiting when a test fails."""
        self._again = 0.0

    def pytest_sessionfinish(self) -> None:
        """End with the last test."""
        faulthandler.cancel_dump_traceback_later()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the settings of pyproject.toml."""
    parser.addini("hanging_seconds", "a test that takes longer shows where it is", default="0")
    parser.addini("hanging_exits", "the process of such a test then ends", type="bool", default=False)


@pytest.hookimpl(trylast=True)  # pytest's own plugin is set up before
def pytest_configure(config: pytest.Config) -> None:
    """Watch the tests of this process."""
    if seconds := float(config.getini("hanging_seconds")):
        stderr = config.stash[fault_handler_stderr_fd_key]
        config.pluginmanager.register(HangingTests(seconds, config.getini("hanging_exits"), stderr))
