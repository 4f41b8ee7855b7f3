// SPDX-License-Identifier: GPL-3.0-or-later
// Reports on screen: which charts they get, and that findings lead to their evidence.
#include "app/desktop/charts/plot.h"
#include "app/desktop/widgets/link_label.h"
#include "app/desktop/widgets/report_view.h"
#include "app/desktop/widgets/table_view.h"
#include "tests/support/test_registry.h"

#include <QAccessible>
#include <QSignalSpy>
#include <QTest>

using namespace shardscope;

namespace {

core::Table kernelTable()
{
    core::Table table;
    table.key = "kernels";
    table.title = "Kernels";
    table.columns = {{"rank", "Rank", core::CellKind::Integer, {}, {}},
                     {"name", "Name", core::CellKind::Text, {}, {}},
                     {"total_ns", "Total", core::CellKind::Nanoseconds, {}, {}},
                     {"share", "Share", core::CellKind::Fraction, {}, {}},
                     {"unknown_ns", "Unknown", core::CellKind::Nanoseconds, {}, {}}};
    table.rows = {{std::int64_t{0}, std::string("gemm"), std::int64_t{4000}, 0.8, {}},
                  {std::int64_t{0}, std::string("copy"), std::int64_t{1000}, 0.2, {}},
                  {std::int64_t{1}, std::string("idle"), std::int64_t{0}, {}, {}}};
    return table;
}

core::Series series(const char* key, core::Dimension y, std::vector<double> values)
{
    core::Series made{key, key, core::kSecond, y, {}, std::move(values)};
    for (std::size_t index = 0; index < made.y.size(); ++index)
        made.x.push_back(static_cast<double>(index));
    return made;
}

} // namespace

class TstReportView : public QObject {
    Q_OBJECT
private slots:
    void ticksAreRound()
    {
        QCOMPARE(app::roundTicks(0, 10, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
        QCOMPARE(app::roundTicks(-1, 1, 2), (std::vector<double>{-1, 0, 1}));
        QVERIFY(app::roundTicks(1, 1, 5).empty());
        for (const double span : {1e-9, 3.7, 12345.0, 7e15})
            QVERIFY(app::roundTicks(0, span, 6).size() <= 7);
    }
    void columnsOfMeasuresBecomeBars()
    {
        const core::Table table = kernelTable();
        QCOMPARE(app::barColumns(table), (std::vector<std::size_t>{2, 3})); // the last has no values
        const app::TableBars bars = app::tableBars(table, 2, 800);
        QCOMPARE(bars.bars.size(), std::size_t{3});
        QCOMPARE(bars.bars[1].rect.width(), bars.bars[0].rect.width() / 4);
        QCOMPARE(bars.bars[2].rect.width(), 0.0);
        QVERIFY(bars.bars[0].name.contains(QStringLiteral("gemm")));
        QVERIFY(bars.bars[0].rect.right() + 92 <= 800.5);
        QCOMPARE(app::tableBars(table, 2, 800, 1).bars.size(), std::size_t{1});
    }
    void plotsKeepTheirPeaks()
    {
        std::vector<double> values(20'000, 1.0);
        values[7777] = 50;
        const app::Plot plot = app::layOutPlot({series("s", core::kByte, values)}, {600, 240});
        QCOMPARE(plot.lines.size(), std::size_t{1});
        QVERIFY(plot.lines[0].points.size() <= std::size_t{2400});
        double highest = 1e9;
        for (const QPointF& point : plot.lines[0].points)
            highest = std::min(highest, point.y());
        QCOMPARE(highest, plot.area.top());
        for (const QPointF& point : plot.lines[0].points)
            QVERIFY(plot.area.adjusted(-1, -1, 1, 1).contains(point));
    }
    void stepsAreNotCutInParts()
    {
        const core::Series one{"steps", "Steps", core::kNumber, core::kSecond, {7}, {0.01}};
        const app::Plot plot = app::layOutPlot({one}, {600, 200});
        QCOMPARE(plot.xTicks.size(), std::size_t{1});
        QCOMPARE(plot.xTicks[0].label, QStringLiteral("7"));
        const core::Series halves{"x", "X", core::kNumber, core::kSecond, {7, 7.5}, {0.01, 0.02}};
        QVERIFY(app::layOutPlot({halves}, {600, 200}).xTicks.size() > 2);
    }
    void seriesOfOneKindShareAPlot()
    {
        core::Report report;
        for (int index = 0; index < 8; ++index)
            report.series.push_back(series("bytes", core::kByte, {1, 2, 3}));
        report.series.push_back(series("time", core::kSecond, {1}));
        const auto plots = app::plotsOf(report);
        QCOMPARE(plots.size(), std::size_t{2});
        const app::Plot plot = app::layOutPlot(plots[0], {600, 240});
        QCOMPARE(plot.lines.size(), app::kMostLines);
        QCOMPARE(plot.hidden, std::size_t{2});
        for (std::size_t line = 1; line < plot.lines.size(); ++line)
            QVERIFY(plot.lines[line].titleAt.y() - plot.lines[line - 1].titleAt.y() >= 15.9);
        QCOMPARE(app::seriesTable(plots[0]).rows.size(), std::size_t{24});
        QVERIFY(app::layOutPlot({series("none", core::kByte, {})}, {600, 240}).lines[0].points.empty());
    }
    void barsAreReadAloud()
    {
        app::TableBarsWidget bars;
        bars.resize(800, 100);
        bars.setTable(std::make_shared<const core::Table>(kernelTable()), 2);
        QAccessibleInterface* figure = QAccessible::queryAccessibleInterface(&bars);
        QVERIFY(figure);
        QCOMPARE(figure->childCount(), 3);
        QVERIFY(figure->text(QAccessible::Name).contains(QStringLiteral("Kernels")));
        QAccessibleInterface* first = figure->child(0);
        QVERIFY(first && first->isValid());
        QVERIFY(first->text(QAccessible::Name).contains(QStringLiteral("gemm")));
        QCOMPARE(figure->indexOfChild(first), 0);
        QCOMPARE(first->parent(), figure);
        QCOMPARE(figure->childAt(first->rect().center().x(), first->rect().center().y()), first);
        bars.setTable(nullptr, 0); // its spots are gone
        QCOMPARE(figure->childCount(), 0);
        QVERIFY(!first->isValid());
    }
    void findingsLeadToTheirEvidence()
    {
        auto report = std::make_shared<core::Report>();
        report->title = "Temporal breakdown";
        report->tables = {kernelTable()};
        report->series = {series("bytes", core::kByte, {1, 4, 2})};
        report->findings = {{"temporal.idle",
                             core::Severity::Notice,
                             {"0", "10 ns", "20 ns"},
                             {{5, 9, 3, "idle"}, {20, 30, core::Mark{}.track, "idle"}}},
                            {"empty.no_device_rows", core::Severity::Info, {}, {}}};
        report->marks = {{100, 200, 1, "here"}};
        app::ReportView view;
        view.resize(900, 700);
        view.show();
        view.setReport(report, QStringLiteral("help"));
        QSignalSpy spans(&view, &app::ReportView::spanWanted);
        const auto links = view.findChildren<app::LinkLabel*>();
        QCOMPARE(links.size(), 1); // the other has no evidence
        QTest::keyClick(links[0], Qt::Key_Return);
        QCOMPARE(spans.count(), 1);
        QCOMPARE(spans[0], (QVariantList{qint64{5}, qint64{9}, 3}));
        QCOMPARE(view.findChildren<app::TableBarsWidget*>().size(), 1);
        QCOMPARE(view.findChildren<app::PlotWidget*>().size(), 1);
        for (app::TableView* table : view.findChildren<app::TableView*>()) {
            if (table->table()->key == "marks")
                emit table->cellActivated(0, 0);
        }
        QCOMPARE(spans.last(), (QVariantList{qint64{100}, qint64{200}, 1}));
        view.setReport(nullptr, {});
        QVERIFY(view.findChildren<app::TableBarsWidget*>().isEmpty());
    }
};

SHARDSCOPE_TEST(TstReportView)
#include "tst_report_view.moc"
