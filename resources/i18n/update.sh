#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Brings the translators' files up to date with the texts of the sources. lupdate knows Qt's marks only: those of
# core/base/text_mark.h reach it as QT_TRANSLATE_NOOP, in a copy of the sources.
#   bash resources/i18n/update.sh [FOLDER]     the files of FOLDER instead of those beside this script
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
root=$(cd "$here/../.." && pwd -P)
lupdate=$(command -v lupdate6 || ls /usr/lib/qt6/bin/lupdate 2>/dev/null || command -v lupdate)
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cd "$root"
find core planner profiler app \( -name '*.cpp' -o -name '*.h' \) -print0 | xargs -0 cp --parents -t "$copy"
find "$copy" -type f -print0 | xargs -0 sed -i -E \
    -e '/^#define/!s/\bN_\(/QT_TRANSLATE_NOOP("Source", /g' -e '/^#define/!s/\bW_\(/QT_TRANSLATE_NOOP("Words", /g'
# What the catalogue says in words of ours: notes of models, and titles and names of links that are more than a name.
{
    awk '/"notes": \[/ { on = 1; sub(/.*"notes": \[/, "") }
        on { while (match($0, /"[^"]*"/)) { print substr($0, RSTART, RLENGTH); $0 = substr($0, RSTART + RLENGTH) }
             if (/\]/) on = 0 }' resources/models/*.json
    grep -hoE '"title": "[^"]*"' resources/trainings/*.json | sed -E 's/"title": //'
    grep -hoE '^ *"title": "[^"]*"' resources/{models,hardware,clusters}/*.json | sed -E 's/^ *"title": //' \
        | grep -E "[a-z] [a-z]|[(,:]|'s "
    grep -hoE '^ *"label": "[^"]*"' resources/{hardware,devices}/*.json | sed -E 's/^ *"label": //' \
        | grep -E "[a-z] [a-z]|[(,]"
} | sort -u | sed -E 's/^(.*)$/QT_TRANSLATE_NOOP("Source", \1)/' >"$copy/catalogue.cpp"
for file in "${1:-$here}"/*.ts; do
    only=() # English is the source text: its file holds plural forms only
    case "$file" in *_en.ts) only=(-pluralonly) ;; esac
    "$lupdate" "${only[@]}" -I "$copy" -locations none -no-obsolete "$copy" -extensions cpp,h -ts "$file"
done
