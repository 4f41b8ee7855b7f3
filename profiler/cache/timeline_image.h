// SPDX-License-Identifier: GPL-3.0-or-later
// A timeline's columns as they lie in memory, in one run of bytes that is used where it lies (mapped, or read
// in one go). The columnar cache is such an image, a pack has one in it. Good for machines of one byte order,
// which the image tells.
#pragma once

#include "core/base/result.h"
#include "core/timeline/timeline.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

namespace shardscope::profiler {

/// Images and their columns lie at multiples of it.
inline constexpr std::size_t kImageAlignment = 64;

/// Takes bytes in order; false where it cannot.
using ByteSink = std::function<bool(const char* bytes, std::size_t size)>;

enum class ImageSums : bool { Left, Kept }; ///< whether the lanes' block sums are in the image

/// Writes \p timeline and \p extra, which is the caller's. The same timeline gives the same bytes. False
/// where \p sink refused.
[[nodiscard]] bool writeImage(const core::Timeline& timeline, std::string_view extra, ImageSums sums,
                              const ByteSink& sink);
/// Block sums as they stand in an image.
[[nodiscard]] bool writeSums(const core::Timeline& timeline, const ByteSink& sink);

struct StoredTimeline {
    core::TimelinePtr timeline;
    bool sumsMade = false; ///< the block sums were not there, or wrong, and were made anew
};

class TimelineImage {
public:
    /// Error: DataCorrupt (another version, or damage).
    [[nodiscard]] static core::Result<TimelineImage> open(std::string_view bytes);
    [[nodiscard]] std::string_view extra() const { return m_extra; }
    /// The timeline, of a run with \p sources files; \p keeper keeps the image's bytes. Every number that
    /// leads somewhere is checked, and every time. \p sums: the block sums where the image has none. Error:
    /// DataCorrupt.
    [[nodiscard]] core::Result<StoredTimeline> timeline(std::size_t sources,
                                                        const std::shared_ptr<const void>& keeper,
                                                        std::span<const core::LaneBlock> sums = {}) const;

private:
    TimelineImage() = default;
    std::string_view m_bytes;
    std::string_view m_extra;
    std::string_view m_record; ///< names, tracks, lanes
};

} // namespace shardscope::profiler
