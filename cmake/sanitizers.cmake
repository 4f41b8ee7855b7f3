# SPDX-License-Identifier: GPL-3.0-or-later
# SHARDSCOPE_SANITIZE=address,undefined or thread instruments everything that we compile; system libraries
# (Qt Core and Test, SQLite) stay as they are.
if(SHARDSCOPE_SANITIZE)
    add_compile_options(-fsanitize=${SHARDSCOPE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${SHARDSCOPE_SANITIZE})
endif()
