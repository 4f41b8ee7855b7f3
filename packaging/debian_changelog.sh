#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# debian_changelog.sh VERSION MAINTAINER <CHANGELOG.md: the first release that CHANGELOG.md tells of, in the form that
# Debian's packages carry. Its date is SOURCE_DATE_EPOCH, so that the same sources make the same package.
set -eu
echo "shardscope ($1) unstable; urgency=medium"
awk '
    /^## / { if (++release > 1) exit; next }
    /^### / { sub(/^### /, ""); print "\n[ " $0 " ]"; next }
    /^- / { printf "\n%s", $0; next }
    /^ / && release { sub(/^ +/, ""); printf " %s", $0; next }
    /^$/ && release { printf "\n" }' | tr -d '`*' | sed '/^$/d' | while IFS= read -r line; do
    case $line in
        "[ "*) printf '\n  %s\n' "$line" ;;
        *) printf '%s\n' "${line#- }" | fold -s -w 72 | sed '1s/^/  * /; 2,$s/^/    /; s/ *$//' ;;
    esac
done
printf '\n -- %s  %s\n' "$2" "$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")"
