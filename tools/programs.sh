#!/bin/sh
# Programs for the tests, installed where that is possible: as root, with apt-get. Anywhere else the tests that need one
# are skipped, and say so; a developer who wants them installs the programs.
# - Debian's Chromium for the tests that look at pages. Its headless shell opens a page in a fifth of the processor time;
#   where there is none, the whole browser does as well.
# - poppler, qpdf and xmllint, which read the prints and drawings as other people's programs do.
# - nginx, which is tried with the configuration that is shipped. Its package starts a server at port 80: where services are
#   started with the machine it is left to the developer, and here the start is forbidden while it is installed.
set -eu
has() { command -v "$1" >/dev/null 2>&1; }

wanted=
has chromium-headless-shell || wanted="chromium-headless-shell fonts-dejavu-core"
has pdftotext || wanted="$wanted poppler-utils"
has qpdf || wanted="$wanted qpdf"
has xmllint || wanted="$wanted libxml2-utils"
has nginx || [ -x /usr/sbin/nginx ] || [ -d /run/systemd/system ] || wanted="$wanted nginx"
[ -n "$wanted" ] || exit 0

if [ "$(id -u)" = 0 ] && has apt-get; then
    echo "installing programs for the tests: $wanted"
    install() { DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null; }
    forbids=/usr/sbin/policy-rc.d
    [ -e $forbids ] || { printf '#!/bin/sh\nexit 101\n' >$forbids && chmod +x $forbids && trap 'rm -f $forbids' EXIT; }
    apt-get update -qq || true
    # shellcheck disable=SC2086 # names of packages, one word each
    install $wanted || for package in $wanted; do
        install "$package" || echo "$package could not be installed"
    done
    has chromium-headless-shell || has chromium || install chromium || true
fi
has chromium-headless-shell || has chromium ||
    echo "no chromium here: the tests of pages in a browser will be skipped"
