// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/study/study_parts.h"
#include "app/desktop/charts/study/study_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"
#include "core/report/columns.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace shardscope::app {
namespace {

using study_figures::kBar;
using study_figures::kMostName;
using study_figures::kRow;

const char* titleOfEdge(const std::string& what)
{
    static const std::map<std::string, const char*, std::less<>> kTitles{
        {"price", N_("Price of %1")},  {"network", N_("Network of %1")},
        {"batch", N_("Global batch")}, {"share_of_peak", N_("Share of peak")},
        {"goodput", N_("Goodput")},    {"devices", N_("Devices of %1")}};
    const auto found = kTitles.find(what);
    return found == kTitles.end() ? "" : found->second;
}

/// Break-evens whose value is a factor of what holds now, the nearest first.
std::vector<BreakEven> movable(const SolvedStudy& solved)
{
    std::vector<BreakEven> edges;
    for (const BreakEven& one : solved.breakEven) {
        if (one.now > 0 && one.value > 0 && one.value != one.now)
            edges.push_back(one);
    }
    std::ranges::stable_sort(edges, {},
                             [](const BreakEven& one) { return std::abs(std::log(one.value / one.now)); });
    return edges;
}

QString edgeName(const BreakEven& one)
{
    return translated(titleOfEdge(one.what)).replace(QStringLiteral("%1"), shownText(one.scenario));
}

QString edgeValue(const BreakEven& one, double value)
{
    if (one.what == "share_of_peak" || one.what == "goodput")
        return percentString(value, 0);
    if (one.what == "network")
        return QStringLiteral("×") + quantityString(value, core::kNumber, 2);
    return quantityString(value, one.dimension);
}

Scene tornado(const std::vector<BreakEven>& edges, double width, const Theme& theme)
{
    Scene scene{width};
    double name = 0;
    double below = 0; // how far the bars reach to either side, as logarithms
    double above = 0;
    for (const BreakEven& one : edges) {
        name = std::max(name, textWidth(edgeName(one), TypeSize::Body));
        const double moved = std::log(one.value / one.now);
        (moved < 0 ? below : above) = std::max(moved < 0 ? below : above, std::abs(moved));
    }
    const double least = std::log(1.25);
    const double reach = std::max(least, below + above);
    const double left = std::min({name + 16, kMostName, width * 0.38});
    const double label = std::min(110.0, width * 0.14);
    const double room = std::max(60.0, width - left - 2 * label); // the bars'
    const double middle = left + label + room * (below / std::max(1e-9, below + above));
    constexpr double kHead = 22;
    double y = kHead;
    for (const BreakEven& one : edges) {
        const double end = middle + room * std::log(one.value / one.now) / reach;
        const double centre = y + kRow / 2;
        scene.text({0, y, left - 10, kRow}, edgeName(one), theme.text, kTextLeft, Weight::Regular,
                   TypeSize::Body);
        scene.box({std::min(middle, end), centre - kBar / 2, std::max(2.0, std::abs(end - middle)), kBar},
                  end < middle ? theme.accent : theme.warn);
        const QString value = edgeValue(one, one.value);
        const QRectF place =
            end < middle ? QRectF(end - label - 6, y, label, kRow) : QRectF(end + 6, y, label, kRow);
        scene.text(place, value, theme.text, end < middle ? kTextRight : kTextLeft, Weight::Strong);
        const QString now = Words::tr("now %1").arg(edgeValue(one, one.now));
        const QRectF other =
            end < middle ? QRectF(middle + 6, y, label, kRow) : QRectF(middle - label - 6, y, label, kRow);
        scene.text(other, now, theme.textDim, end < middle ? kTextLeft : kTextRight);
        scene.spot({0, y, width, kRow}, breakEvenSentence(one));
        y += kRow;
    }
    scene.line({middle, kHead - 4}, {middle, y}, theme.text, 1);
    scene.text({middle - 90, 0, 180, 16}, Words::tr("as it is now"), theme.textDim, kTextMiddle);
    scene.height = scene.paragraph(
        y + 4,
        Words::tr(
            "Each bar ends at the value at which the decision changes; the shortest is the most delicate."),
        theme.textDim);
    return scene;
}

} // namespace

SceneMaker tornadoScene(const SolvedStudyPtr& solved)
{
    if (!solved || movable(*solved).empty())
        return nullptr;
    return
        [edges = movable(*solved)](double width, const Theme& theme) { return tornado(edges, width, theme); };
}

core::Table tornadoTable(const SolvedStudy& solved)
{
    core::Table table{"tornado", N_("What would change it"), {}, {}, {}};
    table.columns = {core::wordColumn(core::Words::Text, "what", N_("What")),
                     core::textColumn("scenario", N_("Scenario")), core::realColumn("now", N_("Now")),
                     core::realColumn("value", N_("At")),
                     core::realColumn("factor", N_("As a factor"), N_("of what holds now"))};
    constexpr std::pair<std::string_view, const char*> kNames[]{{"price", N_("price of a device and hour")},
                                                                {"network", N_("network between nodes")},
                                                                {"batch", N_("global batch")},
                                                                {"share_of_peak", N_("share of peak")},
                                                                {"goodput", N_("goodput")},
                                                                {"devices", N_("devices")}};
    for (const BreakEven& one : solved.breakEven) {
        const auto name =
            std::ranges::find(kNames, one.what, &std::pair<std::string_view, const char*>::first);
        table.rows.push_back({std::string(name == std::end(kNames) ? one.what : name->second), one.scenario,
                              one.now > 0 ? core::Cell(one.now) : core::Cell(), one.value,
                              one.now > 0 && one.value > 0 ? core::Cell(one.value / one.now) : core::Cell()});
    }
    return table;
}

} // namespace shardscope::app
