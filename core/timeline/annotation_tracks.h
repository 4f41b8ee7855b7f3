// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges that a program named, as a device saw them: they lie on tracks of their own and are never work.
#pragma once

#include "core/timeline/timeline.h"

#include <string_view>

namespace shardscope::core {

/// Their category in every format, as kineto writes it.
inline constexpr std::string_view kDeviceAnnotation = "gpu_user_annotation";

/// Whether a track holds nothing else. A built timeline has no track that holds them beside other rows.
[[nodiscard]] bool isAnnotationTrack(const Timeline& timeline, const Track& track);

} // namespace shardscope::core
