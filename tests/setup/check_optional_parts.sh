#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Does it build where no optional part is installed? Configures as CMake would without Open MPI, ISA-L and Google Benchmark,
# and compiles without ccache the few sources that ask for one of them. (The part "fresh" builds all, on a bare machine.)
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
tree=$root/build/without
log=$tree.log
wrong() { echo "$(basename "${BASH_SOURCE[0]}"): $*" >&2; exit 1; }

# Only the commands that the build needs are on this path: neither ccache nor clang nor mpicc.
commands=$(mktemp -d)
trap 'rm -rf "$commands"' EXIT
for name in sh cmake ninja c++ cc as ld ar nm ranlib; do
    ln -s "$(command -v "$name")" "$commands/$name"
done
bare() { env PATH="$commands" "$@"; }

mkdir -p "$root/build"
bare cmake --fresh -S "$root" -B "$tree" -G Ninja -DCMAKE_BUILD_TYPE=Release -DSHARDSCOPE_BENCH=ON -DSHARDSCOPE_PCH=OFF \
    -DMPI_C_COMPILER=/nowhere/mpicc -DCMAKE_DISABLE_FIND_PACKAGE_ISAL=ON -DCMAKE_DISABLE_FIND_PACKAGE_benchmark=ON \
    >"$log" 2>&1 || { grep -A5 -i error "$log" >&2; wrong "CMake could not configure; see $log"; }
for part in "Open MPI" "ISA-L" "Google Benchmark"; do
    grep -q "$part was not found" "$log" || wrong "$part was found all the same; see $log"
done

mapfile -t objects < <(cd "$tree" && ninja -t targets all | grep -oE '^[^:]*/gzip_decoder\.cpp\.o:' | cut -d: -f1)
[ ${#objects[@]} -eq 1 ] || wrong "the sources that ask for optional parts are not where they were: ${objects[*]}"
bare ninja -C "$tree" "${objects[@]}" >>"$log" 2>&1 || { grep -A5 -E 'FAILED|error' "$log" >&2; wrong "does not compile; see $log"; }
for object in "${objects[@]}"; do
    ! nm -C "$tree/$object" | grep -E '\bisal_' || wrong "$object asks for what is not there"
done
