#!/bin/sh
# Runs all tests, and the checks beside them. What the checks said is shown when the tests are done. Fails if either
# fails. Arguments are pytest's.
set -eu
cd "$(dirname "$0")/.."
# Compiled files are kept, whatever the caller's environment says: the tests start hundreds of Python processes.
unset PYTHONDONTWRITEBYTECODE
# The files of tests lie in memory where there is room for them: on a disk their stores and folders wait for each other's
# fsync. Power cuts are made from what fsync was called for, so they are the same in memory.
memory=/dev/shm
if [ -w "$memory" ] && [ "$(df -Pk "$memory" | awk 'NR == 2 { print $4 }')" -gt 1000000 ] &&
    ! grep -q " $memory [^ ]* [^ ]*noexec" /proc/mounts; then # tests compile a library there, and load it
    TMPDIR=$memory
fi
TMPDIR=$(mktemp -d "${TMPDIR:-/tmp}/brade.XXXXXX") # short: stores listen on sockets in it
export TMPDIR
said=$TMPDIR/checks.txt
make --no-print-directory check >"$said" 2>&1 &
checks=$!
ended() { # whether the checks still run or not: what fails in here would be the exit code
    kill "$checks" 2>/dev/null || true
    rm -rf "$TMPDIR"
}
trap ended EXIT
trap 'exit 130' INT TERM

# In a fresh clone nothing is compiled yet, and four workers would compile all tests four times.
[ -d tests/__pycache__ ] || .venv/bin/python -m pytest --collect-only -q -n 0 >/dev/null 2>&1 || true

# Four workers on two cores: many tests wait for processes that they started. A worker that dies is not replaced: with
# groups xdist would wait for the new one without end.
tests=0
.venv/bin/python -m pytest -n 4 --dist loadgroup --no-loadscope-reorder --max-worker-restart=0 --durations=15 "$@" || tests=$?
checked=0
wait "$checks" || checked=$?
cat "$said"
if [ "$checked" != 0 ]; then
    echo "make check failed, see above; the tests ended with $tests" >&2
    exit "$checked"
fi
exit "$tests"
