// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes and strides of a strided tensor. Whether an operation copies depends on them, so the tape keeps them.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>

namespace shardscope::planner::tape {

/// A layout of up to six dimensions, in elements. A value.
class Layout {
public:
    static constexpr int kMaxRank = 6;

    Layout() = default; ///< a scalar
    /// Row-major.
    Layout(std::initializer_list<std::int64_t> sizes);
    explicit Layout(std::span<const std::int64_t> sizes);

    [[nodiscard]] int rank() const { return m_rank; }
    [[nodiscard]] std::int64_t size(int dim) const { return m_sizes[index(dim)]; }
    [[nodiscard]] std::int64_t stride(int dim) const { return m_strides[index(dim)]; }
    [[nodiscard]] std::span<const std::int64_t> sizes() const
    {
        return {m_sizes.data(), static_cast<std::size_t>(m_rank)};
    }
    [[nodiscard]] std::int64_t elements() const;
    [[nodiscard]] bool contiguous() const;
    [[nodiscard]] bool sameSizes(const Layout& other) const;

    [[nodiscard]] Layout transposed(int a, int b) const;
    /// Dimension \p dim cut to \p size elements; the rest of the storage stays.
    [[nodiscard]] Layout narrowed(int dim, std::int64_t size) const;
    /// Size-1 dimensions (and missing leading ones) repeated without memory, stride 0.
    [[nodiscard]] Layout expanded(std::span<const std::int64_t> sizes) const;
    /// The same elements with other sizes where that needs no copy.
    [[nodiscard]] std::optional<Layout> viewedAs(std::span<const std::int64_t> sizes) const;
    /// Dense, with the dimensions in the memory order of this one: what an elementwise result or empty_like
    /// gets.
    [[nodiscard]] Layout dense() const;
    /// Row-major with the same sizes.
    [[nodiscard]] Layout rowMajor() const { return Layout(sizes()); }

private:
    [[nodiscard]] std::size_t index(int dim) const
    {
        return static_cast<std::size_t>(dim < 0 ? dim + m_rank : dim);
    }
    void strideRowMajor();

    int m_rank = 0;
    std::array<std::int64_t, kMaxRank> m_sizes{};
    std::array<std::int64_t, kMaxRank> m_strides{};
};

/// The sizes two operands broadcast to.
[[nodiscard]] Layout broadcast(const Layout& a, const Layout& b);
/// Row-major, with \p size elements in the last dimension.
[[nodiscard]] inline Layout withLast(const Layout& layout, std::int64_t size)
{
    return layout.narrowed(-1, size).rowMajor();
}

} // namespace shardscope::planner::tape
