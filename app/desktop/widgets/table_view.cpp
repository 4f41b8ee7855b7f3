// SPDX-License-Identifier: GPL-3.0-or-later
// The one view of every table.
#include "app/desktop/widgets/table_view.h"

#include "app/desktop/base/jobs.h"
#include "app/desktop/base/language.h"
#include "app/desktop/theme/theme.h"
#include "core/report/table_file.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>

#include <algorithm>
#include <vector>

namespace shardscope::app {
namespace {

constexpr int kWidestColumn = 360;

} // namespace

TableView::TableView(QWidget* parent)
    : QTableView(parent)
{
    m_sorted.setSourceModel(&m_model);
    m_sorted.setSortRole(SortRole);
    setModel(&m_sorted);
    setSortingEnabled(true);
    sortByColumn(-1, Qt::AscendingOrder);
    setAlternatingRowColors(true);
    setShowGrid(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setTabKeyNavigation(false);
    setWordWrap(false);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(26);
    horizontalHeader()->setHighlightSections(false);
    connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) {
        if (index.isValid())
            emit cellActivated(index.data(RowRole).toInt(), index.column());
    });
    connect(this, &TableView::cellActivated, this, [this](int row, int column) {
        const std::string& path =
            table()->note(static_cast<std::size_t>(row), static_cast<std::size_t>(column)).path;
        if (!path.empty())
            emit explainRequested(QString::fromStdString(path));
    });
    onLanguageChange(*this, [this] {
        if (table())
            setAccessibleName(translated(table()->title));
        fitColumns();
    });
}

void TableView::setTable(std::shared_ptr<const core::Table> table)
{
    const core::Table* before = m_model.table().get();
    const bool sameShape = before != nullptr && table && before->columns.size() == table->columns.size() &&
                           !before->rows.empty(); // an empty one has said nothing of widths
    setAccessibleName(table ? translated(table->title) : QString());
    const bool grown = sameShape && table->rows.size() > before->rows.size();
    m_model.setTable(std::move(table));
    if (!sameShape)
        fitColumns();
    else if (grown)
        widenColumns();
    // Text may take what room is left; a number would stand far from its row.
    const auto* shown = m_model.table().get();
    horizontalHeader()->setStretchLastSection(shown && !shown->columns.empty() &&
                                              shown->columns.back().kind == core::CellKind::Text);
    updateGeometry();
}

void TableView::fitColumns()
{
    resizeColumnsToContents();
    for (int column = 0; column < m_sorted.columnCount(); ++column)
        setColumnWidth(column, std::min(columnWidth(column) + metrics::kGrid, kWidestColumn));
}

void TableView::widenColumns()
{
    std::vector<int> before;
    for (int column = 0; column < m_sorted.columnCount(); ++column)
        before.push_back(columnWidth(column));
    fitColumns();
    for (int column = 0; column < m_sorted.columnCount(); ++column)
        setColumnWidth(column, std::max(columnWidth(column), before[static_cast<std::size_t>(column)]));
}

void TableView::setRowsShown(int most)
{
    m_mostRows = most;
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    updateGeometry();
}

void TableView::showRow(int row)
{
    const QModelIndex shown = m_sorted.mapFromSource(m_model.index(row, 0));
    setCurrentIndex(shown);
    scrollTo(shown);
}

QSize TableView::sizeHint() const
{
    if (m_mostRows == 0)
        return QTableView::sizeHint();
    const int rows = std::clamp(m_sorted.rowCount(), 1, m_mostRows);
    return {320, horizontalHeader()->sizeHint().height() + rows * verticalHeader()->defaultSectionSize() + 2 +
                     horizontalScrollBar()->sizeHint().height()};
}

void TableView::copy() const
{
    QStringList lines;
    QModelIndexList rows = selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    for (const QModelIndex& row : rows) {
        QStringList cells;
        for (int column = 0; column < m_sorted.columnCount(); ++column)
            cells << row.siblingAtColumn(column).data().toString();
        lines << cells.join(QLatin1Char('\t'));
    }
    QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

void TableView::saveCsv()
{
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Save the table"), QString::fromStdString(table()->key) + QStringLiteral(".csv"),
        tr("Comma-separated values (*.csv)"));
    if (Jobs* jobs = file.isEmpty() ? nullptr : Jobs::of(*this))
        jobs->write(file, tr("Writing a table"), [table = table(), file](const core::Task& task) {
            return core::writeCsv(*table, file.toStdString(), task);
        });
}

void TableView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        copy();
        return;
    }
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid()) {
        emit cellActivated(currentIndex().data(RowRole).toInt(), currentIndex().column());
        return;
    }
    QTableView::keyPressEvent(event);
}

void TableView::contextMenuEvent(QContextMenuEvent* event)
{
    if (!table())
        return;
    QMenu menu;
    QAction* copyRows = menu.addAction(tr("Copy"), this, &TableView::copy);
    copyRows->setEnabled(selectionModel()->hasSelection());
    menu.addAction(tr("Save as CSV…"), this, &TableView::saveCsv);
    menu.exec(event->globalPos());
}

} // namespace shardscope::app
