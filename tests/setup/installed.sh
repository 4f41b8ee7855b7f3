#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# installed.sh BUILD: is what BUILD installs whole, clean and free to move? One line for each check, as Qt Test writes them.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
build=$(cd "$1" && pwd -P)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
unset SHARDSCOPE_RESOURCES XDG_DATA_HOME XDG_DATA_DIRS
export LC_ALL=C.UTF-8 QT_QPA_PLATFORM=offscreen HOME="$place/home" SHARDSCOPE_CACHE=off
mkdir "$HOME"
broken=0
check() { # check NAME COMMAND…: one line; what the command says where it fails
    local name=$1 said
    shift
    if said=$("$@" 2>&1); then echo "PASS   : installed::$name()"; else
        echo "FAIL!  : installed::$name() $said"
        broken=1
    fi
}

at() { echo "$place/usr/$1"; }
cmake --install "$build" --prefix "$place/usr" >"$place/install.log" 2>&1 \
    || { echo "FAIL!  : installed::install() $(tail -n 5 "$place/install.log")"; exit 1; }

no_build_path() {
    # Installed for good, nothing names where it was built: neither programs nor documents.
    local found
    found=$(grep -rlaF -e "$root" -e "$build" "$place/usr") && echo "named in: $found" && return 1
    local program
    for program in "$(at bin)"/*; do
        ! readelf -d "$program" | grep -E 'R(UN)?PATH' || return 1
    done
}
no_path_compiled() { # a compiler cache makes paths relative; without it the compiler's own option must do
    local command
    command=$(ninja -C "$build" -t commands core/CMakeFiles/shardscope_core.dir/io/value.cpp.o | tail -n 1 \
        | sed -E "s# -o [^ ]+# -o $place/value.o#; s# -MF [^ ]+# -MF $place/value.d#")
    (cd "$build" && CCACHE_DISABLE=1 sh -c "$command") || return 1
    ! strings "$place/value.o" | grep -F "$root"
}
whole() {
    local file
    for file in bin/shardscope-cli bin/shardscope share/man/man1/shardscope.1.gz share/man/man1/shardscope-cli.1.gz \
        share/man/man1/shardscope-cli-plan.1.gz share/doc/shardscope/LICENSE share/doc/shardscope/docs/contract.md \
        share/doc/shardscope/guide/en/index.html share/doc/shardscope/guide/ja/plan.html \
        share/shardscope/models share/shardscope/hardware share/shardscope/samples \
        share/applications/io.github.shardscope.Shardscope.desktop share/metainfo/io.github.shardscope.Shardscope.metainfo.xml \
        share/icons/hicolor/scalable/apps/io.github.shardscope.Shardscope.svg \
        share/icons/hicolor/16x16/apps/io.github.shardscope.Shardscope.png \
        share/icons/hicolor/512x512/apps/io.github.shardscope.Shardscope.png \
        share/mime/packages/io.github.shardscope.Shardscope.mime.xml \
        share/bash-completion/completions/shardscope share/zsh/vendor-completions/_shardscope-cli \
        share/fish/vendor_completions.d/shardscope.fish; do
        [ -e "$(at "$file")" ] || { echo "missing: $file"; return 1; }
    done
}
no_sources() {
    local found
    found=$(find "$place/usr" -name '*.ts' -o -name '*.qrc' -o -name '*.qm' -o -path '*/shardscope/icons/*' -o -name '*.cpp')
    [ -z "$found" ] || { echo "$found"; return 1; }
}
pages_read() {
    local page wrong
    for page in "$(at share/man/man1)"/*; do
        wrong=$(zcat "$page" | groff -man -Tutf8 -ww -K utf8 2>&1 >/dev/null)
        [ -z "$wrong" ] || { echo "$page: $wrong"; return 1; }
        zgrep -q '^\.SH OPTIONS' "$page" || { echo "$page names no options"; return 1; }
    done
}
answers() { # answers PROGRAM
    [ "$("$1" models 2>&1 | grep -c llama-3-8b)" = 1 ] || { "$1" models | head -n 3; return 1; }
}
draws() {
    "$(at bin/shardscope)" --export plan --out "$place/plan.svg" "$(at share/shardscope/samples/gpt3_175b_on_ipu_pod256.json)" \
        && [ -s "$place/plan.svg" ]
}
without_mpi() {
    ! ldd "$(at bin/shardscope-cli)" | grep -i libmpi
}
desktop_entry() { desktop-file-validate "$(at share/applications/io.github.shardscope.Shardscope.desktop)"; }
appstream() { appstreamcli validate --strict --no-net "$(at share/metainfo/io.github.shardscope.Shardscope.metainfo.xml)"; }
moved() {
    mv "$place/usr" "$place/else where"
    answers "$place/else where/bin/shardscope-cli"
    local result=$?
    mv "$place/else where" "$place/usr"
    return $result
}
in_data_folders() {
    local result=0
    mkdir -p "$place/data" "$place/more"
    mv "$(at share/shardscope)" "$place/data/shardscope"
    XDG_DATA_HOME="$place/data" answers "$(at bin/shardscope-cli)" || result=1
    XDG_DATA_DIRS="$place/more:$place/data" answers "$(at bin/shardscope-cli)" || result=1
    return $result
}
nowhere() { # an installed program does not look into the source tree
    local said
    said=$("$(at bin/shardscope-cli)" models 2>&1)
    [ $? = 2 ] && [[ $said == *SHARDSCOPE_RESOURCES* ]] && [ "$(wc -l <<<"$said")" = 1 ] || { echo "$said"; return 1; }
}
absolute_folders() { # every folder of its own, given whole
    local tree="$place/tree" relative
    cmake -S "$root" -B "$tree" -G Ninja -DSHARDSCOPE_TESTS=OFF -DSHARDSCOPE_DESKTOP=OFF -DCMAKE_INSTALL_PREFIX="$place/usr" \
        -DCMAKE_INSTALL_BINDIR="$place/abs/programs" -DCMAKE_INSTALL_DATADIR="$place/abs/data" \
        -DCMAKE_INSTALL_LIBDIR="$place/abs/lib" -DCMAKE_INSTALL_MANDIR="$place/abs/man" >"$place/tree.log" 2>&1 \
        || { tail -n 5 "$place/tree.log"; return 1; }
    relative=$(sed -n 's/.*kInstalledResources = "\(.*\)";/\1/p' "$tree/generated/shardscope_config.h")
    [ "$(realpath -m "$place/abs/programs/$relative")" = "$place/abs/data/shardscope" ] || { echo "$relative"; return 1; }
    relative=$(sed -n 's/.*kInstalledPlugins = "\(.*\)";/\1/p' "$tree/generated/shardscope_config.h")
    [ "$(realpath -m "$place/abs/programs/$relative")" = "$place/abs/lib/shardscope/plugins" ] || { echo "$relative"; return 1; }
}

one_version() { # what a desktop's shop tells is what the program says
    grep -q "<release version=\"$("$(at bin/shardscope)" --version | cut -d' ' -f2)\"" \
        "$(at share/metainfo/io.github.shardscope.Shardscope.metainfo.xml)"
}
completes() { # completes SHELL'S WORDS -- OFFER: bash, through the installed script
    local offer=${*: -1}
    local words=("${@:1:$#-2}")
    PATH="$(at bin):$PATH" bash -c '
        . "$1"; shift
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        "_${1//-/_}"; printf "%s\n" "${COMPREPLY[@]}"' completes \
        "$(at "share/bash-completion/completions/${words[0]}")" "${words[@]}" | grep -qxF -e "$offer" \
        || { echo "${words[*]}: no $offer"; return 1; }
}
completions() {
    completes shardscope-cli ana -- analyze && completes shardscope-cli plan llama-3-7 -- llama-3-70b \
        && completes shardscope-cli plan llama-3-70b dgx-h1 -- dgx-h100 && completes shardscope-cli plan --sched -- --schedule \
        && completes shardscope-cli plan --schedule gp -- gpipe && completes shardscope-cli report --language j -- ja \
        && completes shardscope --page tim -- timeline && completes shardscope --theme d -- dark
}

check noBuildPath no_build_path
check noPathCompiled no_path_compiled
check whole whole
check noSources no_sources
check pagesRead pages_read
check answers answers "$(at bin/shardscope-cli)"
check draws draws
check withoutMpi without_mpi
check desktopEntry desktop_entry
check appstream appstream
check oneVersion one_version
check completions completions
check moved moved
check inDataFolders in_data_folders
check nowhere nowhere
check absoluteFolders absolute_folders
exit $broken
