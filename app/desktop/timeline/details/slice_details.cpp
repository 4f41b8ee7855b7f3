// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the columns; long passes ask whether they should stop.
#include "app/desktop/timeline/details/slice_details.h"

#include "core/report/columns.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <tuple>

namespace shardscope::app {
namespace {

constexpr std::size_t kDetailsCancelCheckRows = 1u << 16;

core::Table pairTable(const char* key, const char* title, core::Column first)
{
    return {key, title, {std::move(first), core::textColumn("value", N_("Value"))}, {}};
}

QString scalarText(const QJsonValue& value)
{
    switch (value.type()) {
    case QJsonValue::Bool: return value.toBool() ? QStringLiteral("true") : QStringLiteral("false");
    case QJsonValue::Double: return QString::number(value.toDouble(), 'g', 15);
    case QJsonValue::String: return value.toString();
    case QJsonValue::Null: return QStringLiteral("null");
    default: return {};
    }
}

void addValue(core::Table& table, const QString& path, const QJsonValue& value)
{
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (auto member = object.begin(); member != object.end(); ++member)
            addValue(table, path.isEmpty() ? member.key() : path + QLatin1Char('/') + member.key(),
                     member.value());
        return;
    }
    if (value.isArray()) {
        // A list of plain values reads best in one line: shapes, strides.
        const QByteArray text = QJsonDocument(value.toArray()).toJson(QJsonDocument::Compact);
        table.rows.push_back({path.toStdString(), text.toStdString()});
        return;
    }
    table.rows.push_back({path.toStdString(), scalarText(value).toStdString()});
}

} // namespace

core::Table sliceTable(const RunView& run, core::SliceId slice)
{
    const core::Timeline& timeline = run.timeline();
    const std::size_t row = slice.index();
    const core::LaneId laneId = timeline.laneOf(slice);
    const core::Lane& lane = timeline.lanes()[laneId.index()];
    const core::Track& track = timeline.tracks()[lane.track.index()];
    const std::int64_t begin = timeline.ts()[row];
    const std::int64_t duration = timeline.dur()[row];
    core::Table table =
        pairTable("slice", N_("Slice"), core::wordColumn(core::Words::Text, "name", N_("Property")));
    const auto add = [&](const char* name, core::Cell value) {
        table.rows.push_back({std::string(name), std::move(value)});
    };
    const auto addTime = [&](const char* name, std::int64_t nanoseconds) {
        add(name, nanoseconds);
        table.noteLast(1).dimension = core::kSecond;
    };
    const auto addWord = [&](const char* name, const char* word) {
        add(name, std::string(word));
        table.noteLast(1).words = core::Words::Text;
    };
    addTime(N_("duration"), duration);
    addTime(N_("begins at"), begin - timeline.begin());
    const std::uint32_t below = laneId.value + 1;
    if (below < track.firstLane + track.laneCount && timeline.lanes()[below].depth == lane.depth + 1)
        addTime(N_("own time"), duration - timeline.busy(core::LaneId(below), begin, begin + duration));
    addWord(N_("class"), operationWord(run.operation[row]));
    add(N_("category"), std::string(timeline.text(timeline.category()[row])));
    add(N_("process"), shownLane(run, track.process).toStdString());
    add(N_("track"), shownLane(run, track.thread).toStdString());
    add(N_("depth"), std::int64_t{lane.depth});
    if (lane.overflow)
        addWord(N_("overlaps"), N_("another slice of its track"));
    const auto addSlice = [&](const char* name, core::SliceId other) {
        add(name, shownSlice(run, timeline.name()[other.index()]).toStdString());
    };
    if (const auto parent = timeline.parentOf(slice))
        addSlice(N_("inside"), *parent);
    constexpr std::size_t kMostArrows = 20; // a wait may have thousands
    const auto addEnds = [&](bool leaving, const char* name) {
        for (const std::uint32_t index :
             flowsOf(run, slice, leaving).first(std::min(kMostArrows, flowsOf(run, slice, leaving).size()))) {
            const core::Flow& flow = timeline.flows()[index];
            const core::SliceId other = leaving ? flow.to : flow.from;
            if (other.valid())
                addSlice(name, other);
        }
    };
    addEnds(true, N_("leads to"));
    addEnds(false, N_("caused by"));
    return table;
}

core::Table argumentTable(const std::string& json)
{
    core::Table table = pairTable("arguments", N_("Arguments"), core::textColumn("name", N_("Argument")));
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(json));
    if (document.isObject())
        addValue(table, QString(), document.object());
    else if (!json.empty())
        table.rows.push_back({std::string(), json});
    return table;
}

std::string derivationKeyIn(const std::string& json)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(json))
        .object()
        .value(QLatin1String("derivation"))
        .toString()
        .toStdString();
}

std::vector<bool> namesContaining(const RunView& run, const QString& text)
{
    std::vector<bool> matches;
    if (text.isEmpty())
        return matches;
    const core::StringPool& names = run.timeline().names();
    matches.reserve(names.size());
    for (std::size_t index = 0; index < names.size(); ++index)
        matches.push_back(fullName(run, core::NameId(index)).contains(text, Qt::CaseInsensitive));
    return matches;
}

core::Result<std::vector<core::SliceId>> matchingSlices(const RunView& run, const std::vector<bool>& matches,
                                                        const core::Task& task)
{
    std::vector<core::SliceId> found;
    if (matches.empty())
        return found;
    const auto names = run.timeline().name();
    for (std::size_t row = 0; row < names.size(); ++row) {
        if (row % kDetailsCancelCheckRows == 0 && task.cancelled())
            return core::Error{core::ErrorCode::Cancelled};
        if (matches[names[row].index()])
            found.emplace_back(row);
    }
    const auto ts = run.timeline().ts();
    std::ranges::sort(found, [&](core::SliceId a, core::SliceId b) {
        return std::tie(ts[a.index()], a) < std::tie(ts[b.index()], b);
    });
    return found;
}

} // namespace shardscope::app
