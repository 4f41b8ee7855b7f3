// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/theme/tokens.h"

#include <QFile>
#include <QJsonDocument>

/// What is embedded lies in a static library, which the linker leaves out unless it is asked for by name. The
/// macro declares a function of the global namespace, hence no namespace here.
static void useResources() { Q_INIT_RESOURCE(desktop); }

namespace shardscope::app {

QJsonObject tokensOf(const QString& name)
{
    useResources();
    QFile file(QStringLiteral(":/look/%1.json").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("resources/look/%s.json is not built in", qPrintable(name));
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(file.readAll(), &error);
    if (!document.isObject())
        qFatal("resources/look/%s.json: %s", qPrintable(name), qPrintable(error.errorString()));
    return document.object();
}

QColor colorFrom(const QString& text)
{
    constexpr qsizetype kOpaque = 7; // "#RRGGBB"
    QColor color = QColor::fromString(text.left(kOpaque));
    if (!color.isValid())
        qFatal("resources/look: %s is no colour", qPrintable(text));
    if (text.size() > kOpaque)
        color.setAlpha(text.mid(kOpaque).toInt(nullptr, 16));
    return color;
}

QColor tokenColor(const QJsonObject& tokens, const QString& key)
{
    const QJsonValue value = tokens.value(key);
    if (!value.isString())
        qFatal("resources/look: there is no %s", qPrintable(key));
    return colorFrom(value.toString());
}

} // namespace shardscope::app
