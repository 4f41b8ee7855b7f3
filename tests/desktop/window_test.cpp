// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/desktop/window_test.h"

#include "app/session/documents/kept_file.h"

#include <QFile>
#include <QSettings>

namespace shardscope::tests {

void WindowTest::init()
{
    m_open = std::make_unique<OpenWindow>();
    QVERIFY(m_open->exposed());
}

void WindowTest::cleanup()
{
    m_open.reset();
    // What one test said of a machine's costs is not another one's.
    QSettings().remove(QStringLiteral("search/prices"));
    QSettings().remove(QStringLiteral("search/powers"));
    QSettings().remove(QStringLiteral("shortcuts"));
    QFile::remove(QString::fromStdString((app::dataFolder() / "kept_plans.json").string()));
}

void WindowTest::open(const QString& model, const QString& hardware)
{
    if (window().currentPage() == QLatin1String("home"))
        window().showPage("plan"); // as who opens one comes to see it
    QVERIFY(bench().chooseModel(model));
    QVERIFY(bench().chooseHardware(hardware));
}

} // namespace shardscope::tests
