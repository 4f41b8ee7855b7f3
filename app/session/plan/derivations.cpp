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

using Numbers = core::ExplainedNumbers;

core::Explained<core::kNumber> given(std::int64_t count, const char* label, const char* key)
{
    return Numbers::leaf(core::Number{static_cast<double>(count)}, label, core::SourceKind::Given, key);
}

core::DerivationPtr devicesDerivation(const core::Evaluation& evaluation);

/// The rates of a step as they follow from its time. Nothing where the step is not explained.
class RateDerivations {
public:
    explicit RateDerivations(const core::Evaluation& evaluation)
        : m_evaluation(evaluation)
    {
        const auto* step = evaluation.step.find(core::StepPart::Total);
        if (step != evaluation.step.end())
            m_step = step->second.why;
    }
    [[nodiscard]] bool known() const { return m_step != nullptr; }

    [[nodiscard]] core::DerivationPtr samples() const
    {
        return Numbers::named(W_("samples_per_second"), batch() / seconds(), {}).derivation();
    }
    [[nodiscard]] core::DerivationPtr tokens() const
    {
        const auto length =
            given(m_evaluation.plan.batch.sequenceLength, W_("sequence_length"), "/batch/sequence_length");
        return Numbers::named(W_("tokens_per_second"), batch() * length / seconds(), {}).derivation();
    }
    /// FLOP/s of all devices.
    [[nodiscard]] core::DerivationPtr total(bool recomputed) const { return flops(recomputed).derivation(); }
    [[nodiscard]] core::DerivationPtr perDevice(bool recomputed) const
    {
        return Numbers::named(recomputed ? W_("hardware_flops_per_device") : W_("model_flops_per_device"),
                              flops(recomputed) / devices(), {})
            .derivation();
    }
    /// MFU (arXiv:2204.02311, appendix B) and HFU.
    [[nodiscard]] core::DerivationPtr utilization(bool recomputed) const
    {
        const auto peak = Numbers::leaf(core::FlopsPerSecond{m_evaluation.throughput.peakFlopsPerSecond},
                                        "peak", core::SourceKind::Specification, "");
        return Numbers::named(recomputed ? W_("hardware_flops_utilization") : W_("model_flops_utilization"),
                              flops(recomputed) / (devices() * peak), "arXiv:2204.02311, appendix B")
            .derivation();
    }

private:
    [[nodiscard]] core::Explained<core::kSecond> seconds() const
    {
        return core::Explained<core::kSecond>(m_step);
    }
    [[nodiscard]] core::Explained<core::kNumber> batch() const
    {
        return given(m_evaluation.plan.batch.globalBatch, W_("global_batch"), "/batch/global_batch");
    }
    [[nodiscard]] core::Explained<core::kNumber> devices() const
    {
        return core::Explained<core::kNumber>(devicesDerivation(m_evaluation));
    }
    [[nodiscard]] core::Explained<core::kFlopPerSecond> flops(bool recomputed) const
    {
        const core::Throughput& rates = m_evaluation.throughput;
        const auto sample =
            Numbers::leaf(core::Flops{recomputed ? rates.hardwareFlopsPerSample : rates.modelFlopsPerSample},
                          recomputed ? W_("hardware_flops_per_sample") : W_("model_flops_per_sample"),
                          core::SourceKind::Derived, "arXiv:2205.05198, appendix A");
        return Numbers::named(recomputed ? W_("hardware_flops_per_second") : W_("model_flops_per_second"),
                              batch() * sample / seconds(), {});
    }

    const core::Evaluation& m_evaluation;
    core::DerivationPtr m_step;
};

core::DerivationPtr devicesDerivation(const core::Evaluation& evaluation)
{
    const core::Axes& axes = evaluation.plan.axes;
    return Numbers::named(W_("devices"),
                          given(axes.tensor, "t", "/parallel/tensor") *
                              given(axes.pipeline, "p", "/parallel/pipeline") *
                              given(axes.replica, "r", "/parallel/replica") *
                              given(axes.context, W_("context"), "/parallel/context"),
                          {})
        .derivation();
}

using Visit = std::function<void(const std::string&, const core::DerivationPtr&)>;

void eachRate(const core::Evaluation& evaluation, const Visit& visit)
{
    const RateDerivations rates(evaluation);
    if (!rates.known())
        return;
    if (evaluation.throughput.samplesPerSecond > 0)
        visit("throughput.samples_per_second", rates.samples());
    if (evaluation.throughput.tokensPerSecond > 0)
        visit("throughput.tokens_per_second", rates.tokens());
    if (evaluation.throughput.modelFlopsPerSample <= 0)
        return;
    for (const bool recomputed : {false, true}) {
        const std::string kind = recomputed ? "throughput.hardware_" : "throughput.model_";
        visit(kind + "flops_per_second", rates.total(recomputed));
        visit(kind + "flops_per_device", rates.perDevice(recomputed));
        visit(kind + "flops_utilization", rates.utilization(recomputed));
    }
}

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
    eachRate(evaluation, visit);
    eachCost(evaluation, visit);
    if (evaluation.plan.axes.devices() ==
        evaluation.devices) // a recommender's system has machines of other kinds
        visit("devices", devicesDerivation(evaluation));
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
