#!/bin/sh
# Debian's Chromium for the tests that look at pages, installed where that is possible: as root, with apt-get.
# Anywhere else those tests are skipped, and say so; whoever wants them installs a Chromium himself.
set -eu
if command -v chromium >/dev/null 2>&1; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing chromium for the tests of pages"
    if apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        chromium fonts-dejavu-core >/dev/null; then
        exit 0
    fi
fi
echo "no chromium here: the tests of pages in a browser will be skipped"
