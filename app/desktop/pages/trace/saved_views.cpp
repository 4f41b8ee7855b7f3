// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/trace/saved_views.h"

#include "app/desktop/pages/trace/run_items.h"
#include "core/base/mapped.h"
#include "core/base/text_mark.h"

#include <QJsonArray>

#include <algorithm>

namespace shardscope::app {
namespace {

std::vector<QString> counterKeys(const core::Timeline& timeline)
{
    return core::mapped(timeline.counterTracks(), [&](const core::CounterTrack& counter) {
        return keyOf(timeline, counter.source, {counter.processKey, counter.name, counter.series});
    });
}

/// An index of a known list: files may hold anything.
template <class Choice>
Choice choiceOf(const QJsonValue& value, std::size_t count)
{
    const int index = value.toInt();
    return index >= 0 && static_cast<std::size_t>(index) < count ? static_cast<Choice>(index) : Choice{};
}

constexpr const char* kViews = "views";

const QString kView = QStringLiteral("view");
constexpr const char* kViewSeat = "timeline";

bool inProject(History* history) { return history != nullptr && history->kept() != nullptr; }

QJsonObject bodyOf(const RunView& run, const QJsonObject& view)
{
    return {{QStringLiteral("run"), runKey(run)}, {kView, view}};
}

std::vector<core::ItemPtr> viewItems(const RunView& run, History* history)
{
    if (!inProject(history))
        return {};
    std::vector<core::ItemPtr> items = history->project().itemsOf(core::ItemKind::View);
    std::erase_if(items, [&](const core::ItemPtr& item) { return !isOf(bodyObject(*item), run); });
    return items;
}

core::ItemPtr viewItem(const RunView& run, const QString& name, History& history)
{
    const std::vector<core::ItemPtr> items = viewItems(run, &history);
    const auto found = std::ranges::find_if(items, [&](const core::ItemPtr& item) {
        return bodyObject(*item)[kView][QLatin1String("name")].toString() == name;
    });
    return found == items.end() ? nullptr : *found;
}

/// Two runs may each have a view of one name, but only one item can be called so.
core::ItemChange change(const RunView& run, const QJsonObject& view, History& history)
{
    const QString name = view[QLatin1String("name")].toString();
    const std::string body = bodyText(bodyOf(run, view));
    if (const core::ItemPtr item = viewItem(run, name, history))
        return Project::rewritten(item, body);
    Project& project = history.project();
    return project.made(core::ItemKind::View, project.freshName(core::ItemKind::View, name.toStdString()),
                        body);
}

QJsonArray without(const QJsonArray& objects, const QString& name)
{
    QJsonArray others;
    for (const QJsonValue& object : objects) {
        if (object[QLatin1String("name")].toString() != name)
            others.append(object);
    }
    return others;
}

} // namespace

QJsonObject viewObject(const SavedView& view, const core::Timeline& timeline)
{
    const std::vector<QString> tracks = trackKeys(timeline);
    const std::vector<QString> counters = counterKeys(timeline);
    QJsonArray groups;
    for (const std::string& group : view.arrangement.groups)
        groups.append(QString::fromStdString(group));
    QJsonArray folded;
    for (const std::uint32_t track : view.arrangement.tracks)
        folded.append(tracks[track]);
    QJsonArray pinned;
    for (const PinnedRow& pin : view.arrangement.pinned)
        pinned.append(QJsonObject{
            {QStringLiteral("counter"), pin.kind == RowKind::Counter},
            {QStringLiteral("row"), pin.kind == RowKind::Counter ? counters[pin.index] : tracks[pin.index]}});
    return {{QStringLiteral("name"), view.name},
            {QStringLiteral("begin_ns"), static_cast<qint64>(view.begin)},
            {QStringLiteral("end_ns"), static_cast<qint64>(view.end)},
            {QStringLiteral("grouping"), static_cast<int>(view.arrangement.grouping)},
            {QStringLiteral("coloring"), static_cast<int>(view.coloring)},
            {QStringLiteral("filter"), QString::fromStdString(view.arrangement.filter)},
            {QStringLiteral("folded_groups"), groups},
            {QStringLiteral("folded_tracks"), folded},
            {QStringLiteral("pinned"), pinned}};
}

SavedView viewOfObject(const QJsonObject& object, const core::Timeline& timeline)
{
    const std::vector<QString> tracks = trackKeys(timeline);
    const std::vector<QString> counters = counterKeys(timeline);
    SavedView view;
    view.name = object[QLatin1String("name")].toString();
    view.begin = object[QLatin1String("begin_ns")].toInteger();
    view.end = object[QLatin1String("end_ns")].toInteger();
    view.arrangement.grouping = choiceOf<Grouping>(object[QLatin1String("grouping")], kGroupings);
    view.coloring = choiceOf<ColorBy>(object[QLatin1String("coloring")], kColorings);
    view.arrangement.filter = object[QLatin1String("filter")].toString().toStdString();
    for (const QJsonValue& group : object[QLatin1String("folded_groups")].toArray())
        view.arrangement.groups.insert(group.toString().toStdString());
    for (const QJsonValue& track : object[QLatin1String("folded_tracks")].toArray()) {
        if (const auto index = placeOf(tracks, track.toString()))
            view.arrangement.tracks.insert(*index);
    }
    for (const QJsonValue& pin : object[QLatin1String("pinned")].toArray()) {
        const bool counter = pin[QLatin1String("counter")].toBool();
        if (const auto index = placeOf(counter ? counters : tracks, pin[QLatin1String("row")].toString()))
            view.arrangement.pinned.push_back({counter ? RowKind::Counter : RowKind::Track, *index});
    }
    return view;
}

std::vector<SavedView> keptViews(const RunView& run, History* history)
{
    std::vector<SavedView> views;
    for (const QJsonValue& object : inProject(history) ? QJsonArray() : keptObjects(run, kViews))
        views.push_back(viewOfObject(object.toObject(), run.timeline()));
    for (const core::ItemPtr& item : viewItems(run, history))
        views.push_back(viewOfObject(bodyObject(*item)[kView].toObject(), run.timeline()));
    std::ranges::sort(views, [](const SavedView& a, const SavedView& b) { return a.name < b.name; });
    return views;
}

void keepView(const RunView& run, const SavedView& view, History* history)
{
    if (inProject(history)) {
        // What there is, and names that are fresh: it is not refused.
        static_cast<void>(history->push({change(run, viewObject(view, run.timeline()), *history)},
                                        {N_("Keep the view %1"), {view.name.toStdString()}}));
        return;
    }
    QJsonArray objects = without(keptObjects(run, kViews), view.name);
    objects.append(viewObject(view, run.timeline()));
    keepObjects(run, kViews, objects);
}

void forgetView(const RunView& run, const QString& name, History* history)
{
    if (!inProject(history))
        return keepObjects(run, kViews, without(keptObjects(run, kViews), name));
    if (const core::ItemPtr item = viewItem(run, name, *history))
        static_cast<void>(
            history->push({Project::removed(item)}, {N_("Remove the view %1"), {name.toStdString()}}));
}

void takeOverViews(const RunView& run, History& history)
{
    if (!inProject(&history) || history.kept()->readOnly())
        return;
    std::vector<core::ItemChange> changes;
    for (const QJsonValue& object : keptObjects(run, kViews)) {
        if (!viewItem(run, object[QLatin1String("name")].toString(), history))
            changes.push_back(change(run, object.toObject(), history));
    }
    if (changes.empty() || history.push(std::move(changes), N_("Take over views of before")).ok())
        keepObjects(run, kViews, {});
}

std::optional<SavedView> lastView(const RunView& run, History& history)
{
    const QJsonObject seat = bodyObject(history.project().seat(kViewSeat));
    return isOf(seat, run) ? std::optional(viewOfObject(seat[kView].toObject(), run.timeline()))
                           : std::nullopt;
}

void rememberView(const RunView& run, const SavedView& view, History& history)
{
    if (inProject(&history))
        history.project().setSeat(kViewSeat, bodyText(bodyOf(run, viewObject(view, run.timeline()))));
}

} // namespace shardscope::app
