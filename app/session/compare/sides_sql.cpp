// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/compare/sides_sql.h"

#include "core/base/refusals.h"
#include "core/base/text_mark.h"

namespace shardscope::app {

core::Result<std::unique_ptr<profiler::SqlSession>> sqlOverSides(const SideDifference& difference)
{
    for (const DifferenceSide* const side : {&difference.a, &difference.b}) {
        if (!side->input)
            return core::notSupported(W_("SQL over a plan without a step"), W_("it has no rows to ask"))
                .in(side->label);
    }
    const auto sideOf = [](const DifferenceSide& side) {
        return profiler::SqlSide{side.input->columns().run(), side.steps, {}};
    };
    return profiler::SqlSession::openPair(sideOf(difference.a), sideOf(difference.b));
}

} // namespace shardscope::app
