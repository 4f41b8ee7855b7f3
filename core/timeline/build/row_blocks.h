// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that come one by one and are handed on in stretches: they lie behind one another in large blocks, so
// that neither growing copies them nor a short stretch takes memory that it does not fill.
#pragma once

#include "core/base/page_vector.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>

namespace shardscope::core {

/// A stretch of rows, to be written by who has it; the block lives as long as one of its stretches.
template <class Row>
class RowRun {
public:
    RowRun() = default;
    RowRun(std::span<Row> rows, std::shared_ptr<const void> block)
        : m_rows(rows)
        , m_block(std::move(block))
    {
    }
    explicit RowRun(PageVector<Row>&& rows)
    {
        const auto block = std::make_shared<PageVector<Row>>(std::move(rows));
        m_rows = *block;
        m_block = block;
    }

    [[nodiscard]] std::size_t size() const { return m_rows.size(); }
    [[nodiscard]] bool empty() const { return m_rows.empty(); }
    [[nodiscard]] Row* begin() { return m_rows.data(); }
    [[nodiscard]] Row* end() { return m_rows.data() + m_rows.size(); }
    [[nodiscard]] const Row* begin() const { return m_rows.data(); }
    [[nodiscard]] const Row* end() const { return m_rows.data() + m_rows.size(); }
    [[nodiscard]] const Row& operator[](std::size_t at) const { return m_rows[at]; }

private:
    std::span<Row> m_rows;
    std::shared_ptr<const void> m_block;
};

template <class Row>
class RowBlocks {
public:
    static constexpr std::size_t kMostRows =
        (std::size_t{4} << 20) / sizeof(Row); ///< of a block: whole huge pages

    void push_back(const Row& row) // NOLINT(readability-identifier-naming): as of any vector
    {
        if (m_block == nullptr || m_block->size() == m_block->capacity())
            openBlock();
        m_block->push_back(row);
    }
    /// Rows since the last cut.
    [[nodiscard]] std::size_t size() const { return m_block ? m_block->size() - m_begin : 0; }
    /// These rows.
    [[nodiscard]] RowRun<Row> cut()
    {
        if (m_block == nullptr)
            return {};
        const std::span<Row> rows = std::span<Row>(*m_block).subspan(m_begin);
        m_begin = m_block->size();
        return {rows, m_block};
    }

private:
    static constexpr std::size_t kFirstRows = 1024;

    /// What has not been cut moves along: it stays one stretch.
    void openBlock()
    {
        const std::size_t open = size();
        auto next = std::make_shared<PageVector<Row>>();
        const std::size_t usual = m_block ? std::min(m_block->capacity() * 2, kMostRows) : kFirstRows;
        next->reserve(std::max(usual, open * 2));
        if (open > 0)
            next->assign(m_block->end() - static_cast<std::ptrdiff_t>(open), m_block->end());
        m_block = std::move(next);
        m_begin = 0;
    }

    std::shared_ptr<PageVector<Row>> m_block; ///< of a capacity that it keeps
    std::size_t m_begin = 0;                  ///< of the stretch that is not cut yet
};

} // namespace shardscope::core
