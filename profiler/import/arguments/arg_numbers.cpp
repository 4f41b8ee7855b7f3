// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/arguments/arg_numbers.h"

#include "profiler/import/text/json_text.h"
#include "profiler/import/text/json_walk.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <functional>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace shardscope::profiler {

namespace {

constexpr std::uint8_t kNoKey = ArgMeaning{}.bit;
constexpr std::size_t kLongestName = kCopyRateName.size();

std::uint64_t wordAt(const char* at)
{
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    return word;
}

/// All names by their length: most members of others are told by it.
class NameTable {
public:
    NameTable()
    {
        for (std::size_t key = 0; key < kArgKeys; ++key) {
            const auto names = argKeyNames(static_cast<ArgKey>(key));
            for (const std::string_view name : names)
                add(name, ArgNumbers::bitOf(static_cast<ArgKey>(key)), name == names.front());
        }
        add(kCopyRateName, ArgNumbers::kRate, true);
        for (const std::string_view name : kExtentsNames)
            add(name, ArgNumbers::kExtents, true);
    }
    /// What a member's name stands for. kPadding bytes behind the text may be read.
    [[nodiscard]] ArgMeaning of(const char* name, std::size_t size) const
    {
        if (size > kLongestName)
            return {};
        for (const Name& known : m_bySize[size]) {
            if (known.meaning.bit == kNoKey)
                return {};
            const bool same = (wordAt(name) & known.headMask) == known.head &&
                              (size <= 8 || wordAt(name + size - 8) == known.tail);
            if (same && (size <= 16 || std::memcmp(name, known.text.data(), size) == 0))
                return known.meaning;
        }
        return {};
    }

private:
    struct Name {
        std::string_view text;
        std::uint64_t head = 0;
        std::uint64_t headMask = 0;
        std::uint64_t tail = 0; ///< the last 8 bytes; those of a short one are not asked for
        ArgMeaning meaning;     ///< none: the end of those of a length
    };

    void add(std::string_view text, std::uint8_t bit, bool usual)
    {
        std::array<char, 8> head{};
        std::array<char, 8> mask{};
        std::copy_n(text.data(), std::min<std::size_t>(8, text.size()), head.data());
        std::fill_n(mask.data(), std::min<std::size_t>(8, text.size()), '\xFF');
        auto& names = m_bySize[text.size()];
        *std::ranges::find_if(names, [](const Name& name) { return name.meaning.bit == kNoKey; }) = {
            text,
            wordAt(head.data()),
            wordAt(mask.data()),
            text.size() > 8 ? wordAt(text.data() + text.size() - 8) : 0,
            {bit, usual}};
    }

    std::array<std::array<Name, 5>, kLongestName + 1> m_bySize{};
};

/// The closing quote of a name without escapes; null where it has some or the text ends.
[[gnu::always_inline]] inline const char* plainQuote(const char* at, const char* end)
{
#if defined(__SSE2__)
    // 32 bytes at once: nearly all names are shorter, and how long they are is hard to foresee.
    for (; at < end; at += 32) {
        const auto special = [&](const char* half) {
            const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(half));
            const __m128i either = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')),
                                                _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
            return static_cast<std::uint32_t>(_mm_movemask_epi8(either));
        };
        const std::uint32_t specials = special(at) | special(at + 16) << 16;
        if (specials == 0)
            continue;
        const char* const found = at + std::countr_zero(specials);
        return found < end && *found == '"' ? found : nullptr;
    }
    return nullptr;
#else
    while (at < end && *at != '"' && *at != '\\')
        ++at;
    return at < end && *at == '"' ? at : nullptr;
#endif
}

/// The place behind the container at \p at; arrays of numbers, which shapes and grids are, by their brackets.
const char* behindContainer(const char* const at, const char* end)
{
#if defined(__SSE2__)
    int depth = 0;
    for (const char* block = at; block < end && *at == '['; block += 16) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block));
        const auto equal = [&](char c) {
            return static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(c))));
        };
        const unsigned opening = equal('[');
        const unsigned strange = equal('"') | equal('{') | equal('}');
        for (unsigned brackets = opening | equal(']'); brackets != 0; brackets &= brackets - 1) {
            const unsigned bracket = brackets & (~brackets + 1);
            depth += (opening & bracket) != 0 ? 1 : -1;
            if (depth == 0) {
                const char* const behind = block + std::countr_zero(bracket) + 1;
                if ((strange & (bracket - 1)) != 0)
                    break;
                return behind <= end ? behind : nullptr;
            }
        }
        if (strange != 0)
            break;
    }
#endif
    return json::skipPlain(at, end);
}

/// Behind the string whose inside begins at \p at; null where the text ends, or skipping by blocks would have
/// doubts: control characters.
const char* behindString(const char* at, const char* end)
{
#if defined(__SSE2__)
    const char* plain = at;
    for (unsigned specials = 0; plain < end; plain += 16) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(plain));
        const __m128i quotes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
        const __m128i escapes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
        const __m128i controls = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes);
        specials =
            static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quotes, escapes), controls)));
        if (specials != 0) {
            plain += std::countr_zero(specials);
            break;
        }
    }
    if (plain < end && *plain == '"')
        return plain + 1;
#endif
    const char* const close = json::findQuote(at, end);
    const auto isControl = [](char c) { return static_cast<unsigned char>(c) < ' '; };
    return close == nullptr || std::any_of(at, close, isControl) ? nullptr : close + 1;
}

bool isSpace(char c) { return static_cast<unsigned char>(c) <= ' '; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool endsNumber(char c) { return c == ',' || c == '}' || isSpace(c); }

/// Does what json::skipSpace does, where one byte or none is usual.
const char* behindSpace(const char* at, const char* end)
{
    return !isSpace(at[0]) ? at : !isSpace(at[1]) ? at + 1 : json::skipSpace(at + 1, end);
}

bool isAt(const ArgShapes::Lead& lead, const char* at)
{
#if defined(__SSE2__)
    const auto same = [&](std::size_t half) {
        const __m128i there = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + half));
        const __m128i known = _mm_loadu_si128(reinterpret_cast<const __m128i*>(lead.text.data() + half));
        return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(there, known)));
    };
    return (same(0) | same(16) << 16 | lead.behindText) == ~std::uint32_t{0};
#else
    return std::memcmp(at, lead.text.data(), lead.size) == 0;
#endif
}

/// Reads members from front to back.
class MemberReader {
public:
    MemberReader(const char* at, const char* end, ArgNumbers& numbers)
        : m_at(at)
        , m_end(end)
        , m_numbers(numbers)
    {
    }

    /// Compares the text between the values with what \p shapes has met behind \p before; if it differs it is
    /// read, and added there.
    const char* read(ArgShapes* shapes, std::uint16_t before)
    {
        m_numbers.present = m_numbers.unread = 0;
        for (bool isFirst = true;; isFirst = false) {
            Lead lead;
            const std::uint16_t known = shapes != nullptr ? metBehind(*shapes, before) : 0;
            if (known != 0) {
                before = known;
                m_at += (*shapes)[known].size;
                lead = {(*shapes)[known].meaning, (*shapes)[known].isEnd};
            } else {
                const char* const begin = m_at;
                if (!readLead(isFirst, lead))
                    return nullptr;
                if (shapes != nullptr && m_at < m_end)
                    before = shapes->add(before, {begin, m_at}, lead.meaning, lead.isEnd);
                shapes = before != 0 ? shapes : nullptr;
            }
            if (lead.isEnd)
                return behindBrace();
            if (!readValue(lead.meaning))
                return nullptr;
        }
    }

private:
    struct Lead {
        ArgMeaning meaning;
        bool isEnd = false;
    };

    static const NameTable& names()
    {
        static const NameTable kNames;
        return kNames;
    }

    /// What stands here, where it has been met behind \p before; else 0.
    [[nodiscard]] std::uint16_t metBehind(const ArgShapes& shapes, std::uint16_t before) const
    {
        std::uint16_t next = shapes[before].firstNext;
        while (next != 0 && !isAt(shapes[next], m_at))
            next = shapes[next].otherwise;
        return next;
    }

    const char* behindBrace() const
    {
        m_numbers.present &= static_cast<std::uint8_t>(~m_numbers.unread);
        return m_at <= m_end ? m_at : nullptr;
    }

    /// Reads up to the next value, or behind the end.
    bool readLead(bool isFirst, Lead& lead)
    {
        m_at = behindSpace(isFirst ? m_at + 1 : m_at, m_end);
        if (*m_at == '}') {
            ++m_at;
            lead.isEnd = true;
            return true;
        }
        if (!isFirst) {
            if (*m_at != ',')
                return false;
            m_at = behindSpace(m_at + 1, m_end);
        }
        if (*m_at != '"')
            return false;
        const char* const name = m_at + 1;
        const char* const close = plainQuote(name, m_end);
        if (close == nullptr)
            return false;
        m_at = behindSpace(close + 1, m_end);
        if (*m_at != ':')
            return false;
        m_at = behindSpace(m_at + 1, m_end);
        lead.meaning = names().of(name, static_cast<std::size_t>(close - name));
        return true;
    }

    void keep(std::uint8_t bit, std::int64_t value)
    {
        m_numbers.unread |= m_numbers.present & bit; // written twice
        m_numbers.present |= bit;
        if (bit < ArgNumbers::kRate)
            m_numbers.values[static_cast<std::size_t>(std::countr_zero(bit))] = value;
    }

    bool readValue(ArgMeaning meaning)
    {
        if (isSpace(*m_at)) // more of it than met before
            m_at = json::skipSpace(m_at, m_end);
        if (isDigit(*m_at))
            return readNumber(meaning);
        if (meaning.bit == ArgNumbers::kExtents && *m_at == '[')
            return readExtents();
        m_numbers.unread |= meaning.bit;
        return (*m_at == '-' && passNumber(m_at + 1)) || skipOther();
    }

    bool readExtents()
    {
        const char* const begin = m_at;
        if (!skipOther())
            return false;
        m_numbers.extents = std::hash<std::string_view>()({begin, static_cast<std::size_t>(m_at - begin)});
        keep(ArgNumbers::kExtents, 0);
        return true;
    }

    /// Goes behind the digits at \p digits where the number ends there.
    bool passNumber(const char* digits)
    {
        const char* at = digits;
        while (isDigit(*at))
            ++at;
        if (at == digits || !endsNumber(*at))
            return false;
        m_at = at;
        return true;
    }

    bool readNumber(ArgMeaning meaning)
    {
        constexpr std::ptrdiff_t kSafeDigits = 18; // below 2^63
        const char* const begin = m_at;
        std::uint64_t value = 0;
        for (; isDigit(*m_at); ++m_at)
            value = value * 10 + static_cast<std::uint64_t>(*m_at - '0');
        const bool whole = endsNumber(*m_at);
        if (meaning.bit == kNoKey && (whole || (*m_at == '.' && passNumber(m_at + 1))))
            return true;
        if (whole && meaning.isUsualName && meaning.bit < ArgNumbers::kRate && m_at - begin <= kSafeDigits) {
            keep(meaning.bit, static_cast<std::int64_t>(value));
            return true;
        }
        m_at = begin;
        if (!skipOther())
            return false;
        const auto rate = meaning.bit == ArgNumbers::kRate
                              ? json::realOf({begin, static_cast<std::size_t>(m_at - begin)})
                              : std::nullopt;
        if (rate) {
            m_numbers.copyRate = *rate;
            keep(meaning.bit, 0);
        } else {
            m_numbers.unread |= meaning.bit;
        }
        return true;
    }

    bool skipOther()
    {
        if (*m_at == '[' || *m_at == '{') {
            m_at = behindContainer(m_at, m_end);
            return m_at != nullptr;
        }
        if (*m_at == '"') {
            m_at = behindString(m_at + 1, m_end);
            return m_at != nullptr;
        }
        const json::Skipped skipped = json::skipValue(m_at, m_end);
        m_at = skipped.end;
        return skipped.outcome == json::Outcome::Ok;
    }

    const char* m_at;
    const char* m_end;
    ArgNumbers& m_numbers;
};

} // namespace

const char* readArgNumbers(const char* at, const char* end, ArgNumbers& numbers, ArgShapes* shapes,
                           std::string_view category)
{
    const char* const behind =
        *at == '{' ? MemberReader(at, end, numbers).read(shapes, ArgShapes::beginOf(category)) : nullptr;
    if (behind == nullptr) {
        numbers.present = 0;
        numbers.unread = ArgNumbers::kAll;
    }
    return behind;
}

} // namespace shardscope::profiler
