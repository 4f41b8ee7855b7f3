// SPDX-License-Identifier: GPL-3.0-or-later
// Reports on screen: which charts they get, and that findings lead to their evidence.
#include "app/desktop/charts/flame_widget.h"
#include "app/desktop/charts/plot.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/widgets/link_label.h"
#include "app/desktop/widgets/report_view.h"
#include "app/desktop/widgets/table_view.h"
#include "tests/desktop/called.h"
#include "tests/support/test_registry.h"

#include <QAccessible>
#include <QComboBox>
#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <map>

using namespace shardscope;
using tests::called;

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

/// A module that launches a product, its gradient, and another module; kernels are leaves.
core::Table callTable()
{
    core::Table table;
    table.key = "operator_tree";
    table.title = "Calls";
    table.columns = {{"rank", "Rank", core::CellKind::Integer, {}, {}},
                     {"node", "Node", core::CellKind::Integer, {}, {}},
                     {"parent", "Within", core::CellKind::Integer, {}, {}},
                     {"name", "Name", core::CellKind::Text, {}, {}},
                     {"host_ns", "Host", core::CellKind::Nanoseconds, {}, {}},
                     {"host_self_ns", "Own", core::CellKind::Nanoseconds, {}, {}},
                     {"device_ns", "Device", core::CellKind::Nanoseconds, {}, {}},
                     {"device_self_ns", "Own", core::CellKind::Nanoseconds, {}, {}}};
    const auto row = [&](core::Cell parent, const char* name, core::Cell host, std::int64_t device) {
        table.rows.push_back({std::int64_t{0}, static_cast<std::int64_t>(table.rows.size()), parent,
                              std::string(name), host, host, device, device});
    };
    row({}, "nn.Module: Net_0", std::int64_t{50}, 0);
    row(std::int64_t{0}, "nn.Module: Linear_0", std::int64_t{10}, 0);
    row(std::int64_t{1}, "aten::mm", std::int64_t{30}, 0);
    row(std::int64_t{2}, "gemm", {}, 600);
    row(std::int64_t{0}, "aten::relu", std::int64_t{10}, 0);
    row(std::int64_t{4}, "vectorized_elementwise_kernel", {}, 300);
    row(std::int64_t{1}, "aten::addmm", std::int64_t{0}, 0);
    row(std::int64_t{6}, "gemm", {}, 100);
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
        const app::Theme& light = app::theme(app::Scheme::Light);
        const app::Scene bars = app::tableBarsScene(table, 2, 800, light);
        QCOMPARE(bars.spots.size(), std::size_t{3});
        QCOMPARE(bars.boxes.size(), std::size_t{4}); // and the line they stand on
        QCOMPARE(bars.boxes[1].rect.width(), bars.boxes[0].rect.width() / 4);
        QCOMPARE(bars.boxes[2].rect.width(), 0.0);
        QVERIFY(bars.texts[0].text.contains(QStringLiteral("gemm")));
        QVERIFY(bars.boxes[0].rect.right() + 92 <= 800.5);
        QCOMPARE(app::tableBarsScene(table, 2, 800, light, 1).spots.size(), std::size_t{1});
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
        app::SceneFigure bars;
        bars.resize(800, 100);
        app::showTableBars(bars, std::make_shared<const core::Table>(kernelTable()), 2);
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
        app::showTableBars(bars, nullptr, 0); // its spots are gone
        QCOMPARE(figure->childCount(), 0);
        QVERIFY(!first->isValid());
    }
    void callsBecomeFlames()
    {
        const core::Table table = callTable();
        QVERIFY(app::isCallTree(table) && !app::isCallTree(kernelTable()));
        QCOMPARE(app::flameWeights(table), (std::vector<std::string>{"device", "host"}));
        const auto totals = [&](const app::FlameChoice& choice) {
            std::map<std::string, std::int64_t> found;
            const app::FlameTree tree = app::flameTree(table, choice);
            for (const app::FlameNode& node : tree.nodes)
                found[tree.nodes[node.parent].name + '/' + node.name] = node.total;
            return found;
        };
        const auto down = totals({});
        QCOMPARE(down.at("/"), 1000);
        QCOMPARE(down.at("/nn.Module: Net_0"), 1000);
        QCOMPARE(down.at("nn.Module: Net_0/nn.Module: Linear_0"), 700);
        QCOMPARE(down.at("aten::relu/vectorized_elementwise_kernel"), 300);
        // Grouped by kernel, both products' are one, with who asked for how much of it below.
        const auto up = totals({"device", app::FlameOrder::CalleesFirst, false});
        QCOMPARE(up.at("/gemm"), 700);
        QCOMPARE(up.at("gemm/aten::mm"), 600);
        QCOMPARE(up.at("gemm/aten::addmm"), 100);
        QCOMPARE(up.at("/vectorized_elementwise_kernel"), 300);
        const auto modules = totals({"device", app::FlameOrder::CalleesFirst, true});
        QCOMPARE(modules.size(), std::size_t{4});
        QCOMPARE(modules.at("/nn.Module: Linear_0"), 700);
        QCOMPARE(modules.at("/nn.Module: Net_0"), 300);
        QCOMPARE(totals({"host", app::FlameOrder::CallersFirst, false}).at("/"), 100);
    }
    void flamesAreEnlarged()
    {
        app::FlameWidget flames(std::make_shared<const core::Table>(callTable()));
        flames.resize(1000, 400);
        flames.show();
        QVERIFY(QTest::qWaitForWindowExposed(&flames));
        const auto widthOf = [&](const QString& name) {
            const app::Scene& scene = flames.figure().scene();
            for (const app::HotSpot& spot : scene.spots) {
                if (spot.text.startsWith(name))
                    return spot.area.boundingRect().width();
            }
            return 0.0;
        };
        const double all = flames.figure().scene().width;
        const auto near = [](double a, double b) { return std::abs(a - b) < 2; };
        QVERIFY(near(widthOf(QStringLiteral("nn.Module: Linear_0")), 0.7 * all));
        QVERIFY(near(widthOf(QStringLiteral("vectorized")), 0.3 * all));
        emit flames.figure().activated(flames.figure().scene().spots[0].path); // all: nothing changes
        for (const app::HotSpot& spot : flames.figure().scene().spots) {
            if (spot.text.startsWith(QLatin1String("aten::mm"))) {
                emit flames.figure().activated(QString(spot.path));
                break;
            }
        }
        QVERIFY(near(widthOf(QStringLiteral("aten::mm")), all));
        QVERIFY(near(widthOf(QStringLiteral("nn.Module: Net_0")), all)); // the way back
        QCOMPARE(widthOf(QStringLiteral("vectorized")), 0.0);
        called<QComboBox>(flames, "What the width stands for").setCurrentIndex(1);
        QVERIFY(near(widthOf(QStringLiteral("aten::mm")), 0.3 * all));
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
        QCOMPARE(view.findChildren<app::SceneFigure*>().size(), 2); // the bars and the plot
        QCOMPARE(view.findChildren<app::PlotWidget*>().size(), 1);
        for (app::TableView* table : view.findChildren<app::TableView*>()) {
            if (table->table()->key == "marks")
                emit table->cellActivated(0, 0);
        }
        QCOMPARE(spans.last(), (QVariantList{qint64{100}, qint64{200}, 1}));
        view.setReport(nullptr, {});
        QVERIFY(view.findChildren<app::SceneFigure*>().isEmpty());
    }
};

SHARDSCOPE_TEST(TstReportView)
#include "tst_report_view.moc"
