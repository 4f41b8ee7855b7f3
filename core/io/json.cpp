// SPDX-License-Identifier: GPL-3.0-or-later
// JSON to and from the plain tree, through nlohmann/json's event parser, so that depth is limited before
// memory is.
#include "core/base/error_at.h"
#include "core/base/phrase.h"
#include "core/io/json_tree.h"
#include "core/io/value.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_set>

namespace shardscope::core {

namespace {

using Json = nlohmann::json;

/// No document of ours has as many; who looks keys up one behind the other takes the square of it.
constexpr std::size_t kMostMembers = 10'000;

class TreeBuilder final : public nlohmann::json_sax<Json> {
public:
    explicit TreeBuilder(std::string file)
        : m_file(std::move(file))
    {
    }

    bool null() override { return put({}) != nullptr; }
    bool boolean(bool flag) override { return put(Value::ofFlag(flag)) != nullptr; }
    bool number_integer(number_integer_t number) override { return put(Value::ofInteger(number)) != nullptr; }
    bool number_unsigned(number_unsigned_t number) override
    {
        if (number > static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max()))
            return put(Value::ofReal(static_cast<double>(number))) != nullptr;
        return put(Value::ofInteger(static_cast<std::int64_t>(number))) != nullptr;
    }
    bool number_float(number_float_t number, const string_t&) override
    {
        return put(Value::ofReal(number)) != nullptr;
    }
    bool string(string_t& text) override { return put(Value::ofText(std::move(text))) != nullptr; }
    bool binary(binary_t&) override { return false; }
    bool key(string_t& name) override
    {
        if (m_keys.back().size() >= kMostMembers) {
            Error error{ErrorCode::NotSupported,
                        {phrase(W_("an object of more than %1 keys"), {std::to_string(kMostMembers)}), ""}};
            error.place.jsonPointer = pointer();
            return fail(std::move(error));
        }
        if (!m_keys.back().insert(name).second) {
            Error error{ErrorCode::Inconsistent,
                        {phrase(W_("the key \"%1\" stands twice in one object"), {name})}};
            error.place.jsonPointer = pointer() + pointerStep(name);
            return fail(std::move(error));
        }
        m_open.back()->members.emplace_back(std::move(name), Value{});
        return true;
    }
    bool start_object(std::size_t) override { return open(Value::ofMembers({})); }
    bool start_array(std::size_t) override { return open(Value::ofItems({})); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool parse_error(std::size_t position, const std::string& token, const Json::exception& problem) override
    {
        constexpr int kNumberOverflow = 406; // nlohmann::json::out_of_range
        const bool overflow = problem.id == kNumberOverflow;
        Error error{overflow ? ErrorCode::NumberMalformed : ErrorCode::SyntaxError,
                    {overflow ? token : whatIsWrong(problem)},
                    {}};
        error.place.byteOffset = position > 0 ? position - 1 : 0;
        return fail(std::move(error));
    }

    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }
    [[nodiscard]] Value take() { return std::move(m_root); }

private:
    /// The library's sentence without its own prefix "[json.exception…] parse error at line 1, column 2: ".
    static std::string whatIsWrong(const Json::exception& problem)
    {
        std::string text = problem.what();
        if (const auto colon = text.find(": "); colon != std::string::npos)
            text.erase(0, colon + 2);
        return text;
    }
    bool fail(Error error)
    {
        error.place.file = m_file;
        m_error = std::move(error);
        return false;
    }
    /// The pointer of the innermost open value.
    [[nodiscard]] std::string pointer() const
    {
        std::string text;
        for (std::size_t i = 0; i + 1 < m_open.size(); ++i) {
            const Value& parent = *m_open[i];
            text += pointerStep(parent.kind == Value::Kind::Array ? std::to_string(parent.items.size() - 1)
                                                                  : parent.members.back().first);
        }
        return text;
    }
    Value* put(Value value)
    {
        if (++m_count > kValueLimit) {
            fail({ErrorCode::FileTooLarge, {std::to_string(m_count), std::to_string(kValueLimit)}});
            return nullptr;
        }
        if (m_open.empty()) {
            m_root = std::move(value);
            return &m_root;
        }
        Value& parent = *m_open.back();
        if (parent.kind == Value::Kind::Array) {
            parent.items.push_back(std::move(value));
            return &parent.items.back();
        }
        parent.members.back().second = std::move(value);
        return &parent.members.back().second;
    }
    bool open(Value value)
    {
        if (m_open.size() >= static_cast<std::size_t>(kNestingLimit)) {
            Error error{ErrorCode::NestingTooDeep, {std::to_string(kNestingLimit)}};
            error.place.jsonPointer = pointer();
            return fail(std::move(error));
        }
        Value* placed = put(std::move(value));
        if (placed == nullptr)
            return false;
        m_open.push_back(placed);
        m_keys.emplace_back();
        return true;
    }
    bool close()
    {
        m_open.pop_back();
        m_keys.pop_back();
        return true;
    }

    std::string m_file;
    Value m_root;
    std::vector<Value*> m_open; ///< a parent does not grow while its child is open, so pointers hold
    std::vector<std::unordered_set<std::string>> m_keys; ///< of each open object
    std::size_t m_count = 0;
    std::optional<Error> m_error;
};

/// A value of one line, and all in it.
void setLine(Value& value, std::uint64_t line)
{
    value.line = line;
    for (Value& item : value.items)
        setLine(item, line);
    for (auto& [key, member] : value.members)
        setLine(member, line);
}

/// \p text with a null for each NaN and Infinity outside texts: Python writes them where a number has no
/// limit (Nemotron-H's time_step_limit), JSON has none. Empty where there is none.
std::string withoutPythonsNumbers(std::string_view text)
{
    if (text.find("Infinity") == std::string_view::npos && text.find("NaN") == std::string_view::npos)
        return {};
    std::string clean;
    clean.reserve(text.size());
    bool inText = false;
    while (!text.empty()) {
        const auto starts = [&](std::string_view number) { return !inText && text.starts_with(number); };
        std::size_t taken = inText && text.front() == '\\' ? std::min<std::size_t>(2, text.size()) : 1;
        if (text.front() == '"')
            inText = !inText;
        for (const std::string_view number : {"-Infinity", "Infinity", "NaN"})
            taken = starts(number) ? number.size() : taken;
        if (taken > 2)
            clean += "null";
        else
            clean += text.substr(0, taken);
        text.remove_prefix(taken);
    }
    return clean;
}

} // namespace

Result<Value> parseJsonText(std::string_view text, const std::string& file)
{
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        return errorIn(ErrorCode::FileEmpty, {}, file);
    }
    if (const auto nul = text.find('\0');
        nul != std::string_view::npos) { // the library would take it for the end
        Error error{ErrorCode::SyntaxError, {phrase(W_("text without NUL bytes"))}};
        error.place.file = file;
        error.place.byteOffset = nul;
        return error;
    }
    const std::string clean = withoutPythonsNumbers(text);
    if (!clean.empty())
        text = clean;
    TreeBuilder builder(file);
    const bool parsed = Json::sax_parse(text, &builder);
    if (builder.error()) {
        Error error = *builder.error();
        if (error.place.byteOffset) {
            const auto end = text.begin() + static_cast<std::ptrdiff_t>(
                                                std::min<std::size_t>(*error.place.byteOffset, text.size()));
            error.place.line = 1 + static_cast<std::uint64_t>(std::count(text.begin(), end, '\n'));
        }
        return error;
    }
    SHARDSCOPE_CHECK(parsed);
    return builder.take();
}

Result<std::vector<Value>> parseJsonLines(std::string_view text, const std::string& file)
{
    std::vector<Value> values;
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && text[first] == '[') {
        SHARDSCOPE_TRY(Value list, parseJsonText(text, file));
        values = std::move(list.items);
    } else {
        std::uint64_t line = 0;
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t end = std::min(text.find('\n', begin), text.size());
            const std::string_view row = text.substr(begin, end - begin);
            ++line;
            begin = end + 1;
            if (row.find_first_not_of(" \t\r") == std::string_view::npos)
                continue;
            Result<Value> value = parseJsonText(row, file);
            if (!value.ok()) {
                Error error = value.error();
                error.place.line = line;
                return error;
            }
            setLine(*value, line);
            values.push_back(std::move(*value));
        }
    }
    if (values.empty())
        return errorIn(ErrorCode::FileEmpty, {}, file);
    return values;
}

std::string jsonText(const Value& value, int indent)
{
    return jsonOf<nlohmann::ordered_json>(value).dump(indent, ' ', false,
                                                      nlohmann::ordered_json::error_handler_t::replace);
}

} // namespace shardscope::core
