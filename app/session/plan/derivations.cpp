// SPDX-License-Identifier: GPL-3.0-or-later
// Names for the derivations of an evaluation: memory.TIER.PURPOSE[@RANK_CLASS], step.PART,
// communication.GROUP.OPERATION, throughput.RATE, devices.
#include "app/session/plan/commands.h"

#include "app/session/tables/derivation_paths.h"
#include "core/base/nearest.h"
#include "core/base/phrase.h"
#include "core/base/text_mark.h"

#include <algorithm>
#include <functional>

namespace shardscope::app {
namespace {

using Visit = std::function<void(const std::string&, const core::DerivationPtr&)>;

void eachCost(const core::Evaluation& evaluation, const Visit& visit)
{
    if (evaluation.energyWhy)
        visit("cost.energy_per_step", evaluation.energyWhy);
    if (evaluation.currencyWhy)
        visit("cost.currency_per_step", evaluation.currencyWhy);
    if (!evaluation.training)
        return;
    if (evaluation.training->secondsWhy)
        visit("training.seconds", evaluation.training->secondsWhy);
    if (evaluation.training->energyWhy)
        visit("training.energy", evaluation.training->energyWhy);
    if (evaluation.training->currencyWhy)
        visit("training.currency", evaluation.training->currencyWhy);
    if (evaluation.training->lossWhy)
        visit("training.loss", evaluation.training->lossWhy);
}

/// Calls \p visit with every path and its derivation; one path may come twice (with and without its rank
/// class).
void eachDerivation(const core::Evaluation& evaluation, const Visit& visit)
{
    const core::MemoryBreakdown& memory = evaluation.memory;
    const auto held = [&](core::Tier tier, std::string_view what, std::size_t rankClass,
                          const core::DerivationPtr& why) {
        if (rankClass == memory.fullest(tier))
            visit(memoryPath(tier, what), why);
        visit(memoryPath(tier, what, memory.classes[rankClass]), why);
    };
    for (const core::MemoryEntry& entry : memory.entries)
        held(entry.tier, core::nameOf(entry.purpose), entry.rankClass, entry.why);
    for (const core::TierUse& use : memory.tiers)
        held(use.tier, "peak", use.rankClass, use.why);
    for (const auto& [part, time] : evaluation.step)
        visit(stepPath(part), time.why);
    for (const core::CommunicationEntry& entry : evaluation.communication) {
        visit(communicationPath(entry), entry.secondsWhy);
        visit(communicationPath(entry) + ".bytes", entry.bytesWhy);
    }
    for (const auto& [rate, why] : planner::rateDerivations(evaluation))
        visit("throughput." + std::string(rate), why);
    eachCost(evaluation, visit);
    if (evaluation.plan.axes.devices() ==
        evaluation.devices) // a recommender's system has machines of other kinds
        visit("devices", planner::devicesDerivation(evaluation.plan));
}

/// "step.forward_seconds" and "step.seconds", as the JSON names them, mean step.forward and step.total.
std::string canonical(const std::string& path)
{
    if (path == "step" || path == "step.seconds")
        return "step.total";
    constexpr std::string_view suffix = "_seconds";
    if (path.rfind("step.", 0) == 0 && path.size() > suffix.size() &&
        path.compare(path.size() - suffix.size(), suffix.size(), suffix) == 0)
        return path.substr(0, path.size() - suffix.size());
    return path;
}

} // namespace

core::Result<core::DerivationPtr> findDerivation(const core::Evaluation& evaluation, const std::string& path)
{
    const std::string wanted = canonical(path);
    core::DerivationPtr found;
    eachDerivation(evaluation, [&](const std::string& candidate, const core::DerivationPtr& why) {
        if (!found && candidate == wanted)
            found = why;
    });
    if (found)
        return found;
    const std::vector<std::string> known = derivationPaths(evaluation);
    core::Error error{.code = core::ErrorCode::UnknownName,
                      .args = {path, core::nearestName(wanted, known), core::phrase(W_("number"))}};
    if (error.args[1].empty() && !known.empty())
        error.args[1] = known.front();
    error.place.file = "--explain";
    return error;
}

std::vector<std::string> derivationPaths(const core::Evaluation& evaluation)
{
    std::vector<std::string> paths;
    eachDerivation(evaluation, [&](const std::string& path, const core::DerivationPtr& why) {
        if (why && std::ranges::find(paths, path) == paths.end())
            paths.push_back(path);
    });
    return paths;
}

} // namespace shardscope::app
