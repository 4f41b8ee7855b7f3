// SPDX-License-Identifier: GPL-3.0-or-later
// How sure an answer is: the runner-up and its margin, intervals, limits that the upper end breaks.
#include "app/session/search/search_margin.h"

#include "app/session/search/layout_words.h"
#include "core/units/percent.h"
#include "core/units/plain_number.h"
#include "core/units/text.h"

#include <cmath>
#include <string_view>
#include <utility>

namespace shardscope::app {
namespace {

using planner::PlanHit;

/// Shown with two digits behind the point, both are 0.00 % behind.
constexpr double kTwins = 5e-5;

bool twins(const PlanHit& best, const PlanHit& other)
{
    const auto near = [](double a, double b) { return std::abs(b - a) < kTwins * std::abs(a); };
    return (best.primary == other.primary || near(best.primary, other.primary)) &&
           (best.secondary == other.secondary || near(best.secondary, other.secondary));
}

} // namespace

Margin marginOf(const PlanHit& best, const PlanHit& other)
{
    if (other.primary != best.primary)
        return {false, best.primary > 0 ? other.primary / best.primary - 1 : 0};
    return {true, best.secondary > 0 ? other.secondary / best.secondary - 1 : 0};
}

const FoundLayout* runnerUp(const PlanSearchAnswer& answer)
{
    for (std::size_t i = 1; i < answer.best.size(); ++i) {
        if (!twins(answer.best.front().hit, answer.best[i].hit))
            return &answer.best[i];
    }
    if (answer.next && (answer.best.size() == 1 || !twins(answer.best.front().hit, answer.next->hit)))
        return &*answer.next;
    return answer.best.size() > 1 ? &answer.best[1] : nullptr;
}

bool mayBeFaster(const FoundLayout& best, const FoundLayout& other)
{
    const auto samples = [](const FoundLayout& of) {
        return static_cast<double>(of.hit.plan.batch.globalBatch);
    };
    return other.step.interval.low / samples(other) < best.step.interval.high / samples(best);
}

double lowFactor(const FoundLayout& found)
{
    return found.hit.stepSeconds > 0 ? found.step.interval.low / found.hit.stepSeconds : 1;
}

double highFactor(const FoundLayout& found)
{
    return found.hit.stepSeconds > 0 ? found.step.interval.high / found.hit.stepSeconds : 1;
}

std::vector<std::string> beyondLimits(const PlanSearchAnswer& answer)
{
    const planner::PlanLimits& limits = answer.search.limits;
    const PlanHit& hit = answer.best.front().hit;
    const double factor = highFactor(answer.best.front());
    std::vector<std::string> broken;
    const auto check = [&](const char* name, const std::optional<double>& limit,
                           const std::optional<double>& value) {
        if (limit && value && *value * factor > *limit)
            broken.emplace_back(name);
    };
    check("deadline", limits.seconds, hit.trainingSeconds);
    check("budget", limits.currency, hit.trainingCurrency);
    check("energy", limits.joules, hit.trainingJoules);
    return broken;
}

std::pair<std::string, double> brokenLimit(const PlanSearchAnswer& answer, const PlanHit& hit)
{
    const planner::PlanLimits& limits = answer.search.limits;
    if (limits.seconds && hit.trainingSeconds && *hit.trainingSeconds > *limits.seconds)
        return {"deadline", *hit.trainingSeconds / *limits.seconds - 1};
    if (limits.currency && hit.trainingCurrency && *hit.trainingCurrency > *limits.currency)
        return {"budget", *hit.trainingCurrency / *limits.currency - 1};
    if (limits.joules && hit.trainingJoules && *hit.trainingJoules > *limits.joules)
        return {"energy", *hit.trainingJoules / *limits.joules - 1};
    return {};
}

namespace {

std::string percent(double share) { return core::percentText(share, share < 0.1 ? 2 : 1); }

std::string intervalLines(const PlanSearchAnswer& answer, const core::TextStyle& style)
{
    const FoundLayout& best = answer.best.front();
    const auto span = [&](double low, double high) {
        return core::toText(core::Seconds{low}, style) + " to " + core::toText(core::Seconds{high}, style);
    };
    std::string text =
        "80 % interval of the best one's step: " + span(best.step.interval.low, best.step.interval.high) +
        "\n  " + intervalBasis(best.step).toStdString() + "\n";
    const PlanHit& hit = best.hit;
    if (!hit.trainingSeconds || hit.stepSeconds <= 0)
        return text;
    const double low = lowFactor(best);
    const double high = highFactor(best);
    text += "  of the training: " + span(*hit.trainingSeconds * low, *hit.trainingSeconds * high);
    if (hit.trainingCurrency)
        text += ", " + core::fixedText(*hit.trainingCurrency * low, 0) + " to " +
                core::fixedText(*hit.trainingCurrency * high, 0) + " USD";
    text += "\n";
    for (const std::string& limit : beyondLimits(answer))
        text +=
            "  At the upper end it breaks the " + limit + ": --pessimistic asks for a plan that keeps it\n";
    return text;
}

/// How much more is to be paid, in what is least, where the best plan's finer choices are not made.
std::string gainLines(const PlanSearchAnswer& answer)
{
    const auto words = [](const std::string& of) -> std::pair<const char*, const char*> {
        if (of == "uneven_stages")
            return {"Uneven stages bring ", "with even ones"};
        if (of == "recompute_layers")
            return {"Recomputing some layers only brings ", "with all or none"};
        if (of == "kept_layers")
            return {"Keeping gathered weights brings ", "with none kept"};
        return {"Offload brings ", "with all on the devices"};
    };
    std::string text;
    for (const PlanSearchAnswer::Gain& gain : answer.gains) {
        const Margin margin = marginOf(answer.best.front().hit, gain.without);
        const auto [what, without] = words(gain.of);
        text += what + percent(margin.behind) + (margin.tied ? " in time" : "") + ": " + without +
                " the best is " + layoutWords(gain.without.plan) + "\n";
    }
    return text;
}

/// What \p of brings; null: the best plan does without.
core::Value gainOf(const PlanSearchAnswer& answer, std::string_view of)
{
    for (const PlanSearchAnswer::Gain& gain : answer.gains) {
        if (gain.of == of)
            return core::Value::ofReal(marginOf(answer.best.front().hit, gain.without).behind);
    }
    return {};
}

std::string fewerLine(const PlanSearchAnswer& answer, const core::TextStyle& style)
{
    if (!answer.fewer)
        return {};
    const PlanHit& hit = *answer.fewer;
    std::string text = "The next fewer tried, " + std::to_string(hit.devices) + " devices, ";
    if (!hit.trainingSeconds)
        return text + "take " + core::toText(core::Seconds{hit.stepSeconds}, style) + " a step\n";
    text += "take " + core::toText(core::Seconds{*hit.trainingSeconds}, style);
    if (hit.trainingCurrency)
        text += " and " + core::fixedText(*hit.trainingCurrency, 0) + " USD";
    if (const auto [limit, beyond] = brokenLimit(answer, hit); !limit.empty())
        text += "; " + percent(beyond) + " beyond the " + limit;
    return text + "\n";
}

} // namespace

std::string marginSummary(const PlanSearchAnswer& answer, const core::TextStyle& style)
{
    if (answer.best.empty())
        return {};
    const FoundLayout& best = answer.best.front();
    std::string text;
    if (const FoundLayout* other = runnerUp(answer)) {
        const Margin margin = marginOf(best.hit, other->hit);
        text =
            "Runner-up: " + std::to_string(other->hit.devices) + " × " + other->hardware + ", " +
            layoutWords(other->hit.plan) + ": " + percent(margin.behind) + " behind" +
            (margin.tied ? " in time, else equal" : "") +
            (mayBeFaster(best, *other) ? "; the intervals overlap, so which is faster is uncertain\n" : "\n");
    } else {
        text = "Runner-up: none, no other plan fits\n";
    }
    if (answer.machines.size() > 1) {
        const FoundLayout& second = answer.machines[1];
        text += "Next machine: " + second.hardware + ", " + percent(marginOf(best.hit, second.hit).behind) +
                " behind\n";
    }
    return text + intervalLines(answer, style) + gainLines(answer) + fewerLine(answer, style);
}

core::Value marginDocument(const PlanSearchAnswer& answer)
{
    using core::Value;
    if (answer.best.empty())
        return {};
    const FoundLayout& best = answer.best.front();
    const FoundLayout* other = runnerUp(answer);
    std::vector<Value> beyond;
    for (std::string& limit : beyondLimits(answer))
        beyond.push_back(Value::ofText(std::move(limit)));
    const auto real = [](const std::optional<double>& value) {
        return value ? Value::ofReal(*value) : Value{};
    };
    Value fewer;
    if (answer.fewer)
        fewer = Value::ofMembers({{"devices", Value::ofInteger(answer.fewer->devices)},
                                  {"step_seconds", Value::ofReal(answer.fewer->stepSeconds)},
                                  {"training_seconds", real(answer.fewer->trainingSeconds)},
                                  {"cost", real(answer.fewer->trainingCurrency)}});
    return Value::ofMembers(
        {{"runner_up", other != nullptr ? Value::ofReal(marginOf(best.hit, other->hit).behind) : Value{}},
         {"of_time", Value::ofFlag(other != nullptr && marginOf(best.hit, other->hit).tied)},
         {"within_interval", Value::ofFlag(other != nullptr && mayBeFaster(best, *other))},
         {"high_beyond", Value::ofItems(std::move(beyond))},
         {"uneven_stages_gain", gainOf(answer, "uneven_stages")},
         {"recompute_layers_gain", gainOf(answer, "recompute_layers")},
         {"kept_layers_gain", gainOf(answer, "kept_layers")},
         {"offload_gain", gainOf(answer, "offload")},
         {"fewer_devices", std::move(fewer)}});
}

} // namespace shardscope::app
