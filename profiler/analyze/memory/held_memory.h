// SPDX-License-Identifier: GPL-3.0-or-later
// Who held a device's memory at some moment of a snapshot's history: by whom it was asked for, and for what.
#pragma once

#include "core/base/enum_names.h"
#include "core/base/text_mark.h"
#include "core/run/memory_snapshot.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::profiler {

/// What memory is for. Told by the snapshot's own category, else by the functions on the stack that asked.
enum class MemoryClass : std::uint8_t { Weights, Gradients, Optimizer, Activations, Workspace, Other };
inline constexpr std::size_t kMemoryClasses = 6;
constexpr auto enumNames(MemoryClass)
{
    return core::namesUpTo<MemoryClass::Other>(N_("weights"), N_("gradients"), N_("optimizer"),
                                               N_("activations"), N_("workspace"), N_("of no known purpose"));
}

/// Blocks that one place of a program holds for one purpose.
struct MemoryHolder {
    MemoryClass kind = MemoryClass::Other;
    std::string place; ///< "step (train.py:7)"; "": no stack was recorded
    std::int64_t bytes = 0;
    std::int64_t blocks = 0;
};

/// Whether a file of Python is the program's own: neither PyTorch's nor one that only calls on.
[[nodiscard]] bool isProgramsOwn(std::string_view file);
/// The program's own frame of a stack: the innermost of Python outside of PyTorch and of what only calls on;
/// else the innermost of Python; else the innermost of C++ that is nobody's business of unwinding,
/// dispatching or allocating; "" where none is.
[[nodiscard]] std::string callerOf(const core::MemorySnapshot& snapshot, std::uint32_t stack);
/// \p category: as the snapshot has it; may be invalid.
[[nodiscard]] MemoryClass classOf(const core::MemorySnapshot& snapshot, std::uint32_t stack,
                                  core::NameId category);

/// Who held memory of \p device behind each of \p events (numbers of MemorySnapshot::events, ascending), most
/// first. What is older than the record and freed in it has no stack. Sums are those of
/// SnapshotPeak::allocated.
[[nodiscard]] std::vector<std::vector<MemoryHolder>>
holdersBehind(const core::MemorySnapshot& snapshot, std::int32_t device, std::span<const std::size_t> events);

} // namespace shardscope::profiler
