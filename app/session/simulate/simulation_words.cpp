// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/simulate/simulation_words.h"

#include "app/session/text/messages.h"
#include "app/session/text/recommender_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

namespace shardscope::app {
namespace {

QString words(const char* text) { return QCoreApplication::translate("ScheduleChart", text); }

std::optional<QString> knownWord(std::span<const char* const> known, std::string_view name)
{
    const auto found = std::find_if(known.begin(), known.end(), [&](const char* one) { return name == one; });
    return found == known.end() ? std::nullopt : std::optional(words(*found));
}

/// "trainer 3", "NN worker 0", "embedding get 1 again": the words around the number.
QString numbered(const std::string& name)
{
    static constexpr const char* kKnown[] = {QT_TRANSLATE_NOOP("ScheduleChart", "NN worker %1"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "trainer %1"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "embedding get %1"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "embedding put %1"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "embedding get %1 again"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "stage %1"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "planned step %1")};
    for (const char* text : kKnown) {
        const std::string_view form = text;
        const std::size_t at = form.find("%1");
        const std::string_view before = form.substr(0, at);
        const std::string_view behind = form.substr(at + 2);
        if (name.size() <= before.size() + behind.size() || !name.starts_with(before) ||
            !name.ends_with(behind))
            continue;
        const std::string number = name.substr(before.size(), name.size() - before.size() - behind.size());
        if (number.find_first_not_of("0123456789") == std::string::npos)
            return words(text).arg(QString::fromStdString(number));
    }
    return QString::fromStdString(name);
}

} // namespace

QString scheduleKindName(planner::ScheduleKind kind)
{
    using enum planner::ScheduleKind;
    switch (kind) {
    case Interleaved: return words(QT_TRANSLATE_NOOP("ScheduleChart", "interleaved 1F1B"));
    case BreadthFirst: return words(QT_TRANSLATE_NOOP("ScheduleChart", "breadth-first"));
    case InterleavedZeroBubble: return words(QT_TRANSLATE_NOOP("ScheduleChart", "interleaved zero bubble"));
    case ZbvHeuristic: return words(QT_TRANSLATE_NOOP("ScheduleChart", "ZB-V (heuristic)"));
    case OneForwardOneBackwardOverlapped:
        return words(QT_TRANSLATE_NOOP("ScheduleChart", "1F1B, overlapped pairs"));
    case InterleavedOverlapped:
        return words(QT_TRANSLATE_NOOP("ScheduleChart", "interleaved 1F1B, overlapped pairs"));
    default: break; // a name: GPipe, 1F1B, ZB-H1
    }
    const std::string_view title = planner::scheduleNames()[static_cast<std::size_t>(kind)].title;
    return QString::fromUtf8(title.data(), static_cast<qsizetype>(title.size()));
}

QString laneName(const std::string& name)
{
    static constexpr const char* kKnown[] = {QT_TRANSLATE_NOOP("ScheduleChart", "busiest device"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "mean device"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "perceptrons"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "embeddings"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "NVLink vectors"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "NVLink ids"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "RoCE vectors"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "RoCE ids"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "RoCE all-reduce"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "host"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "reader"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "front-end"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "computing"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "all-reduce"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "restart"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "parameter servers"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "embedding workers"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "data loaders"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "received over TCP"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "sent over TCP"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "CPU cycles of TCP")};
    // Of pipelines, and counters.
    static constexpr const char* kMore[] = {
        QT_TRANSLATE_NOOP("ScheduleChart", "schedule"),
        QT_TRANSLATE_NOOP("ScheduleChart", "supersteps"),
        QT_TRANSLATE_NOOP("ScheduleChart", "collectives in the passes"),
        QT_TRANSLATE_NOOP("ScheduleChart", "pipeline messages"),
        QT_TRANSLATE_NOOP("ScheduleChart", "from the stage before"),
        QT_TRANSLATE_NOOP("ScheduleChart", "from the stage behind"),
        QT_TRANSLATE_NOOP("ScheduleChart", "weights gathered"),
        QT_TRANSLATE_NOOP("ScheduleChart", "replica traffic"),
        QT_TRANSLATE_NOOP("ScheduleChart", "other memory"),
        QT_TRANSLATE_NOOP("ScheduleChart", "phases' weights loaded"),
        QT_TRANSLATE_NOOP("ScheduleChart", "activations loaded"),
        QT_TRANSLATE_NOOP("ScheduleChart", "stored"),
        QT_TRANSLATE_NOOP("ScheduleChart", "batches"),
        QT_TRANSLATE_NOOP("ScheduleChart", "lookups and gradients"),
        QT_TRANSLATE_NOOP("ScheduleChart", "reads and updates"),
        QT_TRANSLATE_NOOP("ScheduleChart", "micro-batches in flight"),
        QT_TRANSLATE_NOOP("ScheduleChart", "device memory"),
        QT_TRANSLATE_NOOP("ScheduleChart", "transfers under way"),
        QT_TRANSLATE_NOOP("ScheduleChart", "batches read ahead"),
        QT_TRANSLATE_NOOP("ScheduleChart", "staleness"),
        QT_TRANSLATE_NOOP("ScheduleChart", "queue"),
        QT_TRANSLATE_NOOP("ScheduleChart", "heap"),
        QT_TRANSLATE_NOOP("ScheduleChart", "heap with contiguous gradients"),
        QT_TRANSLATE_NOOP("ScheduleChart", "heap with gradients where they lie"),
        QT_TRANSLATE_NOOP("ScheduleChart", "allocated"),
        QT_TRANSLATE_NOOP("ScheduleChart", "in use"),
        QT_TRANSLATE_NOOP("ScheduleChart", "reserved"),
        QT_TRANSLATE_NOOP("ScheduleChart", "free")};
    using Known = std::span<const char* const>;
    for (const Known& known : {Known(kKnown), Known(kMore)}) {
        if (const std::optional<QString> word = knownWord(known, name))
            return *word;
    }
    constexpr std::string_view kByPurpose = "memory by purpose, ";
    if (name.starts_with(kByPurpose)) {
        if (const auto tier = core::tierFromName(name.substr(kByPurpose.size())))
            return words(QT_TRANSLATE_NOOP("ScheduleChart", "%1 memory")).arg(tierName(*tier));
    }
    const QString same = QString::fromStdString(name);
    for (const QString& text : {groupText(same), labelText(name)}) { // series: groups, and purposes
        if (text != same)
            return text;
    }
    return numbered(name);
}

QString laneOperation(const std::string& name, const std::string& part)
{
    static constexpr const char* kKnown[] = {QT_TRANSLATE_NOOP("ScheduleChart", "host"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "forward"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "backward"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "embedding get"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "embedding put"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "serving"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "restart"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "host, in vain"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "forward, in vain"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "backward, in vain")};
    if (const std::optional<QString> known = knownWord(kKnown, name))
        return *known;
    if (name == "optimizer.step")
        return words(QT_TRANSLATE_NOOP("ScheduleChart", "optimizer"));
    if (name == "optimizer.step, in vain")
        return words(QT_TRANSLATE_NOOP("ScheduleChart", "optimizer, in vain"));
    // What is derived as a part of the step is called as that is.
    const QString named = recommenderPartName(part);
    return part.empty() || named == QString::fromStdString(part) ? QString::fromStdString(name) : named;
}

QString resourceName(const std::string& resource)
{
    static constexpr const char* kKnown[] = {
        QT_TRANSLATE_NOOP("ScheduleChart", "computing"), QT_TRANSLATE_NOOP("ScheduleChart", "optimizer"),
        QT_TRANSLATE_NOOP("ScheduleChart", "host"), QT_TRANSLATE_NOOP("ScheduleChart", "busiest device"),
        QT_TRANSLATE_NOOP("ScheduleChart", "mean device")};
    const std::string said = resource == "compute"  ? "computing"
                             : resource == "rank 0" ? "busiest device"
                             : resource == "rank 1" ? "mean device"
                                                    : resource;
    if (const std::optional<QString> known = knownWord(kKnown, said))
        return *known;
    const QString same = QString::fromStdString(resource);
    for (const QString& text : {groupText(same), recommenderPartName(resource), boundName(resource)}) {
        if (text != same)
            return text;
    }
    return numbered(resource);
}

} // namespace shardscope::app
