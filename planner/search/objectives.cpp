// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/search/objectives.h"

#include <algorithm>
#include <cmath>

namespace shardscope::planner {

Objectives::Objectives(const PlanSearch& search)
    : m_search(search)
{
}

double Objectives::steps(const core::Plan& plan)
{
    const core::Training& training = plan.training;
    double samples = 0;
    if (training.tokens > 0 && plan.batch.sequenceLength > 0) // else no error and no training (plan_check)
        samples = static_cast<double>(training.tokens) / static_cast<double>(plan.batch.sequenceLength);
    else if (training.samples > 0)
        samples = static_cast<double>(training.samples);
    else
        samples = static_cast<double>(training.epochs) * static_cast<double>(training.datasetSamples);
    return std::ceil(samples / static_cast<double>(plan.batch.globalBatch));
}

double Objectives::value(PlanObjective objective, const PlanCosts& costs, const core::Plan& plan) const
{
    const double wanted = steps(plan);
    const double times = wanted > 0 ? wanted : 1 / static_cast<double>(plan.batch.globalBatch);
    switch (objective) {
    case PlanObjective::Time: return costs.stepSeconds * times;
    case PlanObjective::Cost: return costs.currency * times;
    case PlanObjective::Energy: return costs.joules * times;
    case PlanObjective::Memory: return costs.peakBytes;
    case PlanObjective::Devices: return costs.devices;
    }
    return 0;
}

Rank Objectives::rank(const PlanCosts& costs, const core::Plan& plan) const
{
    const double time = value(PlanObjective::Time, costs, plan);
    const PlanLimits& limits = m_search.limits;
    if (limits.memory && limits.training)
        return {value(m_search.objective, costs, plan), time};
    return {std::max(limits.memory ? 0 : costs.excess, limits.training ? 0 : partOfLimits(costs, plan)),
            time};
}

double Objectives::partOfLimits(const PlanCosts& costs, const core::Plan& plan) const
{
    const PlanLimits& limits = m_search.limits;
    const double wanted = steps(plan);
    double part = 0;
    if (limits.seconds)
        part = std::max(part, costs.stepSeconds * wanted / *limits.seconds);
    if (limits.currency)
        part = std::max(part, costs.currency * wanted / *limits.currency);
    if (limits.joules)
        part = std::max(part, costs.joules * wanted / *limits.joules);
    return part;
}

std::array<double, 3> Objectives::point(const PlanCosts& costs, const core::Plan& plan) const
{
    std::array<double, 3> at{};
    for (std::size_t i = 0; i < std::min(at.size(), m_search.front.size()); ++i)
        at[i] = value(m_search.front[i], costs, plan);
    return at;
}

const char* Objectives::beyond(const PlanCosts& costs, const core::Plan& plan) const
{
    const PlanLimits& limits = m_search.limits;
    if (!limits.training)
        return nullptr;
    const double wanted = steps(plan);
    if (limits.seconds && costs.stepSeconds * wanted > *limits.seconds)
        return "deadline";
    if (limits.currency && costs.currency * wanted > *limits.currency)
        return "budget";
    if (limits.joules && costs.joules * wanted > *limits.joules)
        return "energy";
    return nullptr;
}

PlanCosts leastCosts(const core::HardwareSpec& hardware, double seconds, double devices)
{
    PlanCosts costs;
    costs.stepSeconds = seconds;
    costs.devices = devices;
    if (hardware.price)
        costs.currency = hardware.price->value.value() * seconds * devices;
    if (hardware.draw)
        costs.joules = std::min({hardware.draw->idle.value.value(), hardware.draw->memory.value.value(),
                                 hardware.draw->products.value.value()}) *
                       seconds * devices;
    else if (hardware.power)
        costs.joules = hardware.power->value.value() * seconds * devices;
    return costs;
}

bool dominates(const std::array<double, 3>& a, const std::array<double, 3>& b)
{
    bool better = false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] > b[i])
            return false;
        better = better || a[i] < b[i];
    }
    return better;
}

} // namespace shardscope::planner
