// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a step and their times, in place: a search makes hundreds of thousands a second.
#pragma once

#include "core/base/enum_names.h"
#include "core/explain/derivation.h"

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

namespace shardscope::core {

enum class StepPart {
    Total,
    Forward,
    Backward,
    Recompute,
    Optimizer,
    ExposedCommunication,
    Bubble,
    Host,
    Streaming
};
constexpr auto enumNames(StepPart)
{
    return namesUpTo<StepPart::Streaming>("step", "forward", "backward", "recompute", "optimizer",
                                          "exposed_communication", "bubble", "host", "streaming");
}

struct StepTime {
    Seconds seconds;
    DerivationPtr why;
};

/// Times by part, in the parts' order; a part that was never named is absent.
class StepTimes {
public:
    using Item = std::pair<StepPart, StepTime>;

    /// The time of \p part, added as 0 where it is absent.
    StepTime& operator[](StepPart part);
    /// \p part must be present.
    [[nodiscard]] const StepTime& at(StepPart part) const;
    [[nodiscard]] const Item* find(StepPart part) const; ///< end() where absent
    [[nodiscard]] std::size_t count(StepPart part) const { return find(part) == end() ? 0 : 1; }
    [[nodiscard]] bool empty() const { return m_size == 0; }
    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] const Item* begin() const { return m_items.data(); }
    [[nodiscard]] const Item* end() const { return m_items.data() + m_size; }

private:
    static constexpr std::size_t kParts = static_cast<std::size_t>(StepPart::Streaming) + 1;
    std::array<Item, kParts> m_items{};
    std::size_t m_size = 0;
};

} // namespace shardscope::core
