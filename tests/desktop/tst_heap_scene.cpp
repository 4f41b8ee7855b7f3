// SPDX-License-Identifier: GPL-3.0-or-later
// The heap of a plan as a picture: the request that fails stands on what is reserved, as tall as it is large;
// two settings stand one above the other on one scale.
#include "app/desktop/charts/plan/heap_scene.h"
#include "app/session/plan/commands.h"
#include "app/session/questions/failing_request.h"
#include "app/session/tables/tables.h"
#include "core/catalog/catalog.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace shardscope;

namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

app::PlanResult planned(const std::string& model, const Options& options)
{
    const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
    auto plan =
        app::evaluatePlan(catalog, {model, "dgx-2-v100-32g", {}, options}, planner::Detail::Explained);
    if (!plan.ok())
        qFatal("not planned");
    return std::move(*plan);
}

std::vector<planner::HeapCase> casesOf(const app::PlanResult& plan)
{
    auto cases = planner::heapCases(plan.model, plan.hardware, plan.evaluation.plan);
    if (!cases.ok())
        qFatal("not traced");
    return std::move(*cases);
}

/// A request of 516 MiB for which 1.5 GiB are free in pieces.
const Options kFailing{{"micro-batch", "3"},
                       {"framework", "huggingface"},
                       {"replica", "8"},
                       {"sequence-length", "896"},
                       {"optimizer-state", "fp32"}};
const Options kDeepSpeed{{"replica", "8"}, {"zero-stage", "2"}, {"framework", "deepspeed"}};

const app::Theme& light() { return app::theme(app::Scheme::Light); }

} // namespace

class TstHeapScene : public QObject {
    Q_OBJECT
private slots:
    void theRequestStandsOnWhatIsReserved()
    {
        const app::PlanResult plan = planned("gpt2-xl", kFailing);
        const auto cases = casesOf(plan);
        QVERIFY(app::hasHeapScene(cases));
        const core::AllocationShortage& shortage = cases.front().trace.shortage;
        QVERIFY(shortage.request > 0);
        const double capacity = app::deviceCapacity(plan.evaluation);
        const app::Scene scene = app::heapScene(cases, capacity, 900, light());
        const auto failing = std::ranges::find_if(
            scene.boxes, [](const app::SceneBox& box) { return box.fill == light().bad && box.hatch; });
        QVERIFY(failing != scene.boxes.end());
        const app::SceneBox& below = *(failing - 1); // what is reserved
        const auto kept = static_cast<double>(shortage.reserved() + cases.front().trace.framework);
        QVERIFY(std::abs(failing->rect.height() / below.rect.height() -
                         static_cast<double>(shortage.request) / kept) < 1e-6);
        QVERIFY(std::abs(failing->rect.bottom() - below.rect.top()) < 1e-6);
        // It reaches over the line of the capacity, and the words say which request it is.
        const auto line =
            std::ranges::find_if(scene.lines, [](const app::SceneLine& one) { return one.width == 2; });
        QVERIFY(line != scene.lines.end() && failing->rect.top() < line->points.front().y());
        const QString words = app::failingRequestText(cases.front().trace);
        QVERIFY(words.contains(QLatin1String("516 MiB")) && words.contains(QLatin1String("loss")));
        QVERIFY(std::ranges::any_of(scene.texts,
                                    [&](const app::SceneText& text) { return text.text.contains(words); }));
    }
    void bothSettingsStandOnOneScale()
    {
        const app::PlanResult plan = planned("gpt2-xl", kDeepSpeed);
        const auto cases = casesOf(plan);
        QCOMPARE(cases.size(), std::size_t{2});
        QVERIFY(app::hasHeapScene(cases));
        for (const double width : {420.0, 900.0, 1340.0}) {
            const app::Scene scene =
                app::heapScene(cases, app::deviceCapacity(plan.evaluation), width, light());
            const QRectF frame(-1, -1, width + 2, scene.height + 2);
            for (const app::SceneBox& box : scene.boxes)
                QVERIFY(frame.contains(box.rect.topLeft()) && frame.contains(box.rect.bottomRight()));
            // Areas below the middle are the second case's; its free pieces are the taller.
            const QColor free = app::paler(light().warn, 0.4, light());
            const double middle = scene.height / 2 - 10;
            double upper = 0;
            double lower = 0;
            for (const app::SceneBox& box : scene.boxes) {
                if (box.fill == free && box.rect.width() < 20) {
                    double& highest = box.rect.top() < middle ? upper : lower;
                    highest = std::max(highest, box.rect.height());
                }
            }
            QVERIFY2(lower > upper, qPrintable(QStringLiteral("%1 %2").arg(lower).arg(upper)));
        }
    }
    void aPlanWithoutEitherHasNone()
    {
        const app::PlanResult plan = planned("gpt2", {{"framework", "huggingface"}});
        QVERIFY(!app::hasHeapScene(casesOf(plan)));
    }
};

SHARDSCOPE_TEST(TstHeapScene)
#include "tst_heap_scene.moc"
