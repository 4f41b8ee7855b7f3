#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# touched_tests.sh <CHANGED FILES: which entries of CTest can a change of these files (one path a line) have touched?
# Prints their names, one a line, or the one word "everything". Errs on the side of too many.
#   A file reaches what it includes; a header reaches the sources that may be written for it: those in and below its folder
#   that include it. A test class also reaches the whole of the programs that its folder NEEDS
#   (tests/CMakeLists.txt). Other files (resources, docs, tests/data) are reached by the classes that name them or their
#   folder, resources by whoever reaches core/catalog too. A source that no class reaches touches
#   everything.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
cd "$root"
mapfile -t changed

named=() # what the tests call the changed files that are not compiled
for file in "${changed[@]}"; do
    case $file in
        tests/support/* | CMake* | cmake/* | */CMakeLists.txt) echo everything; exit 0 ;;
        *.cpp | *.h) ;;
        resources/*) named+=("$(basename "$file")" resources/) ;;
        tests/data/*) named+=("$(cut -d/ -f2,3 <<<"$file")") ;;
        docs/*) named+=("$(basename "$file")" docs/) ;;
        *) named+=("$(basename "$file")") ;;
    esac
done

touched=$({
    printf 'changed %s\n' "${changed[@]}"
    ! printf '%s\n' "${changed[@]}" | grep -q '^resources/' || printf 'changed %s\n' core/catalog/*.h
    if [ ${#named[@]} -gt 0 ]; then
        printf '%s\n' "${named[@]}" | grep -rlF -f - --include='*.cpp' --include='*.h' tests | sed 's/^/changed /' || true
    fi
    # The programs that a folder of tests calls.
    tr '\n' ' ' <tests/CMakeLists.txt | grep -oE 'shardscope_test\([a-z]+[^)]*\)' | sed -E 's/shardscope_test\(([a-z]+)/\1/' \
        | while read -r folder rest; do
            [[ $rest != *NEEDS*shardscope-cli* ]] || echo "calls $folder app/cli/main.cpp"
            [[ $rest != *NEEDS*:shardscope\>* ]] || echo "calls $folder app/desktop/main.cpp"
        done
    find tests -name 'tst_*.cpp' | sed 's/^/class /'
    grep -rHoE '^#include "[^"]+"' --include='*.cpp' --include='*.h' core planner profiler app lab tests \
        | sed -E 's/^([^:]+):#include "([^"]+)"$/includes \1 \2/'
} | awk '
    function folder(path) { sub(/\/[^\/]*$/, "", path); return path }
    function edge(from, to) { into[to] = into[to] " " from }
    $1 == "changed" { touched[$2] = 1; if ($2 ~ /[.](cpp|h)$/ && $2 !~ /^tests\/(bench|fuzz)\//) compiled[$2] = 1 }
    $1 == "calls" { calls[$2] = calls[$2] " " $3 }
    $1 == "class" { classes[++count] = $2 }
    $1 == "includes" {
        edge($2, $3)
        if ($2 ~ /[.]cpp$/ && $2 !~ /\/tst_/ && index($2, folder($3) "/") == 1) edge($3, $2)
    }
    # what is reached from "start" against the arrows, into "found"
    function spread(start, found,    waiting, left, name, callers, caller, i) {
        waiting[left = 1] = start
        found[start] = 1
        while (left > 0) {
            name = waiting[left--]
            callers = split(into[name], caller, " ")
            for (i = 1; i <= callers; ++i)
                if (!(caller[i] in found)) { found[caller[i]] = 1; waiting[++left] = caller[i] }
        }
    }
    END {
        for (at = 1; at <= count; ++at) {
            split(classes[at], part, "/")
            programs = split(calls[part[2]], program, " ")
            for (i = 1; i <= programs; ++i) edge(classes[at], program[i])
        }
        print "architecture/tst_includes" # reads every source
        for (name in touched) {
            split("", found)
            spread(name, found)
            seen = 0
            for (at = 1; at <= count; ++at) {
                if (!(classes[at] in found)) continue
                seen = 1
                split(classes[at], part, "/")
                sub(/[.]cpp$/, "", part[3])
                print part[2] "/" part[3]
            }
            if (!seen && name in compiled) { print "everything"; exit }
        }
    }' | sort -u)
if grep -qx everything <<<"$touched"; then echo everything; else echo "$touched"; fi
