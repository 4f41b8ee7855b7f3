// SPDX-License-Identifier: GPL-3.0-or-later
// Every edit is checked as a model file is, and can be undone.
#include "app/desktop/pages/model_page.h"

#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/layer_strip.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/figure_card.h"
#include "app/desktop/widgets/page_scroll_area.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/plan/commands.h"
#include "app/session/recommender/table_edit.h"
#include "app/session/tables/layer_runs.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "core/base/text_mark.h"
#include "core/report/columns.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace shardscope::app {
namespace {

/// What is fixed of a table goes with its new name.
void renameFixed(const std::vector<core::EmbeddingTable>& before,
                 const std::vector<core::EmbeddingTable>& after,
                 std::map<std::string, core::TableConstraint>& fixed)
{
    if (before.size() != after.size())
        return;
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (before[i].name == after[i].name)
            continue;
        auto moved = fixed.extract(before[i].name);
        if (moved.empty())
            continue;
        moved.key() = after[i].name;
        fixed.insert(std::move(moved));
    }
}

} // namespace

ModelPage::ModelPage(Workbench& workbench, QWidget* parent)
    : StackedPage(workbench, parent)
    , m_figures(new TableView)
    , m_strip(new SceneFigure)
    , m_layers(new TableView)
    , m_stripCard(new FigureCard(m_strip, m_layers))
{
    m_sorted.setSourceModel(&m_model);
    m_sorted.setSortRole(SortRole);
    m_sorted.setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_sorted.setFilterKeyColumn(-1); // any column
    m_title = new QLabel(this);
    setRole(*m_title, Role::Heading);
    m_source = new QLabel(this);
    wrapText(m_source, Role::Dim);
    for (TableView* table : {m_layers, m_figures}) // the page scrolls, no table in it does
        table->setRowsShown(std::numeric_limits<int>::max());
    auto* content = new QWidget;
    auto* about = columnIn(content, metrics::kGrid * 2);
    m_stripCard->setFigureName(QStringLiteral("model.layers"));
    about->addWidget(m_stripCard);
    about->addWidget(m_figures);
    about->addStretch();
    m_about = new PageScrollArea(content, m_stack);
    connect(m_strip, &FigureWidget::hovered, this, &Page::hint);
    m_stack->addWidget(m_about);
    m_stack->addWidget(makeEditor());
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(metrics::kPageMargin, metrics::kGrid * 2, metrics::kPageMargin,
                               metrics::kGrid * 2);
    column->setSpacing(metrics::kGrid);
    column->addWidget(m_title);
    column->addWidget(m_source);
    column->addWidget(m_stack, 1);
    connect(&m_workbench, &Workbench::stateChanged, this, &ModelPage::refresh);
    connect(&m_model, &EmbeddingTableModel::edited, this,
            [this](const std::vector<core::EmbeddingTable>& tables) { apply(tables, N_("Edit a table")); });
    connect(
        &m_model, &EmbeddingTableModel::constrained, this,
        [this](const std::string& table, const core::TableConstraint& constraint) {
            say(QString());
            m_workbench.edit(withConstraint(m_workbench.state(), table, constraint), {N_("Fix %1"), {table}});
        });
    connect(&m_model, &EmbeddingTableModel::refused, this, &ModelPage::say);
    keepTranslated(*this, [this] { retranslate(); });
}

QWidget* ModelPage::makeEditor()
{
    auto* body = new QWidget;
    auto* column = columnIn(body, metrics::kGrid);
    auto* bar = new QHBoxLayout;
    m_filter = new QLineEdit(body);
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(320);
    bar->addWidget(m_filter, 1);
    bar->addStretch();
    for (QPushButton** button : {&m_add, &m_remove, &m_copy, &m_paste}) {
        *button = new QPushButton(body);
        bar->addWidget(*button);
    }
    m_editor = new QTableView(body);
    m_editor->setModel(&m_sorted);
    m_editor->setSortingEnabled(true);
    m_editor->sortByColumn(-1, Qt::AscendingOrder); // the file's own order
    m_editor->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_editor->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                              QAbstractItemView::AnyKeyPressed);
    m_editor->setAlternatingRowColors(true);
    m_editor->setWordWrap(false);
    m_editor->verticalHeader()->hide();
    m_editor->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_editor->horizontalHeader()->setStretchLastSection(false);
    m_editor->installEventFilter(this);
    m_totals = new QLabel(body);
    wrapText(m_totals);
    m_message = new QLabel(body);
    wrap(m_message, Role::TitleBad);
    m_message->hide();
    column->addLayout(bar);
    column->addWidget(m_message);
    column->addWidget(m_editor, 1);
    column->addWidget(m_totals);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_sorted.setFilterFixedString(text);
        refreshTotals();
    });
    connect(m_add, &QPushButton::clicked, this, &ModelPage::addTable);
    connect(m_remove, &QPushButton::clicked, this, &ModelPage::removeSelected);
    connect(m_paste, &QPushButton::clicked, this, [this] { paste(QApplication::clipboard()->text()); });
    connect(m_copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(copied()); });
    return body;
}

std::shared_ptr<const core::Table> ModelPage::shown() const
{
    const auto& model = m_workbench.state().model;
    if (!model)
        return nullptr;
    if (model->recommender() == nullptr)
        return std::make_shared<const core::Table>(modelFigures(*model));
    core::Table table{"tables", N_("Embedding tables"), {}, {}};
    for (int column = 0; column < m_sorted.columnCount(); ++column)
        table.columns.push_back(
            core::textColumn("column", m_sorted.headerData(column, Qt::Horizontal).toString().toStdString()));
    for (int row = 0; row < m_sorted.rowCount(); ++row) {
        std::vector<core::Cell> cells;
        for (int column = 0; column < m_sorted.columnCount(); ++column)
            cells.emplace_back(m_sorted.index(row, column).data().toString().toStdString());
        table.rows.push_back(std::move(cells));
    }
    return std::make_shared<const core::Table>(std::move(table));
}

QStringList ModelPage::said() const
{
    QStringList lines{m_source->text()};
    if (m_stack->currentWidget() != m_about)
        lines << m_totals->text();
    lines.removeAll(QString());
    return lines;
}

void ModelPage::say(const QString& sentence)
{
    m_message->setText(sentence);
    m_message->setVisible(!sentence.isEmpty());
}

void ModelPage::apply(std::vector<core::EmbeddingTable> tables, const StepName& step)
{
    const PlanState& state = m_workbench.state();
    if (!state.model)
        return;
    auto model = withTables(*state.model, std::move(tables));
    if (!model.ok())
        return say(errorText(model.error()));
    say(QString());
    PlanState next = state;
    renameFixed(state.model->recommender()->tables, model->recommender()->tables, next.plan.placement);
    next.model = std::make_shared<const core::ModelSpec>(std::move(model).value());
    m_workbench.edit(std::move(next), step);
}

void ModelPage::paste(const QString& text)
{
    const std::vector<core::EmbeddingTable>& own = m_model.tables();
    const auto pasted = pastedTables(text.toStdString(), own.empty() ? core::EmbeddingTable{} : own.back());
    if (!pasted.ok())
        return say(tr("Nothing was pasted: %1").arg(errorText(pasted.error())));
    std::vector<core::EmbeddingTable> next = own;
    for (core::EmbeddingTable table : *pasted) {
        table.name = freshName(table.name, next);
        next.push_back(std::move(table));
    }
    apply(std::move(next), N_("Paste tables"));
}

void ModelPage::addTable()
{
    std::vector<core::EmbeddingTable> next = m_model.tables();
    core::EmbeddingTable table = next.empty() ? core::EmbeddingTable{} : next.back();
    if (next.empty()) {
        table.rows = 1'000'000;
        table.dim = 64;
    }
    table.name = freshName("table", next);
    next.push_back(table);
    apply(std::move(next), N_("Add a table"));
    m_editor->scrollToBottom();
}

std::vector<std::size_t> ModelPage::selectedRows() const
{
    std::set<std::size_t> rows;
    for (const QModelIndex& index : m_editor->selectionModel()->selectedIndexes())
        rows.insert(static_cast<std::size_t>(index.data(RowRole).toInt()));
    return {rows.begin(), rows.end()};
}

void ModelPage::removeSelected()
{
    const std::vector<std::size_t> rows = selectedRows();
    if (rows.empty())
        return;
    std::vector<core::EmbeddingTable> next;
    for (std::size_t row = 0; row < m_model.tables().size(); ++row) {
        if (!std::ranges::binary_search(rows, row))
            next.push_back(m_model.tables()[row]);
    }
    if (next.empty())
        return say(tr("A recommender keeps at least one table."));
    apply(std::move(next), N_("Remove tables"));
}

QString ModelPage::copied() const
{
    std::vector<core::EmbeddingTable> tables;
    for (const std::size_t row : selectedRows())
        tables.push_back(m_model.tables()[row]);
    return QString::fromStdString(tablesAsText(tables.empty() ? m_model.tables() : tables));
}

bool ModelPage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_editor && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Paste)) {
            paste(QApplication::clipboard()->text());
            return true;
        }
        if (key->matches(QKeySequence::Copy)) {
            QApplication::clipboard()->setText(copied());
            return true;
        }
        if (key->matches(QKeySequence::Delete)) {
            removeSelected();
            return true;
        }
    }
    return Page::eventFilter(watched, event);
}

QString ModelPage::whyNoPicture() const
{
    return m_workbench.state().model ? QString() : tr("No model is open.");
}

QWidget& ModelPage::contentFront() { return m_stack->currentWidget() == m_about ? *m_about : *m_editor; }

void ModelPage::refresh()
{
    emit canExportChanged();
    const auto& model = m_workbench.state().model;
    m_title->setVisible(model != nullptr);
    m_source->setVisible(model != nullptr);
    if (!model) {
        m_stack->setCurrentIndex(0);
        return;
    }
    m_title->setText(titleOf(m_workbench.state().model));
    m_source->setText(shownText(model->source));
    m_source->setVisible(!model->source.empty());
    if (const core::Recommender* recommender = model->recommender()) {
        m_model.setTables(recommender->tables, m_workbench.state().plan.placement);
        m_stack->setCurrentIndex(2);
        refreshTotals();
        return;
    }
    const bool layered = !layerRuns(*model).empty();
    m_stripCard->setVisible(layered);
    m_strip->setMaker(
        layered ? [model](double width, const Theme& theme) { return layerStripScene(*model, width, theme); }
                : SceneFigure::Maker());
    m_layers->setTable(layerTable(*model));
    m_figures->setTable(modelFigures(*model));
    m_stack->setCurrentIndex(1);
}

void ModelPage::refreshTotals()
{
    const auto& model = m_workbench.state().model;
    if (!model || !model->recommender())
        return;
    core::Recommender shown = *model->recommender();
    const bool filtered = !m_filter->text().isEmpty();
    if (filtered) {
        shown.tables.clear();
        for (int row = 0; row < m_sorted.rowCount(); ++row)
            shown.tables.push_back(
                m_model.tables()[static_cast<std::size_t>(m_sorted.index(row, 0).data(RowRole).toInt())]);
    }
    double rows = 0;
    for (const core::EmbeddingTable& table : shown.tables)
        rows += static_cast<double>(table.rows) * static_cast<double>(table.count);
    const QString totals =
        tr("%1 tables, %2 rows, %3 parameters; weights %4, optimizer state %5; a sample looks up %6 ids")
            .arg(integerString(shown.tableCount()), countString(rows),
                 countString(shown.embeddingParameters()), quantityString(shown.embeddingBytes()),
                 quantityString(shown.embeddingOptimizerBytes()),
                 quantityString(shown.lookupsPerSample(), core::kNumber));
    m_totals->setText(filtered ? tr("Shown: %1").arg(totals) : tr("In total: %1").arg(totals));
}

void ModelPage::retranslate()
{
    m_empty->setTexts(tr("See what a model is made of"),
                      tr("Open a model file, a DLRM command line or a list of tables. For a recommendation "
                         "model, its tables can be edited here, and pasted from a spreadsheet."),
                      tr("Open…"), tr("Open a sample"));
    m_filter->setPlaceholderText(tr("Filter tables"));
    m_filter->setAccessibleName(tr("Filter tables"));
    m_add->setText(tr("Add"));
    m_remove->setText(tr("Remove"));
    m_copy->setText(tr("Copy"));
    m_paste->setText(tr("Paste"));
    m_paste->setToolTip(tr("Rows of a spreadsheet: name, rows, dim, pooling, format, optimizer, count, skew, "
                           "with or without titles"));
    m_editor->setAccessibleName(tr("Embedding tables"));
    m_figures->setAccessibleName(tr("Figures of the model"));
    m_stripCard->setTitle(tr("Layer by layer"));
    m_strip->setAccessibleName(tr("Layer by layer"));
    m_layers->setAccessibleName(tr("Layer by layer"));
    m_model.retranslate();
    refresh();
}

} // namespace shardscope::app
