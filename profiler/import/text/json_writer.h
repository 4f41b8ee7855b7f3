// SPDX-License-Identifier: GPL-3.0-or-later
// Writes JSON text piece by piece: what ArgumentSource answers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace shardscope::profiler {

class JsonWriter {
public:
    JsonWriter& beginObject();
    JsonWriter& endObject();
    JsonWriter& beginArray();
    JsonWriter& endArray();
    JsonWriter& key(std::string_view name);
    JsonWriter& text(std::string_view value); ///< invalid UTF-8 becomes U+FFFD
    JsonWriter& integer(std::int64_t value);
    JsonWriter& unsignedInteger(std::uint64_t value);
    JsonWriter& real(double value); ///< shortest digits; as text where JSON has no such number
    JsonWriter& flag(bool value);
    JsonWriter& null();
    [[nodiscard]] std::string take() { return std::move(m_text); }

private:
    void separate();
    std::string m_text;
    bool m_first = true; ///< nothing yet in the innermost object or array
    bool m_afterKey = false;
};

/// "0x7f00…"
[[nodiscard]] std::string hexadecimal(std::uint64_t value);

} // namespace shardscope::profiler
