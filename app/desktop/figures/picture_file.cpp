// SPDX-License-Identifier: GPL-3.0-or-later
// One drawing, three devices.
#include "app/desktop/figures/picture_file.h"

#include "app/desktop/theme/tabular_font.h"
#include "app/session/text/shown_text.h"
#include "core/base/error_at.h"
#include "shardscope_config.h"

#include <QBuffer>
#include <QDate>
#include <QFileInfo>
#include <QFont>
#include <QImage>
#include <QMimeData>
#include <QPainter>
#include <QPainterPath>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QSvgRenderer>
#include <QXmlStreamReader>
#include <QXmlStreamWriter>

#include <algorithm>
#include <cmath>
#include <cstring>

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

/// \p svg as QSvgGenerator writes it, with each text element replaced by a path that is labelled with the
/// text: readers that lack the fonts show outlines; Japanese labels vanish in some of them.
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

constexpr int kPixelsPerInch = 96; // what a CSS pixel is
constexpr int kPdfResolution = 1200;
constexpr const char* kTitlePlace = "title-of-the-picture";

core::Error unwritable(const QString& file, const QString& reason)
{
    return core::errorIn(core::ErrorCode::FileUnwritable, {reason.toStdString()}, file.toStdString());
}

double heightOf(const Drawing& drawing, double width, const Theme& theme)
{
    QImage unseen(1, 1, QImage::Format_RGB32);
    QPainter measuring(&unseen);
    return std::ceil(drawing(measuring, width, theme));
}

/// The largest factor at which \p drawing fits into \p size: twice, as slides have it, where it is low
/// enough; smaller where it is too tall. Nothing is ever cut.
double factorFor(const Drawing& drawing, QSizeF size, const Theme& theme)
{
    constexpr double kSlideWidth = 960; // 1920x1080 is laid out at 960x540
    constexpr double kLargest = 2;
    constexpr double kSmallest = 0.05;
    const auto fits = [&](double factor) {
        return heightOf(drawing, size.width() / factor, theme) * factor <= size.height();
    };
    double most = std::clamp(size.width() / kSlideWidth, 1.0, kLargest);
    if (fits(most))
        return most;
    double least = kSmallest;
    constexpr int kHalvings = 9; // to half a per cent
    for (int round = 0; round < kHalvings; ++round) {
        const double middle = std::sqrt(least * most);
        (fits(middle) ? least : most) = middle;
    }
    return least;
}

/// Draws all of it within \p size; what is lower stands in the middle of the page.
void drawWithin(QPainter& painter, const Drawing& drawing, QSizeF size, const Theme& theme)
{
    const bool fits = heightOf(drawing, size.width(), theme) == size.height(); // made as tall as it is
    const double factor = fits ? 1 : factorFor(drawing, size, theme);
    painter.fillRect(QRectF(QPointF(0, 0), size), theme.panel);
    const double used = fits ? size.height() : heightOf(drawing, size.width() / factor, theme) * factor;
    painter.translate(0, std::max(0.0, std::floor((size.height() - used) / 2)));
    painter.scale(factor, factor);
    drawing(painter, size.width() / factor, theme);
}

QImage imageOf(const Drawing& drawing, QSizeF size, const PictureForm& form)
{
    QImage image((size * form.scale).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(form.scale);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing, false);
    drawWithin(painter, drawing, size, theme(form.scheme));
    painter.end();
    return image;
}

QByteArray pngBytes(const Drawing& drawing, QSizeF size, const PictureForm& form)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    imageOf(drawing, size, form).save(&buffer, "PNG");
    return buffer.data();
}

QByteArray svgBytes(const Drawing& drawing, QSizeF size, const QString& title, const PictureForm& form)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(kPixelsPerInch);
    generator.setSize(size.toSize());
    generator.setViewBox(QRectF(QPointF(0, 0), size));
    generator.setTitle(QLatin1String(kTitlePlace));
    generator.setDescription(programLine());
    QPainter painter(&generator);
    drawWithin(painter, drawing, size, theme(form.scheme));
    painter.end();
    // Qt 6.4 writes the title as it is, and control characters in texts, which no XML may hold.
    QByteArray svg =
        QByteArray::fromStdString(core::printable(buffer.data().toStdString(), core::LineEnds::Kept));
    if (const auto place = svg.indexOf(kTitlePlace); place >= 0)
        svg.replace(place, static_cast<qsizetype>(std::strlen(kTitlePlace)), markupText(title).toUtf8());
    if (form.outlines)
        return withOutlines(svg);
    // The copy with equally wide digits is known to this program alone.
    return svg.replace(tabularFamily().toUtf8(), "Inter, 'Noto Sans CJK JP', sans-serif");
}

QByteArray pdfBytes(const Drawing& drawing, QSizeF size, const QString& title, const PictureForm& form)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(shownText(title));
    writer.setCreator(programLine());
    writer.setResolution(kPdfResolution);
    const QSizeF points = size * 72.0 / kPixelsPerInch;
    writer.setPageSize(QPageSize(points, QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    QPainter painter(&writer);
    painter.scale(static_cast<double>(kPdfResolution) / kPixelsPerInch,
                  static_cast<double>(kPdfResolution) / kPixelsPerInch);
    if (form.outlines)
        paintOutlined(painter, drawing, size, form.scheme);
    else
        drawWithin(painter, drawing, size, theme(form.scheme));
    painter.end();
    return buffer.data();
}

} // namespace

QString programLine()
{
    return QStringLiteral("Shardscope %1 \u00b7 %2")
        .arg(QString::fromLatin1(config::kVersion), QDate::currentDate().toString(Qt::ISODate));
}

core::Result<core::Done> writePicture(const Drawing& drawing, const QString& file, const QString& title,
                                      const PictureForm& form, int ownWidth, const core::Task& task)
{
    const double width = form.size.width() > 0 ? form.size.width() : ownWidth;
    double height = form.size.height();
    if (height <= 0)
        height = heightOf(drawing, width, theme(form.scheme));
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    const QSizeF size(width, height);
    const QString suffix = QFileInfo(file).suffix().toLower();
    QByteArray bytes;
    if (suffix == QLatin1String("png")) {
        bytes = pngBytes(drawing, size, form);
    } else if (suffix == QLatin1String("svg")) {
        bytes = svgBytes(drawing, size, title, form);
    } else if (suffix == QLatin1String("pdf")) {
        bytes = pdfBytes(drawing, size, title, form);
    } else {
        return core::errorIn(core::ErrorCode::UnknownValue, {suffix.toStdString(), {}, "svg, png, pdf"},
                             file.toStdString());
    }
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    QSaveFile target(file);
    if (!target.open(QIODevice::WriteOnly) || target.write(bytes) != bytes.size() || !target.commit())
        return unwritable(file, target.errorString());
    return core::Done{};
}

QByteArray inlineSvg(const Drawing& drawing, const QString& title, Scheme scheme, int width, bool outlines)
{
    const QSizeF size(width, heightOf(drawing, width, theme(scheme)));
    const QByteArray svg = svgBytes(drawing, size, title, {{}, 1, outlines, scheme});
    return svg.mid(std::max<qsizetype>(0, svg.indexOf("<svg"))); // without the line that a file begins with
}

void paintOutlined(QPainter& painter, const Drawing& drawing, QSizeF size, Scheme scheme)
{
    QSvgRenderer shapes(svgBytes(drawing, size, {}, {{}, 1, true, scheme}));
    shapes.render(&painter, QRectF(QPointF(), size));
}

QByteArray imageSvg(const Drawing& drawing, Scheme scheme, int width)
{
    const QSize size(width, static_cast<int>(heightOf(drawing, width, theme(scheme))));
    const QByteArray png = pngBytes(drawing, size, {{}, 2, false, scheme});
    return QStringLiteral("<svg xmlns=\"http://www.w3.org/2000/svg\" "
                          "xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 %1 %2\"><image "
                          "width=\"%1\" height=\"%2\" xlink:href=\"data:image/png;base64,%3\"/></svg>")
        .arg(size.width())
        .arg(size.height())
        .arg(QString::fromLatin1(png.toBase64()))
        .toUtf8();
}

QMimeData* copiedPicture(const Drawing& drawing, const QString& title, Scheme scheme, int ownWidth)
{
    const PictureForm form{{}, 2, false, scheme};
    const QSizeF size(ownWidth, heightOf(drawing, ownWidth, theme(scheme)));
    auto* copied = new QMimeData;
    copied->setImageData(imageOf(drawing, size, form));
    copied->setData(QStringLiteral("image/svg+xml"), svgBytes(drawing, size, title, form));
    return copied;
}

} // namespace shardscope::app
