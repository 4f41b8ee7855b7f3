// SPDX-License-Identifier: GPL-3.0-or-later
// An analysis runs when it is first looked at; what the analyses share is kept between them.
#include "app/desktop/pages/trace/analyses_page.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/pages/trace/job_titles.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/report_view.h"
#include "app/session/simulate/simulation_words.h"
#include "app/session/text/messages.h"
#include "app/session/trace/recorded_hardware.h"

#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <set>
#include <string_view>

namespace shardscope::app {
namespace {

constexpr int kListWidth = 248;
const QString kSlot = QStringLiteral("analysis");

QString text(std::string_view source) { return translated(std::string(source)); }

using InputPtr = std::shared_ptr<const profiler::AnalysisInput>;

struct Analyzed {
    core::Report report;
    InputPtr part; ///< what it is of
};

/// What of \p whole lies in \p area: its time, its rank where all tracks of the area are one's, and of the
/// jobs the first that it has a track of.
profiler::Selection selectionOf(const profiler::AnalysisInput& whole, const SelectedArea& area)
{
    const core::Timeline& timeline = whole.timeline();
    profiler::Selection selection;
    selection.fromNs = area.begin - timeline.begin();
    selection.toNs = area.end - timeline.begin();
    const auto rankOf = [&](core::TrackId track) {
        const auto part = std::ranges::find_if(whole.ranks(), [&](const profiler::RankPart& one) {
            return std::ranges::find(one.tracks, track) != one.tracks.end();
        });
        return part == whole.ranks().end() ? -1 : part->rank;
    };
    const profiler::Jobs jobs = profiler::jobsOf(whole.run());
    selection.job = area.tracks.empty() ? 0 : jobs.count - 1;
    std::set<std::int32_t> ranks;
    for (const core::TrackId track : area.tracks) {
        ranks.insert(rankOf(track));
        selection.job = std::min(*selection.job, jobs.of(timeline.tracks()[track.index()].source));
    }
    if (ranks.size() == 1 && *ranks.begin() >= 0)
        selection.rank = *ranks.begin();
    return selection;
}

} // namespace

AnalysesPage::AnalysesPage(Workbench& workbench, QWidget* parent)
    : RunPage(workbench, parent)
    , m_list(new QListWidget)
    , m_scopeLabel(new QLabel)
    , m_scope(new QComboBox)
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
    wrap(m_hardwareLabel, Role::Section);
    m_hardwareLabel->setBuddy(m_hardware);
    m_hardware->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setTextElideMode(Qt::ElideRight);
    setRole(*m_list, Role::Choices);
    setRole(*m_scopeLabel, Role::Section);
    m_scopeLabel->setBuddy(m_scope);
    m_scope->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    left->addWidget(m_scopeLabel);
    left->addWidget(m_scope);
    left->addWidget(m_list, 1);
    left->addWidget(m_hardwareLabel);
    left->addWidget(m_hardware);
    wrap(m_state, Role::Dim);
    m_state->setMargin(metrics::kPageMargin);
    m_state->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(m_state);
    right->addWidget(m_view, 1);
    row->addWidget(side);
    row->addLayout(right, 1);

    connect(m_list, &QListWidget::currentRowChanged, this, &AnalysesPage::start);
    connect(m_scope, &QComboBox::currentIndexChanged, this, &AnalysesPage::scopeChanged);
    connect(m_hardware, &QComboBox::activated, this, [this] {
        m_reports.clear();
        start();
    });
    connect(m_view, &ReportView::spanWanted, this, &AnalysesPage::spanWanted);
    begin(content);
}

QString AnalysesPage::whyNoPicture() const
{
    if (const QString none = whyNoRun(); !none.isEmpty())
        return none;
    return m_view->report() ? QString() : m_state->text();
}

QWidget& AnalysesPage::contentFront() { return *m_list; }

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

bool AnalysesPage::showsArea() const
{
    return m_scope->currentIndex() == m_scope->count() - 1 && m_area.begin < m_area.end;
}

profiler::Selection AnalysesPage::selection() const
{
    if (showsArea())
        return selectionOf(*m_input, m_area);
    // If nothing is selected, the entry for that shows the first job.
    const int index = m_scope->currentIndex();
    profiler::Selection selection;
    selection.job = index > 0 && index < m_scope->count() - 1 ? static_cast<std::uint32_t>(index) : 0;
    return selection;
}

void AnalysesPage::scopeChanged()
{
    m_workbench.jobs().cancel(kSlot);
    m_reports.clear();
    m_part.reset();
    if (isVisible())
        start();
}

void AnalysesPage::setArea(const SelectedArea& area)
{
    if (area == m_area)
        return;
    const bool was = showsArea();
    m_area = area;
    fillScope();
    if (was || showsArea())
        scopeChanged();
}

void AnalysesPage::fillScope()
{
    const QSignalBlocker quiet(m_scope);
    const bool ofArea = m_scope->count() > 0 && m_scope->currentIndex() == m_scope->count() - 1;
    const int index = m_scope->currentIndex();
    m_scope->clear();
    const QStringList jobs = m_workbench.run() ? jobTitles(*m_workbench.run()) : QStringList();
    if (jobs.isEmpty())
        m_scope->addItem(tr("The whole run"));
    m_scope->addItems(jobs);
    const bool any = m_area.begin < m_area.end;
    m_scope->addItem(
        any ? tr("The selected %1")
                  .arg(quantityString(static_cast<double>(m_area.end - m_area.begin) * 1e-9, core::kSecond))
            : tr("What is selected on the timeline"));
    m_scope->setCurrentIndex(ofArea ? m_scope->count() - 1 : std::clamp(index, 0, m_scope->count() - 2));
}

void AnalysesPage::showRun()
{
    m_workbench.jobs().cancel(kSlot);
    m_reports.clear();
    m_input.reset();
    m_part.reset();
    m_view->setReport(nullptr, {});
    const RunViewPtr run = m_workbench.run();
    m_stack->setCurrentIndex(run ? 1 : 0);
    if (!run || run->partial)
        return;
    m_input = profiler::sharedInput(run->run);
    fillScope();
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
    if (m_hardware->currentIndex() == 0) {
        options.hardware = recordedHardware(m_workbench.catalog(), m_input->run());
    } else {
        auto hardware = m_workbench.catalog().hardware(m_hardware->currentData().toString().toStdString());
        if (hardware.ok())
            options.hardware = std::move(hardware).value();
    }
    m_workbench.jobs().start(
        kSlot, text(analysis->title),
        [part = m_part, whole = m_input->columns().run(), input = m_input, analysis, options,
         selection = selection()](const core::Task& task) mutable -> core::Result<Analyzed> {
            if (!part) {
                SHARDSCOPE_TRY(const core::RunPtr cut, profiler::selectedRun(whole, selection, task));
                part = cut == whole ? input : std::make_shared<const profiler::AnalysisInput>(cut);
            }
            SHARDSCOPE_TRY(core::Report report,
                           profiler::analyzePart(*analysis, *part, *whole, selection, options, task));
            return Analyzed{std::move(report), part};
        },
        [this, key](core::Result<Analyzed> done) {
            if (!done.ok()) {
                if (done.error().code != core::ErrorCode::Cancelled)
                    m_state->setText(errorText(done.error()));
                return;
            }
            m_part = done->part;
            m_reports[key] = std::make_shared<const core::Report>(std::move(done->report));
            show(m_reports[key]);
        });
}

void AnalysesPage::show(const std::shared_ptr<const core::Report>& report)
{
    m_state->hide();
    const RunViewPtr run = m_workbench.run();
    const bool simulated = run && run->run->origin == core::RunOrigin::Simulated;
    m_view->setReport(simulated ? std::make_shared<const core::Report>(withSliceNames(*report)) : report,
                      chosen() ? text(chosen()->help) : QString());
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
    m_scopeLabel->setText(tr("Of"));
    m_scope->setAccessibleName(tr("What is analysed"));
    m_scope->setToolTip(
        tr("Select an area of the timeline (drag, or R over a selected slice) to analyse its time, "
           "and its rank where all its rows are of one. The page follows the selection."));
    fillScope();
    m_hardwareLabel->setText(tr("Peaks for utilisation and roofline"));
    m_hardware->setAccessibleName(m_hardwareLabel->text());
    const int chosenHardware = m_hardware->currentIndex();
    m_hardware->clear();
    m_hardware->addItem(tr("the recorded device"));
    for (const CatalogEntry& entry : m_workbench.machines())
        m_hardware->addItem(entry.title, QString::fromStdString(entry.name));
    m_hardware->setCurrentIndex(std::max(0, chosenHardware));
    fill();
}

} // namespace shardscope::app
