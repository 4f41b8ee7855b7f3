// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/text/json_text.h"

#include "profiler/import/text/utf8.h"

#include <algorithm>
#include <array>
#include <bit>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace shardscope::profiler::json {

namespace {

/// One bit a byte of 64 bytes.
struct BlockMasks {
    std::uint64_t quote = 0;
    std::uint64_t backslash = 0;
    std::uint64_t open = 0;      // { [
    std::uint64_t close = 0;     // } ]
    std::uint64_t separator = 0; // , :
    std::uint64_t control = 0;   // below space
    std::uint64_t blank = 0;     // space and below
};

#if defined(__SSE2__)
BlockMasks classifyBlock(const char* at)
{
    BlockMasks masks;
    for (unsigned part = 0; part < 4; ++part) {
        const __m128i bytes =
            _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + std::ptrdiff_t{16} * part));
        // [ and ] differ from { and } in bit 5 only.
        const __m128i lowered = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
        const auto bits = [&](__m128i mask) {
            return static_cast<std::uint64_t>(static_cast<unsigned>(_mm_movemask_epi8(mask))) << (16 * part);
        };
        const auto equal = [](__m128i left, char right) {
            return _mm_cmpeq_epi8(left, _mm_set1_epi8(right));
        };
        masks.quote |= bits(equal(bytes, '"'));
        masks.backslash |= bits(equal(bytes, '\\'));
        masks.open |= bits(equal(lowered, '{'));
        masks.close |= bits(equal(lowered, '}'));
        masks.separator |= bits(_mm_or_si128(equal(bytes, ','), equal(bytes, ':')));
        masks.control |= bits(_mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes));
        masks.blank |= bits(equal(bytes, ' '));
    }
    masks.blank |= masks.control;
    return masks;
}
#else
BlockMasks classifyBlock(const char* at)
{
    BlockMasks masks;
    for (unsigned byte = 0; byte < 64; ++byte) {
        const std::uint64_t bit = std::uint64_t{1} << byte;
        const char c = at[byte];
        masks.quote |= c == '"' ? bit : 0;
        masks.backslash |= c == '\\' ? bit : 0;
        masks.open |= c == '{' || c == '[' ? bit : 0;
        masks.close |= c == '}' || c == ']' ? bit : 0;
        masks.separator |= c == ',' || c == ':' ? bit : 0;
        masks.control |= static_cast<unsigned char>(c) < ' ' ? bit : 0;
        masks.blank |= static_cast<unsigned char>(c) <= ' ' ? bit : 0;
    }
    return masks;
}
#endif

/// Bytes that a backslash escapes; \p carry: the block before ended in an open backslash. Runs of backslashes
/// escape every second one, hence the addition that carries through a run (as in Langdale & Lemire, "Parsing
/// Gigabytes of JSON per Second", VLDB Journal 2019, section 3.1.1).
std::uint64_t escapedBytes(std::uint64_t backslash, std::uint64_t& carry)
{
    if (backslash == 0) {
        const std::uint64_t escaped = carry;
        carry = 0;
        return escaped;
    }
    backslash &= ~carry;
    const std::uint64_t followsEscape = (backslash << 1) | carry;
    constexpr std::uint64_t kEven = 0x5555555555555555u;
    const std::uint64_t oddStarts = backslash & ~kEven & ~followsEscape;
    const std::uint64_t evenSequences = oddStarts + backslash;
    carry = evenSequences < oddStarts ? 1 : 0;
    const std::uint64_t invert = evenSequences << 1;
    return (kEven ^ invert) & followsEscape;
}

/// Bit k: the parity of bits 0..k, which is "inside a string" when the bits are quotes.
std::uint64_t prefixParity(std::uint64_t bits)
{
    for (unsigned shift = 1; shift < 64; shift *= 2)
        bits ^= bits << shift;
    return bits;
}

/// For each byte whether a bare token ends before it.
constexpr std::array<bool, 256> kTokenEnds = [] {
    std::array<bool, 256> ends{};
    for (std::size_t byte = 0; byte <= ' '; ++byte)
        ends[byte] = true;
    for (const char c : {',', ':', ']', '}', '[', '{', '"'})
        ends[static_cast<unsigned char>(c)] = true;
    return ends;
}();

Skipped skipToken(const char* at, const char* end)
{
    const char* const begin = at;
    while (at < end && !kTokenEnds[static_cast<unsigned char>(*at)])
        ++at;
    if (at == end)
        return {at, Outcome::Incomplete};
    return {at, at == begin ? Outcome::Broken : Outcome::Ok};
}

/// The container at \p at by blocks; \p isDoubtful: something in it looks wrong.
Skipped skipBlocks(const char* const begin, const char* const end, bool& isDoubtful)
{
    std::uint64_t inString = 0; // all ones while a string goes on
    std::uint64_t escapeCarry = 0;
    std::uint64_t closedBefore = 0; // the last byte of the block before closed a string
    std::uint64_t spacerBefore = 1; // … or could stand before one
    std::int64_t depth = 0;
    for (const char* at = begin; at < end; at += 64) {
        const BlockMasks masks = classifyBlock(at);
        const std::uint64_t quote = masks.quote & ~escapedBytes(masks.backslash, escapeCarry);
        const std::uint64_t inside =
            prefixParity(quote) ^ inString; // opening quotes count as inside, closing ones do not
        const std::uint64_t opening = quote & inside;
        const std::uint64_t closing = quote & ~inside;
        const std::uint64_t before = masks.open | masks.separator | masks.blank;
        const std::uint64_t after = masks.close | masks.separator | masks.blank;
        // Text right behind or before a quote, or a control character in a string: an unescaped quote may
        // have turned inside out, and braces would be counted wrongly.
        const std::uint64_t valid =
            end - at < 64 ? (std::uint64_t{1} << (end - at)) - 1 : ~std::uint64_t{0}; // not the padding
        const std::uint64_t doubtful =
            valid & ((((closing << 1) | closedBefore) & ~after) |
                     (opening & ~((before << 1) | spacerBefore)) | (masks.control & inside));
        std::uint64_t brackets = valid & (masks.open | masks.close) & ~inside;
        for (; brackets != 0; brackets &= brackets - 1) { // few in a block
            const int byte = std::countr_zero(brackets);
            depth += (masks.open >> byte & 1) != 0 ? 1 : -1;
            if (depth == 0) {
                const std::uint64_t upToHere =
                    byte == 63 ? ~std::uint64_t{0} : (std::uint64_t{2} << byte) - 1;
                isDoubtful = (doubtful & upToHere) != 0;
                return {at + byte + 1, Outcome::Ok};
            }
        }
        isDoubtful = doubtful != 0;
        if (isDoubtful)
            return {at, Outcome::Broken};
        inString = (inside >> 63) != 0 ? ~std::uint64_t{0} : 0;
        closedBefore = closing >> 63;
        spacerBefore = before >> 63;
    }
    return {end, Outcome::Incomplete};
}

/// A doubtful one is left to the grammar.
Skipped skipContainer(const char* begin, const char* end)
{
    bool isDoubtful = false;
    const Skipped skipped = skipBlocks(begin, end, isDoubtful);
    return isDoubtful ? skipStrict(begin, end) : skipped;
}

} // namespace

const char* skipPlain(const char* at, const char* end)
{
    bool isDoubtful = false;
    const Skipped skipped = skipBlocks(at, end, isDoubtful);
    return isDoubtful || skipped.outcome != Outcome::Ok ? nullptr : skipped.end;
}

const char* findQuote(const char* at, const char* end)
{
#if defined(__SSE2__)
    // The closing quote is near and rarely behind a backslash.
    for (; at < end; at += 16) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
        const __m128i quotes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
        const __m128i escapes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
        const auto quoteBits = static_cast<unsigned>(_mm_movemask_epi8(quotes));
        const auto escapeBits = static_cast<unsigned>(_mm_movemask_epi8(escapes));
        if (((quoteBits - 1) & escapeBits) != 0)
            break; // a backslash comes first, or there is only one
        if (quoteBits != 0) {
            const char* const found = at + std::countr_zero(quoteBits);
            return found < end ? found : nullptr;
        }
    }
#endif
    while (at < end && *at != '"')
        at += *at == '\\' ? 2 : 1;
    return at < end ? at : nullptr;
}

Skipped readScalar(const char* at, const char* end, Scalar& scalar)
{
    if (at >= end)
        return {end, Outcome::Incomplete};
    scalar.quoted = *at == '"';
    if (scalar.quoted) {
        const char* const close = findQuote(at + 1, end);
        if (close == nullptr)
            return {end, Outcome::Incomplete};
        scalar.raw = std::string_view(at + 1, static_cast<std::size_t>(close - at - 1));
        return {close + 1, Outcome::Ok};
    }
    const Skipped token = skipToken(at, end);
    scalar.raw = std::string_view(at, static_cast<std::size_t>(token.end - at));
    return token;
}

Skipped skipValue(const char* at, const char* end)
{
    if (at < end && (*at == '{' || *at == '['))
        return skipContainer(at, end);
    Scalar ignored;
    return readScalar(at, end, ignored);
}

namespace {

/// Where the grammar stands.
enum class Wanted : std::uint8_t { Value, ValueOrEnd, KeyOrEnd, Colon, CommaOrEnd };

/// One step behind a scalar or bracket: what follows inside the innermost container.
class Grammar {
public:
    explicit Grammar(const char* at, const char* end)
        : m_at(at)
        , m_end(end)
    {
    }

    Skipped run()
    {
        do {
            m_at = skipSpace(m_at, m_end);
            if (m_at >= m_end)
                return {m_end, Outcome::Incomplete};
            const Outcome outcome = step();
            if (outcome != Outcome::Ok)
                return {m_at, outcome};
        } while (!m_open.empty());
        return {m_at, Outcome::Ok};
    }

private:
    Outcome step()
    {
        const char c = *m_at;
        switch (m_wanted) {
        case Wanted::Colon: m_wanted = Wanted::Value; return take(c == ':');
        case Wanted::CommaOrEnd:
            if (c != ',')
                return close(c);
            m_wanted = m_open.back() == '{' ? Wanted::KeyOrEnd : Wanted::ValueOrEnd;
            return take(true);
        case Wanted::KeyOrEnd:
            if (c != '"')
                return close(c);
            m_wanted = Wanted::Colon;
            return scalar();
        case Wanted::ValueOrEnd: return c == ']' ? close(c) : value(c);
        case Wanted::Value: return value(c);
        }
        return Outcome::Broken;
    }

    Outcome value(char c)
    {
        if (c == '{' || c == '[') {
            m_open.push_back(c);
            m_wanted = c == '{' ? Wanted::KeyOrEnd : Wanted::ValueOrEnd;
            return take(true);
        }
        m_wanted = Wanted::CommaOrEnd;
        return scalar();
    }

    Outcome close(char c)
    {
        if (m_open.empty() || c != (m_open.back() == '{' ? '}' : ']'))
            return Outcome::Broken;
        m_open.pop_back();
        m_wanted = Wanted::CommaOrEnd;
        return take(true);
    }

    Outcome scalar()
    {
        Scalar ignored;
        const Skipped read = readScalar(m_at, m_end, ignored);
        m_at = read.end;
        return read.outcome;
    }

    Outcome take(bool right)
    {
        m_at += right ? 1 : 0;
        return right ? Outcome::Ok : Outcome::Broken;
    }

    const char* m_at;
    const char* m_end;
    std::string m_open; // the open brackets
    Wanted m_wanted = Wanted::Value;
};

} // namespace

Skipped skipStrict(const char* at, const char* end) { return Grammar(at, end).run(); }

namespace {

void appendUtf8(std::uint32_t code, std::string& text)
{
    const auto put = [&](std::uint32_t byte) { text.push_back(static_cast<char>(byte)); };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xC0 | code >> 6);
        put(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        put(0xE0 | code >> 12);
        put(0x80 | (code >> 6 & 0x3F));
        put(0x80 | (code & 0x3F));
    } else {
        put(0xF0 | code >> 18);
        put(0x80 | (code >> 12 & 0x3F));
        put(0x80 | (code >> 6 & 0x3F));
        put(0x80 | (code & 0x3F));
    }
}

constexpr std::uint32_t kReplacement = 0xFFFD;

/// The four hexadecimal digits behind \u; -1 where they are not.
std::int32_t hexadecimal4(std::string_view raw)
{
    if (raw.size() < 4)
        return -1;
    std::int32_t value = 0;
    for (const char c : raw.substr(0, 4)) {
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

/// Resolves the escape whose backslash starts \p raw; returns its length.
std::size_t appendEscape(std::string_view raw, std::string& text, bool& repaired)
{
    constexpr std::string_view kLetters = "\"\\/bfnrt";
    constexpr std::string_view kMeant = "\"\\/\b\f\n\r\t";
    const char letter = raw.size() > 1 ? raw[1] : '\0';
    if (const auto found = kLetters.find(letter); letter != '\0' && found != std::string_view::npos) {
        text.push_back(kMeant[found]);
        return 2;
    }
    std::int32_t code = letter == 'u' ? hexadecimal4(raw.substr(2)) : -1;
    if (code < 0) { // not an escape: the backslash as it stands
        repaired = true;
        text.push_back('\\');
        return 1;
    }
    std::size_t length = 6;
    if (code >= 0xD800 && code < 0xDC00 && raw.substr(6, 2) == "\\u") {
        const std::int32_t low = hexadecimal4(raw.substr(8));
        if (low >= 0xDC00 && low < 0xE000) {
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            length = 12;
        }
    }
    const bool lone = code >= 0xD800 && code < 0xE000;
    repaired = repaired || lone;
    appendUtf8(lone ? kReplacement : static_cast<std::uint32_t>(code), text);
    return length;
}

} // namespace

bool appendText(std::string_view raw, std::string& text)
{
    bool repaired = false;
    while (!raw.empty()) {
        const auto plain = static_cast<std::size_t>(
            std::ranges::find_if(
                raw, [](char c) { return c == '\\' || static_cast<unsigned char>(c) - 0x20u >= 0x60u; }) -
            raw.begin());
        text.append(raw.substr(0, plain));
        raw.remove_prefix(plain);
        if (raw.empty())
            break;
        if (raw.front() == '\\') {
            raw.remove_prefix(appendEscape(raw, text, repaired));
            continue;
        }
        const std::size_t length = utf8SequenceLength(raw, 0);
        repaired = repaired || length < 2;
        if (length == 0 || raw.front() == '\0')
            appendUtf8(kReplacement, text);
        else
            text.append(raw.substr(0, length));
        raw.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return repaired;
}

} // namespace shardscope::profiler::json
