// SPDX-License-Identifier: GPL-3.0-or-later
// The Follow page over a folder that grows: steps as they come, the plan's band, findings with when they
// began.
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/pages/follow/follow_page.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/follow/step_series.h"
#include "tests/desktop/called.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <cstdint>
#include <string>

using namespace shardscope;

namespace {

/// Appends steps as Megatron-LM's training log prints them.
void append(const QString& file, int first, int count, double milliseconds)
{
    QFile log(file);
    if (!log.open(QIODevice::Append))
        qFatal("no room for a log");
    for (int step = first; step < first + count; ++step)
        log.write(
            QStringLiteral(" [2026-08-01 10:00:01] iteration %1/ 100000 | consumed samples: 1280 | elapsed "
                           "time per iteration (ms): %2 | lm loss: 1.1E+01 |\n")
                .arg(step)
                .arg(milliseconds, 0, 'f', 1)
                .toUtf8());
}

} // namespace

class TstFollowPage : public tests::WindowTest {
    Q_OBJECT
private slots:
    void aFolderThatGrows()
    {
        open(QStringLiteral("gpt2"), QStringLiteral("h200-sxm"));
        const QTemporaryDir folder;
        const QString log = folder.filePath(QStringLiteral("rank0.log"));
        append(log, 1, 20, 1000);
        window().showPage("follow");
        app::FollowPage& page = window().part<app::FollowPage>();
        page.setEvery(20);
        page.follow(folder.path());
        QTRY_COMPARE_WITH_TIMEOUT(page.job().steps.seen(), std::int64_t{20}, 30'000);
        QVERIFY(page.job().plan && page.job().plan->stepSeconds > 0);
        QVERIFY(page.picture().scene().spots.size() >= 20); // steps, and the band
        const qsizetype before = page.findings().table()->rows.size();
        append(log, 21, 20, 2000); // twice as long from here on
        QTRY_COMPARE_WITH_TIMEOUT(page.job().steps.seen(), std::int64_t{40}, 30'000);
        QVERIFY(static_cast<qsizetype>(page.findings().table()->rows.size()) > before);
        bool slower = false;
        for (const app::FollowFinding& finding : page.job().findings)
            slower = slower || (finding.kind == "slower" && finding.since == 21);
        QVERIFY(slower);
        QVERIFY(page.status().contains(QStringLiteral("40")));
        // Stopped, nothing more is read.
        tests::called<QPushButton>(page, "Stop").click();
        QVERIFY(!page.follows());
        append(log, 41, 5, 1000);
        QTest::qWait(200);
        QCOMPARE(page.job().steps.seen(), std::int64_t{40});
        // Again: from the beginning, with what has come since.
        tests::called<QPushButton>(page, "Follow again").click();
        QTRY_COMPARE_WITH_TIMEOUT(page.job().steps.seen(), std::int64_t{45}, 30'000);
        page.stop();
    }
    void aFolderThatIsNotThere()
    {
        app::FollowPage& page = window().part<app::FollowPage>();
        window().showPage("follow");
        page.setEvery(20);
        page.follow(QStringLiteral("/no/such/folder"));
        QTRY_VERIFY2(page.status().contains(QStringLiteral("/no/such/folder")), qPrintable(page.status()));
        page.stop();
    }
    /// However long a job runs, a rank has so many points at most, of its whole time, and the last step is
    /// one.
    void pointsAreBounded()
    {
        app::StepSeries series;
        for (std::int64_t step = 0; step < 100'000; ++step)
            series.take({3, step, 1.0 + static_cast<double>(step), "log"});
        QCOMPARE(series.seen(), std::int64_t{100'000});
        const auto& points = series.ranks().at(3);
        QVERIFY(points.size() <= 2001 && points.size() > 500);
        QCOMPARE(points.front().number, std::int64_t{0});
        QCOMPARE(points.back().number, std::int64_t{99'999});
        for (std::size_t at = 1; at < points.size(); ++at) {
            QVERIFY(points[at].number > points[at - 1].number);
            QVERIFY(points[at].number - points[at - 1].number < 400);
        }
    }
};

SHARDSCOPE_TEST(TstFollowPage)
#include "tst_follow_page.moc"
