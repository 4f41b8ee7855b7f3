#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes the manual pages that the programs' own help makes.
#   man_pages.sh HELP2MAN FOLDER VERSION CLI [DESKTOP]
set -eu
help2man=$1 folder=$2 version=$3 cli=$4 desktop=${5:-}
export LC_ALL=C.UTF-8 QT_QPA_PLATFORM=offscreen
rm -rf "$folder"
mkdir -p "$folder"

# page NAME SENTENCE COMMAND: no date, so that the same sources make the same page.
page() {
    "$help2man" --no-info --locale=C.UTF-8 --source="Shardscope $version" --version-string="$version" --name="$2" "$3" \
        | sed -e "s/^\.TH [^ ]* \"1\" \"[^\"]*\"/.TH $(printf %s "$1" | tr '[:lower:]' '[:upper:]') \"1\" \"\"/" \
            -e 's/…/.../g' -e "/^\.SH NAME/,/^\.SH/s/^[^.].* \\\\- /$1 \\\\- /" >"$folder/$1.1"
    [ -s "$folder/$1.1" ]
}

page shardscope-cli "plans and profiles the training of very large models" "$cli"
"$cli" --help | sed -n '/^Subcommands:/,$s/^  \([a-z]*\)  .*/\1/p' | while read -r verb; do
    page "shardscope-cli-$verb" "$("$cli" "$verb" --help | head -n 1)" "$cli $verb"
done
[ -z "$desktop" ] || page shardscope "planner and visual profiler for training very large models" "$desktop"
gzip -9n "$folder"/*.1
