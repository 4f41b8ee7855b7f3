// SPDX-License-Identifier: GPL-3.0-or-later
// A picture that is kept in a project: as SVG in the fonts of readers elsewhere, drawn here in ours.
#include "app/desktop/base/number_text.h"
#include "app/desktop/figures/picture_file.h"
#include "app/desktop/report/slide_figure.h"
#include "app/desktop/theme/tabular_font.h"
#include "app/session/text/messages.h"

#include <QPainter>
#include <QSvgRenderer>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr qsizetype kMostBytes = qsizetype{2} << 20; ///< of a picture; of more parts an image is kept
constexpr std::size_t kMostKeptRows = 500;           ///< of its table

/// What is read of \p table, in the words of the moment.
core::Table readTable(const core::Table& table)
{
    core::Table read{"kept", table.title, {}, {}, {}};
    for (const core::Column& column : table.columns) {
        core::Column words;
        words.key = column.key;
        words.title = translated(column.title).toStdString();
        read.columns.push_back(std::move(words));
    }
    for (std::size_t row = 0; row < std::min(kMostKeptRows, table.rows.size()); ++row) {
        std::vector<core::Cell> cells;
        for (std::size_t column = 0; column < table.columns.size(); ++column)
            cells.emplace_back(cellString(table, row, column).toStdString());
        read.rows.push_back(std::move(cells));
    }
    return read;
}

/// A project comes from anywhere: its pictures bring what they hold, and fetch no file.
bool fetchesFiles(const QByteArray& svg)
{
    constexpr QByteArrayView kLink = "href";
    for (qsizetype at = svg.indexOf(kLink); at >= 0; at = svg.indexOf(kLink, at + kLink.size())) {
        qsizetype value = at + kLink.size();
        while (value < svg.size() && QByteArrayView("= \t\r\n\"'").contains(svg[value]))
            ++value;
        const QByteArray asked = svg.mid(value, 5).toLower();
        if (!asked.startsWith("data:") && !asked.startsWith('#'))
            return true;
    }
    return false;
}

} // namespace

KeptPicture keptDrawing(const QString& title, const QString& sentence, const Drawing& drawing)
{
    QByteArray svg = inlineSvg(drawing, title, Scheme::Print, kFigureWidth);
    if (svg.size() > kMostBytes)
        svg = imageSvg(drawing, Scheme::Print, kFigureWidth);
    return {title.toStdString(), sentence.toStdString(), {}, svg.toStdString(), {}};
}

KeptPicture keptPicture(const Figure& figure)
{
    KeptPicture kept =
        keptDrawing(figure.title, figure.sentence,
                    [scene = figure.scene](QPainter& painter, double width, const Theme& theme) {
                        const Scene drawn = scene(width, theme);
                        painter.save();
                        paintScene(painter, drawn, theme);
                        painter.restore();
                        return drawn.height;
                    });
    kept.source = figure.source.toStdString();
    if (figure.table)
        kept.table = readTable(*figure.table);
    return kept;
}

KeptPicture keptView(const FigureKind& kind, const Given& given, const core::Task& task)
{
    if (kind.figure) {
        const auto figure = kind.figure(given, task);
        return figure.ok() && figure->scene ? keptPicture(*figure) : KeptPicture{};
    }
    const auto drawing = kind.draw(given, task);
    return drawing.ok() && *drawing ? keptDrawing(kind.title(), titleOf(given, kind.need), *drawing)
                                    : KeptPicture{};
}

SceneMaker keptScene(const KeptPicture& picture)
{
    QByteArray svg = QByteArray::fromStdString(picture.svg);
    svg.replace("Inter, 'Noto Sans CJK JP', sans-serif", tabularFamily().toUtf8());
    if (fetchesFiles(svg))
        return nullptr;
    const auto renderer = std::make_shared<QSvgRenderer>(svg);
    if (!renderer->isValid() || renderer->viewBoxF().isEmpty())
        return nullptr;
    return [renderer](double width, const Theme&) {
        // Never larger than it was drawn, so that it can be made to fit.
        const QSizeF size = renderer->viewBoxF().size() * std::min(1.0, width / renderer->viewBoxF().width());
        Scene scene{width, size.height()};
        const QRectF area(QPointF((width - size.width()) / 2, 0), size);
        scene.byHand = [renderer, area](QPainter& painter, const Theme&) {
            painter.fillRect(area, Qt::white); // it was drawn on paper
            renderer->render(&painter, area);
        };
        return scene;
    };
}

} // namespace shardscope::app
