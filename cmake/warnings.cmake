# SPDX-License-Identifier: GPL-3.0-or-later
# Warnings for our own code. They are errors only where somebody asks: ON, or TESTED, which our presets say: errors with the
# compilers that we test with (g++ 12, clang 14), since another one may know warnings that we have never seen.
set(SHARDSCOPE_WERROR OFF CACHE STRING "Treat warnings as errors: OFF, ON, or TESTED (with compilers that we test with)")
set(werror ${SHARDSCOPE_WERROR})
if(werror STREQUAL "TESTED")
    set(werror OFF)
    if((CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^12[.]")
        OR (CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^14[.]"))
        set(werror ON)
    endif()
endif()

add_library(shardscope_warnings INTERFACE)
target_compile_options(shardscope_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual -Wcast-align
    -Wformat=2 -Wdouble-promotion -Wimplicit-fallthrough -Wextra-semi
    # What names of one source mean to another of its folder; clang-tidy and the preset dev compile each by itself.
    $<$<BOOL:${SHARDSCOPE_UNITY}>:-Wno-shadow>
    $<$<AND:$<BOOL:${SHARDSCOPE_UNITY}>,$<CXX_COMPILER_ID:GNU>>:-Wno-subobject-linkage>
    $<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond;-Wduplicated-branches;-Wlogical-op>
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized> # g++ 12 reports it inside std::variant and std::optional
    $<$<BOOL:${werror}>:-Werror>
    # When it optimizes, g++ 12 reports these inside libstdc++ for code that cannot do it, and more of them under
    # ThreadSanitizer; they are shown, but stop nobody's build.
    "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Release,RelWithDebInfo>>:-Wno-error=stringop-overflow;-Wno-error=stringop-overread;-Wno-error=array-bounds;-Wno-error=restrict>")
