// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/theme/tabular_font.h"

#include "app/desktop/theme/open_type.h"

#include <QDirIterator>
#include <QFile>
#include <QFontDatabase>
#include <QStandardPaths>

namespace shardscope::app {
namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The file of Inter called \p name: where Debian has it, else wherever fonts are.
QByteArray interFont(const QString& name)
{
    const QString debian = QStringLiteral("/usr/share/fonts/opentype/inter/%1.otf").arg(name);
    if (QByteArray content = contentOf(debian); !content.isEmpty())
        return content;
    for (const QString& folder : QStandardPaths::standardLocations(QStandardPaths::FontsLocation)) {
        QDirIterator files(folder, {name + QStringLiteral(".otf"), name + QStringLiteral(".ttf")},
                           QDir::Files, QDirIterator::Subdirectories);
        if (files.hasNext())
            return contentOf(files.next());
    }
    return {};
}

QString registered()
{
    const QString family = QStringLiteral("Shardscope Sans");
    for (const auto& [file, style] :
         {std::pair(QStringLiteral("Inter-Regular"), QStringLiteral("Regular")),
          std::pair(QStringLiteral("Inter-SemiBold"), QStringLiteral("Semi Bold"))}) {
        const auto copy = withTabularDigits(interFont(file), family, style);
        if (!copy || QFontDatabase::addApplicationFontFromData(*copy) < 0)
            return {};
    }
    return family;
}

} // namespace

const QString& tabularFamily()
{
    static const QString family = registered();
    return family;
}

std::optional<QByteArray> withTabularDigits(const QByteArray& font, const QString& family,
                                            const QString& style)
{
    const std::optional<open_type::Tables> tables = open_type::tablesOf(font);
    if (!tables)
        return std::nullopt;
    std::map<std::uint32_t, std::uint32_t> glyphs = open_type::glyphsOf(tables->value("cmap"));
    const std::map<std::uint32_t, std::uint32_t> tabular =
        open_type::substitutes(tables->value("GSUB"), "tnum");
    for (std::uint32_t digit = '0'; digit <= '9'; ++digit) {
        const auto glyph = glyphs.find(digit);
        const auto other = glyph == glyphs.end() ? tabular.end() : tabular.find(glyph->second);
        if (other == tabular.end())
            return std::nullopt;
        glyph->second = other->second;
    }
    constexpr std::uint32_t kWordJoiner = 0x2060;
    if (const auto space = glyphs.find(' '); space != glyphs.end())
        glyphs.emplace(kWordJoiner, space->second);
    open_type::Tables changed = *tables;
    changed["cmap"] = open_type::cmapOf(glyphs);
    changed["name"] = open_type::nameTable(family, style);
    return open_type::fontOf(font.left(4), changed);
}

} // namespace shardscope::app
