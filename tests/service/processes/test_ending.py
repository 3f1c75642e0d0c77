"""A command that is asked to end several times ends once, in order, with its own exit code."""

import os
import signal
import subprocess
import sys

import pytest

from tests.support.paths import ROOT

ASKED_OFTEN = """
import os, sys
from service.processes.signals import SIGNALS, ShutdownSignal

ending = ShutdownSignal()
interrupts = 0
for signal in SIGNALS:
    try:
        os.kill(os.getpid(), signal)
    except KeyboardInterrupt:
        interrupts += 1
ending.wait()
print(interrupts, flush=True)
"""

ASKED_IN_EXEC = """
import os, signal
from service.processes.signals import AskedToEnd, ShutdownSignal

ShutdownSignal()
try:
    exec("os.kill(os.getpid(), signal.SIGTERM)")
except AskedToEnd:
    print("heard")
"""

ASKED_AT_THE_LAST = """
import os, sys
from service.processes.signals import ShutdownSignal

class Last:
    # Cleared away after the interpreter has put its signal handlers back.
    def __del__(self, kill=os.kill, me=os.getpid(), signal=int(sys.argv[1])):
        kill(me, signal)

ShutdownSignal()
last = Last()
sys.exit(3)
"""


def run(code: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_several_signals_interrupt_once() -> None:
    done = run(ASKED_OFTEN)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n", "")


def test_a_signal_while_a_module_makes_a_class_ends_in_order() -> None:
    done = run(ASKED_IN_EXEC)
    assert (done.returncode, done.stdout, done.stderr) == (0, "heard\n", "")


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_at_the_very_end_leaves_the_exit_code_alone(how: signal.Signals) -> None:
    done = run(ASKED_AT_THE_LAST, str(int(how)))
    assert (done.returncode, done.stderr) == (3, "")
