// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds from below on what the evaluator answers, at a small part of its price: nothing of models without
// transformer layers, nor of those whose plans the evaluator changes before it evaluates them.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/plan.h"
#include "planner/evaluate/ranking.h"
#include "planner/step/least_pace.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace shardscope::planner {

struct Coefficients;

/// The least that the fullest device holds: bytes that every evaluation of the plan counts, perhaps more.
struct LeastMemory {
    core::Bytes state{0};   ///< weights, gradients, optimizer
    core::Bytes peak{0};    ///< with what is kept for backward; never more than the allocator simulation
    core::Bytes updated{0}; ///< of the state: what the optimizer keeps, on whatever device holds most of it
};

/// What keeps a stage from fitting where none of its layers recompute.
struct StageNeed {
    std::int64_t fewest = 0; ///< layers that recompute at least, or it does not fit
    double saved = 0;        ///< bytes by each of them, at most
};

/// Least paces by what they depend on: neither replicas nor shards nor the batch beside its micro-batches, so
/// that plans on many numbers of devices share them. One thread uses it at a time.
class KnownPaces {
public:
    /// What a plan's layers are divided by.
    using Layout = std::array<std::int64_t, 11>;
    /// What else sets the pace: the micro-batch with its recompute, and the coefficients of a calibration.
    using Choice = std::pair<std::int64_t, const Coefficients*>;

    /// Made by \p make where it is asked for the first time.
    template <class Make>
    LeastPace of(const Layout& layout, const Choice& choice, Make make)
    {
        if (m_count >= kMost)
            clear();
        if (m_last == nullptr || layout != m_lastLayout) {
            m_last = &m_known[layout];
            m_lastLayout = layout;
        }
        for (const auto& [known, pace] : *m_last) {
            if (known == choice)
                return pace;
        }
        ++m_count;
        return m_last->emplace_back(choice, make()).second;
    }

private:
    void clear();
    struct Hash {
        std::size_t operator()(const Layout& layout) const;
    };
    using Paces = std::vector<std::pair<Choice, LeastPace>>; ///< some hundred at most
    static constexpr std::size_t kMost = 1 << 19;            ///< some 25 MiB
    std::unordered_map<Layout, Paces, Hash> m_known;
    std::size_t m_count = 0;
    Layout m_lastLayout{}; ///< asked for again and again, as a node is looked through
    Paces* m_last = nullptr;
};

/// The paces of a search's threads, each of which takes one and brings it back.
class PacePool {
public:
    [[nodiscard]] std::unique_ptr<KnownPaces> take();
    void bringBack(std::unique_ptr<KnownPaces> known);

private:
    std::mutex m_guard;
    std::vector<std::unique_ptr<KnownPaces>> m_idle;
};

/// Lower bounds for plans of a ranking's model on its machine, which must both outlive it. Each thread
/// remembers its kernel times.
class Bounds {
public:
    explicit Bounds(const Ranking& ranking);

    /// The same for every schedule with a closed form in which all of a stage is resident. Of others with one
    /// micro-batch in flight: no order is worked out.
    [[nodiscard]] LeastMemory memory(const core::Plan& plan) const;
    /// The same with the micro-batches that the order of the plan's schedule holds.
    [[nodiscard]] LeastMemory memoryInOrder(const core::Plan& plan) const;
    /// What each stage needs with \p capacity bytes, if \p plan recomputes in full; by \p ends only the first
    /// and the last stage, with 0 for the others. Schedules without a closed form tell nothing.
    [[nodiscard]] std::vector<StageNeed> recomputed(const core::Plan& plan, double capacity, bool ends) const;
    /// What an update takes at least whose \p share of the state the host holds.
    [[nodiscard]] double hostUpdate(const core::Plan& plan, double share) const;
    [[nodiscard]] LeastPace pace(const core::Plan& plan) const;
    /// The same, kept in \p known. \p kind tells plans apart that differ in more than axes, micro-batch,
    /// recompute and ends of the pipeline.
    [[nodiscard]] LeastPace pace(const core::Plan& plan, std::int64_t kind, KnownPaces& known) const;
    /// The least seconds of a step with the plan's micro-batches and schedule; a schedule without a closed
    /// form counts as never idle.
    [[nodiscard]] double seconds(const core::Plan& plan, const LeastPace& pace) const;

private:
    /// \p plan: as it is to be counted.
    [[nodiscard]] LeastMemory counted(const core::Plan& plan, bool inOrder) const;
    Ranking m_ranking;
    bool m_known;
};

} // namespace shardscope::planner
