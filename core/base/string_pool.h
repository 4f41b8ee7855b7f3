// SPDX-License-Identifier: GPL-3.0-or-later
// Interned text: equal strings are equal ids. After freezing, id order is text order.
#pragma once

#include "core/base/ids.h"

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace shardscope::core {

class StringPool {
public:
    StringPool() = default;
    StringPool(StringPool&&) noexcept = default;
    StringPool& operator=(StringPool&&) noexcept = default;
    StringPool(const StringPool&) = delete;
    StringPool& operator=(const StringPool&) = delete;

    /// The id of \p text, added if it is new. Views given out stay valid for the pool's life.
    NameId intern(std::string_view text);
    /// The id of \p text, or an invalid id.
    [[nodiscard]] NameId find(std::string_view text) const;
    [[nodiscard]] std::string_view text(NameId id) const { return m_texts[id.index()]; }
    [[nodiscard]] std::size_t size() const { return m_texts.size(); }
    [[nodiscard]] std::size_t bytes() const;

    /// Renumbers the ids in text order; returns old index -> new id. Makes ids independent of who came first.
    std::vector<NameId> sortByText();

private:
    std::deque<std::string> m_storage;
    std::vector<std::string_view> m_texts;
    std::unordered_map<std::string_view, NameId> m_ids;
};

} // namespace shardscope::core
