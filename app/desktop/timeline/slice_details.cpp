// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the columns; long passes ask whether they should stop.
#include "app/desktop/timeline/slice_details.h"

#include "app/desktop/number_text.h"
#include "app/desktop/timeline/painter.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_map>

namespace shardscope::app {
namespace {

constexpr std::size_t kCancelCheckRows = 1u << 16;

std::string textOf(const core::Timeline& timeline, core::NameId id)
{
    return id.valid() ? std::string(timeline.names().text(id)) : std::string();
}

std::string words(const char* text)
{
    return QCoreApplication::translate("SliceDetails", text).toStdString();
}

core::Table pairTable(const char* key, const char* title, const char* first)
{
    core::Table table;
    table.key = key;
    table.title = title;
    table.columns = {{"name", first, core::CellKind::Text, {}, {}},
                     {"value", "Value", core::CellKind::Text, {}, {}}};
    return table;
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
        pairTable("slice", QT_TRANSLATE_NOOP("Source", "Slice"), QT_TRANSLATE_NOOP("Source", "Property"));
    const auto add = [&](const char* name, const QString& value) {
        table.rows.push_back({words(name), value.toStdString()});
    };
    add(QT_TRANSLATE_NOOP("SliceDetails", "duration"), nanosString(duration, 9));
    add(QT_TRANSLATE_NOOP("SliceDetails", "begins at"), nanosString(begin - timeline.begin(), 12));
    const std::uint32_t below = laneId.value + 1;
    if (below < track.firstLane + track.laneCount && timeline.lanes()[below].depth == lane.depth + 1) {
        const std::int64_t nested = timeline.busy(core::LaneId(below), begin, begin + duration);
        add(QT_TRANSLATE_NOOP("SliceDetails", "own time"), nanosString(duration - nested, 9));
    }
    add(QT_TRANSLATE_NOOP("SliceDetails", "class"), operationName(run.operation[row]));
    add(QT_TRANSLATE_NOOP("SliceDetails", "category"),
        QString::fromStdString(textOf(timeline, timeline.category()[row])));
    add(QT_TRANSLATE_NOOP("SliceDetails", "process"),
        QString::fromStdString(textOf(timeline, track.process)));
    add(QT_TRANSLATE_NOOP("SliceDetails", "track"), QString::fromStdString(textOf(timeline, track.thread)));
    add(QT_TRANSLATE_NOOP("SliceDetails", "depth"), integerString(lane.depth));
    if (lane.overflow)
        add(QT_TRANSLATE_NOOP("SliceDetails", "overlaps"),
            QCoreApplication::translate("SliceDetails", "another slice of its track"));
    if (const auto parent = timeline.parentOf(slice))
        add(QT_TRANSLATE_NOOP("SliceDetails", "inside"), run.label[timeline.name()[parent->index()].index()]);
    for (const core::Flow& flow : timeline.flows()) {
        if (flow.from == slice && flow.to.valid())
            add(QT_TRANSLATE_NOOP("SliceDetails", "leads to"),
                run.label[timeline.name()[flow.to.index()].index()]);
        if (flow.to == slice && flow.from.valid())
            add(QT_TRANSLATE_NOOP("SliceDetails", "caused by"),
                run.label[timeline.name()[flow.from.index()].index()]);
    }
    return table;
}

core::Table argumentTable(const std::string& json)
{
    core::Table table = pairTable("arguments", QT_TRANSLATE_NOOP("Source", "Arguments"),
                                  QT_TRANSLATE_NOOP("Source", "Argument"));
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(json));
    if (document.isObject())
        addValue(table, QString(), document.object());
    else if (!json.empty())
        table.rows.push_back({std::string(), json});
    return table;
}

core::Result<core::Table> summaryTable(const RunView& run, std::int64_t begin, std::int64_t end,
                                       const core::Task& task)
{
    struct Sum {
        core::OpClass operation = core::OpClass::Host;
        std::int64_t count = 0;
        std::int64_t total = 0;
        std::int64_t longest = 0;
    };
    const core::Timeline& timeline = run.timeline();
    std::unordered_map<core::NameId, Sum> byName;
    std::size_t passed = 0;
    for (std::size_t lane = 0; lane < timeline.lanes().size(); ++lane) {
        const auto [first, last] = timeline.rowsWithin(core::LaneId(lane), begin, end);
        for (std::uint32_t row = first; row < last; ++row) {
            if (++passed % kCancelCheckRows == 0 && task.cancelled())
                return core::Error{core::ErrorCode::Cancelled, {}, {}};
            const std::int64_t from = std::max(begin, timeline.ts()[row]);
            const std::int64_t to = std::min(end, timeline.ts()[row] + timeline.dur()[row]);
            Sum& sum = byName[timeline.name()[row]];
            sum.operation = run.operation[row];
            ++sum.count;
            sum.total += std::max<std::int64_t>(0, to - from);
            sum.longest = std::max(sum.longest, to - from);
        }
    }
    std::vector<std::pair<core::NameId, Sum>> sums(byName.begin(), byName.end());
    std::sort(sums.begin(), sums.end(), [](const auto& a, const auto& b) {
        return std::tie(b.second.total, a.first) < std::tie(a.second.total, b.first);
    });
    core::Table table;
    table.key = "selection";
    table.title = QT_TRANSLATE_NOOP("Source", "Slices in the selected time");
    table.columns = {
        {"name", QT_TRANSLATE_NOOP("Source", "Name"), core::CellKind::Text, {}, {}},
        {"class", QT_TRANSLATE_NOOP("Source", "Class"), core::CellKind::Text, {}, {}},
        {"count", QT_TRANSLATE_NOOP("Source", "Count"), core::CellKind::Integer, {}, {}},
        {"total_ns",
         QT_TRANSLATE_NOOP("Source", "Total"),
         core::CellKind::Nanoseconds,
         {},
         QT_TRANSLATE_NOOP("Source", "clipped to the selected time; nested slices count in each depth")},
        {"mean_ns", QT_TRANSLATE_NOOP("Source", "Mean"), core::CellKind::Nanoseconds, {}, {}},
        {"longest_ns", QT_TRANSLATE_NOOP("Source", "Longest"), core::CellKind::Nanoseconds, {}, {}}};
    for (const auto& [name, sum] : sums) {
        table.rows.push_back({textOf(timeline, name), operationName(sum.operation).toStdString(), sum.count,
                              sum.total, sum.total / sum.count, sum.longest});
    }
    return table;
}

std::vector<bool> namesContaining(const RunView& run, const QString& text)
{
    std::vector<bool> matches;
    if (text.isEmpty())
        return matches;
    const core::StringPool& names = run.timeline().names();
    matches.reserve(names.size());
    for (std::size_t name = 0; name < names.size(); ++name) {
        const std::string_view candidate = names.text(core::NameId(name));
        matches.push_back(QString::fromUtf8(candidate.data(), static_cast<qsizetype>(candidate.size()))
                              .contains(text, Qt::CaseInsensitive));
    }
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
        if (row % kCancelCheckRows == 0 && task.cancelled())
            return core::Error{core::ErrorCode::Cancelled, {}, {}};
        if (matches[names[row].index()])
            found.emplace_back(row);
    }
    const auto ts = run.timeline().ts();
    std::sort(found.begin(), found.end(), [&](core::SliceId a, core::SliceId b) {
        return std::tie(ts[a.index()], a) < std::tie(ts[b.index()], b);
    });
    return found;
}

} // namespace shardscope::app
