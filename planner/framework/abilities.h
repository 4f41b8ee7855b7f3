// SPDX-License-Identifier: GPL-3.0-or-later
// What a program can run, as sets of what plans are made of. What it says to a plan that asks for more stands
// beside each set (a phrase: %1 is the framework's name).
#pragma once

#include "core/plan/plan.h"

#include <cstdint>
#include <initializer_list>

namespace shardscope::planner {

/// Values of an enum that counts from 0, as a mask.
template <class Enum>
class Set {
public:
    constexpr Set() = default;
    constexpr Set(std::initializer_list<Enum> values)
    {
        for (const Enum value : values)
            m_bits |= bit(value);
    }
    [[nodiscard]] constexpr bool has(Enum value) const { return (m_bits & bit(value)) != 0; }
    [[nodiscard]] constexpr bool any() const { return m_bits != 0; }
    /// Whether all of \p others are here.
    [[nodiscard]] constexpr bool holds(Set others) const { return (others.m_bits & ~m_bits) == 0; }
    [[nodiscard]] constexpr bool meets(Set others) const { return (others.m_bits & m_bits) != 0; }
    constexpr void add(Enum value) { m_bits |= bit(value); }
    [[nodiscard]] constexpr std::uint32_t bits() const { return m_bits; }
    friend constexpr bool operator==(Set, Set) = default;

private:
    static constexpr std::uint32_t bit(Enum value)
    {
        return std::uint32_t{1} << static_cast<std::uint32_t>(value);
    }
    std::uint32_t m_bits = 0;
};

/// What of a mesh is more than replicas.
enum class Axis : std::uint8_t {
    Tensor,
    TensorSecond,
    SequenceParallel,
    Pipeline,
    VirtualStages,
    Context,
    Expert,
    ExpertTensor ///< experts cut over other ranks than the rest of a layer
};
inline constexpr Set<Axis> kAllButSecond{Axis::Tensor,        Axis::SequenceParallel, Axis::Pipeline,
                                         Axis::VirtualStages, Axis::Context,          Axis::Expert,
                                         Axis::ExpertTensor};

/// How the state is shared out over the replicas.
enum class Shards : std::uint8_t {
    Whole,     ///< not at all
    Optimizer, ///< the optimizer's state over all of them (ZeRO 1)
    Gradients, ///< gradients with it (ZeRO 2)
    Weights,   ///< all three (ZeRO 3)
    Alike,     ///< all three over as many, whatever their number
    Any        ///< each over its own number
};

/// In what a stage's layers may differ from the other stages'.
enum class Cut : std::uint8_t {
    UnevenStages,     ///< how many there are
    SomeRecompute,    ///< some recomputed in full and the others not
    RecomputeByStage, ///< and each stage its own number
    KeptLayers        ///< gathered weights of some kept after forward
};

/// What may live elsewhere than on the device, together.
enum class Offload : std::uint8_t {
    Nothing,
    Optimizer,
    OptimizerAndGradients,
    State, ///< weights, gradients and the optimizer's state
    Activations,
    Any ///< each tensor its own place
};

/// A set, and what is said to a plan outside of it.
template <class Enum>
struct Can {
    Set<Enum> what{};
    const char* sentence = nullptr;
};

struct Abilities {
    bool transformers = true; ///< else recommenders alone
    Can<Axis> axes{};
    Can<Shards> shards{};
    Can<Shards> besidePipeline{};    ///< of several stages; without a sentence: as shards
    Can<core::Schedule> schedules{}; ///< of several stages
    /// What its users choose from by a name; the others have to be asked for.
    Set<core::Schedule> usual{core::Schedule::OneForwardOneBackward, core::Schedule::Interleaved};
    Can<Offload> offloads{{Offload::Nothing}, nullptr};
    Set<Cut> cuts{};
    bool adapters = true;
    /// Whether a policy by operations may say what runs again in backward (core::Recompute::Operations).
    bool recomputesOperations = false;
    /// Graphs, experts' kernels, narrow attention and overlapped experts are known of its fused kernels.
    bool kernelChoices = false;
};

/// Every order of micro-batches; phases are none.
inline constexpr Set<core::Schedule> kEverySchedule = [] {
    Set<core::Schedule> all;
    for (std::size_t at = 0; at < core::kEnumNames<core::Schedule>.size(); ++at) {
        if (const auto one = static_cast<core::Schedule>(at); one != core::Schedule::Phased)
            all.add(one);
    }
    return all;
}();

} // namespace shardscope::planner
