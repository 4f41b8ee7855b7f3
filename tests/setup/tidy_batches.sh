#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tidy_batches.sh BUILD <FILES: gathers FILES (sources, from the checkout's root, one on each line) into one source for each folder,
# as the builds unite them: what they include, which clang-tidy reads longest, is then read once.
# Writes BUILD/batches/compile_commands.json and prints what is to be read, the longest first. What BUILD does not compile is left out.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
build=$(cd "$1" && pwd -P)
rm -rf "$build/batches"
mkdir -p "$build/batches"
awk -v root="$root/" -v batches="$build/batches" '
    function entry(file, command) {
        printf "%s{\n  \"directory\": \"%s\",\n  \"command\": %s,\n  \"file\": \"%s\"\n}", many++ ? ",\n" : "[\n", folder, command, file >json
    }
    # The lines of FILE with the text of each source that changed in the place of its inclusion, and without the others; how many
    # lines those are. What is included is not analysed.
    function gathered(file, batch,   line, place, left) {
        while ((getline line <file) > 0) {
            if (line !~ /^#include ".*\.cpp"$/) {
                lines[batch] = lines[batch] line "\n"
                continue
            }
            place = substr(line, 11, length(line) - 11)
            if (!(place in changed)) continue
            left += changed[place]
            lines[batch] = lines[batch] "#line 1 \"" place "\"\n" text[place]
        }
        close(file)
        return left
    }
    BEGIN { json = batches "/compile_commands.json" }
    NR == FNR {
        changed[$0] = 1
        while ((getline line <(root $0)) > 0) {
            ++changed[$0]
            text[$0] = text[$0] line "\n"
        }
        close(root $0)
        next
    }
    /^  "directory": / { folder = $0; sub(/^  "directory": "/, "", folder); sub(/",?$/, "", folder) }
    /^  "command": / { command = $0; sub(/^  "command": /, "", command); sub(/,$/, "", command) }
    /^  "file": / {
        file = $0; sub(/^  "file": "/, "", file); sub(/",?$/, "", file)
        place = substr(file, 1, length(root)) == root ? substr(file, length(root) + 1) : ""
        if (place in changed) {
            entry(file, command)
            print changed[place], file
        } else if (file ~ /\/united\/[^\/]*\.cpp$/) {
            batch = batches "/" many + 0 "_" substr(file, match(file, /[^\/]*$/))
            if (!(length_of = gathered(file, batch))) next
            printf "%s", lines[batch] >batch
            close(batch)
            at = index(command, " -c " file)
            command = substr(command, 1, at + 3) batch substr(command, at + 4 + length(file))
            entry(batch, command)
            print length_of, batch
        }
    }
    END { if (many) printf "\n]\n" >json }' - "$build/compile_commands.json" | sort -k1,1nr -k2 | cut -d' ' -f2-
