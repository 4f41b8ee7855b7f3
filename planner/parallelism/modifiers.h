// SPDX-License-Identifier: GPL-3.0-or-later
// What builtin.cpp lists: each function pair is one file of this folder.
#pragma once

#include "planner/parallelism/parallelism.h"

namespace shardscope::planner {

template <class N>
void tensorTraffic(const StepSetting<N>& step, std::vector<Traffic<N>>& traffic);
void tensorChanges(const core::Plan& plan, const core::HardwareSpec& hardware, std::vector<Change>& changes);

template <class N>
void pipelineTraffic(const StepSetting<N>& step, std::vector<Traffic<N>>& traffic);
void pipelineChanges(const core::Plan& plan, const core::HardwareSpec& hardware,
                     std::vector<Change>& changes);

/// What the first micro-batch's hops there and back add to the pipeline's bubble.
template <class N>
[[nodiscard]] Duration<N> fillSendTime(const StepSetting<N>& step);

/// Gradients and sharded state over the replicas, and the batch they share.
template <class N>
void replicaTraffic(const StepSetting<N>& step, std::vector<Traffic<N>>& traffic);
void replicaChanges(const core::Plan& plan, const core::HardwareSpec& hardware, std::vector<Change>& changes);

template <class N>
void offloadTraffic(const StepSetting<N>& step, std::vector<Traffic<N>>& traffic);
void offloadChanges(const core::Plan& plan, const core::HardwareSpec& hardware, std::vector<Change>& changes);

/// Recompute and the attention kernel move nothing.
void recomputeChanges(const core::Plan& plan, const core::HardwareSpec& hardware,
                      std::vector<Change>& changes);

template <class N>
void phasedTraffic(const StepSetting<N>& step, std::vector<Traffic<N>>& traffic);
void phasedChanges(const core::Plan& plan, const core::HardwareSpec& hardware, std::vector<Change>& changes);

} // namespace shardscope::planner
