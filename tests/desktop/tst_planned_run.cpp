// SPDX-License-Identifier: GPL-3.0-or-later
// "Plan this run": one click on a recording's overview opens the plan that it had, and says what that rests
// on.
#include "app/desktop/pages/trace/overview_page.h"
#include "app/desktop/shell/report_dialog.h"
#include "app/desktop/widgets/table_view.h"
#include "tests/desktop/called.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace shardscope;
using tests::called;

class TstPlannedRun : public tests::WindowTest {
    Q_OBJECT
private slots:
    void planThisRun()
    {
        window().openSample("overview"); // DLRM on an H200
        auto& overview = window().part<app::OverviewPage>();
        QTRY_VERIFY_WITH_TIMEOUT(overview.overview() != nullptr, 60'000);
        called<QPushButton>(overview, "Plan this run").click();
        QTRY_COMPARE_WITH_TIMEOUT(window().currentPage(), QStringLiteral("plan"), 60'000);
        QCOMPARE(state().hardwareReference, QStringLiteral("dgx-h200"));
        QVERIFY(state().model && state().model->recommender() != nullptr);
        QCOMPARE(plan().batch.microBatch, std::int64_t{8192});
        QTRY_VERIFY(bench().evaluated().value);
        const auto* report = window().findChild<app::ReportDialog*>();
        QVERIFY(report != nullptr);
        QVERIFY(window().workbench().run() != nullptr); // the run stays open
        bench().undoStack().undo();
        QVERIFY(!state().complete());
    }

    /// Without shapes there is no model: that is said, and no plan is opened.
    void nothingToPlan()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("plain.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"traceEvents": [{"ph": "X", "name": "aten::mm", "cat": "cpu_op", "pid": 1, "tid": 1,
                       "ts": 0, "dur": 10}]})");
        file.close();
        window().openFiles({file.fileName()});
        QTRY_VERIFY(bench().run() && !bench().run()->partial);
        QVERIFY(window().act(QStringLiteral("run.plan")));
        QTRY_VERIFY(window().findChild<app::ReportDialog*>() != nullptr);
        QVERIFY(!state().complete());
        const core::Table& told = *window().findChild<app::ReportDialog*>()->table().table();
        QVERIFY(std::ranges::any_of(told.rows, [](const auto& row) {
            return std::get<std::string>(row[0]) == "model" && row[1].index() == 0;
        }));
    }
};

SHARDSCOPE_TEST(TstPlannedRun)
#include "tst_planned_run.moc"
