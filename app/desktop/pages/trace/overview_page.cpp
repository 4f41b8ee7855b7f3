// SPDX-License-Identifier: GPL-3.0-or-later
// The same sentences as shardscope-cli analyze RUN, each with a way to what it speaks of.
#include "app/desktop/pages/trace/overview_page.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/charts/step_shares.h"
#include "app/desktop/pages/trace/job_titles.h"
#include "app/desktop/widgets/figure_card.h"
#include "app/desktop/widgets/flow_layout.h"
#include "app/desktop/widgets/link_label.h"
#include "app/desktop/widgets/page_scroll_area.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/report_view.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "app/session/trace/analyses.h"
#include "app/session/trace/finding_needs.h"
#include "app/session/trace/recorded_hardware.h"

#include <QComboBox>
#include <QFrame>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace shardscope::app {
namespace {

const QString kOverviewSlot = QStringLiteral("run overview");
constexpr std::size_t kMostEvidence = 8;
constexpr int kCostBarWidth = 200;

int trackOf(const profiler::Evidence& evidence)
{
    return evidence.track == core::TrackId::kNone ? -1 : static_cast<int>(evidence.track);
}

QString titleOf(const profiler::Analysis& analysis) { return translated(std::string(analysis.title)); }

/// Adds names, dimmed, and beside each what is said of it.
void addPairs(QVBoxLayout* column, const std::vector<std::pair<QString, QString>>& pairs, Role role)
{
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(metrics::kGrid * 2);
    grid->setVerticalSpacing(metrics::kHalfGrid);
    for (int row = 0; row < static_cast<int>(pairs.size()); ++row) {
        const auto& [name, text] = pairs[static_cast<std::size_t>(row)];
        grid->addWidget(sentenceLabel(name, Role::Dim), row, 0, Qt::AlignTop);
        grid->addWidget(sentenceLabel(text, role), row, 1);
    }
    grid->setColumnMinimumWidth(0, metrics::kLaneHeader);
    grid->setColumnStretch(1, 1);
    column->addLayout(grid);
}

} // namespace

OverviewPage::OverviewPage(Workbench& workbench, QWidget* parent)
    : RunPage(workbench, parent)
    , m_status(new QLabel)
{
    auto* content = new QWidget(m_stack);
    m_layout = new QVBoxLayout(content);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    wrap(m_status, Role::Dim);
    m_status->setMargin(metrics::kPageMargin);
    m_status->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_layout->addWidget(m_status);
    setFocusPolicy(Qt::ClickFocus); // until there is something to scroll
    begin(content);
}

QString OverviewPage::status() const
{
    return m_overview || !m_workbench.run() ? QString() : m_status->text();
}

QString OverviewPage::whyNoPicture() const
{
    if (const QString none = whyNoRun(); !none.isEmpty())
        return none;
    return m_overview ? QString() : status();
}

QWidget& OverviewPage::contentFront() { return m_body ? *m_body : *this; }

void OverviewPage::showRun()
{
    m_job = 0;
    workOut();
}

void OverviewPage::workOut()
{
    m_workbench.jobs().cancel(kOverviewSlot);
    m_overview.reset();
    m_begun.reset();
    m_error.reset();
    rebuild();
    const RunViewPtr run = m_workbench.run();
    m_stack->setCurrentIndex(run ? 1 : 0);
    if (!run || run->partial)
        return;
    profiler::AnalysisOptions options;
    options.hardware = recordedHardware(m_workbench.catalog(), *run->run);
    m_workbench.jobs().startWithNews(
        kOverviewSlot, tr("Finding out what costs most"),
        [this, recorded = run->run, job = m_job, options](const core::Task& task, const Jobs::Courier& tell) {
            profiler::Selection selection;
            selection.job = job;
            return profiler::overviewOfPart(
                recorded, selection, options, task, [this, &tell](profiler::Overview begun) {
                    tell([this, begun = std::make_shared<const profiler::Overview>(std::move(begun))] {
                        m_begun = begun;
                        rebuild();
                    });
                });
        },
        [this](core::Result<profiler::Overview> overview) { take(std::move(overview)); });
}

void OverviewPage::take(core::Result<profiler::Overview> overview)
{
    if (overview.ok())
        m_overview = std::make_shared<const profiler::Overview>(std::move(overview).value());
    else
        m_error = overview.error();
    rebuild();
}

void OverviewPage::rebuild()
{
    const bool keys = hasFocus() || (m_body && m_body->hasFocus());
    delete m_body;
    m_body = nullptr;
    emit canExportChanged();
    const RunViewPtr run = m_workbench.run();
    m_status->setVisible(!m_overview && (!m_begun || m_error));
    if (!run)
        return;
    if (m_error)
        m_status->setText(errorText(*m_error));
    else if (run->partial)
        m_status->setText(tr("The run is still being read; what is there already is on the timeline."));
    else
        m_status->setText(tr("Finding out what costs most…"));
    if (!m_overview && (!m_begun || m_error))
        return;
    auto* content = new QWidget;
    auto* column = pageColumn(content, metrics::kGrid * 2);
    const auto facts = addTitle(column);
    addJobs(column);
    if (!m_overview) { // the findings follow
        addParts(column, m_begun);
        column->addWidget(sentenceLabel(m_status->text(), Role::Dim));
        finishBody(content, column, keys);
        return;
    }
    addParts(column, m_overview);
    addFindings(column);
    if (!m_overview->memory.empty())
        column->addWidget(sentenceLabel(tr("Memory"), Role::Heading));
    for (const core::Finding& one : m_overview->memory)
        column->addWidget(sentenceLabel(findingText(one), Role::Plain));
    addPairs(column, facts, Role::Plain);
    addAnalyses(column);
    finishBody(content, column, keys);
}

void OverviewPage::finishBody(QWidget* content, QVBoxLayout* column, bool keys)
{
    column->addStretch(1);
    m_body = new PageScrollArea(content, this);
    m_layout->addWidget(m_body, 1);
    if (keys)
        m_body->setFocus();
}

/// What the run is, in chips beside what can be done with it, and what costs most as the page's title.
std::vector<std::pair<QString, QString>> OverviewPage::addTitle(QVBoxLayout* column)
{
    const profiler::Overview& overview = m_overview ? *m_overview : *m_begun;
    auto* row = new QHBoxLayout;
    auto* chips = new FlowLayout(metrics::kGrid, metrics::kHalfGrid);
    constexpr int kMostName = 320; ///< pixels; the names of many files are long
    auto* name = new QLabel;
    setRole(*name, Role::Chip);
    name->setTextFormat(Qt::PlainText);
    const QString whole = shownText(m_workbench.runTitle());
    name->setText(name->fontMetrics().elidedText(whole, Qt::ElideMiddle, kMostName));
    name->setToolTip(whole);
    chips->addWidget(name);
    auto pairs = addFacts(overview, chips);
    row->addLayout(chips, 1);
    if (m_workbench.run()->run->origin == core::RunOrigin::Recorded) {
        auto* plan = new QPushButton(tr("Plan this run"));
        plan->setToolTip(tr("Guesses model, machine, batch and degrees from the recording"));
        connect(plan, &QPushButton::clicked, this, &OverviewPage::planWanted);
        row->addWidget(plan, 0, Qt::AlignTop);
    }
    column->addLayout(row);
    QString headline = overviewHeadline(overview);
    column->addWidget(sentenceLabel(headline.isEmpty() ? m_workbench.runTitle() : headline, Role::Title));
    return pairs;
}

/// Lets the reader choose of which of several jobs the page tells.
void OverviewPage::addJobs(QVBoxLayout* column)
{
    const QStringList titles = jobTitles(*m_workbench.run());
    if (titles.isEmpty())
        return;
    auto* choice = new QComboBox;
    choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    choice->setMinimumContentsLength(60);
    choice->addItems(titles);
    choice->setCurrentIndex(static_cast<int>(m_job));
    choice->setAccessibleName(tr("Job"));
    choice->setToolTip(tr("The files are of several jobs; the page tells of one."));
    connect(choice, &QComboBox::activated, this, [this](int index) {
        m_job = static_cast<std::uint32_t>(index);
        workOut();
    });
    column->addWidget(choice, 0, Qt::AlignLeft);
}

/// Short ones are chips, in a row; gives those that need a sentence.
std::vector<std::pair<QString, QString>> OverviewPage::addFacts(const profiler::Overview& overview,
                                                                QLayout* chips)
{
    constexpr double kShort = 260; ///< pixels
    const core::Table facts = overviewFacts(overview);
    std::vector<std::pair<QString, QString>> pairs;
    for (std::size_t row = 0; row < facts.rows.size(); ++row) {
        const QString name = cellString(facts, row, 0);
        const QString value = cellString(facts, row, 1);
        if (textWidth(value) > kShort) {
            pairs.emplace_back(name, value);
            continue;
        }
        auto* chip = new QLabel(tr("%1: %2").arg(name, value));
        setRole(*chip, Role::Chip);
        chips->addWidget(chip);
    }
    return pairs;
}

void OverviewPage::addParts(QVBoxLayout* column, const std::shared_ptr<const profiler::Overview>& told)
{
    if (told->parts.empty())
        return;
    auto* bar = new SceneFigure;
    bar->setMaker([overview = told](double width, const Theme& theme) {
        return stepSharesScene(*overview, width, theme);
    });
    auto* twin = new TableView;
    twin->setRowsShown(8);
    twin->setTable(overviewParts(*told));
    auto* card = new FigureCard(bar, twin);
    card->setFigureName(QStringLiteral("overview.step"));
    const QString seconds = quantityString(told->stepSeconds, core::kSecond);
    const QString title = !told->phase.empty() ? tr("The phase takes %1 of a step").arg(seconds)
                          : told->steps == 0   ? tr("The recording takes %1").arg(seconds)
                                               : tr("A step takes %1").arg(seconds);
    card->setTitle(title);
    bar->setAccessibleName(title);
    twin->setAccessibleName(title);
    connect(bar, &FigureWidget::hovered, this, &Page::hint);
    column->addWidget(card);
}

void OverviewPage::addFinding(QVBoxLayout* column, std::size_t index)
{
    const profiler::CostFinding& finding = m_overview->findings[index];
    auto* row = new QWidget;
    auto* across = rowIn(row, metrics::kGrid * 2);
    auto* said = new QVBoxLayout;
    said->setSpacing(0);
    across->addWidget(sentenceLabel(QString::number(index + 1), Role::Heading), 0, Qt::AlignTop);
    across->addLayout(said, 1);
    if (finding.secondsPerStep > 0) // what ended a run has no price
        across->addWidget(costBar(finding), 0, Qt::AlignTop);
    column->addWidget(row);
    const QString text = costSentence(finding);
    if (finding.evidence.empty()) {
        said->addWidget(sentenceLabel(text, Role::Plain));
    } else {
        auto* link = new LinkLabel;
        link->setLink(text);
        link->setToolTip(tr("Show it on the timeline"));
        connect(link, &LinkLabel::clicked, this, [this, one = finding.evidence.front()] {
            emit spanWanted(one.ts, one.ts + one.dur, trackOf(one));
        });
        said->addWidget(link);
    }
    auto* below = new QWidget;
    auto* lines = new QVBoxLayout(below);
    lines->setContentsMargins(0, 0, 0, metrics::kGrid);
    lines->setSpacing(0);
    auto* advice = sentenceLabel(
        QStringLiteral("%1 %2").arg(confidenceSentence(finding), adviceSentence(finding)), Role::Dim);
    advice->setToolTip(needsSentence(finding.kind));
    lines->addWidget(advice);
    if (finding.evidence.size() > 1) {
        auto* spans = new FlowLayout(metrics::kHalfGrid, 0);
        for (std::size_t at = 0; at < std::min(finding.evidence.size(), kMostEvidence); ++at) {
            const profiler::Evidence& one = finding.evidence[at];
            auto* button = new QPushButton(
                one.rank < 0 ? nanosString(one.dur, 3)
                             : tr("%1 on rank %2").arg(nanosString(one.dur, 3)).arg(one.rank));
            setRole(*button, Role::Link);
            button->setToolTip(tr("Show it on the timeline"));
            button->setAccessibleName(tr("Evidence %1: %2").arg(at + 1).arg(button->text()));
            connect(button, &QPushButton::clicked, this,
                    [this, one] { emit spanWanted(one.ts, one.ts + one.dur, trackOf(one)); });
            spans->addWidget(button);
        }
        lines->addLayout(spans);
    }
    said->addWidget(below);
}

/// The time that a finding costs, as a bar against the whole step.
QWidget* OverviewPage::costBar(const profiler::CostFinding& finding)
{
    auto* bar = new SceneFigure;
    bar->setFixedWidth(kCostBarWidth);
    bar->setFocusPolicy(Qt::NoFocus); // the sentence beside it says the same
    bar->setMaker([finding, step = m_overview->costsOf](double width, const Theme& theme) {
        return costScene(finding, step, width, theme);
    });
    bar->setAccessibleName(
        tr("What it costs of a step: %1").arg(quantityString(finding.secondsPerStep, core::kSecond)));
    return bar;
}

void OverviewPage::addFindings(QVBoxLayout* column)
{
    auto* card = new QFrame;
    setRole(*card, Role::Card);
    auto* within = columnIn(card, metrics::kGrid);
    within->setContentsMargins(metrics::kCardPadding, metrics::kCardPadding - 2, metrics::kCardPadding,
                               metrics::kCardPadding);
    column->addWidget(card);
    within->addWidget(sentenceLabel(tr("What costs most"), Role::CardTitle));
    for (const profiler::NotKnown& one : m_overview->notKnown)
        within->addWidget(sentenceLabel(notKnownSentence(one), Role::Plain));
    const std::size_t count = m_overview->findings.size();
    if (const QString basis = costsBasis(*m_overview); !basis.isEmpty())
        within->addWidget(sentenceLabel(basis, Role::Dim));
    if (count == 0)
        within->addWidget(sentenceLabel(noCostText(*m_overview), Role::Plain));
    addFirst(within, kCostsTold, count,
             [this](QVBoxLayout* to, std::size_t index) { addFinding(to, index); });
}

/// Analyses that apply lead to their reports; the others are dimmed and say why.
void OverviewPage::addAnalyses(QVBoxLayout* column)
{
    column->addWidget(sentenceLabel(tr("Analyses"), Role::Heading));
    auto* links = new FlowLayout(metrics::kHalfGrid, 0);
    for (const profiler::Analysis& analysis : profiler::builtinAnalyses()) {
        if (std::ranges::find(m_overview->notApplicable, analysis.key, &profiler::NotApplicable::analysis) !=
            m_overview->notApplicable.end())
            continue;
        auto* link = new QPushButton(titleOf(analysis));
        setRole(*link, Role::Link);
        link->setToolTip(translated(std::string(analysis.help)));
        connect(
            link, &QPushButton::clicked, this,
            [this, key = QString::fromStdString(std::string(analysis.key))] { emit analysisWanted(key); });
        links->addWidget(link);
    }
    column->addLayout(links);
    const core::Table lacks = overviewNotRecorded(*m_overview);
    std::vector<std::pair<QString, QString>> pairs;
    for (std::size_t row = 0; row < lacks.rows.size(); ++row)
        pairs.emplace_back(cellString(lacks, row, 0),
                           tr("%1. How to record it: %2", "what is not known; how")
                               .arg(cellString(lacks, row, 1), cellString(lacks, row, 2)));
    if (!pairs.empty()) {
        column->addWidget(sentenceLabel(translated(lacks.title), Role::Section));
        addPairs(column, pairs, Role::Dim);
    }
    std::vector<std::pair<QString, QString>> dimmed;
    for (const ReasonOfSome& group : reasonsOfSome(*m_overview)) {
        QStringList titles;
        for (const profiler::Analysis* const analysis : group.analyses)
            titles.append(titleOf(*analysis));
        dimmed.emplace_back(listOf(titles), group.reason);
    }
    if (dimmed.empty())
        return;
    column->addWidget(sentenceLabel(tr("Not applicable to this run"), Role::Section));
    addPairs(column, dimmed, Role::Dim);
}

void OverviewPage::retranslate()
{
    m_empty->setTexts(
        tr("See first what matters"),
        tr("Open a recorded run. The page says what it is, how the time of a step divides, and what costs "
           "most, with the evidence on the timeline and what would change it."),
        tr("Open…"), tr("Open a sample"));
    rebuild();
}

} // namespace shardscope::app
