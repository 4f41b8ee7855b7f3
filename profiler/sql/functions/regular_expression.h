// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a text holds what an expression describes. The time it takes grows with the text's length alone,
// the memory it takes is bounded, whatever the expression and the text.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace shardscope::profiler::sql {

class RegularExpression {
public:
    /// Steps of an expression that is written out: "(ab){3}" has six and a few more.
    static constexpr std::size_t kMostSteps = 5000;

    /// POSIX extended. Null where it is none or has more steps than kMostSteps: \p why then says so.
    [[nodiscard]] static std::unique_ptr<RegularExpression> make(std::string_view expression,
                                                                 std::string& why);
    ~RegularExpression();
    RegularExpression(const RegularExpression&) = delete;
    RegularExpression& operator=(const RegularExpression&) = delete;

    /// Whether it matches anywhere in \p text. Remembers what it found out, so one thread at a time.
    [[nodiscard]] bool matches(std::string_view text);

private:
    struct Automaton;
    explicit RegularExpression(std::unique_ptr<Automaton> automaton);
    std::unique_ptr<Automaton> m_automaton;
};

} // namespace shardscope::profiler::sql
