// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/ask/shown_questions.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/pages/ask/ask_page.h"
#include "app/desktop/pages/search/search_page.h"
#include "app/session/search/answer_sentence.h"
#include "core/base/text_mark.h"

#include <tuple>

namespace shardscope::app {
namespace {

ShownQuestion answered(const QString& question, const QString& sentence, const PlanSearchAnswer& answer)
{
    ShownQuestion shown{question, {}, {}, {}, true, answer.best.empty()};
    std::tie(shown.answer, shown.doubts) = answerAndDoubts(sentence);
    return shown;
}

} // namespace

QString smallestQuestion() { return AskPage::tr("Which is the smallest device that holds it?"); }
QString fastestQuestion() { return AskPage::tr("Which of these machines is the fastest for it?"); }
QString costQuestion() { return AskPage::tr("What does the run cost?"); }

ShownQuestion answeredSmallest(const PlanSearchAnswer& answer)
{
    ShownQuestion shown =
        answered(smallestQuestion(), answerSentence(answer, cellString, SentenceDigits::Known), answer);
    shown.table = deviceSizeTable(answer);
    return shown;
}

ShownQuestion answeredFastest(const PlanSearchAnswer& answer)
{
    ShownQuestion shown =
        answered(fastestQuestion(), answerSentence(answer, cellString, SentenceDigits::Known), answer);
    if (answer.machines.size() > 1)
        shown.table =
            layoutTable(answer.search, answer.machines, "machines", N_("The best plan of each machine"));
    return shown;
}

ShownQuestion answeredCost(const PlanSearchAnswer& fastest, const PlanSearchAnswer* cheapest)
{
    if (fastest.best.empty())
        return {costQuestion(), {}, {}, {}};
    ShownQuestion shown =
        answered(costQuestion(), costSentence(fastest, cellString, SentenceDigits::Known), fastest);
    if (cheapest == nullptr || cheapest->best.empty() ||
        samePlan(fastest.best.front().hit, cheapest->best.front().hit))
        return shown;
    const ShownQuestion other =
        answered(costQuestion(), costSentence(*cheapest, cellString, SentenceDigits::Known), *cheapest);
    shown.answer = AskPage::tr("The fastest: %1").arg(shown.answer) + QLatin1Char('\n') +
                   AskPage::tr("The cheapest: %1").arg(other.answer);
    shown.doubts = AskPage::tr("The fastest: %1").arg(shown.doubts) + QLatin1Char('\n') +
                   AskPage::tr("The cheapest: %1").arg(other.doubts);
    return shown;
}

} // namespace shardscope::app
