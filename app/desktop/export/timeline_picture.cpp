// SPDX-License-Identifier: GPL-3.0-or-later
// A run on one sheet: the screen's geometry, painted on another device.
#include "app/desktop/base/number_text.h"
#include "app/desktop/export/picture.h"
#include "app/desktop/timeline/geometry_builder.h"
#include "app/desktop/timeline/painter.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"

#include <QFileInfo>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr double kTallestScene = 420;  ///< of lanes among others
constexpr double kTallestLanes = 1400; ///< pixels: what a page and a slide can still show
constexpr std::size_t kMostVectorMarks =
    20000; ///< above, the dense layer becomes a picture inside the vector file

/// The whole run, host threads folded and rows compact where it would be too tall.
TrackLayout fittingLayout(const RunView& run)
{
    const core::Timeline& timeline = run.timeline();
    Arrangement folding = initialArrangement(timeline, run.places);
    TrackLayout layout = TrackLayout::make(timeline, folding, metrics::kRowHeight);
    if (layout.height() > kTallestLanes) {
        for (std::uint32_t track = 0; track < timeline.tracks().size(); ++track) {
            if (!timeline.tracks()[track].device)
                folding.tracks.insert(track);
        }
        layout = TrackLayout::make(timeline, folding, metrics::kRowHeight);
    }
    if (layout.height() > kTallestLanes)
        layout = TrackLayout::make(timeline, folding, metrics::kCompactRowHeight);
    return layout;
}

/// How many of the rows lie below what a sheet of \p height shows.
int rowsBelow(const TrackLayout& layout, double height)
{
    int below = 0;
    for (const LayoutRow& row : layout.rows())
        below += row.top + row.height > height ? 1 : 0;
    return below;
}

/// Ruler, headers and lanes of what \p viewport sees, from \p top.
void drawLanes(Sheet& sheet, double top, const RunView& run, const TrackLayout& layout,
               const TimelineViewport& viewport, const std::shared_ptr<const PathMarks>& path)
{
    QPainter& painter = sheet.painter;
    const Theme& colors = sheet.colors;
    const double axis = std::max(100.0, sheet.inner - metrics::kLaneHeader);
    const TimelineGeometry geometry =
        buildGeometry(run, layout, viewport, TextMeter(interfaceFont(TypeSize::Small)));
    const double lanes = kPictureMargin + metrics::kLaneHeader;
    sheet.draw({lanes, top}, [&] {
        painter.setClipRect(QRectF(0, 0, axis, kRulerHeight));
        paintRuler(painter, geometry, colors);
    });
    painter.fillRect(QRectF(kPictureMargin, top, metrics::kLaneHeader, kRulerHeight), colors.page);
    sheet.draw({lanes, top + kRulerHeight}, [&] {
        painter.setClipRect(QRectF(0, 0, axis, viewport.height));
        paintLanes(painter, geometry, colors,
                   geometry.panes.front().boxes.size() > kMostVectorMarks ? BoxesAs::Picture
                                                                          : BoxesAs::Rectangles);
        if (path) {
            TimelineMarks marks;
            marks.path = path;
            paintMarks(painter, buildMarks(run, layout, viewport, marks), colors);
        }
    });
    sheet.draw({kPictureMargin, top + kRulerHeight}, [&] {
        painter.setClipRect(QRectF(0, 0, metrics::kLaneHeader, viewport.height));
        paintHeaders(painter, geometry, colors);
    });
}

QString sourceLine(const core::Run& run)
{
    QStringList files;
    for (const core::RunSource* const file : core::runFiles(run))
        files << QFileInfo(QString::fromStdString(file->file.string())).fileName();
    const int others = static_cast<int>(files.size()) - 1;
    QString from = Words::tr("A simulated run.");
    if (others == 0)
        from = Words::tr("Recorded in %1.").arg(files.first());
    else if (others > 0)
        from = Words::tr("Recorded in %1 and %n more.", nullptr, others).arg(files.first());
    return from + QLatin1Char(' ') + programLine();
}

} // namespace

namespace {

/// Lays out a row for each of several devices, by the track that stands for it.
TrackLayout rowADevice(const RunView& run)
{
    Arrangement folding = initialArrangement(run.timeline(), run.places);
    TrackLayout layout = TrackLayout::make(run.timeline(), folding, metrics::kRowHeight);
    if (std::ranges::count_if(layout.groups(), &GroupRow::device) < 2)
        return fittingLayout(run);
    for (const GroupRow& group : layout.groups())
        folding.groups.insert(group.key);
    return TrackLayout::make(run.timeline(), folding, metrics::kRowHeight);
}

void drawSpanOf(Sheet& sheet, const RunView& run, const TrackLayout& layout, std::int64_t begin,
                std::int64_t end, double tallest)
{
    TimelineViewport viewport;
    viewport.time = core::TimeWindow{begin, std::max(end, begin + 1),
                                     std::max(100.0, sheet.inner - metrics::kLaneHeader)};
    viewport.height = std::min(layout.height(), tallest);
    drawLanes(sheet, sheet.y, run, layout, viewport, nullptr);
    sheet.y += kRulerHeight + viewport.height + 12;
    if (const int below = rowsBelow(layout, viewport.height); below > 0)
        sheet.say(0, Words::tr("%n more row(s) below are not drawn.", nullptr, below), sheet.colors.textDim,
                  TypeSize::Small);
}

} // namespace

void drawSpan(Sheet& sheet, const RunView& run, std::int64_t begin, std::int64_t end, double tallest)
{
    drawSpanOf(sheet, run, fittingLayout(run), begin, end, tallest);
}

SceneMaker lanesOfRun(const RunViewPtr& run, std::int64_t begin, std::int64_t end)
{
    if (!run || run->timeline().sliceCount() == 0)
        return nullptr;
    return [run, begin, end](double width, const Theme&) {
        const std::int64_t from = end > begin ? begin : run->slicesBegin;
        const std::int64_t to = end > begin ? end : run->slicesEnd;
        const TrackLayout layout = rowADevice(*run);
        const double lanes = std::min(layout.height(), kTallestScene);
        Scene scene{width, kRulerHeight + lanes + (rowsBelow(layout, lanes) > 0 ? 34 : 12)};
        scene.byHand = [run, from, to, width](QPainter& painter, const Theme& theme) {
            Sheet sheet(painter, width + 2 * kPictureMargin, theme);
            painter.translate(-kPictureMargin, -kPictureMargin);
            drawSpanOf(sheet, *run, rowADevice(*run), from, to, kTallestScene);
        };
        return scene;
    };
}

Drawing timelineDrawing(const RunViewPtr& run, std::int64_t begin, std::int64_t end,
                        std::shared_ptr<const PathMarks> path)
{
    return [run, begin, end, path = std::move(path)](QPainter& painter, double width, const Theme& theme) {
        Sheet sheet(painter, width, theme);
        const Theme& colors = sheet.colors;
        const core::Timeline& timeline = run->timeline();
        const TrackLayout layout = fittingLayout(*run);
        const double inner = sheet.inner;
        const double axis = std::max(100.0, inner - metrics::kLaneHeader);
        TimelineViewport viewport;
        const std::int64_t margin = (run->slicesEnd - run->slicesBegin) / 100 + 1;
        viewport.time = end > begin
                            ? core::TimeWindow{begin, end, axis}
                            : core::TimeWindow{run->slicesBegin - margin, run->slicesEnd + margin, axis};
        viewport.height = std::min(layout.height(), kTallestLanes);

        painter.setFont(interfaceFont(TypeSize::Title, Weight::Strong));
        painter.setPen(colors.text);
        painter.drawText(QRectF(kPictureMargin, kPictureMargin - 8, inner, 32),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(shownText(run->run->title), Qt::ElideMiddle,
                                                          static_cast<int>(inner)));
        painter.setFont(interfaceFont(TypeSize::Body));
        painter.setPen(colors.textDim);
        painter.drawText(QRectF(kPictureMargin, kPictureMargin + 22, inner, 22),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         Words::tr("%1 slices on %2 tracks over %3")
                             .arg(integerString(static_cast<std::int64_t>(timeline.sliceCount())),
                                  integerString(static_cast<std::int64_t>(timeline.tracks().size())),
                                  nanosString(timeline.end() - timeline.begin())));

        double y = kPictureMargin + 52;
        drawLanes(sheet, y, *run, layout, viewport, path);
        y += kRulerHeight;
        y += viewport.height + 12;
        const auto small = [&](double top, const QString& text) {
            painter.setFont(interfaceFont(TypeSize::Small));
            painter.setPen(colors.textDim);
            painter.drawText(QRectF(kPictureMargin, top, inner, 20), Qt::AlignLeft | Qt::AlignVCenter, text);
        };
        if (const int below = rowsBelow(layout, viewport.height); below > 0) {
            small(y - 8, Words::tr("%n more row(s) below are not drawn.", nullptr, below));
            y += 20;
        }
        const TextMeter meter(interfaceFont(TypeSize::Small));
        const LegendGeometry legend = buildLegend(*run, *run->byOperation, inner, meter);
        sheet.draw({kPictureMargin, y}, [&] { paintLegend(painter, legend, colors); });
        y += legend.height;
        small(y + 4, sourceLine(*run->run));
        return y + 36;
    };
}

} // namespace shardscope::app
