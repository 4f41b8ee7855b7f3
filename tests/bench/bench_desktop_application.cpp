// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/desktop_application.h"

#include <QApplication>

namespace shardscope::bench {

void needApplication()
{
    static int argc = 1;
    static char name[] = "bench";
    static char* argv[] = {name, nullptr};
    static const bool offscreen = qputenv("QT_QPA_PLATFORM", "offscreen");
    static const QApplication application(argc, argv);
    Q_UNUSED(offscreen)
}

} // namespace shardscope::bench
