// SPDX-License-Identifier: GPL-3.0-or-later
// A search's answer on one sheet, and what was asked and answered on another.
#include "app/desktop/charts/search/search_scenes.h"
#include "app/desktop/charts/search/shown_search.h"
#include "app/desktop/export/picture.h"
#include "app/desktop/pages/ask/question_card.h"
#include "app/session/text/words.h"

#include <cstddef>
#include <vector>

namespace shardscope::app {
namespace {

constexpr double kApart = 24;

class Drawn {
public:
    Drawn(Sheet& sheet, const ShownSearch& shown)
        : m_sheet(sheet)
        , m_shown(shown)
    {
    }

    void all()
    {
        if (m_shown.sweep) {
            heading(Words::tr("How it scales"));
            scene(sweepScene(*m_shown.sweep, m_sheet.inner, m_sheet.colors));
            drawTable(m_sheet, sweepTable(*m_shown.sweep));
        }
        if (m_shown.hits && !m_shown.hits->empty())
            scatter();
        if (m_shown.answer)
            answer(*m_shown.answer);
        heading(Words::tr("Asked by"));
        m_sheet.say(4, m_shown.command, m_sheet.colors.text);
    }

private:
    void heading(const QString& text)
    {
        m_sheet.say(kApart, text, m_sheet.colors.text, TypeSize::Heading, Weight::Strong);
        m_sheet.y += 6;
    }
    void scene(const Scene& drawn)
    {
        m_sheet.draw({kPictureMargin, m_sheet.y}, drawn);
        m_sheet.y += drawn.height;
    }
    void table(const QString& title, const core::Table& rows)
    {
        if (rows.rows.empty())
            return;
        heading(title);
        drawTable(m_sheet, rows);
    }
    /// What is outside a calibration's range stands below, once.
    void plans(const QString& title, const char* key, const std::vector<FoundLayout>& layouts)
    {
        table(title, shortLayouts(*m_shown.answer, layouts, key));
        QStringList told;
        for (const FoundLayout& found : layouts) {
            const QString line = calibrationLines(found.step).join(QStringLiteral("; "));
            if (!found.step.outside.empty() && !told.contains(line))
                told << line;
        }
        for (const QString& line : told)
            m_sheet.say(4, line, m_sheet.colors.textDim, TypeSize::Small);
    }

    void scatter()
    {
        heading(Words::tr("Plans found"));
        scene(scatterScene(m_shown.hits, m_shown.front, m_shown.across, m_shown.up)(m_sheet.inner,
                                                                                    m_sheet.colors));
    }

    void answer(const PlanSearchAnswer& answer)
    {
        if (!answer.best.empty())
            plans(Words::tr("Best plans"), "best", answer.best);
        if (answer.best.empty() && !answer.nearest.empty())
            plans(Words::tr("Nearest plans"), "nearest", answer.nearest);
        if (!answer.machines.empty())
            plans(Words::tr("Machine by machine"), "machines", answer.machines);
        table(Words::tr("Machine by machine"), deviceSizeTable(answer));
        table(Words::tr("How far one constraint has to be relaxed"), relaxTable(answer));
        table(Words::tr("Constraints that help when they are given up together"), togetherTable(answer));
        if (!answer.sensitivity.empty()) {
            heading(Words::tr("What each axis is worth around the best plan"));
            scene(axesScene(answer.sensitivity, m_sheet.inner, m_sheet.colors));
        }
        if (answer.why && !answer.why->parts.empty()) {
            heading(Words::tr("From the open plan to the best one"));
            scene(whyScene(*answer.why, m_sheet.inner, m_sheet.colors));
        }
    }

    Sheet& m_sheet;
    const ShownSearch& m_shown;
};

} // namespace

core::Table shortLayouts(const PlanSearchAnswer& answer, const std::vector<FoundLayout>& layouts,
                         const char* key)
{
    core::Table rows = layoutTable(answer.search, layouts, key, "");
    for (const char* left : {"global_batch", "tokens_per_second_per_device", "walked_peak_bytes",
                             "simulated_seconds", "twins", "outside_calibration"}) {
        const auto column = rows.columnIndex(left);
        if (!column)
            continue;
        const auto at = static_cast<std::ptrdiff_t>(*column);
        rows.columns.erase(rows.columns.begin() + at);
        for (std::vector<core::Cell>& row : rows.rows)
            row.erase(row.begin() + at);
    }
    return rows;
}

Drawing searchDrawing(const ShownSearch& shown)
{
    if (!shown.answer && !shown.sweep)
        return {};
    return [shown](QPainter& painter, double width, const Theme& theme) {
        Sheet sheet(painter, width, theme);
        sheet.title(shown.title);
        sheet.say(12, shown.verdict, sheet.colors.text, TypeSize::Heading, Weight::Strong);
        if (!shown.doubts.isEmpty())
            sheet.say(8, shown.doubts, sheet.colors.text);
        Drawn(sheet, shown).all();
        return sheet.end(16, shown.title);
    };
}

Drawing questionsDrawing(const QString& model, const std::vector<ShownQuestion>& shown)
{
    if (shown.empty())
        return {};
    return [model, shown](QPainter& painter, double width, const Theme& theme) {
        Sheet sheet(painter, width, theme);
        sheet.title(model);
        for (const ShownQuestion& one : shown) {
            sheet.say(20, one.question, sheet.colors.textDim);
            sheet.say(4, one.answer, one.bad ? sheet.colors.bad : sheet.colors.text, TypeSize::Heading,
                      Weight::Strong);
            sheet.say(4, one.doubts, sheet.colors.text);
            if (one.table.rows.empty())
                continue;
            sheet.y += 8;
            drawTable(sheet, one.table);
        }
        return sheet.end(16, Words::tr("Model %1.").arg(model));
    };
}

} // namespace shardscope::app
