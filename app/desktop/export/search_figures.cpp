// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of a search's answer and of a recommender's study, each by itself.
#include "app/desktop/charts/search/search_scenes.h"
#include "app/desktop/export/figure_kinds.h"
#include "app/desktop/export/picture.h"
#include "app/desktop/pages/recommender/recommender_words.h"
#include "app/session/text/messages.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"

namespace shardscope::app {
namespace {

struct SearchRow {
    const char* name;
    QString (*title)();
    SceneMaker (*scene)(const ShownSearch&); ///< null: nothing was found to show
};

constexpr SearchRow kSearchRows[] = {
    {"search.plans", [] { return Words::tr("Plans found"); },
     [](const ShownSearch& shown) { return scatterScene(shown.hits, shown.front, shown.across, shown.up); }},
    {"search.best", [] { return Words::tr("Best plans"); },
     [](const ShownSearch& shown) {
         if (!shown.answer)
             return SceneMaker();
         const PlanSearchAnswer& answer = *shown.answer;
         return tableScene(std::make_shared<const core::Table>(
             answer.best.empty() ? shortLayouts(answer, answer.nearest, "nearest")
                                 : shortLayouts(answer, answer.best, "best")));
     }},
    {"search.axes", [] { return Words::tr("What each axis is worth around the best plan"); },
     [](const ShownSearch& shown) -> SceneMaker {
         if (!shown.answer || shown.answer->sensitivity.empty())
             return nullptr;
         return [answer = shown.answer](double width, const Theme& theme) {
             return axesScene(answer->sensitivity, width, theme);
         };
     }},
    {"search.why", [] { return Words::tr("From the open plan to the best one"); },
     [](const ShownSearch& shown) -> SceneMaker {
         if (!shown.answer || !shown.answer->why || shown.answer->why->parts.empty())
             return nullptr;
         return [answer = shown.answer](double width, const Theme& theme) {
             return whyScene(*answer->why, width, theme);
         };
     }},
};

} // namespace

void addSearchFigures(std::vector<FigureKind>& kinds)
{
    for (const SearchRow& row : kSearchRows)
        kinds.push_back(madeBy({row.name, "search", Need::Search, kFigureWidth, row.title, nullptr},
                               [row](const Given& given, const core::Task&) -> core::Result<Figure> {
                                   SceneMaker scene = row.scene(given.search);
                                   if (!scene)
                                       return nothingToShow(W_("the search has no such answer"));
                                   return Figure{row.title(), given.search.title, std::move(scene)};
                               }));
}

void addRecommenderFigures(std::vector<FigureKind>& kinds)
{
    for (const RecommenderView& view : recommenderViews())
        kinds.push_back(
            madeBy({std::string("recommender.") + view.name, "recommender", Need::Recommender, kFigureWidth,
                    view.title, nullptr},
                   [&view](const Given& given, const core::Task&) -> core::Result<Figure> {
                       const std::shared_ptr<const Study>& study = given.study;
                       if (!study || !isShown(view, *study))
                           return nothingToShow(W_("PERSIA's roles alone have no ZionEX beside them"));
                       // What can be chosen beside it is the window's.
                       const QString subtitle = study->request.alone
                                                    ? Words::tr("%1 on %2")
                                                          .arg(translated(study->request.model.title),
                                                               translated(study->request.cluster.title))
                                                    : studySubtitle(*study);
                       return Figure{viewTitle(view, study.get()), subtitle,
                                     [study, scene = view.scene](double width, const Theme& theme) {
                                         return scene(*study, width, theme);
                                     },
                                     std::make_shared<const core::Table>(view.twin(*study))};
                   }));
}

} // namespace shardscope::app
