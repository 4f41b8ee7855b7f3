// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a plan can be laid over a model at all.
#include "core/base/error_at.h"
#include "core/base/nearest.h"
#include "core/base/phrase.h"
#include "core/plan/plan_file.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace shardscope::core {
namespace {

using Problem = std::optional<Error>;

Problem mustDivide(const std::string& what, std::int64_t value, const char* by, std::int64_t divisor,
                   const char* pointer)
{
    if (value % divisor == 0)
        return {};
    return errorAt(ErrorCode::NotDivisible, {what, std::to_string(value), by, std::to_string(divisor)},
                   pointer);
}

Problem mustLie(std::int64_t value, std::int64_t lowest, std::int64_t highest, const char* pointer)
{
    if (value >= lowest && value <= highest)
        return {};
    return errorAt(ErrorCode::OutOfRange,
                   {std::to_string(value), std::to_string(lowest), std::to_string(highest)}, pointer);
}

Problem inconsistent(std::string what, const char* pointer)
{
    return errorAt(ErrorCode::Inconsistent, {std::move(what)}, pointer);
}

Problem checkDegrees(const Plan& plan)
{
    const Axes& axes = plan.axes;
    // Rank numbers stay well below 2^31, so that a mesh can be walked.
    constexpr double kMostDevices = 1e9;
    const double devices = static_cast<double>(axes.tensor) * static_cast<double>(axes.pipeline) *
                           static_cast<double>(axes.replica) * static_cast<double>(axes.context);
    if (devices > kMostDevices)
        return errorAt(ErrorCode::OutOfRange,
                       {std::to_string(axes.replica), "1", phrase(W_("10^9 devices in all"))},
                       "/parallel/replica");
    const std::int64_t replicas = axes.replicas();
    const char* all = "replica · context";
    if (Problem problem = mustDivide("tensor", axes.tensor, "expert_tensor", axes.expertSlices(),
                                     "/parallel/expert_tensor"))
        return problem;
    const bool narrower = axes.expertSlices() != axes.tensor;
    if (narrower && !axes.sequenceParallel) // validate_args of Megatron-LM: else every rank has all tokens
        return inconsistent(phrase(W_("expert_tensor below tensor needs sequence_parallel")),
                            "/parallel/expert_tensor");
    if (Problem problem = mustDivide(narrower ? "tensor · replica · context / expert_tensor" : all,
                                     axes.expertRanks(), "expert", axes.expert, "/parallel/expert"))
        return problem;
    if (Problem problem =
            mustDivide(all, replicas, "sharding.weights", plan.sharding.weights, "/sharding/weights"))
        return problem;
    if (Problem problem =
            mustDivide(all, replicas, "sharding.gradients", plan.sharding.gradients, "/sharding/gradients"))
        return problem;
    return mustDivide(all, replicas, "sharding.optimizer", plan.sharding.optimizer, "/sharding/optimizer");
}

Problem checkTensor(const Plan& plan, const Transformer& model)
{
    const char* where = "/parallel/tensor";
    if (Problem problem = mustDivide("tensor", plan.axes.tensor, "tensor_second", plan.axes.tensorSecond,
                                     "/parallel/tensor_second"))
        return problem;
    if (Problem problem = mustDivide(phrase(W_("hidden width")), model.hidden, "tensor_second",
                                     plan.axes.tensorSecond, "/parallel/tensor_second"))
        return problem;
    if (plan.axes.tensorSecond > 1 && plan.axes.sequenceParallel)
        return inconsistent(phrase(W_("tensor_second above 1 and sequence_parallel exclude each other")),
                            "/parallel/tensor_second");
    if (plan.partitionedActivations && plan.recompute != Recompute::Full)
        return inconsistent(phrase(W_("partitioned_activations needs recompute full")),
                            "/partitioned_activations");
    const std::int64_t t =
        plan.axes.tensor / plan.axes.tensorSecond; // what heads and feed-forward are cut over
    if (Problem problem = mustDivide(phrase(W_("attention heads")), model.heads, "tensor", t, where))
        return problem;
    if (model.kvHeads > 0 && model.kvHeads % t != 0 && t % model.kvHeads != 0)
        return mustDivide(phrase(W_("key/value heads")), model.kvHeads, "tensor", t, where);
    if (Problem problem = mustDivide(phrase(W_("feed-forward width")), model.feedForward, "tensor", t, where))
        return problem;
    if (Problem problem = mustDivide(phrase(W_("sequence length")), plan.batch.sequenceLength, "context",
                                     plan.axes.context, "/parallel/context"))
        return problem;
    if (plan.axes.sequenceParallel)
        return mustDivide(phrase(W_("sequence length / context")),
                          plan.batch.sequenceLength / plan.axes.context, "tensor", t, where);
    return {};
}

/// Every rank of an expert group holds as many whole experts as the others.
Problem checkExperts(const Plan& plan, const Transformer& model)
{
    const std::int64_t degree = plan.axes.expert;
    const char* where = "/parallel/expert";
    if (degree > 1 && model.experts == 0)
        return inconsistent(phrase(W_("expert above 1 needs a model with experts")), where);
    if (Problem problem = mustDivide(phrase(W_("experts")), model.experts, "expert", degree, where))
        return problem;
    if (model.experts == 0)
        return {};
    const bool narrower = plan.axes.expertSlices() != plan.axes.tensor;
    return mustDivide(phrase(W_("expert width")), model.expertFeedForward,
                      narrower ? "expert_tensor" : "tensor", plan.axes.expertSlices(),
                      narrower ? "/parallel/expert_tensor" : "/parallel/tensor");
}

Problem checkLayers(const Plan& plan, const Transformer& model)
{
    const Axes& axes = plan.axes;
    if (Problem problem = mustLie(axes.pipeline, 1, model.layers, "/parallel/pipeline"))
        return problem;
    const std::vector<std::int64_t>& given = plan.layersPerStage;
    if (!given.empty() && static_cast<std::int64_t>(given.size()) != axes.pipeline)
        return inconsistent(phrase(W_("layers_per_stage has %1 entries for pipeline %2"),
                                   {std::to_string(given.size()), std::to_string(axes.pipeline)}),
                            "/layers_per_stage");
    const std::int64_t sum = std::accumulate(given.begin(), given.end(), std::int64_t{0});
    if (!given.empty() && sum != model.layers)
        return inconsistent(phrase(W_("layers_per_stage adds up to %1, the model has %2 layers"),
                                   {std::to_string(sum), std::to_string(model.layers)}),
                            "/layers_per_stage");
    if (axes.virtualStages > 1) {
        if (plan.schedule != Schedule::Interleaved)
            return inconsistent(phrase(W_("virtual_stages above 1 needs the schedule interleaved")),
                                "/schedule");
        if (!given.empty())
            return inconsistent(phrase(W_("layers_per_stage and virtual_stages above 1 exclude each other")),
                                "/layers_per_stage");
        // Chunks need not be alike: embedding and loss may stand for a layer each (Megatron-LM,
        // --account-for-embedding-in-pipeline-split and --account-for-loss-in-pipeline-split).
        return mustLie(axes.virtualStages, 1, (model.layers + 2) / axes.pipeline, "/parallel/virtual_stages");
    }
    return {};
}

/// A stage can be cut into attention and feed-forward of each layer, the embedding and the head.
Problem checkPhases(const Plan& plan, const Transformer& model)
{
    if (plan.phases > 0 && plan.schedule != Schedule::Phased)
        return inconsistent(phrase(W_("phases needs the schedule phased")), "/phases");
    if (plan.phases > 0 && plan.phaseSource == Tier::Device)
        return inconsistent(phrase(W_("phases are loaded from another memory than the device's")),
                            "/phase_source");
    const std::int64_t layers = (model.layers + plan.axes.pipeline - 1) / plan.axes.pipeline;
    return mustLie(plan.phases, 0, 2 * layers + 2, "/phases");
}

Problem checkSequence(const Plan& plan, const Transformer& model)
{
    if (plan.batch.sequenceLength == 0 && model.maxSequence == 0) { // neither says how long a sample is
        Error missing{ErrorCode::MissingKey, {"sequence_length"}, {}};
        missing.place.jsonPointer = "/batch";
        return missing;
    }
    if (plan.batch.decoderLength > 0 && model.decoderLayers == 0)
        return inconsistent(phrase(W_("decoder_sequence_length needs a model with an encoder and a decoder")),
                            "/batch/decoder_sequence_length");
    if (plan.batch.decoderLength > 0 && plan.axes.context > 1)
        return inconsistent(phrase(W_("decoder_sequence_length and context above 1 exclude each other")),
                            "/batch/decoder_sequence_length");
    if (plan.batch.decoderLength > 0 && plan.axes.sequenceParallel) {
        if (Problem problem = mustDivide(phrase(W_("decoder sequence length")), plan.batch.decoderLength,
                                         "tensor", plan.axes.tensor, "/batch/decoder_sequence_length"))
            return problem;
    }
    if (!model.learnedPositions || model.maxSequence == 0)
        return {};
    return mustLie(plan.batch.sequenceLength, 1, model.maxSequence, "/batch/sequence_length");
}

Problem checkTraining(const Training& training)
{
    const int said =
        (training.tokens > 0 ? 1 : 0) + (training.samples > 0 ? 1 : 0) + (training.epochs > 0 ? 1 : 0);
    if (said > 1)
        return inconsistent(
            phrase(W_("more than one of training.tokens, training.samples and training.epochs")),
            "/training");
    if (training.epochs > 0 && training.datasetSamples == 0)
        return inconsistent(phrase(W_("training.epochs needs training.dataset_samples")),
                            "/training/dataset_samples");
    constexpr double kMostSamples = 1e15; // exact in a double
    if (static_cast<double>(training.epochs) * static_cast<double>(training.datasetSamples) > kMostSamples)
        return errorAt(ErrorCode::OutOfRange,
                       {std::to_string(training.epochs), "0", phrase(W_("10^15 samples in all"))},
                       "/training/epochs");
    return {};
}

Problem checkPlacement(const Plan& plan, const ModelSpec& model)
{
    if (plan.placement.empty())
        return {};
    const Recommender* recommender = model.recommender();
    if (recommender == nullptr)
        return inconsistent(phrase(W_("placement needs a model with embedding tables")), "/placement");
    std::vector<std::string> names;
    for (const EmbeddingTable& table : recommender->tables)
        names.push_back(table.name);
    for (const auto& fixed : plan.placement) {
        if (std::find(names.begin(), names.end(), fixed.first) == names.end())
            return errorAt(ErrorCode::UnknownName,
                           {fixed.first, nearestName(fixed.first, names), phrase(W_("table"))}, "/placement");
    }
    return {};
}

} // namespace

Result<Done> checkPlan(const Plan& plan, const ModelSpec& model)
{
    if (Problem problem = checkDegrees(plan))
        return *problem;
    if (Problem problem = checkTraining(plan.training))
        return *problem;
    if (Problem problem = checkPlacement(plan, model))
        return *problem;
    if (const LayerList* list = model.layerList()) {
        // Stages and phases need no more than the number of layers.
        Transformer layers;
        layers.layers = static_cast<std::int64_t>(list->layers.size());
        for (const auto check : {checkLayers, checkPhases}) {
            if (Problem problem = check(plan, layers))
                return *problem;
        }
        return Done{};
    }
    const Transformer* transformer = model.transformer();
    if (transformer == nullptr)
        return Done{};
    for (const auto check : {checkSequence, checkTensor, checkExperts, checkLayers, checkPhases}) {
        if (Problem problem = check(plan, *transformer))
            return *problem;
    }
    return Done{};
}

} // namespace shardscope::core
