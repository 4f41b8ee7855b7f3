// SPDX-License-Identifier: GPL-3.0-or-later
// A training step as the device's allocator sees it: what stands when, for what, and where the peak is.
#pragma once

#include "core/base/enum_names.h"
#include "core/plan/evaluation.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shardscope::core {

enum class StepPhase : std::uint8_t { Setup, Forward, Backward, Optimizer };
constexpr auto enumNames(StepPhase)
{
    return namesUpTo<StepPhase::Optimizer>("setup", "forward", "backward", "optimizer");
}

/// One change of what is allocated, in the order of the step.
struct MemoryEvent {
    std::int64_t delta = 0;     ///< bytes, as the allocator charges them
    std::string_view operation; ///< "softmax", "linear", ...; lives as long as the program
    std::uint32_t module = 0;   ///< index into MemoryTrace::modules
    Purpose purpose = Purpose::Activations;
    StepPhase phase = StepPhase::Forward;
    std::int64_t reserved = 0; ///< what the allocator then has of the driver
};

/// A pass of a micro-batch begins before this event.
struct MemoryPass {
    std::size_t event = 0;
    StepPhase phase = StepPhase::Forward;
};

/// What a step puts into another memory than the device's.
struct TierBytes {
    Tier tier = Tier::Host;
    Purpose purpose = Purpose::OptimizerState;
    std::int64_t bytes = 0; ///< at most, over the step
};

/// The first request, from the first step on, for which the allocator found no room in the device.
struct AllocationShortage {
    std::int64_t request = 0; ///< 0: all found room
    std::int64_t inside = 0;  ///< free within segments that are in use
    std::int64_t largest = 0; ///< the largest of those free blocks
    std::int64_t outside = 0; ///< not taken from the driver yet
    bool fragmented = false;  ///< enough was free, but not in one piece
    StepPhase phase = StepPhase::Setup;
    std::string module;
    std::string_view operation;     ///< lives as long as the program
    std::int64_t allocated = 0;     ///< when it was asked for
    std::int64_t stepBegin = 0;     ///< allocated when that step began
    std::vector<MemoryEvent> curve; ///< of that step until then; empty: the model itself found no room
    std::vector<MemoryPass> passes;
    [[nodiscard]] std::int64_t reserved() const { return allocated + inside; }
};

/// What a step in the steady state shows (state repeats from the third step on). All sizes in bytes.
struct MemoryTrace {
    bool wholeModel = true;            ///< false: layers alone, without embedding, head, loss and optimizer
    std::int64_t weights = 0;          ///< elements x width
    std::int64_t gradients = 0;        ///< elements x width
    std::int64_t optimizer = 0;        ///< slots and step counters, elements x width
    std::int64_t weightsAllocated = 0; ///< once the model is built, its buffers included
    std::int64_t weightsAndOptimizerAllocated = 0; ///< between steps, without the batch
    std::int64_t activationsAfterForward = 0;
    double activationsPerLayer = 0; ///< the layers' share of it, divided by the layers
    std::int64_t atStepBegin = 0;   ///< where the curve starts
    std::int64_t peak = 0;
    std::int64_t peakReserved = 0; ///< what the allocator took from the driver at most
    std::int64_t framework = 0;    ///< what the program takes of the device beside all of that
    std::size_t peakEvent = 0;     ///< index of the event after which the peak stands
    std::vector<std::pair<Purpose, std::int64_t>> atPeak; ///< adds up to peak
    std::vector<MemoryEvent> curve;
    std::vector<MemoryPass> passes;    ///< of the curve
    std::int64_t passesRun = 0;        ///< the others came to what these did, and are told in few events
    std::int64_t reservedAtBegin = 0;  ///< where the curve starts
    std::vector<std::string> modules;  ///< "", "layer 0", "loss", ...
    std::string rankClass = "stage 0"; ///< whose step it is, as in MemoryBreakdown::classes
    AllocationShortage shortage;
    std::vector<TierBytes> elsewhere; ///< one entry for each tier and purpose
};

} // namespace shardscope::core
