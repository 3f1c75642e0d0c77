#!/bin/sh
# Make the compiled build (tools/fast.py); "fast.sh --test" runs the tests of the rules on it as well. What compiles it is
# installed into .venv-fast, so that the tools of the checks stay as they are locked.
set -eu
cd "$(dirname "$0")/.."
sh tools/venv.sh run
locked=$(pwd; cksum <requirements/fast.lock)
if [ "$(cat .venv-fast/locked.stamp 2>/dev/null)" != "$locked" ]; then
    rm -rf .venv-fast
    .venv/bin/python -m venv .venv-fast
    .venv-fast/bin/python -m pip install --quiet --require-hashes --no-deps -r requirements/fast.lock
    echo "$locked" >.venv-fast/locked.stamp
fi
.venv-fast/bin/python -m tools.fast
[ "${1:-}" = --test ] || exit 0

# The same tests, on the compiled build.
sh tools/venv.sh dev
export PYTHONPATH="$PWD/.fast"
.venv/bin/brade --version | grep -q 'compiled rules'
exec .venv/bin/python -P -m pytest -q -n 2 -o "pythonpath=.fast ." tests/core tests/clauses
