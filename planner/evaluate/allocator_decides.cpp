// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/evaluate/allocator_decides.h"

#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "planner/evaluate/remedies.h"
#include "planner/framework/framework.h"
#include "planner/memory/streaming_pool.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace shardscope::planner {
namespace {

using core::Bytes;
using core::DerivationPtr;
using core::MemoryEntry;
using core::MemoryTrace;
using core::Operation;
using core::Purpose;
using core::Tier;
using core::TierUse;

constexpr auto kAllocator = "the allocator simulated through the step (docs/memory_model.md)";

DerivationPtr made(Operation operation, double value, std::string label, std::string citation,
                   std::vector<DerivationPtr> operands)
{
    return std::make_shared<const core::Derivation>(
        core::Derivation{operation, value, core::kByte, std::move(label), core::SourceKind::Derived,
                         std::move(citation), std::move(operands)});
}

/// \p bytes as the closed form (null where it has none) and what the memory trace adds to it or takes from
/// it.
DerivationPtr whyTraced(const char* label, double bytes, const DerivationPtr& closedForm)
{
    if (closedForm) {
        const bool more = bytes >= closedForm->value;
        const double difference = more ? bytes - closedForm->value : closedForm->value - bytes;
        const double sum = more ? closedForm->value + difference : closedForm->value - difference;
        if (sum == bytes) { // a derivation's text gives its value back to the last bit
            const DerivationPtr beyond =
                made(Operation::Leaf, difference,
                     more ? W_("simulation_beyond_closed_form") : W_("simulation_below_closed_form"),
                     kAllocator, {});
            return made(
                Operation::Named, bytes, label, kAllocator,
                {made(more ? Operation::Add : Operation::Subtract, sum, {}, {}, {closedForm, beyond})});
        }
    }
    return made(Operation::Named, bytes, label, kAllocator,
                {made(Operation::Leaf, bytes, W_("allocator_simulation"), kAllocator, {})});
}

/// Writes what traces show over what the closed forms said.
class Overwriting {
public:
    explicit Overwriting(core::Evaluation& evaluation, bool explains)
        : m_memory(evaluation.memory)
        , m_explains(explains)
    {
    }

    void put(const MemoryTrace& trace)
    {
        const auto found = std::ranges::find(m_memory.classes, trace.rankClass, &core::RankClass::name);
        if (found == m_memory.classes.end())
            return;
        m_class = static_cast<std::size_t>(found - m_memory.classes.begin());
        for (const core::TierBytes& held : trace.elsewhere)
            putEntry(held.tier, held.purpose, static_cast<double>(held.bytes));
        const auto beside = [&] { // of the device's tensors: what the allocator does not see
            return m_memory.held(m_class, Tier::Device, Purpose::Framework).value();
        };
        for (std::size_t purpose = 0; purpose <= static_cast<std::size_t>(Purpose::Workspace); ++purpose) {
            const auto which = static_cast<Purpose>(purpose);
            const auto at =
                std::ranges::find_if(trace.atPeak, [&](const auto& held) { return held.first == which; });
            if (at != trace.atPeak.end())
                putEntry(Tier::Device, which, static_cast<double>(at->second));
            else
                dropEntry(Tier::Device, which);
        }
        for (TierUse& use : m_memory.tiers) {
            if (use.rankClass != m_class)
                continue;
            if (use.tier == Tier::Device) {
                use.closedForm = use.peak;
                use.reserved = Bytes{static_cast<double>(trace.peakReserved) + beside()};
                const core::AllocationShortage& shortage = trace.shortage;
                if (shortage.request > 0)
                    use.withGaps =
                        Bytes{static_cast<double>(shortage.reserved() + shortage.request) + beside()};
            }
            sumUp(use);
        }
    }

    /// No class that was not traced may pass for fuller than the one that stands for it.
    void capUntraced()
    {
        Bytes most{0};
        for (const TierUse& use : m_memory.tiers) {
            if (use.tier == Tier::Device && use.traced())
                most = std::max(most, use.peak);
        }
        for (TierUse& use : m_memory.tiers) {
            if (use.tier == Tier::Device && !use.traced())
                use.peak = std::min(use.peak, most);
        }
    }

private:
    [[nodiscard]] auto entryOf(Tier tier, Purpose purpose)
    {
        return std::ranges::find_if(m_memory.entries, [&](const MemoryEntry& entry) {
            return entry.rankClass == m_class && entry.tier == tier && entry.purpose == purpose;
        });
    }

    void dropEntry(Tier tier, Purpose purpose)
    {
        for (auto at = entryOf(tier, purpose); at != m_memory.entries.end(); at = entryOf(tier, purpose))
            m_memory.entries.erase(at);
    }

    /// Replaces the closed form's entry, or stands before the class's entry of what the framework takes.
    void putEntry(Tier tier, Purpose purpose, double bytes)
    {
        auto at = entryOf(tier, purpose);
        DerivationPtr before;
        if (at == m_memory.entries.end()) {
            at = m_memory.entries.insert(entryOf(Tier::Device, Purpose::Framework),
                                         MemoryEntry{m_class, tier, purpose, Bytes{bytes}, {}});
        } else {
            before = at->why;
        }
        at->bytes = Bytes{bytes};
        at->why = m_explains ? whyTraced(core::nameOf(purpose).data(), bytes, before) : nullptr;
    }

    /// The peak of a tier as the sum of its entries, which are whole bytes but for what is not traced.
    void sumUp(TierUse& use) const
    {
        double sum = 0;
        DerivationPtr why;
        for (const MemoryEntry& entry : m_memory.entries) {
            if (entry.rankClass != use.rankClass || entry.tier != use.tier)
                continue;
            sum += entry.bytes.value();
            if (m_explains && entry.why)
                why = why ? made(Operation::Add, sum, {}, {}, {why, entry.why}) : entry.why;
        }
        use.peak = Bytes{sum};
        use.why = why ? made(Operation::Named, sum, W_("peak"),
                             "sum of what is held when the class is fullest", {why})
                      : nullptr;
    }

    core::MemoryBreakdown& m_memory;
    bool m_explains;
    std::size_t m_class = 0;
};

/// The figures of case files (contract, section 4) as the allocator shows them.
void putFigures(const MemoryTrace& trace, core::Evaluation& evaluation)
{
    const core::Plan& plan = evaluation.plan;
    const auto put = [&](const char* key, auto bytes) {
        evaluation.figures.named(key) = static_cast<double>(bytes);
    };
    // Only one of many ranks was traced, so the closed form's figures of state stand for the fullest class.
    const bool ofMany = factsOf(plan).habits.layers == LayerCode::Graph || tape::runsRanks(plan);
    if (!ofMany) {
        put("activation_bytes_after_forward", trace.activationsAfterForward);
        put("activation_bytes_per_layer", trace.activationsPerLayer);
        if (!trace.wholeModel)
            return;
        put("weights_bytes", trace.weights);
        put("gradient_bytes", trace.gradients);
        put("optimizer_bytes", trace.optimizer);
        put("weights_allocated_bytes", trace.weightsAllocated);
        put("weights_plus_optimizer_bytes", trace.weightsAndOptimizerAllocated);
    }
    put("peak_bytes", trace.peak);
    put("peak_reserved_bytes", trace.peakReserved);
}

} // namespace

void letAllocatorDecide(const core::ModelSpec& model, const core::HardwareSpec& hardware, tape::Ranks which,
                        core::Evaluation& evaluation, const core::Task& task)
{
    evaluation.memory.closedFormError = factsOf(evaluation.plan).closedFormError;
    // PyTorch's allocator is no IPU's: there only PopART's programs are known.
    if (hardware.bulkSynchronous && factsOf(evaluation.plan).habits.tape != TracedAs::PopArt) {
        evaluation.memory.untraced =
            core::Error{core::ErrorCode::NotSupported,
                        {core::phrase(W_("this implementation on %1"), {hardware.name}),
                         core::phrase(W_("the allocator simulation knows PopART's programs there"))}};
        evaluation.memory.untraced->place.jsonPointer = "/framework";
        return;
    }
    const auto traces =
        tape::traceRanks(model, hardware, evaluation.plan, which, tape::Steps::UntilTheyRepeat, task);
    if (!traces.ok()) {
        evaluation.memory.untraced = traces.error();
        return;
    }
    const auto fullest =
        std::ranges::max_element(*traces, [](const auto& a, const auto& b) { return a.peak < b.peak; });
    putFigures(*fullest, evaluation);
    if (!fullest->wholeModel) {
        evaluation.memory.untraced =
            core::notSupported(W_("layers of separate kernels"),
                               W_("the allocator simulation has no embedding, head and optimizer for them"));
        return;
    }
    const bool explains = !evaluation.memory.tiers.empty() && evaluation.memory.tiers.front().why != nullptr;
    Overwriting memory(evaluation, explains);
    for (const MemoryTrace& trace : *traces)
        memory.put(trace);
    memory.capUntraced();
    lendStreaming(hardware, evaluation.plan, evaluation.memory);
    evaluation.verdict = verdictOf(evaluation);
}

} // namespace shardscope::planner
