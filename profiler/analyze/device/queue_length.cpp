// SPDX-License-Identifier: GPL-3.0-or-later
// How much launched work waits for each stream, after HolisticTraceAnalysis' get_queue_length_summary;
// besides its statistics by point the mean over time, which short bursts do not distort.
#include "core/base/text_mark.h"
#include "profiler/analyze/builtin.h"
#include "profiler/analyze/input/device_rows.h"
#include "profiler/analyze/input/report_parts.h"

#include <algorithm>
#include <cmath>

namespace shardscope::profiler {

namespace {

constexpr std::size_t kSeriesPoints = 1000;

/// One stream's queue over time.
struct Queue {
    std::vector<std::int64_t> launches; ///< sorted
    std::vector<std::int64_t> starts;   ///< sorted
    std::vector<std::int64_t> pointsOf; ///< how many points have each length
    std::int64_t span = 0;
    double weighted = 0; ///< sum of length times nanoseconds
    std::int64_t full = 0;
    std::int64_t fullBegin = 0; ///< of the longest time it was full
    std::int64_t fullEnd = 0;
    std::int64_t origin = 0; ///< of the series' times: the run's begin
    core::Series series;
};

/// Walks the changes in order of time; a launch comes before a start of the same time.
template <class Visit>
void walk(const Queue& queue, Visit visit)
{
    std::size_t launch = 0;
    std::size_t start = 0;
    std::int64_t length = 0;
    while (start < queue.starts.size()) {
        const bool launched = launch < queue.launches.size() && queue.launches[launch] <= queue.starts[start];
        const std::int64_t ts = launched ? queue.launches[launch++] : queue.starts[start++];
        length += launched ? 1 : -1;
        visit(ts, length);
    }
}

void measureQueue(Queue& queue, std::int64_t fullQueue)
{
    std::int64_t before = queue.launches.front();
    std::int64_t length = 0;
    std::int64_t fullSince = 0;
    queue.span = queue.starts.back() - queue.launches.front();
    const double bucket = std::max<double>(1, static_cast<double>(queue.span) / kSeriesPoints);
    double most = 0;
    double nextPoint = static_cast<double>(before);
    walk(queue, [&](std::int64_t ts, std::int64_t now) {
        queue.weighted += static_cast<double>(length) * static_cast<double>(ts - before);
        if (length >= fullQueue)
            queue.full += ts - before;
        if (length < fullQueue && now >= fullQueue)
            fullSince = ts;
        if (length >= fullQueue && now < fullQueue && ts - fullSince > queue.fullEnd - queue.fullBegin) {
            queue.fullBegin = fullSince;
            queue.fullEnd = ts;
        }
        if (queue.pointsOf.size() <= static_cast<std::size_t>(now))
            queue.pointsOf.resize(static_cast<std::size_t>(now) + 1, 0);
        ++queue.pointsOf[static_cast<std::size_t>(now)];
        most = std::max(most, static_cast<double>(now));
        if (static_cast<double>(ts) >= nextPoint) {
            queue.series.x.push_back(static_cast<double>(ts - queue.origin) * 1e-9);
            queue.series.y.push_back(most);
            nextPoint = static_cast<double>(ts) + bucket;
            most = static_cast<double>(now);
        }
        before = ts;
        length = now;
    });
}

/// The value at \p fraction of sorted points, between neighbours in proportion, from how many have each
/// value.
double quantile(const std::vector<std::int64_t>& pointsOf, std::int64_t count, double fraction)
{
    const double place = fraction * static_cast<double>(count - 1);
    const auto valueAt = [&](std::int64_t index) {
        std::size_t value = 0;
        for (std::int64_t seen = pointsOf[0]; seen <= index; seen += pointsOf[value])
            ++value;
        return static_cast<double>(value);
    };
    const auto below = static_cast<std::int64_t>(place);
    const double low = valueAt(below);
    const double high = valueAt(std::min(below + 1, count - 1));
    return low + (high - low) * (place - static_cast<double>(below));
}

std::vector<core::Cell> pointCells(const Queue& queue)
{
    std::int64_t count = 0;
    double sum = 0;
    for (std::size_t value = 0; value < queue.pointsOf.size(); ++value) {
        count += queue.pointsOf[value];
        sum += static_cast<double>(value) * static_cast<double>(queue.pointsOf[value]);
    }
    const double mean = sum / static_cast<double>(count);
    double squares = 0;
    std::int64_t least = -1;
    for (std::size_t value = 0; value < queue.pointsOf.size(); ++value) {
        const double off = static_cast<double>(value) - mean;
        squares += off * off * static_cast<double>(queue.pointsOf[value]);
        if (least < 0 && queue.pointsOf[value] > 0)
            least = static_cast<std::int64_t>(value);
    }
    return {count,
            mean,
            std::sqrt(squares / static_cast<double>(count - 1)), // a launch and its start: two at least
            least,
            quantile(queue.pointsOf, count, 0.25),
            quantile(queue.pointsOf, count, 0.5),
            quantile(queue.pointsOf, count, 0.75),
            static_cast<std::int64_t>(queue.pointsOf.size()) - 1};
}

core::Table queueTable()
{
    return {"queue_length",
            N_("Queue length"),
            {rankColumn(), deviceColumn(), integerColumn("stream", N_("Stream")),
             textColumn("track", N_("Track")), realColumn("time_mean", N_("Mean over time")),
             nanosColumn("full", N_("Full"), N_("Time with as many launches waiting as fit the queue")),
             fractionColumn("full_share", N_("Full")), integerColumn("points", N_("Changes")),
             realColumn("mean", N_("Mean of the changes")), realColumn("std", N_("Standard deviation")),
             integerColumn("min", N_("Least")), realColumn("q25", N_("First quartile")),
             realColumn("median", N_("Median")), realColumn("q75", N_("Third quartile")),
             integerColumn("max", N_("Most"))},
            {}};
}

} // namespace

core::Result<std::string_view> queueLengthLacks(const AnalysisInput& input, const AnalysisOptions& options,
                                                const core::Task& task)
{
    SHARDSCOPE_TRY(const bool known, knowsLaunches(input, options, task));
    return std::string_view(known ? "" : "no_launches");
}

core::Result<core::Report> queueLength(const AnalysisInput& input, const AnalysisOptions& options,
                                       const core::Task& task)
{
    core::Report report;
    core::Table table = queueTable();
    const core::Timeline& timeline = input.timeline();
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        const DeviceWork& work = input.deviceWork(part);
        SHARDSCOPE_TRY(const std::vector<std::uint32_t> rows, countedRows(input, part, options, task));
        SHARDSCOPE_TRY(const DeviceLaunches* const launches, input.launches(part, task));
        std::size_t next = 0;
        for (const DeviceStream& stream : work.streams) {
            Queue queue;
            queue.origin = timeline.begin();
            for (; next < rows.size() && rows[next] < stream.end; ++next) {
                const std::uint32_t launch = launches->launch[rows[next]];
                if (launch == kNoRow)
                    continue;
                const std::int64_t start = timeline.ts()[work.rows[rows[next]]];
                // Host and device clocks may disagree, but nothing starts before it is launched.
                queue.launches.push_back(std::min(timeline.ts()[launch], start));
                queue.starts.push_back(start);
            }
            if (queue.starts.empty())
                continue;
            if (!std::ranges::is_sorted(queue.launches))
                std::ranges::sort(queue.launches);
            measureQueue(queue, options.fullQueue);
            const core::Track& track = timeline.tracks()[stream.track.index()];
            const std::string name =
                std::string(input.text(track.process)) + " / " + std::string(input.text(track.thread));
            std::vector<core::Cell> row{
                rankCell(input.ranks()[part]),
                deviceCell(input.ranks()[part]),
                stream.number,
                name,
                queue.span > 0 ? core::Cell{queue.weighted / static_cast<double>(queue.span)} : core::Cell{},
                queue.full,
                shareCell(queue.full, queue.span)};
            const auto cells = pointCells(queue);
            row.insert(row.end(), cells.begin(), cells.end());
            table.rows.push_back(std::move(row));
            queue.series.key = "queue_length." + std::to_string(stream.track.value);
            queue.series.title = name;
            queue.series.xDimension = core::kSecond;
            report.series.push_back(std::move(queue.series));
            if (queue.full > 0)
                report.findings.push_back(
                    finding("queue.full", core::Severity::Notice,
                            {rankText(input.ranks()[part]), name, nanosText(queue.full)},
                            {{queue.fullBegin, queue.fullEnd, stream.track.value, "queue full"}}));
        }
    }
    report.tables.push_back(std::move(table));
    return report;
}

} // namespace shardscope::profiler
