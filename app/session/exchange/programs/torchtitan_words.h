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

/// A model of torchtitan's own (torchtitan/models/NAME/__init__.py), by its name and flavor, and as the
/// catalogue calls it. The first of a flavor is the one that a job is read as.
struct Flavor {
    const char* model;
    const char* flavor;
    const char* ours;
};
inline constexpr std::array kFlavors{Flavor{"llama3", "8B", "llama-3-8b"},
                                     Flavor{"llama3", "8B", "llama-3.1-8b"},
                                     Flavor{"llama3", "70B", "llama-3-70b"},
                                     Flavor{"llama3", "70B", "llama-3.1-70b"},
                                     Flavor{"llama3", "70B", "llama-3.3-70b"},
                                     Flavor{"llama3", "405B", "llama-3.1-405b"},
                                     Flavor{"llama3", "405B", "llama-3-405b"},
                                     Flavor{"llama4", "17bx16e", "llama-4-scout"},
                                     Flavor{"llama4", "17bx128e", "llama-4-maverick"},
                                     Flavor{"deepseek_v3", "671B", "deepseek-v3"},
                                     Flavor{"qwen3", "4B", "qwen3-4b"},
                                     Flavor{"qwen3", "8B", "qwen3-8b"},
                                     Flavor{"qwen3", "14B", "qwen3-14b"},
                                     Flavor{"qwen3", "32B", "qwen3-32b"},
                                     Flavor{"qwen3", "30B-A3B", "qwen3-30b-a3b"},
                                     Flavor{"qwen3", "235B-A22B", "qwen3-235b-a22b"}};

} // namespace shardscope::app::torchtitan
