// SPDX-License-Identifier: GPL-3.0-or-later
// Which coordinate of a plan's mesh a recorded rank is: by its process groups, by whom it sends to first, by
// its number, or as somebody said.
#pragma once

#include "core/base/enum_names.h"
#include "core/plan/mesh.h"
#include "profiler/analyze/input/analysis.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace shardscope::profiler {

/// How a rank's place was told, the surest last.
enum class PlaceFrom : std::uint8_t {
    Nothing,
    Number,    ///< as plans number their ranks: tensor fastest, then context, replica, pipeline
    Transfers, ///< stages hand on to one another; the first sends before it receives
    Groups,    ///< process groups whose description or use says which axis they serve
    User,
};
constexpr auto enumNames(PlaceFrom)
{
    return core::namesUpTo<PlaceFrom::User>("nothing", "number", "transfers", "groups", "user");
}

/// What is not told is empty.
struct RankPlace {
    std::optional<std::int64_t> tensor;
    std::optional<std::int64_t> context;
    std::optional<std::int64_t> replica;
    std::optional<std::int64_t> pipeline;
    std::optional<std::int64_t> expert; ///< which part of the experts
    PlaceFrom from = PlaceFrom::Nothing;
    friend bool operator==(const RankPlace&, const RankPlace&) = default;
};

/// The places of AnalysisInput::ranks(), as the recording tells them by itself. Errors: Cancelled.
[[nodiscard]] core::Result<std::vector<RankPlace>> rankPlaces(const AnalysisInput& input,
                                                              const core::Task& task = {});

/// \p told in a mesh of \p axes: what is not told by the number \p rank, where that agrees with what is.
/// \p order: the axes by which somebody said that ranks are numbered, the fastest first; it goes before all.
[[nodiscard]] RankPlace placeIn(const core::Axes& axes, const RankPlace& told, std::int64_t rank,
                                std::span<const core::MeshAxis> order = {});

} // namespace shardscope::profiler
