// SPDX-License-Identifier: GPL-3.0-or-later
// The desktop program.
#include "app/desktop/window/application.h"
#include "core/base/freed_memory.h"
#include "core/base/stack_room.h"

#include <cstdio>

int main(int argc, char** argv)
{
    shardscope::core::keepFreedMemory();
    int code = 2;
    if (!shardscope::core::runWithStackRoom([&] { code = shardscope::app::runDesktop(argc, argv); }))
        std::fputs("shardscope: there is not enough memory for this\n", stderr);
    return code;
}
