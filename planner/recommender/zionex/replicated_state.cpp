// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/zionex/replicated_state.h"

#include "core/base/text_mark.h"
#include "planner/formula/state.h"

namespace shardscope::planner {

using core::ExplainedNumbers;
using core::Purpose;
using core::SourceKind;

core::Explained<core::kByte> givenBytes(double count, std::string_view label, core::Bytes width,
                                        std::string_view widthLabel, std::string_view pointer)
{
    return ExplainedNumbers::leaf(core::Number{count}, label, SourceKind::Given, "the model") *
           ExplainedNumbers::leaf(width, widthLabel, SourceKind::Given, pointer);
}

std::vector<ReplicatedEntry> replicatedState(const core::Recommender& model, const core::Plan& plan,
                                             double batch)
{
    const core::Precision& precision = plan.precision;
    const double dense = model.denseParameters();
    const double slots = plan.optimizer == core::OptimizerKind::RowwiseAdagrad // of a dense tensor: Adagrad
                             ? 1
                             : optimizerSlots(plan.optimizer);
    std::vector<ReplicatedEntry> entries;
    entries.push_back({Purpose::Weights, W_("dense_weights"),
                       givenBytes(dense, W_("dense_parameters"), core::widthOf(precision.weights),
                                  W_("weight_width"), "/precision/weights")});
    entries.push_back({Purpose::Gradients, W_("dense_gradients"),
                       givenBytes(dense, W_("dense_parameters"), core::widthOf(precision.gradients),
                                  W_("gradient_width"), "/precision/gradients")});
    entries.push_back({Purpose::OptimizerState, W_("dense_optimizer_state"),
                       givenBytes(dense * slots, W_("dense_slots"), core::widthOf(precision.optimizerState),
                                  W_("state_width"), "/precision/optimizer_state")});
    if (precision.master)
        entries.push_back({Purpose::MasterWeights, W_("dense_master_weights"),
                           givenBytes(dense, W_("dense_parameters"), core::widthOf(*precision.master),
                                      W_("master_width"), "/precision/master")});
    double activations = static_cast<double>(model.interactionInputs() + model.interactionOutputs());
    for (const auto* widths : {&model.bottomMlp, &model.topMlp})
        for (const std::int64_t width : *widths)
            activations += static_cast<double>(width);
    entries.push_back(
        {Purpose::Activations, "activations",
         ExplainedNumbers::leaf(core::Number{batch}, W_("batch_of_a_device"), SourceKind::Given, "/batch") *
             givenBytes(activations, W_("activations_per_sample"), core::widthOf(precision.weights),
                        W_("weight_width"), "/precision/weights")});
    return entries;
}

} // namespace shardscope::planner
