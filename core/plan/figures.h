// SPDX-License-Identifier: GPL-3.0-or-later
// Named numbers, few of them, in the order in which they were named.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace shardscope::core {

class Figures {
public:
    using Item = std::pair<std::string_view, double>;

    /// The figure of a literal name, added as 0 where it is absent. Nothing is copied but the view.
    template <std::size_t kLength>
    double& operator[](const char (&name)[kLength])
    {
        return of({name, kLength - 1});
    }
    /// The same for a name made at run time, which is kept for the life of the process.
    double& named(std::string_view name);
    [[nodiscard]] const Item* find(std::string_view name) const; ///< end() where absent
    /// \p name must be present.
    [[nodiscard]] double at(std::string_view name) const;
    [[nodiscard]] std::size_t count(std::string_view name) const { return find(name) == end() ? 0 : 1; }
    [[nodiscard]] bool empty() const { return m_items.empty(); }
    [[nodiscard]] const Item* begin() const { return m_items.data(); }
    [[nodiscard]] const Item* end() const { return m_items.data() + m_items.size(); }
    void reserve(std::size_t figures) { m_items.reserve(figures); }
    friend bool operator==(const Figures&, const Figures&) = default;

private:
    double& of(std::string_view lasting);
    std::vector<Item> m_items;
};

} // namespace shardscope::core
