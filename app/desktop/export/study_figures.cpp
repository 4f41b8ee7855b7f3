// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of a study of scenarios, each by itself: pictures, the table, and the parts of its memo that
// are sentences.
#include "app/desktop/base/unbroken.h"
#include "app/desktop/charts/study/study_scenes.h"
#include "app/desktop/export/figure_kinds.h"
#include "app/desktop/memo/memo.h"
#include "app/desktop/memo/memo_parts.h"
#include "app/session/study/study_memo.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"

#include <QFontMetricsF>

namespace shardscope::app {
namespace {

/// One below the other, each with a dot before it but the first where \p leading says that it is the answer.
SceneMaker sentencesScene(const QStringList& sentences, bool leading)
{
    if (sentences.isEmpty())
        return nullptr;
    return [sentences, leading](double width, const Theme& theme) {
        constexpr double kDot = 14;
        constexpr double kApart = 6;
        constexpr double kEndless = 1e5;
        Scene scene{width};
        for (qsizetype at = 0; at < sentences.size(); ++at) {
            const bool answer = leading && at == 0;
            const TypeSize size = answer ? TypeSize::Heading : TypeSize::Body;
            const Weight weight = answer ? Weight::Strong : Weight::Regular;
            const double left = answer ? 0 : kDot;
            const QFont font = interfaceFont(size, weight);
            const QFontMetricsF metrics(font);
            // The height is measured as drawn: letters of other scripts stand higher than those of the font.
            const double height =
                metrics
                    .boundingRect(QRectF(0, 0, width, kEndless), Qt::AlignLeft | Qt::AlignTop,
                                  linesWithin(sentences[at], font, width - left).join(QLatin1Char('\n')))
                    .height() +
                metrics.descent();
            if (!answer)
                scene.text({0, scene.height, kDot, metrics.height()}, QStringLiteral("•"), theme.textDim,
                           kTextLeft, weight, size);
            scene
                .text({left, scene.height, width - left, height}, sentences[at], theme.text,
                      Qt::AlignLeft | Qt::AlignTop, weight, size)
                .wrap = true;
            scene.height += height + (answer ? 2 * kApart : kApart);
        }
        return scene;
    };
}

std::shared_ptr<const core::Table> scenarioTable(const SolvedStudy& solved)
{
    return std::make_shared<const core::Table>(studyColumns(solved, kAllMemoColumns));
}

struct StudyRow {
    const char* name;
    QString (*title)();
    SceneMaker (*scene)(const SolvedStudyPtr&); ///< null: there is nothing to show
    bool table = false;                         ///< the scenarios are its table
};

constexpr StudyRow kStudyRows[] = {
    {"study.pareto", [] { return Words::tr("Money and days of each scenario"); }, paretoScene, true},
    {"study.days", [] { return Words::tr("Days of each scenario"); }, daysScene, true},
    {"study.tornado", [] { return Words::tr("What would change the decision"); }, tornadoScene},
    {"study.decision", [] { return Words::tr("The decision"); },
     [](const SolvedStudyPtr& solved) { return sentencesScene(decisionSentences(*solved), true); }},
    {"study.scenarios", [] { return Words::tr("Scenarios"); },
     [](const SolvedStudyPtr& solved) {
         constexpr const char* kColumns[]{"scenario",     "holds", "training_seconds", "low_seconds",
                                          "high_seconds", "cost",  "energy_joules",    "layout"};
         return tableScene(std::make_shared<const core::Table>(studyColumns(*solved, kColumns)));
     },
     true},
    {"study.risks", [] { return Words::tr("Risks"); },
     [](const SolvedStudyPtr& solved) { return sentencesScene(riskSentences(*solved), false); }},
    {"study.assumptions", [] { return Words::tr("What it rests on"); },
     [](const SolvedStudyPtr& solved) { return sentencesScene(assumptionSentences(*solved), false); }},
    {"study.sources", [] { return Words::tr("Sources"); },
     [](const SolvedStudyPtr& solved) { return sentencesScene(sourceSentences(*solved), false); }},
};

} // namespace

void addStudyFigures(std::vector<FigureKind>& kinds)
{
    for (const StudyRow& row : kStudyRows)
        kinds.push_back(
            madeBy({row.name, "study", Need::Study, kFigureWidth, row.title, nullptr},
                   [row](const Given& given, const core::Task&) -> core::Result<Figure> {
                       SceneMaker scene = given.jobStudy ? row.scene(given.jobStudy) : SceneMaker();
                       if (!scene)
                           return nothingToShow(W_("the study has nothing of the kind: no "
                                                   "scenario can run, or nothing would change it"));
                       return Figure{row.title(), questionText(*given.jobStudy), std::move(scene),
                                     row.table ? scenarioTable(*given.jobStudy) : nullptr,
                                     studySource(*given.jobStudy)};
                   }));
}

} // namespace shardscope::app
