// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/tape/training/replicated.h"

namespace shardscope::planner::tape {

ReplicaBuckets::ReplicaBuckets(Walk& walk, Model& model)
{
    constexpr std::int64_t kFirst = 1 << 20;
    constexpr std::int64_t kOthers = 25 << 20;
    walk.ledger().setOperation("gradient bucket");
    std::int64_t filled = 0;
    const auto close = [&] {
        m_buckets.push_back(walk.take(filled, core::Purpose::Buffers));
        m_bytes += filled;
        filled = 0;
    };
    auto& parameters = model.parameters();
    for (std::size_t place = parameters.size(); place-- > 0;) {
        const Tensor& value = parameters[place].value;
        filled += value.elements() * widthOf(value.element);
        if (filled >= (m_buckets.empty() ? kFirst : kOthers))
            close();
    }
    if (filled > 0)
        close();
}

} // namespace shardscope::planner::tape
