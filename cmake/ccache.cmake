# SPDX-License-Identifier: GPL-3.0-or-later
# ccache where it is installed (see compiler.sh), and precompiled headers that it can keep.
if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER sh "${PROJECT_SOURCE_DIR}/cmake/compiler.sh")
endif()
if(SHARDSCOPE_PCH AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fpch-preprocess)
elseif(SHARDSCOPE_PCH AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
endif()
