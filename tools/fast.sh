#!/bin/sh
# Make the compiled build (tools/fast.py); "fast.sh --test" runs the tests of the rules on it as well. mypyc, the C compiler's driver and the builder of wheels are installed into
# .venv-fast, so that the tools of the checks stay as they are locked.
set -eu
cd "$(dirname "$0")/.."
pin() { sed -n "s/.*\"\($1==[^\"]*\)\".*/\1/p" pyproject.toml | head -n 1; }
sh tools/venv.sh run
if ! .venv-fast/bin/python -c 'import hatchling, mypyc, setuptools' 2>/dev/null; then
    .venv/bin/python -m venv .venv-fast
    # setuptools runs the C compiler for mypyc
    .venv-fast/bin/python -m pip install --quiet "$(pin mypy)" "$(pin hatchling)" setuptools==84.2.1
fi
.venv-fast/bin/python tools/fast.py
[ "${1:-}" = --test ] || exit 0

# The same tests, on the compiled build.
sh tools/venv.sh dev
export PYTHONPATH="$PWD/.fast"
.venv/bin/brade --version | grep -q 'compiled rules'
exec .venv/bin/python -P -m pytest -q -n 2 -o "pythonpath=.fast ." tests/core tests/clauses
