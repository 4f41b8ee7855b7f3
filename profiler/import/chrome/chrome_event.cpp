// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/chrome/chrome_event.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace shardscope::profiler {

using json::Outcome;
using json::Scalar;
using json::Skipped;

namespace {

enum class Field : std::uint8_t {
    Other,
    Phase,
    Name,
    Category,
    Process,
    Thread,
    Id,
    Scope,
    BindPoint,
    Arguments,
    Ts,
    Dur
};

Field fieldOf(std::string_view key)
{
    switch (key.size()) {
    case 2:
        return key == "ph"   ? Field::Phase
               : key == "ts" ? Field::Ts
               : key == "id" ? Field::Id
               : key == "bp" ? Field::BindPoint
                             : Field::Other;
    case 3:
        return key == "pid"   ? Field::Process
               : key == "tid" ? Field::Thread
               : key == "cat" ? Field::Category
               : key == "dur" ? Field::Dur
               : key == "id2" ? Field::Id
                              : Field::Other;
    case 4: return key == "name" ? Field::Name : key == "args" ? Field::Arguments : Field::Other;
    case 5: return key == "scope" ? Field::Scope : Field::Other;
    default: return Field::Other;
    }
}

std::string_view between(const char* begin, const char* end)
{
    return {begin, static_cast<std::size_t>(end - begin)};
}

/// A scalar where one is expected; a container in its place is taken as its text.
Skipped readField(const char* at, const char* end, Scalar& scalar)
{
    if (at < end && (*at == '{' || *at == '[')) {
        const Skipped skipped = json::skipValue(at, end);
        scalar = {between(at, skipped.end), false};
        return skipped;
    }
    return json::readScalar(at, end, scalar);
}

Skipped readValue(Field field, const char* at, const char* end, ChromeEvent& event, ArgShapes* shapes)
{
    Scalar scalar;
    switch (field) {
    case Field::Other: return json::skipValue(at, end);
    case Field::Arguments: {
        if (const char* const behind = readArgNumbers(at, end, event.numbers, shapes, event.category.raw)) {
            event.arguments = between(at, behind);
            return {behind, Outcome::Ok};
        }
        const Skipped skipped = json::skipValue(at, end);
        event.arguments = between(at, skipped.end);
        return skipped;
    }
    case Field::Phase: return readField(at, end, event.phase);
    case Field::Name: return readField(at, end, event.name);
    case Field::Category: return readField(at, end, event.category);
    case Field::Process: return readField(at, end, event.process);
    case Field::Thread: return readField(at, end, event.thread);
    default: break;
    }
    const Skipped read = readField(at, end, scalar);
    if (field == Field::Id)
        event.id = scalar.raw;
    else if (field == Field::Scope)
        event.scope = scalar.raw;
    else if (field == Field::BindPoint)
        event.bindPoint = scalar.raw;
    else if (read.outcome == Outcome::Ok)
        (field == Field::Ts ? event.ts : event.dur) = parseMicroseconds(scalar.raw);
    return read;
}

template <class Word>
bool sameWord(const char* left, const char* right)
{
    Word a = 0;
    Word b = 0;
    std::memcpy(&a, left, sizeof a);
    std::memcpy(&b, right, sizeof b);
    return a == b;
}

/// memcmp of a size known when compiling, by words that may overlap: never a call.
template <std::size_t Size>
bool sameBytes(const char* left, const char* right)
{
    if constexpr (Size > 8) {
        for (std::size_t at = 0; at + 8 < Size; at += 8) {
            if (!sameWord<std::uint64_t>(left + at, right + at))
                return false;
        }
        return sameWord<std::uint64_t>(left + Size - 8, right + Size - 8);
    } else if constexpr (Size >= 4) {
        return sameWord<std::uint32_t>(left, right) &&
               sameWord<std::uint32_t>(left + Size - 4, right + Size - 4);
    } else {
        return std::memcmp(left, right, Size) == 0;
    }
}

/// The value of eight digits; false where one of them is none. Little-endian machines have the first digit in
/// the lowest byte: pairs, fours and eights are summed in place (as D. Lemire's parse_eight_digits_unrolled).
bool eightDigits(const char* at, std::uint64_t& value)
{
    static_assert(std::endian::native == std::endian::little);
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    constexpr std::uint64_t kHigh = 0xF0F0F0F0F0F0F0F0u;
    constexpr std::uint64_t kZeros = 0x3030303030303030u;
    if ((word & kHigh) != kZeros || ((word + 0x0606060606060606u) & kHigh) != kZeros)
        return false;
    word -= kZeros;
    word = word * 10 + (word >> 8);
    constexpr std::uint64_t kPairs = 0x000000FF000000FFu;
    value = ((word & kPairs) * (100 + (std::uint64_t{1'000'000} << 32)) +
             ((word >> 16) & kPairs) * (1 + (std::uint64_t{10'000} << 32))) >>
            32;
    return true;
}

/// Follows text that is spaced in one known way; whatever differs sends the event to the general reader. All
/// comparisons may look into the padding behind the end.
class LayoutReader {
public:
    LayoutReader(const char* at, const char* end)
        : m_at(at)
        , m_end(end)
    {
    }

    template <std::size_t Size>
    bool literal(const char (&text)[Size])
    {
        if (!sameBytes<Size - 1>(m_at, text))
            return false;
        m_at += Size - 1;
        return true;
    }

    /// Up to the closing quote; the opening one has been passed.
    bool string(Scalar& scalar)
    {
        const char* const close = json::findQuote(m_at, m_end);
        if (close == nullptr)
            return false;
        scalar = {between(m_at, close), true};
        m_at = close;
        return true;
    }

    /// Digits, or a quoted text.
    bool key(Scalar& scalar)
    {
        if (*m_at == '"') {
            ++m_at;
            return string(scalar) && literal("\"");
        }
        const char* const begin = m_at;
        while (isDigit(*m_at))
            ++m_at;
        scalar = {between(begin, m_at), false};
        return m_at != begin;
    }

    bool time(Decimal& decimal)
    {
        std::uint64_t whole = 0;
        const char* const begin = m_at;
        if (eightDigits(m_at, whole))
            m_at += 8;
        for (; isDigit(*m_at); ++m_at)
            whole = whole * 10 + static_cast<std::uint64_t>(*m_at - '0');
        constexpr std::ptrdiff_t kSafeDigits = 16; // as ns below 2^63
        if (m_at == begin || m_at - begin > kSafeDigits - 1 + (*begin <= '8' ? 1 : 0))
            return false;
        std::uint64_t ns = whole * 1000;
        if (*m_at == '.') {
            if (!isDigit(m_at[1]) || !isDigit(m_at[2]) || !isDigit(m_at[3]))
                return false;
            ns += static_cast<std::uint64_t>((m_at[1] - '0') * 100 + (m_at[2] - '0') * 10 + (m_at[3] - '0'));
            m_at += 4;
        }
        decimal = {static_cast<std::int64_t>(ns), Decimal::State::Exact};
        return true; // the literal behind says whether the number ends here
    }

    /// A number of any form, unread: the literal behind says whether it ends here.
    bool skipNumber()
    {
        const char* const begin = m_at;
        while (isDigit(*m_at) || *m_at == '.')
            ++m_at;
        return m_at != begin;
    }

    bool object(std::string_view& text)
    {
        if (*m_at != '{')
            return false;
        const Skipped skipped = json::skipValue(m_at, m_end);
        text = between(m_at, skipped.end);
        m_at = skipped.end;
        return skipped.outcome == Outcome::Ok;
    }

    bool arguments(ChromeEvent& event, ArgShapes* shapes)
    {
        const char* const behind = readArgNumbers(m_at, m_end, event.numbers, shapes, event.category.raw);
        if (behind == nullptr)
            return object(event.arguments);
        event.arguments = between(m_at, behind);
        m_at = behind;
        return true;
    }

    [[nodiscard]] const char* at() const { return m_at; }

private:
    static bool isDigit(char c) { return c >= '0' && c <= '9'; }
    const char* m_at;
    const char* m_end;
};

/// Complete events as pytorch/kineto, libkineto/src/output_json.cpp, spaces them. Null where not so.
const char* readKinetoSlice(const char* at, const char* end, ChromeEvent& event, ArgShapes* shapes)
{
    LayoutReader text(at, end);
    if (!text.literal("{\n    \"ph\": \"X\", \"cat\": \""))
        return nullptr;
    event.phase = {between(text.at() - 12, text.at() - 11), true};
    const bool read = text.string(event.category) && text.literal("\", \"name\": \"") &&
                      text.string(event.name) && text.literal("\", \"pid\": ") && text.key(event.process) &&
                      text.literal(", \"tid\": ") && text.key(event.thread) &&
                      text.literal(",\n    \"ts\": ") && text.time(event.ts) && text.literal(", \"dur\": ") &&
                      text.time(event.dur);
    if (!read)
        return nullptr;
    if (text.literal("\n  }"))
        return text.at() <= end ? text.at() : nullptr;
    return text.literal(",\n    \"args\": ") && text.arguments(event, shapes) && text.literal("\n  }") &&
                   text.at() <= end
               ? text.at()
               : nullptr;
}

/// The arguments alone of a slice in that spacing. False where it is another, or has none.
bool readKinetoArguments(const char* at, const char* end, std::string_view& arguments)
{
    LayoutReader text(at, end);
    Scalar unread;
    if (!text.literal("{\n    \"ph\": \"X\", \"cat\": \"") || !text.string(unread) ||
        !text.literal("\", \"name\": \"") || !text.string(unread) || !text.literal("\", \"pid\": ") ||
        !text.key(unread) || !text.literal(", \"tid\": ") || !text.key(unread) ||
        !text.literal(",\n    \"ts\": ") || !text.skipNumber() || !text.literal(", \"dur\": ") ||
        !text.skipNumber())
        return false;
    return text.literal(",\n    \"args\": ") && text.object(arguments) && text.literal("\n  }") &&
           text.at() <= end;
}

/// Ends of arrows in the same writer's spacing.
const char* readKinetoFlow(const char* at, const char* end, ChromeEvent& event)
{
    LayoutReader text(at, end);
    Scalar id;
    if (!text.literal("{\n    \"ph\": \""))
        return nullptr;
    const bool read = text.string(event.phase) && text.literal("\", \"id\": ") && text.key(id) &&
                      text.literal(", \"pid\": ") && text.key(event.process) && text.literal(", \"tid\": ") &&
                      text.key(event.thread) && text.literal(", \"ts\": ") && text.time(event.ts) &&
                      text.literal(",\n    \"cat\": \"") && text.string(event.category) &&
                      text.literal("\", \"name\": \"") && text.string(event.name) && text.literal("\"");
    if (!read)
        return nullptr;
    event.id = id.raw;
    if (text.literal(", \"bp\": \"e\""))
        event.bindPoint = between(text.at() - 2, text.at() - 1);
    return text.literal("\n  }") && text.at() <= end ? text.at() : nullptr;
}

/// Instants, which memory events are, in the same writer's spacing.
const char* readKinetoInstant(const char* at, const char* end, ChromeEvent& event, ArgShapes* shapes)
{
    LayoutReader text(at, end);
    if (!text.literal("{\n    \"ph\": \"i\", \"cat\": \""))
        return nullptr;
    event.phase = {between(text.at() - 12, text.at() - 11), true};
    const bool read = text.string(event.category) && text.literal("\", \"s\": \"t\", \"name\": \"") &&
                      text.string(event.name) && text.literal("\",\n    \"pid\": ") &&
                      text.key(event.process) && text.literal(", \"tid\": ") && text.key(event.thread) &&
                      text.literal(",\n    \"ts\": ") && text.time(event.ts) &&
                      text.literal(",\n    \"args\": ") && text.arguments(event, shapes) &&
                      text.literal("\n  }");
    return read && text.at() <= end ? text.at() : nullptr;
}

} // namespace

Skipped readChromeEvent(const char* at, const char* end, ChromeEvent& event, ArgShapes* shapes)
{
    event = {};
    if (const char* const behind = readKinetoSlice(at, end, event, shapes))
        return {behind, Outcome::Ok};
    if (const char* const behind = readKinetoFlow(at, end, event))
        return {behind, Outcome::Ok};
    event = {};
    if (const char* const behind = readKinetoInstant(at, end, event, shapes))
        return {behind, Outcome::Ok};
    event = {};
    at = json::skipSpace(at + 1, end);
    while (true) {
        if (at >= end)
            return {end, Outcome::Incomplete};
        if (*at == '}')
            return {at + 1, Outcome::Ok};
        if (*at != '"')
            return {at, Outcome::Broken};
        const char* const close = json::findQuote(at + 1, end);
        if (close == nullptr)
            return {end, Outcome::Incomplete};
        const Field field = fieldOf(between(at + 1, close));
        at = json::skipSpace(close + 1, end);
        if (at >= end)
            return {end, Outcome::Incomplete};
        if (*at != ':')
            return {at, Outcome::Broken};
        at = json::skipSpace(at + 1, end);
        const Skipped value = readValue(field, at, end, event, shapes);
        if (value.outcome != Outcome::Ok)
            return value;
        at = json::skipSpace(value.end, end);
        if (at >= end)
            return {end, Outcome::Incomplete};
        if (*at == ',')
            at = json::skipSpace(at + 1, end);
        else if (*at != '}')
            return {at, Outcome::Broken};
    }
}

namespace {

/// The arguments alone of an event whose last member they are, however it is spaced. False where it is
/// another.
bool readLastArguments(const char* at, const char* end, std::string_view& arguments)
{
    constexpr std::string_view kArguments = "args";
    if (at >= end || *at != '{')
        return false;
    for (at = json::skipSpace(at + 1, end); at < end && *at == '"';) {
        const char* const close = json::findQuote(at + 1, end);
        if (close == nullptr)
            return false;
        const bool found = between(at + 1, close) == kArguments;
        at = json::skipSpace(close + 1, end);
        if (at >= end || *at != ':')
            return false;
        at = json::skipSpace(at + 1, end);
        if (at >= end || (found && *at != '{'))
            return false;
        const char* const value = at;
        if (*at == '"') {
            const char* const behind = json::findQuote(at + 1, end);
            if (behind == nullptr)
                return false;
            at = behind + 1;
        } else {
            const Skipped skipped = json::skipValue(at, end);
            if (skipped.outcome != Outcome::Ok)
                return false;
            at = skipped.end;
        }
        const char* const behind = at;
        at = json::skipSpace(at, end);
        if (found) {
            arguments = between(value, behind);
            return at < end && *at == '}';
        }
        if (at >= end || *at != ',')
            return false;
        at = json::skipSpace(at + 1, end);
    }
    return false;
}

} // namespace

std::optional<std::string_view> readChromeArguments(const char* at, const char* end)
{
    std::string_view arguments;
    if (readKinetoArguments(at, end, arguments) || readLastArguments(at, end, arguments))
        return arguments;
    ChromeEvent event;
    if (at >= end || *at != '{' || readChromeEvent(at, end, event).outcome != Outcome::Ok)
        return std::nullopt;
    return event.arguments;
}

namespace {

/// Whether the '{' at \p at stands behind "}," and before a key that events have.
bool looksLikeEvent(const char* begin, const char* at, const char* end)
{
    constexpr std::string_view kKeys[] = {"ph",  "name", "cat", "pid", "tid", "ts",
                                          "dur", "args", "id",  "bp",  "s"};
    const auto backOverSpace = [&](const char* place) {
        while (place > begin && static_cast<unsigned char>(place[-1]) <= ' ')
            --place;
        return place;
    };
    const char* const comma = backOverSpace(at);
    if (comma == begin || comma[-1] != ',')
        return false;
    const char* const brace = backOverSpace(comma - 1);
    if (brace == begin || brace[-1] != '}')
        return false;
    const char* const quote = json::skipSpace(at + 1, end);
    if (quote >= end || *quote != '"')
        return false;
    const char* const close = json::findQuote(quote + 1, end);
    return close != nullptr &&
           std::find(std::begin(kKeys), std::end(kKeys), between(quote + 1, close)) != std::end(kKeys);
}

} // namespace

const char* guessEventStart(const char* begin, const char* from, const char* end)
{
    for (const char* at = from; at < end; ++at) {
        at = static_cast<const char*>(std::memchr(at, '{', static_cast<std::size_t>(end - at)));
        if (at == nullptr || looksLikeEvent(begin, at, end))
            return at;
    }
    return nullptr;
}

const char* lastEventStart(const char* begin, const char* end)
{
    std::string_view text = between(begin, end);
    for (auto brace = text.rfind('{'); brace != std::string_view::npos; brace = text.rfind('{')) {
        if (looksLikeEvent(begin, begin + brace, end))
            return begin + brace;
        text = text.substr(0, brace);
    }
    return nullptr;
}

} // namespace shardscope::profiler
