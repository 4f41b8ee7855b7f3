// SPDX-License-Identifier: GPL-3.0-or-later
// The heat map of phases, and plans side by side: where what is drawn comes from.
#include "app/desktop/charts/plan/plan_scenes.h"
#include "app/desktop/charts/plan/plans_scene.h"
#include "app/session/plan/commands.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace shardscope;

namespace {

using core::Cell;
using core::CellKind;

core::Table tableOf(const std::vector<const char*>& keys, std::vector<std::vector<Cell>> rows)
{
    core::Table table;
    for (const char* key : keys)
        table.columns.push_back({key, key, CellKind::Text, {}, {}});
    table.rows = std::move(rows);
    return table;
}

} // namespace

class TstPhaseMap : public QObject {
    Q_OBJECT
private slots:
    void aCellForEveryRow()
    {
        // Two phases of two layers; the first holds the embedding's kibibyte and loads the second's layer.
        const core::Table matrix = tableOf({"phase", "layer", "name", "loading", "bytes"},
                                           {{Cell(std::int64_t{0}), Cell(std::int64_t{0}),
                                             Cell(std::string("embedding")), Cell(false), Cell(1024.0)},
                                            {Cell(std::int64_t{0}), Cell(std::int64_t{1}),
                                             Cell(std::string("layer 0")), Cell(true), Cell(512.0)},
                                            {Cell(std::int64_t{1}), Cell(std::int64_t{1}),
                                             Cell(std::string("layer 0")), Cell(false), Cell(2048.0)}});
        const core::Table phases =
            tableOf({"phase", "resident_bytes", "fits", "streaming_seconds", "exposed_seconds"},
                    {{Cell(std::int64_t{0}), Cell(1536.0), Cell(true), Cell(1e-3), Cell(0.0)},
                     {Cell(std::int64_t{1}), Cell(2048.0), Cell(false), Cell(2e-3), Cell(1e-3)}});
        const app::Theme& colors = app::theme(app::Scheme::Light);
        const app::Scene scene = app::phaseScene(matrix, phases, 600, colors);
        QVERIFY(scene.height > 0);
        const auto told = [&](const char* text) {
            return std::count_if(scene.spots.begin(), scene.spots.end(), [&](const app::HotSpot& spot) {
                return spot.text.contains(QLatin1String(text));
            });
        };
        QCOMPARE(told("Phase 0, embedding: 1"), 1);
        QCOMPARE(told("being loaded"), 1);
        QCOMPARE(told("does not fit"), 1);
        QCOMPARE(told("exposed 1"), 1);
        // The fullest cell has the map's end colour, cells of one phase stand below each other.
        const auto cell = [&](double bytes) {
            return std::find_if(scene.boxes.begin(), scene.boxes.end(), [&](const app::SceneBox& box) {
                return box.fill == app::sequentialColor(bytes / 2048) && box.rect.width() > 100;
            });
        };
        QVERIFY(cell(2048) != scene.boxes.end());
        QCOMPARE(cell(1024)->rect.left(), cell(512)->rect.left());
        QVERIFY(cell(1024)->rect.top() < cell(512)->rect.top());
        QCOMPARE(cell(512)->rect.top(), cell(2048)->rect.top());
        QVERIFY(cell(512)->hatch && !cell(2048)->hatch);
        QVERIFY(app::phaseScene(tableOf({"phase"}, {}), phases, 600, colors).boxes.empty());
    }
    void manyPhasesStayInTheirArea()
    {
        std::vector<std::vector<Cell>> cells;
        std::vector<std::vector<Cell>> totals;
        for (std::int64_t phase = 0; phase < 400; ++phase) {
            cells.push_back({Cell(phase), Cell(phase), Cell("layer " + std::to_string(phase)), Cell(false),
                             Cell(static_cast<double>(phase + 1))});
            totals.push_back({Cell(phase), Cell(1.0), Cell(true), Cell(0.0), Cell(0.0)});
        }
        const app::Scene scene = app::phaseScene(
            tableOf({"phase", "layer", "name", "loading", "bytes"}, cells),
            tableOf({"phase", "resident_bytes", "fits", "streaming_seconds", "exposed_seconds"}, totals),
            1200, app::theme(app::Scheme::Dark));
        QVERIFY(scene.height < 1100);
        for (const app::SceneBox& box : scene.boxes)
            QVERIFY(box.rect.right() <= 1201 && box.rect.bottom() <= scene.height);
    }
    void plansShareTheirScales()
    {
        const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
        std::vector<app::ShownPlan> plans;
        for (const char* replicas : {"8", "16"}) {
            auto result = app::evaluatePlan(catalog, {"gpt2-xl", "dgx-a100-80g", {}, {{"replica", replicas}}},
                                            planner::Detail::Plain);
            plans.push_back({QString::fromLatin1(replicas),
                             {},
                             std::make_shared<const core::Evaluation>(result.value().evaluation),
                             {}});
        }
        plans.push_back({QStringLiteral("none"), {}, nullptr, QStringLiteral("why not")});
        const app::Scene scene = app::plansScene(plans, std::size_t{1}, 1000, app::theme(app::Scheme::Light));
        QCOMPARE(scene.spots.size(), std::size_t{3});
        QCOMPARE(scene.spots[2].path, QStringLiteral("2"));
        QVERIFY(scene.spots[2].text.contains(QLatin1String("why not")));
        const core::Table table = app::plansTable(plans);
        QCOMPARE(table.rows.size(), std::size_t{3});
        const std::size_t step = *table.columnIndex("step_seconds");
        QCOMPARE(std::get<double>(table.rows[0][step]),
                 plans[0].evaluation->step.at(core::StepPart::Total).seconds.value());
        QVERIFY(std::holds_alternative<std::monostate>(table.rows[2][step]));
        // The longer step fills the scale: boxes of the others end before it.
        double right = 0;
        for (const app::SceneBox& box : scene.boxes)
            right = std::max(right, box.rect.right());
        QVERIFY(right <= 1000);
    }
};

SHARDSCOPE_TEST(TstPhaseMap)
#include "tst_phase_map.moc"
