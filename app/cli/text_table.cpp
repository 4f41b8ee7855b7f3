// SPDX-License-Identifier: GPL-3.0-or-later
// Column widths are counted in code points: what stands in our tables is not wider than that.
#include "app/cli/text_table.h"

#include "app/session/tables/shown_cell.h"
#include "app/session/text/shown_text.h"
#include "core/io/escape.h"
#include "core/units/percent.h"
#include "core/units/plain_number.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

std::size_t width(const std::string& text)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

bool rightAligned(core::CellKind kind)
{
    return kind != core::CellKind::Text && kind != core::CellKind::Flag;
}

/// Puts a comma before every third digit of the whole number that begins at \p first and ends at \p end.
void groupDigits(std::string& text, std::size_t first, std::size_t end)
{
    for (std::size_t at = end; at > first + 3;) {
        at -= 3;
        text.insert(at, 1, ',');
    }
}

void appendPadded(std::string& line, const std::string& text, std::size_t columnWidth, bool right)
{
    const std::string blanks(columnWidth - std::min(columnWidth, width(text)), ' ');
    line += right ? blanks + text : text + blanks;
}

} // namespace

std::string grouped(std::int64_t value)
{
    std::string digits = std::to_string(value);
    groupDigits(digits, value < 0 ? 1 : 0, digits.size());
    return digits;
}

std::string significant(double value, int digits)
{
    std::string text = core::quantityText(value, core::kNumber, {digits, core::BytePrefix::Binary}).joined();
    if (text.find_first_not_of("-.0123456789") == std::string::npos) // not 1e+20, inf
        groupDigits(text, text.front() == '-' ? 1 : 0, std::min(text.find('.'), text.size()));
    return text;
}

std::string percent(double fraction)
{
    return core::percentText(fraction, std::fabs(fraction) < 0.09995 ? 2 : 1);
}

namespace {

/// English, and the stable words of CSV and JSON as they stand there.
class TerminalWriter final : public CellWriter {
public:
    explicit TerminalWriter(core::TextStyle style)
        : m_style(style)
    {
    }
    [[nodiscard]] QString words(const std::string& text, core::Words /*kind*/) const override
    {
        return shownText(text);
    }
    [[nodiscard]] QString integer(std::int64_t value) const override
    {
        return QString::fromStdString(grouped(value));
    }
    [[nodiscard]] QString real(double value) const override
    {
        return QString::fromStdString(significant(value, 4));
    }
    [[nodiscard]] QString fraction(double value) const override
    {
        return QString::fromStdString(percent(value));
    }
    [[nodiscard]] QString nanoseconds(double value) const override
    {
        return quantity(value * 1e-9, core::kSecond);
    }
    [[nodiscard]] QString quantity(double value, core::Dimension dimension) const override
    {
        core::QuantityText text = core::quantityText(value, dimension, m_style);
        const bool plain = text.number.find_first_not_of("-.0123456789") == std::string::npos;
        if (dimension == core::kCurrency && plain)
            groupDigits(text.number, text.number.front() == '-' ? 1 : 0,
                        std::min(text.number.find('.'), text.number.size()));
        return QString::fromStdString(text.joined());
    }

private:
    core::TextStyle m_style;
};

} // namespace

QString cellText(const core::Table& table, std::size_t row, std::size_t column, core::TextStyle style)
{
    return shownCell(table, row, column, TerminalWriter(style));
}

std::string textTable(const core::Table& table, core::TextStyle style, std::size_t rowLimit)
{
    const std::size_t rows = rowLimit == 0 ? table.rows.size() : std::min(rowLimit, table.rows.size());
    std::vector<std::vector<std::string>> texts(rows + 1);
    const TerminalWriter writer(style);
    std::vector<std::size_t> widths(table.columns.size(), 0);
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        texts[0].push_back(core::printable(table.columns[column].title));
        for (std::size_t row = 0; row < rows; ++row)
            texts[row + 1].push_back(shownCell(table, row, column, writer).toStdString());
        for (const auto& line : texts)
            widths[column] = std::max(widths[column], width(line[column]));
    }
    std::string out;
    for (const auto& line : texts) {
        std::string text;
        for (std::size_t column = 0; column < line.size(); ++column) {
            text += "  ";
            appendPadded(text, line[column], widths[column], rightAligned(table.columns[column].kind));
        }
        text.erase(text.find_last_not_of(' ') + 1);
        out += text + '\n';
    }
    if (rows < table.rows.size())
        out += "  … and " + grouped(static_cast<std::int64_t>(table.rows.size() - rows)) + " more\n";
    return out;
}

std::string markdownTable(const core::Table& table, core::TextStyle style)
{
    const TerminalWriter writer(style);
    std::string out = "|";
    for (const core::Column& column : table.columns)
        out += " " + core::markdownCell(column.title) + " |";
    out += "\n|";
    for (const core::Column& column : table.columns)
        out += rightAligned(column.kind) ? "---:|" : "---|";
    out += "\n";
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        out += "|";
        for (std::size_t column = 0; column < table.columns.size(); ++column)
            out += " " + core::markdownCell(shownCell(table, row, column, writer).toStdString()) + " |";
        out += "\n";
    }
    return out;
}

} // namespace shardscope::app
