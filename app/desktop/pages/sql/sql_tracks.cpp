// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/sql/sql_tracks.h"

#include "app/desktop/base/number_text.h"
#include "core/timeline/build/timeline_builder.h"

#include <algorithm>

namespace shardscope::app {
namespace {

std::optional<std::int64_t> wholeNumber(const core::Table& table, std::size_t row,
                                        std::optional<std::size_t> column)
{
    if (!column)
        return std::nullopt;
    const auto* value = std::get_if<std::int64_t>(&table.rows[row][*column]);
    return value ? std::optional(*value) : std::nullopt;
}

/// What a cell says, whatever it holds; empty where there is nothing.
std::string textOf(const core::Table& table, std::size_t row, std::optional<std::size_t> column)
{
    if (!column || std::holds_alternative<std::monostate>(table.rows[row][*column]))
        return {};
    const auto* text = std::get_if<std::string>(&table.rows[row][*column]);
    return text ? *text : cellString(table, row, *column).toStdString();
}

} // namespace

bool tellsSpans(const core::Table& answer)
{
    const auto ts = answer.columnIndex("ts");
    const auto dur = answer.columnIndex("dur");
    if (!ts || !dur)
        return false;
    for (std::size_t row = 0; row < answer.rows.size(); ++row) {
        if (wholeNumber(answer, row, ts) && wholeNumber(answer, row, dur))
            return true;
    }
    return false;
}

DebugTrackPtr debugTrackOf(const core::Table& answer, const QString& title)
{
    if (!tellsSpans(answer))
        return nullptr;
    const auto ts = answer.columnIndex("ts");
    const auto dur = answer.columnIndex("dur");
    const auto name = answer.columnIndex("name");
    const auto track = answer.columnIndex("track");
    core::TimelineBuilder builder;
    std::int64_t tracks = 0;
    for (std::size_t row = 0; row < answer.rows.size(); ++row) {
        const auto begin = wholeNumber(answer, row, ts);
        if (!begin)
            continue;
        const std::string key = textOf(answer, row, track);
        const std::size_t known = builder.trackCount();
        const core::TrackId id = builder.track("sql", key);
        if (builder.trackCount() > known) { // in the order of the answer
            builder.describe(id).thread = builder.intern(key);
            builder.describe(id).threadOrder = tracks++;
        }
        const std::int64_t length = std::max<std::int64_t>(0, wholeNumber(answer, row, dur).value_or(0));
        builder.slice(id, *begin, length, builder.intern(textOf(answer, row, name)), {});
    }
    core::LayoutTally tally;
    auto built = builder.build({}, tally);
    if (!built.ok())
        return nullptr;
    core::TimelinePtr timeline = std::move(built).value();
    std::vector<core::OpClass> operations;
    for (std::size_t id = 0; id < timeline->names().size(); ++id)
        operations.push_back(core::classify(timeline->names().text(core::NameId{id}), {}));
    return std::make_shared<const DebugTrack>(DebugTrack{title, std::move(timeline), std::move(operations)});
}

} // namespace shardscope::app
