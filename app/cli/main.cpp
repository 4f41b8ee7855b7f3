// SPDX-License-Identifier: GPL-3.0-or-later
// shardscope-cli: the planner and profiler without a display.
#include "app/cli/context.h"
#include "app/cli/last_words.h"
#include "app/cli/part_reader.h"
#include "app/session/text/locale.h"

#include <QCoreApplication>

#include <string_view>

int main(int argc, char** argv)
{
    shardscope::app::guardProcess();
    shardscope::app::chooseUtf8();
    const QCoreApplication application(argc, argv); // knows the program's folder, where resources may lie
    shardscope::app::keepNumbersPlain();
    if (argc == 2 && std::string_view(argv[1]) == shardscope::app::kPartReaderWord)
        return shardscope::app::servePartReader();
    return shardscope::app::runCommandLine({argv + 1, argv + argc});
}
