// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/trace/path_bar.h"
#include "app/desktop/theme/roles.h"

#include "app/session/trace/analyses.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStringList>

#include <algorithm>

namespace shardscope::app {
namespace {

const QString kPathSlot = QStringLiteral("critical path");

} // namespace

std::shared_ptr<const PathMarks> pathMarks(const core::Report& report, std::int64_t origin)
{
    const core::Table* const table = report.table("critical_path_events");
    if (table == nullptr || table->rows.empty())
        return nullptr;
    const auto rank = table->columnIndex("rank");
    const auto begin = table->columnIndex("begin_ns");
    const auto time = table->columnIndex("time_ns");
    const auto kind = table->columnIndex("kind");
    const auto slice = table->columnIndex("slice");
    if (!rank || !begin || !time || !kind || !slice)
        return nullptr;
    auto marks = std::make_shared<PathMarks>();
    const core::Cell* ranks = nullptr;
    for (const std::vector<core::Cell>& row : table->rows) {
        const auto* const from = std::get_if<std::int64_t>(&row[*begin]);
        const auto* const length = std::get_if<std::int64_t>(&row[*time]);
        const auto* const id = std::get_if<std::int64_t>(&row[*slice]);
        if (from == nullptr || length == nullptr || id == nullptr || *length <= 0 || *id < 0)
            continue;
        if (ranks == nullptr || !(row[*rank] == *ranks))
            marks->paths.emplace_back();
        ranks = &row[*rank];
        PathMarks::Stretch stretch;
        stretch.slice = core::SliceId{static_cast<std::uint32_t>(*id)};
        stretch.begin = origin + *from;
        stretch.end = stretch.begin + *length;
        const auto* const edge = std::get_if<std::string>(&row[*kind]);
        stretch.wait = edge != nullptr && *edge != "operator";
        marks->paths.back().push_back(stretch);
    }
    return marks->paths.empty() ? nullptr : marks;
}

profiler::AnalysisOptions pathOfStepAt(const core::Timeline& timeline, std::int64_t time)
{
    profiler::AnalysisOptions options;
    const auto steps = timeline.steps();
    const core::StepMark* nearest = nullptr;
    std::int64_t distance = 0;
    for (const core::StepMark& step : steps) {
        if (step.rank != steps.front().rank || step.source != steps.front().source)
            continue;
        const std::int64_t away = std::max({std::int64_t{0}, step.begin - time, time - step.end});
        if (nearest == nullptr || away < distance) {
            nearest = &step;
            distance = away;
        }
    }
    if (nearest == nullptr)
        return options;
    options.annotation = timeline.names().text(nearest->name);
    options.instance = static_cast<std::size_t>(std::ranges::count_if(steps, [&](const core::StepMark& step) {
        return step.rank == nearest->rank && step.source == nearest->source && step.begin < nearest->begin &&
               timeline.names().text(step.name).starts_with(options.annotation);
    }));
    return options;
}

core::Result<StepPath> criticalPathAt(const RunView& run, std::int64_t time,
                                      const profiler::Selection& selection, const core::Task& task)
{
    SHARDSCOPE_TRY(const profiler::Analysis* const analysis, profiler::findAnalysis("critical_path"));
    SHARDSCOPE_TRY(const core::RunPtr part, profiler::selectedRun(run.run, selection, task));
    SHARDSCOPE_TRY(core::Report report,
                   profiler::analyzePart(*analysis, profiler::AnalysisInput(part), *run.run, selection,
                                         pathOfStepAt(*part->timeline, time), task));
    auto marks = pathMarks(report, part->timeline->begin());
    return StepPath{std::move(report), std::move(marks)};
}

PathBar::PathBar(Workbench& workbench, TimelineView& view, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_view(view)
    , m_button(new QPushButton)
    , m_sentence(new QLabel)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    m_button->setCheckable(true);
    setRole(*m_sentence, Role::Dim);
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(m_sentence, 1);
    row->addWidget(m_button);
    connect(m_button, &QPushButton::toggled, this, &PathBar::toggle);
    connect(m_button, &QPushButton::clicked, &m_view, [this] { m_view.setFocus(); });
}

void PathBar::reset()
{
    const RunViewPtr run = m_workbench.run();
    m_button->setEnabled(run && !run->partial);
    if (m_button->isChecked())
        m_button->setChecked(false);
    else
        toggle(false);
}

void PathBar::toggle(bool on)
{
    m_workbench.jobs().cancel(kPathSlot);
    m_view.setPath(nullptr);
    m_report = {};
    showSentence();
    const RunViewPtr run = m_workbench.run();
    if (!on || !run)
        return;
    const SelectedArea* const area = m_view.marks().area ? &*m_view.marks().area : nullptr;
    const std::int64_t middle =
        area != nullptr ? (area->begin + area->end) / 2 : (m_view.window().begin + m_view.window().end) / 2;
    profiler::Selection selection;
    selection.job = area != nullptr && !area->tracks.empty()
                        ? run->jobs.of(run->timeline().tracks()[area->tracks.front().index()].source)
                        : 0;
    m_workbench.jobs().start(
        kPathSlot, tr("Critical path"),
        [run, middle, selection](const core::Task& task) {
            return criticalPathAt(*run, middle, selection, task);
        },
        [this, run](core::Result<StepPath> path) {
            if (!path.ok() || !m_button->isChecked() || m_workbench.run() != run)
                return;
            m_report = std::move(path->report);
            m_view.setPath(std::move(path->marks));
            showSentence();
        });
}

void PathBar::showSentence()
{
    QStringList sentences;
    QString said;
    for (const core::Finding& finding : m_report.findings) {
        sentences << findingText(finding);
        if (said.isEmpty() && finding.severity == core::Severity::Info)
            said = sentences.last();
    }
    m_sentence->setText(said.isEmpty() && !sentences.isEmpty() ? sentences.first() : said);
    m_sentence->setToolTip(sentences.join(QLatin1Char('\n')));
}

void PathBar::retranslate()
{
    m_button->setText(tr("Critical path"));
    m_button->setToolTip(tr("Marks what held a step up: the step of the selected time, else the one in the "
                            "middle of the view"));
    showSentence();
}

} // namespace shardscope::app
