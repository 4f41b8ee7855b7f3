// SPDX-License-Identifier: GPL-3.0-or-later
// A rule of plans: what asks for something, who may have it, what is said to who may not, and the nearest
// plan that keeps it. Those of every framework are in planner/rules, a framework's own in its file.
#pragma once

#include "core/plan/plan.h"
#include "planner/framework/abilities.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace shardscope::planner {

struct FrameworkFacts;

/// The parts of a plan that rules read, in the order in which a search settles them: a rule can be asked as
/// soon as the last part that it reads is settled.
enum class Key : std::uint8_t {
    Framework,
    Kernels, ///< kernels, graphs, number formats
    Axes,
    Layers, ///< of each stage
    Sharding,
    Batch,
    Schedule, ///< with its phases
    Recompute,
    Residency
};

struct Rule {
    const char* where = nullptr; ///< the key that it is about, as a JSON pointer
    Set<Key> reads{};
    /// Whether \p plan has what the rule is about, and whether its framework may have it then.
    bool (*asks)(const core::Plan& plan) = nullptr;
    bool (*may)(const core::Plan& plan, const FrameworkFacts& facts) = nullptr;
    /// In place of \c may: the framework's first release that has it.
    core::Release since{};
    /// A phrase: %1 is the framework's name.
    const char* (*sentence)(const FrameworkFacts& facts) = nullptr;
    /// Makes the nearest plan that keeps it, if there is one.
    void (*repair)(core::Plan& plan, const FrameworkFacts& facts) = nullptr;
    /// No formula knows such plans: they are an error, and not only told.
    bool must = false;

    [[nodiscard]] bool allows(const core::Plan& plan, const FrameworkFacts& facts) const
    {
        return may == nullptr ? !plan.release || since <= *plan.release : may(plan, facts);
    }
    [[nodiscard]] bool holds(const core::Plan& plan, const FrameworkFacts& facts) const
    {
        return !asks(plan) || allows(plan, facts);
    }
    /// The last key that it reads; those before the axes are settled with them.
    [[nodiscard]] Key level() const
    {
        Key last = Key::Axes;
        for (auto key = Key::Axes; key <= Key::Residency; key = static_cast<Key>(int(key) + 1)) {
            if (reads.has(key))
                last = key;
        }
        return last;
    }
};

[[nodiscard]] inline bool allAlike(const std::vector<std::int64_t>& numbers)
{
    return std::ranges::all_of(numbers, [&](std::int64_t one) { return one == numbers.front(); });
}
[[nodiscard]] inline bool unevenStages(const core::Plan& plan) { return !allAlike(plan.layersPerStage); }
/// Whether part of a plan's state or activations lives elsewhere.
[[nodiscard]] inline bool movesAnything(const core::Plan& plan)
{
    return plan.residency != core::Residency{};
}
[[nodiscard]] inline bool movesActivations(const core::Plan& plan)
{
    return plan.residency.activations != core::Tier::Device;
}
[[nodiscard]] inline bool movesWeights(const core::Plan& plan)
{
    return plan.residency.weights != core::Tier::Device;
}
[[nodiscard]] inline bool movesOptimizer(const core::Plan& plan)
{
    return plan.residency.optimizer != core::Tier::Device;
}
inline void keepOnDevice(core::Plan& plan, const FrameworkFacts&) { plan.residency = {}; }
inline void useNewestRelease(core::Plan& plan, const FrameworkFacts&) { plan.release.reset(); }
inline void useOneAtATime(core::Plan& plan, const FrameworkFacts&)
{
    plan.phases = 0;
    plan.axes.virtualStages = 1;
    plan.schedule = core::Schedule::OneForwardOneBackward;
}

} // namespace shardscope::planner
