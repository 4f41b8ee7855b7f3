// SPDX-License-Identifier: GPL-3.0-or-later
// An immutable array that owns its values or looks at ones that somebody else keeps (a mapped file).
#pragma once

#include "core/base/page_vector.h"

#include <cstddef>
#include <memory>
#include <span>
#include <utility>

namespace shardscope::core {

template <class T>
class TimelineColumn {
public:
    TimelineColumn() = default;
    TimelineColumn(PageVector<T>&& values)
        : TimelineColumn(std::make_shared<const PageVector<T>>(std::move(values)))
    {
    }
    /// \p keeper keeps \p values alive.
    TimelineColumn(std::span<const T> values, std::shared_ptr<const void> keeper)
        : m_values(values)
        , m_keeper(std::move(keeper))
    {
    }

    [[nodiscard]] std::span<const T> span() const { return m_values; }
    [[nodiscard]] const T& operator[](std::size_t at) const { return m_values[at]; }
    [[nodiscard]] std::size_t size() const { return m_values.size(); }
    [[nodiscard]] const T* data() const { return m_values.data(); }
    [[nodiscard]] const T* begin() const { return m_values.data(); }
    [[nodiscard]] const T* end() const { return m_values.data() + m_values.size(); }
    [[nodiscard]] std::size_t bytes() const { return m_values.size_bytes(); }

private:
    explicit TimelineColumn(std::shared_ptr<const PageVector<T>> owned)
        : m_values(*owned)
        , m_keeper(std::move(owned))
    {
    }

    std::span<const T> m_values;
    std::shared_ptr<const void> m_keeper;
};

} // namespace shardscope::core
