// SPDX-License-Identifier: GPL-3.0-or-later
// Dumps of PyTorch's flight recorder: the last collectives that a rank issued, and how far each came.
#pragma once

#include "profiler/import/importer.h"

namespace shardscope::profiler {

/// Category of its slices.
inline constexpr std::string_view kFlightRecorder = "flight_recorder";

/// One call an entry, on a track of its process group; from when it was found started (else created) until it
/// was found completed, and to the file's last time where it never was. Arguments have Kineto's keys and
/// "State": "scheduled" (the host issued it), "started", "completed". Groups and the world's size come from
/// pg_config; the rank only from the file's name. Pickle (the files that the watchdog writes,
/// TORCH_NCCL_DEBUG_INFO_TEMP_FILE) and JSON. Keys: torch/csrc/distributed/c10d/FlightRecorder.hpp,
/// versions 2.0 to 2.10. Errors: those of Pickle::read, FormatUnknown (JSON that cannot be parsed),
/// MissingKey (no entries).
class FlightRecorderImporter final : public Importer {
public:
    [[nodiscard]] std::string_view name() const override { return "PyTorch flight recorder"; }
    [[nodiscard]] bool sniff(std::string_view firstBytes) const override;
    [[nodiscard]] core::Result<core::Done> read(ByteSource& source, ImportTarget& target,
                                                const core::Task& task) const override;
};

} // namespace shardscope::profiler
