// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments of rows of the slice table as SQL values: found in the file's text when asked for.
#pragma once

#include "core/base/enum_names.h"
#include "profiler/sql/rows/run_rows.h"
#include "profiler/sql/sqlite/virtual_table.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::profiler::sql {

enum class ArgType : std::uint8_t { Null, Bool, Integer, Real, String, Json };
/// The words that args.value_type shows.
constexpr auto enumNames(ArgType)
{
    return core::namesUpTo<ArgType::Json>("null", "bool", "int", "real", "string", "json");
}

/// One argument. Containers, and integers that 64 bits do not hold, keep their text as written.
struct ArgValue {
    ArgType type = ArgType::Null;
    std::int64_t integer = 0; ///< also of Bool
    double real = 0;
    std::string text; ///< of String and Json

    void tell(Answer answer) const;
};

/// \p raw: the value as written, with padding behind it.
[[nodiscard]] ArgValue parseArg(std::string_view raw);

/// "args.stream" (as Perfetto names it) and "stream" are one key.
[[nodiscard]] std::string_view withoutPrefix(std::string_view key);

class ArgReader {
public:
    explicit ArgReader(const RunRows& rows)
        : m_rows(rows)
    {
    }
    [[nodiscard]] const RunRows& rows() const { return m_rows; }
    struct Member {
        std::string_view key; ///< as written, escapes in place
        std::string_view value;
    };
    /// The arguments of \p row in the order of the file; until the next call.
    [[nodiscard]] const std::vector<Member>& members(std::uint32_t row);
    /// The value of argument \p key (text, not as written) of \p row; null where it has none.
    [[nodiscard]] const Member* find(std::uint32_t row, std::string_view key);

private:
    const RunRows& m_rows;
    std::uint32_t m_row = RunRows::kNoRow;
    std::string m_text;
    std::vector<Member> m_members;
};

/// What \p key says: escapes resolved.
[[nodiscard]] std::string keyText(std::string_view key);
/// Whether the member's name \p written says \p key.
[[nodiscard]] inline bool isKey(std::string_view written, std::string_view key)
{
    return written.find('\\') == std::string_view::npos ? written == key : keyText(written) == key;
}

} // namespace shardscope::profiler::sql
