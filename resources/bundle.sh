#!/bin/sh
# Makes a program that needs no Python: submission-inspector-VERSION-linux-MACHINE.tar.xz in the folder that is named.
#
#   sh resources/bundle.sh DIST               with python3
#   PYTHON=python3.13 sh resources/bundle.sh DIST
#
# Unpacked anywhere, submission-inspector/submission-inspector is the command. It runs on systems whose C library is not
# older than the one that it was made on, and needs the X libraries that README.md names, which every desktop has.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
[ $# -eq 1 ] || { printf 'usage: sh resources/bundle.sh DIST\n' >&2; exit 2; }
mkdir -p "$1"
dist=$(CDPATH='' cd -- "$1" && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

unset PYTHONPATH  # what it names would be packed in place of what is installed here
"${PYTHON:-python3}" -m venv "$work/venv"
"$work/venv/bin/python" -m pip install --quiet --disable-pip-version-check "$root" pyinstaller
cd "$work"
printf 'from inspector.__main__ import main\n\nmain()\n' >start.py
# What no import names: samples and metrics are found by name, and resources, grammars and hooks are files.
"$work/venv/bin/pyinstaller" --noconfirm --log-level WARN --name submission-inspector --onedir --console \
    --collect-submodules inspector --collect-data inspector --collect-data lark --copy-metadata PySide6_Essentials \
    --copy-metadata pyqtgraph --copy-metadata numpy --copy-metadata pyarrow --copy-metadata pandas \
    --exclude-module tkinter --exclude-module matplotlib --exclude-module scipy --exclude-module IPython \
    --exclude-module PySide6.QtQml --exclude-module PySide6.QtQuick --exclude-module PySide6.QtNetwork \
    start.py

# What is never used: Arrow's network, storages of clouds and headers; of Qt the network, QML, translations, the look of
# GTK with all that it draws in, and screens without a window system.
inside=$work/dist/submission-inspector/_internal
find "$inside" \( -name 'libarrow_flight*' -o -name 'libarrow_python_flight*' -o -name '_flight*' -o -name 'libarrow_s3*' \
    -o -name '_s3fs*' -o -name libqgtk3.so -o -name 'libgtk-3*' -o -name 'libgdk*' -o -name 'libatk*' -o -name 'libatspi*' \
    -o -name 'libQt6EglF*' -o -name 'libQt6Qml*' -o -name 'libQt6Quick*' -o -name 'libQt6VirtualKeyboard*' \
    -o -name 'libqtvirtualkeyboardplugin.so' \) -delete
for name in pyarrow/include pyarrow/tests pyarrow/src PySide6/Qt/translations PySide6/Qt/qml \
    PySide6/Qt/plugins/networkinformation PySide6/Qt/plugins/tls PySide6/Qt/plugins/egldeviceintegrations; do
    rm -rf "${inside:?}/$name"
done

# A program that lacks something of this would only say so when it is used.
export XDG_CACHE_HOME="$work/cache" XDG_DATA_HOME="$work/data" XDG_CONFIG_HOME="$work/config"
program=$work/dist/submission-inspector/submission-inspector
QT_QPA_PLATFORM=offscreen "$program" demo plants --screenshot "$work/plants.png"
samples=$(dirname "$(find "$work/cache" -name truth.csv | head -n 1)")
"$program" rows "$samples/truth.csv" "$samples/submission.csv" --metric f1 -o "$work/rows.parquet"

version=$("$program" --version | sed -n '1s/.* //p')
[ -n "$version" ] || { printf 'the program does not start\n' >&2; exit 1; }
file=$dist/submission-inspector-$version-linux-$(uname -m).tar.xz
XZ_OPT=-T0 tar --sort=name --owner=0 --group=0 -C "$work/dist" -cJf "$file" submission-inspector
printf '%s: %s, unpacked %s\n' "$file" "$(du -h "$file" | cut -f1)" \
    "$(du -sh "$work/dist/submission-inspector" | cut -f1)"
