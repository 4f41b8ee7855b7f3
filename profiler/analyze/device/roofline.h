// SPDX-License-Identifier: GPL-3.0-or-later
// The least time that a counted operation can take on a device: what its arithmetic and its memory allow
// (Williams, Waterman, Patterson: Roofline, CACM 52/4, 2009).
#pragma once

#include "profiler/analyze/device/number_format.h"
#include "profiler/analyze/device/operation_calls.h"
#include "profiler/analyze/input/analysis.h"

#include <optional>

namespace shardscope::profiler {

/// The format that \p call was computed in; none: unknown operands.
[[nodiscard]] std::optional<NumberFormat> formatOf(const AnalysisInput& input, const OperationCall& call,
                                                   const AnalysisOptions& options);

/// Peaks of the device for numbers of a format; none where the hardware is not named or does not know it.
struct Peaks {
    std::optional<double> flops;     ///< FLOP/s
    std::optional<double> bandwidth; ///< bytes/s
};
[[nodiscard]] Peaks peaksOf(const AnalysisOptions& options, const std::optional<NumberFormat>& format);

/// Bytes that \p work reads and writes at least; 0: of an unknown type.
[[nodiscard]] double bytesOf(const OperationWork& work);
/// FLOP/s that \p peaks allow \p work; none where one of them is not known.
[[nodiscard]] std::optional<double> roofOf(const OperationWork& work, const Peaks& peaks);

} // namespace shardscope::profiler
