"""A machine's clock that is set while processes run. Elapsed time goes on as it does, as on a real machine."""

import os
import struct
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.processes.preloaded import compiled

SOURCE = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int64_t ahead(void) {
    static volatile int64_t *seconds;
    if (!seconds) {
        const char *place = getenv("BRADE_CLOCK_AHEAD");
        int file = place ? open(place, O_RDONLY | O_CLOEXEC) : -1;
        if (file < 0) return 0;
        void *mapped = mmap(0, sizeof *seconds, PROT_READ, MAP_SHARED, file, 0);
        close(file);
        if (mapped == MAP_FAILED) return 0;
        seconds = mapped;
    }
    return *seconds;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int code = real(clock, now);
    if (code == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += ahead();
    return code;
}

int gettimeofday(struct timeval *now, void *zone) {
    struct timespec exact;
    (void)zone;
    int code = clock_gettime(CLOCK_REALTIME, &exact);
    if (code == 0) *now = (struct timeval){exact.tv_sec, exact.tv_nsec / 1000};
    return code;
}

time_t time(time_t *kept) {
    struct timespec exact;
    if (clock_gettime(CLOCK_REALTIME, &exact)) return -1;
    if (kept) *kept = exact.tv_sec;
    return exact.tv_sec;
}
"""


class SetClock:
    """The clock of the processes that are started with `environment`: as many seconds ahead as it was set to."""

    def __init__(self, library: Path, place: Path) -> None:
        self._place = place
        self.environment: Mapping[str, str] = {"LD_PRELOAD": str(library), "BRADE_CLOCK_AHEAD": str(place)}
        self.ahead(0)

    def ahead(self, seconds: int) -> None:
        """Set the clock so far ahead of the right time, or behind it if negative."""
        place = os.open(self._place, os.O_WRONLY | os.O_CREAT, 0o600)
        try:
            os.pwrite(place, struct.pack("=q", seconds), 0)  # in one step, into the file that the processes have mapped
        finally:
            os.close(place)


@pytest.fixture(scope="session")
def clock_library(tmp_path_factory: pytest.TempPathFactory) -> Path | None:
    """The library that changes what a process reads of the machine's clock; `None` where it cannot be made."""
    return compiled(SOURCE, tmp_path_factory.mktemp("clock") / "clock.so")


@pytest.fixture
def set_clock(clock_library: Path | None, tmp_path: Path) -> SetClock:
    """A machine's clock for processes of the test."""
    if clock_library is None:
        pytest.skip("a clock is set on Linux with a C compiler alone")
    return SetClock(clock_library, tmp_path / "ahead")
