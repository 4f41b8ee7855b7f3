// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/figures.h"

#include "core/base/check.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <string>

namespace shardscope::core {
namespace {

std::string_view lasting(std::string_view name)
{
    static std::mutex guard;
    static std::set<std::string, std::less<>> names; // nodes stay where they are
    const std::lock_guard lock(guard);
    const auto known = names.find(name);
    return known != names.end() ? *known : *names.emplace(name).first;
}

} // namespace

double& Figures::of(std::string_view lasting)
{
    for (Item& item : m_items) {
        if (item.first == lasting)
            return item.second;
    }
    return m_items.emplace_back(lasting, 0).second;
}

double& Figures::named(std::string_view name) { return of(lasting(name)); }

const Figures::Item* Figures::find(std::string_view name) const
{
    return std::find_if(begin(), end(), [name](const Item& item) { return item.first == name; });
}

double Figures::at(std::string_view name) const
{
    const Item* item = find(name);
    SHARDSCOPE_CHECK(item != end());
    return item->second;
}

} // namespace shardscope::core
