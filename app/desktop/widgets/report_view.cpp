// SPDX-License-Identifier: GPL-3.0-or-later
// Built anew for each report: reports are small and seldom.
#include "app/desktop/widgets/report_view.h"

#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/flame_widget.h"
#include "app/desktop/charts/plot.h"
#include "app/desktop/widgets/figure_card.h"
#include "app/desktop/widgets/link_label.h"
#include "app/desktop/widgets/page_scroll_area.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "app/session/trace/analyses.h"
#include "core/report/columns.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr int kRowsShown = 14;
constexpr std::size_t kMostEvidence = 12;
constexpr std::size_t kFindingsAtFirst = 4;

int trackOf(const core::Mark& mark)
{
    return mark.track == core::Mark{}.track ? -1 : static_cast<int>(mark.track);
}

core::Table markTable(const std::vector<core::Mark>& marks)
{
    core::Table table{"marks", N_("Marked times"), {}, {}};
    table.columns = {core::textColumn("label", N_("What")), core::nanosColumn("begin", N_("Begin")),
                     core::nanosColumn("duration", N_("Duration"))};
    for (const core::Mark& mark : marks)
        table.rows.push_back({mark.label, mark.beginNs, mark.endNs - mark.beginNs});
    return table;
}

} // namespace

QString findingSentence(const core::Finding& finding)
{
    const QString text = findingText(finding, {});
    return finding.severity == core::Severity::Info || finding.severity == core::Severity::Notice
               ? text
               : QStringLiteral("%1: %2").arg(severityName(finding.severity), text);
}

ReportView::ReportView(QWidget* parent)
    : QWidget(parent)
    , m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    onLanguageChange(*this, [this] { rebuild(); });
}

void ReportView::setReport(std::shared_ptr<const core::Report> report, const QString& help)
{
    m_report = std::move(report);
    m_help = help;
    rebuild();
}

void ReportView::rebuild()
{
    delete m_body;
    m_body = nullptr;
    if (!m_report)
        return;
    auto* content = new QWidget;
    auto* column = pageColumn(content, metrics::kGrid * 2);
    column->addWidget(sentenceLabel(translated(m_report->title), Role::Title));
    if (!m_help.isEmpty())
        column->addWidget(sentenceLabel(m_help, Role::Dim));
    addFirst(column, kFindingsAtFirst, m_report->findings.size(),
             [this](QVBoxLayout* to, std::size_t index) { addFinding(to, m_report->findings[index]); });
    addPlots(column);
    addTables(column);
    addMarks(column);
    column->addStretch(1);
    m_body = new PageScrollArea(content, this);
    m_layout->addWidget(m_body);
}

void ReportView::addFinding(QVBoxLayout* column, const core::Finding& finding)
{
    if (finding.evidence.empty()) {
        column->addWidget(sentenceLabel(findingSentence(finding), Role::Plain));
        return;
    }
    auto* link = new LinkLabel;
    link->setLink(findingSentence(finding));
    link->setToolTip(tr("Show it on the timeline"));
    const auto jump = [this](const core::Mark& mark) {
        emit spanWanted(mark.beginNs, mark.endNs, trackOf(mark));
    };
    connect(link, &LinkLabel::clicked, this, [jump, mark = finding.evidence.front()] { jump(mark); });
    column->addWidget(link);
    if (finding.evidence.size() < 2)
        return;
    auto* row = new QHBoxLayout;
    row->setContentsMargins(metrics::kGrid, 0, 0, metrics::kHalfGrid);
    row->setSpacing(metrics::kHalfGrid);
    for (std::size_t index = 0; index < std::min(finding.evidence.size(), kMostEvidence); ++index) {
        const core::Mark& mark = finding.evidence[index];
        auto* button = new QPushButton(nanosString(mark.endNs - mark.beginNs, 3));
        setRole(*button, Role::Link);
        button->setToolTip(shownText(mark.label));
        button->setAccessibleName(tr("Evidence %1: %2").arg(index + 1).arg(button->text()));
        connect(button, &QPushButton::clicked, this, [jump, mark] { jump(mark); });
        row->addWidget(button);
    }
    row->addStretch(1);
    column->addLayout(row);
}

void addFirst(QVBoxLayout* column, std::size_t first, std::size_t count, const AddEntry& add)
{
    auto* all = new QVBoxLayout;
    all->setSpacing(metrics::kHalfGrid);
    for (std::size_t index = 0; index < std::min(first, count); ++index)
        add(all, index);
    if (first < count) {
        auto* rest = new QWidget;
        auto* restColumn = columnIn(rest, metrics::kHalfGrid);
        for (std::size_t index = first; index < count; ++index)
            add(restColumn, index);
        rest->hide();
        auto* more = new QPushButton(ReportView::tr("%n more", nullptr, static_cast<int>(count - first)));
        setRole(*more, Role::Link);
        QObject::connect(more, &QPushButton::clicked, rest, [rest, more] {
            rest->show();
            more->hide();
        });
        all->addWidget(more, 0, Qt::AlignLeft);
        all->addWidget(rest);
    }
    column->addLayout(all);
}

void ReportView::addPlots(QVBoxLayout* column)
{
    for (const std::vector<core::Series>& series : plotsOf(*m_report)) {
        auto* plot = new PlotWidget;
        plot->setSeries(series);
        auto* twin = new TableView;
        twin->setRowsShown(kRowsShown);
        twin->setTable(seriesTable(series));
        auto* card = new FigureCard(plot, twin);
        const core::Series& first = series.front();
        const bool bySteps = first.key.starts_with("step_time.") || first.key.starts_with("utilization.");
        card->setTitle(bySteps              ? tr("Step by step")
                       : series.size() == 1 ? seriesTitle(first)
                                            : tr("Over time"));
        column->addWidget(card);
    }
}

void ReportView::addTables(QVBoxLayout* column)
{
    for (const core::Table& source : m_report->tables) {
        const auto table = std::make_shared<const core::Table>(source);
        if (isCallTree(*table)) {
            auto* twin = new TableView;
            twin->setRowsShown(kRowsShown);
            twin->setTable(table);
            auto* card = new FigureCard(new FlameWidget(table), twin);
            card->setTitle(translated(table->title));
            column->addWidget(card);
            continue;
        }
        column->addWidget(sentenceLabel(translated(table->title), Role::Heading));
        const std::vector<std::size_t> columns = barColumns(*table);
        if (!columns.empty()) {
            auto* bars = new SceneFigure;
            auto* choice = new QComboBox;
            choice->setAccessibleName(tr("Column of %1 drawn as bars").arg(translated(table->title)));
            for (const std::size_t index : columns)
                choice->addItem(translated(table->columns[index].title), static_cast<int>(index));
            showTableBars(*bars, table, columns.front());
            connect(choice, &QComboBox::currentIndexChanged, bars, [bars, table, choice](int at) {
                showTableBars(*bars, table, static_cast<std::size_t>(choice->itemData(at).toInt()));
            });
            auto* row = new QHBoxLayout;
            row->addWidget(choice);
            row->addStretch(1);
            column->addLayout(row);
            column->addWidget(bars);
        }
        auto* view = new TableView;
        view->setRowsShown(kRowsShown);
        view->setTable(table);
        column->addWidget(view);
    }
}

void ReportView::addMarks(QVBoxLayout* column)
{
    if (m_report->marks.empty())
        return;
    const auto table = std::make_shared<const core::Table>(markTable(m_report->marks));
    column->addWidget(sentenceLabel(translated(table->title), Role::Heading));
    auto* view = new TableView;
    view->setRowsShown(kRowsShown);
    view->setTable(table);
    connect(view, &TableView::cellActivated, this, [this](int row, int) {
        const core::Mark& mark = m_report->marks[static_cast<std::size_t>(row)];
        emit spanWanted(mark.beginNs, mark.endNs, trackOf(mark));
    });
    column->addWidget(view);
}

} // namespace shardscope::app
