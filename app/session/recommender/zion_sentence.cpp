// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recommender/zion_sentence.h"

#include "app/session/text/recommender_words.h"
#include "app/session/text/words.h"

#include <limits>

namespace shardscope::app {
namespace {

/// The tightest of what the article calls the bottleneck.
planner::RoleRate tightestOfNetwork(const planner::ZionRate& zion)
{
    planner::RoleRate tightest{{}, std::numeric_limits<double>::infinity()};
    for (const planner::RoleRate& one : zion.rates) {
        if (planner::isNetworkOrCpu(one.role) && one.samplesPerSecond < tightest.samplesPerSecond)
            tightest = one;
    }
    return tightest;
}

} // namespace

QString zionSentence(const Study& study, const std::function<QString(double)>& number)
{
    const planner::ZionRate& zion = study.zion;
    const planner::ZionRate& slow = study.zionRange.slowest;
    const planner::ZionRate& quick = study.zionRange.quickest;
    const double own = study.step.samplesPerSecond;
    QString text = Words::tr("Zion would reach %1 samples/s (%2 to %3 over the ranges of its constants), "
                             "limited by %4; ZionEX has %5 times its rate (%6 to %7), limited by %8. The "
                             "article says nearly ten times.")
                       .arg(number(zion.samplesPerSecond), number(slow.samplesPerSecond),
                            number(quick.samplesPerSecond), boundName(zion.bound),
                            number(own / zion.samplesPerSecond), number(own / quick.samplesPerSecond),
                            number(own / slow.samplesPerSecond), boundName(study.step.bound));
    text += QLatin1Char(' ');
    const planner::RoleRate network = tightestOfNetwork(zion);
    if (planner::isNetworkOrCpu(zion.bound))
        text +=
            Words::tr("As the article says, Zion's network and the CPU cycles for it are its bottleneck.");
    else
        text += Words::tr("The article names network and CPU cycles as Zion's bottleneck; at these constants "
                          "%1 allow %2 samples/s, %3 times as many as %4, which is tighter.")
                    .arg(boundName(network.role), number(network.samplesPerSecond),
                         number(network.samplesPerSecond / zion.samplesPerSecond), boundName(zion.bound));
    if (slow.bound != zion.bound || quick.bound != zion.bound)
        text += QLatin1Char(' ') +
                Words::tr("At the slow end of the constants' ranges the limit is %1, at the quick end %2.")
                    .arg(boundName(slow.bound), boundName(quick.bound));
    return text;
}

std::vector<std::string> unverifiedOfZion(const Study& study)
{
    std::vector<std::string> keys;
    for (const planner::ZionConstant& one : planner::zionConstants()) {
        if (one.unverified && !planner::isGiven(study.request.choices.zion, one.figure))
            keys.emplace_back(planner::nameOf(one.figure));
    }
    return keys;
}

} // namespace shardscope::app
