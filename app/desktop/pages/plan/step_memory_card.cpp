// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/plan/step_memory_card.h"

#include "app/desktop/base/language.h"
#include "app/desktop/charts/plan/heap_scene.h"
#include "app/desktop/charts/plan/step_memory.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/pages/plan/live_plan.h"
#include "app/desktop/plan/control_names.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/tables/tables.h"
#include "app/session/text/messages.h"

#include <QComboBox>
#include <QLabel>
#include <QVBoxLayout>

namespace shardscope::app {
namespace {

constexpr const char* kCurveSlot = "memory trace table";
constexpr int kStepMemoryRows = 12;
constexpr int kStepMemoryQuiet = 120; ///< ms

} // namespace

struct StepMemoryCard::Traced {
    std::vector<std::shared_ptr<const core::MemoryTrace>> traces;
    std::shared_ptr<const std::vector<planner::HeapCase>> cases;
    std::optional<core::Error> problem;
};

StepMemoryCard::StepMemoryCard(Workbench& workbench, QWidget* parent)
    : FigureCard(new QWidget, new TableView, parent)
    , m_workbench(workbench)
    , m_picture(new SceneFigure)
    , m_table(twin<TableView>())
    , m_note(new QLabel)
    , m_stage(new QComboBox(this))
    , m_heap(new SceneFigure)
{
    auto* column = columnIn(figure<QWidget>());
    column->addWidget(m_picture);
    column->addWidget(m_heap);
    m_heap->hide();
    column->addWidget(m_note, 0, Qt::AlignTop); // where it stands alone
    wrap(m_note, Role::SmallDim);
    m_table->setRowsShown(kStepMemoryRows);
    m_stage->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    addControl(m_stage);
    m_stage->hide();
    connect(m_stage, &QComboBox::activated, this, &StepMemoryCard::showStage);
    connect(this, &FigureCard::switched, this, &StepMemoryCard::fillTable);
    for (SceneFigure* picture : {m_picture, m_heap})
        connect(picture, &FigureWidget::hovered, this, &StepMemoryCard::hint);
    auto* live = new LivePlan(*this, workbench, "memory trace", LivePlan::Of::Figures, kStepMemoryQuiet);
    live->set(
        [] { return tr("Simulating the allocator over a step"); },
        [this] {
            return [state = m_workbench.state()](const core::Task& task) {
                Traced traced;
                auto traces = planner::traceStages(*state.model, *state.hardware, state.plan, task);
                if (!traces.ok()) {
                    traced.problem = traces.error();
                    return traced;
                }
                for (core::MemoryTrace& trace : *traces)
                    traced.traces.push_back(std::make_shared<const core::MemoryTrace>(std::move(trace)));
                auto cases = planner::heapCases(*state.model, *state.hardware, state.plan, task);
                if (cases.ok() && hasHeapScene(*cases))
                    traced.cases = std::make_shared<const std::vector<planner::HeapCase>>(std::move(*cases));
                return traced;
            };
        },
        [this](const Traced& traced) { show(traced); });
    retranslate();
}

std::shared_ptr<const core::MemoryTrace> StepMemoryCard::trace() const
{
    const auto stage = static_cast<std::size_t>(std::max(0, m_stage->currentIndex()));
    return stage < m_traces.size() ? m_traces[stage] : nullptr;
}

void StepMemoryCard::show(const Traced& traced)
{
    m_traces = traced.traces;
    m_problem = traced.problem;
    m_cases = traced.cases;
    const int before = std::max(0, m_stage->currentIndex());
    m_stage->clear();
    for (const auto& trace : m_traces)
        m_stage->addItem(rankClassName(trace->rankClass));
    m_stage->setCurrentIndex(before < m_stage->count() ? before : 0);
    m_stage->setVisible(m_traces.size() > 1);
    showStage();
}

void StepMemoryCard::showStage()
{
    const auto shown = trace();
    m_picture->setVisible(shown != nullptr);
    const Evaluated& evaluated = m_workbench.evaluated();
    if (shown && evaluated.value) {
        m_picture->setMaker(
            [shown, capacity = deviceCapacity(*evaluated.value)](double width, const Theme& theme) {
                return stepMemoryScene(*shown, capacity, width, theme);
            });
    }
    m_heap->setVisible(m_cases && evaluated.value);
    if (m_cases && evaluated.value) {
        m_heap->setMaker(
            [cases = m_cases, capacity = deviceCapacity(*evaluated.value)](double width, const Theme& theme) {
                return heapScene(*cases, capacity, width, theme);
            });
    }
    fillTable();
    retranslate();
}

const std::vector<planner::HeapCase>& StepMemoryCard::heap() const
{
    static const std::vector<planner::HeapCase> kNone;
    return m_cases ? *m_cases : kNone;
}

/// One row for each event: made on a worker, and only to be seen.
void StepMemoryCard::fillTable()
{
    m_table->setTable(nullptr);
    if (!showsTable() || !trace())
        return;
    m_workbench.jobs().start(
        QString::fromLatin1(kCurveSlot), tr("Listing every allocation of a step"),
        [trace = trace()](const core::Task&) {
            return std::make_shared<const core::Table>(memoryCurveTable(*trace));
        },
        [this](std::shared_ptr<const core::Table> table) { m_table->setTable(std::move(table)); });
}

void StepMemoryCard::retranslate()
{
    FigureCard::retranslate();
    setTitle(tr("Memory over the step"));
    m_picture->setAccessibleName(tr("What the allocator holds, operation by operation"));
    m_heap->setAccessibleName(
        tr("The heap: what is allocated, what is reserved, and the request that finds no room"));
    m_stage->setAccessibleName(tr("Stage of the pipeline"));
    for (int stage = 0; stage < m_stage->count(); ++stage)
        m_stage->setItemText(stage, rankClassName(m_traces[static_cast<std::size_t>(stage)]->rankClass));
    if (m_problem)
        m_note->setText(
            tr("The allocator is not simulated for this plan: %1. The bars show what the closed forms say.")
                .arg(namedSentence(*m_problem)));
    else
        m_note->setText(
            tr("Every allocation of a step in the steady state, in order, as the framework's allocator makes "
               "it; the operations have no times here."));
}

} // namespace shardscope::app
