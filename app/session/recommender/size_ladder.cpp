// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recommender/size_ladder.h"

#include "core/model/model_spec.h"
#include "core/report/columns.h"
#include "core/report/words.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {

std::vector<LadderStep> sizeLadder(const Study& study)
{
    std::vector<LadderStep> steps{{"GPT-3", 175e9, "Brown et al., arXiv:2005.14165, table 2.1"},
                                  {"Switch-C", 1571e9, "Fedus et al., arXiv:2101.03961, table 9"},
                                  {"ZionEX 95B", 95e9, "InfoQ on ZionEX, 4 May 2021"},
                                  {"ZionEX 793B", 793e9, "InfoQ on ZionEX, 4 May 2021"},
                                  {"ZionEX 845B", 845e9, "InfoQ on ZionEX, 4 May 2021"},
                                  {"ZionEX 12T", 12e12, "InfoQ on ZionEX, 4 May 2021"},
                                  {"PERSIA 100T", 100e12, "Lian et al., arXiv:2111.05897"}};
    const auto own = static_cast<double>(core::parameterCount(study.request.model));
    steps.erase(
        std::remove_if(steps.begin(), steps.end(),
                       [&](const LadderStep& one) { return std::abs(one.parameters / own - 1) < 0.005; }),
        steps.end());
    steps.push_back({study.request.model.title, own, {}});
    std::ranges::sort(steps, {}, &LadderStep::parameters);
    return steps;
}

core::Table ladderTableOf(const Study& study)
{
    core::Table table{"ladder", N_("Sizes beside each other"), {}, {}};
    table.columns = {core::textColumn("model", N_("Model")), core::realColumn("parameters", N_("Parameters")),
                     core::textColumn("source", N_("Source"))};
    for (const LadderStep& one : sizeLadder(study)) {
        table.rows.push_back({one.name, one.parameters, one.source});
        if (one.source.empty()) // the one at hand: a title of the catalogue
            table.noteLast(0).words = core::Words::Text;
    }
    return table;
}

} // namespace shardscope::app
