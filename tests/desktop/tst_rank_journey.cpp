// SPDX-License-Identifier: GPL-3.0-or-later
// Who keeps the others waiting: an engineer's way through a folder of one trace for each rank.
#include "app/desktop/pages/trace/analyses_page.h"
#include "app/desktop/pages/trace/timeline_page.h"
#include "app/desktop/widgets/link_label.h"
#include "app/desktop/widgets/report_view.h"
#include "app/desktop/widgets/table_view.h"
#include "app/desktop/window/drawer.h"
#include "tests/desktop/called.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

using namespace shardscope;
using tests::called;

namespace {

constexpr int kRanks = 4;
constexpr int kLate = 2; ///< its product takes longest, and the others wait in their all-reduce

constexpr int kSteps = 8; ///< what clocks are aligned by

/// In each step a rank computes "gemm" for 100 us, the late one for 700, then all reduce until 1020 us.
void writeRank(const QString& file, int rank)
{
    const int product = rank == kLate ? 700 : 100;
    QString events;
    for (int step = 0; step < kSteps; ++step) {
        const int begin = 2000 * step;
        events += QStringLiteral(R"(,
        {"ph": "X", "name": "gemm", "cat": "kernel", "pid": 0, "tid": 7, "ts": %1, "dur": %2,
         "args": {"device": 0, "stream": 7}},
        {"ph": "X", "name": "ncclDevKernel_AllReduce_Sum_f32_RING_LL", "cat": "kernel", "pid": 0, "tid": 20,
         "ts": %3, "dur": %4, "args": {"device": 0, "stream": 20, "Collective name": "allreduce",
         "Process Group Name": "0", "In msg nelems": 1024, "Group size": 4}})")
                      .arg(begin + 10)
                      .arg(product)
                      .arg(begin + 20 + product)
                      .arg(1000 - product);
    }
    QFile out(file);
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(QStringLiteral(R"({"distributedInfo": {"rank": %1, "world_size": 4}, "traceEvents": [
        {"ph": "X", "name": "ProfilerStep#1", "cat": "user_annotation", "pid": 9, "tid": 9, "ts": 0,
         "dur": 17000}%2]})")
                  .arg(rank)
                  .arg(events)
                  .toUtf8());
}

} // namespace

class TstRankJourney : public tests::WindowTest {
    Q_OBJECT
private slots:
    void whoKeepsTheOthersWaiting()
    {
        QTemporaryDir folder;
        for (int rank = 0; rank < kRanks; ++rank)
            writeRank(folder.filePath(QStringLiteral("rank_%1.json").arg(rank)), rank);
        window().openFiles({folder.path()});
        QTRY_VERIFY(bench().run() && !bench().run()->partial);
        QCOMPARE(window().currentPage(), QStringLiteral("overview"));
        window().showPage("timeline");
        // What was read stands in the drawer, one row for each file.
        auto* drawer = window().findChild<app::Drawer*>();
        QTRY_VERIFY(drawer && drawer->files().table());
        QCOMPARE(drawer->files().table()->rows.size(), std::size_t{kRanks});

        app::TimelinePage& page = window().part<app::TimelinePage>();
        app::TimelineView& view = page.view();
        QComboBox& grouping = called<QComboBox>(page, "Group the tracks by");
        const int byThread = grouping.findText(QStringLiteral("Stream, thread"));
        QVERIFY(byThread >= 0);
        grouping.setCurrentIndex(byThread);
        emit grouping.activated(byThread);
        QVERIFY(view.arrangement().grouping == app::Grouping::Thread);
        called<QLineEdit>(page, "Filter the tracks").setText(QStringLiteral("stream 7"));
        const auto tracks =
            std::count_if(view.layoutOfTracks().rows().begin(), view.layoutOfTracks().rows().end(),
                          [](const app::LayoutRow& row) { return row.kind == app::RowKind::Track; });
        QCOMPARE(tracks, std::ptrdiff_t{kRanks});

        // The first gemms begin together: the search goes through the ranks and back.
        page.searchFor(QStringLiteral("gemm"));
        QTRY_COMPARE(page.matchCount(), std::size_t{kRanks} * kSteps);
        const core::Timeline& timeline = bench().run()->timeline();
        std::vector<core::SliceId> seen;
        for (int match = 0; match < kRanks; ++match) {
            page.goToMatch(1);
            seen.push_back(view.marks().selected);
            QVERIFY(view.layoutOfTracks().laneTop(timeline.laneOf(seen.back())));
        }
        page.goToMatch(-1);
        QVERIFY(view.marks().selected == seen[kRanks - 2]);
        const auto longest =
            std::max_element(seen.begin(), seen.end(), [&](core::SliceId a, core::SliceId b) {
                return timeline.dur()[a.index()] < timeline.dur()[b.index()];
            });
        const core::TrackId track = timeline.lanes()[timeline.laneOf(*longest).index()].track;
        QCOMPARE(timeline.tracks()[track.index()].rank, kLate);
        view.togglePin({app::RowKind::Track, track.value});
        QCOMPARE(view.arrangement().pinned.size(), std::size_t{1});

        // Its time alone, summed up.
        view.selectArea(app::SelectedArea{timeline.begin(), timeline.end(), {track}});
        QTRY_VERIFY(drawer->selection().table() && drawer->selection().table()->rows.size() == 1);

        // The analysis says so, too, and leads back.
        window().showPage("analyses");
        app::AnalysesPage& analyses = window().part<app::AnalysesPage>();
        analyses.choose(QStringLiteral("stragglers"));
        QTRY_VERIFY(analyses.view().report() && analyses.view().report()->key == "stragglers");
        const core::Report& report = *analyses.view().report();
        QVERIFY(!report.findings.empty() && !report.findings.front().evidence.empty());
        QVERIFY(report.findings.front().key.starts_with("slow_rank."));
        QCOMPARE(report.findings.front().args.front(), std::to_string(kLate));
        const core::Mark mark = report.findings.front().evidence.front();
        auto* link = analyses.view().findChild<app::LinkLabel*>();
        QVERIFY(link);
        QTest::keyClick(link, Qt::Key_Return);
        QCOMPARE(window().currentPage(), QStringLiteral("timeline"));
        QVERIFY(view.marks().area && view.marks().area->begin == mark.beginNs);
    }
};

SHARDSCOPE_TEST(TstRankJourney)
#include "tst_rank_journey.moc"
