// SPDX-License-Identifier: GPL-3.0-or-later
// Perfetto's protobuf traces: track events, legacy events, counters, flows, GPU work; names interned by
// sequence.
#pragma once

#include "profiler/import/importer.h"

namespace shardscope::profiler {

/// Times go to the trace's primary clock through its clock snapshots. Packets of other data sources (the
/// kernel's, Android's) are counted in one remark and listed in the metadata.
class PerfettoImporter final : public Importer {
public:
    [[nodiscard]] std::string_view name() const override { return "Perfetto trace"; }
    /// Whether the first packets have fields of TracePacket and no others.
    [[nodiscard]] bool sniff(std::string_view firstBytes) const override;
    [[nodiscard]] core::Result<core::Done> read(ByteSource& source, ImportTarget& target,
                                                const core::Task& task) const override;
};

} // namespace shardscope::profiler
