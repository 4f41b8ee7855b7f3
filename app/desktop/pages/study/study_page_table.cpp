// SPDX-License-Identifier: GPL-3.0-or-later
// The scenarios' table with its filter and groups, and what the sliders make of the study.
#include "app/desktop/machine/what_if_bar.h"
#include "app/desktop/memo/memo_parts.h"
#include "app/desktop/pages/study/solved_rows.h"
#include "app/desktop/pages/study/study_page.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/study/study_view.h"
#include "core/base/text_mark.h"
#include "core/report/columns.h"

#include <QComboBox>
#include <QLineEdit>
#include <QRegularExpression>

#include <algorithm>

namespace shardscope::app {
namespace {

const QString kWhatIfSlot = QStringLiteral("study what if");

constexpr const char* kColumns[]{"scenario",          "holds",         "training_seconds",
                                 "low_seconds",       "high_seconds",  "cost",
                                 "energy_joules",     "carbon_kg",     "goodput",
                                 "tokens_per_second", "share_of_peak", "memory_left_bytes",
                                 "framework",         "layout",        "checkpoint_interval_seconds",
                                 "nearest_run",       "machine"};
/// The rows that are not solved yet, behind those that are, with the columns of these.
void addWaiting(core::Table& table, const std::vector<ScenarioRow>& rows, bool asked)
{
    if (table.columns.empty()) {
        table = {"scenarios",
                 N_("Scenarios"),
                 {core::textColumn("scenario", N_("Scenario")),
                  core::wordColumn(core::Words::Text, "holds", N_("Holds"))},
                 {},
                 {}};
    }
    for (const ScenarioRow& row : rows) {
        if (row.solved)
            continue;
        std::vector<core::Cell> cells(table.columns.size());
        cells[0] = row.scenario.name;
        if (asked)
            cells[1] = std::string(row.error     ? N_("cannot be asked")
                                   : row.stopped ? N_("stopped")
                                                 : N_("being solved"));
        table.rows.push_back(std::move(cells));
    }
}

} // namespace

/// The scenarios that the filter leaves, grouped as it is wanted.
void StudyPage::showTable()
{
    core::Table table = shownStudy() ? studyColumns(*shownStudy(), kColumns) : core::Table{};
    addWaiting(table, m_rows->rows(), m_study.job.tokens > 0);
    const QString asked = m_filter->text().trimmed();
    StudyView view;
    view.group = m_group->currentData().toString().toStdString();
    const bool condition = asked.contains(QRegularExpression(QStringLiteral("[=<>~]")));
    if (condition)
        view.where.push_back(asked.toStdString());
    if (!table.columnIndex(view.group))
        view.group.clear();
    if (auto chosen = viewed(table, view); chosen.ok())
        table = std::move(*chosen);
    const std::size_t name = table.columnIndex("scenario").value_or(0);
    if (!asked.isEmpty() && !condition)
        std::erase_if(table.rows, [&](const std::vector<core::Cell>& row) {
            return std::ranges::none_of(row, [&](const core::Cell& cell) {
                const auto* text = std::get_if<std::string>(&cell);
                return text != nullptr && QString::fromStdString(*text).contains(asked, Qt::CaseInsensitive);
            });
        });
    m_shown.clear();
    for (const std::vector<core::Cell>& row : table.rows) {
        const auto* text = std::get_if<std::string>(&row[name]);
        m_shown.push_back(text != nullptr ? *text : std::string());
    }
    m_table->setTable(std::move(table));
}

void StudyPage::ask()
{
    m_workbench.jobs().cancel(kWhatIfSlot);
    if (!m_solved || m_whatIf->asked().asksNothing()) {
        m_moved.reset();
        m_whatIf->answer({});
        showAnswer();
        return;
    }
    m_workbench.jobs().start(
        kWhatIfSlot, tr("Asking what if"),
        [catalog = m_workbench.catalog(), solved = m_solved, asked = m_whatIf->asked()](
            const core::Task& task) { return studyWhatIf(catalog, *solved, asked, task); },
        [this](core::Result<SolvedStudy> moved) {
            m_moved = moved.ok() ? std::make_shared<const SolvedStudy>(std::move(*moved)) : nullptr;
            m_whatIf->answer(
                tr("What if: the plans stay as they are, and are counted anew. A search may find "
                   "better ones."));
            showAnswer();
        });
}

/// What is asked becomes each scenario's own, and is searched where a plan may change by it.
void StudyPage::keepAsked()
{
    const StudyWhatIf asked = m_whatIf->asked();
    m_whatIf->say({});
    m_moved.reset();
    m_whatIf->answer({});
    change(studyWith(m_workbench.catalog(), m_study, asked));
}

} // namespace shardscope::app
