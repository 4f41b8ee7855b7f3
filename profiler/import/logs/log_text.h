// SPDX-License-Identifier: GPL-3.0-or-later
// Logs whose lines begin with a time: each line an instant, on a track for each level.
#pragma once

#include "profiler/import/importer.h"

namespace shardscope::profiler {

/// Lines that begin with a calendar time, with "[time", or with seconds since 1970 ("1700000000.123 …").
/// Lines without a time belong to the one before (stack traces). Local times are taken as UTC, which is
/// remarked. Where no line tells a date, times of day alone are read as those of one unknown day and the days
/// behind it, on an axis of their own. MLPerf's ":::MLLOG {…}" lines are read by their "time_ms";
/// INTERVAL_START and INTERVAL_END of a key make a slice.
class LogTextImporter final : public Importer {
public:
    [[nodiscard]] std::string_view name() const override { return "timestamped log"; }
    /// Whether half of the first lines, and at least two, begin with a time.
    [[nodiscard]] bool sniff(std::string_view firstBytes) const override;
    [[nodiscard]] core::Result<core::Done> read(ByteSource& source, ImportTarget& target,
                                                const core::Task& task) const override;
};

} // namespace shardscope::profiler
