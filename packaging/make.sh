#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes what is given away, of a build that is there (bash app/run makes one):
#   bash packaging/make.sh [BUILD]     BUILD/packages: four .debs, a tarball that runs from any folder, the
#                                      sources, and Debian's source package of them
# The same sources make the same files to the byte.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
build=$(cd "${1:-$root/build/release}" && pwd -P)
out=$build/packages

# The time of the last commit stands for now.
if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
    SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct 2>/dev/null || stat -c %Y "$root/CHANGELOG.md")
    export SOURCE_DATE_EPOCH
fi
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
maintainer=$(sed -n 's/^SHARDSCOPE_MAINTAINER:STRING=//p' "$build/CMakeCache.txt")

wanted=(shardscope shardscope-cli shardscope_man shardscope_icons shardscope_guide)
[ ! -e "$build/bin/shardscope_mpi.so" ] || wanted+=(shardscope_mpi)
cmake --build "$build" --target "${wanted[@]}" >&2
rm -rf "$out"
mkdir -p "$out" "$build/packaging"
bash "$root/packaging/debian_changelog.sh" "$version" "$maintainer" <"$root/CHANGELOG.md" | gzip -9n >"$build/packaging/changelog.gz"
(umask 022 && cd "$build" && cpack --config CPackConfig.cmake -B "$out") >"$out/log" 2>&1 || { tail -n 30 "$out/log" >&2; exit 1; }
rm -rf "$out/_CPack_Packages" "$out/log"
if git -C "$root" rev-parse --git-dir >/dev/null 2>&1; then
    git -C "$root" archive --prefix="shardscope-$version/" HEAD | gzip -9n >"$out/shardscope-$version.tar.gz"
    bash "$root/packaging/source_package.sh" "$build" "$out/shardscope-$version.tar.gz" "$out" >&2
fi
ls -l "$out"
