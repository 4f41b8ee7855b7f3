// SPDX-License-Identifier: GPL-3.0-or-later
// Strides of views: when dimensions merge or split without a copy, as torch.Tensor.view documents it.
#include "planner/tape/autograd/tensor_layout.h"

#include "core/base/check.h"

#include <algorithm>

namespace shardscope::planner::tape {

Layout::Layout(std::initializer_list<std::int64_t> sizes)
    : Layout(std::span<const std::int64_t>(sizes.begin(), sizes.size()))
{
}

Layout::Layout(std::span<const std::int64_t> sizes)
    : m_rank(static_cast<int>(sizes.size()))
{
    SHARDSCOPE_CHECK(m_rank <= kMaxRank);
    std::ranges::copy(sizes, m_sizes.begin());
    strideRowMajor();
}

void Layout::strideRowMajor()
{
    std::int64_t stride = 1;
    for (int dim = m_rank - 1; dim >= 0; --dim) {
        m_strides[index(dim)] = stride;
        stride *= std::max<std::int64_t>(m_sizes[index(dim)], 1);
    }
}

std::int64_t Layout::elements() const
{
    std::int64_t count = 1;
    for (const std::int64_t size : sizes())
        count *= size;
    return count;
}

bool Layout::contiguous() const
{
    std::int64_t expected = 1;
    for (int dim = m_rank - 1; dim >= 0; --dim) {
        if (size(dim) == 1)
            continue;
        if (stride(dim) != expected)
            return false;
        expected *= size(dim);
    }
    return true;
}

bool Layout::sameSizes(const Layout& other) const
{
    return std::equal(sizes().begin(), sizes().end(), other.sizes().begin(), other.sizes().end());
}

Layout Layout::transposed(int a, int b) const
{
    Layout result = *this;
    std::swap(result.m_sizes[index(a)], result.m_sizes[index(b)]);
    std::swap(result.m_strides[index(a)], result.m_strides[index(b)]);
    return result;
}

Layout Layout::narrowed(int dim, std::int64_t size) const
{
    Layout result = *this;
    result.m_sizes[index(dim)] = size;
    return result;
}

Layout Layout::expanded(std::span<const std::int64_t> sizes) const
{
    Layout result(sizes);
    const int missing = result.m_rank - m_rank;
    SHARDSCOPE_CHECK(missing >= 0);
    for (int dim = 0; dim < result.m_rank; ++dim) {
        const bool repeated = dim < missing || (size(dim - missing) == 1 && result.size(dim) != 1);
        result.m_strides[index(dim)] = repeated ? 0 : stride(dim - missing);
    }
    return result;
}

std::optional<Layout> Layout::viewedAs(std::span<const std::int64_t> sizes) const
{
    Layout result(sizes);
    SHARDSCOPE_CHECK(result.elements() == elements());
    if (m_rank == 0)
        return result;
    // Walk both from the innermost dimension: old dimensions that continue each other in memory form one
    // chunk, and new dimensions must tile chunks exactly.
    int viewDim = result.m_rank - 1;
    std::int64_t chunk = 1;
    std::int64_t covered = 1;
    std::int64_t base = m_rank > 0 ? stride(m_rank - 1) : 1;
    for (int dim = m_rank - 1; dim >= 0; --dim) {
        chunk *= size(dim);
        const bool chunkEnds = dim == 0 || (size(dim - 1) != 1 && stride(dim - 1) != chunk * base);
        if (!chunkEnds)
            continue;
        while (viewDim >= 0 && (covered < chunk || result.size(viewDim) == 1)) {
            result.m_strides[static_cast<std::size_t>(viewDim)] = covered * base;
            covered *= result.size(viewDim);
            --viewDim;
        }
        if (covered != chunk)
            return std::nullopt;
        if (dim > 0) {
            base = stride(dim - 1);
            chunk = 1;
            covered = 1;
        }
    }
    if (viewDim >= 0)
        return std::nullopt;
    return result;
}

Layout Layout::dense() const
{
    // A dimension of one has no place of its own in memory: sort the others, put those first.
    std::array<int, kMaxRank> order{};
    auto* end = order.begin();
    for (int dim = 0; dim < m_rank; ++dim)
        if (size(dim) == 1)
            *end++ = dim;
    auto* longer = end;
    for (int dim = 0; dim < m_rank; ++dim)
        if (size(dim) != 1)
            *end++ = dim;
    std::stable_sort(longer, end, [this](int a, int b) { return stride(a) > stride(b); });
    Layout result = *this;
    std::int64_t stride = 1;
    for (int place = m_rank - 1; place >= 0; --place) {
        const int dim = order[static_cast<std::size_t>(place)];
        result.m_strides[static_cast<std::size_t>(dim)] = stride;
        stride *= std::max<std::int64_t>(size(dim), 1);
    }
    return result;
}

Layout broadcast(const Layout& a, const Layout& b)
{
    const int rank = std::max(a.rank(), b.rank());
    std::array<std::int64_t, Layout::kMaxRank> sizes{};
    for (int dim = 0; dim < rank; ++dim) {
        const std::int64_t left = dim < rank - a.rank() ? 1 : a.size(dim - (rank - a.rank()));
        const std::int64_t right = dim < rank - b.rank() ? 1 : b.size(dim - (rank - b.rank()));
        SHARDSCOPE_CHECK(left == right || left == 1 || right == 1);
        sizes[static_cast<std::size_t>(dim)] = std::max(left, right);
    }
    return Layout(std::span<const std::int64_t>(sizes.data(), static_cast<std::size_t>(rank)));
}

} // namespace shardscope::planner::tape
