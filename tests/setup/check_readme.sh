#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# README.md and README.ja.md name the same commands, in the same order.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
commands() { awk '/^```/ { inside = !inside; next } inside' "$1" | sed -E 's/ +# .*//'; }
[ "$(commands "$root/README.md" | wc -l)" -gt 10 ] || { echo "check_readme.sh: no commands were read" >&2; exit 1; }
diff <(commands "$root/README.md") <(commands "$root/README.ja.md") \
    || { echo "check_readme.sh: README.md and README.ja.md name other commands" >&2; exit 1; }
