// SPDX-License-Identifier: GPL-3.0-or-later
// shardscope-cli: the planner and profiler without a display.
#include "app/cli/context.h"
#include "app/cli/last_words.h"
#include "app/cli/mpi_group.h"
#include "app/cli/part_reader.h"
#include "app/cli/search_part.h"
#include "app/session/text/locale.h"
#include "core/base/freed_memory.h"
#include "core/base/stack_room.h"

#include <QCoreApplication>

#include <string_view>

namespace {

int run(int argc, char** argv)
{
    const QCoreApplication application(argc, argv); // knows the program's folder, where resources may lie
    shardscope::app::keepNumbersPlain();
    if (argc == 2 && std::string_view(argv[1]) == shardscope::app::kPartReaderWord)
        return shardscope::app::servePartReader();
    if (argc > 1 && std::string_view(argv[1]) == shardscope::app::kSearchPartWord) {
        shardscope::app::SearchPart part;
        return shardscope::app::runCommandLine({argv + 2, argv + argc}, &part);
    }
    if (argc > 1 && std::string_view(argv[1]) == "search" && shardscope::app::launchedTogether() > 1)
        return shardscope::app::relaySearch({argv + 1, argv + argc});
    return shardscope::app::runCommandLine({argv + 1, argv + argc});
}

} // namespace

int main(int argc, char** argv)
{
    shardscope::app::guardProcess();
    shardscope::core::keepFreedMemory();
    shardscope::app::chooseUtf8();
    int code = 0;
    if (!shardscope::core::runWithStackRoom([&] { code = run(argc, argv); }))
        shardscope::app::endNow("shardscope-cli: there is not enough memory for this\n",
                                shardscope::app::Exit::BadCall);
    return code;
}
