// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/traffic/host_input.h"

#include "core/base/text_mark.h"
#include "planner/formula/source_kind.h"

namespace shardscope::planner {
namespace {

constexpr auto kInput =
    "ids and labels of 4 B, images as computed with: docs/formulas.md, the hosts' network";
constexpr double kTokenBytes = 8;
constexpr double kLabelBytes = 4;

double bytesOfSample(const core::ModelSpec& model, const core::Plan& plan)
{
    if (const core::LayerList* list = model.layerList()) {
        if (list->tokens)
            return kTokenBytes * static_cast<double>(list->input.positions());
        return kLabelBytes +
               static_cast<double>(list->input.elements()) *
                   core::widthOf(plan.precision.compute.value_or(plan.precision.weights)).value();
    }
    double tokens = static_cast<double>(plan.batch.sequenceLength);
    if (model.transformer()->decoderLayers > 0)
        tokens += static_cast<double>(plan.batch.decoderTokens());
    return kTokenBytes * tokens;
}

} // namespace

template <class N>
ByteCount<N> hostInputBytes(const PlanParts<N>& parts)
{
    const core::Plan& plan = parts.plan;
    const auto ranks = static_cast<double>(plan.axes.tensor * plan.axes.context);
    return N::named(
        W_("host_input"),
        planned<N>(plan.batch.microBatch, W_("micro_batch"), "/batch/micro_batch") *
            planned<N>(plan.batch.microBatches, W_("micro_batches"), "/batch/micro_batches") *
            N::leaf(core::Bytes{bytesOfSample(parts.model, plan)}, W_("bytes_of_a_sample"),
                    core::SourceKind::Assumed, kInput) /
            N::leaf(core::Number{ranks}, W_("devices_that_read_it"), core::SourceKind::Given, "/parallel"),
        kInput);
}

template <class N>
void addHostInput(const PlanParts<N>& parts, const Duration<N>& computing, std::vector<Traffic<N>>& traffic)
{
    const core::Link* link = parts.hardware.link(core::LinkLevel::FrontEnd);
    const std::int64_t all = parts.plan.training.datasetSamples;
    if (link == nullptr || (all > 0 && all <= parts.plan.batch.globalBatch))
        return; // what is all there is (a graph) stays where it is
    const ByteCount<N> bytes = hostInputBytes<N>(parts);
    const Duration<N> seconds = N::named(W_("host_input"),
                                         bytes / N::leaf(link->bandwidth.value, W_("front_end_link"),
                                                         sourceOf(link->bandwidth), link->bandwidth.source),
                                         kInput);
    traffic.push_back({core::Transfer::HostInput,
                       core::TrafficGroup::FrontEnd,
                       bytes,
                       seconds,
                       N::named(W_("exposed_host_input"), exposedBeyond<N>(seconds, computing), kInput),
                       {}});
}

#define SHARDSCOPE_HOST_INPUT(N)                                                                             \
    template ByteCount<N> hostInputBytes<N>(const PlanParts<N>&);                                            \
    template void addHostInput<N>(const PlanParts<N>&, const Duration<N>&, std::vector<Traffic<N>>&);
SHARDSCOPE_HOST_INPUT(core::PlainNumbers)
SHARDSCOPE_HOST_INPUT(core::ExplainedNumbers)
#undef SHARDSCOPE_HOST_INPUT

} // namespace shardscope::planner
