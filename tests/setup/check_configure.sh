#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# When does cmake/setup.sh configure again? Asked of a checkout of one rule, with a package manager of our own.
set -euo pipefail
checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

root=$scratch/first
mkdir -p "$root/cmake" "$root/packages" "$scratch/bin"
cp "$checkout/cmake/setup.sh" "$checkout/cmake/packages.txt" "$root/cmake"
cat >"$scratch/bin/dpkg-query" <<END
#!/bin/sh
cat "$scratch/installed"
END
chmod +x "$scratch/bin/dpkg-query"
echo 'libsome-dev 1.0 installed' >"$scratch/installed"
PATH=$scratch/bin:$PATH
cat >"$root/CMakePresets.json" <<'END'
{"version": 6, "configurePresets": [
    {"name": "plain", "generator": "Ninja", "binaryDir": "${sourceDir}/build/${presetName}"}]}
END
cat >"$root/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(scratch LANGUAGES NONE)
find_file(SOME_HEADER some.h PATHS "${CMAKE_SOURCE_DIR}/packages" NO_DEFAULT_PATH)
file(APPEND "${CMAKE_SOURCE_DIR}/configured" "${SOME_HEADER}\n")
add_custom_target(everything ALL COMMAND test ! -e "${CMAKE_SOURCE_DIR}/broken")
END
. "$root/cmake/setup.sh"

times() { wc -l <"$root/configured"; }
expect() { # expect TIMES WHAT: how often it was configured by now
    [ "$(times)" -eq "$1" ] || { echo "$(basename "${BASH_SOURCE[0]}"): $2: configured $(times) times, not $1" >&2; exit 1; }
}
configure plain
expect 1 "a new checkout"
build plain 2>/dev/null
configure plain
expect 1 "nothing changed"

touch "$root/broken"
! build plain >/dev/null 2>&1 || { echo "a broken build passed" >&2; exit 1; }
rm "$root/broken"
configure plain
expect 2 "the last build failed"
build plain 2>/dev/null
configure plain
expect 2 "the build succeeded again"

touch "$root/packages/some.h"
echo 'libother-dev 2.0 installed' >>"$scratch/installed"
configure plain
expect 3 "a package came"
tail -n 1 "$root/configured" | grep -q 'packages/some.h$'
rm "$root/packages/some.h"
echo 'libsome-dev 1.0 installed' >"$scratch/installed"
configure plain
expect 4 "a package went"
tail -n 1 "$root/configured" | grep -q 'NOTFOUND$' # CMake's cache would still have it

echo ' ' >>"$root/CMakePresets.json"
configure plain
expect 5 "the presets changed"
rm -r "$root/build/plain/CMakeFiles" "$root/build/plain/build.ninja"
configure plain
expect 6 "the build's description is gone"

mv "$scratch/first" "$scratch/second"
root=$scratch/second
configure plain
expect 7 "the checkout was moved"
build plain 2>/dev/null
