#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# make_locales.sh FOLDER: the locales that tests run under, made there where they are not yet (LOCPATH names the folder).
set -euo pipefail
folder=$1
mkdir -p "$folder"
for name in de_DE tr_TR ja_JP; do
    [ ! -e "$folder/$name.UTF-8" ] || continue
    draft=$(mktemp -d "$folder/.draft-XXXXXX")
    localedef -i "$name" -f UTF-8 "$draft/made" || [ $? -le 1 ] # 1: with warnings
    mv -T "$draft/made" "$folder/$name.UTF-8" 2>/dev/null || [ -e "$folder/$name.UTF-8" ] # another was faster
    rm -rf "$draft"
done
