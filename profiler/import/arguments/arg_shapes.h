// SPDX-License-Identifier: GPL-3.0-or-later
// What stands between the values of arguments, as met before: events of one kind repeat each other's keys and
// spacing, and comparing 32 bytes is quicker than reading them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace shardscope::profiler {

/// What a member's name stands for.
struct ArgMeaning {
    std::uint8_t bit = 0;     ///< of ArgNumbers; 0: nothing that is kept
    bool isUsualName = false; ///< other names are left to the text
};

/// One reader's; a tree, for what follows depends on all before it. Forgets when it has met too much.
class ArgShapes {
public:
    static constexpr std::size_t kKinds = 16;
    static constexpr std::size_t kLongest = 32;

    /// The text from behind a value, or a '{', up to the next value, or behind the '}'.
    struct Lead {
        std::array<char, kLongest> text{};
        std::uint32_t behindText = 0; ///< a bit a byte of text that is none
        std::uint8_t size = 0;
        bool isEnd = false; ///< with the '}'
        ArgMeaning meaning; ///< of the value
        std::uint16_t firstNext = 0;
        std::uint16_t otherwise = 0; ///< another one in the same place; 0: none
    };

    /// Where the arguments of an event of that category begin. Categories may share one.
    [[nodiscard]] static std::uint16_t beginOf(std::string_view category)
    {
        const auto byte = [&](std::size_t at) {
            return std::size_t{static_cast<unsigned char>(category[at])};
        };
        return category.empty()
                   ? 0
                   : static_cast<std::uint16_t>(
                         (category.size() + 7 * byte(0) + 3 * byte(category.size() - 1)) % kKinds);
    }
    [[nodiscard]] const Lead& operator[](std::uint16_t number) const { return m_leads[number]; }
    /// Remembers what stood behind \p before; its number, or 0 where it is too long.
    std::uint16_t add(std::uint16_t before, std::string_view text, ArgMeaning meaning, bool isEnd);

private:
    std::vector<Lead> m_leads = std::vector<Lead>(kKinds); ///< the first ones are beginnings
};

} // namespace shardscope::profiler
