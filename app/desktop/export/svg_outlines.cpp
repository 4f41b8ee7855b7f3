// SPDX-License-Identifier: GPL-3.0-or-later
// Copies the document and turns the text elements into paths on the way.
#include "app/desktop/export/svg_outlines.h"

#include <QBuffer>
#include <QFont>
#include <QPainterPath>
#include <QXmlStreamReader>
#include <QXmlStreamWriter>

namespace shardscope::app {
namespace {

QString pathData(const QPainterPath& path)
{
    QString data;
    const auto add = [&](char command, const QPainterPath::Element& point) {
        data += QLatin1Char(command) + QString::number(point.x, 'f', 2) + QLatin1Char(' ') +
                QString::number(point.y, 'f', 2) + QLatin1Char(' ');
    };
    for (int index = 0; index < path.elementCount(); ++index) {
        const QPainterPath::Element element = path.elementAt(index);
        switch (element.type) {
        case QPainterPath::MoveToElement: add('M', element); break;
        case QPainterPath::LineToElement: add('L', element); break;
        case QPainterPath::CurveToElement: add('C', element); break;
        case QPainterPath::CurveToDataElement: add(' ', element); break;
        }
    }
    return data;
}

QFont fontOf(const QXmlStreamAttributes& attributes)
{
    QFont font;
    QStringList families;
    for (const QString& family :
         attributes.value(QLatin1String("font-family")).toString().split(QLatin1Char(',')))
        families << family.trimmed().remove(QLatin1Char('\''));
    families << QStringLiteral("Noto Sans CJK JP");
    font.setFamilies(families);
    font.setPixelSize(std::max(
        1,
        qRound(
            attributes.value(QLatin1String("font-size")).toString().remove(QLatin1String("px")).toDouble())));
    font.setWeight(
        static_cast<QFont::Weight>(std::max(100, attributes.value(QLatin1String("font-weight")).toInt())));
    return font;
}

} // namespace

QByteArray withOutlines(const QByteArray& svg)
{
    QXmlStreamReader reader(svg);
    QByteArray result;
    QBuffer buffer(&result);
    buffer.open(QIODevice::WriteOnly);
    QXmlStreamWriter writer(&buffer);
    while (!reader.atEnd()) {
        reader.readNext();
        if (!reader.isStartElement() || reader.name() != QLatin1String("text")) {
            if (reader.tokenType() != QXmlStreamReader::Invalid)
                writer.writeCurrentToken(reader);
            continue;
        }
        const QXmlStreamAttributes attributes = reader.attributes();
        const QString text = reader.readElementText(QXmlStreamReader::IncludeChildElements);
        QPainterPath path;
        path.addText(attributes.value(QLatin1String("x")).toDouble(),
                     attributes.value(QLatin1String("y")).toDouble(), fontOf(attributes), text);
        writer.writeStartElement(QStringLiteral("path"));
        writer.writeAttribute(QStringLiteral("d"), pathData(path));
        writer.writeAttribute(QStringLiteral("aria-label"), text);
        writer.writeAttribute(QStringLiteral("stroke"), QStringLiteral("none"));
        for (const char* kept : {"fill", "fill-opacity"}) {
            if (attributes.hasAttribute(QLatin1String(kept)))
                writer.writeAttribute(QLatin1String(kept), attributes.value(QLatin1String(kept)).toString());
        }
        writer.writeEndElement();
    }
    return result;
}

} // namespace shardscope::app
