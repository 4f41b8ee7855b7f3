// SPDX-License-Identifier: GPL-3.0-or-later
// Search and remedies are one: over random models and machines, where a change of some plan is said to be
// enough, the search that is asked nothing but the machine finds a plan that fits; and where it finds none,
// no change of the plans that come nearest is said to be enough.
#include "app/session/search/plan_search_answer.h"
#include "core/plan/plan_file.h"
#include "planner/planner.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace shardscope;
using namespace shardscope::app;
using namespace shardscope::tests;

namespace {

const core::Catalog& catalog()
{
    static const core::Catalog all(sourceFile("resources"));
    return all;
}

/// A transformer of a random size that devices can share.
core::ModelSpec randomModel(std::mt19937_64& random)
{
    core::ModelSpec spec = *catalog().model("gpt2-xl");
    core::Transformer shape = *spec.transformer();
    const auto oneOf = [&](std::initializer_list<std::int64_t> values) {
        return values.begin()[static_cast<std::size_t>(random() % values.size())];
    };
    shape.layers = oneOf({4, 6, 8, 12, 16});
    shape.heads = oneOf({8, 16});
    shape.kvHeads = shape.heads;
    shape.headDim = shape.valueHeadDim = 64;
    shape.hidden = shape.embeddingWidth = shape.heads * shape.headDim;
    shape.feedForward = 4 * shape.hidden;
    shape.vocabulary = oneOf({1024, 8192});
    spec.name = "random";
    spec.form = shape;
    return spec;
}

/// \p machine whose devices hold \p bytes.
core::HardwareSpec holding(core::HardwareSpec machine, double bytes)
{
    for (core::MemoryTier& memory : machine.memory) {
        if (memory.tier == core::Tier::Device) {
            memory.capacity.value = core::Bytes{bytes * static_cast<double>(memory.sharedBy)};
            memory.allocatable.reset();
        }
    }
    return machine;
}

/// A random layout of \p plan on \p devices devices.
core::Plan laidOver(core::Plan plan, const core::ModelSpec& spec, std::int64_t devices,
                    std::mt19937_64& random)
{
    const core::Transformer& shape = *spec.transformer();
    std::int64_t left = devices;
    const auto take = [&](std::int64_t most) {
        std::int64_t degree = 1;
        while (degree * 2 <= most && left % 2 == 0 && random() % 2 == 0) {
            degree *= 2;
            left /= 2;
        }
        return degree;
    };
    plan.axes.tensor = take(std::min<std::int64_t>(8, shape.heads));
    plan.axes.pipeline = take(4);
    plan.axes.replica = left;
    plan.batch.microBatch = std::int64_t{1} << (random() % 5);
    plan.batch.microBatches = std::int64_t{1} << (random() % 5);
    plan.batch.globalBatch = plan.batch.microBatch * plan.batch.microBatches * plan.axes.replica;
    plan.schedule = core::Schedule::OneForwardOneBackward;
    plan.phases = 0;
    plan.residency = {};
    plan.sharding = core::zeroSharding(static_cast<int>(random() % 2), plan.axes.replica);
    return plan;
}

} // namespace

class TstSearchAndRemedies : public QObject {
    Q_OBJECT
private slots:
    void agree_data()
    {
        QTest::addColumn<QString>("machine");
        QTest::addColumn<int>("devices");
        QTest::newRow("IPUs with streaming memory") << "ipu-pod16" << 16;
        QTest::newRow("a machine of four IPUs") << "bow-2000" << 4;
        QTest::newRow("GPUs with their host's memory") << "dgx-h100" << 8;
        QTest::newRow("GPUs with NVMe") << "dgx-2-v100-32g" << 8;
    }
    void agree()
    {
        QFETCH(QString, machine);
        QFETCH(int, devices);
        std::mt19937_64 random(20261129);
        PlanSearchRequest request;
        request.model = "gpt2-xl";
        request.hardware = machine.toStdString();
        request.devices = std::to_string(devices);
        request.top = 1;
        request.sensitivity = request.simulate = request.margins = false;
        auto prepared = prepareSearch(catalog(), request);
        QVERIFY(prepared.ok());
        prepared->constraints.clear(); // what else would help is not asked
        const core::HardwareSpec whole = prepared->search.machines.front().hardware;
        int enough = 0;
        int none = 0;
        constexpr int kModels = kSanitized ? 3 : 10;
        for (int i = 0; i < kModels; ++i) {
            const core::ModelSpec spec = randomModel(random);
            prepared->search.model = spec;
            const core::Plan start = laidOver(prepared->search.space.variants.front(), spec, devices, random);
            const auto roomy = planner::evaluate(spec, whole, start, planner::Detail::Bound);
            if (!roomy.ok())
                continue;
            const core::TierUse* use = roomy->memory.fullestUse(core::Tier::Device);
            const double anyhow =
                roomy->memory.held(use->rankClass, core::Tier::Device, core::Purpose::Framework).value();
            const double share = 0.02 + 0.9 * double(random() % 1000) / 1000;
            const core::HardwareSpec small = holding(whole, anyhow + share * (use->peak.value() - anyhow));
            prepared->search.machines.front().hardware = small;
            const auto found = answerSearch(*prepared, request);
            QVERIFY(found.ok());
            const auto suffices = [&](const core::Plan& plan) {
                const auto evaluation = planner::evaluate(spec, small, plan);
                if (!evaluation.ok())
                    return false;
                if (evaluation->verdict.feasible())
                    return plan.axes.devices() == devices;
                for (const core::Violation& violation : evaluation->verdict.violations) {
                    for (const core::Remedy& remedy : violation.remedies) {
                        if (remedy.suffices && remedy.plan && remedy.plan->axes.devices() == devices)
                            return true;
                    }
                }
                return false;
            };
            const auto said = [&](const core::Plan& plan) {
                return qPrintable(QString::fromStdString(core::planJson(plan)) + QString::number(share));
            };
            if (suffices(start)) {
                ++enough;
                QVERIFY2(!found->best.empty(), said(start));
            }
            if (found->best.empty()) {
                ++none;
                for (const FoundLayout& near : found->nearest)
                    QVERIFY2(!suffices(near.hit.plan), said(near.hit.plan));
            } else {
                QVERIFY(found->best.front().tracedFits);
            }
        }
        QVERIFY2(enough > 0, qPrintable(QString("%1 enough, %2 without").arg(enough).arg(none)));
    }
};

SHARDSCOPE_TEST(TstSearchAndRemedies)
#include "tst_search_and_remedies.moc"
