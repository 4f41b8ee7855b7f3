// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/theme/open_type.h"

#include <QtEndian>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace shardscope::app::open_type {
namespace {

constexpr qsizetype kHeader = 12;
constexpr qsizetype kRecord = 16;

template <class Number>
Number read(const QByteArray& table, qsizetype at)
{
    if (at < 0 || at + static_cast<qsizetype>(sizeof(Number)) > table.size())
        return 0;
    return qFromBigEndian<Number>(table.constData() + at);
}
std::uint16_t u16(const QByteArray& table, qsizetype at) { return read<std::uint16_t>(table, at); }
std::uint32_t u32(const QByteArray& table, qsizetype at) { return read<std::uint32_t>(table, at); }

void put16(QByteArray& table, std::size_t value)
{
    std::array<char, 2> bytes{};
    qToBigEndian(static_cast<std::uint16_t>(value), bytes.data());
    table.append(bytes.data(), 2);
}
void put32(QByteArray& table, std::uint32_t value)
{
    std::array<char, 4> bytes{};
    qToBigEndian(value, bytes.data());
    table.append(bytes.data(), 4);
}

/// The sum of a table's words, the last one filled up with zeros.
std::uint32_t checksum(QByteArray table)
{
    table.append((4 - table.size() % 4) % 4, '\0');
    std::uint32_t sum = 0;
    for (qsizetype at = 0; at < table.size(); at += 4)
        sum += u32(table, at);
    return sum;
}

std::map<std::uint32_t, std::uint32_t> segments(const QByteArray& part)
{
    std::map<std::uint32_t, std::uint32_t> glyphs;
    const qsizetype doubled = u16(part, 6); // two bytes a segment
    constexpr qsizetype kEnds = 14;
    const qsizetype starts = kEnds + doubled + 2;
    for (qsizetype at = 0; at < doubled; at += 2) {
        const std::uint32_t end = u16(part, kEnds + at);
        const std::uint16_t delta = u16(part, starts + doubled + at);
        const qsizetype place = starts + 2 * doubled + at;
        const std::uint16_t offset = u16(part, place);
        for (std::uint32_t code = u16(part, starts + at); code <= end && code != 0xFFFF; ++code) {
            const std::uint32_t first = u16(part, starts + at);
            std::uint16_t glyph = static_cast<std::uint16_t>(code);
            if (offset != 0)
                glyph = u16(part, place + offset + 2 * static_cast<qsizetype>(code - first));
            if (offset == 0 || glyph != 0)
                glyph = static_cast<std::uint16_t>(glyph + delta);
            if (glyph != 0)
                glyphs.emplace(code, glyph);
        }
    }
    return glyphs;
}

std::map<std::uint32_t, std::uint32_t> groups(const QByteArray& part)
{
    std::map<std::uint32_t, std::uint32_t> glyphs;
    constexpr qsizetype kFirst = 16;
    constexpr qsizetype kGroup = 12;
    constexpr std::uint32_t kLastCharacter = 0x10FFFF;
    const qsizetype count = std::min<qsizetype>(u32(part, kHeader), (part.size() - kFirst) / kGroup);
    for (qsizetype index = 0; index < count; ++index) {
        const qsizetype at = kFirst + index * kGroup;
        const std::uint32_t first = u32(part, at);
        for (std::uint32_t code = first; code <= std::min(u32(part, at + 4), kLastCharacter); ++code)
            glyphs.emplace(code, u32(part, at + 8) + code - first);
    }
    return glyphs;
}

/// The glyphs of a coverage table, in its order.
std::vector<std::uint32_t> covered(const QByteArray& table, qsizetype at)
{
    std::vector<std::uint32_t> glyphs;
    const std::uint16_t count = u16(table, at + 2);
    for (qsizetype index = 0; index < count; ++index) {
        if (u16(table, at) == 1) {
            glyphs.push_back(u16(table, at + 4 + 2 * index));
            continue;
        }
        const qsizetype range = at + 4 + 6 * index;
        for (std::uint32_t glyph = u16(table, range); glyph <= u16(table, range + 2); ++glyph)
            glyphs.push_back(glyph);
    }
    return glyphs;
}

/// A single substitution: format 1 adds a number, format 2 lists the substitutes.
void addSingle(const QByteArray& gsub, qsizetype at, std::map<std::uint32_t, std::uint32_t>& found)
{
    const std::vector<std::uint32_t> glyphs = covered(gsub, at + u16(gsub, at + 2));
    for (std::size_t index = 0; index < glyphs.size(); ++index) {
        const std::uint32_t substitute = u16(gsub, at) == 1
                                             ? static_cast<std::uint16_t>(glyphs[index] + u16(gsub, at + 4))
                                             : u16(gsub, at + 6 + 2 * static_cast<qsizetype>(index));
        found.emplace(glyphs[index], substitute);
    }
}

void addLookup(const QByteArray& gsub, qsizetype lookup, std::map<std::uint32_t, std::uint32_t>& found)
{
    constexpr int kSingle = 1;
    constexpr int kExtension = 7;
    for (qsizetype index = 0; index < u16(gsub, lookup + 4); ++index) {
        int kind = u16(gsub, lookup);
        qsizetype at = lookup + u16(gsub, lookup + 6 + 2 * index);
        if (kind == kExtension) {
            kind = u16(gsub, at + 2);
            at += u32(gsub, at + 4);
        }
        if (kind == kSingle)
            addSingle(gsub, at, found);
    }
}

} // namespace

std::optional<Tables> tablesOf(const QByteArray& font)
{
    Tables tables;
    for (qsizetype index = 0; index < u16(font, 4); ++index) {
        const qsizetype record = kHeader + index * kRecord;
        const qsizetype begin = u32(font, record + 8);
        const qsizetype length = u32(font, record + kHeader);
        if (begin + length > font.size())
            return std::nullopt;
        tables.insert(font.mid(record, 4), font.mid(begin, length));
    }
    return tables.isEmpty() ? std::nullopt : std::optional(std::move(tables));
}

QByteArray fontOf(const QByteArray& kind, const Tables& tables)
{
    std::size_t power = 0;
    while ((std::size_t{2} << power) <= static_cast<std::size_t>(tables.size()))
        ++power;
    const std::size_t range = std::size_t{16} << power;
    QByteArray font = kind;
    for (const std::size_t value : {static_cast<std::size_t>(tables.size()), range, power,
                                    static_cast<std::size_t>(tables.size()) * 16 - range})
        put16(font, value);
    QByteArray bodies;
    for (auto table = tables.begin(); table != tables.end(); ++table) {
        font.append(table.key());
        put32(font, checksum(table.value()));
        put32(font, static_cast<std::uint32_t>(kHeader + kRecord * tables.size() + bodies.size()));
        put32(font, static_cast<std::uint32_t>(table.value().size()));
        bodies.append(table.value());
        bodies.append((4 - bodies.size() % 4) % 4, '\0');
    }
    return font + bodies;
}

std::map<std::uint32_t, std::uint32_t> glyphsOf(const QByteArray& cmap)
{
    std::map<std::uint32_t, std::uint32_t> fullest;
    for (qsizetype index = 0; index < u16(cmap, 2); ++index) {
        const QByteArray part = cmap.mid(u32(cmap, 4 + 8 * index + 4));
        std::map<std::uint32_t, std::uint32_t> glyphs;
        if (u16(part, 0) == 12)
            glyphs = groups(part);
        else if (u16(part, 0) == 4)
            glyphs = segments(part);
        if (glyphs.size() > fullest.size())
            fullest = std::move(glyphs);
    }
    return fullest;
}

QByteArray cmapOf(const std::map<std::uint32_t, std::uint32_t>& glyphs)
{
    struct Group {
        std::uint32_t first, last, glyph;
    };
    std::vector<Group> groups;
    for (const auto& [code, glyph] : glyphs) {
        if (!groups.empty() && groups.back().last + 1 == code &&
            groups.back().glyph + (code - groups.back().first) == glyph)
            groups.back().last = code;
        else
            groups.push_back({code, code, glyph});
    }
    QByteArray cmap;
    constexpr std::uint32_t kPart = 20; // where it begins
    put16(cmap, 0);                     // version
    put16(cmap, 2);                     // two ways to one part:
    put16(cmap, 0); // Unicode; without it FreeType makes a table of its own of the glyphs' names
    put16(cmap, 4); // the whole of it
    put32(cmap, kPart);
    put16(cmap, 3);  // Windows
    put16(cmap, 10); // the whole of Unicode
    put32(cmap, kPart);
    put16(cmap, 12); // its format
    put16(cmap, 0);
    put32(cmap, static_cast<std::uint32_t>(16 + 12 * groups.size()));
    put32(cmap, 0);
    put32(cmap, static_cast<std::uint32_t>(groups.size()));
    for (const Group& group : groups) {
        put32(cmap, group.first);
        put32(cmap, group.last);
        put32(cmap, group.glyph);
    }
    return cmap;
}

std::map<std::uint32_t, std::uint32_t> substitutes(const QByteArray& gsub, const QByteArray& feature)
{
    std::map<std::uint32_t, std::uint32_t> found;
    const qsizetype features = u16(gsub, 6);
    const qsizetype lookups = u16(gsub, 8);
    for (qsizetype index = 0; index < u16(gsub, features); ++index) {
        const qsizetype record = features + 2 + 6 * index;
        if (gsub.mid(record, 4) != feature)
            continue;
        const qsizetype at = features + u16(gsub, record + 4);
        for (qsizetype lookup = 0; lookup < u16(gsub, at + 2); ++lookup) {
            const qsizetype which = u16(gsub, at + 4 + 2 * lookup);
            addLookup(gsub, lookups + u16(gsub, lookups + 2 + 2 * which), found);
        }
    }
    return found;
}

QByteArray nameTable(const QString& family, const QString& style)
{
    const QString whole = family + QLatin1Char(' ') + style;
    QString postScript = family + QLatin1Char('-') + style;
    postScript.remove(QLatin1Char(' '));
    const std::vector<std::pair<int, QString>> names{
        {1, family}, {2, style}, {3, whole}, {4, whole}, {6, postScript}};
    QByteArray records;
    QByteArray texts;
    for (const auto& [id, name] : names) {
        QByteArray text;
        for (const QChar character : name)
            put16(text, character.unicode());
        for (const std::size_t value :
             {std::size_t{3}, std::size_t{1}, std::size_t{0x409}, // Windows, US English
              static_cast<std::size_t>(id), static_cast<std::size_t>(text.size()),
              static_cast<std::size_t>(texts.size())})
            put16(records, value);
        texts.append(text);
    }
    QByteArray table;
    put16(table, 0);
    put16(table, names.size());
    put16(table, static_cast<std::size_t>(6 + records.size()));
    return table + records + texts;
}

} // namespace shardscope::app::open_type
