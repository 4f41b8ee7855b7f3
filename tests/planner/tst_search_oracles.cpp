// SPDX-License-Identifier: GPL-3.0-or-later
// What other projects' tests say about the same questions: bytes of Megatron-Bridge's theoretical memory, the
// number of strategies in Galvatron's space. Facts only, re-typed from their unit tests.
#include "core/catalog/model_file.h"
#include "planner/planner.h"
#include "planner/search.h"
#include "tests/planner/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace shardscope;
using namespace shardscope::planner;
using namespace shardscope::tests;

namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

/// NVIDIA-NeMo/Megatron-Bridge, tests/unit_tests/training/utils/test_theoretical_memory_utils.py
/// (Apache-2.0): four layers of 16 with four heads, feed-forward 64, vocabulary 32, no biases but the norms',
/// no positions.
core::ModelSpec bridgeModel(std::int64_t layers, bool tied, const std::string& more = {})
{
    const auto made = core::parseModel(
        R"({"kind":"transformer","name":"bridge","layers":)" + std::to_string(layers) +
            R"(,"hidden":16,"heads":4,"feed_forward":64,"vocabulary":32,"max_sequence":8,"norm":"layer_norm",)" +
            R"("activation":"gelu","bias":false,"learned_positions":false,"tied_embeddings":)" +
            (tied ? "true" : "false") + more + "}",
        "test");
    if (!made.ok())
        qFatal("no model: %s", made.error().args.empty() ? "" : made.error().args.front().c_str());
    return *made;
}

/// Data-parallel degree 4 as the mesh's, fp32 gradients, the distributed optimizer: 6 + 12 / 4 bytes.
Options bridgePlan(Options options)
{
    options.insert(options.end(), {{"micro-batch", "2"},
                                   {"zero-stage", "1"},
                                   {"precision-weights", "bf16"},
                                   {"precision-gradients", "fp32"},
                                   {"sequence-length", "8"}});
    return options;
}

double held(const core::Evaluation& of, std::size_t stage, std::initializer_list<core::Purpose> purposes)
{
    double bytes = 0;
    for (const core::Purpose purpose : purposes)
        bytes += of.memory.held(stage, core::Tier::Device, purpose).value();
    return bytes;
}

double stateOf(const core::Evaluation& of, std::size_t stage)
{
    return held(of, stage,
                {core::Purpose::Weights, core::Purpose::Gradients, core::Purpose::OptimizerState,
                 core::Purpose::MasterWeights});
}

} // namespace

class TstSearchOracles : public QObject {
    Q_OBJECT
private slots:
    void bridgeCountsParametersAsWeDo() { QCOMPARE(core::parameterCount(bridgeModel(4, true)), 13088.0); }

    /// Theirs divides the norms over the tensor ranks too; every rank holds them whole: two layers of 64 and
    /// half of it too little, at 9 bytes.
    void bridgeBytesOfATensorRank()
    {
        const core::ModelSpec of = bridgeModel(4, true);
        const auto evaluation = evaluate(
            of, hardware("dgx-a100-80g"),
            planOf(of, bridgePlan({{"tensor", "2"}, {"pipeline", "2"}, {"replica", "4"}})), Detail::Bound);
        QVERIFY(evaluation.ok());
        QCOMPARE(stateOf(*evaluation, 0), (3400.0 - 16 / 2.0 + 2 * 64 / 2.0) * 9);
    }

    /// The heaviest of four uneven stages: 9,952 parameters, 89,568 bytes.
    void bridgeBytesOfUnevenStages()
    {
        const core::ModelSpec of = bridgeModel(8, false);
        const auto evaluation = evaluate(
            of, hardware("dgx-a100-80g"),
            planOf(of, bridgePlan({{"pipeline", "4"}, {"replica", "4"}, {"layers-per-stage", "1,2,2,3"}})),
            Detail::Bound);
        QVERIFY(evaluation.ok());
        QCOMPARE(stateOf(*evaluation, 3), 89568.0);
        for (const std::size_t stage : {0U, 1U, 2U})
            QVERIFY(stateOf(*evaluation, stage) < 89568);
    }

    /// Selective recompute, sequence parallelism, two context ranks: 9,568 bytes of which 128 / 4 are the
    /// token numbers of the input, that we count with no rank's activations.
    void bridgeActivationsOverTensorAndContext()
    {
        const core::ModelSpec of = bridgeModel(4, true);
        const auto evaluation = evaluate(of, hardware("dgx-a100-80g"),
                                         planOf(of, bridgePlan({{"tensor", "2"},
                                                                {"context", "2"},
                                                                {"replica", "2"},
                                                                {"sequence-parallel", "true"},
                                                                {"gathered-inputs", "regathered"},
                                                                {"attention", "eager"},
                                                                {"dropout", "true"},
                                                                {"recompute", "selective"}})),
                                         Detail::Bound);
        QVERIFY(evaluation.ok());
        QCOMPARE(held(*evaluation, 0, {core::Purpose::Activations}), 9568.0 - 128.0 / 4);
    }

    /// PKU-DAIR/Hetu-Galvatron, tests/search_engine/test_generate_strategies.py (Apache-2.0): of the 50
    /// strategies for Llama on 8 GPUs the 32 without Ulysses' sequence parallelism are ours too, and no more.
    void galvatronsStrategies()
    {
        PlanSearch search;
        search.model = model("llama-2-7b");
        search.machines = {{hardware("dgx-a100-80g"), {8}}};
        search.space.variants = {
            planOf(search.model, {{"sequence-length", "2048"}, {"implementation", "fsdp2"}})};
        search.space.context = {1, 1};
        search.space.sequenceParallel = {false};
        search.space.zeroStages = {2, 3};
        search.space.recomputes = {core::Recompute::None, core::Recompute::Full};
        search.space.schedules = {core::Schedule::OneForwardOneBackward};
        search.space.globalBatch = {64, 64};
        search.space.microBatch = {1, 1};
        search.space.unevenStages = false;
        search.space.someRecompute = false;
        search.space.runnableOnly = false;
        search.limits.memory = false; // all of them are ranked
        search.top = 1000;
        const auto found = searchTransformer(search);
        QVERIFY(found.ok());
        // 1, 2, 4 and 8 stages; tensor degrees that divide what is left; sharded or not where there are
        // replicas.
        QCOMPARE(found->best.size(), std::size_t(32));
        QCOMPARE(found->tally.considered, std::int64_t(32));
    }
};

SHARDSCOPE_TEST(TstSearchOracles)
#include "tst_search_oracles.moc"
