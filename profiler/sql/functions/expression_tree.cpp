// SPDX-License-Identifier: GPL-3.0-or-later
// IEEE 1003.1, "Extended Regular Expressions", with \w \W \s \S \b \B \< \> of GNU's; what a class holds
// does not depend on the locale: characters beyond ASCII count as letters.
#include "profiler/sql/functions/expression_tree.h"

#include "core/base/ascii.h"
#include "profiler/import/text/utf8.h"

#include <algorithm>
#include <array>

namespace shardscope::profiler::sql {

namespace {

using Kind = ExpressionNode::Kind;

constexpr int kMostNested = 200;
constexpr int kMostBehind = 10;               ///< repetitions of repetitions: "a**"
constexpr std::uint32_t kMostRepeats = 32767; // RE_DUP_MAX

struct NamedClass {
    std::string_view name;
    CharacterSet set;
};

const std::vector<NamedClass>& namedClasses()
{
    constexpr std::pair<std::uint32_t, std::uint32_t> kBeyond{0x80, kNoText - 1};
    static const std::vector<NamedClass> all{
        {"alpha", {{'A', 'Z'}, {'a', 'z'}, kBeyond}},
        {"digit", {{'0', '9'}}},
        {"alnum", {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}, kBeyond}},
        {"upper", {{'A', 'Z'}}},
        {"lower", {{'a', 'z'}}},
        {"space", {{'\t', '\r'}, {' ', ' '}}},
        {"blank", {{'\t', '\t'}, {' ', ' '}}},
        {"punct", {{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}}},
        {"print", {{' ', '~'}, kBeyond}},
        {"graph", {{'!', '~'}, kBeyond}},
        {"cntrl", {{0, 0x1F}, {0x7F, 0x7F}}},
        {"xdigit", {{'0', '9'}, {'A', 'F'}, {'a', 'f'}}},
        {"word", {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}, kBeyond}}};
    return all;
}

const CharacterSet* classCalled(std::string_view name)
{
    const auto found = std::ranges::find(namedClasses(), name, &NamedClass::name);
    return found == namedClasses().end() ? nullptr : &found->set;
}

CharacterSet complement(CharacterSet set)
{
    std::ranges::sort(set);
    CharacterSet others;
    std::uint32_t next = 0;
    for (const auto& [first, last] : set) {
        if (first > next)
            others.emplace_back(next, first - 1);
        next = std::max(next, last + 1);
    }
    if (next <= kLastCharacter)
        others.emplace_back(next, kLastCharacter);
    return others;
}

class Reader {
public:
    Reader(std::string_view text, std::string& why)
        : m_rest(text)
        , m_why(why)
    {
    }

    std::optional<ExpressionNode> whole()
    {
        auto node = alternatives(0);
        if (node && !m_rest.empty())
            return refuse("a \")\" closes nothing");
        return node;
    }

private:
    std::nullopt_t refuse(std::string why)
    {
        if (m_why.empty())
            m_why = std::move(why);
        return std::nullopt;
    }
    bool takes(std::string_view wanted)
    {
        if (!m_rest.starts_with(wanted))
            return false;
        m_rest.remove_prefix(wanted.size());
        return true;
    }

    std::optional<ExpressionNode> alternatives(int depth)
    {
        if (depth > kMostNested)
            return refuse("it is nested too deeply: at most " + std::to_string(kMostNested) +
                          " levels are read");
        ExpressionNode any{Kind::Any};
        do {
            auto one = sequence(depth);
            if (!one)
                return std::nullopt;
            any.children.push_back(std::move(*one));
        } while (takes("|"));
        return any.children.size() == 1 ? std::move(any.children.front()) : std::move(any);
    }

    std::optional<ExpressionNode> sequence(int depth)
    {
        ExpressionNode all{Kind::All};
        while (!m_rest.empty() && m_rest.front() != '|' && m_rest.front() != ')') {
            auto one = part(depth);
            for (int repeats = 0; one && repeatsNext(); ++repeats) {
                if (repeats == kMostBehind)
                    return refuse("too many repetitions stand behind one another");
                one = repeated(std::move(*one));
            }
            if (!one)
                return std::nullopt;
            all.children.push_back(std::move(*one));
        }
        return all;
    }

    [[nodiscard]] bool repeatsNext() const
    {
        if (m_rest.empty())
            return false;
        const bool counted = m_rest.front() == '{' && m_rest.size() > 1 &&
                             (core::isDigit(m_rest[1]) || m_rest[1] == ','); // else the sign itself
        return counted || std::string_view("*+?").find(m_rest.front()) != std::string_view::npos;
    }

    std::optional<std::uint32_t> number()
    {
        std::optional<std::uint32_t> value;
        for (; !m_rest.empty() && core::isDigit(m_rest.front()); m_rest.remove_prefix(1))
            value = std::min(value.value_or(0) * 10 + static_cast<std::uint32_t>(m_rest.front() - '0'),
                             kMostRepeats + 1);
        return value;
    }

    std::optional<ExpressionNode> repeated(ExpressionNode what)
    {
        ExpressionNode node{Kind::Repeat};
        node.children.push_back(std::move(what));
        if (takes("*"))
            return node;
        if (takes("+")) {
            node.least = 1;
            return node;
        }
        if (takes("?")) {
            node.most = 1;
            return node;
        }
        m_rest.remove_prefix(1);
        const auto least = number();
        node.least = least.value_or(0);
        node.most = least;
        if (takes(","))
            node.most = number();
        if (!takes("}"))
            return refuse("a \"{\" is not closed");
        const std::uint32_t most = node.most.value_or(node.least);
        if (most > kMostRepeats || node.least > most)
            return refuse("a repetition {m,n} wants m <= n <= " + std::to_string(kMostRepeats));
        return node;
    }

    std::optional<ExpressionNode> part(int depth)
    {
        if (repeatsNext())
            return refuse(std::string("nothing stands before \"") + m_rest.front() + "\"");
        if (takes("(")) {
            auto inner = alternatives(depth + 1);
            if (inner && !takes(")"))
                return refuse("a \"(\" is not closed");
            return inner;
        }
        if (takes("["))
            return bracket();
        if (takes("\\"))
            return escaped();
        if (takes("^"))
            return ExpressionNode{Kind::TextBegin};
        if (takes("$"))
            return ExpressionNode{Kind::TextEnd};
        if (takes("."))
            return ExpressionNode{Kind::Set, {{0, kLastCharacter}}};
        const std::uint32_t one = takeCharacter(m_rest);
        return ExpressionNode{Kind::Set, {{one, one}}};
    }

    std::optional<ExpressionNode> escaped()
    {
        if (m_rest.empty())
            return refuse("it ends in a backslash");
        if (core::isDigit(m_rest.front()) && m_rest.front() != '0')
            return refuse("\"\\" + std::string(1, m_rest.front()) +
                          "\" asks for what a group matched before, which is not looked for");
        const std::uint32_t one = takeCharacter(m_rest);
        switch (one) {
        case 'w': return ExpressionNode{Kind::Set, *classCalled("word")};
        case 'W': return ExpressionNode{Kind::Set, complement(*classCalled("word"))};
        case 's': return ExpressionNode{Kind::Set, *classCalled("space")};
        case 'S': return ExpressionNode{Kind::Set, complement(*classCalled("space"))};
        case 'b': return ExpressionNode{Kind::WordEdge};
        case 'B': return ExpressionNode{Kind::NoWordEdge};
        case '<': return ExpressionNode{Kind::WordBegin};
        case '>': return ExpressionNode{Kind::WordEnd};
        case '`': return ExpressionNode{Kind::TextBegin};
        case '\'': return ExpressionNode{Kind::TextEnd};
        default: return ExpressionNode{Kind::Set, {{one, one}}};
        }
    }

    /// Reads what follows a "[", up to its "]".
    std::optional<ExpressionNode> bracket()
    {
        const bool others = takes("^");
        CharacterSet set;
        for (bool first = true; first || !takes("]"); first = false) {
            if (m_rest.empty())
                return refuse("a \"[\" is not closed");
            if (takes("[:")) {
                const std::size_t end = m_rest.find(":]");
                const CharacterSet* const named =
                    end == std::string_view::npos ? nullptr : classCalled(m_rest.substr(0, end));
                if (named == nullptr)
                    return refuse("no class of characters is called so; known are [:alpha:], [:digit:], "
                                  "[:alnum:], [:upper:], [:lower:], [:space:], [:punct:]");
                m_rest.remove_prefix(end + 2);
                set.insert(set.end(), named->begin(), named->end());
                continue;
            }
            const auto from = rangeEnd();
            if (!from)
                return std::nullopt;
            auto to = from;
            if (m_rest.size() > 1 && m_rest.front() == '-' && m_rest[1] != ']') {
                m_rest.remove_prefix(1);
                to = rangeEnd();
            }
            if (!to)
                return std::nullopt;
            if (*to < *from)
                return refuse("a range in \"[]\" ends before it begins");
            set.emplace_back(*from, *to);
        }
        return ExpressionNode{Kind::Set, others ? complement(std::move(set)) : std::move(set)};
    }

    /// One character in brackets, also as [.x.] or [=x=].
    std::optional<std::uint32_t> rangeEnd()
    {
        for (const std::string_view mark : {".", "="}) {
            if (!takes("[" + std::string(mark)))
                continue;
            const std::uint32_t one = m_rest.empty() ? 0 : takeCharacter(m_rest);
            if (!takes(std::string(mark) + "]"))
                return refuse("\"[" + std::string(mark) + "\" wants one character in it");
            return one;
        }
        return m_rest.empty() ? std::optional<std::uint32_t>(refuse("a \"[\" is not closed"))
                              : takeCharacter(m_rest);
    }

    std::string_view m_rest;
    std::string& m_why;
};

} // namespace

std::uint32_t takeCharacter(std::string_view& text)
{
    const std::size_t size = utf8SequenceLength(text, 0);
    const auto byte = [&](std::size_t at) {
        return static_cast<std::uint32_t>(static_cast<unsigned char>(text[at]));
    };
    constexpr std::array<std::uint32_t, 5> kFirstBits{0, 0x7F, 0x1F, 0x0F, 0x07};
    std::uint32_t character = size == 0 ? kNoText + byte(0) : byte(0) & kFirstBits[size];
    for (std::size_t at = 1; at < size; ++at)
        character = character << 6U | (byte(at) & 0x3FU);
    text.remove_prefix(std::max<std::size_t>(size, 1));
    return character;
}

bool isWordCharacter(std::uint32_t character)
{
    return character < 0x80 ? core::isLetterOrDigit(static_cast<char>(character)) || character == '_'
                            : character < kNoText;
}

std::optional<ExpressionNode> readExpression(std::string_view text, std::string& why)
{
    return Reader(text, why).whole();
}

} // namespace shardscope::profiler::sql
