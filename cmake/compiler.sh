#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs a compiler, through ccache where that is installed: build commands name this script, so that they stay the same
# when ccache comes or goes. One cache serves every checkout, since paths count from the checkout's root. Precompiled
# headers need the sloppiness that ccache's manual names for them. A compiler always speaks English, so that
# the cache does not keep a copy for each language.
command -v ccache >/dev/null 2>&1 || exec "$@"
export CCACHE_BASEDIR="${0%/cmake/*}" CCACHE_NOHASHDIR=1
export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
unset LC_ALL LC_CTYPE LC_MESSAGES
export LANG=C.UTF-8
exec ccache "$@"
