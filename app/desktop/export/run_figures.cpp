// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of a run, each by itself.
#include "app/desktop/charts/step_shares.h"
#include "app/desktop/export/figure_kinds.h"
#include "app/desktop/export/picture.h"
#include "app/desktop/memory/memory_pictures.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"

namespace shardscope::app {
namespace {

/// \p maker under \p title, of the run; null stays null.
core::Result<Drawing> figureOf(const Given& given, const QString& title, SceneMaker maker)
{
    if (!maker)
        return nothingToShow(W_("the run holds nothing of the kind"));
    return figureDrawing({title, given.runTitle, std::move(maker), nullptr, filesOf(*given.run->run)});
}

} // namespace

void addRunFigures(std::vector<FigureKind>& kinds)
{
    const auto add = [&](const char* name, const char* page, Need need, QString (*title)(),
                         SceneMaker (*scene)(const Given&)) {
        kinds.push_back(
            {name, page, need, kFigureWidth, title, [title, scene](const Given& given, const core::Task&) {
                 return figureOf(given, title(), scene(given));
             }});
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
