#!/bin/sh
# After another version was checked out (git pull, git checkout): see that the service has ended, install what this version
# needs, back everything up, and say whether the store fits. Starts nothing, and changes nothing in the store.
set -eu
cd "$(dirname "$0")/.."
if [ -x .venv/bin/brade ]; then
    # What is installed may be too old for this question; then the same is asked below.
    said=$(.venv/bin/brade upgrade --running 2>&1) || case $said in
    *"end it first"*) echo "$said" >&2 && exit 1 ;;
    esac
fi
sh tools/venv.sh run
echo "brade: $(.venv/bin/brade --version) is installed with what requirements.lock names"
before=$(git rev-parse --short 'HEAD@{1}' 2>/dev/null) || before=
now=$(git rev-parse --short HEAD 2>/dev/null) || now=
[ -z "$before" ] || [ "$before" = "$now" ] || echo "brade: this is commit $now; before it $before was checked out here"
exec .venv/bin/brade upgrade
