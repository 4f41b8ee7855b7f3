// SPDX-License-Identifier: GPL-3.0-or-later
// main of the test programs that need no window.
#include "tests/support/test_locale.h"
#include "tests/support/test_registry.h"

#include <QCoreApplication>
#include <QStandardPaths>

#include <clocale>

int main(int argc, char** argv)
{
    QStandardPaths::setTestModeEnabled(true);
    qputenv("SHARDSCOPE_CACHE", "off"); // nor do traces leave copies
    const QCoreApplication application(argc, argv);
    if (!shardscope::tests::localeIsInForce())
        return 1;
    std::setlocale(LC_NUMERIC, "C"); // as our programs do
    return shardscope::tests::runTests(argc, argv);
}
