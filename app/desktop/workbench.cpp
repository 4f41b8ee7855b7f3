// SPDX-License-Identifier: GPL-3.0-or-later
// Opening, editing with undo, evaluating: at once without derivations, then on a worker with them.
#include "app/desktop/workbench.h"

#include "app/session/messages.h"

#include <QFileInfo>

namespace shardscope::app {

class PlanEdit final : public QUndoCommand {
public:
    PlanEdit(Workbench& workbench, PlanState before, PlanState after, const QString& text, int drag)
        : QUndoCommand(text)
        , m_workbench(workbench)
        , m_before(std::move(before))
        , m_after(std::move(after))
        , m_drag(drag)
    {
    }
    void undo() override { m_workbench.setState(m_before); }
    void redo() override { m_workbench.setState(m_after); }
    [[nodiscard]] int id() const override { return m_drag == 0 ? -1 : m_drag; }
    bool mergeWith(const QUndoCommand* later) override
    {
        // Qt only offers commands with our id, and an id is given to one drag.
        m_after = static_cast<const PlanEdit*>(later)->m_after;
        return true;
    }

private:
    Workbench& m_workbench;
    PlanState m_before;
    PlanState m_after;
    int m_drag;
};

Workbench::Workbench(core::Catalog catalog, QObject* parent)
    : QObject(parent)
    , m_catalog(std::move(catalog))
{
}

void Workbench::edit(PlanState next, const QString& text, int drag)
{
    next = settled(std::move(next));
    if (next.model == m_state.model && next.hardware == m_state.hardware && next.plan == m_state.plan &&
        next.sharding == m_state.sharding)
        return;
    m_undo.push(new PlanEdit(*this, m_state, std::move(next), text, drag));
}

void Workbench::setState(PlanState state)
{
    m_state = std::move(state);
    emit stateChanged();
    evaluate();
}

void Workbench::evaluate()
{
    m_jobs.cancel(QStringLiteral("explain"));
    m_evaluated = {};
    if (!m_state.complete()) {
        emit evaluationChanged();
        return;
    }
    const auto plain =
        planner::evaluate(*m_state.model, *m_state.hardware, m_state.plan, planner::Detail::Plain);
    if (!plain.ok()) {
        m_evaluated.error = plain.error();
        emit evaluationChanged();
        return;
    }
    m_evaluated.value = std::make_shared<const core::Evaluation>(plain.value());
    emit evaluationChanged();
    m_jobs.start(
        QStringLiteral("explain"), QString(),
        [state = m_state](const core::Task&) {
            return planner::evaluate(*state.model, *state.hardware, state.plan, planner::Detail::Explained);
        },
        [this](core::Result<core::Evaluation> explained) {
            if (!explained.ok())
                return;
            m_evaluated.value = std::make_shared<const core::Evaluation>(std::move(explained).value());
            m_evaluated.explained = true;
            emit evaluationChanged();
        });
}

bool Workbench::fail(const core::Error& error)
{
    emit failed(errorText(error));
    return false;
}

bool Workbench::openFile(const QString& file)
{
    const std::filesystem::path path(file.toStdString());
    const auto kind = documentKind(path);
    if (!kind.ok())
        return fail(kind.error());
    switch (*kind) {
    case DocumentKind::Model: return chooseModel(file);
    case DocumentKind::Hardware: return chooseHardware(file);
    case DocumentKind::Plan:
        return openPlan({.model = {}, .hardware = {}, .planFile = file.toStdString(), .options = {}});
    case DocumentKind::Trace: openTrace({file}); return true;
    }
    return false;
}

bool Workbench::chooseModel(const QString& nameOrFile)
{
    auto model = m_catalog.model(nameOrFile.toStdString());
    if (!model.ok())
        return fail(model.error());
    PlanState next = m_state;
    next.model = std::make_shared<const core::ModelSpec>(std::move(model).value());
    next.modelReference = nameOrFile;
    const core::Transformer* shape = next.model->transformer();
    next.plan.batch.sequenceLength = shape ? shape->maxSequence : 0;
    next.plan.layersPerStage.clear();
    edit(std::move(next), tr("Choose the model"));
    return true;
}

bool Workbench::chooseHardware(const QString& nameOrFile)
{
    auto hardware = m_catalog.hardware(nameOrFile.toStdString());
    if (!hardware.ok())
        return fail(hardware.error());
    PlanState next = m_state;
    next.hardware = std::make_shared<const core::HardwareSpec>(std::move(hardware).value());
    next.hardwareReference = nameOrFile;
    edit(std::move(next), tr("Choose the hardware"));
    return true;
}

bool Workbench::openPlan(const PlanRequest& request)
{
    PlanRequest filled = request;
    // A plan file that names no model or hardware is laid over what is open.
    if (!filled.planFile.empty()) {
        const auto named = readPlanDocument(filled.planFile);
        if (!named.ok())
            return fail(named.error());
        if (filled.model.empty())
            filled.model = named->model.empty() ? m_state.modelReference.toStdString() : named->model;
        if (filled.hardware.empty())
            filled.hardware =
                named->hardware.empty() ? m_state.hardwareReference.toStdString() : named->hardware;
    }
    auto result = evaluatePlan(m_catalog, filled, planner::Detail::Plain);
    if (!result.ok())
        return fail(result.error());
    PlanState next;
    next.model = std::make_shared<const core::ModelSpec>(std::move(result->model));
    next.hardware = std::make_shared<const core::HardwareSpec>(std::move(result->hardware));
    next.modelReference = QString::fromStdString(filled.model);
    next.hardwareReference = QString::fromStdString(filled.hardware);
    next.plan = result->evaluation.plan;
    next.sharding = presetOf(next.plan.sharding, next.plan.axes.replicas());
    edit(std::move(next), tr("Open a plan"));
    return true;
}

void Workbench::openTrace(const QStringList& files)
{
    std::vector<std::filesystem::path> paths;
    for (const QString& file : files)
        paths.emplace_back(file.toStdString());
    const QString title = files.size() == 1 ? tr("Reading %1").arg(QFileInfo(files.first()).fileName())
                                            : tr("Reading %n files", nullptr, static_cast<int>(files.size()));
    m_jobs.start(
        QStringLiteral("trace"), title, [paths](const core::Task& task) { return makeRunView(paths, task); },
        [this](core::Result<std::shared_ptr<const RunView>> view) {
            if (!view.ok()) {
                if (view.error().code != core::ErrorCode::Cancelled)
                    fail(view.error());
                return;
            }
            m_run = std::move(view).value();
            emit runChanged();
        });
}

void Workbench::closeRun()
{
    m_jobs.cancel(QStringLiteral("trace"));
    m_run.reset();
    emit runChanged();
}

} // namespace shardscope::app
