// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/project/kept_answer.h"

#include "app/session/plan/read_plan.h"
#include "core/base/mapped.h"
#include "core/io/value.h"

#include <array>

namespace shardscope::app {
namespace {

using core::Value;
using planner::PlanHit;

// Each number of a hit under its name: one list for both ways.
struct Number {
    const char* key;
    double PlanHit::*value;
};
constexpr std::array kNumbers{Number{"step_seconds", &PlanHit::stepSeconds},
                              Number{"high_seconds", &PlanHit::highSeconds},
                              Number{"samples_per_second", &PlanHit::samplesPerSecond},
                              Number{"peak_bytes", &PlanHit::peakBytes},
                              Number{"capacity_bytes", &PlanHit::capacityBytes},
                              Number{"primary", &PlanHit::primary},
                              Number{"secondary", &PlanHit::secondary},
                              Number{"excess", &PlanHit::excess}};
struct MayBe {
    const char* key;
    std::optional<double> PlanHit::*value;
};
constexpr std::array kMayBe{MayBe{"currency_per_step", &PlanHit::currencyPerStep},
                            MayBe{"joules_per_step", &PlanHit::joulesPerStep},
                            MayBe{"training_seconds", &PlanHit::trainingSeconds},
                            MayBe{"training_currency", &PlanHit::trainingCurrency},
                            MayBe{"training_joules", &PlanHit::trainingJoules},
                            MayBe{"training_loss", &PlanHit::trainingLoss}};

void write(Value& to, const char* key, const std::optional<double>& number)
{
    if (number)
        to.member(key) = Value::ofReal(*number);
}

std::optional<double> numberIn(const Value& from, const char* key)
{
    const Value* found = from.find(key);
    return found != nullptr && found->isNumber() ? std::optional(found->real) : std::nullopt;
}
std::int64_t wholeIn(const Value& from, const char* key)
{
    const Value* found = from.find(key);
    return found != nullptr && found->kind == Value::Kind::Integer ? found->integer : 0;
}
std::string textIn(const Value& from, const char* key)
{
    const Value* found = from.find(key);
    return found != nullptr ? found->text : std::string();
}
bool flagIn(const Value& from, const char* key)
{
    const Value* found = from.find(key);
    return found != nullptr && found->flag;
}
const std::vector<Value>& itemsIn(const Value& from, const char* key)
{
    static const std::vector<Value> kNone;
    const Value* found = from.find(key);
    return found != nullptr ? found->items : kNone;
}

Value ofTexts(const std::vector<std::string>& texts)
{
    return Value::ofItems(core::mapped(texts, [](const std::string& text) { return Value::ofText(text); }));
}
std::vector<std::string> textsIn(const Value& from, const char* key)
{
    return core::mapped(itemsIn(from, key), [](const Value& item) { return item.text; });
}

Value ofHit(const PlanHit& hit)
{
    Value out = Value::ofMembers({{"machine", Value::ofInteger(static_cast<std::int64_t>(hit.machine))},
                                  {"devices", Value::ofInteger(hit.devices)},
                                  {"plan", core::planDocument(hit.plan)},
                                  {"tied", Value::ofFlag(hit.tied)}});
    for (const Number& one : kNumbers)
        out.member(one.key) = Value::ofReal(hit.*one.value);
    for (const MayBe& one : kMayBe)
        write(out, one.key, hit.*one.value);
    return out;
}

Value ofLayout(const FoundLayout& found)
{
    Value out = Value::ofMembers({{"hit", ofHit(found.hit)},
                                  {"low", Value::ofReal(found.step.interval.low)},
                                  {"high", Value::ofReal(found.step.interval.high)},
                                  {"regime", Value::ofText(std::string(found.step.regime))},
                                  {"calibration", Value::ofText(found.step.calibration)},
                                  {"stated", Value::ofFlag(found.step.stated)},
                                  {"outside", ofTexts(found.step.outside)},
                                  {"traced_fits", Value::ofFlag(found.tracedFits)}});
    write(out, "traced_peak_bytes", found.tracedPeakBytes);
    write(out, "simulated_seconds", found.simulatedSeconds);
    return out;
}

Value ofLayouts(const std::vector<FoundLayout>& layouts)
{
    return Value::ofItems(core::mapped(layouts, ofLayout));
}

/// A regime lives as long as the program.
std::string_view regimeNamed(const std::string& name)
{
    for (const std::string_view known : {"specification", "calibrated", "replayed", "own"}) {
        if (name == known)
            return known;
    }
    return {};
}

/// Reads what belongs to \p prepared, and leaves out what it does not know.
class Reader {
public:
    explicit Reader(const PreparedSearch& prepared)
        : m_search(prepared.search)
    {
    }

    [[nodiscard]] std::optional<PlanHit> hit(const Value& from) const
    {
        PlanHit hit;
        const auto machine = static_cast<std::size_t>(wholeIn(from, "machine"));
        const Value* document = from.find("plan");
        if (document == nullptr || machine >= m_search.machines.size())
            return std::nullopt;
        auto plan = readPlan(*document, {}, {}, m_search.model);
        if (!plan.ok())
            return std::nullopt;
        hit.plan = std::move(plan).value();
        hit.machine = machine;
        hit.devices = wholeIn(from, "devices");
        hit.tied = flagIn(from, "tied");
        for (const Number& one : kNumbers)
            hit.*one.value = numberIn(from, one.key).value_or(0);
        for (const MayBe& one : kMayBe)
            hit.*one.value = numberIn(from, one.key);
        return hit;
    }

    [[nodiscard]] std::optional<FoundLayout> layout(const Value& from) const
    {
        const Value* of = from.find("hit");
        auto found = of != nullptr ? hit(*of) : std::nullopt;
        if (!found)
            return std::nullopt;
        const core::HardwareSpec& hardware = m_search.machines[found->machine].hardware;
        FoundLayout layout{std::move(*found), hardware.name, hardware.title, {}, {}, true, {}};
        layout.step.interval = {numberIn(from, "low").value_or(0), numberIn(from, "high").value_or(0)};
        layout.step.regime = regimeNamed(textIn(from, "regime"));
        layout.step.calibration = textIn(from, "calibration");
        layout.step.stated = flagIn(from, "stated");
        layout.step.outside = textsIn(from, "outside");
        layout.tracedPeakBytes = numberIn(from, "traced_peak_bytes");
        layout.tracedFits = flagIn(from, "traced_fits");
        layout.simulatedSeconds = numberIn(from, "simulated_seconds");
        return layout;
    }

    [[nodiscard]] std::vector<FoundLayout> layouts(const Value& from, const char* key) const
    {
        std::vector<FoundLayout> all;
        for (const Value& item : itemsIn(from, key)) {
            if (auto one = layout(item))
                all.push_back(std::move(*one));
        }
        return all;
    }

private:
    const planner::PlanSearch& m_search;
};

} // namespace

std::string answerText(const PlanSearchAnswer& answer, const std::string& asked)
{
    const planner::PlanTally& tally = answer.outcome.tally;
    Value out = Value::ofMembers({{"asked", Value::ofText(asked)},
                                  {"considered", Value::ofInteger(tally.considered)},
                                  {"evaluated", Value::ofInteger(tally.evaluated)},
                                  {"feasible", Value::ofInteger(tally.feasible)},
                                  {"best", ofLayouts(answer.best)},
                                  {"front", ofLayouts(answer.front)},
                                  {"traced_out", ofLayouts(answer.tracedOut)},
                                  {"nearest", ofLayouts(answer.nearest)},
                                  {"machines", ofLayouts(answer.machines)},
                                  {"unverified", ofTexts(answer.unverified)}});
    std::vector<Value> axes;
    for (const AxisWorth& one : answer.sensitivity)
        axes.push_back(Value::ofMembers({{"key", Value::ofText(one.key)},
                                         {"value", Value::ofText(one.value)},
                                         {"step_seconds", Value::ofReal(one.stepSeconds)},
                                         {"samples_per_second", Value::ofReal(one.samplesPerSecond)},
                                         {"feasible", Value::ofFlag(one.feasible)},
                                         {"best", Value::ofFlag(one.best)}}));
    out.member("sensitivity") = Value::ofItems(std::move(axes));
    if (answer.next)
        out.member("next") = ofLayout(*answer.next);
    if (answer.fewer)
        out.member("fewer") = ofHit(*answer.fewer);
    return core::jsonText(out, 0);
}

std::optional<PlanSearchAnswer> keptAnswer(const std::string& text, const std::string& asked,
                                           const PreparedSearch& prepared)
{
    const auto document = core::parseJsonText(text, {});
    if (!document.ok() || textIn(*document, "asked") != asked)
        return std::nullopt;
    const Reader read(prepared);
    PlanSearchAnswer answer;
    answer.search = prepared.search;
    answer.names = prepared.names;
    answer.outcome.tally.considered = wholeIn(*document, "considered");
    answer.outcome.tally.evaluated = wholeIn(*document, "evaluated");
    answer.outcome.tally.feasible = wholeIn(*document, "feasible");
    answer.best = read.layouts(*document, "best");
    answer.front = read.layouts(*document, "front");
    answer.tracedOut = read.layouts(*document, "traced_out");
    answer.nearest = read.layouts(*document, "nearest");
    answer.machines = read.layouts(*document, "machines");
    answer.unverified = textsIn(*document, "unverified");
    for (const Value& one : itemsIn(*document, "sensitivity"))
        answer.sensitivity.push_back(
            {textIn(one, "key"), textIn(one, "value"), numberIn(one, "step_seconds").value_or(0),
             numberIn(one, "samples_per_second").value_or(0), flagIn(one, "feasible"), flagIn(one, "best")});
    if (const Value* next = document->find("next"))
        answer.next = read.layout(*next);
    if (const Value* fewer = document->find("fewer"))
        answer.fewer = read.hit(*fewer);
    const auto whole = [&](const char* key, const std::vector<FoundLayout>& read) {
        return document->find(key) != nullptr && itemsIn(*document, key).size() == read.size();
    };
    if (!whole("best", answer.best) || !whole("nearest", answer.nearest))
        return std::nullopt; // of a model or machine that is another now
    return answer;
}

} // namespace shardscope::app
