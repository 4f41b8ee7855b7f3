// SPDX-License-Identifier: GPL-3.0-or-later
// Texts and their places only: the painter draws them.
#include "app/desktop/timeline/row_headers.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/theme/theme.h"
#include "app/session/text/shown_text.h"

#include <QCoreApplication>
#include <algorithm>

namespace shardscope::app {
namespace {

struct HeaderWords {
    Q_DECLARE_TR_FUNCTIONS(TrackHeader)
};

constexpr double kArrowColumn = 18;
constexpr double kTallestLine = 22; ///< of a track with many lanes the first ones are named

QString textOf(const core::Timeline& timeline, core::NameId id) { return shownText(timeline.text(id)); }

/// Whether a counter counts bytes: known of simulated runs, while a recording does not tell.
bool countsBytes(const RunView& run, const QString& name)
{
    return run.run->origin == core::RunOrigin::Simulated &&
           (name == QLatin1String("device memory") || name.startsWith(QLatin1String("memory by purpose")) ||
            name.startsWith(QLatin1String("heap")));
}

/// A name, and at the right end what is known in figures.
void addNameLine(const QRectF& line, const QString& name, const QString& figures, bool strong,
                 const TextMeter& meter, TimelinePane& pane)
{
    const double figuresWidth = figures.isEmpty() ? 0 : meter.width(figures) + 8;
    const double width = line.width() - kArrowColumn - figuresWidth - 4;
    const QFont bold = interfaceFont(TypeSize::Small, Weight::Strong);
    const QString shown =
        strong ? QFontMetricsF(bold).elidedText(name, Qt::ElideMiddle, width) : meter.elided(name, width);
    pane.headerTexts.push_back(
        {QRectF(kArrowColumn, line.top(), width, line.height()), shown, ColorRole::Text, strong});
    if (!figures.isEmpty())
        pane.headerTexts.push_back({line.adjusted(0, 0, -8, 0), figures, ColorRole::TextDim, false, true});
}

void addTrackName(const RunView& run, const TrackLayout& layout, const LayoutRow& row, const QRectF& line,
                  QString figures, const TextMeter& meter, TimelinePane& pane)
{
    const core::Track& track = run.timeline().tracks()[row.track.index()];
    if (track.multiplicity > 1)
        figures.prepend(QStringLiteral("\u00d7%1 ").arg(track.multiplicity));
    const bool toldByGroup =
        !row.pinned && (layout.grouping() == Grouping::Device || layout.grouping() == Grouping::Rank);
    addNameLine(line, trackTitle(run, row.track, !toldByGroup), figures, false, meter, pane);
}

/// Writes the counter's name, and below it from where to where it goes.
void addCounterName(const RunView& run, const LayoutRow& row, double top, const TextMeter& meter,
                    TimelinePane& pane)
{
    const core::CounterTrack& counter = run.timeline().counterTracks()[row.counter];
    const RunView::Extent extent = run.counterExtent[row.counter];
    const double width = metrics::kLaneHeader - kArrowColumn - 8;
    const auto line = [&](double below, const QString& text, ColorRole color) {
        pane.headerTexts.push_back(
            {QRectF(kArrowColumn, top + below, width, 18), meter.elided(text, width), color});
    };
    const QString series = textOf(run.timeline(), counter.series);
    const QString name = textOf(run.timeline(), counter.name);
    const QString shown = shownLane(run, name.toStdString());
    line(2,
         series.isEmpty() || series == name
             ? shown
             : shown + QStringLiteral(" \u00b7 ") + shownLane(run, series.toStdString()),
         ColorRole::Text);
    const core::Dimension unit = countsBytes(run, name) ? core::kByte : core::kNumber;
    line(19,
         HeaderWords::tr("%1 to %2").arg(quantityString(extent.low, unit), quantityString(extent.high, unit)),
         ColorRole::TextDim);
}

} // namespace

QString groupTitle(const RunView& run, const GroupRow& group, Grouping grouping)
{
    GroupRow named;
    named.job = group.job;
    named.rank = group.rank;
    named.value = group.value;
    named.name = shownLane(run, group.name).toStdString();
    named.host = shownLane(run, group.host).toStdString();
    return groupTitle(named, grouping);
}

QString groupTitle(const GroupRow& group, Grouping grouping)
{
    if (group.job >= 0) {
        GroupRow inJob = group;
        inJob.job = -1;
        return HeaderWords::tr("Job %1").arg(group.job) + QStringLiteral(" \u00b7 ") +
               groupTitle(inJob, grouping);
    }
    QString name = shownText(group.name);
    if (!group.host.empty())
        name = HeaderWords::tr("%1 of %2").arg(name, shownText(group.host));
    if (!name.isEmpty())
        return group.rank < 0 ? name : HeaderWords::tr("Rank %1: %2").arg(group.rank).arg(name);
    switch (grouping) {
    case Grouping::Rank:
        return group.value < 0 ? HeaderWords::tr("Rank unknown")
                               : HeaderWords::tr("Rank %1").arg(group.value);
    case Grouping::Kind: return group.value == 1 ? HeaderWords::tr("Accelerators") : HeaderWords::tr("Hosts");
    case Grouping::Pipeline:
    case Grouping::Tensor:
    case Grouping::Replica:
        if (group.value < 0)
            return HeaderWords::tr("No place in the mesh");
        if (grouping == Grouping::Pipeline)
            return HeaderWords::tr("Pipeline stage %1").arg(group.value);
        if (grouping == Grouping::Tensor)
            return HeaderWords::tr("Tensor shard %1").arg(group.value);
        return HeaderWords::tr("Replica %1").arg(group.value);
    case Grouping::Device:
    case Grouping::Thread: break;
    }
    return HeaderWords::tr("(no name)");
}

QString trackTitle(const RunView& run, core::TrackId id, bool withRank)
{
    const core::Track& track = run.timeline().tracks()[id.index()];
    QString name = textOf(run.timeline(), track.thread);
    if (name.isEmpty())
        name = textOf(run.timeline(), track.threadKey);
    name = shownLane(run, name.toStdString());
    if (withRank && track.rank >= 0)
        return QStringLiteral("R%1 \u00b7 %2").arg(track.rank).arg(name);
    return name;
}

void addRowHeader(const RunView& run, const TrackLayout& layout, const LayoutRow& row, double top,
                  double busyShare, const TextMeter& meter, TimelinePane& pane)
{
    constexpr double kWidth = metrics::kLaneHeader;
    if (row.kind == RowKind::Group && !row.pinned)
        pane.headerGrounds.push_back({QRectF(0, top, kWidth, row.height), ColorRole::Raised});
    pane.headerGrounds.push_back({QRectF(0, top + row.height - 1, kWidth, 1), ColorRole::Line});
    if (row.pinned) // a bar at the edge: pinned is told by more than its place
        pane.headerGrounds.push_back({QRectF(0, top, 3, row.height - 1), ColorRole::Accent});
    const QString share = busyShare >= 0 ? percentString(busyShare, 0) : QString();
    QRectF line(0, top, kWidth, row.height);
    switch (row.kind) {
    case RowKind::Group:
        addNameLine(line, groupTitle(run, layout.groups()[row.group], layout.grouping()), share, true, meter,
                    pane);
        break;
    case RowKind::Track:
        line.setHeight(std::min(row.height, kTallestLine));
        addTrackName(run, layout, row, line, share, meter, pane);
        break;
    case RowKind::Counter: addCounterName(run, row, top, meter, pane); break;
    case RowKind::Debug: {
        const core::NameId name = row.debug->timeline->tracks()[row.debugTrack.index()].thread;
        line.setHeight(std::min(row.height, kTallestLine));
        addNameLine(line, textOf(*row.debug->timeline, name), share, false, meter, pane);
        break;
    }
    }
    if (row.kind == RowKind::Group || row.collapsible)
        pane.headerArrows.push_back({{kArrowColumn / 2, line.center().y()}, row.collapsed});
}

} // namespace shardscope::app
