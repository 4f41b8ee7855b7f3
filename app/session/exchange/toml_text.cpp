// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/exchange/toml_text.h"

#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "core/units/plain_number.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <string_view>

namespace shardscope::app {
namespace {

using core::Value;

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool isBare(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

class Toml {
public:
    Toml(const std::string& text, const std::string& file)
        : m_text(text)
        , m_file(file)
    {
    }

    core::Result<Value> read()
    {
        Value document = Value::ofMembers({});
        Value* table = &document;
        for (skipLines(); !m_error && !atEnd(); skipLines()) {
            if (take('[')) {
                table = child(document, keys());
                if (!take(']'))
                    refuse(W_("a table's name ends with ]"));
            } else {
                const std::vector<std::string> path = keys();
                if (!take('='))
                    refuse(W_("a key, = and a value stand here"));
                Value* const place = m_error ? nullptr : child(*table, path);
                Value read = m_error ? Value() : value(0);
                if (place != nullptr && !place->members.empty())
                    twice(path.back());
                if (place != nullptr)
                    *place = std::move(read);
            }
            endOfLine();
        }
        if (m_error)
            return m_error->in(m_file);
        return document;
    }

private:
    [[nodiscard]] bool atEnd() const { return m_at >= m_text.size(); }
    [[nodiscard]] char here() const { return atEnd() ? '\n' : m_text[m_at]; }
    void next() { m_line += m_text[m_at++] == '\n' ? 1 : 0; }

    void refuse(std::string_view why)
    {
        if (m_error)
            return;
        m_error = core::Error{core::ErrorCode::SyntaxError, {core::phrase(why), "TOML"}};
        m_error->place.line = m_line;
    }
    void twice(const std::string& key)
    {
        if (m_error)
            return;
        m_error = core::inconsistent(W_("the key \"%1\" stands twice in one map"), {key});
        m_error->place.line = m_line;
    }

    /// Spaces, and a comment up to the end of its line.
    void skipSpaces()
    {
        while (isSpace(here()))
            next();
        while (here() == '#')
            while (here() != '\n')
                next();
    }
    void skipLines()
    {
        for (skipSpaces(); !atEnd() && here() == '\n'; skipSpaces())
            next();
    }
    void endOfLine()
    {
        skipSpaces();
        if (!atEnd() && here() != '\n')
            refuse(W_("a line has one key and its value"));
    }
    bool take(char wanted)
    {
        skipSpaces();
        if (atEnd() || here() != wanted)
            return false;
        next();
        return true;
    }

    /// "a.b", each bare or between quotes.
    std::vector<std::string> keys()
    {
        std::vector<std::string> path;
        do {
            skipSpaces();
            std::string key;
            if (here() == '"' || here() == '\'')
                key = quoted();
            for (; isBare(here()); next())
                key += here();
            if (key.empty())
                refuse(W_("a key stands here"));
            path.push_back(std::move(key));
        } while (!m_error && take('.'));
        return path;
    }

    /// The value at \p path below \p table; tables are made on the way.
    Value* child(Value& table, const std::vector<std::string>& path)
    {
        Value* at = &table;
        for (const std::string& key : path) {
            at = &at->member(key);
            if (at->kind == Value::Kind::Null)
                *at = Value::ofMembers({});
            if (at->kind != Value::Kind::Object) {
                twice(key);
                return at;
            }
        }
        return at;
    }

    std::string quoted()
    {
        const char quote = here();
        std::string text;
        for (next(); !atEnd() && here() != quote && here() != '\n'; next()) {
            if (here() == '\\' && quote == '"') {
                next();
                constexpr std::string_view kEscaped = "nt\"\\";
                constexpr std::string_view kMeant = "\n\t\"\\";
                const std::size_t which = kEscaped.find(here());
                if (which == std::string_view::npos) {
                    refuse(W_("no text has this escape"));
                    return text;
                }
                text += kMeant[which];
            } else {
                text += here();
            }
        }
        if (atEnd() || here() != quote)
            refuse(W_("a text ends on its line"));
        else
            next();
        return text;
    }

    Value list(int depth)
    {
        std::vector<Value> items;
        for (skipLines(); !m_error && !take(']'); skipLines()) {
            if (atEnd())
                refuse(W_("a list ends with ]"));
            if (!m_error)
                items.push_back(value(depth + 1));
            skipLines();
            if (!take(',') && here() != ']')
                refuse(W_("a list ends with ]"));
        }
        return Value::ofItems(std::move(items));
    }

    Value value(int depth)
    {
        skipSpaces();
        if (depth > core::kNestingLimit)
            refuse(W_("lists nest too deep"));
        if (m_error)
            return {};
        if (here() == '"' || here() == '\'')
            return Value::ofText(quoted());
        if (take('['))
            return list(depth);
        std::string word;
        for (; isBare(here()) || here() == '.' || here() == '+'; next())
            word += here();
        if (word == "true" || word == "false")
            return Value::ofFlag(word == "true");
        std::erase(word, '_');
        if (const auto whole = core::parseWhole(word))
            return Value::ofInteger(*whole);
        if (const auto number = core::parseNumber(word))
            return Value::ofReal(*number);
        refuse(W_("a text, a number, true, false or a list stands here"));
        return {};
    }

    const std::string& m_text;
    const std::string& m_file;
    std::size_t m_at = 0;
    std::uint64_t m_line = 1;
    std::optional<core::Error> m_error;
};

} // namespace

core::Result<Value> parseTomlText(const std::string& text, const std::string& file)
{
    return Toml(text, file).read();
}

bool hasTomlTable(const std::string& text, const std::string& name)
{
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        line.erase(0, line.find_first_not_of(" \t"));
        if (line.rfind("[" + name + "]", 0) == 0)
            return true;
    }
    return false;
}

} // namespace shardscope::app
