// SPDX-License-Identifier: GPL-3.0-or-later
// shardscope-cli: the planner and profiler without a display.
#include "app/cli/context.h"

#include <QCoreApplication>

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv); // knows the program's folder, where resources may lie
    return shardscope::app::runCommandLine({argv + 1, argv + argc});
}
