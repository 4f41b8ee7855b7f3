// SPDX-License-Identifier: GPL-3.0-or-later
// Opening, editing with undo, evaluating: at once by the closed forms, then on a worker with the
// allocator simulation and derivations.
#include "app/desktop/workbench/workbench.h"

#include "app/desktop/base/number_text.h"

#include "app/session/exchange/persia_files.h"
#include "app/session/guess/guess.h"
#include "app/session/plan/entered_costs.h"
#include "app/session/plan/own_program.h"
#include "app/session/plan/read_plan.h"
#include "app/session/recommender/recommender_operations.h"
#include "app/session/simulate/mode_chart.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "core/base/mapped.h"
#include "core/base/text_mark.h"
#include "core/catalog/model_file.h"

#include <QElapsedTimer>
#include <QFileInfo>

namespace shardscope::app {

namespace {

bool sameState(const PlanState& a, const PlanState& b)
{
    return a.model == b.model && a.hardware == b.hardware && a.plan == b.plan && a.sharding == b.sharding &&
           a.devicesHeld == b.devicesHeld && sameChoices(a, b);
}

} // namespace

void Workbench::readCatalog()
{
    if (m_catalogLanguage == QLocale().language())
        return;
    m_catalogLanguage = QLocale().language();
    m_models = modelEntries(m_catalog);
    m_machines = machineEntries(m_catalog);
}

const std::vector<CatalogEntry>& Workbench::models()
{
    readCatalog();
    return m_models;
}

const std::vector<CatalogEntry>& Workbench::machines()
{
    readCatalog();
    return m_machines;
}

QString Workbench::catalogTitle(const std::string& name)
{
    for (const CatalogEntry& model : models()) {
        if (model.name == name)
            return model.size > 0 ? QStringLiteral("%1  ·  %2").arg(model.title, countString(model.size))
                                  : model.title;
    }
    for (const CatalogEntry& machine : machines()) {
        if (machine.name == name)
            return machine.size > 0 ? QStringLiteral("%1  ·  %2")
                                          .arg(machine.title, quantityString(machine.size, core::kByte, 2))
                                    : machine.title;
    }
    return QString::fromStdString(name);
}

Workbench::Workbench(core::Catalog catalog, QObject* parent)
    : QObject(parent)
    , m_catalog(std::move(catalog))
    , m_history(m_catalog)
    , m_shelf(m_history)
{
    m_state = PlanItems::nothingOpen();
    connect(&m_history, &History::wentTo, this, [this](const PlanItems::Opened& to, const QStringList& told) {
        // Steps of other items lead to no other plan.
        if (sameState(to.state, m_state))
            return;
        setState(to.state, told);
        if (to.problem)
            fail(*to.problem);
    });
    connect(&m_traces, &TraceSettings::rulesChanged, this, &Workbench::tellBy);
    m_jobs.setParent(this); // found from any widget of the window
    connect(&m_jobs, &Jobs::notWritten, this, [this](const core::Error& error) { fail(error); });
    // Said once for all jobs of one change.
    connect(&m_jobs, &Jobs::outOfMemory, this, [this, sinceSaid = QElapsedTimer()]() mutable {
        constexpr qint64 kQuietMs = 3000;
        if (sinceSaid.isValid() && sinceSaid.elapsed() < kQuietMs)
            return;
        sinceSaid.start();
        emit failed(tr("There is not enough memory for this."));
    });
    connect(&m_jobs, &Jobs::broke, this,
            [this](const QString&, const core::Error& error) { emit failed(errorText(error)); });
    connect(&m_jobs, &Jobs::finished, this, [this](const QString& slot) {
        if (slot != QLatin1String(kTraceSlot))
            return;
        // Later, since a job that comes to its end reports its result only now: what is left unfinished then
        // was stopped, and half a run must not pass for a whole one.
        QMetaObject::invokeMethod(
            this,
            [this] {
                const RunViewPtr& read = run(RunFrom::Files);
                if (read && read->partial && !m_jobs.running(QString::fromLatin1(kTraceSlot)))
                    closeRun(RunFrom::Files);
            },
            Qt::QueuedConnection);
    });
}

void Workbench::edit(PlanState next, const StepName& step, int drag)
{
    push(settled(std::move(next)), step, drag, {});
}

void Workbench::carryTo(PlanState next, const StepName& step)
{
    QStringList told;
    if (m_carry)
        next = m_carry(m_state, std::move(next), told);
    push(settled(std::move(next)), step, 0, std::move(told));
}

void Workbench::push(PlanState next, const StepName& step, int drag, QStringList told)
{
    if (sameState(next, m_state))
        return;
    m_history.push(m_state, next, step, drag, told);
    setState(std::move(next), std::move(told));
}

void Workbench::setState(PlanState state, QStringList told)
{
    m_told = std::move(told);
    // What only a study is asked changes no evaluation.
    const bool same = state.model == m_state.model && state.hardware == m_state.hardware &&
                      state.plan == m_state.plan && (m_evaluated.value || m_evaluated.error);
    m_state = std::move(state);
    emit stateChanged();
    if (!same)
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
        planner::evaluate(*m_state.model, *m_state.hardware, m_state.plan, planner::Detail::LaidOut);
    if (!plain.ok()) {
        m_evaluated.error = plain.error();
        emit evaluationChanged();
        return;
    }
    m_evaluated.value = std::make_shared<const core::Evaluation>(plain.value());
    emit evaluationChanged();
    m_jobs.start(
        QStringLiteral("explain"), tr("Working out the plan"),
        [state = m_state](const core::Task& task) {
            return planner::evaluate(*state.model, *state.hardware, state.plan, planner::Detail::Explained,
                                     task);
        },
        [this](core::Result<core::Evaluation> explained) {
            if (!explained.ok())
                return;
            m_evaluated.value = std::make_shared<const core::Evaluation>(std::move(explained).value());
            m_evaluated.explained = true;
            emit evaluationChanged();
        });
}

void Workbench::keepIn(std::unique_ptr<KeptProject> project)
{
    const PlanItems::Opened opened = m_history.open(std::move(project));
    setState(opened.state, {});
    if (opened.problem)
        fail(*opened.problem);
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
    case DocumentKind::Model: {
        if (!chooseModel(file))
            return false;
        const bool silent = m_state.model->unverified.empty() && m_state.model->ignoredKeys.empty();
        if (m_state.model->recommender() != nullptr && !silent)
            report(file, modelImportTable(*m_state.model));
        return true;
    }
    case DocumentKind::Cluster: return openCluster(file);
    case DocumentKind::Persia: return openPersia(file);
    case DocumentKind::Hardware: return chooseHardware(file);
    case DocumentKind::Plan:
        return openPlan({.model = {}, .hardware = {}, .planFile = file.toStdString(), .options = {}});
    case DocumentKind::Trace: openTrace({file}); return true;
    case DocumentKind::Project: emit projectWanted(file); return true;
    }
    return false;
}

void Workbench::report(const QString& file, core::Table table)
{
    emit imported(file, std::make_shared<const core::Table>(std::move(table)));
}

bool Workbench::openCluster(const QString& file)
{
    RecommenderChoices choices = choicesOf(m_state);
    choices.cluster = file.toStdString();
    const auto cluster = clusterOf(m_catalog, choices);
    if (!cluster.ok())
        return fail(cluster.error());
    PlanState next = m_state;
    next.choices = std::make_shared<const RecommenderChoices>(std::move(choices));
    edit(std::move(next), N_("Choose the cluster"));
    return true;
}

bool Workbench::openPersia(const QString& file)
{
    auto opened = openPersiaFile(file.toStdString(), choicesOf(m_state));
    if (!opened.ok())
        return fail(opened.error());
    PlanState next = m_state;
    next.choices = std::make_shared<const RecommenderChoices>(std::move(opened->choices));
    edit(std::move(next), N_("Open PERSIA's settings"));
    report(file, std::move(opened->report));
    return true;
}

void Workbench::remember(const QString& reference)
{
    constexpr qsizetype kMost = 12;
    m_recent.removeAll(reference);
    m_recent.prepend(reference);
    m_recent = m_recent.mid(0, kMost);
}

bool Workbench::chooseModel(const QString& nameOrFile)
{
    auto model = m_catalog.model(nameOrFile.toStdString());
    if (!model.ok())
        return fail(model.error());
    PlanState next = m_state;
    next.model = std::make_shared<const core::ModelSpec>(std::move(model).value());
    next.modelReference = nameOrFile;
    next.modelDocument = nullptr;
    if (hasUsualBatch(m_state))
        next.plan.batch.microBatch = usualBatch(next);
    const core::Transformer* shape = next.model->transformer();
    next.plan.batch.sequenceLength = shape ? shape->usualSequence() : 0;
    next.plan.layersPerStage.clear();
    next.plan.recomputeLayers.clear();
    remember(nameOrFile);
    carryTo(std::move(next), N_("Choose the model"));
    return true;
}

bool Workbench::chooseHardware(const QString& nameOrFile)
{
    auto hardware = m_catalog.hardware(nameOrFile.toStdString());
    if (!hardware.ok())
        return fail(hardware.error());
    PlanState next = m_state;
    next.hardware = withKnownCosts(std::move(hardware).value(), nameOrFile);
    next.hardwareReference = nameOrFile;
    next.plan = inItsProgram(std::move(next.plan), *next.hardware);
    remember(nameOrFile);
    carryTo(std::move(next), N_("Choose the hardware"));
    return true;
}

std::shared_ptr<const core::HardwareSpec> Workbench::withKnownCosts(core::HardwareSpec hardware,
                                                                    const QString& reference) const
{
    return std::make_shared<const core::HardwareSpec>(withEnteredCosts(
        std::move(hardware), m_prices.of({reference}).toDouble(), m_powers.of({reference}).toDouble()));
}

void Workbench::enterCosts(double price, double power)
{
    if (!m_state.hardware)
        return;
    core::HardwareSpec hardware = *m_state.hardware;
    if (const auto own = m_catalog.hardware(m_state.hardwareReference.toStdString()); own.ok()) {
        hardware.price = own->price;
        hardware.power = own->power;
        hardware.draw = own->draw;
    }
    PlanState next = m_state;
    next.hardware =
        std::make_shared<const core::HardwareSpec>(withEnteredCosts(std::move(hardware), price, power));
    if (enteredPrice(*next.hardware) == enteredPrice(*m_state.hardware) &&
        enteredPower(*next.hardware) == enteredPower(*m_state.hardware))
        return;
    for (const auto& [known, text] : {std::pair(&m_prices, enteredPrice(*next.hardware)),
                                      std::pair(&m_powers, enteredPower(*next.hardware))})
        known->learnOne(m_state.hardwareReference, QString::fromStdString(text));
    edit(std::move(next), N_("Enter what a device costs"));
}

void Workbench::enterCostsOf(const QString& machine, double price, double power)
{
    if (m_state.hardware && machine == m_state.hardwareReference)
        return enterCosts(price, power);
    const auto own = m_catalog.hardware(machine.toStdString());
    if (!own.ok())
        return;
    const core::HardwareSpec entered = withEnteredCosts(*own, price, power);
    m_prices.learnOne(machine, QString::fromStdString(enteredPrice(entered)));
    m_powers.learnOne(machine, QString::fromStdString(enteredPower(entered)));
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
    const auto roles = clusterNamed(m_catalog, filled);
    if (!roles.ok())
        return fail(roles.error());
    PlanState next;
    next.choices = m_state.choices;
    next.model = std::make_shared<const core::ModelSpec>(std::move(result->model));
    next.modelReference = QString::fromStdString(filled.model);
    if (*roles) { // PERSIA's are set on the Recommender page, and need no hardware
        auto choices = choicesOfPlan(choicesOf(m_state), **roles, result->evaluation.plan);
        if (!choices.ok())
            return fail(choices.error());
        next.choices = std::make_shared<const RecommenderChoices>(std::move(choices).value());
    } else {
        next.hardwareReference = QString::fromStdString(filled.hardware);
        next.hardware = withKnownCosts(std::move(result->hardware), next.hardwareReference);
    }
    next.plan = result->evaluation.plan;
    next.sharding = presetOf(next.plan.sharding, next.plan.axes.replicas());
    edit(std::move(next), N_("Open a plan"));
    return true;
}

bool Workbench::adopt(const ImportedPlan& imported, const QString& file)
{
    PlanState next = m_state;
    if (imported.model) {
        auto model = core::parseModel(*imported.model, file.toStdString());
        if (!model.ok())
            return fail(model.error());
        next.model = std::make_shared<const core::ModelSpec>(std::move(model).value());
        next.modelReference = file;
        next.modelDocument = std::make_shared<const core::Value>(*imported.model);
    }
    if (!imported.modelName.empty()) {
        auto model = m_catalog.model(imported.modelName);
        if (!model.ok())
            return fail(model.error());
        next.model = std::make_shared<const core::ModelSpec>(std::move(model).value());
        next.modelReference = QString::fromStdString(imported.modelName);
        next.modelDocument = nullptr;
    }
    if (!next.model)
        return fail(core::Error{core::ErrorCode::MissingKey, {"model"}}.in(file.toStdString()));
    if (!imported.hardware.empty()) {
        auto hardware = m_catalog.hardware(imported.hardware);
        if (!hardware.ok())
            return fail(hardware.error());
        next.hardwareReference = QString::fromStdString(imported.hardware);
        next.hardware = withKnownCosts(std::move(hardware).value(), next.hardwareReference);
    }
    auto plan = readPlan(imported.plan, file.toStdString(), {}, *next.model);
    if (!plan.ok())
        return fail(plan.error());
    next.plan = std::move(plan).value();
    next.sharding = presetOf(next.plan.sharding, next.plan.axes.replicas());
    edit(std::move(next), N_("Import a plan"));
    return true;
}

void Workbench::planRun(std::function<void()> planned)
{
    const RunViewPtr opened = run();
    if (!opened || opened->partial)
        return;
    m_jobs.start(
        QStringLiteral("guess"), tr("Guessing the plan"),
        [catalog = m_catalog, recorded = opened->run](const core::Task& task) {
            return guessPlan(catalog, recorded, task);
        },
        [this, title = runTitle(), planned = std::move(planned)](const core::Result<Guess>& guess) {
            if (!guess.ok()) {
                fail(guess.error());
                return;
            }
            if (guess->known() && adopt(importedGuess(*guess), title))
                planned();
            report(title, guessReport(*guess));
        });
}

void Workbench::setStudy(std::shared_ptr<const Study> study)
{
    m_study = std::move(study);
    emit studyChanged();
}

} // namespace shardscope::app
