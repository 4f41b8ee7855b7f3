// SPDX-License-Identifier: GPL-3.0-or-later
// main of the test programs with widgets: offscreen, one scale, no user's settings, so that every machine
// sees the same.
#include "tests/support/test_locale.h"
#include "tests/support/test_registry.h"

#include <QApplication>
#include <QFile>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <clocale>

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("SHARDSCOPE_TEST_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    qputenv("QT_SCALE_FACTOR", "1");
    QStandardPaths::setTestModeEnabled(true);
    const QTemporaryDir data; // what a window keeps is not the next run's
    qputenv("SHARDSCOPE_DATA", QFile::encodeName(data.path()));
    const QTemporaryDir settings; // of this program alone: what another one remembered is not there
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
    qputenv("SHARDSCOPE_CACHE", "off"); // nor do traces leave copies
    const QApplication application(argc, argv);
    if (!shardscope::tests::localeIsInForce())
        return 1;
    std::setlocale(LC_NUMERIC, "C"); // as our programs do
    return shardscope::tests::runTests(argc, argv);
}
