// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks and their coordinates: tensor fastest, then context, replica, pipeline slowest (Megatron's order).
#pragma once

#include "core/plan/axes.h"

#include <cstdint>
#include <vector>

namespace shardscope::core {

struct MeshCoordinate {
    std::int64_t tensor = 0;
    std::int64_t context = 0;
    std::int64_t replica = 0;
    std::int64_t pipeline = 0;
    friend bool operator==(const MeshCoordinate&, const MeshCoordinate&) = default;
};

enum class MeshAxis { Tensor, Context, Replica, Pipeline };

class Mesh {
public:
    explicit Mesh(const Axes& axes)
        : m_axes(axes)
    {
    }

    [[nodiscard]] std::int64_t devices() const { return m_axes.devices(); }
    [[nodiscard]] MeshCoordinate coordinate(std::int64_t rank) const;
    [[nodiscard]] std::int64_t rank(const MeshCoordinate& at) const;
    /// The ranks that share all other coordinates with \p rank, in order.
    [[nodiscard]] std::vector<std::int64_t> group(MeshAxis axis, std::int64_t rank) const;
    /// Distance in ranks between neighbours along \p axis: decides which link a group uses.
    [[nodiscard]] std::int64_t stride(MeshAxis axis) const;
    [[nodiscard]] std::int64_t degree(MeshAxis axis) const;

private:
    Axes m_axes;
};

} // namespace shardscope::core
