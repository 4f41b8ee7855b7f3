// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/home/thumbnails.h"

#include "app/desktop/charts/plan/memory_bars.h"
#include "app/desktop/charts/schedule/schedule_layout.h"
#include "app/desktop/charts/schedule/schedule_painter.h"
#include "app/desktop/export/named_schedules.h"
#include "app/desktop/timeline/geometry_builder.h"
#include "app/desktop/timeline/painter.h"
#include "app/desktop/timeline/run_view.h"
#include "app/session/documents/documents.h"
#include "app/session/simulate/open_run.h"

#include <QFileInfo>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::app {
namespace {

constexpr double kScale = 0.6; ///< of a figure's type: a picture to recognise, not to read

/// \p paint at kScale, in as much room as the card has.
template <class Paint>
Card::Picture scaled(Paint paint)
{
    return [paint = std::move(paint)](QPainter& painter, const QSizeF& size, const Theme& colors) {
        painter.scale(kScale, kScale);
        paint(painter, size / kScale, colors);
    };
}

core::Result<Card::Picture> memoryOf(const core::Catalog& catalog, const PlanRequest& request)
{
    SHARDSCOPE_TRY(PlanResult result, evaluatePlan(catalog, request, planner::Detail::Plain));
    const auto evaluation = std::make_shared<const core::Evaluation>(std::move(result.evaluation));
    return scaled([evaluation](QPainter& painter, const QSizeF& size, const Theme& colors) {
        paintMemoryBars(painter, memoryBars(*evaluation, size.width()), colors);
    });
}

core::Result<Card::Picture> scheduleOf(const core::Catalog& catalog, const PlanRequest& request,
                                       const core::Task& task)
{
    constexpr std::size_t kBands = 2;
    SHARDSCOPE_TRY(NamedSchedules named, namedSchedules(catalog, request, kBands, task));
    return scaled(
        [shown = std::move(named.shown)](QPainter& painter, const QSizeF& size, const Theme& colors) {
            ScheduleFrame frame;
            frame.width = size.width();
            frame.header = headerFor(shown);
            frame.rowHeight = rowHeightFor(shown, size.height());
            frame.end = 0;
            for (const ShownSchedule& one : shown)
                frame.end = std::max(frame.end, one.chart->end);
            paintSchedules(painter, layOutSchedules(shown, frame), colors);
        });
}

core::Result<Card::Picture> lanesOf(const core::Catalog& catalog, const std::vector<std::string>& files,
                                    const core::Task& task)
{
    SHARDSCOPE_TRY(profiler::ImportedRun opened, openRun(catalog, files, task));
    SHARDSCOPE_TRY(const RunViewPtr run, makeRunView(std::move(opened.run), std::move(opened.report)));
    const core::Timeline& timeline = run->timeline();
    return scaled([run, &timeline](QPainter& painter, const QSizeF& size, const Theme& colors) {
        const TrackLayout layout =
            TrackLayout::make(timeline, initialArrangement(timeline, run->places), metrics::kRowHeight);
        TimelineViewport viewport;
        viewport.time = core::TimeWindow{timeline.begin(), timeline.end(), size.width()};
        viewport.height = size.height();
        paintLanes(painter, buildGeometry(*run, layout, viewport, TextMeter(interfaceFont(TypeSize::Small))),
                   colors, BoxesAs::Rectangles);
    });
}

} // namespace

core::Result<Card::Picture> thumbnailOf(const core::Catalog& catalog, const Sample& sample,
                                        const core::Task& task)
{
    const std::string file = (catalog.resources() / "samples" / sample.file).string();
    const std::string_view page = sample.page;
    if (page == "overview" || page == "memory")
        return lanesOf(catalog, {file}, task);
    const PlanRequest request{{}, {}, file, {}};
    return page == "schedule" ? scheduleOf(catalog, request, task) : memoryOf(catalog, request);
}

core::Result<Card::Picture> thumbnailOf(const core::Catalog& catalog, const QStringList& files,
                                        const core::Task& task)
{
    constexpr std::int64_t kMostBytes = 64 << 20;
    std::vector<std::string> names;
    std::int64_t bytes = 0;
    for (const QString& file : files) {
        names.push_back(file.toStdString());
        bytes += QFileInfo(file).isDir() ? kMostBytes : QFileInfo(file).size(); // of a folder nobody knows
    }
    if (names.empty() || bytes >= kMostBytes)
        return core::Error{core::ErrorCode::FileTooLarge, {names.empty() ? std::string() : names.front()}};
    SHARDSCOPE_TRY(const DocumentKind kind, documentKind(names.front()));
    if (kind == DocumentKind::Plan)
        return memoryOf(catalog, PlanRequest{{}, {}, names.front(), {}});
    if (kind == DocumentKind::Trace)
        return lanesOf(catalog, names, task);
    return core::Error{core::ErrorCode::FormatUnknown, {names.front()}}; // it has no figure of its own
}

} // namespace shardscope::app
