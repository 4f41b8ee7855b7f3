// SPDX-License-Identifier: GPL-3.0-or-later
// TensorFlow's and JAX's XPlane profiles (plugins/profile/…/host.xplane.pb).
#pragma once

#include "profiler/import/importer.h"

namespace shardscope::profiler {

/// Planes become processes, lines become threads or streams, events slices (instants where they last no
/// time); producer and consumer numbers become flows, allocator events counters. Times are floored to
/// nanoseconds, begin and end alike, so that nesting stays.
class XPlaneImporter final : public Importer {
public:
    [[nodiscard]] std::string_view name() const override { return "XPlane"; }
    /// Whether the first field is a plane with one of the names that recorders give planes.
    [[nodiscard]] bool sniff(std::string_view firstBytes) const override;
    [[nodiscard]] core::Result<core::Done> read(ByteSource& source, ImportTarget& target,
                                                const core::Task& task) const override;
};

} // namespace shardscope::profiler
