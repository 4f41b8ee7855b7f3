// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_check.h"

#include "core/base/error_at.h"
#include "core/base/mapped.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"

#include <algorithm>

namespace shardscope::core {

PlanProblem mustDivide(const std::string& what, std::int64_t value, const char* by, std::int64_t divisor,
                       const char* pointer)
{
    if (value % divisor == 0)
        return {};
    return notDivisible(what, value, by, divisor).under(pointer);
}

PlanProblem mustLie(std::int64_t value, std::int64_t lowest, std::int64_t highest, const char* pointer)
{
    if (value >= lowest && value <= highest)
        return {};
    return outOfRange(value, lowest, highest).under(pointer);
}

PlanProblem inconsistent(std::string what, const char* pointer)
{
    return errorAt(ErrorCode::Inconsistent, {std::move(what)}, pointer);
}

namespace {

PlanProblem checkDevices(const Axes& axes)
{
    // Rank numbers stay well below 2^31, so that a mesh can be walked.
    constexpr double kMostDevices = 1e9;
    const double devices = static_cast<double>(axes.tensor) * static_cast<double>(axes.pipeline) *
                           static_cast<double>(axes.replica) * static_cast<double>(axes.context);
    if (devices <= kMostDevices)
        return {};
    return outOfRange(axes.replica, "1", phrase(W_("10^9 devices in all"))).under("/parallel/replica");
}

/// Layers that a stage keeps or offloads cannot be more than the model has.
PlanProblem checkLayers(const Plan& plan, const Transformer& model)
{
    const std::int64_t most = model.layers + model.decoderLayers;
    if (PlanProblem problem = mustLie(plan.keptLayers, 0, most, "/kept_layers"))
        return problem;
    if (PlanProblem problem = mustLie(plan.offloadedLayers, 0, most, "/offloaded_layers"))
        return problem;
    for (const std::int64_t layers : plan.recomputeLayers) {
        if (PlanProblem problem = mustLie(layers, 0, most, "/recompute_layers"))
            return problem;
    }
    return {};
}

PlanProblem checkSequence(const Plan& plan, const Transformer& model)
{
    if (plan.batch.sequenceLength == 0 && model.maxSequence == 0) { // neither says how long a sample is
        Error missing{ErrorCode::MissingKey, {"sequence_length"}};
        missing.place.jsonPointer = "/batch";
        return missing;
    }
    if (plan.batch.decoderLength > 0 && model.decoderLayers == 0)
        return inconsistent(phrase(W_("decoder_sequence_length needs a model with an encoder and a decoder")),
                            "/batch/decoder_sequence_length");
    if (plan.batch.packedLength > 0) {
        if (model.decoderLayers > 0 || plan.attention == Attention::Eager)
            return inconsistent(
                phrase(W_(
                    "packed_length needs fused attention and a model without a decoder behind an encoder")),
                "/batch/packed_length");
        if (PlanProblem problem =
                mustLie(plan.batch.packedLength, 1, plan.batch.sequenceLength, "/batch/packed_length"))
            return problem;
    }
    if (!model.learnedPositions || model.maxSequence == 0)
        return {};
    return mustLie(plan.batch.sequenceLength, 1, model.maxSequence, "/batch/sequence_length");
}

PlanProblem checkTraining(const Plan& plan, const ModelSpec& model)
{
    const Training& training = plan.training;
    if (training.tokens > 0 && model.layerList() != nullptr && plan.batch.sequenceLength == 0)
        return inconsistent(
            phrase(W_("nobody says how many tokens a sample of this model has: say training.samples, or "
                      "batch.sequence_length")),
            "/training/tokens");
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
        return outOfRange(training.epochs, "0", phrase(W_("10^15 samples in all"))).under("/training/epochs");
    return {};
}

PlanProblem checkAdapters(const Plan& plan, const ModelSpec& model)
{
    if (!plan.adapters.any())
        return {};
    if (model.transformer() == nullptr)
        return inconsistent(phrase(W_("adapters need a transformer")), "/lora/rank");
    return {};
}

PlanProblem checkAttention(const Plan& plan)
{
    if (plan.precision.attention && plan.attention != Attention::Flash)
        return inconsistent(phrase(W_("8-bit attention needs attention flash")), "/precision/attention");
    return {};
}

PlanProblem checkPlacement(const Plan& plan, const ModelSpec& model)
{
    if (plan.placement.empty())
        return {};
    const Recommender* recommender = model.recommender();
    if (recommender == nullptr)
        return inconsistent(phrase(W_("placement needs a model with embedding tables")), "/placement");
    const auto names = mapped<std::string>(recommender->tables, &EmbeddingTable::name);
    for (const auto& fixed : plan.placement) {
        if (std::ranges::find(names, fixed.first) == names.end())
            return unknownName(fixed.first, names, W_("table")).under("/placement");
    }
    return {};
}

} // namespace

Result<Done> checkPlan(const Plan& plan, const ModelSpec& model)
{
    if (PlanProblem problem = checkDevices(plan.axes))
        return *problem;
    if (PlanProblem problem = checkTraining(plan, model))
        return *problem;
    if (PlanProblem problem = checkPlacement(plan, model))
        return *problem;
    if (PlanProblem problem = checkAdapters(plan, model))
        return *problem;
    if (PlanProblem problem = checkAttention(plan))
        return *problem;
    if (const Transformer* transformer = model.transformer()) {
        if (PlanProblem problem = checkSequence(plan, *transformer))
            return *problem;
        if (PlanProblem problem = checkLayers(plan, *transformer))
            return *problem;
    }
    return Done{};
}

} // namespace shardscope::core
