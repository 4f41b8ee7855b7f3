# SPDX-License-Identifier: GPL-3.0-or-later
# SHARDSCOPE_SANITIZE=address,undefined or thread instruments everything that we compile; system libraries
# (Qt Core and Test, SQLite) stay as they are.
if(SHARDSCOPE_SANITIZE)
    add_compile_options(-fsanitize=${SHARDSCOPE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${SHARDSCOPE_SANITIZE})
    if(SHARDSCOPE_SANITIZE MATCHES "address" AND SHARDSCOPE_SANITIZE MATCHES "undefined")
        # Bad addresses are AddressSanitizer's to find; asked at every access besides, they cost a quarter of the build.
        add_compile_options(-fno-sanitize=null,object-size,pointer-overflow,vptr)
    endif()
endif()

# shardscope_unsearched(TARGET): libFuzzer does not look for new ways through it, and its code is not counted for that.
function(shardscope_unsearched target)
    if(SHARDSCOPE_SANITIZE MATCHES "fuzzer-no-link")
        target_compile_options(${target} PRIVATE -fno-sanitize=fuzzer-no-link)
    endif()
endfunction()
