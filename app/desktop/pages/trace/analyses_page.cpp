// SPDX-License-Identifier: GPL-3.0-or-later
// An analysis runs when it is first looked at; what the analyses share is kept between them.
#include "app/desktop/pages/trace/analyses_page.h"

#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/empty_state.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/report_view.h"
#include "app/session/text/messages.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace shardscope::app {
namespace {

constexpr int kListWidth = 248;
const QString kSlot = QStringLiteral("analysis");

QString text(std::string_view source) { return translated(std::string(source)); }

} // namespace

AnalysesPage::AnalysesPage(Workbench& workbench, QWidget* parent)
    : RunPage(workbench, parent)
    , m_list(new QListWidget)
    , m_hardwareLabel(new QLabel)
    , m_hardware(new QComboBox)
    , m_state(new QLabel)
    , m_view(new ReportView)
{
    auto* content = new QWidget(m_stack);
    auto* row = rowIn(content, 0);
    auto* side = sidePanel(kListWidth);
    auto* left = new QVBoxLayout(side);
    left->setContentsMargins(metrics::kGrid, metrics::kGrid * 2, metrics::kGrid, metrics::kGrid * 2);
    wrap(m_hardwareLabel, "section");
    m_hardwareLabel->setBuddy(m_hardware);
    m_hardware->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setObjectName(QStringLiteral("choices"));
    left->addWidget(m_list, 1);
    left->addWidget(m_hardwareLabel);
    left->addWidget(m_hardware);
    wrap(m_state, "dim");
    m_state->setMargin(metrics::kPageMargin);
    m_state->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(m_state);
    right->addWidget(m_view, 1);
    row->addWidget(side);
    row->addLayout(right, 1);

    connect(m_list, &QListWidget::currentRowChanged, this, &AnalysesPage::start);
    connect(m_hardware, &QComboBox::activated, this, [this] {
        m_reports.clear();
        start();
    });
    connect(m_view, &ReportView::spanWanted, this, &AnalysesPage::spanWanted);
    begin(content);
}

bool AnalysesPage::canExport() const { return m_view->report() != nullptr; }

const profiler::Analysis* AnalysesPage::chosen() const
{
    const auto all = profiler::builtinAnalyses();
    const int row = m_list->currentRow();
    return row >= 0 && static_cast<std::size_t>(row) < all.size() ? &all[static_cast<std::size_t>(row)]
                                                                  : nullptr;
}

void AnalysesPage::choose(const QString& key)
{
    for (int row = 0; row < m_list->count(); ++row) {
        if (m_list->item(row)->data(Qt::UserRole).toString() == key)
            m_list->setCurrentRow(row);
    }
    start();
}

void AnalysesPage::showRun()
{
    m_workbench.jobs().cancel(kSlot);
    m_reports.clear();
    m_input.reset();
    m_view->setReport(nullptr, {});
    const RunViewPtr run = m_workbench.run();
    m_stack->setCurrentIndex(run ? 1 : 0);
    if (!run || run->partial)
        return;
    m_input = std::make_shared<const profiler::AnalysisInput>(run->run);
    if (isVisible())
        start();
}

void AnalysesPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    if (m_list->currentRow() < 0)
        m_list->setCurrentRow(0);
    else
        start();
}

void AnalysesPage::start()
{
    const profiler::Analysis* analysis = chosen();
    if (!analysis || !m_input)
        return;
    m_workbench.jobs().cancel(kSlot);
    const std::string key(analysis->key);
    if (const auto known = m_reports.find(key); known != m_reports.end())
        return show(known->second);
    m_view->setReport(nullptr, {});
    emit canExportChanged();
    m_state->setText(tr("%1 is being worked out…").arg(text(analysis->title)));
    m_state->show();
    profiler::AnalysisOptions options;
    if (m_hardware->currentIndex() > 0) {
        auto hardware = m_workbench.catalog().hardware(m_hardware->currentText().toStdString());
        if (hardware.ok())
            options.hardware = std::move(hardware).value();
    }
    m_workbench.jobs().start(
        kSlot, text(analysis->title),
        [input = m_input, analysis, options](const core::Task& task) {
            return profiler::analyze(*analysis, *input, options, task);
        },
        [this, key](core::Result<core::Report> report) {
            if (!report.ok()) {
                if (report.error().code != core::ErrorCode::Cancelled)
                    m_state->setText(errorText(report.error()));
                return;
            }
            m_reports[key] = std::make_shared<const core::Report>(std::move(report).value());
            show(m_reports[key]);
        });
}

void AnalysesPage::show(const std::shared_ptr<const core::Report>& report)
{
    m_state->hide();
    m_view->setReport(report, chosen() ? text(chosen()->help) : QString());
    emit canExportChanged();
}

void AnalysesPage::fill()
{
    const QSignalBlocker quiet(m_list);
    const int row = m_list->currentRow();
    m_list->clear();
    for (const profiler::Analysis& analysis : profiler::builtinAnalyses()) {
        auto* item = new QListWidgetItem(text(analysis.title), m_list);
        // The title, too: the list is narrow.
        item->setToolTip(
            QStringList{item->text(), text(analysis.help), tr("Needs: %1").arg(text(analysis.needs))}.join(
                QLatin1Char('\n')));
        item->setData(Qt::UserRole,
                      QString::fromUtf8(analysis.key.data(), static_cast<qsizetype>(analysis.key.size())));
    }
    m_list->setCurrentRow(row);
}

void AnalysesPage::retranslate()
{
    m_empty->setTexts(
        tr("Find out where the time goes"),
        tr("Open a recorded run. The page works out what its devices did: how long they computed, "
           "communicated and waited, and why, with the evidence on the timeline."),
        tr("Open…"), tr("Open a sample"));
    m_list->setAccessibleName(tr("Analyses"));
    m_hardwareLabel->setText(tr("Peaks for utilisation and roofline"));
    m_hardware->setAccessibleName(m_hardwareLabel->text());
    const int chosenHardware = m_hardware->currentIndex();
    m_hardware->clear();
    m_hardware->addItem(tr("none"));
    for (const std::string& name : m_workbench.catalog().hardwareNames())
        m_hardware->addItem(QString::fromStdString(name));
    m_hardware->setCurrentIndex(std::max(0, chosenHardware));
    fill();
}

} // namespace shardscope::app
