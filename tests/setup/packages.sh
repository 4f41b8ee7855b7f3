#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# packages.sh BUILD: makes the packages of BUILD; lintian takes them as they are; a bare Debian 12 that has nothing else
# answers every verb's --help and draws every page, in a window too; taken away, they leave nothing. One line for each check.
# Needs root and debootstrap, as fresh_machine.sh does.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
build=$(cd "$1" && pwd -P)
packages=$build/packages
place=$(mktemp -d)
screen=
trap '[ -z "$screen" ] || kill "$screen"; rm -rf "$place"' EXIT
broken=0
check() { # check NAME COMMAND…: one line; what the command says where it fails
    local name=$1 said
    shift
    if said=$("$@" 2>&1); then echo "PASS   : packages::$name()"; else
        echo "FAIL!  : packages::$name() $(tail -n 30 <<<"$said")"
        broken=1
    fi
}
made() {
    bash "$root/packaging/make.sh" "$build" && [ "$(ls "$packages"/*.deb | wc -l)" -ge 3 ] && ls "$packages"/shardscope-*-linux-*.tar.gz
}
accepted() { lintian --allow-root --tag-display-limit 0 --fail-on error,warning "$packages"/*.deb; }
same_again() { # the smallest of them, twice; the time of the clock is not in it
    cp "$packages"/shardscope-doc_*.deb "$place/first.deb"
    (umask 022 && cd "$build" && SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct 2>/dev/null || stat -c %Y "$root/CHANGELOG.md") \
        cpack --config CPackConfig.cmake -G DEB -D CPACK_COMPONENTS_ALL=doc -B "$place/again") \
        && cmp "$place/first.deb" "$place"/again/shardscope-doc_*.deb
}
source_whole() { # what is in git, and nothing that was built
    local source listed
    source=$(ls "$packages"/shardscope-[0-9]*.tar.gz | grep -v linux)
    listed=$(tar -tzf "$source")
    grep -q '/CMakeLists.txt$' <<<"$listed" && ! grep '^[^/]*/build/' <<<"$listed"
}
source_package() { # it unpacks, lintian takes it, and it makes the packages that CPack made
    local dsc
    dsc=$(ls "$packages"/shardscope_*.dsc) && lintian --allow-root --tag-display-limit 0 --fail-on error,warning "$dsc" \
        && dpkg-source --extract "$dsc" "$place/source" \
        && diff <(sed -n 's/^Package: //p' "$place/source/debian/control" | sort) \
            <(for deb in "$packages"/*.deb; do dpkg-deb --field "$deb" Package; done | sort)
}
image_whole() { # what the programs are linked to is in the AppImage's recipe
    local needed package missing=
    for needed in $(objdump -p "$build"/bin/shardscope "$build"/bin/shardscope-cli | awk '/NEEDED/ { print $2 }' | sort -u); do
        case $needed in # of every system, or brought by libqt6widgets6
            libc.so* | libm.so* | libgcc_s.so* | libstdc++.so* | ld-* | libQt6Core.so* | libQt6Gui.so*) continue ;;
        esac
        package=$(dpkg --search "*/$needed" 2>/dev/null | sed -n '1s/[:,].*//p')
        grep -qx " *- $package" "$root/packaging/appimage.yml" || missing+=" $package"
    done
    [ -z "$missing" ] || { echo "not in packaging/appimage.yml:$missing"; return 1; }
}

# What the bare machine is asked, one line for bash each; it stops at the first that fails.
asked=(
    'apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends /packages/*.deb'
    'dpkg --purge shardscope shardscope-cli shardscope-doc $(dpkg -l shardscope-mpi >/dev/null 2>&1 && echo shardscope-mpi)'
    'find / -xdev \( -path /proc -o -path /packages -o -path /var/lib/dpkg -o -path /var/log -o -path /tmp \) -prune -o -print | sort >/tmp/before'
    'dpkg -i /packages/*.deb'
    'for verb in $(shardscope-cli --help | sed -n "/^Subcommands:/,\$s/^  \([a-z]*\)  .*/\1/p"); do shardscope-cli $verb --help >/tmp/help && [ -s /tmp/help ] && [ -s /usr/share/man/man1/shardscope-cli-$verb.1.gz ] || { echo $verb; exit 1; }; done; [ -n "$verb" ]'
    'cd /tmp && export HOME=/tmp && shardscope-cli plan llama-3-8b dgx-h100 -t 8 && shardscope-cli trace /usr/share/shardscope/samples/h200_dlrm.json.gz && shardscope-cli lesson check zero'
    'export HOME=/tmp; samples=/usr/share/shardscope/samples; for page in $(shardscope --page); do shardscope --page $page --out /tmp/$page.png $samples/gpt3_175b_phased_on_ipu_pod256.json $samples/h200_dlrm.json.gz && [ -s /tmp/$page.png ] || { echo $page; exit 1; }; done; [ -s /tmp/settings.png ]'
)
if command -v Xvfb >/dev/null; then
    exec 3<>"$place/display"
    Xvfb -displayfd 3 -screen 0 1440x900x24 >"$place/xvfb" 2>&1 &
    screen=$!
    for _ in $(seq 100); do
        display=$(cat "$place/display")
        [ -z "$display" ] || break
        sleep 0.1
    done
    [ -n "$display" ] || { cat "$place/xvfb"; exit 1; }
    # 124: it was still there when its time was up
    asked+=("export HOME=/tmp DISPLAY=:$display; timeout 10 shardscope /usr/share/shardscope/samples/gpt3_175b_phased_on_ipu_pod256.json; [ \$? = 124 ]")
fi
asked+=(
    'dpkg --purge shardscope shardscope-cli shardscope-doc $(dpkg -l shardscope-mpi >/dev/null 2>&1 && echo shardscope-mpi)'
    'find / -xdev \( -path /proc -o -path /packages -o -path /var/lib/dpkg -o -path /var/log -o -path /tmp \) -prune -o -print | sort | diff /tmp/before -'
    '! dpkg -l | grep shardscope'
    'mkdir -p "/opt/some where" && cd "/opt/some where" && tar -xzf /packages/shardscope-*-linux-*.tar.gz && HOME=/tmp shardscope-*/bin/shardscope-cli models | grep -q llama-3-8b'
)
beside_the_sources() { # app/run takes packages that lie there, and builds nothing
    mkdir -p "$place/beside/app" "$place/beside/cmake"
    cp "$root/app/run" "$place/beside/app" && cp "$root/cmake/setup.sh" "$place/beside/cmake" \
        && cp "$packages"/shardscope_*.deb "$packages"/shardscope-cli_*.deb "$place/beside" \
        && PACKAGES=$place/beside "$root/tests/setup/fresh_machine.sh" \
            'bash /packages/app/run | tee /tmp/said && grep -q "Does not fit" /tmp/said && [ -s /packages/build/pictures/timeline.png ]'
}
on_a_bare_machine() { PACKAGES=$packages "$root/tests/setup/fresh_machine.sh" "${asked[@]}"; }

check made made
[ $broken = 0 ] || exit 1
check accepted accepted
check sameAgain same_again
check sourceWhole source_whole
check sourcePackage source_package
check imageWhole image_whole
check onABareMachine on_a_bare_machine
check besideTheSources beside_the_sources
exit $broken
