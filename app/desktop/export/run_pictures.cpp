// SPDX-License-Identifier: GPL-3.0-or-later
// What the pages of runs say, on one sheet: the difference of two, a table.
#include "app/desktop/base/number_text.h"
#include "app/desktop/export/picture.h"
#include "app/desktop/pages/compare/difference_scenes.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"

namespace shardscope::app {
namespace {

constexpr std::size_t kOperationsDrawn = 20;

} // namespace

Drawing differenceDrawing(const std::shared_ptr<const ShownDifference>& shown)
{
    if (!shown)
        return nullptr;
    return [shown](QPainter& painter, double width, const Theme& theme) {
        Sheet sheet(painter, width, theme);
        const SideDifference& difference = shown->difference;
        const QStringList sentences = differenceSentences(difference);
        sheet.title(sentences.value(0));
        sheet.say(6, QStringLiteral("A: %1").arg(shownText(difference.a.label)), sheet.colors.textDim);
        sheet.say(2, QStringLiteral("B: %1").arg(shownText(difference.b.label)), sheet.colors.textDim);
        for (const QString& line : obstacleLines(difference))
            sheet.say(4, line, sheet.colors.bad);
        for (const QString& sentence : sentences.mid(1) + furtherSentences(difference))
            sheet.say(6, sentence, sheet.colors.text);
        const auto draw = [&](const QString& title, const Scene& scene) {
            if (scene.height <= 0)
                return;
            sheet.say(16, title, sheet.colors.text, TypeSize::Heading, Weight::Strong);
            sheet.y += 8;
            sheet.draw({kPictureMargin, sheet.y}, scene);
            sheet.y += scene.height;
        };
        draw(Words::tr("From A's step to B's"), waterfallScene(difference, {}, sheet.inner, sheet.colors));
        draw(Words::tr("One step, one ruler"),
             lanesScene(shown->lanes, {0, static_cast<double>(shown->lanes.length())}, {}, sheet.inner,
                        sheet.colors));
        for (const core::Table& table : differenceReport(difference, kOperationsDrawn).tables) {
            if (table.key == "waterfall")
                continue;
            sheet.say(16, translated(table.title), sheet.colors.text, TypeSize::Heading, Weight::Strong);
            sheet.y += 8;
            drawTable(sheet, table);
        }
        QStringList files;
        for (const DifferenceSide* const side : {&difference.a, &difference.b}) {
            if (side->input)
                files << filesOf(side->input->run());
        }
        files.removeAll(QString());
        return sheet.end(16, files.join(QLatin1Char(' ')));
    };
}

Drawing tableDrawing(const QString& title, const QStringList& said, std::shared_ptr<const core::Table> table,
                     const QString& source)
{
    if (!table)
        return nullptr;
    return
        [title, said, table = std::move(table), source](QPainter& painter, double width, const Theme& theme) {
            Sheet sheet(painter, width, theme);
            sheet.title(title);
            for (const QString& line : said)
                sheet.say(2, line, sheet.colors.textDim);
            sheet.y += 12;
            drawTable(sheet, *table);
            return sheet.end(12, source);
        };
}

} // namespace shardscope::app
