// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/theme/theme.h"

#include "app/desktop/theme/roles.h"
#include "app/desktop/theme/tabular_font.h"
#include "app/desktop/theme/tokens.h"
#include "app/desktop/theme/window_style.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope::app {
namespace {

Scheme g_scheme = Scheme::Light; ///< what applyTheme() chose last

Theme read(Scheme scheme)
{
    const std::string_view name = core::nameOf(scheme);
    const QJsonObject tokens =
        tokensOf(QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size())));
    const auto color = [&](const char* key) { return tokenColor(tokens, QLatin1String(key)); };
    return {.scheme = scheme,
            .page = color("page"),
            .panel = color("panel"),
            .raised = color("raised"),
            .line = color("line"),
            .edge = color("edge"),
            .selection = color("selection"),
            .text = color("text"),
            .textDim = color("text_dim"),
            .accent = color("accent"),
            .accentSoft = color("accent_soft"),
            .onAccent = color("on_accent"),
            .good = color("good"),
            .goodSoft = color("good_soft"),
            .warn = color("warn"),
            .warnSoft = color("warn_soft"),
            .bad = color("bad"),
            .badSoft = color("bad_soft")};
}

/// Roles that a widget's foregroundRole() may name: PlaceholderText is dim, BrightText bad, Link the accent.
QPalette paletteOf(const Theme& theme)
{
    QPalette palette;
    palette.setColor(QPalette::Window, theme.page);
    palette.setColor(QPalette::WindowText, theme.text);
    palette.setColor(QPalette::Base, theme.panel);
    palette.setColor(QPalette::AlternateBase, theme.page);
    palette.setColor(QPalette::Text, theme.text);
    palette.setColor(QPalette::PlaceholderText, theme.textDim);
    palette.setColor(QPalette::Button, theme.panel);
    palette.setColor(QPalette::ButtonText, theme.text);
    palette.setColor(QPalette::BrightText, theme.bad);
    palette.setColor(QPalette::ToolTipBase, theme.panel);
    palette.setColor(QPalette::ToolTipText, theme.text);
    palette.setColor(QPalette::Link, theme.accent);
    palette.setColor(QPalette::LinkVisited, theme.accent);
    palette.setColor(QPalette::Highlight, theme.accent);
    palette.setColor(QPalette::HighlightedText, theme.onAccent);
    palette.setColor(QPalette::Light, theme.raised);
    palette.setColor(QPalette::Midlight, theme.raised);
    palette.setColor(QPalette::Mid, theme.line);
    palette.setColor(QPalette::Dark, theme.edge);
    palette.setColor(QPalette::Shadow, theme.edge);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, theme.textDim);
    return palette;
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
    static const std::array<Theme, 4> themes{read(Scheme::Light), read(Scheme::Dark), read(Scheme::Contrast),
                                             read(Scheme::Print)};
    return themes[static_cast<std::size_t>(scheme)];
}

const Theme& themeOf(const QWidget*) { return theme(g_scheme); }

Scheme systemScheme(const QApplication& application)
{
    return application.palette().color(QPalette::Window).lightnessF() < 0.5F ? Scheme::Dark : Scheme::Light;
}

void applyTheme(QApplication& application, Scheme scheme)
{
    g_scheme = scheme;
    // Each of these has every widget polished again, so what is so already is left.
    if (qobject_cast<WindowStyle*>(QApplication::style()) == nullptr)
        QApplication::setStyle(new WindowStyle);
    const QPalette palette = paletteOf(theme(scheme));
    if (application.palette() != palette)
        QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
    const QFont font = interfaceFont(TypeSize::Body);
    if (QApplication::font() != font)
        QApplication::setFont(font);
    QToolTip::setFont(font);
    refreshRoles();
}

QColor inkOn(const QColor& background)
{
    const QColor dark(Qt::black); // the text token would miss 4.5 : 1 on vermilion
    const QColor light(Qt::white);
    return contrastRatio(background, dark) >= contrastRatio(background, light) ? dark : light;
}

double contrastRatio(const QColor& a, const QColor& b)
{
    const double first = luminance(a) + 0.05;
    const double second = luminance(b) + 0.05;
    return std::max(first, second) / std::min(first, second);
}

QFont interfaceFont(TypeSize size, Weight weight)
{
    // Without a desktop's settings the system's is called "Sans Serif", which is no family: in a list of
    // families the next one would be taken, here and there.
    static const QStringList families = {
        tabularFamily().isEmpty() ? QFontInfo(QFontDatabase::systemFont(QFontDatabase::GeneralFont)).family()
                                  : tabularFamily(),
        QStringLiteral("Noto Sans CJK JP")};
    QFont font(families);
    font.setPixelSize(static_cast<int>(size));
    font.setWeight(weight == Weight::Strong ? QFont::DemiBold : QFont::Normal);
    return font;
}

QFont codeFont(TypeSize size)
{
    QFont font({QStringLiteral("JetBrains Mono"),
                QFontDatabase::systemFont(QFontDatabase::FixedFont).family(),
                QStringLiteral("Noto Sans Mono CJK JP")});
    font.setStyleHint(QFont::Monospace);
    font.setPixelSize(static_cast<int>(size));
    return font;
}

} // namespace shardscope::app
