// SPDX-License-Identifier: GPL-3.0-or-later
// The table of recorded runs in docs/accuracy.md: each against its plan, the plan guessed from it, and what
// other recordings tell of its machine.
#pragma once

#include "app/session/calibrate/run_calibration.h"
#include "lab/accuracy_page.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::lab {

/// A recording whose plan is known.
struct KnownRecording {
    std::string name;
    std::vector<std::filesystem::path> runs; ///< one file for each rank
    std::filesystem::path plan;
    std::optional<double> unprofiled; ///< seconds of a step, measured without the recorder
};

/// Those recordings of \p list, a JSON array of {"name", "runs", "plan", "unprofiled_seconds"}, whose files
/// are in \p folder. Errors: those of reading.
[[nodiscard]] core::Result<std::vector<KnownRecording>> knownRecordings(const std::filesystem::path& list,
                                                                        const std::filesystem::path& folder);

/// The row of one recording; what cannot be told is empty, and the reason stands in its place.
struct RecordingRow {
    std::string name;
    std::optional<double> planned; ///< seconds
    std::optional<double> recorded;
    std::optional<double> unrecorded; ///< told from the recording
    std::optional<double> unprofiled; ///< measured
    std::optional<double> explained;  ///< share of the difference
    std::string refused;              ///< what is not the plan's
    std::string guess;                ///< against the plan
    std::string own;                  ///< what calibrating on it comes to
    std::string leftOut;              ///< by what the others tell
};
[[nodiscard]] core::Result<std::vector<RecordingRow>>
recordingRows(const core::Catalog& catalog, const std::vector<KnownRecording>& recordings,
              const core::Task& task = {});

/// The block "recordings".
[[nodiscard]] PageBlocks recordingBlocks(const std::vector<RecordingRow>& rows);

} // namespace shardscope::lab
