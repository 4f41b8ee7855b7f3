// SPDX-License-Identifier: GPL-3.0-or-later
// Selective recompute of parts of a layer (Megatron Core's recompute_modules): what is kept, made again and
// sent again, against counts made by hand; and the allocator simulation of outputs that are dropped.
#include "core/plan/plan_file.h"
#include "core/plan/plan_names.h"
#include "core/plan/recompute_parts.h"
#include "planner/compute/operators.h"
#include "planner/evaluate/memory_trace.h"
#include "planner/layout.h"
#include "planner/planner.h"
#include "planner/tape/autograd/operations.h"
#include "planner/tape/autograd/tape.h"
#include "tests/planner/communication_entry.h"
#include "tests/planner/shipped.h"
#include "tests/support/near.h"
#include "tests/support/sample_specs.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <map>
#include <string>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;
using shardscope::tests::near;

namespace {

constexpr double kTokens = 128;

Plan planOf(Recompute recompute, std::int64_t tensor = 1)
{
    Plan plan;
    plan.axes.tensor = tensor;
    plan.axes.replica = 8;
    plan.batch.sequenceLength = static_cast<std::int64_t>(kTokens);
    plan.batch.globalBatch = 8;
    plan.dropout = false;
    plan.precision.master = Dtype::Fp32;
    plan.recompute = recompute;
    return plan;
}

Recompute parts(int bits) { return {static_cast<std::uint16_t>(bits)}; }

Evaluation evaluated(const ModelSpec& model, const Plan& plan)
{
    const auto evaluation = evaluate(model, sampleHardware(), plan, Detail::Plain);
    if (!evaluation.ok())
        qFatal("not evaluated");
    return *evaluation;
}

double kept(const ModelSpec& spec, Recompute recompute)
{
    return evaluated(spec, planOf(recompute)).figures.at("activation_bytes");
}

std::map<std::string, int> labels(const Rows& rows)
{
    std::map<std::string, int> found;
    for (const Row& row : rows)
        ++found[row.label];
    return found;
}

Rows again(const ModelSpec& model, Recompute recompute, Segment segment)
{
    return rowsOf(segment, *model.transformer(), planOf(recompute)).again;
}

} // namespace

class TstRecomputeParts : public QObject {
    Q_OBJECT
private slots:
    /// Four layers with latent attention, three of them with experts: 8 of width 48, two to a token and one
    /// shared, hidden 64, 4 heads of 24 and 16, ranks of 32 and 16.
    void whatALayerKeeps()
    {
        const ModelSpec model = expertModel();
        const double whole = kept(model, Recompute::None);
        const auto drops = [&](int bits, double bytes) {
            const double dropped = whole - kept(model, parts(bits));
            if (!near(dropped, kTokens * bytes, 1e-9))
                qWarning("%d drops %.17g, not %.17g", bits, dropped, kTokens * bytes);
            return near(dropped, kTokens * bytes, 1e-9);
        };
        const double norms = (4 + 3) * 64 * 2; // before attention and before experts
        QVERIFY(drops(Recompute::Layernorm, norms));
        const double activations = 3 * 2 * 48 * 2;
        QVERIFY(drops(Recompute::MoeActivation, activations));
        const double up = 4 * (4 * (24 + 24 + 16) + 32 + 16) * 2; // and the compressed ones as normed
        QVERIFY(drops(Recompute::MlaUpProjection, up));
        QVERIFY(drops(Recompute::SharedExperts, 3 * 3 * 48 * 2));
        const double dense = (64 + 3 * static_cast<double>(model.transformer()->feedForward)) * 2;
        QVERIFY(drops(Recompute::Mlp, dense));
        // Scores of 19 bytes an expert; rows sorted; gate, up and activation of every chosen and shared row.
        const double moe = 3 * (8 * 19 + 2 * 64 * 2 + (2 + 1) * 3 * 48 * 2);
        QVERIFY(drops(Recompute::Moe, moe));
        // What holds another drops it once.
        QVERIFY(drops(Recompute::Moe | Recompute::MoeActivation | Recompute::SharedExperts, moe));
        QVERIFY(drops(Recompute::Moe | Recompute::Layernorm | Recompute::MlaUpProjection, moe + norms + up));
    }

    void denseFeedForward()
    {
        const ModelSpec llama = model("llama-3-8b");
        const double dropped = kept(llama, Recompute::None) - kept(llama, parts(Recompute::Mlp));
        // The norm's output, gate, up and their product, 16 bits each.
        QVERIFY(near(dropped, 32 * kTokens * (4096 + 3 * 14336) * 2, 1e-9));
    }

    void whatRunsAgain()
    {
        const ModelSpec dense = model("llama-3-8b");
        const auto mlp = labels(again(dense, parts(Recompute::Mlp), Segment::layer(kDenseLayer)));
        QCOMPARE(
            mlp,
            (std::map<std::string, int>{
                {"norms", 1}, {"feed_forward_in", 1}, {"gated_activation", 1}, {"feed_forward_out", 1}}));
        const Rows norm = again(dense, parts(Recompute::Mlp), Segment::layer(kDenseLayer));
        QCOMPARE(norm.front().kernels, std::uint8_t{1}); // of a layer's two
        const ModelSpec experts = expertModel();
        const Segment sparse = Segment::layer(kExpertLayer);
        QCOMPARE(labels(again(experts, parts(Recompute::MoeActivation), sparse)),
                 (std::map<std::string, int>{{"gated_activation", 1}}));
        QCOMPARE(labels(again(experts, parts(Recompute::Layernorm), sparse)),
                 (std::map<std::string, int>{{"norms", 1}}));
        const auto moe = labels(again(experts, parts(Recompute::Moe | Recompute::MoeActivation), sparse));
        QCOMPARE(moe.at("router"), 1);
        QCOMPARE(moe.at("permute_tokens"), 1);
        QCOMPARE(moe.at("feed_forward_out"), experts.transformer()->sharedExperts > 0 ? 2 : 1);
        QVERIFY(moe.count("norms") == 0 && moe.count("qkv_projection") == 0);
        QVERIFY(again(experts, Recompute::None, sparse).empty());
    }

    /// A feed-forward that runs again reduces once more in backward, of five times then; tokens travel to
    /// their experts and back six times.
    void whatIsSentAgain()
    {
        const ModelSpec dense = model("llama-3-8b");
        const auto reduced = [&](Recompute recompute) {
            return entry(evaluated(dense, planOf(recompute, 2)), "all_reduce", "tensor")
                ->bytesPerRank.value();
        };
        // 32 layers, four times each, and once for the embedding and for the head.
        QVERIFY(
            near(reduced(parts(Recompute::Mlp)) / reduced(Recompute::None), (5.0 * 32 + 2) / (4 * 32 + 2)));
        QVERIFY(near(reduced(Recompute::Full) / reduced(Recompute::None), (6.0 * 32 + 2) / (4 * 32 + 2)));
        const ModelSpec experts = expertModel();
        const auto sent = [&](Recompute recompute) {
            Plan plan = planOf(recompute);
            plan.axes.expert = 4;
            return entry(evaluated(experts, plan), "all_to_all", "expert")->bytesPerRank.value();
        };
        QVERIFY(near(sent(parts(Recompute::Moe)) / sent(Recompute::None), 1.5));
        QCOMPARE(sent(parts(Recompute::MoeActivation)), sent(Recompute::None));
    }

    void operationsAgain()
    {
        const ModelSpec llama = model("llama-3-8b");
        const double mlp = recomputedFlopsPerSample(*llama.transformer(), planOf(parts(Recompute::Mlp)));
        QVERIFY(near(mlp, 32 * kTokens * 3 * 2 * 4096 * 14336));
        const double both = recomputedFlopsPerSample(
            *llama.transformer(), planOf(parts(Recompute::Mlp | Recompute::CoreAttention)));
        QVERIFY(both > mlp && both < recomputedFlopsPerSample(*llama.transformer(), planOf(Recompute::Full)));
    }

    /// After forward the memory trace holds less by what the closed forms drop.
    void theTraceDropsTheSame()
    {
        const ModelSpec spec = expertModel();
        const auto afterForward = [&](Recompute recompute) {
            const auto trace = traceMemory(spec, sampleHardware(), planOf(recompute));
            if (!trace.ok())
                qFatal("not traced: %s", trace.error().args.front().c_str());
            return static_cast<double>(trace->activationsAfterForward);
        };
        const double whole = afterForward(Recompute::None);
        for (const int bits :
             {int{Recompute::Layernorm}, int{Recompute::MoeActivation}, int{Recompute::MlaUpProjection},
              int{Recompute::SharedExperts}, int{Recompute::Mlp}, int{Recompute::Moe},
              Recompute::Layernorm | Recompute::MoeActivation | Recompute::MlaUpProjection,
              Recompute::CoreAttention | Recompute::MlaUpProjection | Recompute::Layernorm |
                  Recompute::Moe}) {
            const double traced = whole - afterForward(parts(bits));
            const double closed = kept(spec, Recompute::None) - kept(spec, parts(bits));
            QVERIFY2(traced > 0.95 * closed && traced < 1.15 * closed,
                     std::to_string(bits).append(": ").append(std::to_string(traced / closed)).c_str());
        }
    }

    void outputsThatAreDropped()
    {
        using namespace shardscope::planner::tape;
        Tape tape(DeviceTraits{});
        const Layout layout{1024, 1024};
        const std::int64_t bytes = 1024 * 1024 * 4;
        Parameter weight;
        weight.value = tape.empty(layout, Element::Float32);
        tape.makeSink(weight);
        const auto held = [&] { return tape.ledger().held(Purpose::Activations); };
        const std::int64_t before = held();
        const Tensor input = tape.asLeaf(tape.empty(layout, Element::Float32));
        int runs = 0;
        Tensor last;
        {
            const Regions region = [&](const std::vector<Tensor>& inputs) {
                ++runs;
                return std::vector<Tensor>{silu(tape, inputs.front())};
            };
            const Tensor middle = tape.checkpointWithoutOutput(region, {input}).front();
            last = multiply(tape, middle, weight.value); // keeps the output of the region
            QCOMPARE(held() - before, 3 * bytes);
        }
        QCOMPARE(held() - before, 2 * bytes); // the input and the last result: the middle is dropped
        QCOMPARE(runs, 1);
        tape.backward(last, tape.empty(layout, Element::Float32));
        QCOMPARE(runs, 2);
    }

    void words_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("name");
        QTest::newRow("nothing") << "none"
                                 << "none";
        QTest::newRow("core") << "core_attn"
                              << "selective";
        QTest::newRow("order") << "mlp+core_attn+mlp"
                               << "core_attn+mlp";
        QTest::newRow("all") << "full"
                             << "full";
        QTest::newRow("unknown") << "mlp+norms"
                                 << "";
        QTest::newRow("all and a part") << "full+mlp"
                                        << "";
        QTest::newRow("empty") << ""
                               << "";
    }

    void words()
    {
        QFETCH(QString, text);
        QFETCH(QString, name);
        const auto found = fromName<Recompute>(text.toStdString());
        QCOMPARE(found ? QString::fromStdString(nameOf(*found)) : QString(), name);
        const ModelSpec llama = model("llama-3-8b");
        const auto plan = parsePlan("", "", {{"recompute", text.toStdString()}}, llama);
        QCOMPARE(plan.ok(), found.has_value());
        if (plan.ok())
            QCOMPARE(plan->recompute, *found);
    }

    void refusals()
    {
        const ModelSpec dense = model("llama-3-8b");
        QVERIFY(!evaluate(dense, sampleHardware(), planOf(parts(Recompute::Moe)), Detail::Plain).ok());
        Plan other = planOf(parts(Recompute::Mlp));
        QVERIFY(evaluate(dense, sampleHardware(), other, Detail::Plain).ok());
        other.implementation = Implementation::Torchtitan;
        QVERIFY(!evaluate(dense, sampleHardware(), other, Detail::Plain).ok());
    }
};

SHARDSCOPE_TEST(TstRecomputeParts)
#include "tst_recompute_parts.moc"
