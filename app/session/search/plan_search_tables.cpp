// SPDX-License-Identifier: GPL-3.0-or-later
// An answer of the search of plans as tables and lines.
#include "app/session/search/layout_words.h"
#include "app/session/search/plan_options.h"
#include "app/session/search/plan_search_answer.h"
#include "app/session/search/search_solvers.h"
#include "app/session/text/choice_words.h"
#include "core/base/joined.h"
#include "core/base/mapped.h"
#include "core/explain/derivation.h"
#include "core/plan/plan_file.h"
#include "core/report/columns.h"

#include <QStringList>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <set>

namespace shardscope::app {
namespace {

using core::Cell;

/// Keys beside the division of which the variants of \p search have more than one word.
std::vector<std::string> triedKeys(const planner::PlanSearch& search)
{
    std::map<std::string, std::set<std::string>> words;
    for (const core::Plan& variant : search.space.variants) {
        for (const auto& [key, value] : optionsOf(core::planDocument(variant)))
            words[key].insert(value);
    }
    std::vector<std::string> tried;
    for (const auto& [key, values] : words) {
        if (values.size() > 1 && key != "global-batch" && !saysDivision(key))
            tried.push_back(key);
    }
    return tried;
}

std::string choiceWords(const std::vector<std::string>& keys, const core::Plan& plan)
{
    std::string text;
    for (const auto& [key, value] :
         keys.empty() ? std::vector<PlanOption>{} : optionsOf(core::planDocument(plan))) {
        if (std::ranges::find(keys, key) != keys.end())
            text += (text.empty() ? "" : " ") + key + "=" + value;
    }
    return text;
}

/// A column, and what a plan has in it.
struct PlanColumn {
    core::Column column;
    std::function<Cell(const FoundLayout&)> cell;
};

Cell known(const std::optional<double>& value) { return value ? Cell(*value) : Cell(); }

/// What a training, or else a step, comes to: of it what any of \p layouts has.
std::vector<PlanColumn> totalColumns(const planner::PlanSearch& search,
                                     const std::vector<const FoundLayout*>& layouts, bool losses)
{
    using planner::PlanHit;
    std::vector<PlanColumn> all;
    const auto add = [&](core::Column column, std::optional<double> (*valueOf)(const PlanHit&)) {
        all.push_back(
            {std::move(column), [valueOf](const FoundLayout& found) { return known(valueOf(found.hit)); }});
    };
    const auto any = [&](std::optional<double> (*valueOf)(const PlanHit&)) {
        return std::ranges::any_of(layouts,
                                   [&](const FoundLayout* found) { return valueOf(found->hit).has_value(); });
    };
    const auto training = [](const PlanHit& hit) { return hit.trainingSeconds; };
    const auto loss = [](const PlanHit& hit) { return hit.trainingLoss; };
    if (any(training))
        add(core::secondsColumn("training_seconds", N_("Training")), training);
    if (losses && any(loss))
        add(core::realColumn("training_loss", N_("Loss"),
                             N_("nats a token by the scaling law of "
                                "arXiv:2203.15556, which was fitted to dense "
                                "decoders on that paper's text")),
            loss);
    if (any(costOf))
        add(core::quantityColumn("cost", N_("Cost"), core::kCurrency, N_("of the training, else of a step")),
            costOf);
    if (asksEnergy(search))
        add(core::quantityColumn("energy", N_("Energy"), core::kJoule, N_("of the training, else of a step")),
            energyOf);
    return all;
}

} // namespace

double ratePerSecond(const planner::PlanHit& hit)
{
    return hit.samplesPerSecond *
           static_cast<double>(std::max<std::int64_t>(1, hit.plan.batch.sequenceLength));
}

std::optional<double> tokensPerDevice(const planner::PlanHit& hit)
{
    return hit.plan.batch.sequenceLength > 0
               ? std::optional(ratePerSecond(hit) / static_cast<double>(hit.devices))
               : std::nullopt;
}

std::optional<double> costOf(const planner::PlanHit& hit)
{
    return hit.trainingSeconds ? hit.trainingCurrency : hit.currencyPerStep;
}
std::optional<double> energyOf(const planner::PlanHit& hit)
{
    return hit.trainingSeconds ? hit.trainingJoules : hit.joulesPerStep;
}

std::string choiceNames(const planner::PlanSearch& search, const core::Plan& plan)
{
    QStringList names;
    const std::vector<std::string> keys =
        search.space.variants.size() > 1 ? triedKeys(search) : std::vector<std::string>{};
    for (const auto& [key, value] : optionsOf(core::planDocument(plan))) {
        if (std::ranges::find(keys, key) == keys.end())
            continue;
        const QString title = choiceTitle(key, value);
        // A framework, a schedule are said by their names; a number or a switch with what it is of.
        const bool name = key == "framework" || key == "implementation" || key == "schedule";
        names << (name ? title : optionText(key) + QLatin1Char(' ') + title);
    }
    return names.join(QStringLiteral(", ")).toStdString();
}

std::string choiceWords(const planner::PlanSearch& search, const core::Plan& plan)
{
    return search.space.variants.size() > 1 ? choiceWords(triedKeys(search), plan) : std::string();
}

bool asksEnergy(const planner::PlanSearch& search)
{
    const auto energy = planner::PlanObjective::Energy;
    return search.objective == energy || search.limits.joules ||
           std::ranges::find(search.front, energy) != search.front.end();
}

core::Table layoutTable(const planner::PlanSearch& search, const std::vector<FoundLayout>& layouts,
                        const char* key, const char* title)
{
    std::vector<PlanColumn> columns;
    const auto add = [&](core::Column column, std::function<Cell(const FoundLayout&)> cell) {
        columns.push_back({std::move(column), std::move(cell)});
    };
    const auto any = [&](const auto& has) { return std::ranges::any_of(layouts, has); };
    // What is asked comes first, what the plan says behind it.
    add(core::textColumn("hardware", N_("Hardware")), [](const auto& found) { return found.hardware; });
    add(core::integerColumn("devices", N_("Devices")), [](const auto& found) { return found.hit.devices; });
    add(core::textColumn("axes", N_("Layout")), [](const auto& found) { return axesWords(found.hit.plan); });
    add(core::secondsColumn("step_seconds", N_("Step")),
        [](const auto& found) { return found.hit.stepSeconds; });
    add(core::fractionColumn("behind", N_("Behind the best")),
        [best = layouts.empty() ? 0 : layouts.front().hit.primary](const auto& found) {
            return best > 0 ? Cell(found.hit.primary / best - 1) : Cell();
        });
    std::ranges::move(
        totalColumns(search, core::mapped(layouts, [](const auto& found) { return &found; }), false),
        std::back_inserter(columns));
    const std::vector<std::string> tried =
        search.space.variants.size() > 1 ? triedKeys(search) : std::vector<std::string>{};
    if (!tried.empty())
        add(core::textColumn("choices", N_("Choices"), N_("of keys of which several words were asked for")),
            [&](const auto& found) { return choiceWords(tried, found.hit.plan); });
    add(core::integerColumn("micro_batch", N_("Micro-batch")),
        [](const auto& found) { return found.hit.plan.batch.microBatch; });
    add(core::integerColumn("global_batch", N_("Global batch")),
        [](const auto& found) { return found.hit.plan.batch.globalBatch; });
    add(core::textColumn("schedule", N_("Schedule")),
        [](const auto& found) { return scheduleWords(found.hit.plan); });
    add(core::textColumn("recompute", N_("Recompute")),
        [](const auto& found) { return recomputeWords(found.hit.plan); });
    add(core::textColumn("sharding", N_("Sharding")),
        [](const auto& found) { return stateWords(found.hit.plan); });
    if (any([](const FoundLayout& found) { return tokensPerDevice(found.hit).has_value(); }))
        add(core::realColumn("tokens_per_second_per_device", N_("Tokens/s a device")),
            [](const auto& found) { return known(tokensPerDevice(found.hit)); });
    else
        add(core::realColumn("samples_per_second", N_("Samples/s")),
            [](const auto& found) { return found.hit.samplesPerSecond; });
    add(core::bytesColumn("peak_bytes", N_("Device memory")),
        [](const auto& found) { return found.hit.peakBytes; });
    add(core::bytesColumn("walked_peak_bytes", N_("Allocator peak"), N_("the peak operation by operation")),
        [](const auto& found) { return known(found.tracedPeakBytes); });
    if (any([](const FoundLayout& found) { return found.simulatedSeconds.has_value(); }))
        add(core::secondsColumn("simulated_seconds", N_("Simulated"), N_("the step event by event")),
            [](const auto& found) { return known(found.simulatedSeconds); });
    if (any([](const FoundLayout& found) { return !found.twins.empty(); }))
        add(core::integerColumn(
                "twins", N_("Twins"),
                N_("other plans with the same objective and the same time, which have no row")),
            [](const auto& found) { return static_cast<std::int64_t>(found.twins.size()); });
    const auto interval = intervalCells(exactly(0));
    for (std::size_t i = 0; i < interval.size(); ++i)
        add(interval[i].first, [i](const auto& found) { return intervalCells(found.step)[i].second; });
    core::Table table{key, title, core::mapped(columns, &PlanColumn::column), {}};
    const auto choices = table.columnIndex("choices");
    for (const FoundLayout& found : layouts) {
        table.rows.push_back(core::mapped(columns, [&](const PlanColumn& one) { return one.cell(found); }));
        table.noteLast(0).name = found.title;
        if (choices)
            table.noteLast(*choices).name = choiceNames(search, found.hit.plan);
    }
    return table;
}

std::string twinsSummary(const PlanSearchAnswer& answer)
{
    std::string text;
    for (std::size_t i = 0; !answer.best.empty() && i < answer.best.front().twins.size(); ++i)
        text += (i == 0 ? "As good as the first: " : "; ") + layoutWords(answer.best.front().twins[i].plan);
    return text.empty() ? text : text + "\n";
}

std::string simulatedSummary(const PlanSearchAnswer& answer, const core::TextStyle& style)
{
    const auto perSample = [](const FoundLayout& found) {
        return found.simulatedSeconds
                   ? *found.simulatedSeconds / static_cast<double>(found.hit.plan.batch.globalBatch)
                   : std::numeric_limits<double>::infinity();
    };
    const auto fastest = std::ranges::min_element(
        answer.best, [&](const auto& a, const auto& b) { return perSample(a) < perSample(b); });
    if (answer.search.objective != planner::PlanObjective::Time || fastest == answer.best.begin() ||
        fastest == answer.best.end() || !answer.best.front().simulatedSeconds)
        return {};
    return "Simulated, plan " + std::to_string(fastest - answer.best.begin() + 1) +
           " is the fastest: " + core::toText(core::Seconds{perSample(*fastest)}, style) +
           " a sample, the first " + core::toText(core::Seconds{perSample(answer.best.front())}, style) +
           "\n";
}

core::Table deviceSizeTable(const PlanSearchAnswer& answer)
{
    core::Table table{"sizes", N_("By the memory of a device"), {}, {}};
    table.columns = {core::textColumn("hardware", N_("Hardware")),
                     core::integerColumn("devices", N_("Devices")),
                     core::bytesColumn("capacity_bytes", N_("Memory of a device")),
                     core::flagColumn("fits", N_("Fits")),
                     core::bytesColumn("need_bytes", N_("Needs"), N_("the plan that comes nearest to fit")),
                     core::textColumn("layout", N_("Layout"))};
    for (const DeviceSize& size : answer.sizes) {
        table.rows.push_back({size.leanest.hardware, size.leanest.hit.devices, size.capacityBytes, size.fits,
                              size.needBytes, layoutWords(size.leanest.hit.plan)});
        table.noteLast(0).name = size.leanest.title;
    }
    return table;
}

core::Table sensitivityTable(const PlanSearchAnswer& answer)
{
    core::Table table{"sensitivity", N_("What each axis is worth around the best plan"), {}, {}};
    table.columns = {core::wordColumn(core::Words::Label, "key", N_("Key")),
                     core::textColumn("value", N_("Value")),
                     core::secondsColumn("step_seconds", N_("Step")),
                     core::fractionColumn("behind", N_("Behind the best")),
                     core::flagColumn("fits", N_("Fits")),
                     core::flagColumn("best", N_("The best plan's"))};
    for (const AxisWorth& one : answer.sensitivity) {
        table.rows.push_back({one.key, one.value, one.stepSeconds,
                              one.stepSeconds / answer.best.front().hit.stepSeconds - 1, one.feasible,
                              one.best});
        table.noteLast(1).name = choiceTitle(one.key, one.value).toStdString();
    }
    return table;
}

namespace {

std::optional<double> numberOf(const Cell& cell)
{
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return static_cast<double>(*whole);
    const auto* real = std::get_if<double>(&cell);
    return real != nullptr ? std::optional(*real) : std::nullopt;
}

/// The change as a part of what was asked.
Cell changeOf(const Cell& asked, const Cell& is)
{
    const auto from = numberOf(asked);
    const auto to = numberOf(is);
    return from && to && *from > 0 ? Cell(*to / *from - 1) : Cell();
}

} // namespace

core::Table relaxTable(const PlanSearchAnswer& answer)
{
    core::Table table{"relax", N_("How far one constraint has to be relaxed"), {}, {}};
    table.columns = {core::textColumn("constraint", N_("Constraint")),
                     core::flagColumn("helps", N_("Helps alone")),
                     core::textColumn("asked", N_("Asked")),
                     core::textColumn("needed", N_("Needed"), N_("the least change with which a plan fits")),
                     core::fractionColumn("change", N_("Change")),
                     core::textColumn("layout", N_("Plan that fits then")),
                     core::integerColumn("devices", N_("Devices")),
                     core::secondsColumn("step_seconds", N_("Step"))};
    for (const Relaxed& one : answer.relax) {
        std::vector<Cell>& row = table.rows.emplace_back(table.columns.size());
        row[0] = one.constraint;
        row[1] = one.least.has_value();
        row[2] = one.asked;
        row[3] = one.needed;
        for (std::size_t column : {2, 3}) {
            if (one.dimension != core::Dimension{})
                table.noteLast(column).dimension = one.dimension;
        }
        if (!one.least)
            continue;
        row[4] = changeOf(one.asked, one.needed);
        row[5] = layoutWords(one.least->hit.plan);
        row[6] = one.least->hit.devices;
        row[7] = one.least->hit.stepSeconds;
    }
    return table;
}

core::Table togetherTable(const PlanSearchAnswer& answer)
{
    core::Table table{"together", N_("Constraints that help when they are given up together"), {}, {}};
    table.columns = {core::textColumn("constraints", N_("Constraints")),
                     core::textColumn("layout", N_("Plan that fits then")),
                     core::integerColumn("devices", N_("Devices")),
                     core::secondsColumn("step_seconds", N_("Step")),
                     core::bytesColumn("peak_bytes", N_("Device memory"))};
    for (const RelaxedTogether& one : answer.together) {
        const planner::PlanHit& hit = one.best.hit;
        table.rows.push_back({core::joined(one.constraints, " + "), layoutWords(hit.plan), hit.devices,
                              hit.stepSeconds,
                              std::max(hit.peakBytes, one.best.tracedPeakBytes.value_or(0))});
    }
    return table;
}

core::Table whyTable(const WhyNot& why)
{
    core::Table table{"why", N_("The plan beside the best, of a sample"), {}, {}};
    table.columns = {core::wordColumn(core::Words::Label, "part", N_("Part")),
                     core::secondsColumn("seconds", N_("The plan")),
                     core::secondsColumn("best_seconds", N_("The best")),
                     core::secondsColumn("loss", N_("Loss"))};
    for (const WhyNot::Part& part : why.parts)
        table.rows.push_back({std::string(core::nameOf(part.part)), part.seconds, part.bestSeconds,
                              part.seconds - part.bestSeconds});
    return table;
}

core::Table beyondTable(const WhyNot& why)
{
    core::Table table{"beyond", N_("What was asked that the plan does not keep"), {}, {}};
    table.columns = {core::textColumn("constraint", N_("Constraint")), core::textColumn("asked", N_("Asked")),
                     core::textColumn("is", N_("The plan")), core::fractionColumn("change", N_("Change"))};
    for (const WhyNot::Beyond& one : why.beyond) {
        table.rows.push_back({one.constraint, one.asked, one.is, changeOf(one.asked, one.is)});
        for (std::size_t column : {1, 2}) {
            if (one.dimension != core::Dimension{})
                table.noteLast(column).dimension = one.dimension;
        }
    }
    return table;
}

std::string planSearchSummary(const PlanSearchAnswer& answer)
{
    const planner::PlanTally& tally = answer.outcome.tally;
    const std::string rules = core::joined(
        tally.pruned, ", ", [](const auto& one) { return one.first + " " + std::to_string(one.second); });
    return std::to_string(tally.considered) + " considered; " + std::to_string(tally.prunedInAll()) +
           " left out (" + rules + "); " + std::to_string(tally.evaluated) + " evaluated, " +
           std::to_string(tally.feasible) + " fit; " + std::to_string(answer.tracedOut.size()) +
           " left out by the allocator simulation; " + core::numberText(answer.seconds, 3) + " s";
}

core::Table sweepTable(const Sweep& sweep)
{
    core::Table table{"sweep", N_("The best plan at each value"), {}, {}};
    table.columns = {core::textColumn("value", sweep.key),
                     core::textColumn("layout", N_("Layout")),
                     core::secondsColumn("step_seconds", N_("Step")),
                     core::realColumn("samples_per_second", N_("Samples/s")),
                     core::realColumn("tokens_per_second_per_device", N_("Tokens/s a device")),
                     core::fractionColumn("efficiency", N_("Efficiency")),
                     core::flagColumn("knee", N_("Knee"))};
    std::vector<const FoundLayout*> found;
    for (const SweepRow& row : sweep.rows) {
        if (row.best)
            found.push_back(&*row.best);
    }
    const std::vector<PlanColumn> totals = totalColumns(sweep.search, found, true);
    for (const PlanColumn& one : totals)
        table.columns.push_back(one.column);
    for (const SweepRow& row : sweep.rows) {
        std::vector<Cell>& cells = table.rows.emplace_back(table.columns.size());
        cells.front() = row.value;
        if (!row.best)
            continue;
        const planner::PlanHit& hit = row.best->hit;
        cells = {row.value,
                 layoutWords(hit.plan),
                 hit.stepSeconds,
                 hit.samplesPerSecond,
                 known(tokensPerDevice(hit)),
                 row.efficiency,
                 row.knee};
        for (const PlanColumn& one : totals)
            cells.push_back(one.cell(*row.best));
    }
    return table;
}

} // namespace shardscope::app
