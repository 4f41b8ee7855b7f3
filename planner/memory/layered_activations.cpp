// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/memory/layered_activations.h"

#include "core/base/text_mark.h"
#include "planner/schedule/pipeline_order.h"

#include <algorithm>

namespace shardscope::planner {
namespace {

constexpr auto kKept =
    "inputs of products and norms, outputs of ReLU, each once; docs/formulas.md, section 3";

/// Elements of one sample that layers \p from to \p to (excluded) keep for backward.
double keptBy(const core::LayerList& list, std::int64_t from, std::int64_t to)
{
    double kept = 0;
    for (std::int64_t i = from; i < to; ++i) {
        const core::NetworkLayer& layer = list.layers[static_cast<std::size_t>(i)];
        kept += layer.keptInside + (layer.keepsOutput ? static_cast<double>(layer.out.elements()) : 0);
    }
    return kept;
}

/// Full recompute keeps the end of each block (the sum with its skip, or each layer's end without one), and
/// the largest block is recomputed.
struct Checkpoints {
    double kept = 0;
    double largest = 0;
};
Checkpoints checkpointsOf(const core::LayerList& list, std::int64_t from, std::int64_t to)
{
    Checkpoints found;
    std::int64_t begin = from;
    for (std::int64_t i = from; i < to; ++i) {
        const core::NetworkLayer& layer = list.layers[static_cast<std::size_t>(i)];
        if (layer.type != core::LayerType::Add && i + 1 < to)
            continue;
        found.kept += static_cast<double>(layer.out.elements());
        found.largest = std::max(found.largest, keptBy(list, begin, i + 1));
        begin = i + 1;
    }
    return found;
}

} // namespace

template <class N>
StageActivations<N> layeredActivations(const PlanParts<N>& parts, const Stage& stage)
{
    const core::LayerList& list = *parts.model.layerList();
    const core::Plan& plan = parts.plan;
    const std::int64_t end = stage.firstLayer + stage.layers;
    const bool checkpointed = plan.recompute == core::Recompute::Full || plan.phases > 0;
    const Checkpoints checkpoints = checkpointed ? checkpointsOf(list, stage.firstLayer, end) : Checkpoints{};
    const double each = checkpointed ? checkpoints.kept : keptBy(list, stage.firstLayer, end);
    // The input of a stage that another one feeds is kept as well.
    const double received =
        static_cast<double>(list.layers[static_cast<std::size_t>(stage.firstLayer)].in.elements());
    const auto elements = [](double value, std::string_view label) {
        return N::leaf(core::Number{value}, label, core::SourceKind::Given, "model");
    };
    const Symbols<N> s = symbolsOf<N>(core::Transformer{}, plan); // of the plan alone
    const auto bytes = [&](double count, std::string_view label) {
        return s.microBatch * elements(count, label) * s.streamWidth;
    };
    StageActivations<N> result;
    const ByteCount<N> perMicroBatch = N::named(W_("activations_per_micro_batch"),
                                                bytes(each + received, W_("elements_kept_a_sample")), kKept);
    result.stored = N::named(W_("activations"), inFlight<N>(s, plan, stage) * perMicroBatch,
                             "arXiv:2205.05198, section 4.3");
    result.working =
        N::named(W_("workspace"), bytes(checkpoints.largest, W_("elements_of_the_largest_block")),
                 "arXiv:1604.06174, section 3");
    result.layer =
        N::named(W_("activations_per_layer"),
                 perMicroBatch / elements(static_cast<double>(stage.layers), W_("layers_on_stage")),
                 "mean over the stage's layers");
    // A phase may end at any layer; the widest output stands for all.
    double widest = 0;
    for (const core::NetworkLayer& layer : list.layers)
        widest = std::max(widest, static_cast<double>(layer.out.elements()));
    result.boundary = N::named(W_("stage_boundary"), bytes(widest, "elements_of_the_widest_layer"), kKept);
    result.microBatches = s.microBatches;
    return result;
}

template StageActivations<core::PlainNumbers>
layeredActivations<core::PlainNumbers>(const PlanParts<core::PlainNumbers>&, const Stage&);
template StageActivations<core::ExplainedNumbers>
layeredActivations<core::ExplainedNumbers>(const PlanParts<core::ExplainedNumbers>&, const Stage&);

} // namespace shardscope::planner
