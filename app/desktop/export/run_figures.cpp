// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of a run, each by itself.
#include "app/desktop/charts/step_shares.h"
#include "app/desktop/export/figure_kinds.h"
#include "app/desktop/export/picture.h"
#include "app/desktop/memory/memory_pictures.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"

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
