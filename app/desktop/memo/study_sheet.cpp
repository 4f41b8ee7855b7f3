// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/figures/sheet.h"
#include "app/desktop/memo/memo.h"
#include "app/desktop/memo/memo_parts.h"
#include "app/session/study/study_memo.h"
#include "app/session/text/words.h"

namespace shardscope::app {

Drawing studyDrawing(const SolvedStudyPtr& solved)
{
    if (!solved || solved->scenarios.empty())
        return {};
    return [solved](QPainter& painter, double width, const Theme& theme) {
        MemoSheet sheet(painter, width, theme);
        sheet.title(questionText(*solved));
        sheet.decision(*solved);
        sheet.figure(Words::tr("Money and days of each scenario"), paretoScene(solved));
        sheet.table(Words::tr("Scenarios"), studyColumns(*solved, kAllMemoColumns));
        sheet.figure(Words::tr("What would change the decision"), tornadoScene(solved));
        sheet.sentences(Words::tr("What would change it"), edgeSentences(*solved));
        sheet.sentences(Words::tr("Risks"), riskSentences(*solved));
        return sheet.end(16, studySource(*solved));
    };
}

} // namespace shardscope::app
