#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs commands one after the other in this checkout on a bare Debian 12, as a newcomer has it: nothing installed, no
# locale, no display, nothing of the caller's environment. Stops at the first that fails, with its exit status.
#   tests/setup/fresh_machine.sh COMMAND…      each argument is one line for bash, run at the checkout's root
# CCACHE_DIR=FOLDER lends the machine that compiler cache (and installs ccache there): what is installed, found and
# configured stays its own, and only what another build compiled to the last byte alike is not compiled again.
# PACKAGES=FOLDER gives the machine that folder as /packages in the place of the checkout.
# Needs root (chroot) and debootstrap. The bare system is made once (about a minute, 210 MB) in build/fresh and copied
# for each call; what is copied of the checkout is what git would take, uncommitted changes too.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
[ $# -gt 0 ] || { sed -n '3,10s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2; exit 2; }
[ "$(id -u)" -eq 0 ] || { echo "error: a bare machine is a chroot, which needs root" >&2; exit 2; }
command -v debootstrap >/dev/null || { echo "error: a bare machine is made by debootstrap, which is not installed" >&2; exit 2; }

bare="$root/build/fresh/debian12"
if [ ! -f "$bare/made" ]; then
    rm -rf "$bare"
    mkdir -p "$bare"
    debootstrap --variant=minbase bookworm "$bare/system" >"$bare/log" 2>&1 || { tail -n 20 "$bare/log" >&2; exit 2; }
    touch "$bare/made"
fi

machine=$(mktemp -d "$root/build/fresh/machine-XXXXXX")
finish() {
    local place process
    for process in /proc/[0-9]*; do # what an interrupted command left running there
        [ "$(readlink "$process/root")" != "$machine" ] || kill -KILL "${process#/proc/}"
    done
    for place in dev proc ccache; do
        ! mountpoint -q "$machine/$place" || umount -R -l "$machine/$place"
        ! mountpoint -q "$machine/$place" || return
    done
    rm -rf --one-file-system "$machine"
}
trap finish EXIT
trap 'exit 130' HUP INT TERM
cp -a "$bare/system/." "$machine"
cp -L /etc/resolv.conf /etc/hosts "$machine/etc/" # the network is the machine's only tie to this one
mount -t proc proc "$machine/proc"
mount --rbind /dev "$machine/dev"
mount --make-rslave "$machine/dev"

settings=()
if [ -n "${CCACHE_DIR:-}" ]; then
    mkdir "$machine/ccache"
    mount --bind "$CCACHE_DIR" "$machine/ccache"
    settings=(CCACHE_DIR=/ccache)
    set -- 'apt-get update -q && apt-get install -q -y --no-install-recommends ccache' "$@"
fi

mkdir "$machine/shardscope"
if [ -n "${PACKAGES:-}" ]; then
    cp -r "$PACKAGES" "$machine/packages"
else
    (cd "$root" && { git ls-files -z --cached --others --exclude-standard 2>/dev/null \
        || find . \( -name .git -o -path ./build \) -prune -o -type f -print0; } \
        | while IFS= read -r -d '' file; do [ ! -e "$file" ] || printf '%s\0' "$file"; done \
        | tar --null -T - -cf -) | tar -C "$machine/shardscope" -xf -
fi

for command in "$@"; do
    printf '\n$ %s\n' "$command"
    chroot "$machine" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb "${settings[@]}" \
        bash -c "cd /shardscope && $command" </dev/null &
    wait $! # and not in the foreground: an interruption is answered at once
done
