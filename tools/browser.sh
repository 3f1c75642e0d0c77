#!/bin/sh
# Debian's Chromium for the tests that look at pages, installed where that is possible: as root, with apt-get. Its
# headless shell opens a page in a fifth of the processor time; where there is none, the whole browser does as well.
# Anywhere else those tests are skipped, and say so; a developer who wants them installs a Chromium.
set -eu
if command -v chromium-headless-shell >/dev/null 2>&1; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing chromium-headless-shell for the tests of pages"
    install() { DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null; }
    if apt-get update -qq && { install chromium-headless-shell fonts-dejavu-core ||
        command -v chromium >/dev/null 2>&1 || install chromium fonts-dejavu-core; }; then
        exit 0
    fi
fi
if command -v chromium >/dev/null 2>&1; then exit 0; fi
echo "no chromium here: the tests of pages in a browser will be skipped"
