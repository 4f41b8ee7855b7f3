// SPDX-License-Identifier: GPL-3.0-or-later
// What torchtitan calls schedules and number formats.
#pragma once

#include "core/model/dtype.h"
#include "core/plan/plan.h"

#include <array>

namespace shardscope::app::torchtitan {

/// torch.distributed.pipelining, get_schedule_class.
struct ScheduleName {
    const char* torch;
    core::Schedule ours;
};
inline constexpr std::array kSchedules{
    ScheduleName{"1F1B", core::Schedule::OneForwardOneBackward}, ScheduleName{"GPipe", core::Schedule::Gpipe},
    ScheduleName{"Interleaved1F1B", core::Schedule::Interleaved},
    ScheduleName{"ZBVZeroBubble", core::Schedule::Zbv}, ScheduleName{"DualPipeV", core::Schedule::DualPipeV}};

/// What swaps a model's linear layers for those that multiply in fewer bits (components/quantization).
struct Converter {
    const char* name;
    core::Dtype compute;
};
inline constexpr std::array kConverters{
    Converter{"quantize.linear.float8", core::Dtype::Fp8}, Converter{"float8", core::Dtype::Fp8},
    Converter{"quantize.linear.mx", core::Dtype::Mxfp8}, Converter{"mx", core::Dtype::Mxfp8}};

} // namespace shardscope::app::torchtitan
