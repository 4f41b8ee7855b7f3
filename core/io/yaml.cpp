// SPDX-License-Identifier: GPL-3.0-or-later
// YAML to and from the plain tree, through yaml-cpp's event parser.
#include "core/base/error_at.h"
#include "core/base/phrase.h"
#include "core/io/value.h"
#include "core/units/plain_number.h"

#include <yaml-cpp/emitter.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>

namespace shardscope::core {

namespace {

/// The same limit as in JSON: no document of ours has as many, and looking keys up takes the square of it.
constexpr std::size_t kMostMembers = 10'000;

/// Thrown inside this file only, to leave yaml-cpp's parser.
struct Refused {
    Error error;
};

/// YAML 1.2 core schema, as far as configuration files use it: null, booleans, decimal numbers, text.
Value plainScalar(const std::string& text)
{
    if (text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL")
        return {};
    if (text == "true" || text == "True" || text == "TRUE")
        return Value::ofFlag(true);
    if (text == "false" || text == "False" || text == "FALSE")
        return Value::ofFlag(false);
    std::string digits; // Rust and Python configurations write 1_000_000
    for (const char c : text)
        if (c != '_')
            digits += c;
    if (digits.empty())
        return Value::ofText(text);
    const std::string_view number = std::string_view(digits).substr(digits.front() == '+' ? 1 : 0);
    if (const auto integer = parseWhole(number))
        return Value::ofInteger(*integer);
    const auto real = parseNumber(number);
    return real ? Value::ofReal(*real) : Value::ofText(text);
}

class TreeBuilder final : public YAML::EventHandler {
public:
    explicit TreeBuilder(std::string file)
        : m_file(std::move(file))
    {
    }

    void OnDocumentStart(const YAML::Mark& mark) override
    {
        // yaml-cpp takes a stray "," for an empty document and never steps over it.
        if (!m_documents.empty() && mark.pos == m_documentAt)
            refuse({ErrorCode::SyntaxError, {phrase(W_("no value begins here")), "YAML"}}, mark);
        m_documentAt = mark.pos;
        m_documents.emplace_back();
        m_open.clear();
    }
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { put({}, mark); }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override
    {
        refuse({ErrorCode::NotSupported, {phrase(W_("YAML aliases")), phrase(W_("write the value out"))}},
               mark);
    }
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                  const std::string& text) override
    {
        if (!m_open.empty() && m_open.back().wantsKey()) {
            Level& level = m_open.back();
            if (level.node->members.size() >= kMostMembers)
                refuse({ErrorCode::NotSupported,
                        {phrase(W_("a map of more than %1 keys"), {std::to_string(kMostMembers)}), ""}},
                       mark);
            if (level.node->find(text))
                refuse(
                    {ErrorCode::Inconsistent, {phrase(W_("the key \"%1\" stands twice in one map"), {text})}},
                    mark);
            level.node->members.emplace_back(text, Value{});
            level.keyPending = true;
            return;
        }
        put(tag == "?" ? plainScalar(text) : Value::ofText(text), mark); // "!" is a quoted scalar
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                         YAML::EmitterStyle::value) override
    {
        open(Value::ofItems({}), mark);
    }
    void OnSequenceEnd() override { m_open.pop_back(); }
    void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                    YAML::EmitterStyle::value) override
    {
        open(Value::ofMembers({}), mark);
    }
    void OnMapEnd() override { m_open.pop_back(); }

    [[nodiscard]] std::vector<Value> take() { return std::move(m_documents); }

private:
    struct Level {
        Value* node;
        bool keyPending;
        [[nodiscard]] bool wantsKey() const { return node->kind == Value::Kind::Object && !keyPending; }
    };

    [[noreturn]] void refuse(Error error, const YAML::Mark& mark)
    {
        error.place.file = m_file;
        error.place.line = static_cast<std::uint64_t>(mark.line) + 1;
        throw Refused{std::move(error)};
    }
    Value* put(Value value, const YAML::Mark& mark)
    {
        value.line = static_cast<std::uint64_t>(mark.line) + 1;
        if (m_open.empty()) {
            m_documents.back() = std::move(value);
            return &m_documents.back();
        }
        Level& level = m_open.back();
        if (level.wantsKey())
            refuse({ErrorCode::WrongType, {phrase(W_("text as key")), phrase(kindName(value.kind))}}, mark);
        if (level.node->kind == Value::Kind::Array) {
            level.node->items.push_back(std::move(value));
            return &level.node->items.back();
        }
        level.keyPending = false;
        level.node->members.back().second = std::move(value);
        return &level.node->members.back().second;
    }
    void open(Value value, const YAML::Mark& mark)
    {
        if (m_open.size() >= static_cast<std::size_t>(kNestingLimit))
            refuse({ErrorCode::NestingTooDeep, {std::to_string(kNestingLimit)}}, mark);
        Value* node = put(std::move(value), mark);
        m_open.push_back({node, false});
    }

    std::string m_file;
    std::vector<Value> m_documents;
    int m_documentAt = 0; ///< byte where the last of m_documents begins
    std::vector<Level> m_open;
};

/// Lines that a block keeps as they are: several, each ended, none that begins or ends with a blank.
bool isBlock(const std::string& text)
{
    const auto kept = [](unsigned char c) { return c == '\n' || (c >= 0x20U && c != 0x7FU); };
    return text.size() > 1 && text.find('\n') + 1 < text.size() && text.back() == '\n' &&
           text[text.size() - 2] != '\n' && text.front() != ' ' && text.front() != '\n' &&
           text.find(" \n") == std::string::npos && std::ranges::all_of(text, kept);
}

void emit(YAML::Emitter& out, const Value& value)
{
    switch (value.kind) {
    case Value::Kind::Null: out << YAML::Null; break;
    case Value::Kind::Bool: out << value.flag; break;
    case Value::Kind::Integer: out << value.integer; break;
    case Value::Kind::Real: {
        std::string text = shortestText(value.real);
        if (text.find_first_of(".e") == std::string::npos)
            text += ".0";
        out << text;
        break;
    }
    case Value::Kind::Text:
        // A text that would read back as something else is quoted.
        if (plainScalar(value.text).kind != Value::Kind::Text)
            out << YAML::DoubleQuoted;
        else if (isBlock(value.text))
            out << YAML::Literal;
        out << value.text;
        break;
    case Value::Kind::Array:
        out << YAML::BeginSeq;
        for (const Value& item : value.items)
            emit(out, item);
        out << YAML::EndSeq;
        break;
    case Value::Kind::Object:
        out << YAML::BeginMap;
        for (const auto& [key, member] : value.members) {
            out << YAML::Key << key << YAML::Value;
            emit(out, member);
        }
        out << YAML::EndMap;
        break;
    }
}

Error emptyFile(const std::string& file) { return errorIn(ErrorCode::FileEmpty, {}, file); }

} // namespace

Result<std::vector<Value>> parseYamlText(std::string_view text, const std::string& file)
{
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return emptyFile(file);
    TreeBuilder builder(file);
    try {
        std::istringstream stream{std::string(text)};
        YAML::Parser parser(stream);
        while (parser.HandleNextDocument(builder)) {
        }
    } catch (const Refused& refused) {
        return refused.error;
    } catch (const YAML::Exception& problem) {
        Error error{ErrorCode::SyntaxError, {problem.msg, "YAML"}};
        error.place.file = file;
        if (!problem.mark.is_null()) {
            error.place.line = static_cast<std::uint64_t>(problem.mark.line) + 1;
            error.place.byteOffset = static_cast<std::uint64_t>(problem.mark.pos);
        }
        return error;
    }
    std::vector<Value> documents = builder.take();
    if (documents.empty())
        return emptyFile(file);
    return documents;
}

std::string yamlText(const Value& value)
{
    YAML::Emitter out;
    emit(out, value);
    return std::string(out.c_str()) + '\n';
}

} // namespace shardscope::core
