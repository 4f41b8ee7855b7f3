// SPDX-License-Identifier: GPL-3.0-or-later
// Low-rank adapters beside frozen weights on the memory trace, against counts made by hand.
#include "core/catalog/model_file.h"
#include "planner/planner.h"
#include "planner/search/bounds.h"
#include "planner/tape/trace_step.h"
#include "tests/planner/hopper.h"
#include "tests/planner/shipped.h"
#include "tests/support/near.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace shardscope;
using core::MemoryTrace;
using shardscope::tests::near;

namespace {

constexpr double kTokens = 4 * 1024;
constexpr double h = 1024;
constexpr double f = 4096;
constexpr double A = 16 * 64;
constexpr double K = 4 * 64;
constexpr double a = 16;
constexpr double V = 32000;
constexpr double r = 16;
constexpr double kTables = 4.0 * 1024 * 64; ///< rotary

core::ModelSpec llama(int layers)
{
    return *core::parseModel(R"({"model_type":"llama","vocab_size":32000,"hidden_size":1024,
        "intermediate_size":4096,"num_attention_heads":16,"num_key_value_heads":4,"head_dim":64,
        "hidden_act":"silu","tie_word_embeddings":false,"max_position_embeddings":1024,
        "num_hidden_layers":)" + std::to_string(layers) +
                                 "}",
                             "config.json");
}

core::Plan adapted(core::AdapterTargets targets)
{
    core::Plan plan;
    plan.implementation = core::Implementation::HuggingFace;
    plan.kernels = core::Kernels::Separate;
    plan.batch.microBatch = 4;
    plan.batch.sequenceLength = 1024;
    plan.dropout = false;
    plan.adapters = {static_cast<std::int64_t>(r), targets};
    return plan;
}

MemoryTrace traced(int layers, const core::Plan& plan)
{
    const auto result = planner::tape::traceStep(llama(layers), tests::hopper(), plan);
    if (!result.ok())
        qFatal("not traced: %s", result.error().args.front().c_str());
    return *result;
}

double kept(int layers, const core::Plan& plan)
{
    return static_cast<double>(traced(layers, plan).activationsAfterForward);
}

} // namespace

class TstTapeAdapters : public QObject {
    Q_OBJECT
private slots:
    /// Frozen weights have neither gradients nor moments; adapters stand beside seven matrices, or four.
    void stateIsTheAdapters()
    {
        const double attention = r * ((h + A) + 2 * (h + K) + (A + h));
        const double all = attention + r * (2 * (h + f) + (f + h));
        for (const auto& [targets, elements] : {std::pair{core::AdapterTargets::Attention, attention},
                                                std::pair{core::AdapterTargets::Linear, all}}) {
            const MemoryTrace with = traced(2, adapted(targets));
            core::Plan plan = adapted(targets);
            plan.adapters = {};
            const MemoryTrace without = traced(2, plan);
            QCOMPARE(static_cast<double>(with.weights - without.weights), 2 * 2 * elements);
            QCOMPARE(static_cast<double>(with.gradients), 2 * 2 * elements);
            const double tensors = 2 * 2 * (targets == core::AdapterTargets::Linear ? 7 : 4);
            QCOMPARE(static_cast<double>(with.optimizer), 2 * 4 * 2 * elements + 4 * tensors);
            QVERIFY(with.peak < without.peak);
        }
    }

    /// A layer of llama keeps 16h + 4A + 4K + 8f + 4a + 8 (docs/memory_model.md). Of these go the normed rows
    /// before the frozen norms' weights (4h) and the inputs of matrices without an adapter: the gate's and
    /// its neighbour's (2h), the last one's (2f). Each adapter keeps what its first matrix made.
    void aLayerKeepsLess()
    {
        const double whole = 16 * h + 4 * A + 4 * K + 8 * f + 4 * a + 8;
        const core::Plan attention = adapted(core::AdapterTargets::Attention);
        QVERIFY(near(kept(3, attention) - kept(2, attention),
                     kTokens * (whole - 4 * h - 2 * h - 2 * f + 2 * r * 4), 1e-4));
        const core::Plan linear = adapted(core::AdapterTargets::Linear);
        QVERIFY(near(kept(3, linear) - kept(2, linear), kTokens * (whole - 4 * h + 2 * r * 7), 1e-4));
        // The first layer's first norm has no input that learns; the last norm and the head keep 4h less.
        const double layer = whole - 4 * h + 2 * r * 7;
        const double ends = 8 * h + 4 - 4 * h + 4 * V + 8;
        QVERIFY(near(kept(2, linear), kTokens * (2 * layer - (4 * h + 4) + ends) + kTables, 1e-4));
    }

    /// peft's adapters are fp32 beside 16-bit weights: each keeps a copy of its input, and of the input
    /// itself nothing is kept; what the first matrix made is fp32, too.
    void fp32BesideNarrowWeights()
    {
        const double whole = 16 * h + 4 * A + 4 * K + 8 * f + 4 * a + 8;
        core::Plan attention = adapted(core::AdapterTargets::Attention);
        attention.precision.gradients = core::Dtype::Fp32;
        QVERIFY(near(kept(3, attention) - kept(2, attention),
                     kTokens * (whole - 4 * h - 2 * h - 2 * f - 2 * h + 3 * 4 * h + 4 * A + 4 * r * 4),
                     1e-4));
        core::Plan linear = adapted(core::AdapterTargets::Linear);
        linear.precision.gradients = core::Dtype::Fp32;
        QVERIFY(near(kept(3, linear) - kept(2, linear),
                     kTokens * (whole - 4 * h - 4 * h + 5 * 4 * h + 4 * A - 2 * f + 4 * f + 4 * r * 7),
                     1e-4));
        const double all = r * ((h + A) + 2 * (h + K) + (A + h) + 2 * (h + f) + (f + h));
        QCOMPARE(static_cast<double>(traced(2, linear).gradients), 4 * 2 * all);
    }

    /// Full recompute leaves a layer's input, the first one's too, which wants no gradient.
    void recomputeKeepsInputs()
    {
        core::Plan plan = adapted(core::AdapterTargets::Linear);
        plan.recompute = core::Recompute::Full;
        QVERIFY(near(kept(3, plan) - kept(2, plan), kTokens * 2 * h, 1e-9));
        QVERIFY(traced(3, plan).peak < traced(3, adapted(core::AdapterTargets::Linear)).peak);
    }

    /// FSDP2 shards all weights; gradients and moments are the adapters' shards.
    void fullySharded()
    {
        core::Plan plan = adapted(core::AdapterTargets::Linear);
        plan.implementation = core::Implementation::Fsdp2;
        plan.axes.replica = 4;
        plan.sharding = {4, 4, 4};
        plan.precision.gradients = core::Dtype::Fp32;
        const double all = r * ((h + A) + 2 * (h + K) + (A + h) + 2 * (h + f) + (f + h));
        const MemoryTrace trace = traced(2, plan);
        QCOMPARE(static_cast<double>(trace.gradients), 4 * 2 * all / 4);
        QVERIFY(static_cast<double>(trace.optimizer) < 8 * 2 * all / 4 + 4 * 28 + 1);
    }

    /// Megatron-Bridge's: one adapter for what a fused kernel takes as one, cut over the tensor group.
    void megatronRanks()
    {
        const auto plan = [](core::AdapterTargets targets, std::int64_t tensor) {
            core::Plan made;
            made.implementation = core::Implementation::Megatron;
            made.axes.tensor = tensor;
            made.axes.sequenceParallel = tensor > 1;
            made.gatheredInputs = core::GatheredInputs::Regathered;
            made.axes.replica = 2;
            made.sharding.optimizer = 2;
            made.batch.microBatch = 4;
            made.batch.microBatches = 2;
            made.batch.sequenceLength = 1024;
            made.precision.master = core::Dtype::Fp32;
            made.dropout = false;
            made.fusedCrossEntropy = true;
            made.adapters = {static_cast<std::int64_t>(r), targets};
            return made;
        };
        const auto whole = [&](std::int64_t tensor) {
            core::Plan made = plan(core::AdapterTargets::Linear, tensor);
            made.adapters = {};
            return made;
        };
        const double attention = r * ((h + A + 2 * K) + (A + h));
        const double all = attention + r * ((h + 2 * f) + (f + h));
        for (const std::int64_t tensor : {1, 4}) {
            const MemoryTrace with = traced(2, plan(core::AdapterTargets::Linear, tensor));
            const MemoryTrace without = traced(2, whole(tensor));
            const double own = 2 * all / static_cast<double>(tensor);
            QCOMPARE(static_cast<double>(with.weights - without.weights), 2 * own);
            QCOMPARE(static_cast<double>(with.gradients), 2 * own);
            QCOMPARE(static_cast<double>(with.optimizer), 8 * own / 2);
        }
        // A layer keeps neither the normed rows nor the activation's output of a feed-forward without
        // adapters.
        const auto layer = [&](const core::Plan& of) { return kept(3, of) - kept(2, of); };
        const double full = layer(whole(1));
        QVERIFY(near(full - layer(plan(core::AdapterTargets::Attention, 1)),
                     kTokens * (2 * h + 2 * f - 2 * 2 * r), 1e-4));
        QVERIFY(near(layer(plan(core::AdapterTargets::Linear, 1)) - full, kTokens * 2 * r * 4, 1e-4));
        // Adapters take gathered rows and keep them whole: of both norms, where a quarter was kept.
        const auto ofMany = [&](core::Plan of) {
            of.batch.microBatch = 64; // few of which are lost to blocks that are not split
            return layer(of);
        };
        QVERIFY(near(ofMany(plan(core::AdapterTargets::Linear, 4)) - ofMany(whole(4)),
                     16 * kTokens * (2 * 2 * h * 3 / 4 + 2 * r * 4), 1e-2));
        // Dropout beside Megatron's own, whose masks both have.
        const auto dropping = [&](core::Plan of) {
            const double before = ofMany(of);
            of.dropout = true;
            return ofMany(of) - before;
        };
        QVERIFY(near(dropping(plan(core::AdapterTargets::Linear, 1)) - dropping(whole(1)),
                     16 * kTokens * (2 * h + 3 * A + f), 1e-4));
    }

    void closedFormsOfMegatronAreCloseToTheTrace()
    {
        const core::ModelSpec model = tests::model("llama-2-70b");
        for (const char* targets : {"attention", "linear", "query_key_value"}) {
            for (const char* recompute : {"none", "selective", "full"}) {
                for (const char* sequence : {"false", "true"}) {
                    const core::Plan plan = tests::planOf(model, {{"tensor", "4"},
                                                                  {"pipeline", "2"},
                                                                  {"lora-rank", "16"},
                                                                  {"lora-targets", targets},
                                                                  {"recompute", recompute},
                                                                  {"sequence-parallel", sequence},
                                                                  {"dropout", "false"},
                                                                  {"micro-batches", "4"}});
                    const auto answer =
                        planner::evaluate(model, tests::hardware("dgx-h100"), plan, planner::Detail::Plain);
                    QVERIFY(answer.ok());
                    const core::TierUse* use = answer->memory.fullestUse(core::Tier::Device);
                    QVERIFY(use->traced());
                    const double ratio = use->closedForm->value() / use->peak.value();
                    QVERIFY2(std::abs(ratio - 1) < 0.03, qPrintable(QString::number(ratio)));
                    const planner::Bounds bounds(planner::Ranking{model, tests::hardware("dgx-h100")});
                    QVERIFY(bounds.memory(plan).peak <= use->peak);
                }
            }
        }
    }

    void boundNeverExceedsTrace()
    {
        for (const char* name : {"llama-3-8b", "gpt2-xl", "qwen3-4b"}) {
            const core::ModelSpec model = tests::model(name);
            for (const char* targets : {"attention", "linear", "query_key_value"}) {
                for (const char* recompute : {"none", "full"}) {
                    const core::Plan plan = tests::planOf(model, {{"implementation", "huggingface"},
                                                                  {"lora-rank", "16"},
                                                                  {"lora-targets", targets},
                                                                  {"recompute", recompute},
                                                                  {"sequence-length", "1024"}});
                    const auto answer =
                        planner::evaluate(model, tests::hardware("dgx-h100"), plan, planner::Detail::Plain);
                    QVERIFY(answer.ok());
                    const core::TierUse* use = answer->memory.fullestUse(core::Tier::Device);
                    QVERIFY(use->traced());
                    const planner::Bounds bounds(planner::Ranking{model, tests::hardware("dgx-h100")});
                    QVERIFY(bounds.memory(plan).peak <= use->peak);
                }
            }
        }
    }

    void whatIsNotTracedIsSaid()
    {
        const core::ModelSpec model = tests::model("mixtral-8x7b");
        const core::Plan plan = tests::planOf(model, {{"implementation", "huggingface"}, {"lora-rank", "8"}});
        const auto traces = planner::traceStages(model, tests::hardware("dgx-h100"), plan);
        QCOMPARE(traces.error().place.jsonPointer, std::string("/lora/rank"));
    }
};

SHARDSCOPE_TEST(TstTapeAdapters)
#include "tst_tape_adapters.moc"
