// SPDX-License-Identifier: GPL-3.0-or-later
// The tokens' values, and how operations, purposes and parts of a step map to them.
#include "app/desktop/theme/theme.h"

#include <QFontDatabase>
#include <QFontInfo>
#include <QLocale>
#include <QWidget>

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope::app {
namespace {

QColor translucent(QColor color, double alpha)
{
    color.setAlphaF(static_cast<float>(alpha));
    return color;
}

Theme makeLight()
{
    const QColor accent(0x2F6FDE);
    return {Scheme::Light,    QColor(0xFFFFFF),          QColor(0xF6F7F9), QColor(0xECEEF2),
            QColor(0xD8DCE3), translucent(accent, 0.18), QColor(0x1B1F27), QColor(0x5B6472),
            accent,           QColor(0x1A8F5A),          QColor(0xB7791F), QColor(0xC8372D)};
}

Theme makeDark()
{
    const QColor accent(0x6FA3FF);
    return {Scheme::Dark,     QColor(0x14171C),          QColor(0x1B1F26), QColor(0x242A33),
            QColor(0x343C48), translucent(accent, 0.28), QColor(0xE7EAF0), QColor(0x9AA4B2),
            accent,           QColor(0x4CC38A),          QColor(0xE2B04A), QColor(0xFF7A70)};
}

double linear(float component)
{
    const auto channel = static_cast<double>(component);
    return channel <= 0.03928 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& color)
{
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

} // namespace

const Theme& theme(Scheme scheme)
{
    static const Theme light = makeLight();
    static const Theme dark = makeDark();
    return scheme == Scheme::Dark ? dark : light;
}

const Theme& themeOf(const QWidget* widget)
{
    return theme(widget->palette().color(QPalette::Window).lightnessF() < 0.5F ? Scheme::Dark
                                                                               : Scheme::Light);
}

QColor colorOf(core::OpClass operation)
{
    using core::OpClass;
    switch (operation) {
    case OpClass::MatrixProduct: return QColor(0x0072B2);
    case OpClass::Attention: return QColor(0x56B4E9);
    case OpClass::Elementwise: return QColor(0x8CA6BF);
    case OpClass::Embedding: return QColor(0x7A5AA6);
    case OpClass::CollectiveTensor: return QColor(0xE69F00);
    case OpClass::CollectiveReplica: return QColor(0xD55E00);
    case OpClass::CollectiveExpert: return QColor(0xB8860B);
    case OpClass::PointToPoint: return QColor(0xCC79A7);
    case OpClass::Copy: return QColor(0x009E73);
    case OpClass::Optimizer: return QColor(0xB9B02B);
    case OpClass::Host:
    case OpClass::Idle: break;
    }
    return QColor(0x999999);
}

QColor colorOf(core::Purpose purpose)
{
    using core::Purpose;
    switch (purpose) {
    case Purpose::Weights: return QColor(0x0072B2);
    case Purpose::MasterWeights: return QColor(0x004B76);
    case Purpose::Gradients: return QColor(0x56B4E9);
    case Purpose::OptimizerState: return QColor(0x009E73);
    case Purpose::Activations: return QColor(0xE69F00);
    case Purpose::Embedding: return QColor(0x7A5AA6);
    case Purpose::Buffers: return QColor(0xCC79A7);
    case Purpose::Workspace: return QColor(0x999999);
    case Purpose::Framework: break;
    }
    return QColor(0x5C6370);
}

QColor colorOf(core::TableSharding sharding)
{
    using core::TableSharding;
    switch (sharding) {
    case TableSharding::TableWise: return QColor(0x0072B2);
    case TableSharding::ColumnWise: return QColor(0xE69F00);
    case TableSharding::RowWise: return QColor(0x009E73);
    case TableSharding::TableRowWise: return QColor(0x56B4E9);
    case TableSharding::TableColumnWise: return QColor(0xCC79A7);
    case TableSharding::Grid: return QColor(0xD55E00);
    case TableSharding::DataParallel: break;
    }
    return QColor(0x999999);
}

QString letterOf(core::Purpose purpose)
{
    using core::Purpose;
    switch (purpose) {
    case Purpose::Weights: return QStringLiteral("W");
    case Purpose::MasterWeights: return QStringLiteral("m");
    case Purpose::Gradients: return QStringLiteral("G");
    case Purpose::OptimizerState: return QStringLiteral("O");
    case Purpose::Activations: return QStringLiteral("A");
    case Purpose::Embedding: return QStringLiteral("E");
    case Purpose::Buffers: return QStringLiteral("B");
    case Purpose::Workspace: return QStringLiteral("w");
    case Purpose::Framework: break;
    }
    return QStringLiteral("F");
}

QColor colorOf(core::StepPart part)
{
    using core::StepPart;
    switch (part) {
    case StepPart::Forward:
    case StepPart::Recompute: return colorOf(core::OpClass::MatrixProduct);
    case StepPart::Backward: return colorOf(core::OpClass::MatrixProduct).darker(125);
    case StepPart::Optimizer: return colorOf(core::OpClass::Optimizer);
    case StepPart::ExposedCommunication: return colorOf(core::OpClass::CollectiveReplica);
    case StepPart::Streaming: return colorOf(core::OpClass::Copy);
    case StepPart::Total:
    case StepPart::Bubble:
    case StepPart::Host: break;
    }
    return colorOf(core::OpClass::Host);
}

QBrush brushOf(core::StepPart part, const Theme& theme)
{
    // No pattern brushes: some readers of SVG, Qt's own among them, draw them black.
    if (part == core::StepPart::Bubble)
        return theme.page;
    if (part == core::StepPart::Recompute)
        return colorOf(part).lighter(170);
    return colorOf(part);
}

QPen penOf(core::StepPart part, const Theme& theme)
{
    if (part == core::StepPart::Bubble)
        return QPen(theme.textDim, 1, Qt::DotLine);
    if (part == core::StepPart::Recompute)
        return QPen(colorOf(part), 1, Qt::DashLine);
    return Qt::NoPen;
}

QColor inkOn(const QColor& background)
{
    const QColor dark(Qt::black); // the text token would miss 4.5 : 1 on vermilion
    const QColor light = theme(Scheme::Light).page;
    return contrastRatio(background, dark) >= contrastRatio(background, light) ? dark : light;
}

double contrastRatio(const QColor& a, const QColor& b)
{
    const double first = luminance(a) + 0.05;
    const double second = luminance(b) + 0.05;
    return std::max(first, second) / std::min(first, second);
}

QColor categoricalColor(std::size_t index)
{
    static constexpr std::array<QRgb, kCategoricalColors> kColors = {
        0xFF0072B2, 0xFFE69F00, 0xFF009E73, 0xFFCC79A7, 0xFF56B4E9, 0xFFD55E00,
        0xFF7A5AA6, 0xFFB9B02B, 0xFF8CA6BF, 0xFF00667A, 0xFF8F5A00, 0xFFA63D6F};
    return QColor::fromRgb(kColors[index % kColors.size()]);
}

QColor sequentialColor(double fraction)
{
    static constexpr std::array<QRgb, 9> kStops = {0xFF00224E, 0xFF123570, 0xFF3B496C, 0xFF575D6D, 0xFF707173,
                                                   0xFF8A8678, 0xFFA59C74, 0xFFC3B369, 0xFFFEE838};
    const double at = std::clamp(fraction, 0.0, 1.0) * (kStops.size() - 1);
    const auto low = std::min(static_cast<std::size_t>(at), kStops.size() - 2);
    const auto part = static_cast<float>(at - static_cast<double>(low));
    const QColor a = QColor::fromRgb(kStops[low]);
    const QColor b = QColor::fromRgb(kStops[low + 1]);
    return QColor::fromRgbF(a.redF() + (b.redF() - a.redF()) * part,
                            a.greenF() + (b.greenF() - a.greenF()) * part,
                            a.blueF() + (b.blueF() - a.blueF()) * part);
}

QFont interfaceFont(TypeSize size, Weight weight)
{
    // Without a desktop's settings it is called "Sans Serif", which is no family: in a list of families the
    // next one would be taken, here and there.
    static const QFont system(QFontInfo(QFontDatabase::systemFont(QFontDatabase::GeneralFont)).family());
    static const QString japanese = QStringLiteral("Noto Sans CJK JP");
    QFont font = system;
    // As a fallback behind a Latin font, Qt keeps the first weight of the Japanese one that it met for all
    // weights; named first, it is matched like any other.
    if (QLocale().language() == QLocale::Japanese)
        font.setFamilies({japanese, system.family()});
    else
        font.setFamilies({system.family(), QStringLiteral("Noto Sans"), japanese});
    font.setPixelSize(static_cast<int>(size));
    font.setWeight(weight == Weight::Strong ? QFont::DemiBold : QFont::Normal);
    return font;
}

} // namespace shardscope::app
