// SPDX-License-Identifier: GPL-3.0-or-later
// main of the test programs that need no window.
#include "tests/support/test_registry.h"

#include <QCoreApplication>
#include <QStandardPaths>

int main(int argc, char** argv)
{
    QStandardPaths::setTestModeEnabled(true);
    qputenv("SHARDSCOPE_CACHE", "off"); // nor do traces leave copies
    const QCoreApplication application(argc, argv);
    return shardscope::tests::runTests(argc, argv);
}
