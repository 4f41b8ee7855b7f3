// SPDX-License-Identifier: GPL-3.0-or-later
// The traced families against the closed forms of docs/memory_model.md, which are derived without the memory
// trace.
#include "core/catalog/model_file.h"
#include "planner/tape/trace_step.h"
#include "tests/planner/hopper.h"
#include "tests/support/near.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using namespace shardscope;
using core::MemoryTrace;
using planner::tape::traceStep;
using Json = nlohmann::json;
using shardscope::tests::hopper;
using shardscope::tests::near;

namespace {

/// Sizes for which few bytes are lost to rounding.
struct Sizes {
    double b = 4, s = 1024, h = 1024, L = 3, a = 16, kv = 4, f = 4096, V = 32000, d = 64;
    [[nodiscard]] double tokens() const { return b * s; }
    [[nodiscard]] double queries() const { return a * d; }
    [[nodiscard]] double keys() const { return kv * d; }
};

Json configOf(const std::string& family, const Sizes& z)
{
    const auto whole = [](double x) { return static_cast<std::int64_t>(x); };
    if (family == "gpt2")
        return {{"model_type", "gpt2"},     {"architectures", {"GPT2LMHeadModel"}},
                {"vocab_size", whole(z.V)}, {"n_positions", whole(z.s)},
                {"n_embd", whole(z.h)},     {"n_layer", whole(z.L)},
                {"n_head", whole(z.a)},     {"activation_function", "gelu_new"}};
    Json config{{"model_type", family},
                {"vocab_size", whole(z.V)},
                {"hidden_size", whole(z.h)},
                {"num_hidden_layers", whole(z.L)},
                {"num_attention_heads", whole(z.a)},
                {"max_position_embeddings", whole(z.s)}};
    if (family == "opt") {
        config.update({{"architectures", {"OPTForCausalLM"}},
                       {"ffn_dim", whole(z.f)},
                       {"dropout", 0.1},
                       {"word_embed_proj_dim", whole(z.h)},
                       {"activation_function", "relu"}});
        return config;
    }
    config["intermediate_size"] = whole(z.f);
    if (family == "bert")
        config.update(
            {{"architectures", {"BertForMaskedLM"}}, {"type_vocab_size", 2}, {"hidden_act", "gelu"}});
    else if (family == "gpt_neox")
        config.update(
            {{"architectures", {"GPTNeoXForCausalLM"}}, {"hidden_act", "gelu"}, {"rotary_pct", 0.25}});
    else
        config.update({{"num_key_value_heads", whole(z.kv)},
                       {"head_dim", whole(z.d)},
                       {"hidden_act", "silu"},
                       {"tie_word_embeddings", false}});
    if (family == "mixtral")
        config.update({{"architectures", {"MixtralForCausalLM"}},
                       {"num_local_experts", 8},
                       {"num_experts_per_tok", 2}});
    return config;
}

core::Plan planOf(const Sizes& z)
{
    core::Plan plan;
    plan.implementation = core::Implementation::HuggingFace;
    plan.kernels = core::Kernels::Separate;
    plan.batch.microBatch = static_cast<std::int64_t>(z.b);
    plan.batch.sequenceLength = static_cast<std::int64_t>(z.s);
    plan.precision.optimizerState = core::Dtype::Bf16;
    return plan;
}

MemoryTrace traced(const Json& config, const core::Plan& plan)
{
    const auto model = core::parseModel(config.dump(), "test");
    if (!model.ok())
        qFatal("%s", model.error().args.empty() ? "model" : model.error().args.front().c_str());
    const auto result = traceStep(*model, hopper(), plan);
    if (!result.ok())
        qFatal("not traced");
    return *result;
}

/// Bytes a token: layer, embedding, final norm, loss; and once a batch (docs/memory_model.md, "Closed form").
struct ClosedForm {
    double layer = 0, embed = 0, final = 0, loss = 0, once = 0;
    [[nodiscard]] double total(const Sizes& z) const
    {
        return z.tokens() * (z.L * layer + embed + final + loss) + once;
    }
};

ClosedForm flash(const std::string& family, const Sizes& z)
{
    const double statistics = 4 * z.a;
    const double llama = 16 * z.h + 4 * z.queries() + 4 * z.keys() + 8 * z.f + statistics + 8;
    const ClosedForm causal{0, 0, 8 * z.h + 4, 4 * z.V + 8, 4 * z.s * z.d};
    const auto withLayer = [](ClosedForm form, double layer) {
        form.layer = layer;
        return form;
    };
    if (family == "gpt2")
        return {18 * z.h + 10 * z.f + statistics + 16, z.h, 4 * z.h + 8, 4 * z.V + 8, 0};
    if (family == "bert")
        return {18 * z.h + 4 * z.f + statistics + 16, 3 * z.h + 8, 8 * z.h + 8, 2 * z.V, 0};
    if (family == "opt")
        return {18 * z.h + 2 * z.f + statistics + 16, 0, 4 * z.h + 8, 4 * z.V + 8, 0};
    if (family == "gpt_neox")
        return {20 * z.h + 4 * z.f + statistics + 16, 0, 4 * z.h + 8, 4 * z.V + 8, z.s * z.d};
    if (family == "qwen3")
        return withLayer(causal, llama + 6 * z.queries() + 6 * z.keys() + 4 * z.a + 4 * z.kv);
    if (family == "mixtral")
        return withLayer(causal, llama - 8 * z.f + 2 * (4 * z.h + 8 * z.f) + 4 * 8 + 40 * 2);
    // The values are a part of a tensor that is kept whole; queries joined again lie by heads, so that
    // attention's output is copied.
    if (family == "phi3")
        return withLayer(causal, llama + 4 * z.queries() + 2 * z.keys());
    // Norms keep fp32 of what they read and of what their weight met.
    if (family == "olmo2")
        return {llama + 4 * z.h + 8 * z.queries() + 8 * z.keys() + 8, 0, 10 * z.h + 4, 4 * z.V + 8,
                8 * z.s * z.d};
    if (family == "gemma3_text")
        return {llama + 20 * z.h + 8 * z.queries() + 8 * z.keys() + 4 * z.a + 4 * z.kv + 8, 0, 10 * z.h + 4,
                4 * z.V + 8, 8 * z.s * z.d};
    return withLayer(causal, llama);
}

core::ModelSpec nativeGpt(const Sizes& z, std::int64_t layers)
{
    core::Transformer shape;
    shape.layers = layers;
    shape.hidden = static_cast<std::int64_t>(z.h);
    shape.heads = shape.kvHeads = static_cast<std::int64_t>(z.a);
    shape.headDim = static_cast<std::int64_t>(z.d);
    shape.feedForward = static_cast<std::int64_t>(z.f);
    shape.vocabulary = static_cast<std::int64_t>(z.V);
    shape.maxSequence = static_cast<std::int64_t>(z.s);
    core::ModelSpec model;
    model.form = shape;
    return model;
}

core::Plan megatronPlan(const Sizes& z)
{
    core::Plan plan;
    plan.batch.microBatch = static_cast<std::int64_t>(z.b);
    plan.batch.sequenceLength = static_cast<std::int64_t>(z.s);
    plan.precision.gradients = core::Dtype::Fp32;
    plan.precision.master = core::Dtype::Fp32;
    plan.fusedCrossEntropy = true;
    return plan;
}

} // namespace

class TstTapeModels : public QObject {
    Q_OBJECT
private slots:
    void closedForms_data()
    {
        QTest::addColumn<QString>("family");
        for (const char* family : {"gpt2", "bert", "opt", "gpt_neox", "llama", "mistral", "qwen2", "qwen3",
                                   "mixtral", "phi3", "olmo2", "gemma3_text"})
            QTest::newRow(family) << QString(family);
    }

    void closedForms()
    {
        QFETCH(QString, family);
        const Sizes z;
        const MemoryTrace result = traced(configOf(family.toStdString(), z), planOf(z));
        const ClosedForm form = flash(family.toStdString(), z);
        QVERIFY(near(static_cast<double>(result.activationsAfterForward), form.total(z), 0.004));
        // The head's input is kept by the head, which is no layer: 2 bytes of the hidden size belong to the
        // final part.
        QVERIFY(near(result.activationsPerLayer, z.tokens() * form.layer, 0.06));
    }

    /// Under full recompute a layer keeps its input and nothing else.
    void recomputeKeepsInputs_data() { closedForms_data(); }
    void recomputeKeepsInputs()
    {
        QFETCH(QString, family);
        const Sizes z;
        core::Plan plan = planOf(z);
        plan.recompute = core::Recompute::Full;
        const MemoryTrace result = traced(configOf(family.toStdString(), z), plan);
        ClosedForm form = flash(family.toStdString(), z);
        form.layer = 2 * z.h;
        QVERIFY(near(static_cast<double>(result.activationsAfterForward), form.total(z), 0.004));
    }

    void eagerScores_data()
    {
        QTest::addColumn<QString>("family");
        QTest::addColumn<double>("bytesAScore");
        QTest::newRow("gpt2") << "gpt2" << 5.0;
        QTest::newRow("bert") << "bert" << 5.0;
        QTest::newRow("opt") << "opt" << 6.0;
        QTest::newRow("llama") << "llama" << 6.0;
    }

    void eagerScores()
    {
        QFETCH(QString, family);
        QFETCH(double, bytesAScore);
        const Sizes z;
        core::Plan plan = planOf(z);
        plan.attention = core::Attention::Eager;
        const MemoryTrace result = traced(configOf(family.toStdString(), z), plan);
        ClosedForm form = flash(family.toStdString(), z);
        form.layer += bytesAScore * z.a * z.s - 4 * z.a;
        if (family == "llama") // k and v are kept as repeated to the query heads
            form.layer += 4 * (z.queries() - z.keys());
        QVERIFY(near(static_cast<double>(result.activationsAfterForward), form.total(z), 0.004));
    }

    /// Autocast: fp32 parameters, their casts live until backward.
    void autocast_data()
    {
        QTest::addColumn<QString>("family");
        for (const char* family : {"gpt2", "bert", "llama"})
            QTest::newRow(family) << QString(family);
    }

    void autocast()
    {
        QFETCH(QString, family);
        const Sizes z;
        core::Plan plan = planOf(z);
        plan.precision.weights = core::Dtype::Fp32;
        plan.precision.optimizerState = core::Dtype::Fp32;
        plan.precision.autocast = true;
        const MemoryTrace result = traced(configOf(family.toStdString(), z), plan);
        const double statistics = 4 * z.a;
        ClosedForm form;
        double matrices = 4 * z.h * z.h + 2 * z.h * z.f; // elements of a layer's linear weights
        double outside = z.V * z.h;
        if (family == "gpt2") {
            form = {22 * z.h + 16 * z.f + statistics + 16, z.h, 6 * z.h + 8, 4 * z.V + 8, 0};
        } else if (family == "bert") {
            form = {26 * z.h + 4 * z.f + statistics + 16, 5 * z.h + 8, 10 * z.h + 8, 6 * z.V, 0};
            outside += z.h * z.h;
        } else {
            form = {26 * z.h + 4 * z.queries() + 4 * z.keys() + 8 * z.f + statistics + 8, 0, 10 * z.h + 4,
                    4 * z.V + 8, 8 * z.s * z.d};
            matrices = 2 * z.h * z.queries() + 2 * z.h * z.keys() + 3 * z.h * z.f;
        }
        QVERIFY(near(static_cast<double>(result.activationsAfterForward),
                     form.total(z) + 2 * (z.L * matrices + outside), 0.004));
    }

    /// fp32 throughout: every 2 of the bf16 form becomes 4, masks stay a byte (GPT-2: 34h + 20f).
    void singlePrecision()
    {
        const Sizes z;
        core::Plan plan = planOf(z);
        plan.precision.weights = core::Dtype::Fp32;
        const MemoryTrace result = traced(configOf("gpt2", z), plan);
        const ClosedForm form{34 * z.h + 20 * z.f + 4 * z.a + 16, z.h, 8 * z.h + 8, 4 * z.V + 8, 0};
        QVERIFY(near(static_cast<double>(result.activationsAfterForward), form.total(z), 0.004));
    }

    /// fp32 with fewer key heads has no kernel: scores are made, and kept.
    void singlePrecisionGroupedAttentionMakesScores()
    {
        const Sizes z;
        core::Plan plan = planOf(z);
        plan.precision.weights = core::Dtype::Fp32;
        const MemoryTrace few = traced(configOf("llama", z), plan);
        Sizes equal = z;
        equal.kv = z.a;
        const MemoryTrace all = traced(configOf("llama", equal), plan);
        const double scores = 4 * z.b * z.a * z.s * z.s * z.L;
        QVERIFY(static_cast<double>(few.activationsAfterForward) >
                static_cast<double>(all.activationsAfterForward) + 0.9 * scores);
    }

    /// The peak at the log-softmax: state, activations and three tensors of fp32 logits less the saved one.
    void peakOfTheLoss()
    {
        const Sizes z;
        const MemoryTrace result = traced(configOf("llama", z), planOf(z));
        const double wanted = static_cast<double>(result.weightsAndOptimizerAllocated) +
                              static_cast<double>(result.activationsAfterForward) + 8 * z.tokens() * z.V +
                              2.0 * (32 << 20);
        QVERIFY(near(static_cast<double>(result.peak), wanted, 0.002));
    }

    /// Megatron with fused kernels: bytes a layer of the published formula without attention's scores,
    /// in-flight micro-batches on the first stage (arXiv:2205.05198, equations 2 and 4).
    void megatronRanks_data()
    {
        QTest::addColumn<int>("tensor");
        QTest::addColumn<bool>("sequenceParallel");
        QTest::newRow("whole") << 1 << false;
        QTest::newRow("tensor") << 4 << false;
        QTest::newRow("sequence") << 4 << true;
    }

    void megatronRanks()
    {
        QFETCH(int, tensor);
        QFETCH(bool, sequenceParallel);
        const Sizes z;
        const core::ModelSpec model = nativeGpt(z, 8);
        core::Plan plan = megatronPlan(z);
        plan.axes.tensor = tensor;
        plan.axes.sequenceParallel = sequenceParallel;
        plan.gatheredInputs = core::GatheredInputs::Regathered;
        plan.axes.pipeline = 4;
        plan.batch.microBatches = 8;
        const auto many = traceStep(model, hopper(), plan);
        plan.batch.microBatches = 3; // one fewer in flight on the first stage
        const auto fewer = traceStep(model, hopper(), plan);
        QVERIFY(many.ok() && fewer.ok());
        const double t = tensor;
        const double spread = sequenceParallel ? t : 1;
        // Two norm inputs, two normed rows, two masks; then q, k, v, context, and GELU's input and output.
        const double perLayer = z.tokens() * (10 * z.h / spread + (8 * z.h + 4 * z.f) / t);
        const double inFlight = static_cast<double>(many->peak - fewer->peak);
        const double statistics = z.tokens() * (4 * z.a / t + 16 / spread);
        QVERIFY(near(inFlight, 2 * (perLayer + statistics), 0.05));
    }

    void normsWrittenOutKeepTwice_data() { megatronRanks_data(); }

    /// Four bytes an element more than a fused norm, two norms a layer: fp32 for 16 bits, and the weight's
    /// factor.
    void normsWrittenOutKeepTwice()
    {
        QFETCH(int, tensor);
        QFETCH(bool, sequenceParallel);
        const Sizes z;
        core::ModelSpec model = nativeGpt(z, 8);
        std::get<core::Transformer>(model.form).norm = core::NormKind::RmsNorm;
        core::Plan plan = megatronPlan(z);
        plan.axes.tensor = tensor;
        plan.axes.sequenceParallel = sequenceParallel;
        plan.axes.pipeline = 4;
        const auto ofAMicroBatch = [&](core::Kernels norms, core::GatheredInputs inputs) {
            plan.normKernels = norms;
            plan.gatheredInputs = inputs;
            std::vector<double> peaks;
            for (const int inFlight : {4, 3}) { // on the first stage, of two layers
                plan.batch.microBatches = inFlight;
                const auto result = traceStep(model, hopper(), plan);
                peaks.push_back(result.ok() ? static_cast<double>(result->peak) : 0);
            }
            return peaks[0] - peaks[1];
        };
        const double elements = z.tokens() * z.h / (sequenceParallel ? tensor : 1);
        for (const auto inputs : {core::GatheredInputs::Regathered, core::GatheredInputs::Saved}) {
            const double more =
                ofAMicroBatch(core::Kernels::Separate, inputs) - ofAMicroBatch(core::Kernels::Fused, inputs);
            QVERIFY2(near(more, 2 * 2 * 4 * elements, 0.02), qPrintable(QString::number(more / elements)));
        }
    }

    void megatronStateIsSharded()
    {
        const Sizes z;
        core::Plan plan = megatronPlan(z);
        plan.axes.replica = 8;
        const auto whole = traceStep(nativeGpt(z, 4), hopper(), plan);
        plan.sharding.optimizer = 8;
        const auto sharded = traceStep(nativeGpt(z, 4), hopper(), plan);
        QVERIFY(whole.ok() && sharded.ok());
        const double parameters = static_cast<double>(whole->weights) / 2;
        QVERIFY(near(static_cast<double>(whole->weightsAndOptimizerAllocated), 14 * parameters, 0.004));
        QVERIFY(near(static_cast<double>(sharded->weightsAndOptimizerAllocated), 3.5 * parameters, 0.004));
    }

    void untraceablePlansAreErrors_data()
    {
        QTest::addColumn<int>("tensor");
        QTest::addColumn<int>("pipeline");
        QTest::addColumn<int>("code");
        QTest::newRow("heads") << 3 << 1 << static_cast<int>(core::ErrorCode::NotDivisible);
        QTest::newRow("more stages than layers") << 1 << 9 << static_cast<int>(core::ErrorCode::NotDivisible);
    }

    void untraceablePlansAreErrors()
    {
        QFETCH(int, tensor);
        QFETCH(int, pipeline);
        QFETCH(int, code);
        const Sizes z;
        core::Plan plan = megatronPlan(z);
        plan.axes.tensor = tensor;
        plan.axes.pipeline = pipeline;
        const auto result = traceStep(nativeGpt(z, 8), hopper(), plan);
        QVERIFY(!result.ok());
        QCOMPARE(static_cast<int>(result.error().code), code);
    }

    /// An odd head turns in two unequal halves; nothing of it is too odd to trace.
    void oddHeadsAreTraced()
    {
        Sizes z;
        z.d = 65;
        for (const char* family : {"llama", "qwen3"})
            QVERIFY(traced(configOf(family, z), planOf(z)).peak > 0);
    }

    void headsThatDoNotFillTheHiddenSizeAreErrors()
    {
        const Sizes z;
        core::ModelSpec model = *core::parseModel(configOf("gpt2", z).dump(), "test");
        auto& shape = std::get<core::Transformer>(model.form);
        shape.headDim = 63;
        QCOMPARE(traceStep(model, hopper(), planOf(z)).error().code, core::ErrorCode::NotDivisible);
        shape.headDim = 64;
        shape.kvHeads = 3;
        QCOMPARE(traceStep(model, hopper(), planOf(z)).error().code, core::ErrorCode::NotDivisible);
    }

    /// Later micro-batches add into gradients that exist: the second one sees the peak.
    void accumulationKeepsGradients()
    {
        const Sizes z;
        core::Plan plan = planOf(z);
        const MemoryTrace one = traced(configOf("llama", z), plan);
        plan.batch.microBatches = 4;
        const MemoryTrace four = traced(configOf("llama", z), plan);
        QVERIFY(near(static_cast<double>(four.peak), static_cast<double>(one.peak + one.gradients), 0.01));
    }

    void theCurveEndsWhereItBegan()
    {
        const Sizes z;
        for (const char* family : {"gpt2", "bert", "mixtral"}) {
            const MemoryTrace result = traced(configOf(family, z), planOf(z));
            std::int64_t at = result.atStepBegin;
            std::int64_t highest = at;
            std::size_t highestEvent = 0;
            for (std::size_t event = 0; event < result.curve.size(); ++event) {
                at += result.curve[event].delta;
                if (at > highest) {
                    highest = at;
                    highestEvent = event;
                }
            }
            QCOMPARE(at, result.atStepBegin); // a step leaves nothing behind
            QCOMPARE(highest, result.peak);
            QCOMPARE(highestEvent, result.peakEvent);
            std::int64_t parts = 0;
            for (const auto& [purpose, bytes] : result.atPeak)
                parts += bytes;
            QCOMPARE(parts, result.peak);
            QVERIFY(result.peakReserved >= result.peak);
        }
    }

    void aTiedHeadHasNoMemoryOfItsOwn()
    {
        const Sizes z;
        Json config = configOf("llama", z);
        const MemoryTrace untied = traced(config, planOf(z));
        config["tie_word_embeddings"] = true;
        const MemoryTrace tied = traced(config, planOf(z));
        QCOMPARE(untied.weights - tied.weights, static_cast<std::int64_t>(2 * z.V * z.h));
    }

    void whatHasNoOperationsIsAnError()
    {
        core::ModelSpec count;
        count.form = core::ParametersOnly{1e9};
        QCOMPARE(traceStep(count, hopper(), planOf({})).error().code, core::ErrorCode::NotSupported);
        core::Plan plan = planOf({});
        plan.phases = 4; // PopART's alone are traced
        const auto model = core::parseModel(configOf("gpt2", {}).dump(), "test");
        QCOMPARE(traceStep(*model, hopper(), plan).error().code, core::ErrorCode::NotSupported);
    }
};

SHARDSCOPE_TEST(TstTapeModels)
#include "tst_tape_models.moc"
