// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/compare/difference_tables.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/compare/difference_texts.h"
#include "app/session/compare/difference_views.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTabBar>

#include <algorithm>
#include <limits>
#include <utility>

namespace shardscope::app {
namespace {

constexpr std::size_t kFirstRows = 20; ///< until all are asked for
constexpr const char* kParts = "categories";
constexpr const char* kPlaces = "places";
constexpr const char* kDifferenceRows = "rows";

} // namespace

DifferenceTables::DifferenceTables(QWidget* parent)
    : FigureCard(new TableView, nullptr, parent)
    , m_tabs(new QTabBar)
    , m_all(new QPushButton)
    , m_table(figure<TableView>())
{
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    setRole(*m_all, Role::Link);
    m_all->hide();
    auto* bar = new QWidget;
    auto* row = rowIn(bar);
    row->addWidget(m_tabs);
    row->addStretch();
    row->addWidget(m_all);
    addRow(bar);
    m_table->setRowsShown(std::numeric_limits<int>::max()); // the page scrolls, no table in it does
    connect(m_tabs, &QTabBar::currentChanged, this, [this] {
        m_only.reset();
        m_whole = false;
        show();
    });
    connect(m_all, &QPushButton::clicked, this, &DifferenceTables::showAll);
    connect(m_table, &TableView::cellActivated, this, [this](int row) { open(row); });
    retranslate();
}

void DifferenceTables::setShown(const ShownDifferencePtr& shown)
{
    const std::string before = shownTable();
    m_shown = shown;
    m_only.reset();
    m_tables.clear();
    m_ofPlaces.clear();
    if (m_shown) {
        m_tables = differenceReport(m_shown->difference, 0).tables;
        std::erase_if(m_tables, [](const core::Table& table) { return table.key == "waterfall"; });
        const auto rows = std::ranges::find(m_tables, kDifferenceRows, &core::Table::key);
        if (rows != m_tables.end()) {
            PlacesTable places = placesTable(m_shown->difference);
            m_ofPlaces = std::move(places.rows);
            m_tables.insert(rows, std::move(places.table));
        }
    }
    {
        const QSignalBlocker quiet(m_tabs);
        while (m_tabs->count() > 0)
            m_tabs->removeTab(0);
        for (std::size_t at = 0; at < m_tables.size(); ++at)
            m_tabs->addTab(QString());
    }
    retranslate();
    showTable(before);
}

std::string DifferenceTables::shownTable() const
{
    const auto at = static_cast<std::size_t>(std::max(0, m_tabs->currentIndex()));
    return at < m_tables.size() ? m_tables[at].key : std::string(kPlaces);
}

void DifferenceTables::showTable(const std::string& key)
{
    const auto found = std::ranges::find(m_tables, key, &core::Table::key);
    {
        const QSignalBlocker quiet(m_tabs);
        m_tabs->setCurrentIndex(found == m_tables.end() ? 0 : static_cast<int>(found - m_tables.begin()));
    }
    m_only.reset();
    m_whole = false;
    show();
}

void DifferenceTables::showAll()
{
    m_whole = !m_only; // of some operations first to all operations, then to all rows
    m_only.reset();
    show();
}

void DifferenceTables::showTerm(core::StepTerm term)
{
    if (!m_shown)
        return;
    const std::vector<profiler::RowDifference>& all = m_shown->difference.steps.rows;
    std::vector<std::size_t> rows;
    for (std::size_t at = 0; at < all.size(); ++at) {
        if (all[at].term == term)
            rows.push_back(at);
    }
    if (rows.empty()) // of gaps there are no operations: the parts say what there is
        return showTable(kParts);
    showOnly(std::move(rows), translated(termWord(term)));
}

void DifferenceTables::showOnly(std::vector<std::size_t> rows, const QString& why)
{
    showTable(kDifferenceRows);
    m_only = std::move(rows);
    show();
    setSentence(tr("Operations of: %1").arg(why));
}

void DifferenceTables::show()
{
    const auto at = static_cast<std::size_t>(std::max(0, m_tabs->currentIndex()));
    setSentence({});
    m_all->setVisible(m_only.has_value());
    m_all->setText(tr("All operations"));
    if (at >= m_tables.size())
        return m_table->setTable(nullptr);
    core::Table table = m_tables[at];
    if (m_only) {
        std::vector<std::vector<core::Cell>> rows;
        for (const std::size_t row : *m_only) {
            if (row < table.rows.size())
                rows.push_back(table.rows[row]);
        }
        table.rows = std::move(rows);
    } else if (!m_whole && table.rows.size() > kFirstRows) {
        m_all->setText(tr("All %1 rows").arg(table.rows.size()));
        m_all->setVisible(true);
        table.rows.resize(kFirstRows);
    }
    m_table->setTable(std::move(table));
}

void DifferenceTables::open(int row)
{
    const auto at = static_cast<std::size_t>(row);
    const std::string key = shownTable();
    if (!m_shown || row < 0)
        return;
    const profiler::StepDifference& steps = m_shown->difference.steps;
    if (key == kParts && at < steps.terms.size()) {
        const core::StepTerm term = steps.terms[at].term;
        showTerm(term);
        emit termWanted(term);
    } else if (key == kPlaces && at < m_ofPlaces.size()) {
        const core::Table& places = *m_table->table();
        showOnly(m_ofPlaces[at],
                 cellString(places, at, 0) + QStringLiteral(", ") + cellString(places, at, 1));
    } else if (key == kDifferenceRows) {
        const std::size_t index = m_only && at < m_only->size() ? (*m_only)[at] : at;
        if (index >= steps.rows.size())
            return;
        const profiler::RowDifference& one = steps.rows[index];
        const auto each = [](double seconds, double count) {
            return count > 0 ? quantityString(seconds / count, core::kSecond) : QStringLiteral("–");
        };
        constexpr qsizetype kMost = 240;
        const QString a = shownText(operationsText(one.operationsA)).left(kMost);
        const QString b = shownText(operationsText(one.operationsB)).left(kMost);
        setSentence(tr("A: %1, %2 a call. B: %3, %4 a call.")
                        .arg(a.isEmpty() ? tr("nothing") : a, each(one.a, one.countA),
                             b.isEmpty() ? tr("nothing") : b, each(one.b, one.countB)));
        emit termWanted(one.term);
    }
}

void DifferenceTables::retranslate()
{
    FigureCard::retranslate();
    setTitle(tr("Where it differs"));
    m_tabs->setAccessibleName(tr("What the table is by"));
    m_table->setToolTip(tr("A row leads to the operations behind it, and to their places on the ruler"));
    for (std::size_t at = 0; at < m_tables.size() && static_cast<int>(at) < m_tabs->count(); ++at)
        m_tabs->setTabText(static_cast<int>(at), m_tables[at].key == kParts ? tr("By part")
                                                 : m_tables[at].key == kDifferenceRows
                                                     ? tr("By operation")
                                                     : translated(m_tables[at].title));
}

} // namespace shardscope::app
