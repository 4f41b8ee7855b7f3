// SPDX-License-Identifier: GPL-3.0-or-later
// A copy of JSON that json_text's functions may read, which look beyond a text's end.
#pragma once

#include "profiler/import/text/json_text.h"

#include <string>
#include <string_view>

namespace shardscope::profiler::json {

class PaddedText {
public:
    explicit PaddedText(std::string_view text)
        : m_bytes(text)
        , m_size(text.size())
    {
        m_bytes.resize(m_size + kPadding);
    }
    [[nodiscard]] std::string_view view() const { return std::string_view(m_bytes).substr(0, m_size); }

private:
    std::string m_bytes; ///< with NULs behind the text
    std::size_t m_size;
};

} // namespace shardscope::profiler::json
