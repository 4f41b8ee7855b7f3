#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Which tests does touched_tests.sh name? Asked of a small tree whose arrows are known, then of this one.
set -euo pipefail
checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

file() { # file PATH INCLUDED…
    local path=$scratch/$1
    mkdir -p "$(dirname "$path")"
    shift
    [ $# -eq 0 ] || printf '#include "%s"\n' "$@" >"$path"
    touch "$path"
}
file core/base/result.h
file core/base/result.cpp core/base/result.h
file core/catalog/catalog.h core/base/result.h
file core/catalog/catalog.cpp core/catalog/catalog.h
file planner/search.h core/base/result.h
file planner/search/space.h
file planner/search/space.cpp planner/search/space.h planner/search.h
file planner/tape/tape.h
file planner/tape/tape.cpp planner/tape/tape.h core/base/result.h
file app/cli/verb.h
file app/cli/verb.cpp app/cli/verb.h planner/search.h core/catalog/catalog.h
file app/cli/main.cpp app/cli/verb.h
file app/desktop/main.cpp
file profiler/forgotten.cpp
file tests/planner/helper.h planner/tape/tape.h
file tests/planner/tst_search.cpp planner/search.h
file tests/planner/tst_tape.cpp tests/planner/helper.h
file tests/golden/tst_verbs.cpp
file tests/golden/tst_pages.cpp
echo 'read("docs/contract.md")' >>"$scratch/tests/golden/tst_pages.cpp"
echo 'shardscope_test(planner LIBRARIES x) shardscope_test(golden LIBRARIES x NEEDS shardscope-cli)' >"$scratch/tests/CMakeLists.txt"
mkdir -p "$scratch/tests/setup" "$scratch/lab"
cp "$checkout/tests/setup/touched_tests.sh" "$scratch/tests/setup/"

wrong() { echo "check_touched_tests.sh: $*" >&2; exit 1; }
expect() { # expect "CHANGED…" CLASS…: besides the class that reads every source
    local changed=$1 found wanted
    shift
    found=$(tr ' ' '\n' <<<"$changed" | bash "$scratch/tests/setup/touched_tests.sh" | { grep -v '^architecture/' || true; } | paste -sd ' ')
    wanted=$(printf '%s\n' "$@" | sort | paste -sd ' ')
    [ "$found" = "$wanted" ] || wrong "a change of $changed touches '$found', not '$wanted'"
}
expect core/base/result.cpp golden/tst_pages golden/tst_verbs planner/tst_search planner/tst_tape
expect planner/search/space.cpp golden/tst_pages golden/tst_verbs planner/tst_search # through the header that it is written for
expect planner/tape/tape.cpp planner/tst_tape
expect app/cli/verb.cpp golden/tst_pages golden/tst_verbs
expect tests/planner/helper.h planner/tst_tape
expect tests/planner/tst_search.cpp planner/tst_search
expect "tests/planner/tst_search.cpp planner/tape/tape.h" planner/tst_search planner/tst_tape
expect docs/contract.md golden/tst_pages
expect resources/models/a.json golden/tst_pages golden/tst_verbs
expect profiler/forgotten.cpp everything
expect planner/search/removed.cpp everything
expect cmake/targets.cmake everything
expect LICENSE ""

# Here a class is touched by its own source, and something is narrowed down at all.
class=tests/planner/tst_tape.cpp
[ "$(bash "$checkout/tests/setup/touched_tests.sh" <<<"$class" | paste -sd ' ')" = "architecture/tst_includes planner/tst_tape" ] \
    || wrong "$class"
