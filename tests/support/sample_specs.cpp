// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sample_specs.h"

#include "core/plan/plan_names.h"
#include "core/plan/recompute_parts.h"

#include <array>
#include <numeric>

namespace shardscope::tests {
namespace {

using namespace core;

ModelSpec gptModel(const char* name, std::int64_t layers, std::int64_t hidden, std::int64_t heads,
                   std::int64_t vocabulary, std::int64_t sequence)
{
    Transformer form;
    form.layers = layers;
    form.hidden = hidden;
    form.heads = heads;
    form.kvHeads = heads;
    form.headDim = hidden / heads;
    form.valueHeadDim = form.headDim;
    form.embeddingWidth = hidden;
    form.feedForward = 4 * hidden;
    form.vocabulary = vocabulary;
    form.maxSequence = sequence;
    ModelSpec model;
    model.name = name;
    model.form = form;
    return model;
}

/// One of the divisors of \p value.
std::int64_t divisor(std::int64_t value, std::mt19937_64& random)
{
    std::vector<std::int64_t> divisors;
    for (std::int64_t d = 1; d <= value; ++d) {
        if (value % d == 0)
            divisors.push_back(d);
    }
    return divisors[random() % divisors.size()];
}

template <class Choice>
Choice anyOf(std::mt19937_64& random)
{
    const auto values = valuesOf<Choice>();
    return values[random() % values.size()];
}

bool coin(std::mt19937_64& random) { return random() % 2 == 0; }

void randomChoices(Plan& plan, std::mt19937_64& random)
{
    plan.recompute = anyOf<Recompute>(random);
    plan.attention = coin(random) ? Attention::Eager : Attention::Flash; // Triton's keeps what Flash keeps
    plan.gatheredInputs = anyOf<GatheredInputs>(random);
    plan.precision.weights = anyOf<Dtype>(random);
    plan.precision.gradients = anyOf<Dtype>(random);
    plan.precision.master = coin(random) ? std::optional<Dtype>(Dtype::Fp32) : std::nullopt;
    plan.precision.optimizerState = anyOf<Dtype>(random);
    plan.precision.autocast = coin(random);
    plan.precision.compute = coin(random) ? std::optional<Dtype>(Dtype::Bf16) : std::nullopt;
    plan.optimizer = anyOf<OptimizerKind>(random);
    plan.expertDispatch = anyOf<ExpertDispatch>(random);
    plan.expertImbalance = coin(random) ? 1 + static_cast<double>(random() % 16) / 8 : 1;
    // HugeCTR trains recommenders alone, and Megatron-FSDP is Megatron with its weights sharded.
    do
        plan.implementation = static_cast<Framework>(random() % (std::size_t(Framework::HugeCtr) + 1));
    while (plan.implementation == Framework::HugeCtr);
    plan.kernels = anyOf<Kernels>(random);
    plan.normKernels = anyOf<Kernels>(random);
    plan.dropout = coin(random);
    plan.fusedCrossEntropy = coin(random);
    if (plan.implementation == Implementation::Megatron && plan.kernels == Kernels::Fused) {
        plan.expertOverlap = (plan.axes.pipeline == 1 || plan.axes.virtualStages > 1) && coin(random);
        plan.expertKernels = anyOf<ExpertKernels>(random);
        plan.cudaGraphs = anyOf<CudaGraphs>(random);
        if (plan.attention == Attention::Flash && coin(random))
            plan.precision.attention = Dtype::Fp8;
        if (coin(random))
            plan.wire["logits"] = Dtype::Bf16;
        constexpr std::array kNarrow{Dtype::Fp8, Dtype::Mxfp8, Dtype::Nvfp4};
        if (coin(random))
            plan.precision.compute = kNarrow[random() % kNarrow.size()];
    }
    plan.keepWeightsAfterForward = coin(random);
    const auto anywhere = [&] {
        constexpr std::array<Tier, 4> kTiers{Tier::Device, Tier::Host, Tier::Streaming, Tier::Nvme};
        return coin(random) ? Tier::Device : kTiers[random() % kTiers.size()];
    };
    plan.residency = {anywhere(), anywhere(), anywhere(), anywhere()};
    if (coin(random))
        plan.wire["all_reduce"] = anyOf<Dtype>(random);
}

} // namespace

HardwareSpec sampleHardware()
{
    HardwareSpec hardware;
    hardware.name = "sample";
    for (const Dtype dtype : {Dtype::Bf16, Dtype::Fp32, Dtype::Tf32, Dtype::Fp8, Dtype::Int8})
        hardware.engines.push_back({EngineKind::Matrix, dtype, {FlopsPerSecond{100e12}, "sample", false}});
    const auto tier = [](Tier kind, double capacity, double bandwidth, std::int64_t sharedBy) {
        MemoryTier memory;
        memory.tier = kind;
        memory.capacity = {Bytes{capacity}, "sample", false};
        memory.bandwidth = {BytesPerSecond{bandwidth}, "sample", false};
        memory.sharedBy = sharedBy;
        return memory;
    };
    hardware.memory = {tier(Tier::Device, 1e6, 1e12, 1), tier(Tier::Host, 1e9, 100e9, 8),
                       tier(Tier::Streaming, 1e9, 80e9, 4), tier(Tier::Nvme, 1e12, 10e9, 8)};
    const auto link = [](LinkLevel level, double bandwidth, double latency) {
        Link made;
        made.level = level;
        made.bandwidth = {BytesPerSecond{bandwidth}, "sample", false};
        made.latency = {Seconds{latency}, "sample", false};
        return made;
    };
    hardware.links = {link(LinkLevel::Node, 200e9, 3e-6), link(LinkLevel::Cluster, 25e9, 10e-6)};
    hardware.links.back().scaling = NetworkScaling{{1}, {1}, "sample: as fast over any number of nodes"};
    hardware.devicesPerNode = 8;
    hardware.power = Sourced<Watts>{Watts{400}, "sample", false};
    hardware.price = Sourced<CurrencyPerSecond>{CurrencyPerSecond{2.0 / 3600}, "sample", false};
    return hardware;
}

ModelSpec gpt3Model() { return gptModel("gpt3-175b", 96, 12288, 96, 50257, 2048); }

ModelSpec smallModel() { return gptModel("small", 4, 64, 4, 1000, 128); }

ModelSpec expertModel()
{
    ModelSpec model = gptModel("experts", 4, 64, 4, 1000, 128);
    auto& form = std::get<Transformer>(model.form);
    form.family = TransformerFamily::DeepseekV3;
    form.headDim = 24;
    form.valueHeadDim = 16;
    form.ropeHeadDim = 8;
    form.queryRank = 32;
    form.keyValueRank = 16;
    form.activation = Activation::Swiglu;
    form.norm = NormKind::RmsNorm;
    form.bias = form.attentionBias = form.outputBias = false;
    form.learnedPositions = form.tiedEmbeddings = false;
    form.experts = 8;
    form.expertsPerToken = 2;
    form.sharedExperts = 1;
    form.expertFeedForward = 48;
    form.leadingDenseLayers = 1;
    return model;
}

ModelSpec hybridModel()
{
    ModelSpec model = gptModel("hybrid", 7, 64, 4, 1000, 128);
    auto& form = std::get<Transformer>(model.form);
    form.family = TransformerFamily::NemotronH;
    form.activation = Activation::Relu;
    form.activationName = "relu2";
    form.norm = NormKind::RmsNorm;
    form.bias = form.attentionBias = form.outputBias = false;
    form.learnedPositions = form.tiedEmbeddings = false;
    form.rotaryFraction = 0;
    form.experts = 8;
    form.expertsPerToken = 2;
    form.sharedExperts = 2;
    form.expertFeedForward = 48;
    form.expertWidth = 32;
    form.recurrence = {8, 8, 4, 16, 4, 32, true};
    const LayerParts mamba{Mixer::StateSpace, TokenPart::None};
    const LayerParts attention{Mixer::Attention, TokenPart::None};
    const LayerParts dense{Mixer::None, TokenPart::Dense};
    const LayerParts experts{Mixer::None, TokenPart::Experts};
    form.parts = {mamba, dense, attention, experts, mamba, attention, experts};
    return model;
}

Plan randomPlan(const ModelSpec& model, std::mt19937_64& random)
{
    const Transformer& form = *model.transformer();
    Plan plan;
    plan.axes.tensor = divisor(form.heads, random);
    plan.axes.replica = std::int64_t{1} << random() % 6;
    plan.axes.context = form.hybrid() ? 1 : std::int64_t{1} << random() % 3;
    plan.axes.sequenceParallel = coin(random) && form.maxSequence / plan.axes.context % plan.axes.tensor == 0;
    const std::int64_t replicas = plan.axes.replicas();
    if (form.experts > 0 && plan.axes.sequenceParallel)
        plan.axes.expertTensor = divisor(plan.axes.tensor, random);
    if (form.experts > 0)
        plan.axes.expert = divisor(std::gcd(form.experts, plan.axes.expertRanks()), random);
    plan.sharding = {divisor(replicas, random), divisor(replicas, random), divisor(replicas, random)};
    plan.schedule = anyOf<Schedule>(random);
    plan.axes.pipeline = divisor(form.layers, random);
    if (timedByOrder(plan.schedule)) // whole orders are worked out: short ones
        plan.axes.pipeline = std::gcd(plan.axes.pipeline, std::int64_t{8});
    if (plan.schedule == Schedule::Interleaved)
        plan.axes.virtualStages = divisor(form.layers / plan.axes.pipeline, random);
    if (plan.schedule == Schedule::Phased)
        plan.phases = divisor(form.layers / plan.axes.pipeline, random);
    if (plan.axes.virtualStages == 1 && plan.axes.pipeline > 1 && coin(random)) {
        plan.layersPerStage.assign(static_cast<std::size_t>(plan.axes.pipeline),
                                   form.layers / plan.axes.pipeline);
        --plan.layersPerStage.front();
        ++plan.layersPerStage.back();
        plan.phases = 0;
        plan.schedule = Schedule::OneForwardOneBackward;
    }
    plan.batch.microBatch = 1 + static_cast<std::int64_t>(random() % 4);
    plan.batch.microBatches = 1 + static_cast<std::int64_t>(random() % 40);
    if (plan.schedule == Schedule::DualPipeV) // wants two a stage
        plan.batch.microBatches += 2 * plan.axes.pipeline;
    plan.batch.globalBatch = plan.batch.microBatch * plan.batch.microBatches * plan.axes.replica;
    plan.batch.sequenceLength = form.maxSequence;
    randomChoices(plan, random);
    if (plan.implementation == Framework::Megatron && plan.kernels == Kernels::Fused && coin(random)) {
        plan.recompute = Recompute::Selective;
        for (const Recompute::Part part : partsBesideCore(form)) {
            if (coin(random))
                plan.recompute.parts = static_cast<std::uint16_t>(plan.recompute.parts | part);
        }
    }
    if ((plan.implementation == Framework::Torchtitan || plan.implementation == Framework::Fsdp2) &&
        plan.phases == 0 && plan.schedule != Schedule::Phased && coin(random))
        plan.recompute = Recompute::ByOperations;
    if (plan.recompute != Recompute::None && plan.phases == 0 && plan.schedule != Schedule::Phased &&
        coin(random)) {
        plan.recomputeLayers.resize(coin(random) ? 1 : static_cast<std::size_t>(plan.axes.pipeline));
        for (std::int64_t& layers : plan.recomputeLayers)
            layers = static_cast<std::int64_t>(random() % 5);
    }
    if (plan.phases == 0 && plan.implementation != Implementation::DeepSpeed && coin(random))
        plan.keptLayers = static_cast<std::int64_t>(random() % 4);
    if (plan.residency.optimizer != Tier::Device && coin(random))
        plan.offloadedPercent = 1 + static_cast<std::int64_t>(random() % 100);
    return plan;
}

} // namespace shardscope::tests
