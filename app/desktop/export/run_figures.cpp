// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of a run, each by itself.
#include "app/desktop/charts/flame_graph.h"
#include "app/desktop/charts/plot.h"
#include "app/desktop/charts/step_shares.h"
#include "app/desktop/export/figure_kinds.h"
#include "app/desktop/export/picture.h"
#include "app/desktop/memory/memory_pictures.h"
#include "app/desktop/widgets/report_view.h"
#include "app/session/text/messages.h"
#include "app/session/text/words.h"
#include "app/session/trace/overview_texts.h"
#include "core/base/text_mark.h"

#include <algorithm>
#include <utility>

namespace shardscope::app {
namespace {

/// \p maker under \p title, of the run; null stays null.
core::Result<Figure> figureOf(const Given& given, const QString& title, SceneMaker maker)
{
    if (!maker)
        return nothingToShow(W_("the run holds nothing of the kind"));
    return Figure{title, given.runTitle, std::move(maker), nullptr, filesOf(*given.run->run)};
}

/// The findings with what would change them, the costliest first.
Scene findingsScene(const profiler::Overview& overview, double width, const Theme& theme)
{
    Scene scene{width};
    double y = 0;
    if (overview.findings.empty())
        y = scene.paragraph(0, noCostText(overview), theme.text);
    for (std::size_t at = 0; at < std::min(overview.findings.size(), kCostsTold); ++at) {
        const profiler::CostFinding& finding = overview.findings[at];
        const double top = y;
        y = scene.paragraph(y, QStringLiteral("%1. %2").arg(at + 1).arg(costSentence(finding)), theme.text);
        y = scene.paragraph(y + 2, confidenceSentence(finding) + QLatin1Char(' ') + adviceSentence(finding),
                            theme.textDim);
        scene.spot({0, top, width, y - top}, costSentence(finding), QStringLiteral("finding.%1").arg(at));
        y += 10;
    }
    scene.height = y;
    return scene;
}

/// What a report finds, its first table as bars and as text.
SceneMaker reportScene(const std::shared_ptr<const core::Report>& report)
{
    if (!report || report->tables.empty())
        return nullptr;
    return [report](double width, const Theme& theme) {
        Scene scene{width};
        double y = 0;
        for (const core::Finding& finding : report->findings)
            y = scene.paragraph(y, findingSentence(finding), theme.text) + 4;
        const core::Table& table = report->tables.front();
        y += 6;
        if (const auto columns = barColumns(table); !columns.empty() && !isCallTree(table)) {
            scene.append(tableBarsScene(table, columns.front(), width, theme), {0, y});
            y = scene.height + 12;
        }
        scene.append(tableScene(table, width, theme), {0, y});
        return scene;
    };
}

} // namespace

void addRunFigures(std::vector<FigureKind>& kinds)
{
    const auto add = [&](const char* name, const char* page, Need need, QString (*title)(),
                         SceneMaker (*scene)(const Given&)) {
        kinds.push_back(madeBy({name, page, need, kFigureWidth, title, nullptr},
                               [title, scene](const Given& given, const core::Task&) {
                                   return figureOf(given, title(), scene(given));
                               }));
    };
    add(
        "overview.step", "overview", Need::Overview,
        [] { return Words::tr("Where the time of a step goes"); },
        [](const Given& given) -> SceneMaker {
            if (!given.overview || given.overview->parts.empty())
                return nullptr;
            return [overview = given.overview](double width, const Theme& theme) {
                return stepSharesScene(*overview, width, theme);
            };
        });
    add(
        "overview.findings", "overview", Need::Overview, [] { return Words::tr("What costs most"); },
        [](const Given& given) -> SceneMaker {
            if (!given.overview)
                return nullptr;
            return [overview = given.overview](double width, const Theme& theme) {
                return findingsScene(*overview, width, theme);
            };
        });
    add(
        "timeline.lanes", "timeline", Need::Run, [] { return Words::tr("Lanes of a run in time"); },
        [](const Given& given) { return lanesOfRun(given.run, given.begin, given.end); });
    add(
        "analyses.findings", "analyses", Need::Analysis,
        [] { return Words::tr("An analysis of a run: findings and first table"); },
        [](const Given& given) { return reportScene(given.report); });
    const auto addOfTwo = [&](const char* name, QString (*title)(), SceneMaker (*scene)(ShownDifferencePtr)) {
        kinds.push_back(
            madeBy({name, "compare", Need::Difference, kFigureWidth, title, nullptr},
                   [title, scene](const Given& given, const core::Task&) -> core::Result<Figure> {
                       if (!given.difference)
                           return nothingToShow(W_("two are needed, a plan and a run or two runs"));
                       return Figure{title(), differenceSentences(given.difference->difference).value(0),
                                     scene(given.difference)};
                   }));
    };
    addOfTwo(
        "compare.waterfall", [] { return Words::tr("From A's step to B's"); },
        [](ShownDifferencePtr shown) -> SceneMaker {
            return [shown = std::move(shown)](double width, const Theme& theme) {
                return waterfallScene(shown->difference, {}, width, theme);
            };
        });
    addOfTwo(
        "compare.steps", [] { return Words::tr("One step, one ruler"); },
        [](ShownDifferencePtr shown) -> SceneMaker {
            return [shown = std::move(shown)](double width, const Theme& theme) {
                return lanesScene(shown->lanes, {0, static_cast<double>(shown->lanes.length())}, {}, width,
                                  theme);
            };
        });
    add(
        "memory.curve", "memory", Need::Memory, [] { return Words::tr("What the allocator held over time"); },
        [](const Given& given) {
            return given.history ? curveScene(given.history, given.moment) : SceneMaker();
        });
    add(
        "memory.map", "memory", Need::Memory,
        [] { return Words::tr("The allocator's segments at the peak"); },
        [](const Given& given) {
            return given.history ? mapScene(given.history, given.moment) : SceneMaker();
        });
}

} // namespace shardscope::app
