// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments of a packed run: texts in compressed frames, found by the place they had in their file.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/run/run.h"
#include "profiler/cache/byte_stream.h"

#include <memory>
#include <string_view>

namespace shardscope::profiler {

/// Writes the arguments of all slices and instants of \p run. Error: Cancelled.
[[nodiscard]] core::Result<core::Done> writeArguments(const core::Run& run, ByteWriter& out,
                                                      const core::Task& task);
/// Reads them back; null where the bytes are not right. Frames stay where they are in \p bytes, which \p
/// keeper keeps, and are inflated when first asked for. \p bytes lie at a multiple of 8.
[[nodiscard]] std::shared_ptr<const core::ArgumentSource> readArguments(std::string_view bytes,
                                                                        std::shared_ptr<const void> keeper);

} // namespace shardscope::profiler
