# SPDX-License-Identifier: GPL-3.0-or-later
# Warnings for our own code. They are errors with the compilers we test with (g++ 12, clang 14); another compiler
# may know warnings that we have never seen, and must still be able to build.
set(werror_default OFF)
if((CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 12
        AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    OR (CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 14
        AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 15))
    set(werror_default ON)
endif()
option(SHARDSCOPE_WERROR "Treat warnings as errors" ${werror_default})

add_library(shardscope_warnings INTERFACE)
target_compile_options(shardscope_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual -Wcast-align
    -Wformat=2 -Wdouble-promotion -Wimplicit-fallthrough -Wextra-semi
    $<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond;-Wduplicated-branches;-Wlogical-op>
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized> # g++ 12 reports it inside std::variant and std::optional
    $<$<BOOL:${SHARDSCOPE_WERROR}>:-Werror>
    # At -O2 g++ 12 reports these inside libstdc++ for code that cannot do it; they are shown, but stop nobody's build.
    "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Release>>:-Wno-error=stringop-overflow;-Wno-error=stringop-overread;-Wno-error=array-bounds;-Wno-error=restrict>")
