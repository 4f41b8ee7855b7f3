// SPDX-License-Identifier: GPL-3.0-or-later
// Core writes numbers with a point; here they get the reader's marks.
#include "app/desktop/base/number_text.h"

#include "app/session/accuracy/known_digits.h"
#include "app/session/tables/shown_cell.h"
#include "core/units/percent.h"
#include "core/units/text.h"

#include <QLocale>

#include <cmath>

namespace shardscope::app {
namespace {

constexpr QChar kDash(0x2013);

/// "12345.6" as core writes it, with the locale's decimal mark and digit groups.
QString localized(const std::string& number)
{
    QString text = QString::fromStdString(number);
    bool isNumber = false;
    const double value = text.toDouble(&isNumber);
    if (!isNumber || text.contains(QLatin1Char('e')))
        return text;
    const auto point = text.indexOf(QLatin1Char('.'));
    return QLocale().toString(value, 'f', point < 0 ? 0 : static_cast<int>(text.size() - point - 1));
}

QString withUnit(const QString& number, const std::string& unit)
{
    return unit.empty() ? number : number + kUnitSpace + QString::fromStdString(unit);
}

} // namespace

QString quantityString(double value, core::Dimension dimension, int digits)
{
    if (!std::isfinite(value))
        return kDash;
    const core::QuantityText text = core::quantityText(value, dimension, {.significantDigits = digits});
    return withUnit(localized(text.number), text.unit);
}

QString knownString(double value, core::Dimension dimension, int digits)
{
    return quantityString(toDigits(value, dimension, digits), dimension);
}

QString spanString(double low, double high, core::Dimension dimension)
{
    const QString to = quantityString(high, dimension);
    QString from = quantityString(low, dimension);
    if (const QString unit = to.mid(to.indexOf(kUnitSpace)); from.endsWith(unit))
        from.chop(unit.size());
    return from + QChar(0x2013) + to;
}

QString exactString(double value, core::Dimension dimension)
{
    if (dimension == core::kByte)
        return withUnit(QLocale().toString(value, 'f', value == std::floor(value) ? 0 : 3), "B");
    if (dimension == core::kNumber && value == std::floor(value) && std::abs(value) < 1e15)
        return QLocale().toString(value, 'f', 0);
    return quantityString(value, dimension, 9);
}

QString nanosString(std::int64_t nanoseconds, int digits)
{
    return quantityString(static_cast<double>(nanoseconds) * 1e-9, core::kSecond, digits);
}

QString integerString(std::int64_t value) { return QLocale().toString(static_cast<qlonglong>(value)); }

QString countString(double count)
{
    static constexpr std::pair<double, const char*> kScales[] = {
        {1e12, "T"}, {1e9, "B"}, {1e6, "M"}, {1e3, "k"}};
    for (const auto& [scale, letter] : kScales) {
        if (count >= scale)
            return withUnit(QLocale().toString(count / scale, 'g', 4), letter);
    }
    return QLocale().toString(count, 'g', 4);
}

QString percentString(double fraction, int decimals)
{
    if (std::isnan(fraction))
        return kDash;
    std::string text = core::percentText(fraction, decimals); // "> 1000000 %"
    text.erase(text.size() - 2);
    const std::size_t number = text.find_first_of("-0123456789");
    return QString::fromStdString(text.substr(0, number)) + localized(text.substr(number)) + kUnitSpace +
           QLatin1Char('%');
}

namespace {

class WindowWriter final : public CellWriter {
public:
    [[nodiscard]] bool showsNames() const override { return true; }
    [[nodiscard]] QString words(const std::string& text, core::Words kind) const override
    {
        return shownWords(text, kind);
    }
    [[nodiscard]] QString integer(std::int64_t value) const override { return integerString(value); }
    [[nodiscard]] QString real(double value) const override
    {
        return quantityString(value, core::kNumber, 4);
    }
    [[nodiscard]] QString fraction(double value) const override { return percentString(value); }
    [[nodiscard]] QString nanoseconds(double value) const override
    {
        return quantityString(value * 1e-9, core::kSecond, 4);
    }
    [[nodiscard]] QString quantity(double value, core::Dimension dimension) const override
    {
        return quantityString(value, dimension);
    }
    [[nodiscard]] QString exact(std::int64_t value, core::Dimension dimension) const override
    {
        return dimension == core::kSecond ? nanosString(value, 12)
                                          : exactString(static_cast<double>(value), dimension);
    }
};

} // namespace

QString cellString(const core::Table& table, std::size_t row, std::size_t column)
{
    return shownCell(table, row, column, WindowWriter());
}

} // namespace shardscope::app
