// SPDX-License-Identifier: GPL-3.0-or-later
// A report, and an allocator's memory, on one sheet.
#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/flame_graph.h"
#include "app/desktop/charts/plot.h"
#include "app/desktop/export/picture.h"
#include "app/desktop/memory/memory_pictures.h"
#include "app/desktop/pages/trace/memory_page.h"
#include "app/desktop/widgets/report_view.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"

#include <QCoreApplication>

#include <optional>

namespace shardscope::app {
QString filesOf(const core::Run& run)
{
    QStringList files;
    for (const core::RunSource* const file : core::runFiles(run))
        files << shownText(file->file.filename().string());
    if (files.size() > 3)
        files = QStringList{files[0], files[1], QStringLiteral("…")};
    return files.isEmpty() ? QString() : files.join(QStringLiteral(", ")) + QLatin1Char('.');
}

core::Table onlyColumns(const core::Table& table, std::initializer_list<const char*> keys)
{
    core::Table few{table.key, table.title, {}, {}};
    few.rows.resize(table.rows.size());
    for (const char* key : keys) {
        const auto column = table.columnIndex(key);
        if (!column)
            continue;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            few.rows[row].push_back(table.rows[row][*column]);
            if (const auto note = table.notes.find({row, *column}); note != table.notes.end())
                few.notes[{row, few.columns.size()}] = note->second;
        }
        few.columns.push_back(table.columns[*column]);
    }
    return few;
}

void drawTable(Sheet& sheet, const core::Table& table)
{
    const Scene scene = tableScene(table, sheet.inner, sheet.colors);
    sheet.draw({kPictureMargin, sheet.y}, scene);
    sheet.y += scene.height;
}

Drawing reportDrawing(const RunViewPtr& run, std::shared_ptr<const core::Report> report)
{
    return [run, report](QPainter& painter, double width, const Theme& theme) {
        Sheet sheet(painter, width, theme);
        sheet.title(translated(report->title));
        sheet.say(2, shownText(run->run->title), sheet.colors.textDim);
        sheet.y += 8;
        for (const core::Finding& finding : report->findings)
            sheet.say(4, findingSentence(finding), sheet.colors.text);
        for (const auto& series : plotsOf(*report)) {
            const Scene plot = plotScene(series)(sheet.inner, sheet.colors);
            sheet.draw({kPictureMargin, sheet.y + 16}, plot);
            sheet.y += plot.height + 24;
        }
        for (const core::Table& table : report->tables) {
            sheet.say(16, translated(table.title), sheet.colors.text, TypeSize::Heading, Weight::Strong);
            sheet.y += 8;
            const auto columns = barColumns(table);
            std::optional<Scene> scene;
            if (isCallTree(table)) {
                FlameChoice choice;
                choice.weight = flameWeights(table).front();
                scene = flameScene(flameTree(table, choice), 0, sheet.inner, sheet.colors);
            } else if (!columns.empty()) {
                scene = tableBarsScene(table, columns.front(), sheet.inner, sheet.colors);
            }
            if (scene) {
                sheet.draw({kPictureMargin, sheet.y}, *scene);
                sheet.y += scene->height + 12;
            }
            drawTable(sheet, table);
        }
        return sheet.end(16, filesOf(*run->run));
    };
}

Drawing memoryDrawing(const RunViewPtr& run, std::shared_ptr<const AllocationHistory> history,
                      std::int64_t moment)
{
    return [run, history, moment](QPainter& painter, double width, const Theme& theme) {
        Sheet sheet(painter, width, theme);
        const Theme& colors = sheet.colors;
        const AllocatorMap map = mapAt(*history, moment);
        sheet.title(shownText(run->run->title));
        sheet.say(2, memorySentence(*history, map), colors.text);
        sheet.y += 8;
        for (const SceneMaker& maker : {curveScene(history, moment), mapScene(history, moment)}) {
            const Scene scene = maker(sheet.inner, colors);
            sheet.draw({kPictureMargin, sheet.y}, scene);
            sheet.y += scene.height + 12;
        }
        return sheet.end(12, filesOf(*run->run));
    };
}

} // namespace shardscope::app
