// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/exchange/programs/pipeline_layout.h"

#include "core/units/plain_number.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace shardscope::app {
namespace {

/// \p text letter by letter: "*N" repeats the letter or the bracket before it. None: no layout.
std::optional<std::string> withoutRepeats(const std::string& text)
{
    constexpr std::size_t kLongest = 1 << 16;
    std::string out;
    std::size_t last = 0; // where what "*" repeats begins
    std::optional<std::size_t> bracket;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char each = text[i];
        if (each == '*') {
            const std::size_t end = std::min(text.find_first_not_of("0123456789", i + 1), text.size());
            const auto times = core::parseWhole(text.substr(i + 1, end - i - 1));
            const std::string unit = out.substr(last);
            if (!times || *times < 1 || *times > static_cast<std::int64_t>(kLongest) || unit.empty() ||
                unit.size() * static_cast<std::size_t>(*times) > kLongest)
                return std::nullopt;
            for (std::int64_t again = 1; again < *times; ++again)
                out += unit;
            last = out.size();
            i = end - 1;
        } else if (each == '(' && !bracket) {
            bracket = out.size();
        } else if (each == ')' && bracket) {
            last = *bracket;
            bracket.reset();
        } else if (std::string_view("EtmL|").find(each) != std::string_view::npos) {
            last = out.size();
            out += each;
        } else if (each != ',' && each != ' ') { // which only tell letters apart
            return std::nullopt;
        }
        if (out.size() > kLongest)
            return std::nullopt;
    }
    return bracket || out.empty() ? std::nullopt : std::optional(out);
}

} // namespace

std::optional<std::vector<std::int64_t>> layersOfLayout(const std::string& layout)
{
    const auto spelled = withoutRepeats(layout);
    if (!spelled)
        return std::nullopt;
    std::vector<std::int64_t> layers(1, 0);
    for (const char each : *spelled) {
        if (each == '|')
            layers.push_back(0);
        else if (each == 't')
            ++layers.back();
    }
    return layers;
}

std::string layoutText(const std::vector<std::int64_t>& layers)
{
    std::string text = "E";
    for (std::size_t i = 0; i < layers.size(); ++i) {
        text += i > 0 ? "|" : "";
        text += layers[i] > 0 ? "t*" + std::to_string(layers[i]) : "";
    }
    return text + "L";
}

} // namespace shardscope::app
