// SPDX-License-Identifier: GPL-3.0-or-later
// The multiple-choice knapsack greedy: E. Zemel, "The linear multiple choice knapsack problem", Operations
// Research 28 (1980).
#include "planner/recommender/placement/option_choice.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace shardscope::planner {

namespace {

enum class Memory { Device, Host };

double bytesOf(const TableOption& option, Memory memory)
{
    return memory == Memory::Device ? option.deviceTotal : option.hostTotal;
}

/// Indices of \p usable options on the lower convex hull of (bytes, work), from most bytes (least work) to
/// fewest.
std::vector<std::size_t> hullOf(const std::vector<TableOption>& options,
                                const std::vector<std::size_t>& usable, Memory memory)
{
    std::vector<std::size_t> order = usable;
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        if (options[a].work != options[b].work)
            return options[a].work < options[b].work;
        return bytesOf(options[a], memory) < bytesOf(options[b], memory);
    });
    std::vector<std::size_t> hull;
    for (const std::size_t candidate : order) {
        const double bytes = bytesOf(options[candidate], memory);
        if (!hull.empty() && bytes >= bytesOf(options[hull.back()], memory))
            continue; // more work and no fewer bytes
        while (hull.size() >= 2) {
            const TableOption& last = options[hull.back()];
            const TableOption& before = options[hull[hull.size() - 2]];
            const double first =
                (last.work - before.work) / (bytesOf(before, memory) - bytesOf(last, memory));
            const double second = (options[candidate].work - last.work) / (bytesOf(last, memory) - bytes);
            if (second > first)
                break;
            hull.pop_back();
        }
        hull.push_back(candidate);
    }
    return hull;
}

/// One step down a table's hull.
struct Step {
    std::size_t table = 0;
    std::size_t to = 0;
    double freed = 0;
    double work = 0;
    [[nodiscard]] double price() const { return work / freed; }
};

/// All steps of all tables, cheapest first; within a table in hull order because the hull is convex.
std::vector<Step> stepsOf(const OptionTable& options, const std::vector<std::vector<std::size_t>>& hulls,
                          Memory memory)
{
    std::vector<Step> steps;
    for (std::size_t table = 0; table < hulls.size(); ++table) {
        for (std::size_t i = 1; i < hulls[table].size(); ++i) {
            const TableOption& from = options[table][hulls[table][i - 1]];
            const TableOption& to = options[table][hulls[table][i]];
            steps.push_back(
                {table, hulls[table][i], bytesOf(from, memory) - bytesOf(to, memory), to.work - from.work});
        }
    }
    std::ranges::stable_sort(steps, {}, &Step::price);
    return steps;
}

std::vector<std::size_t> everyOption(const std::vector<TableOption>& options)
{
    std::vector<std::size_t> all(options.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
}

/// Options of \p filter (if there are any, else all) whose shard is quick enough; if none is, those nearly as
/// quick as the quickest.
std::vector<std::size_t> quickEnough(const std::vector<TableOption>& options, double slowestShard,
                                     const OptionFilter& filter)
{
    std::vector<std::size_t> usable = everyOption(options);
    std::erase_if(usable, [&](std::size_t option) { return !filter(options[option]); });
    if (usable.empty())
        usable = everyOption(options);
    const auto seconds = [&](std::size_t option) { return options[option].shard.total().value(); };
    const double quickest = seconds(*std::ranges::min_element(usable, {}, seconds));
    const double limit = std::max(slowestShard, quickest * 1.05);
    std::erase_if(usable, [&](std::size_t option) { return seconds(option) > limit; });
    return usable;
}

double sumOf(const OptionTable& options, const std::vector<std::size_t>& chosen, Memory memory)
{
    double total = 0;
    for (std::size_t table = 0; table < options.size(); ++table)
        total += bytesOf(options[table][chosen[table]], memory);
    return total;
}

/// Host memory is full: tables go down to the SSD, cheapest work for the bytes first.
void spillHost(const OptionTable& options, double budget, std::vector<std::size_t>& chosen)
{
    double used = sumOf(options, chosen, Memory::Host);
    if (used <= budget)
        return;
    std::vector<Step> steps;
    for (std::size_t table = 0; table < options.size(); ++table) {
        const TableOption& now = options[table][chosen[table]];
        for (std::size_t i = 0; i < options[table].size(); ++i) {
            const TableOption& other = options[table][i];
            if (other.hostTotal < now.hostTotal && other.deviceTotal <= now.deviceTotal)
                steps.push_back({table, i, now.hostTotal - other.hostTotal, other.work - now.work});
        }
    }
    std::ranges::stable_sort(steps, {}, &Step::price);
    std::vector<bool> moved(options.size(), false);
    for (const Step& step : steps) {
        if (used <= budget)
            return;
        if (moved[step.table])
            continue;
        moved[step.table] = true;
        chosen[step.table] = step.to;
        used -= step.freed;
    }
}

} // namespace

OptionChoice chooseOptions(const OptionTable& options, const MemoryBudget& budget, double slowestShard,
                           const OptionFilter& filter)
{
    std::vector<std::vector<std::size_t>> hulls;
    OptionChoice choice;
    for (const auto& table : options) {
        hulls.push_back(hullOf(table, quickEnough(table, slowestShard, filter), Memory::Device));
        choice.option.push_back(hulls.back().front());
    }
    double used = sumOf(options, choice.option, Memory::Device);
    for (const Step& step : stepsOf(options, hulls, Memory::Device)) {
        if (used <= budget.device)
            break;
        choice.option[step.table] = step.to;
        used -= step.freed;
    }
    spillHost(options, budget.host, choice.option);
    double nvme = 0;
    for (std::size_t table = 0; table < options.size(); ++table)
        nvme += options[table][choice.option[table]].nvmeTotal;
    choice.fits = sumOf(options, choice.option, Memory::Device) <= budget.device &&
                  sumOf(options, choice.option, Memory::Host) <= budget.host && nvme <= budget.nvme;
    return choice;
}

double placementLowerBound(const OptionTable& options, const MemoryBudget& budget, std::int64_t devices)
{
    std::vector<std::vector<std::size_t>> hulls;
    double work = 0;
    double used = 0;
    double slowest = 0;
    for (const auto& table : options) {
        hulls.push_back(hullOf(table, everyOption(table), Memory::Device));
        work += table[hulls.back().front()].work;
        used += table[hulls.back().front()].deviceTotal;
        double quickest = std::numeric_limits<double>::infinity();
        for (const TableOption& option : table)
            quickest = std::min(quickest, option.shard.total().value());
        slowest = std::max(slowest, quickest);
    }
    for (const Step& step : stepsOf(options, hulls, Memory::Device)) {
        if (used <= budget.device)
            break;
        const double needed =
            std::min(1.0, (used - budget.device) / step.freed); // a fraction of the last one
        work += step.work * needed;
        used -= step.freed * needed;
    }
    return std::max(slowest, work / static_cast<double>(devices));
}

} // namespace shardscope::planner
