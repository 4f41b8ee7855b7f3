// SPDX-License-Identifier: GPL-3.0-or-later
// The desktop program.
#include "app/desktop/window/application.h"
#include "core/base/freed_memory.h"

int main(int argc, char** argv)
{
    shardscope::core::keepFreedMemory();
    return shardscope::app::runDesktop(argc, argv);
}
