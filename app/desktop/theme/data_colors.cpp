// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/theme/data_colors.h"

#include "app/desktop/theme/theme.h"
#include "app/desktop/theme/tokens.h"

#include <QJsonArray>

#include <algorithm>
#include <vector>

namespace shardscope::app {
namespace {

QString wordOf(std::string_view name)
{
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

const QJsonObject& dataTokens()
{
    static const QJsonObject tokens = tokensOf(QStringLiteral("data"));
    return tokens;
}

/// The colours under \p group, one for each value of the enum, in the order of the values.
template <core::NamedEnum Enum>
std::vector<QColor> colorsOf(const char* group)
{
    const QJsonObject tokens = dataTokens().value(QLatin1String(group)).toObject();
    std::vector<QColor> colors;
    for (const std::string_view name : core::kEnumNames<Enum>) {
        const QJsonValue value = tokens.value(wordOf(name));
        colors.push_back(value.isObject() ? tokenColor(value.toObject(), QStringLiteral("color"))
                                          : tokenColor(tokens, wordOf(name)));
    }
    return colors;
}

std::vector<QColor> listOf(const char* name)
{
    std::vector<QColor> colors;
    for (const QJsonValue value : dataTokens().value(QLatin1String(name)).toArray())
        colors.push_back(colorFrom(value.toString()));
    return colors;
}

} // namespace

QColor colorOf(core::OpClass operation)
{
    static const std::vector<QColor> colors = colorsOf<core::OpClass>("operations");
    return colors[static_cast<std::size_t>(operation)];
}

QColor colorOf(core::Purpose purpose)
{
    static const std::vector<QColor> colors = colorsOf<core::Purpose>("purposes");
    return colors[static_cast<std::size_t>(purpose)];
}

QColor colorOf(core::TableSharding sharding)
{
    static const std::vector<QColor> colors = colorsOf<core::TableSharding>("tables");
    return colors[static_cast<std::size_t>(sharding)];
}

QColor colorOf(core::StepPart part)
{
    static const std::vector<QColor> colors = colorsOf<core::StepPart>("step");
    return colors[static_cast<std::size_t>(part)];
}

QColor weightGradientColor()
{
    static const QColor color = tokenColor(dataTokens(), QStringLiteral("weight_gradient"));
    return color;
}

QString letterOf(core::Purpose purpose)
{
    static const QJsonObject purposes = dataTokens().value(QStringLiteral("purposes")).toObject();
    return purposes.value(wordOf(core::nameOf(purpose)))
        .toObject()
        .value(QStringLiteral("letter"))
        .toString();
}

QBrush brushOf(core::StepPart part, const Theme& theme)
{
    // No pattern brushes: some readers of SVG, Qt's own among them, draw them black.
    return part == core::StepPart::Bubble ? theme.panel : colorOf(part);
}

QPen penOf(core::StepPart part, const Theme& theme)
{
    if (part == core::StepPart::Bubble)
        return QPen(theme.textDim, 1, Qt::DotLine);
    if (part == core::StepPart::Recompute)
        return QPen(colorOf(core::StepPart::Forward), 1, Qt::DashLine);
    return Qt::NoPen;
}

QColor categoricalColor(std::size_t index)
{
    static const std::vector<QColor> colors = listOf("categorical");
    return colors[index % kCategoricalColors];
}

QColor sequentialColor(double fraction)
{
    static const std::vector<QColor> stops = listOf("sequential");
    const double at = std::clamp(fraction, 0.0, 1.0) * static_cast<double>(stops.size() - 1);
    const auto low = std::min(static_cast<std::size_t>(at), stops.size() - 2);
    const auto part = static_cast<float>(at - static_cast<double>(low));
    const QColor& a = stops[low];
    const QColor& b = stops[low + 1];
    return QColor::fromRgbF(a.redF() + (b.redF() - a.redF()) * part,
                            a.greenF() + (b.greenF() - a.greenF()) * part,
                            a.blueF() + (b.blueF() - a.blueF()) * part);
}

} // namespace shardscope::app
