#!/bin/sh
# Measure (bench/). Its peers that nothing else needs are installed into .venv first, once; without them the rest is
# measured.
set -eu
cd "$(dirname "$0")/.."
sh tools/venv.sh dev
sh tools/programs.sh
locked=$(cksum <requirements/bench.lock)
if [ "$(cat .venv/bench.stamp 2>/dev/null)" != "$locked" ]; then
    if .venv/bin/python -m pip install --quiet --require-hashes --no-deps --only-binary :all: -r requirements/bench.lock; then
        echo "$locked" >.venv/bench.stamp
    else
        echo "brade: GNU Backgammon and networkx were not installed for the reason above; the rest is measured." >&2
    fi
fi
exec .venv/bin/python -m bench "$@"
