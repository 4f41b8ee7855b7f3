// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/step_times.h"

#include "core/base/check.h"

#include <algorithm>

namespace shardscope::core {

StepTime& StepTimes::operator[](StepPart part)
{
    const auto last = m_items.begin() + static_cast<std::ptrdiff_t>(m_size);
    const auto place =
        std::find_if(m_items.begin(), last, [part](const Item& item) { return item.first >= part; });
    if (place != last && place->first == part)
        return place->second;
    std::move_backward(place, last, last + 1); // every part once: there is room
    *place = {part, StepTime{}};
    ++m_size;
    return place->second;
}

const StepTimes::Item* StepTimes::find(StepPart part) const
{
    return std::find_if(begin(), end(), [part](const Item& item) { return item.first == part; });
}

const StepTime& StepTimes::at(StepPart part) const
{
    const Item* item = find(part);
    SHARDSCOPE_CHECK(item != end());
    return item->second;
}

} // namespace shardscope::core
