// SPDX-License-Identifier: GPL-3.0-or-later
// PyTorch's memory snapshots (torch.cuda.memory._dump_snapshot): a pickle of segments, blocks and allocator
// events.
#pragma once

#include "profiler/import/importer.h"

namespace shardscope::profiler {

/// Gives the snapshot itself as ImportTarget::memory and puts its events on the timeline: every allocator
/// event an instant of "GPU n / allocator", the bytes in use, pending and reserved as counters, annotations
/// as slices. Curves end at what the segments hold, so that allocations older than the record are in them.
/// Sizes are those asked for. Keys: torch/cuda/_memory_viz.py, torch/csrc/cuda/memory_snapshot.cpp. Errors:
/// those of Pickle::read, WrongType, MissingKey (not a snapshot), DataCorrupt (lists that hold each other).
class MemorySnapshotImporter final : public Importer {
public:
    [[nodiscard]] std::string_view name() const override { return "PyTorch memory snapshot"; }
    [[nodiscard]] bool sniff(std::string_view firstBytes) const override;
    [[nodiscard]] core::Result<core::Done> read(ByteSource& source, ImportTarget& target,
                                                const core::Task& task) const override;
};

} // namespace shardscope::profiler
