// SPDX-License-Identifier: GPL-3.0-or-later
// Figures that go step by step: at any width, frame and language nothing is cut off, and what they tell is
// what the engines answer.
#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/moving/cube_cut.h"
#include "app/desktop/charts/moving/moving_scenes.h"
#include "app/desktop/charts/plan/plan_scenes.h"
#include "app/session/plan/commands.h"
#include "app/session/plan/plan_reports.h"
#include "tests/support/test_registry.h"

#include <QApplication>
#include <QTest>

#include <algorithm>
#include <functional>

using namespace shardscope;

namespace {

const core::Catalog& shippedCatalog()
{
    static const core::Catalog all(SHARDSCOPE_SOURCE_DIR "/resources");
    return all;
}

app::PlanResult planned(const char* model, const char* hardware,
                        std::vector<std::pair<std::string, std::string>> options)
{
    auto result = app::evaluatePlan(shippedCatalog(), {model, hardware, {}, std::move(options)},
                                    planner::Detail::Explained);
    if (!result.ok())
        qFatal("%s", result.error().args.front().c_str());
    return std::move(*result);
}

planner::CollectiveSteps stepsOf(planner::Pattern pattern, const char* replicas)
{
    const app::PlanResult plan = planned("gpt2", "dgx-a100-80g", {{"replica", replicas}});
    return *planner::planCollective(plan.model, plan.hardware, plan.evaluation, pattern);
}

std::vector<app::DoubledDevices> doubledXl()
{
    const app::PlanResult plan = planned("gpt2-xl", "dgx-2-v100-32g",
                                         {{"framework", "deepspeed"}, {"replica", "4"}, {"zero-stage", "2"}});
    return *app::doubledDevices(plan.model, plan.hardware, plan.evaluation.plan);
}

using FrameScene = std::function<app::Scene(std::size_t frame, double width, const app::Theme& theme)>;

/// What reaches beyond the scene, or has no room for its words; empty: nothing.
QString cutOff(const app::Scene& scene)
{
    const QRectF all(-1, -1, scene.width + 2, scene.height + 2);
    for (const app::SceneBox& box : scene.boxes) {
        if (!all.contains(box.rect))
            return QStringLiteral("a box %1 at %2, %3")
                .arg(box.label)
                .arg(box.rect.right())
                .arg(box.rect.bottom());
    }
    for (const app::SceneLine& line : scene.lines) {
        if (!std::ranges::all_of(line.points, [&](const QPointF& point) { return all.contains(point); }))
            return QStringLiteral("a line at %1, %2").arg(line.points.back().x()).arg(line.points.back().y());
    }
    for (const app::SceneText& text : scene.texts) {
        if (text.rect.left() < -1 || text.rect.top() < -1 || text.rect.bottom() > scene.height + 2)
            return QStringLiteral("the text ") + text.text;
        if (text.wrap)
            continue;
        const double wide = app::textWidth(text.text, text.size, text.weight);
        if (wide > text.rect.width() + 1)
            return QStringLiteral("no room for ") + text.text;
        const double right = text.align & Qt::AlignRight     ? text.rect.right()
                             : text.align & Qt::AlignHCenter ? text.rect.center().x() + wide / 2
                                                             : text.rect.left() + wide;
        if (right > scene.width + 2)
            return QStringLiteral("beyond the right: ") + text.text;
    }
    for (const app::HotSpot& spot : scene.spots) {
        if (spot.text.isEmpty() || spot.path.isEmpty())
            return QStringLiteral("a spot without words");
    }
    return {};
}

bool says(const app::Scene& scene, const QString& words)
{
    return std::ranges::any_of(scene.texts,
                               [&](const app::SceneText& text) { return text.text.contains(words); });
}

struct Figures {
    const char* name;
    std::size_t frames;
    FrameScene scene;
};

std::vector<Figures> figures()
{
    std::vector<Figures> all;
    const auto collective = [&](const char* name, planner::Pattern pattern, const char* replicas) {
        const auto steps = std::make_shared<const planner::CollectiveSteps>(stepsOf(pattern, replicas));
        all.push_back(
            {name, app::framesOf(*steps), [steps](std::size_t frame, double width, const app::Theme& theme) {
                 return app::chunkScene(*steps, frame, width, theme);
             }});
    };
    collective("ring of 4", planner::Pattern::Ring, "4");
    collective("ring of 32", planner::Pattern::Ring, "32");
    collective("trees", planner::Pattern::Tree, "16");
    collective("scatter and gather", planner::Pattern::ScatterGather, "8");
    collective("exchange", planner::Pattern::AllToAll, "8");
    collective("levels", planner::Pattern::Hierarchical, "16");
    for (const char* stage : {"1", "2", "3"}) {
        const app::PlanResult plan =
            planned("gpt2-xl", "dgx-a100-80g", {{"replica", "8"}, {"zero-stage", stage}});
        const auto slices = std::make_shared<const app::PlanSlices>(
            *app::planSlices(plan.model, plan.hardware, plan.evaluation));
        all.push_back(
            {"slices", app::kSliceFrames, [slices](std::size_t frame, double width, const app::Theme& theme) {
                 return app::sliceScene(*slices, frame, width, theme);
             }});
    }
    const app::PlanResult cube =
        planned("gpt3-175b", "ipu-pod256", {{"tensor", "8"}, {"pipeline", "8"}, {"replica", "4"}});
    const auto evaluation = std::make_shared<const core::Evaluation>(cube.evaluation);
    for (const app::LatticeColor by :
         {app::LatticeColor::Stage, app::LatticeColor::Memory, app::LatticeColor::Node})
        all.push_back({"cube", app::kCutFrames,
                       [evaluation, by](std::size_t frame, double width, const app::Theme& theme) {
                           return app::cubeCutScene(evaluation, 4, by, frame, width, theme);
                       }});
    const app::PlanResult zero = planned("gpt2-xl", "dgx-a100-80g", {{"replica", "16"}, {"zero-stage", "2"}});
    const auto stages = std::make_shared<const std::vector<app::ZeroStage>>(
        *app::zeroStages(zero.model, zero.hardware, zero.evaluation.plan));
    all.push_back({"messages", 1, [stages](std::size_t, double width, const app::Theme& theme) {
                       return app::zeroMessageScene(*stages, 16, width, theme);
                   }});
    const auto doubled = std::make_shared<const std::vector<app::DoubledDevices>>(doubledXl());
    all.push_back(
        {"doubling", doubled->size(), [doubled](std::size_t frame, double width, const app::Theme& theme) {
             return app::doublingScene(*doubled, frame, width, theme);
         }});
    return all;
}

} // namespace

class TstMovingFigures : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        app::applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), app::Scheme::Light);
    }

    /// Each doubling leaves less state on a device, and the batch is the largest that fits.
    void statesShrinkAndBatchesGrow()
    {
        const std::vector<app::DoubledDevices> rows = doubledXl();
        QVERIFY(rows.size() >= 4);
        QVERIFY(std::ranges::any_of(
            rows, [](const app::DoubledDevices& row) { return row.own && row.devices == 4; }));
        for (std::size_t at = 1; at < rows.size(); ++at) {
            QCOMPARE(rows[at].devices, 2 * rows[at - 1].devices);
            QVERIFY(rows[at].state < rows[at - 1].state);
            QVERIFY(rows[at].microBatch >= rows[at - 1].microBatch);
            QVERIFY(!rows[at].fits || rows[at].peak <= rows[at].capacity);
        }
        // What is not there yet is not told.
        const auto told = [&](std::size_t frame) {
            const app::Scene scene = app::doublingScene(rows, frame, 900, app::theme(app::Scheme::Light));
            return std::ranges::count(scene.texts, app::integerString(rows.back().microBatch),
                                      &app::SceneText::text);
        };
        QVERIFY(told(rows.size() - 1) > told(0));
    }

    void nothingIsCutOff_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << QStringLiteral("en");
        QTest::newRow("Japanese") << QStringLiteral("ja");
    }
    void nothingIsCutOff()
    {
        QFETCH(QString, language);
        app::Language chosen;
        QVERIFY(chosen.choose(language));
        for (const Figures& one : figures()) {
            for (std::size_t frame = 0; frame < one.frames;
                 frame += std::max<std::size_t>(1, one.frames / 8)) {
                for (const double width : {420.0, 900.0, 1850.0}) {
                    const app::Scene scene = one.scene(frame, width, app::theme(app::Scheme::Light));
                    const QString where = QStringLiteral("%1, frame %2, %3 wide: ")
                                              .arg(QLatin1String(one.name))
                                              .arg(frame)
                                              .arg(width);
                    QVERIFY2(scene.height > 60 && scene.height < 1000,
                             qPrintable(where + QString::number(scene.height)));
                    const QString cut = cutOff(scene);
                    QVERIFY2(cut.isEmpty(), qPrintable(where + cut));
                    QVERIFY(!scene.spots.empty());
                }
            }
            // A frame beyond the last is the last.
            const app::Scene last = one.scene(one.frames - 1, 900, app::theme(app::Scheme::Dark));
            const app::Scene beyond = one.scene(one.frames + 5, 900, app::theme(app::Scheme::Dark));
            QCOMPARE(last.boxes.size(), beyond.boxes.size());
            QCOMPARE(last.texts.front().text, beyond.texts.front().text);
        }
        chosen.choose(QStringLiteral("en"));
    }

    /// Each step as long as the engine has it, and all of them the price.
    void stepsAreTheEngines()
    {
        const planner::CollectiveSteps ring = stepsOf(planner::Pattern::Ring, "8");
        for (std::size_t frame = 1; frame < app::framesOf(ring); ++frame) {
            const app::Scene scene = app::chunkScene(ring, frame, 1200, app::theme(app::Scheme::Light));
            const planner::CollectiveStep& step = ring.steps[frame - 1];
            QVERIFY(says(scene, app::quantityString(step.seconds)));
            QVERIFY(says(scene, app::quantityString(step.bytes)));
            QVERIFY(says(scene, app::quantityString(ring.seconds)));
            // Arrows: what the step moves.
            QCOMPARE(static_cast<std::size_t>(std::ranges::count_if(scene.lines, &app::SceneLine::arrow)),
                     step.moves.size());
            // A chunk that is complete says so.
            const auto state = planner::chunksAfter(ring, frame);
            std::ptrdiff_t whole = 0;
            for (const auto& row : state)
                whole += std::ranges::count_if(
                    row, [](const planner::ChunkState& chunk) { return chunk.from.size() == 8; });
            QCOMPARE(std::ranges::count(scene.boxes, QStringLiteral("Σ"), &app::SceneBox::label), whole);
        }
        const app::Scene scene = app::chunkScene(ring, 3, 1200, app::theme(app::Scheme::Light));
        double all = 0;
        for (const app::HotSpot& spot : scene.spots)
            all += spot.path.startsWith(QLatin1String("step.")) ? 1 : 0;
        QCOMPARE(all, static_cast<double>(ring.steps.size()));
    }

    void slicesAreThePlans()
    {
        const app::PlanResult plan =
            planned("gpt2-xl", "dgx-a100-80g", {{"replica", "8"}, {"zero-stage", "3"}});
        const app::PlanSlices slices = *app::planSlices(plan.model, plan.hardware, plan.evaluation);
        QCOMPARE(slices.tensors.size(), std::size_t{3});
        for (const app::SlicedTensor& tensor : slices.tensors) {
            QCOMPARE(tensor.cut, std::int64_t{8});
            QVERIFY2(
                std::abs(tensor.kept.value() * 8 / tensor.used.value() - 1) < 0.01,
                qPrintable(QStringLiteral("%1 of %2").arg(tensor.kept.value()).arg(tensor.used.value())));
        }
        const auto sends = [&](core::Transfer operation) {
            return std::ranges::count(slices.messages, operation, &core::CommunicationEntry::operation) > 0;
        };
        QVERIFY(sends(core::Transfer::AllGather) && sends(core::Transfer::ReduceScatter));
        const app::Scene kept = app::sliceScene(slices, 0, 1200, app::theme(app::Scheme::Light));
        const app::Scene gathered = app::sliceScene(slices, 1, 1200, app::theme(app::Scheme::Light));
        const auto borrowed = [](const app::Scene& scene) {
            return std::ranges::count_if(scene.boxes, &app::SceneBox::hatch);
        };
        QCOMPARE(borrowed(kept), 0);
        QCOMPARE(borrowed(gathered), 8 * 7); // of the weights alone
        QVERIFY(std::ranges::none_of(kept.lines, &app::SceneLine::arrow));
        QVERIFY(std::ranges::any_of(gathered.lines, &app::SceneLine::arrow));
        for (const core::CommunicationEntry& entry : slices.messages)
            QVERIFY(says(kept, app::quantityString(entry.bytesPerRank)));
        const app::PlanResult alone = planned("gpt2-xl", "dgx-a100-80g", {});
        QCOMPARE(app::planSlices(alone.model, alone.hardware, alone.evaluation).error().code,
                 core::ErrorCode::Inconsistent);
    }

    void theCubeHasAsManyPieces()
    {
        const app::PlanResult plan = planned(
            "gpt3-175b", "ipu-pod256", {{"tensor", "8"}, {"pipeline", "8"}, {"replica", "4"}, {"rts", "4"}});
        const auto evaluation = std::make_shared<const core::Evaluation>(plan.evaluation);
        const std::size_t pieces[]{1, 8, 64, 256};
        for (std::size_t frame = 0; frame < app::kCutFrames; ++frame)
            QCOMPARE(app::cubeCutScene(evaluation, 4, app::LatticeColor::Stage, frame, 900,
                                       app::theme(app::Scheme::Light))
                         .spots.size(),
                     pieces[frame]);
        const app::Scene last = app::cubeCutScene(evaluation, 4, app::LatticeColor::Stage, 3, 900,
                                                  app::theme(app::Scheme::Light));
        QVERIFY(says(last, QStringLiteral("1/(t·p) = 1/64")) &&
                says(last, QStringLiteral("1/(t·p·rts) = 1/256")));
    }

    void messagesAreCounted()
    {
        const app::PlanResult plan = planned("gpt2-xl", "dgx-a100-80g", {{"replica", "16"}});
        const auto stages = *app::zeroStages(plan.model, plan.hardware, plan.evaluation.plan);
        for (const app::ZeroStage& stage : stages) {
            double moved = 0;
            for (const app::ZeroMessage& message : stage.messages)
                moved += message.moved;
            QVERIFY(std::abs(moved - stage.moved) < 1e-9);
            QVERIFY(!stage.messages.empty());
        }
        const app::Scene scene = app::zeroMessageScene(stages, 16, 1200, app::theme(app::Scheme::Light));
        for (const app::ZeroStage& stage : stages) {
            for (const app::ZeroMessage& message : stage.messages)
                QVERIFY(says(scene, app::quantityString(message.seconds)));
            QVERIFY(std::ranges::any_of(scene.spots, [&](const app::HotSpot& spot) {
                return spot.path == QStringLiteral("zero.%1").arg(stage.stage);
            }));
        }
    }

    void thePhaseThatRunsIsLit()
    {
        app::PlanRequest request;
        request.planFile = tests::sourceFile("resources/samples/bert_large_phased_on_ipu_pod16.json");
        const auto plan = app::evaluatePlan(shippedCatalog(), request, planner::Detail::Explained);
        QVERIFY(plan.ok());
        const core::Report report = *app::planReport(*plan, "phases");
        const core::Table& phases = *report.table("phases");
        for (const std::size_t now : {std::size_t{0}, phases.rows.size() - 1}) {
            const app::Scene scene = app::phaseScene(*report.table("phase_matrix"), phases, 900,
                                                     app::theme(app::Scheme::Light), now);
            QCOMPARE(std::ranges::count_if(scene.lines, &app::SceneLine::arrow), 2);
            const std::size_t in = *phases.columnIndex("streamed_in_bytes");
            QVERIFY(says(scene, app::quantityString(std::get<double>(phases.rows[now][in]), core::kByte)));
        }
    }
};

SHARDSCOPE_TEST(TstMovingFigures)
#include "tst_moving_figures.moc"
