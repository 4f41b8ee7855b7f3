// SPDX-License-Identifier: GPL-3.0-or-later
// Low-rank adapters beside frozen weights (arXiv:2106.09685, section 4.1): a matrix's product stays, its
// weight gradient goes, and two thin products with a sum come beside it.
#include "core/base/text_mark.h"
#include "planner/compute/operators.h"
#include "planner/formula/program_code.h"
#include "planner/framework/framework.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace shardscope::planner {
namespace {

using K = KernelClass;
using E = Extent;

template <std::size_t Count>
bool has(const std::array<E, Count>& extents, E one)
{
    return std::ranges::find(extents, one) != extents.end();
}

bool countsTokens(E extent)
{
    return has(std::array{E::Tokens, E::NormTokens, E::ChosenTokens, E::MemoryTokens}, extent);
}
bool ofAttention(E extent)
{
    return has(std::array{E::Query, E::KeyValue, E::QueryKeyValue, E::KeyAndValue, E::Value, E::KeyValueUp},
               extent);
}
bool ofOthers(E extent)
{
    return has(std::array{E::FeedForward, E::GateUp, E::ExpertFeedForward, E::ExpertGateUp,
                          E::SharedFeedForward, E::SharedGateUp, E::RecurrentInputs, E::RecurrentWidth},
               extent);
}

bool isProduct(const Row& row) { return row.kernel == K::Product || row.kernel == K::Grouped; }
/// [tokens, in] · [in, out] of a matrix that gets an adapter.
bool isAdapted(const Row& row, const core::Adapters& adapters)
{
    if (!isProduct(row) || !countsTokens(row.a))
        return false;
    return ofAttention(row.b) || (adapters.besideOutput() && ofAttention(row.c)) ||
           (adapters.besideFeedForward() && (ofOthers(row.b) || ofOthers(row.c)));
}

/// What only makes or adds up the gradient of a weight.
bool ofWeights(const Row& row)
{
    const bool product = row.kernel == K::ProductBackward || row.kernel == K::GroupedBackward ||
                         row.kernel == K::HeadProductBackward;
    if (product)
        return countsTokens(row.c);
    if (row.kernel == K::NormWeight)
        return true;
    constexpr std::array<std::string_view, 6> kLabels{
        "accumulate_weight_gradient", "bias_gradient",   "cast_weight_gradient",
        "norm_weight_gradient",       "norm_weight_sum", "layer_norm_weight_gradient"};
    return std::ranges::find(kLabels, std::string_view(row.label)) != kLabels.end();
}

/// x·A, that times B, their scale, and the sum with what the matrix gave.
void addForward(const Row& row, bool wide, bool scaled, Rows& rows)
{
    const double bytes = wide ? 4 : row.bytes;
    const auto plain = [&](double of, E width, const char* label) {
        rows.push_back({K::Plain, of, row.a, width, E::One, 1, label});
    };
    if (wide)
        plain(row.bytes + bytes, row.c, W_("cast_adapter_input"));
    rows.push_back({row.kernel, bytes, row.a, E::AdapterRank, row.c, 1, W_("adapter_down")});
    rows.push_back({row.kernel, bytes, row.a, row.b, E::AdapterRank, 1, W_("adapter_up")});
    if (!scaled)
        plain(2 * bytes, row.b, W_("scale_adapter"));
    plain(row.bytes + 2 * bytes, row.b, W_("add_adapter"));
    if (wide)
        plain(row.bytes + bytes, row.b, W_("cast_adapter_output"));
}
void addBackward(const Row& row, bool wide, bool scaled, Rows& rows)
{
    const K back = row.kernel == K::Grouped ? K::GroupedBackward : K::ProductBackward;
    const double bytes = wide ? 4 : row.bytes;
    const auto plain = [&](double of, E width, const char* label) {
        rows.push_back({K::Plain, of, row.a, width, E::One, 1, label});
    };
    if (wide)
        plain(2 * (row.bytes + bytes), row.b, W_("cast_adapter_output")); // for both of the sum
    if (!scaled)
        plain(2 * bytes, row.b, W_("scale_adapter"));
    rows.push_back({back, bytes, row.a, E::AdapterRank, row.b, 1, W_("adapter_up")});
    rows.push_back({back, bytes, row.b, E::AdapterRank, row.a, 1, W_("adapter_up_gradient")});
    rows.push_back({back, bytes, row.a, row.c, E::AdapterRank, 1, W_("adapter_down")});
    rows.push_back({back, bytes, E::AdapterRank, row.c, row.a, 1, W_("adapter_down_gradient")});
    if (wide)
        plain(row.bytes + bytes, row.c, W_("cast_adapter_input"));
    plain(3 * row.bytes, row.c, W_("add_adapter"));
}

} // namespace

void addAdapters(SegmentRows& rows, Segment segment, const core::Plan& plan)
{
    if (segment.part == Segment::Part::Embedding) {
        rows.backward.clear();
        rows.nodes = 0;
        return;
    }
    const bool wide = adaptersInFp32(plan);
    const bool scaled = factsOf(plan).habits.adaptersScaled;
    SegmentRows with;
    for (const Row& row : rows.backward) {
        if (!ofWeights(row))
            with.backward.push_back(row);
    }
    const auto adapted = [&](const Row& row) {
        return segment.part == Segment::Part::Layer && isAdapted(row, plan.adapters);
    };
    for (const auto& [from, to] : {std::pair(&rows.forward, &with.forward), {&rows.again, &with.again}}) {
        for (const Row& row : *from) {
            to->push_back(row);
            if (adapted(row))
                addForward(row, wide, scaled, *to);
        }
    }
    for (const Row& row : rows.forward) {
        if (adapted(row))
            addBackward(row, wide, scaled, with.backward);
    }
    const int nodes = (wide ? 6 : 4) - (scaled ? 1 : 0); // two products, a scaling, a sum; two casts
    with.nodes = rows.nodes + nodes * static_cast<int>(std::ranges::count_if(rows.forward, adapted));
    rows = std::move(with);
}

} // namespace shardscope::planner
