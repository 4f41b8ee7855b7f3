// SPDX-License-Identifier: GPL-3.0-or-later
// planner/tape/allocator/settling: a trace that stops where its steps repeat shows what the longer one shows,
// event by event.
#include "core/plan/plan_file.h"
#include "planner/layout.h"
#include "planner/tape/trace_step.h"
#include "tests/planner/shipped.h"
#include "tests/support/sample_specs.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>

using namespace shardscope::core;
using shardscope::planner::parsePlan;
using namespace shardscope::planner::tape;
using namespace shardscope::tests;

namespace {

bool same(const MemoryEvent& a, const MemoryEvent& b)
{
    return a.delta == b.delta && a.operation == b.operation && a.module == b.module &&
           a.purpose == b.purpose && a.phase == b.phase && a.reserved == b.reserved;
}

std::int64_t leftBy(const std::vector<MemoryEvent>& curve)
{
    return std::accumulate(curve.begin(), curve.end(), std::int64_t{0},
                           [](std::int64_t sum, const MemoryEvent& event) { return sum + event.delta; });
}

/// Where the curve says that the peak stands.
std::int64_t atPeakEvent(const MemoryTrace& trace)
{
    return trace.atStepBegin +
           std::accumulate(
               trace.curve.begin(), trace.curve.begin() + static_cast<std::ptrdiff_t>(trace.peakEvent) + 1,
               std::int64_t{0}, [](std::int64_t sum, const MemoryEvent& one) { return sum + one.delta; });
}

/// What of two traces differs; "": nothing. Where micro-batches are told in few events, the curves but for
/// these.
std::string difference(const MemoryTrace& a, const MemoryTrace& b)
{
    if (a.peak != b.peak || a.atPeak != b.atPeak)
        return "peak";
    if (a.peakReserved != b.peakReserved || a.reservedAtBegin != b.reservedAtBegin)
        return "reserved";
    if (a.atStepBegin != b.atStepBegin || a.activationsAfterForward != b.activationsAfterForward ||
        a.weightsAndOptimizerAllocated != b.weightsAndOptimizerAllocated || a.optimizer != b.optimizer)
        return "state";
    if (a.shortage.request != b.shortage.request || a.shortage.allocated != b.shortage.allocated ||
        a.shortage.inside != b.shortage.inside || a.shortage.module != b.shortage.module)
        return "shortage";
    if (!std::ranges::equal(a.elsewhere, b.elsewhere, [](const TierBytes& one, const TierBytes& other) {
            return one.bytes == other.bytes;
        }))
        return "elsewhere";
    if (a.passes.size() != b.passes.size() || leftBy(a.curve) != leftBy(b.curve))
        return "passes";
    if (a.peakEvent < a.curve.size() && atPeakEvent(a) != a.peak)
        return "peak of the curve";
    const bool told = a.passes.size() > 128 && a.passesRun < b.passesRun;
    if (!told && !std::ranges::equal(a.curve, b.curve, same))
        return "curve";
    return {};
}

/// How many ranks were traced both ways and showed the same.
int compared(const ModelSpec& model, const HardwareSpec& hardware, const Plan& plan)
{
    const auto settled = traceRanks(model, hardware, plan, Ranks::EveryStage);
    if (!settled.ok())
        return 0;
    const auto all = traceRanks(model, hardware, plan, Ranks::EveryStage, Steps::All).value();
    int count = 0;
    for (std::size_t rank = 0; rank < all.size(); ++rank, ++count) {
        if (const std::string what = difference(settled->at(rank), all[rank]); !what.empty())
            qFatal("%s of %s", what.c_str(), all[rank].rankClass.c_str());
    }
    return count;
}

ModelSpec modelWithLayers(const char* name, std::int64_t layers)
{
    ModelSpec spec = model(name);
    Transformer shape = *spec.transformer();
    shape.layers = layers;
    spec.form = shape;
    return spec;
}

} // namespace

class TstSettling : public QObject {
    Q_OBJECT

private slots:
    /// The same requests in the same places, or not.
    void whatRepeats()
    {
        CachingAllocator allocator;
        Settling settling(Steps::UntilTheyRepeat);
        const auto kept = allocator.allocate(3 << 20);
        QVERIFY(!settling.repeats(allocator)); // nothing came before
        allocator.free(allocator.allocate(30 << 20));
        QVERIFY(!settling.repeats(allocator)); // a segment more
        for (int step = 0; step < 2; ++step) {
            allocator.free(allocator.allocate(30 << 20));
            QVERIFY(settling.repeats(allocator));
        }
        allocator.free(kept);
        (void)allocator.allocate(3 << 20);
        QVERIFY(!settling.repeats(allocator)); // as many bytes in that place, but of another request
        QVERIFY(settling.repeats(allocator));
        Settling never(Steps::All);
        QVERIFY(!never.repeats(allocator) && !never.repeats(allocator));
    }

    void megatronsRanks()
    {
        std::mt19937_64 random(7);
        int ranks = 0;
        for (const ModelSpec& spec : {smallModel(), expertModel(), hybridModel(), gpt3Model()}) {
            const int plans = spec.transformer()->layers > 8 ? 4 : 150;
            for (int i = 0; i < plans; ++i) {
                Plan plan = randomPlan(spec, random);
                plan.implementation = Implementation::Megatron;
                plan.kernels = Kernels::Fused;
                plan.residency = {};
                if (random() % 2 == 0)
                    plan.sharding = {1, 1, plan.axes.replicas()};
                ranks += compared(spec, sampleHardware(), plan);
            }
        }
        QVERIFY2(ranks > 60, std::to_string(ranks).c_str());
    }

    /// If many micro-batches are in flight, a few are traced, and what they ask for is asked again.
    void manyInFlight()
    {
        std::mt19937_64 random(11);
        int ranks = 0;
        for (const ModelSpec& spec : {smallModel(), expertModel(), hybridModel(), modelWithLayers("gpt2", 4),
                                      modelWithLayers("llama-3-8b", 4)}) {
            for (int i = 0; i < 24; ++i) {
                Plan plan = randomPlan(spec, random);
                plan.implementation = random() % 4 == 0 ? Implementation::Nanotron : Implementation::Megatron;
                plan.kernels = Kernels::Fused;
                plan.schedule = Schedule::Gpipe;
                plan.axes.virtualStages = 1;
                plan.residency = {};
                if (random() % 4 == 0)
                    plan.residency.activations = Tier::Host;
                plan.sharding = {1, 1, random() % 2 == 0 ? plan.axes.replicas() : 1};
                plan.batch.sequenceLength = std::int64_t{64} << random() % 3;
                plan.batch.microBatches = std::array{13, 40, 65, 150}[random() % 4];
                plan.batch.globalBatch = 0;
                ranks += compared(spec, hardware(random() % 2 == 0 ? "dgx-h100" : "dgx-1-v100-16g"), plan);
            }
        }
        QVERIFY2(ranks > 20, std::to_string(ranks).c_str());
    }

    void whatIsTracedDoesNotGrow()
    {
        const ModelSpec spec = model("llama-3-405b");
        std::vector<std::int64_t> run;
        for (const char* count : {"100", "1000", "3000"}) {
            const auto plan = parsePlan("", "",
                                        {{"tensor", "8"},
                                         {"pipeline", "64"},
                                         {"schedule", "gpipe"},
                                         {"micro-batches", count},
                                         {"implementation", "megatron"}},
                                        spec);
            QVERIFY(plan.ok());
            const auto traces = traceRanks(spec, hardware("dgx-h100"), *plan, Ranks::EveryStage);
            QVERIFY(traces.ok());
            for (const MemoryTrace& trace : *traces) {
                QCOMPARE(trace.passesRun, traces->front().passesRun);
                QCOMPARE(trace.passes.size(), std::size_t(2 * std::stoul(count)));
            }
            run.push_back(traces->front().passesRun);
        }
        QVERIFY(run.front() < 20);
        QCOMPARE(run, std::vector<std::int64_t>(3, run.front()));
    }

    /// Also on devices that are too small, where cached segments are given back.
    void otherPrograms()
    {
        int ranks = 0;
        for (const char* machine : {"dgx-h100", "dgx-1-v100-16g"}) {
            for (const char* name : {"qwen3-4b", "gpt2-large"}) {
                const ModelSpec spec = model(name);
                for (const auto& [implementation, stage] : {std::pair{"huggingface", "0"},
                                                            {"deepspeed", "1"},
                                                            {"deepspeed", "2"},
                                                            {"deepspeed", "3"},
                                                            {"fsdp2", "3"},
                                                            {"torchtitan", "3"},
                                                            {"torchtitan", "0"},
                                                            {"nanotron", "1"},
                                                            {"megatron", "3"}}) {
                    for (const auto& [recompute, micro] :
                         {std::pair{"none", "1"}, {"none", "3"}, {"full", "2"}}) {
                        const auto plan = parsePlan("", "",
                                                    {{"implementation", implementation},
                                                     {"replica", std::string_view(stage) == "0" ? "1" : "8"},
                                                     {"zero-stage", stage},
                                                     {"recompute", recompute},
                                                     {"micro-batches", micro},
                                                     {"sequence-length", "512"}},
                                                    spec);
                        if (plan.ok())
                            ranks += compared(spec, hardware(machine), *plan);
                    }
                }
            }
        }
        QVERIFY2(ranks > 60, std::to_string(ranks).c_str());
    }
};

SHARDSCOPE_TEST(TstSettling)
#include "tst_settling.moc"
