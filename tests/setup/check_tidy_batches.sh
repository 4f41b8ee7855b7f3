#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tidy_batches.sh puts the text of each changed source into its folder's batch once, leaves out what did not change, and asks
# for a source that is compiled alone as it is. Asked of a build of our own over sources of this checkout.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
fail() { echo "check_tidy_batches.sh: $*" >&2; exit 1; }

mkdir "$build/united"
printf '#include <vector>\n#include "core/base/task.h"\n#include "core/model/dtype.cpp"\n#include "core/model/inventory.cpp"\n' >"$build/united/core_model.cpp"
cat >"$build/compile_commands.json" <<END
[
{
  "directory": "$build",
  "command": "clang++ -DA=\\"b\\" -o united/core_model.cpp.o -c $build/united/core_model.cpp",
  "file": "$build/united/core_model.cpp"
},
{
  "directory": "$build",
  "command": "clang++ -o toml.o -c $root/core/io/toml.cpp",
  "file": "$root/core/io/toml.cpp"
}
]
END
said=$(printf '%s\n' core/model/dtype.cpp core/io/toml.cpp core/model/no_such.cpp | bash "$root/tests/setup/tidy_batches.sh" "$build")
batch=$build/batches/0_core_model.cpp
[ "$(sort <<<"$said")" = "$(printf '%s\n' "$batch" "$root/core/io/toml.cpp" | sort)" ] || fail "to be read: $said"
[ "$(wc -l <"$batch")" -eq $(($(wc -l <"$root/core/model/dtype.cpp") + 3)) ] || fail "other lines than those of dtype.cpp, two inclusions and its name"
grep -qx '#line 1 "core/model/dtype.cpp"' "$batch" || fail "no name before the text"
! grep -q inventory.cpp "$batch" || fail "a source is there that did not change"
grep -qF "\"command\": \"clang++ -DA=\\\"b\\\" -o united/core_model.cpp.o -c $batch\"" "$build/batches/compile_commands.json" \
    || fail "$(cat "$build/batches/compile_commands.json")"
[ -z "$(echo core/plan/plan.cpp | bash "$root/tests/setup/tidy_batches.sh" "$build")" ] || fail "what the build does not compile is asked for"
