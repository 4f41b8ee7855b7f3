// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/trace/run_notes.h"

#include "app/desktop/pages/trace/run_items.h"
#include "core/base/text_mark.h"

#include <algorithm>
#include <utility>

namespace shardscope::app {
namespace {

const QString kText = QStringLiteral("text");
const QString kPlaces = QStringLiteral("places");
constexpr const char* kFormerSetting = "notes";

core::ItemPtr noteItem(History& history, const RunView& run)
{
    for (const core::ItemPtr& item : history.project().itemsOf(core::ItemKind::Note)) {
        if (isOf(bodyObject(*item), run))
            return item;
    }
    return nullptr;
}

QJsonArray placeObjects(const RunView& run, const std::vector<TimelineNote>& notes)
{
    const core::Timeline& timeline = run.timeline();
    const std::vector<QString> tracks = trackKeys(timeline);
    QJsonArray objects;
    for (const TimelineNote& note : notes) {
        QJsonObject object{{QStringLiteral("begin_ns"), static_cast<qint64>(note.begin - timeline.begin())},
                           {QStringLiteral("end_ns"), static_cast<qint64>(note.end - timeline.begin())},
                           {kText, note.text}};
        if (note.lane.valid()) {
            const core::TrackId track = timeline.lanes()[note.lane.index()].track;
            object.insert(QStringLiteral("row"), tracks[track.index()]);
            object.insert(QStringLiteral("lane"),
                          static_cast<qint64>(note.lane.value - timeline.tracks()[track.index()].firstLane));
        }
        objects.append(object);
    }
    return objects;
}

/// Whether a place's row is in the run as it is read now.
bool isFound(const RunView& run, const std::vector<QString>& tracks, const QJsonValue& object)
{
    const QJsonValue row = object[QLatin1String("row")];
    if (!row.isString())
        return true;
    const auto track = placeOf(tracks, row.toString());
    const qint64 lane = object[QLatin1String("lane")].toInteger();
    return track && lane >= 0 && lane < run.timeline().tracks()[*track].laneCount;
}

std::vector<TimelineNote> placesOf(const RunView& run, const QJsonArray& objects)
{
    const core::Timeline& timeline = run.timeline();
    const std::vector<QString> tracks = trackKeys(timeline);
    std::vector<TimelineNote> notes;
    for (const QJsonValue& object : objects) {
        TimelineNote note{timeline.begin() + object[QLatin1String("begin_ns")].toInteger(),
                          timeline.begin() + object[QLatin1String("end_ns")].toInteger(),
                          {},
                          object[kText].toString()};
        if (const QJsonValue row = object[QLatin1String("row")]; row.isString()) {
            if (!isFound(run, tracks, object))
                continue;
            const auto track = placeOf(tracks, row.toString());
            const qint64 lane = object[QLatin1String("lane")].toInteger();
            note.lane = core::LaneId(timeline.tracks()[*track].firstLane + static_cast<std::size_t>(lane));
        }
        notes.push_back(std::move(note));
    }
    return notes;
}

/// What is done to them, by their number before and after.
StepName nameOf(const RunNotes& before, const RunNotes& after)
{
    const auto count = [](const RunNotes& notes) {
        return notes.places.size() + (notes.ofAll.isEmpty() ? 0U : 1U);
    };
    if (count(after) < count(before))
        return N_("Remove a note");
    return count(after) > count(before) ? N_("Write a note") : N_("Change a note");
}

} // namespace

RunNotes notesOf(History& history, const RunView& run)
{
    const core::ItemPtr item = noteItem(history, run);
    if (!item)
        return {};
    const QJsonObject body = bodyObject(*item);
    return {body[kText].toString(), placesOf(run, body[kPlaces].toArray())};
}

void writeNotes(History& history, const RunView& run, const QString& title, RunNotes notes)
{
    notes.ofAll = notes.ofAll.trimmed();
    const RunNotes before = notesOf(history, run);
    if (notes == before)
        return;
    const core::ItemPtr item = noteItem(history, run);
    Project& project = history.project();
    const bool none = notes == RunNotes();
    if (none && !item)
        return;
    QJsonArray places = placeObjects(run, notes.places);
    if (item) { // what cannot be shown is not forgotten
        const std::vector<QString> tracks = trackKeys(run.timeline());
        for (const QJsonValue& place : bodyObject(*item)[kPlaces].toArray()) {
            if (!isFound(run, tracks, place))
                places.append(place);
        }
    }
    const std::string body =
        bodyText({{QStringLiteral("run"), runKey(run)}, {kText, notes.ofAll}, {kPlaces, std::move(places)}});
    core::ItemChange change =
        none   ? Project::removed(item)
        : item ? Project::rewritten(item, body)
               : project.made(core::ItemKind::Note,
                              project.freshName(core::ItemKind::Note, title.toStdString()), body);
    static_cast<void>(history.push({std::move(change)}, nameOf(before, notes))); // of what there is
}

void takeOverNotes(History& history, const RunView& run, const QString& title)
{
    const QJsonArray former = keptObjects(run, kFormerSetting);
    if (former.isEmpty() || history.kept() == nullptr || history.kept()->readOnly())
        return;
    RunNotes notes = notesOf(history, run);
    for (const TimelineNote& note : placesOf(run, former)) {
        if (std::ranges::find(notes.places, note) == notes.places.end())
            notes.places.push_back(note);
    }
    writeNotes(history, run, title, std::move(notes));
    keepObjects(run, kFormerSetting, {});
}

} // namespace shardscope::app
