// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/search/search_solvers.h"

#include "core/base/error_at.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/io/value.h"
#include "core/plan/fit_verdict.h"
#include "core/units/plain_number.h"
#include "planner/planner.h"

#include <algorithm>

namespace shardscope::app {
namespace {

using core::ErrorCode;

std::optional<std::int64_t> wholeOf(const std::string& text)
{
    const auto value = core::parseWhole(text);
    return value > 0 ? value : std::nullopt;
}

/// "64..512": 64, 128, 256, 512; else what the commas divide.
core::Result<std::vector<std::string>> valuesOf(const std::string& text)
{
    std::vector<std::string> values;
    if (const std::size_t dots = text.find(".."); dots != std::string::npos) {
        const auto low = wholeOf(text.substr(0, dots));
        const auto high = wholeOf(text.substr(dots + 2));
        if (!low || !high)
            return core::errorIn(ErrorCode::NumberMalformed, {text}, "--sweep");
        for (std::int64_t value = *low; value <= *high; value *= 2) {
            values.push_back(std::to_string(value));
            if (value > *high / 2)
                break;
        }
        if (values.empty())
            return core::outOfRange(*high, *low).in("--sweep");
    } else {
        for (std::size_t begin = 0; begin <= text.size();) {
            const std::size_t end = std::min(text.find(',', begin), text.size());
            values.push_back(text.substr(begin, end - begin));
            begin = end + 1;
        }
    }
    if (values.empty())
        return core::errorIn(ErrorCode::NumberMalformed, {text}, "--sweep");
    return values;
}

double perDevice(const planner::PlanHit& hit)
{
    return ratePerSecond(hit) / static_cast<double>(hit.devices);
}

/// The largest distance above the straight line from the first to the last plan, both axes from 0 to 1.
void markKnee(Sweep& sweep)
{
    std::vector<SweepRow*> rows;
    for (SweepRow& row : sweep.rows) {
        if (row.best && wholeOf(row.value))
            rows.push_back(&row);
    }
    if (rows.size() < 3)
        return;
    const auto x = [](const SweepRow* row) { return static_cast<double>(*wholeOf(row->value)); };
    const auto y = [](const SweepRow* row) { return row->best->hit.samplesPerSecond; };
    const double width = x(rows.back()) - x(rows.front());
    const double height = y(rows.back()) - y(rows.front());
    if (width <= 0 || height <= 0)
        return;
    SweepRow* knee = nullptr;
    double most = 0.02; // less than a fiftieth is a straight line
    for (SweepRow* row : rows) {
        const double above = (y(row) - y(rows.front())) / height - (x(row) - x(rows.front())) / width;
        if (above > most) {
            most = above;
            knee = row;
        }
    }
    if (knee != nullptr)
        knee->knee = true;
}

constexpr std::int64_t kMostLayers = 1 << 16;

constexpr std::size_t kTraced =
    4; ///< plans that hold least: each is traced on every stage, which takes longest

/// What the fullest device holds of a plan, traced where it can be.
struct Held {
    double peak = 0;
    double capacity = 0;
    bool fits = false;
};
std::optional<Held> heldOf(const planner::PlanSearch& search, const planner::PlanHit& hit)
{
    const auto evaluation = planner::evaluate(search.model, search.machines[hit.machine].hardware, hit.plan,
                                              planner::Detail::Plain);
    if (!evaluation.ok())
        return {};
    const core::TierUse* fullest = evaluation->memory.fullestUse(core::Tier::Device);
    if (fullest == nullptr)
        return {};
    return Held{fullest->need().value(), fullest->capacity.value(),
                core::fitVerdict(*evaluation, search.limits.headroom).fit == core::Fit::Fits};
}

/// Whether any plan of \p search fits, by the closed forms or when it is \p traced too: the plans that hold
/// least are asked.
core::Result<bool> anyFits(planner::PlanSearch search, bool traced, const core::Task& task)
{
    search.objective = planner::PlanObjective::Memory;
    search.front.clear();
    search.top = traced ? kTraced : 1;
    SHARDSCOPE_TRY(const planner::PlanOutcome found, planner::searchTransformer(search, task));
    if (!traced)
        return !found.best.empty();
    for (const planner::PlanHit& hit : found.best) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        if (const auto held = heldOf(search, hit); held && held->fits)
            return true;
    }
    return false;
}

/// What the plans that come nearest to fit hold on the one machine of \p search; nothing where it runs none.
core::Result<std::optional<DeviceSize>> sizeOf(planner::PlanSearch search, const core::Task& task)
{
    search.limits.memory = false; // in the order of how near they come
    search.front.clear();
    search.top = kTraced;
    const auto found = planner::searchTransformer(search, task);
    if (!found.ok() && found.error().code != ErrorCode::NotSupported)
        return found.error();
    std::optional<DeviceSize> nearest;
    if (!found.ok())
        return nearest;
    for (const planner::PlanHit& hit : found->best) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        const auto held = heldOf(search, hit);
        if (!held || (nearest && !held->fits && held->peak >= nearest->needBytes))
            continue;
        const core::HardwareSpec& machine = search.machines.front().hardware;
        FoundLayout layout{hit, machine.name, machine.title, exactly(hit.stepSeconds), {}, held->fits, {}};
        nearest = DeviceSize{std::move(layout), held->peak, held->capacity, held->fits};
        if (held->fits)
            break;
    }
    return nearest;
}

/// The memory of one device; 0: unknown.
double deviceBytes(const core::HardwareSpec& hardware)
{
    const core::MemoryTier* tier = hardware.tier(core::Tier::Device);
    return tier == nullptr ? 0 : tier->usable().value.value() / static_cast<double>(tier->sharedBy);
}

/// The largest number for which \p fits, between \p low, for which it does, and \p high, for which it does
/// not.
template <class Fits>
core::Result<std::int64_t> lastThatFits(std::int64_t low, std::int64_t high, const Fits& fits)
{
    while (high - low > 1) {
        const std::int64_t middle = low + (high - low) / 2;
        SHARDSCOPE_TRY(const bool fit, fits(middle));
        (fit ? low : high) = middle;
    }
    return low;
}

/// With as many layers as fit: first by the closed forms, then from there down as traced. 0: not even \p
/// fewest.
template <class WithLayers>
core::Result<std::int64_t> mostLayers(const PreparedSearch& prepared, const WithLayers& withLayers,
                                      const core::Task& task, std::int64_t fewest)
{
    const auto fitting = [&](bool traced) {
        return [&, traced](std::int64_t layers) {
            withLayers(layers);
            return anyFits(prepared.search, traced, task);
        };
    };
    std::int64_t low = 0;
    std::int64_t high = fewest;
    for (; high <= kMostLayers; high *= 2) {
        SHARDSCOPE_TRY(const bool fit, fitting(false)(high));
        if (!fit)
            break;
        low = high;
    }
    if (low == 0)
        return low;
    SHARDSCOPE_TRY(low, lastThatFits(low, high, fitting(false)));
    high = low + 1;
    for (std::int64_t less = 1; low > 0; less *= 2) {
        SHARDSCOPE_TRY(const bool fit, fitting(true)(low));
        if (fit)
            break;
        high = low;
        low = low > less + fewest ? low - less : low > fewest ? fewest : 0;
    }
    return low > 0 ? lastThatFits(low, high, fitting(true)) : core::Result<std::int64_t>(low);
}

/// Whether two machines have the same device, as far as memory goes.
bool sameDevice(const core::HardwareSpec& a, const core::HardwareSpec& b)
{
    const core::MemoryTier* ofA = a.tier(core::Tier::Device);
    const core::MemoryTier* ofB = b.tier(core::Tier::Device);
    return ofA != nullptr && ofB != nullptr && deviceBytes(a) == deviceBytes(b) && a.vendor == b.vendor &&
           ofA->label == ofB->label;
}

} // namespace

core::Result<Sweep> sweepSearch(const core::Catalog& catalog, const PlanSearchRequest& request,
                                const core::Task& task,
                                const std::function<void(const Sweep&, double)>& sofar)
{
    const std::string& wish = request.sweep;
    const std::size_t equals = wish.find('=');
    if (equals == std::string::npos)
        return core::errorIn(ErrorCode::SyntaxError, {"KEY=A,B,C", "--sweep"}, "--sweep");
    Sweep sweep;
    sweep.key = wish.substr(0, equals);
    SHARDSCOPE_TRY(const std::vector<std::string> values, valuesOf(wish.substr(equals + 1)));
    double first = 0;
    for (const std::string& value : values) {
        PlanSearchRequest one = request;
        one.top = 1;
        one.relax = false;
        one.sensitivity = false;
        one.simulate = false;
        one.margins = false;
        one.why.clear();
        one.pareto.clear();
        if (sweep.key == "devices")
            one.devices = value;
        else
            one.fixed.push_back(sweep.key + "=" + value);
        const auto prepared = prepareSearch(catalog, one);
        if (!prepared.ok()) { // the value of --fix that is wrong is ours
            core::Error wrong = prepared.error();
            if (wrong.place.file == "--fix" && request.fixed.empty())
                wrong.place.file = "--sweep";
            return wrong;
        }
        if (sweep.rows.empty())
            sweep.search = prepared->search;
        SHARDSCOPE_TRY(const PlanSearchAnswer answer, answerSearch(*prepared, one, task));
        SweepRow row{value, {}, 0, false};
        if (!answer.best.empty()) {
            row.best = answer.best.front();
            first = first > 0 ? first : perDevice(row.best->hit);
            row.efficiency = perDevice(row.best->hit) / first;
        }
        sweep.rows.push_back(std::move(row));
        if (sofar)
            sofar(sweep, static_cast<double>(sweep.rows.size()) / static_cast<double>(values.size()));
    }
    markKnee(sweep);
    return sweep;
}

core::Result<LargestModel> largestModel(const core::Catalog& catalog, const PlanSearchRequest& request,
                                        const core::Task& task)
{
    PlanSearchRequest quick = request;
    quick.top = 1;
    quick.relax = false;
    quick.sensitivity = false;
    quick.simulate = false;
    quick.margins = false;
    quick.why.clear();
    quick.pareto.clear();
    SHARDSCOPE_TRY(PreparedSearch prepared, prepareSearch(catalog, quick));
    // What devices hold, unless a place is asked for: with a host's memory the answer is a model that takes
    // hours a step.
    planner::keepOnDevice(prepared.search.space);
    const core::Transformer* shape = prepared.search.model.transformer();
    if (shape == nullptr || shape->decoderLayers > 0 || !shape->denseLayers.empty())
        return core::errorIn(ErrorCode::NotSupported,
                             {core::phrase(W_("--largest-model for %1"), {prepared.search.model.name}),
                              core::phrase(W_("its layers are not all alike"))},
                             "--largest-model");
    const core::Transformer given = *shape;
    const auto withLayers = [&](std::int64_t layers) {
        core::Transformer grown = given;
        grown.layers = layers;
        prepared.search.model.form = grown;
    };
    SHARDSCOPE_TRY(
        const std::int64_t low,
        mostLayers(prepared, withLayers, task, std::max<std::int64_t>(1, given.leadingDenseLayers + 1)));
    LargestModel largest;
    largest.layers = low;
    withLayers(std::max<std::int64_t>(1, low));
    SHARDSCOPE_TRY(largest.answer, answerSearch(prepared, request, task));
    if (low > 0 && low < kMostLayers) {
        withLayers(low + 1);
        quick.relax = true;
        prepared.constraints.clear(); // the nearest plan alone
        SHARDSCOPE_TRY(const PlanSearchAnswer beyond, answerSearch(prepared, quick, task));
        if (!beyond.nearest.empty())
            largest.beyond = beyond.nearest.front();
        withLayers(low);
    }
    if (low > 0 && !largest.answer.best.empty()) {
        const planner::PlanHit& hit = largest.answer.best.front().hit;
        SHARDSCOPE_TRY(const core::Evaluation evaluation,
                       planner::evaluate(prepared.search.model,
                                         prepared.search.machines[hit.machine].hardware, hit.plan,
                                         planner::Detail::Plain));
        largest.parameters = evaluation.parameters;
    }
    return largest;
}

core::Result<PlanSearchAnswer> smallestDevice(const core::Catalog& catalog, const PlanSearchRequest& request,
                                              const core::Task& task)
{
    PlanSearchRequest asked = request;
    if (asked.hardware.empty() && asked.around.empty() && asked.planFile.empty())
        asked.hardware = core::joined(catalog.hardwareNames(), ",");
    if (asked.devices.empty() && asked.around.empty())
        asked.devices = "1";
    SHARDSCOPE_TRY(PreparedSearch prepared, prepareSearch(catalog, asked));
    planner::keepOnDevice(prepared.search.space); // as for the largest model
    const std::vector<planner::SearchMachine> machines = prepared.search.machines;
    const bool any = request.hardware.empty(); // then one machine of each device will do
    std::vector<std::size_t> order;
    order.reserve(machines.size());
    for (std::size_t i = 0; i < machines.size(); ++i) {
        const bool known = any && std::ranges::any_of(order, [&](std::size_t other) {
                               return sameDevice(machines[other].hardware, machines[i].hardware);
                           });
        if (!known && machines[i].devices.front() <=
                          machines[i].hardware.devices().value_or(machines[i].devices.front()))
            order.push_back(i);
    }
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        return deviceBytes(machines[a].hardware) < deviceBytes(machines[b].hardware);
    });
    std::vector<DeviceSize> sizes;
    std::optional<std::size_t> smallest;
    for (const std::size_t index : order) {
        planner::PlanSearch one = prepared.search;
        one.machines = {machines[index]};
        SHARDSCOPE_TRY(std::optional<DeviceSize> size, sizeOf(std::move(one), task));
        if (!size)
            continue;
        const bool second = size->fits && smallest;
        if (size->fits && !smallest)
            smallest = index;
        sizes.push_back(std::move(*size));
        if (second)
            break;
    }
    PlanSearchAnswer answer;
    if (smallest) {
        const std::string name = prepared.names.machines[*smallest];
        prepared.search.machines = {machines[*smallest]};
        prepared.names.machines = {name};
        SHARDSCOPE_TRY(answer, answerSearch(prepared, asked, task));
    } else {
        answer.search = prepared.search;
        answer.names = prepared.names;
    }
    answer.sizes = std::move(sizes);
    return answer;
}

std::string largestModelJson(const LargestModel& largest)
{
    core::Value document = core::parseJsonText(planSearchJson(largest.answer), {}).value();
    document.member("largest_model") =
        core::Value::ofMembers({{"layers", core::Value::ofInteger(largest.layers)},
                                {"parameters", core::Value::ofReal(largest.parameters)}});
    return core::jsonText(document) + "\n";
}

} // namespace shardscope::app
