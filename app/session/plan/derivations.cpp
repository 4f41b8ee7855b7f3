// SPDX-License-Identifier: GPL-3.0-or-later
// Names for the derivations of an evaluation: memory.TIER.PURPOSE[@RANK_CLASS], step.PART,
// communication.GROUP.OPERATION, throughput.RATE, devices.
#include "app/session/plan/commands.h"

#include "core/base/nearest.h"
#include "core/base/phrase.h"
#include "core/base/text_mark.h"
#include "core/explain/explained.h"

#include <algorithm>
#include <functional>

namespace shardscope::app {
namespace {

std::string dotted(std::initializer_list<std::string_view> parts)
{
    std::string path;
    for (const std::string_view part : parts)
        path += (path.empty() ? "" : ".") + std::string(part);
    return path;
}

std::string partName(core::StepPart part)
{
    return part == core::StepPart::Total ? "total" : std::string(core::nameOf(part));
}

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
    for (const core::MemoryEntry& entry : memory.entries) {
        const std::string path = dotted({"memory", core::nameOf(entry.tier), core::nameOf(entry.purpose)});
        if (entry.rankClass == memory.fullest(entry.tier))
            visit(path, entry.why);
        visit(path + "@" + memory.classes[entry.rankClass].name, entry.why);
    }
    for (const core::TierUse& use : memory.tiers) {
        const std::string path = dotted({"memory", core::nameOf(use.tier), "peak"});
        if (use.rankClass == memory.fullest(use.tier))
            visit(path, use.why);
        visit(path + "@" + memory.classes[use.rankClass].name, use.why);
    }
    for (const auto& [part, time] : evaluation.step)
        visit(dotted({"step", partName(part)}), time.why);
    for (const core::CommunicationEntry& entry : evaluation.communication) {
        visit(dotted({"communication", entry.group, entry.operation}), entry.secondsWhy);
        visit(dotted({"communication", entry.group, entry.operation, "bytes"}), entry.bytesWhy);
    }
    for (const auto& [rate, why] : planner::rateDerivations(evaluation))
        visit(dotted({"throughput", rate}), why);
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
    core::Error error;
    error.code = core::ErrorCode::UnknownName;
    error.args = {path, core::nearestName(wanted, known), core::phrase(W_("number"))};
    if (error.args[1].empty() && !known.empty())
        error.args[1] = known.front();
    error.place.file = "--explain";
    return error;
}

std::vector<std::string> derivationPaths(const core::Evaluation& evaluation)
{
    std::vector<std::string> paths;
    eachDerivation(evaluation, [&](const std::string& path, const core::DerivationPtr& why) {
        if (why && std::find(paths.begin(), paths.end(), path) == paths.end())
            paths.push_back(path);
    });
    return paths;
}

} // namespace shardscope::app
