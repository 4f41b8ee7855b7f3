// SPDX-License-Identifier: GPL-3.0-or-later
// What builtin.cpp lists: each function pair is one file of this folder.
#pragma once

#include "planner/parallelism/parallelism.h"

namespace shardscope::planner {

/// Seconds of all micro-batches that computing does not hide.
template <class N>
struct PassSeconds {
    Duration<N> forward;
    Duration<N> backward; ///< with what is recomputed
};
/// tensorTraffic, and in which pass it is.
template <class N>
PassSeconds<N> tensorPasses(const StepSetting<N>& step, std::vector<Traffic<N>>& traffic);
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

/// One message from \p stage to the next, as far as anything waits for it.
template <class N>
[[nodiscard]] Duration<N> hopTime(const StepSetting<N>& step, std::int64_t stage);

template <class N>
void contextTraffic(const StepSetting<N>& step, std::vector<Traffic<N>>& traffic);
void contextChanges(const core::Plan& plan, const core::HardwareSpec& hardware, std::vector<Change>& changes);

template <class N>
void expertTraffic(const StepSetting<N>& step, std::vector<Traffic<N>>& traffic);
void expertChanges(const core::Plan& plan, const core::HardwareSpec& hardware, std::vector<Change>& changes);

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
