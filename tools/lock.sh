#!/bin/sh
# Remake the locks from pyproject.toml, for every platform and Python 3.11 to 3.14, with the hash of every file. "lock.sh"
# keeps what is locked as far as pyproject.toml allows; "lock.sh --upgrade" takes the newest.
# Takes uv from PATH, or installs the release named here into .venv-lock.
set -eu
cd "$(dirname "$0")/.."
uv=$(command -v uv) || {
    sh tools/venv.sh run
    [ -x .venv-lock/bin/uv ] || { .venv/bin/python -m venv .venv-lock && .venv-lock/bin/pip install --quiet uv==0.13.9; }
    uv=.venv-lock/bin/uv
}

compile() { # lock, options...
    lock=$1
    shift
    "$uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-header --no-emit-index-url --no-emit-find-links "$@" --output-file "$lock" pyproject.toml
}

only() { # lock, group, options...
    lock=$1 group=$2
    shift 2
    "$uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url \
        --no-emit-find-links --constraint requirements/dev.lock "$@" --output-file "$lock" --group "$group"
}

compile requirements/run.lock --group build "$@"
compile requirements/dev.lock --group build --group dev --constraint requirements/run.lock "$@"
only requirements/bench.lock bench "$@"
only requirements/fast.lock fast "$@"
