// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/study/study_parts.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/scene.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"

namespace shardscope::app::study_figures {

QString nameOf(const SolvedScenario& one) { return shownText(one.scenario.name); }

QString daysRange(const Spread& seconds)
{
    const auto text = [](double value) { return quantityString(value / kStudyDay, core::kNumber); };
    return Words::tr("%1 days (%2 to %3)").arg(text(seconds.likely), text(seconds.low), text(seconds.high));
}

QString moneyRange(const Spread& cost)
{
    return Words::tr("%1 (%2 to %3)")
        .arg(quantityString(cost.likely, core::kCurrency), quantityString(cost.low, core::kCurrency),
             quantityString(cost.high, core::kCurrency));
}

std::vector<std::size_t> runnable(const SolvedStudy& solved)
{
    std::vector<std::size_t> all;
    for (std::size_t at = 0; at < solved.scenarios.size(); ++at) {
        if (solved.scenarios[at].feasible())
            all.push_back(at);
    }
    return all;
}

QColor colorOf(const SolvedStudy& solved, std::size_t at, const Theme& theme)
{
    if (solved.decision == at || solved.closest == at)
        return theme.accent;
    return solved.scenarios[at].holds() == Holds::No ? paler(theme.textDim, 0.35, theme) : theme.textDim;
}

} // namespace shardscope::app::study_figures
