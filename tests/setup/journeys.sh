#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# journeys.sh BUILD: walks tests/desktop/tst_journeys on a real screen (Xvfb) under a window manager (openbox, where it
# is installed). 77, which CTest counts as skipped, where there is no Xvfb. Pictures lie in BUILD/journeys.
set -uo pipefail
build=$(cd "$1" && pwd -P)
command -v Xvfb >/dev/null || { echo "SKIP   : Xvfb is not installed"; exit 77; }
place=$(mktemp -d)
exec 3<>"$place/display"
Xvfb -displayfd 3 -screen 0 1920x1200x24 -nolisten tcp >"$place/xvfb" 2>&1 &
screen=$!
manager=
trap 'kill $manager $screen 2>/dev/null; wait 2>/dev/null; rm -rf "$place"' EXIT
for _ in $(seq 100); do
    number=$(cat "$place/display")
    [ -n "$number" ] && break
    kill -0 "$screen" 2>/dev/null || { cat "$place/xvfb"; exit 1; }
    sleep 0.1
done
export DISPLAY=":$number" QT_QPA_PLATFORM=xcb SHARDSCOPE_TEST_PLATFORM=xcb HOME="$place" XDG_CONFIG_HOME="$place/config" XDG_RUNTIME_DIR="$place"
chmod 700 "$place"
if command -v openbox >/dev/null; then
    openbox >/dev/null 2>&1 &
    manager=$!
fi
"$build/tests/tst_desktop" tst_journeys
