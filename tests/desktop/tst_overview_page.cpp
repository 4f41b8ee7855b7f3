// SPDX-License-Identifier: GPL-3.0-or-later
// The page that a run opens on says what shardscope-cli analyze says, and leads to what it speaks of.
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/charts/step_shares.h"
#include "app/desktop/pages/trace/analyses_page.h"
#include "app/desktop/pages/trace/memory_page.h"
#include "app/desktop/pages/trace/overview_page.h"
#include "app/desktop/pages/trace/path_bar.h"
#include "app/desktop/pages/trace/timeline_page.h"
#include "app/desktop/timeline/row_headers.h"
#include "app/desktop/widgets/link_label.h"
#include "app/desktop/widgets/report_view.h"
#include "app/session/trace/overview_texts.h"
#include "tests/desktop/called.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace shardscope;
using tests::called;

namespace {

constexpr int kSteps = 4;

/// Steps of a millisecond from \p first us on: the first 300 us the device waits for input data, then a
/// product runs.
QString waitingSteps(int first = 0)
{
    QString events;
    for (int step = 0; step < kSteps; ++step) {
        const int at = first + 1000 * step;
        events += QStringLiteral(R"(,
        {"ph": "X", "name": "ProfilerStep#%1", "cat": "user_annotation", "pid": 9, "tid": 9, "ts": %2, "dur": 1000},
        {"ph": "X", "name": "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__",
         "cat": "user_annotation", "pid": 9, "tid": 9, "ts": %2, "dur": 290},
        {"ph": "X", "name": "cudaLaunchKernel", "cat": "cuda_runtime", "pid": 9, "tid": 9, "ts": %3, "dur": 5,
         "args": {"correlation": %5}},
        {"ph": "X", "name": "sgemm", "cat": "kernel", "pid": 0, "tid": 7, "ts": %4, "dur": 700,
         "args": {"device": 0, "stream": 7, "correlation": %5}})")
                      .arg(step)
                      .arg(at)
                      .arg(at + 292)
                      .arg(at + 300)
                      .arg(step + 1);
    }
    return QStringLiteral(R"({"traceEvents": [{"ph": "M", "name": "process_name", "pid": 9, "ts": 0,
                              "args": {"name": "python"}}%1]})")
        .arg(events);
}

} // namespace

class TstOverviewPage : public tests::WindowTest {
    Q_OBJECT
private slots:
    void aRunOpensOnWhatCostsMost()
    {
        openWaiting();
        QCOMPARE(window().currentPage(), QStringLiteral("overview"));
        const profiler::Overview& overview = *page().overview();
        QVERIFY(!overview.findings.empty());
        QCOMPARE(overview.findings.front().kind, std::string("data_loading"));
        // 300 us of each step of 1000, by the file.
        QVERIFY2(std::abs(overview.findings.front().secondsPerStep - 300e-6) < 15e-6,
                 qPrintable(QString::number(overview.findings.front().secondsPerStep)));
        // All that the command line says, in its words.
        const QString text = told();
        for (std::size_t at = 0; at < std::min(app::kCostsTold, overview.findings.size()); ++at) {
            const profiler::CostFinding& finding = overview.findings[at];
            for (const QString& words :
                 {app::costSentence(finding), app::confidenceSentence(finding), app::adviceSentence(finding)})
                QVERIFY2(!words.isEmpty() && text.contains(words), qPrintable(words));
        }
        for (const core::Table& table :
             {app::overviewFacts(overview), app::overviewNotApplicable(overview)}) {
            for (const auto& row : table.rows) {
                const QString words = QString::fromStdString(std::get<std::string>(row[1]));
                QVERIFY2(text.contains(words), qPrintable(words));
            }
        }
    }
    /// Files of two jobs: each page tells of one, and which; the timeline keeps them apart.
    void jobsOpenedTogetherAreToldApart()
    {
        QStringList files;
        for (int job = 0; job < 2; ++job) {
            files << m_folder.filePath(QStringLiteral("job%1.json").arg(job));
            QFile out(files.last());
            QVERIFY(out.open(QIODevice::WriteOnly));
            out.write(waitingSteps(job * 50'000'000).toUtf8());
        }
        window().openFiles(files);
        QTRY_VERIFY(page().overview());
        QCOMPARE(page().overview()->otherFiles, std::vector<std::string>{"job1.json"});
        QVERIFY(std::abs(page().overview()->stepSeconds - 1e-3) < 1e-5);
        auto* const choice = &called<QComboBox>(page(), "Job");
        QCOMPARE(choice->itemText(1), QStringLiteral("Job 1: job1.json"));
        choice->setCurrentIndex(1);
        emit choice->activated(1);
        QTRY_VERIFY(page().overview() && page().overview()->otherFiles.front() == "job0.json");
        // The evidence of the second job lies in its own time.
        QVERIFY(page().overview()->findings.front().evidence.front().ts > 40'000'000'000);

        app::AnalysesPage& analyses = window().part<app::AnalysesPage>();
        window().showPage("analyses");
        analyses.choose(QStringLiteral("steps"));
        QCOMPARE(analyses.scope().count(), 3);
        analyses.scope().setCurrentIndex(1);
        const auto told = [&] {
            const auto& report = analyses.view().report();
            return report && report->key == "steps" ? report->findings.back().args.back() : std::string();
        };
        QTRY_COMPARE(told(), std::string("job1.json"));

        QStringList titles;
        const app::TrackLayout& layout = window().part<app::TimelinePage>().view().layoutOfTracks();
        for (const app::GroupRow& group : layout.groups())
            titles << app::groupTitle(group, layout.grouping()).left(5);
        QVERIFY(titles.contains(QStringLiteral("Job 0")) && titles.contains(QStringLiteral("Job 1")));
        QVERIFY(std::is_sorted(titles.begin(), titles.end()));
    }
    void aFindingLeadsToItsEvidence()
    {
        openWaiting();
        const profiler::Evidence evidence = page().overview()->findings.front().evidence.front();
        auto* link = page().findChild<app::LinkLabel*>();
        QVERIFY(link);
        link->setFocus();
        QTest::keyClick(link, Qt::Key_Return);
        QCOMPARE(window().currentPage(), QStringLiteral("timeline"));
        const auto& view = window().part<app::TimelinePage>().view();
        QVERIFY(view.marks().area);
        QCOMPARE(view.marks().area->begin, evidence.ts);
    }
    void analysesThatApplyAreOneClickAway()
    {
        openWaiting();
        QPushButton* link = nullptr;
        for (QPushButton* button : app::inRole(page().findChildren<QPushButton*>(), app::Role::Link)) {
            if (button->text() == QString::fromStdString(std::string(profiler::builtinAnalyses()[0].title)))
                link = button;
        }
        QVERIFY(link);
        link->click();
        QCOMPARE(window().currentPage(), QStringLiteral("analyses"));
        QVERIFY(window().part<app::AnalysesPage>().list().currentItem());
        QCOMPARE(window().part<app::AnalysesPage>().list().currentItem()->text(), link->text());
        // No analysis is both offered and dimmed.
        const std::size_t all = profiler::builtinAnalyses().size();
        std::size_t offered = 0;
        for (const QPushButton* button : app::inRole(page().findChildren<QPushButton*>(), app::Role::Link)) {
            for (const profiler::Analysis& analysis : profiler::builtinAnalyses())
                offered += button->text() == QString::fromStdString(std::string(analysis.title));
        }
        QCOMPARE(offered + page().overview()->notApplicable.size(), all);
        QVERIFY(!page().overview()->notApplicable.empty()); // one rank has no stragglers
        // One reason stands once.
        const auto groups = app::reasonsOfSome(*page().overview());
        QVERIFY(groups.size() < page().overview()->notApplicable.size());
        for (const app::ReasonOfSome& group : groups) {
            const QList<QLabel*> labels = page().findChildren<QLabel*>();
            QCOMPARE(std::ranges::count(labels, group.reason, &QLabel::text), 1);
        }
    }
    void theBarDividesTheWholeStep()
    {
        openWaiting();
        const app::Scene scene =
            app::stepSharesScene(*page().overview(), 600, app::theme(app::Scheme::Light));
        double width = 0;
        for (const app::HotSpot& spot : scene.spots)
            width += spot.area.boundingRect().width();
        QVERIFY2(std::abs(width - 599) < 1, qPrintable(QString::number(width)));
        QVERIFY(scene.height > 0);
    }
    /// Each of several ranks has its own bar, on one scale; the bar above is their mean.
    void eachRankHasItsOwnBar()
    {
        profiler::Overview overview;
        overview.stepSeconds = 0.1;
        overview.parts = {{"computing", 0.06}, {"idle", 0.04}};
        for (int rank = 0; rank < 3; ++rank)
            overview.byRank.push_back(
                {rank, 1, 0.1, {{"computing", 0.04 + 0.02 * rank}, {"idle", 0.06 - 0.02 * rank}}});
        const app::Theme& look = app::theme(app::Scheme::Light);
        const app::Scene scene = app::stepSharesScene(overview, 800, look);
        std::vector<double> computing;
        for (const app::SceneBox& box : scene.boxes) {
            if (box.fill == app::colorOf(core::OpClass::MatrixProduct) && box.rect.height() < 20 &&
                box.rect.left() > 20)
                computing.push_back(box.rect.width());
        }
        QCOMPARE(computing.size(), std::size_t{3});
        QVERIFY(std::abs(computing[1] / computing[0] - 1.5) < 0.01 &&
                std::abs(computing[2] / computing[0] - 2) < 0.01);
        // The bar above a recorded run's ranks is their mean.
        openWaiting();
        const profiler::Overview& told = *page().overview();
        QCOMPARE(told.byRank.size(), std::size_t{1});
        for (std::size_t part = 0; part < told.parts.size(); ++part)
            QVERIFY(std::abs(told.byRank[0].parts[part].seconds - told.parts[part].seconds) < 1e-12);
        // A finding's bar is as long as its share of the step.
        const app::Scene cost = app::costScene(told.findings.front(), told.stepSeconds, 200, look);
        QCOMPARE(cost.boxes.size(), std::size_t{2});
        QVERIFY(std::abs(cost.boxes[1].rect.width() / cost.boxes[0].rect.width() -
                         told.findings.front().secondsPerStep / told.stepSeconds) < 1e-9);
    }
    /// The path of the step in the middle of the view, switched on and off; another run has none.
    void theCriticalPathIsMarkedOnTheTimeline()
    {
        openWaiting();
        window().showPage("timeline");
        app::TimelinePage& timeline = window().part<app::TimelinePage>();
        app::TimelineView& view = timeline.view();
        const std::int64_t begin = view.run()->timeline().begin();
        view.setWindow(begin + 2'100'000, begin + 2'900'000);
        QVERIFY(timeline.pathBar().button().isEnabled());
        timeline.pathBar().button().click();
        QTRY_VERIFY(view.marks().path);
        QVERIFY(!timeline.pathBar().sentence().text().isEmpty());
        // The third step: the host's way to the launch, then its product, which ends the step.
        const auto& path = view.marks().path->paths.at(0);
        QVERIFY(path.front().begin >= begin + 2'000'000 && path.front().begin < begin + 2'300'000);
        QCOMPARE(path.back().end, begin + 3'000'000);
        timeline.pathBar().button().click();
        QVERIFY(!view.marks().path);
        QVERIFY(timeline.pathBar().sentence().text().isEmpty());
        timeline.pathBar().button().click();
        QTRY_VERIFY(view.marks().path);
        bench().closeRun();
        QVERIFY(!view.marks().path && !timeline.pathBar().button().isChecked());
    }
    /// Memory records of a trace fill the page that was for snapshots alone; the device that holds most
    /// first.
    void memoryRecordsFillTheMemoryPage()
    {
        const auto change = [](int ts, int device, int address, int bytes, int total) {
            return QStringLiteral(
                       R"(, {"ph": "i", "s": "t", "name": "[memory]", "pid": 9, "tid": 9, "ts": %1, "args": {
                           "Device Type": %2, "Device Id": 0, "Addr": %3, "Bytes": %4, "Total Allocated": %5,
                           "Total Reserved": 8192}})")
                .arg(ts)
                .arg(device)
                .arg(address)
                .arg(bytes)
                .arg(total);
        };
        QString text = waitingSteps();
        text.insert(text.lastIndexOf(QLatin1Char(']')), change(100, 0, 64, 8, 8) +
                                                            change(200, 1, 4096, 2048, 3072) +
                                                            change(300, 1, 4096, -2048, 1024));
        openText(text);
        window().showPage("memory");
        app::MemoryPage& memory = window().part<app::MemoryPage>();
        QTRY_VERIFY(memory.history());
        QVERIFY(memory.history()->stretches);
        QCOMPARE(memory.history()->peak, std::int64_t{3072});
        QCOMPARE(memory.moment(), memory.history()->peakTs);
        QVERIFY(memory.canExport());
        const auto* const devices = &called<QComboBox>(memory, "Device");
        QCOMPARE(devices->count(), 2);
        QCOMPARE(devices->currentText(), QStringLiteral("GPU 0"));
        openWaiting(); // without records
        QTRY_VERIFY(!memory.history());
    }
    void withoutARunItSaysWhatItIsFor()
    {
        window().showPage("overview");
        QVERIFY(page().status().isEmpty());
        QVERIFY(told().contains(page().tr("See first what matters")));
        openWaiting();
        bench().closeRun();
        QVERIFY(!page().overview());
    }

private:
    [[nodiscard]] app::OverviewPage& page() { return window().part<app::OverviewPage>(); }
    void openWaiting() { openText(waitingSteps()); }
    void openText(const QString& text)
    {
        const QString file = m_folder.filePath(QStringLiteral("waiting.json"));
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(text.toUtf8());
        out.close();
        window().openFiles({file});
        QTRY_VERIFY(page().overview());
    }
    /// All texts of the page.
    [[nodiscard]] QString told()
    {
        QStringList all;
        for (const QLabel* label : page().findChildren<QLabel*>()) {
            const auto* link = qobject_cast<const app::LinkLabel*>(label);
            all << (link ? link->plainText() : label->text());
        }
        return all.join(QLatin1Char('\n'));
    }

    QTemporaryDir m_folder;
};

SHARDSCOPE_TEST(TstOverviewPage)
#include "tst_overview_page.moc"
