// SPDX-License-Identifier: GPL-3.0-or-later
// PyTorch's memory timelines (torch.profiler's export_memory_timeline): bytes by category over time, as JSON.
#pragma once

#include "profiler/import/importer.h"

namespace shardscope::profiler {

/// Both forms of torch/profiler/_memory_profiler.py become one counter "memory by category" with a series for
/// each category: raw rows [ns, action, bytes, category] are summed up; [[µs…], [[0, bytes by category…]…]]
/// is as written.
class MemoryTimelineImporter final : public Importer {
public:
    [[nodiscard]] std::string_view name() const override { return "PyTorch memory timeline"; }
    [[nodiscard]] bool sniff(std::string_view firstBytes) const override;
    [[nodiscard]] core::Result<core::Done> read(ByteSource& source, ImportTarget& target,
                                                const core::Task& task) const override;
};

} // namespace shardscope::profiler
