#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# no_network.sh BUILD: neither program asks for a network (docs/security.md). One line for each check, as Qt Test writes them.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
build=$(cd "$1" && pwd -P)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
export LC_ALL=C.UTF-8 QT_QPA_PLATFORM=offscreen HOME="$place" XDG_RUNTIME_DIR="$place" SHARDSCOPE_DATA="$place/data"
chmod 700 "$place"
samples=$root/resources/samples
broken=0
check() { # check NAME COMMAND…: one line; what the command says where it fails
    local name=$1 said
    shift
    if said=$("$@" 2>&1); then echo "PASS   : no_network::$name()"; else
        echo "FAIL!  : no_network::$name() $(tail -n 20 <<<"$said")"
        broken=1
    fi
}

nothing_linked() { # neither they nor what they are linked with knows how to fetch anything
    local program
    for program in "$build/bin/shardscope-cli" "$build/bin/shardscope"; do
        ! ldd "$program" | grep -iE 'Qt6(Network|WebSockets|WebEngine|Qml)|curl|libssl|gnutls|libssh|libsoup' || return 1
    done
}
nothing_called() { # of the calls that reach another machine
    local program
    for program in "$build/bin/shardscope-cli" "$build/bin/shardscope"; do
        ! nm -D --undefined-only "$program" \
            | grep -E ' (socket|connect|bind|listen|accept4?|sendto|recvfrom|getaddrinfo|gethostbyname[_r2]*)(@|$)' || return 1
    done
}
# What both do all day.
calls() { # calls UNDER…: each call under that command
    local page
    "$@" "$build/bin/shardscope-cli" plan llama-3-8b dgx-h100 --gpus 8 --zero-stage 3 || return 1
    "$@" "$build/bin/shardscope-cli" search llama-3-8b dgx-h100 --devices 8 --top 1 || return 1
    "$@" "$build/bin/shardscope-cli" analyze "$samples/h200_dlrm.json.gz" || return 1
    "$@" "$build/bin/shardscope-cli" sql "$samples/h200_dlrm.json.gz" "SELECT count(*) FROM slice" || return 1
    "$@" "$build/bin/shardscope-cli" lesson check zero || return 1
    for page in home plan timeline learn; do
        "$@" "$build/bin/shardscope" --page $page --out "$place/$page.png" "$samples/gpt3_175b_phased_on_ipu_pod256.json" \
            "$samples/h200_dlrm.json.gz" || return 1
    done
}
without_a_network() { # not even to itself: the namespace's loopback is down
    if unshare -n true 2>/dev/null; then calls unshare -n; else calls unshare -rn; fi
}
watched() { # every call about sockets, of all threads and children
    calls strace -f -q -e trace=network -A -o "$place/calls" || return 1
    ! grep -E 'AF_INET|AF_PACKET|SOCK_RAW' "$place/calls"
}
opened_window() { # a project is the user's alone
    local window
    mkdir "$place/data"
    "$build/bin/shardscope" "$samples/gpt3_175b_phased_on_ipu_pod256.json" >"$place/window" 2>&1 &
    window=$!
    for _ in $(seq 300); do
        [ -z "$(find "$place/data" -name '*.shardscope')" ] || break
        sleep 0.1
    done
    kill $window
    wait $window 2>/dev/null
    [ -n "$(find "$place/data" -name '*.shardscope')" ] || { echo "no project was made"; cat "$place/window"; return 1; }
    ! find "$place/data" -type f ! -name '*.lock' -perm /077 | grep . # a lock is Qt's, and names the process alone
}

check nothingLinked nothing_linked
check nothingCalled nothing_called
check withoutANetwork without_a_network
check watched watched
check openedWindow opened_window
exit $broken
