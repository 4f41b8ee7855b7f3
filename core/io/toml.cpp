// SPDX-License-Identifier: GPL-3.0-or-later
// TOML through toml++, whose tables know no order but tell where each of their values stands.
#include "core/io/toml.h"

#include "core/base/phrase.h"
#include "core/base/text_mark.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

// toml++ 3.3 takes for granted what only good files hold ("[[[" aborts where NDEBUG is not set, and is
// undefined for clang where it is), and refuses the others all the same where it is left to.
#undef NDEBUG
#define TOML_ASSERT(expr) static_assert(true)
#define TOML_EXCEPTIONS 0
#define TOML_MAX_NESTED_VALUES 64
#include <toml++/toml.h>

namespace shardscope::core {
namespace {

static_assert(TOML_MAX_NESTED_VALUES == kNestingLimit);

Error at(std::uint64_t line, ErrorCode code, std::vector<std::string> args)
{
    Error error{code, std::move(args)};
    error.place.line = line;
    return error;
}

/// Columns are counted in characters.
std::uint64_t byteOf(std::string_view text, const toml::source_position& where)
{
    std::size_t byte = 0;
    for (toml::source_index line = 1; line < where.line && byte < text.size(); ++byte)
        line += text[byte] == '\n' ? 1 : 0;
    for (toml::source_index column = 1; column < where.column && byte < text.size(); ++column) {
        do
            ++byte;
        while (byte < text.size() && (static_cast<unsigned char>(text[byte]) & 0xC0U) == 0x80U);
    }
    return byte;
}

/// Looks at a document before toml++ 3.3 does, for what that would not survive: it makes and unmakes a table
/// of each part of a key by recursion, without a limit, and is undefined for some letters beyond ASCII where
/// there may be none.
class Guard {
public:
    explicit Guard(std::string_view text)
        : m_text(text)
        , m_at(text.starts_with(kMark) ? kMark.size() : 0)
    {
    }
    std::optional<Error> refusal()
    {
        int dots = 0;           // of a key, and of a number
        std::size_t values = 0; // or more than there are
        char last = '\n';       // but blanks
        constexpr std::string_view kBeforeTexts = "\n,=.[{";
        constexpr std::string_view kEndsOfKeys = "\n,=[{";
        constexpr std::string_view kBeforeValues = ".,=[{";
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if ((c == '"' || c == '\'') && kBeforeTexts.find(last) != std::string_view::npos) {
                last = c;
                skipQuoted(m_text.substr(m_at, 3) == std::string(3, c) ? std::string(3, c)
                                                                       : std::string(1, c));
                continue;
            }
            if (c == '#') {
                m_at = std::min(m_text.find('\n', m_at), m_text.size());
                continue;
            }
            if (static_cast<unsigned char>(c) >= 0x80U)
                return at(line(), ErrorCode::SyntaxError,
                          {phrase(W_("beyond ASCII stand texts and comments only")), "TOML"});
            if (c == '.' && ++dots >= kNestingLimit)
                return at(line(), ErrorCode::NestingTooDeep, {std::to_string(kNestingLimit)});
            if (kEndsOfKeys.find(c) != std::string_view::npos)
                dots = 0;
            if (kBeforeValues.find(c) != std::string_view::npos && ++values > kValueLimit)
                return Error{ErrorCode::FileTooLarge, {std::to_string(values), std::to_string(kValueLimit)}};
            last = c == ' ' || c == '\t' || c == '\r' ? last : c;
            ++m_at;
        }
        return std::nullopt;
    }

private:
    /// One that does not end on its line is left to toml++.
    void skipQuoted(const std::string& quotes)
    {
        for (m_at += quotes.size(); m_at < m_text.size(); ++m_at) {
            if (m_text[m_at] == '\\' && quotes[0] == '"')
                ++m_at;
            else if (m_text.substr(m_at).starts_with(quotes) || (quotes.size() == 1 && m_text[m_at] == '\n'))
                break;
        }
        if (m_text.substr(std::min(m_at, m_text.size())).starts_with(quotes))
            m_at += quotes.size();
    }
    [[nodiscard]] std::uint64_t line() const
    {
        return 1 + static_cast<std::uint64_t>(std::ranges::count(m_text.substr(0, m_at), '\n'));
    }

    static constexpr std::string_view kMark = "\xEF\xBB\xBF"; ///< some editors write it in front
    std::string_view m_text;
    std::size_t m_at;
};

class TreeBuilder {
public:
    Value take(const toml::node& node)
    {
        Value value;
        if (m_depth > kNestingLimit) {
            refuse(node, ErrorCode::NestingTooDeep, std::to_string(kNestingLimit));
        } else {
            ++m_depth;
            value = made(node);
            --m_depth;
        }
        value.line = node.source().begin.line;
        return value;
    }
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

private:
    Value made(const toml::node& node)
    {
        switch (node.type()) {
        case toml::node_type::table: return table(*node.as_table());
        case toml::node_type::array: return list(*node.as_array());
        case toml::node_type::string: return Value::ofText(node.as_string()->get());
        case toml::node_type::integer: return Value::ofInteger(node.as_integer()->get());
        case toml::node_type::floating_point: return real(node);
        case toml::node_type::boolean: return Value::ofFlag(node.as_boolean()->get());
        case toml::node_type::date: return textOf(*node.as_date());
        case toml::node_type::time: return textOf(*node.as_time());
        case toml::node_type::date_time: return textOf(*node.as_date_time());
        case toml::node_type::none: break;
        }
        return {};
    }
    Value table(const toml::table& from)
    {
        std::vector<std::pair<toml::source_position, Value::Member>> placed;
        placed.reserve(from.size());
        for (const auto& [key, node] : from)
            placed.emplace_back(key.source().begin, Value::Member(key.str(), take(node)));
        std::ranges::stable_sort(placed, [](const auto& a, const auto& b) { return a.first < b.first; });
        std::vector<Value::Member> members;
        members.reserve(placed.size());
        for (auto& [place, member] : placed)
            members.push_back(std::move(member));
        return Value::ofMembers(std::move(members));
    }
    Value list(const toml::array& from)
    {
        std::vector<Value> items;
        items.reserve(from.size());
        for (const toml::node& node : from)
            items.push_back(take(node));
        return Value::ofItems(std::move(items));
    }
    Value real(const toml::node& node)
    {
        const double number = node.as_floating_point()->get();
        if (!std::isfinite(number))
            refuse(node, ErrorCode::NumberMalformed, std::isnan(number) ? "nan" : "inf");
        return Value::ofReal(number);
    }
    template <class T>
    static Value textOf(const toml::value<T>& value)
    {
        std::ostringstream text;
        text << value.get();
        return Value::ofText(text.str());
    }

    void refuse(const toml::node& node, ErrorCode code, const std::string& what)
    {
        if (!m_error)
            m_error = at(node.source().begin.line, code, {what});
    }

    int m_depth = 0;
    std::optional<Error> m_error;
};

} // namespace

Result<Value> parseTomlText(std::string_view text, const std::string& file)
{
    if (const auto refused = Guard(text).refusal())
        return refused->in(file);
    const toml::parse_result parsed = toml::parse(text);
    if (!parsed) {
        const toml::source_position where = parsed.error().source().begin;
        Error error =
            at(where.line, ErrorCode::SyntaxError, {std::string(parsed.error().description()), "TOML"});
        error.place.byteOffset = byteOf(text, where);
        return error.in(file);
    }
    TreeBuilder builder;
    Value document = builder.take(parsed.table());
    if (builder.error())
        return builder.error()->in(file);
    return document;
}

} // namespace shardscope::core
