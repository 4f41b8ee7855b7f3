// SPDX-License-Identifier: GPL-3.0-or-later
// Which program made the calls of Ascend's driver layer.
#pragma once

#include <map>
#include <string>

namespace shardscope::profiler {

/// torch_npu writes the calls of CANN as a process of its own beside "Python", though the threads are the
/// program's: each call lies within the function that made it. By the key of such a process ('n' and its
/// number, as ChromeMerge has it) that of its program. The number tells it, which is program << 10 | layer <<
/// 5 | device (held by the four recordings of tst_makers: 3016828 and 3089232096 = 3016828 << 10 | 7 << 5);
/// else the name "CANN" beside a single "Python". Empty where nothing is Ascend's. \p names of all processes
/// by key; empty: one that is not named.
[[nodiscard]] std::map<std::string, std::string>
programsOfAscend(const std::map<std::string, std::string>& names);

} // namespace shardscope::profiler
