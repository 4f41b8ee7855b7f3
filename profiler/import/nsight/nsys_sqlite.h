// SPDX-License-Identifier: GPL-3.0-or-later
// Nsight Systems' SQLite exports. Tables are there only where something was recorded and columns differ by
// version, so both are looked up, never assumed.
#pragma once

#include "profiler/import/importer.h"

namespace shardscope::profiler {

/// Kernels, copies and fills on "GPU n / stream m"; calls of CUDA, the system and other libraries, and NVTX
/// ranges, on their threads; synchronisation beside the streams; GPU metrics as counters; arrows from calls
/// to device work by correlation id; diagnostics as instants. Tables that are not shown are listed in the
/// metadata with their rows. Schema: docs.nvidia.com/nsight-systems, "SQLite Export Schema Reference".
class NsysSqliteImporter final : public Importer {
public:
    [[nodiscard]] std::string_view name() const override { return "Nsight Systems SQLite export"; }
    [[nodiscard]] bool sniff(std::string_view firstBytes) const override;
    [[nodiscard]] core::Result<core::Done> read(ByteSource& source, ImportTarget& target,
                                                const core::Task& task) const override;
};

} // namespace shardscope::profiler
