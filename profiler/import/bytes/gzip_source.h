// SPDX-License-Identifier: GPL-3.0-or-later
// gzip, streamed: several members, bytes behind the end, files cut short; with points to come back to.
#pragma once

#include "profiler/import/bytes/byte_source.h"
#include "profiler/import/bytes/file_handle.h"

#include <string_view>

namespace shardscope::profiler {

[[nodiscard]] inline bool isGzip(std::string_view magic) { return magic.starts_with("\x1f\x8b"); }

/// Keeps a copy of the decoder's state (40 to 86 KB) at every \p pointEvery bytes of text, so that a look-up
/// inflates at most that much. Its randomText() may also be asked when nothing has been read: then the first
/// look-up that passes over text leaves the states.
[[nodiscard]] std::unique_ptr<ByteSource> makeGzipSource(std::shared_ptr<const FileHandle> file,
                                                         std::uint64_t pointEvery);
/// Keeps as many states of the decoder as pay for themselves (see gzip_decoder.h).
[[nodiscard]] std::unique_ptr<ByteSource> makeGzipSource(std::shared_ptr<const FileHandle> file);

} // namespace shardscope::profiler
