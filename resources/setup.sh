#!/bin/sh
# Makes .venv in a checkout: the system packages that Qt and the tests need, then the package itself, editable.
# Once that is done a further run only looks, and installs again only after pyproject.toml has changed.
#
#   sh resources/setup.sh                     with python3
#   PYTHON=python3.13 sh resources/setup.sh   with another Python
set -eu

stop() {
    printf 'setup: %s\n' "$*" >&2
    exit 1
}

is_recent() {
    "$1" -c 'import sys; sys.exit(sys.version_info < tuple(map(int, sys.argv[1].split("."))))' "$oldest"
}

require_python() {
    command -v "$python" >/dev/null ||
        stop "Python $oldest or newer is needed, and there is no $python; name one with PYTHON=..."
    is_recent "$python" ||
        stop "Python $oldest or newer is needed, and $python is $("$python" -V 2>&1); name another with PYTHON=..."
}

update_package_lists() {
    [ -z "$updated" ] || return 0
    # Somebody's third-party source may be out of order without being needed here: the installation decides.
    $sudo apt-get -qq update || printf 'setup: apt-get update failed; going on with the lists there are\n' >&2
    updated=yes
}

install_packages() {
    [ $# -gt 0 ] || return 0
    command -v apt-get >/dev/null || stop "there is no apt-get here; install what Debian calls: $*"
    sudo=
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null ||
            stop "system packages are missing, and installing them takes root or sudo: apt-get install $*"
        sudo=sudo
    fi
    printf 'Installing system packages: %s\n' "$*"
    update_package_lists
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends "$@" >/dev/null ||
        stop "these system packages could not be installed: $*"
}

venv_works() {
    # A moved checkout, or a system Python that was replaced, leaves a folder that only looks whole.
    is_recent .venv/bin/python 2>/dev/null && .venv/bin/python -c 'import pip' 2>/dev/null &&
        grep -qsF "$root/.venv/bin/" .venv/bin/pip
}

make_venv() {
    require_python
    # Debian keeps ensurepip apart from Python, in a package for each version of it.
    "$python" -c 'import ensurepip' 2>/dev/null ||
        install_packages "$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"
    "$python" -m venv --clear .venv
}

install_project() {
    printf 'Installing the Python packages into %s\n' "$root/.venv"
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
    cp pyproject.toml "$stamp"
}

missing_libraries() {
    qt=$(echo .venv/lib/python3*/site-packages/PySide6/Qt)
    ldd "$qt/plugins/platforms/libqxcb.so" "$qt/plugins/platforms/libqoffscreen.so" \
        "$qt/lib/libQt6Gui.so.6" "$qt/lib/libQt6Widgets.so.6" "$qt/lib/libQt6Svg.so.6" |
        sed -n 's/^[[:space:]]*\(.*\) => not found$/\1/p' | sort -u
}

packages_of() {
    # The table has its place in the program, which names the package to users who did not come through here.
    .venv/bin/python -c '
import sys
from inspector.platform import PACKAGES

unknown = [name for name in sys.argv[1:] if name not in PACKAGES]
if unknown:
    sys.exit("setup: Qt needs libraries of which no package is known: " + " ".join(unknown))
print(*sorted({PACKAGES[name] for name in sys.argv[1:]}))' "$@"
}

missing_packages() {
    libraries=$(missing_libraries)
    # shellcheck disable=SC2086  # one argument for each library
    [ -z "$libraries" ] || packages_of $libraries
    fc-list 2>/dev/null | grep -q . || echo fontconfig fonts-dejavu-core
    command -v Xvfb >/dev/null || echo xvfb
    command -v xdotool >/dev/null || echo xdotool
}

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
cd "$root"
[ -f pyproject.toml ] || stop "$root is not a checkout: nothing to set up there"
oldest=$(sed -n 's/^requires-python = ">=\([0-9.]*\)"$/\1/p' pyproject.toml)
python=${PYTHON:-python3}
stamp=.venv/installed-pyproject.toml
updated=

venv_works || make_venv
cmp -s pyproject.toml "$stamp" || install_project
packages=$(missing_packages)
# shellcheck disable=SC2086  # one argument for each package
install_packages $packages
