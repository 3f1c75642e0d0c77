#!/bin/sh
# After another version was checked out (git pull, git checkout): see that the service has ended, back everything up with
# the version that ran before, install what this version needs, and say whether the store fits. Starts nothing, and changes
# nothing in the store. If the backup fails, nothing is installed.
set -eu
cd "$(dirname "$0")/.."
here=$(pwd)
BRADE_DATA=${BRADE_DATA:-data}
case $BRADE_DATA in /*) ;; *) BRADE_DATA=$here/$BRADE_DATA ;; esac
export BRADE_DATA
now=$(git rev-parse --short HEAD 2>/dev/null) || now=
before=$(git rev-parse --short 'HEAD@{1}' 2>/dev/null) || before=
[ "$before" != "$now" ] || before=

code=$here # of the version that ran before: it knows what is installed and what it wrote
old=
trap '[ -z "$old" ] || rm -rf "$old"' EXIT
if [ -x .venv/bin/python ] && [ -n "$before" ]; then
    old=$(mktemp -d "${TMPDIR:-/tmp}/brade-before.XXXXXX")
    git archive "$before" | tar -x -C "$old"
    code=$old
fi
earlier() { (cd "$code" && PYTHONPATH="$code" "$here/.venv/bin/python" -m service.cli "$@"); }

saved= ended=0
if [ -x .venv/bin/python ] && { [ -n "${BRADE_STORE_URL:-}" ] || [ -d "$BRADE_DATA/store" ]; }; then
    # What ran before may be too old for this question; then it is asked below.
    said=$(earlier upgrade --running 2>&1) || case $said in
    *"end it first"*) echo "$said" >&2 && exit 1 ;;
    esac
    (umask 077 && mkdir -p "$BRADE_DATA/backups")
    saved=$BRADE_DATA/backups/before-upgrade-$(date -u +%Y%m%dT%H%M%SZ).gz
    earlier backup "$saved" || ended=$?
    if [ "$ended" -ne 0 ] && [ "$ended" -ne 3 ]; then
        echo "brade: the version that ran before could not back up for the reason above: nothing was installed" >&2
        exit 1
    fi
fi
sh tools/venv.sh run
echo "brade: $(.venv/bin/brade --version) is installed with what requirements/run.lock names"
[ -z "$before" ] || echo "brade: this is commit $now; before it $before was checked out here"
.venv/bin/brade upgrade ${saved:+--saved "$saved"} || exit $?
exit "$ended"
