// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/traffic/overlap.h"

#include "core/base/text_mark.h"

namespace shardscope::planner {
namespace {

constexpr auto kBeside = "computing and traffic beside each other, docs/formulas.md section 8";

} // namespace

template <class N>
Duration<N> Overlap<N>::lost(const Duration<N>& traffic) const
{
    return N::named(W_("lost_to_traffic"), share / pace * traffic, kBeside);
}

template <class N>
Duration<N> Overlap<N>::slowed(const Duration<N>& work, const Duration<N>& traffic) const
{
    const Count<N> one = constant<N>(1);
    return N::named(W_("traffic_beside_work"),
                    minimum(traffic / pace, traffic + (one - pace) / (one - share) * work), kBeside);
}

template <class N>
Duration<N> Overlap<N>::exposed(const Duration<N>& work, const Duration<N>& traffic, const Duration<N>& edge,
                                double units, const Duration<N>& busy) const
{
    const Duration<N> beside = traffic - edge;
    const Duration<N> computes = work + lost(beside) + edge;
    const Duration<N> travels =
        slowed(work, beside) + (1 - 1 / units) * busy + edge + work / constant<N>(units);
    // Nobody goes on beside each other where one after the other is as fast.
    return N::named(W_("exposed_beside_work"), minimum(traffic, maximum(computes, travels) - work), kBeside);
}

template struct Overlap<core::PlainNumbers>;
template struct Overlap<core::ExplainedNumbers>;

} // namespace shardscope::planner
