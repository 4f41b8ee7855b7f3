#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# coverage.sh [LIBRARY…]: which lines and branches of the Qt-free libraries (core, planner, profiler) their own tests reach, by
# folder. What the command line and the window reach beside that is not counted. Builds them in build/coverage, a little optimised so
# that their tests take minutes; once a release, its table goes to docs/testing.md.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
. "$root/cmake/setup.sh"
libraries=("$@")
[ $# -gt 0 ] || libraries=(core planner profiler)
build=$root/build/coverage
export LC_ALL=C.UTF-8 QT_QPA_PLATFORM=offscreen QTEST_FUNCTION_TIMEOUT=3600000

cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG="-O1 --coverage -fmacro-prefix-map=$root/=" \
    -DSHARDSCOPE_UNITY=ON -DSHARDSCOPE_APP=OFF -DSHARDSCOPE_DESKTOP=OFF >"$build.log" 2>&1 || { cat "$build.log" >&2; exit 1; }
cmake --build "$build" -j "$(build_jobs)" --target "${libraries[@]/#/tst_}" >&2
find "$build" -name '*.gcda' -delete
# Each class is a process of its own: what they count adds up. One that fails is named, and what it reached counts all the same.
ctest --test-dir "$build" -j "$(build_jobs)" --timeout 3600 -LE locale -L "^($(IFS='|'; echo "${libraries[*]}"))\$" >"$build/tests.log" 2>&1 || tail -n 30 "$build/tests.log" >&2

printf '| folder | lines | branches |\n|---|---|---|\n'
for library in "${libraries[@]}"; do
    find "$build/$library" -name '*.gcda' -path "*/shardscope_$library.dir/*" -print0 | sort -z \
        | xargs -0 -n 1 gcov --branch-probabilities --no-output 2>/dev/null
done | awk -v root="$root/" '
    /^File / {
        place = substr($0, 7, length($0) - 7)
        if (index(place, root) == 1) place = substr(place, length(root) + 1)
        ours = place ~ /^(core|planner|profiler)\/.*\.cpp$/
        folder = place
        sub(/\/[^\/]*$/, "", folder)
    }
    # "Lines executed:91.30% of 23"
    function share(line) { sub(/^[^:]*:/, "", line); split(line, part, "% of "); all = part[2]; return part[1] * part[2] / 100 }
    ours && /^Lines executed:/ { met = share($0); lines[folder] += all; reached[folder] += met }
    ours && /^Taken at least once:/ { met = share($0); branches[folder] += all; taken[folder] += met }
    function row(name, l, r, b, t) {
        return sprintf("| %s | %.1f %% of %d | %.1f %% of %d |", name, l ? 100 * r / l : 100, l, b ? 100 * t / b : 100, b)
    }
    END {
        for (folder in lines) {
            print row("`" folder "`", lines[folder], reached[folder], branches[folder], taken[folder]) | "sort"
            L += lines[folder]; R += reached[folder]; B += branches[folder]; T += taken[folder]
        }
        close("sort")
        print row("together", L, R, B, T)
    }'
