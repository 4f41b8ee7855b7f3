// SPDX-License-Identifier: GPL-3.0-or-later
// Scenarios of the Study page: as they are said, of the open plan, of the open run; the plan of one.
#include "app/desktop/pages/study/scenario_line.h"
#include "app/desktop/pages/study/solved_rows.h"
#include "app/desktop/pages/study/study_page.h"
#include "app/session/guess/guess.h"
#include "app/session/machine/edited_machine.h"
#include "app/session/study/scenario_of_run.h"
#include "app/session/text/messages.h"
#include "app/session/text/phrase_text.h"
#include "core/base/text_mark.h"

#include <QLineEdit>

#include <algorithm>

namespace shardscope::app {
namespace {

/// "link.cluster.bandwidth 25 GB/s": what is otherwise of the machine, for a scenario's name.
QString phraseOfEdits(const StudyScenario& scenario)
{
    QStringList parts;
    for (const auto& [key, text] : scenario.changes.figures)
        parts << QString::fromStdString(key + " " + text);
    return parts.join(QStringLiteral(", "));
}

} // namespace

StudyVocabulary StudyPage::vocabulary() const
{
    StudyVocabulary words{m_workbench.catalog(), m_workbench.models(), m_workbench.machines(), {}};
    const PlanState& state = m_workbench.state();
    if (state.complete()) {
        StudyScenario own;
        own.hardware = state.hardwareReference.toStdString();
        own.devices = std::to_string(state.plan.axes.devices());
        // One that was edited is its description with the figures that are otherwise.
        if (const auto described = m_workbench.catalog().hardware(own.hardware); described.ok())
            own.changes.figures = machineEdits(*described, *state.hardware);
        std::erase_if(own.changes.figures, [](const auto& edit) { return edit.first == "price"; });
        words.own = std::move(own);
    } else if (!m_study.scenarios.empty()) {
        words.own = m_study.scenarios.front();
    }
    return words;
}

QLineEdit& StudyPage::words() { return m_line->words(); }

std::optional<JobStudy> StudyPage::heard(const QString& said) const
{
    auto study = studyInWords(said, vocabulary());
    if (!study.ok() || study->scenarios.size() < 2)
        return {};
    return std::move(*study);
}

void StudyPage::addFromWords()
{
    const auto said = scenariosInWords(words().text(), vocabulary());
    if (!said.ok())
        return tell(said.error().code == core::ErrorCode::Inconsistent ? phraseText(said.error().args.front())
                                                                       : errorText(said.error()));
    JobStudy study = m_study;
    const auto changing = std::ranges::find(study.scenarios, m_line->changing(), &StudyScenario::name);
    const bool replaces = changing != study.scenarios.end() && said->size() == 1;
    if (replaces) {
        StudyScenario next = said->front();
        next.plan = changing->plan; // what words have no way to say stays
        next.failures = changing->failures;
        next.recording = changing->recording;
        changing->name.clear();
        next.name = freshScenarioName(next, study.scenarios);
        *changing = std::move(next);
    } else {
        for (StudyScenario one : *said) {
            one.name = freshScenarioName(one, study.scenarios);
            study.scenarios.push_back(std::move(one));
        }
    }
    words().clear();
    change(std::move(study));
}

/// The machine's title without the size that lists have behind it.
std::string StudyPage::machineTitle(const std::string& name)
{
    const auto& machines = m_workbench.machines();
    const auto found = std::ranges::find(machines, name, &CatalogEntry::name);
    return found == machines.end() ? name : found->title.toStdString();
}

void StudyPage::add(StudyScenario scenario)
{
    JobStudy study = m_study;
    scenario.name = freshScenarioName(scenario, study.scenarios);
    study.scenarios.push_back(std::move(scenario));
    change(std::move(study));
}

void StudyPage::addOpenPlan()
{
    const StudyVocabulary words = vocabulary();
    if (!words.own || !m_workbench.state().complete())
        return;
    StudyScenario own = *words.own;
    own.name = own.devices + " " + machineTitle(own.hardware);
    if (!own.changes.figures.empty())
        own.name += ", " + phraseOfEdits(own).toStdString();
    add(std::move(own));
}

/// Machine, devices, framework and layout as they are guessed of the recording that is open.
void StudyPage::addOpenRun()
{
    const RunViewPtr opened = m_workbench.run(RunFrom::Files);
    if (!opened)
        return;
    m_workbench.jobs().start(
        QStringLiteral("study run"), tr("Guessing the plan"),
        [catalog = m_workbench.catalog(), run = opened->run](const core::Task& task) {
            return guessPlan(catalog, run, task);
        },
        [this, title = m_workbench.runTitle(RunFrom::Files)](const core::Result<Guess>& guess) {
            if (!guess.ok())
                return tell(errorText(guess.error()));
            auto scenario = scenarioOfRun(*guess, title.toStdString());
            if (!scenario.ok())
                return tell(phraseText(scenario.error().args.front()));
            add(std::move(*scenario));
        });
}

void StudyPage::changeSelected()
{
    const auto at = std::ranges::find(m_study.scenarios, m_selected, &StudyScenario::name);
    if (at != m_study.scenarios.end())
        m_line->change(*at);
}

void StudyPage::removeSelected()
{
    JobStudy study = m_study;
    std::erase_if(study.scenarios, [this](const StudyScenario& one) { return one.name == m_selected; });
    change(std::move(study));
}

void StudyPage::begin(const QString& model, const QString& machine, const QString& devices)
{
    JobStudy study = m_study;
    study.job.model = model.toStdString();
    StudyScenario first;
    first.hardware = machine.toStdString();
    first.devices = devices.toStdString();
    first.name = first.devices + " " + machineTitle(first.hardware);
    const auto same = [&](const StudyScenario& one) { return wordsOf(one) == wordsOf(first); };
    if (std::ranges::none_of(study.scenarios, same))
        study.scenarios.push_back(std::move(first));
    change(std::move(study));
}

/// The scenario's plan becomes the one being edited, on its machine as it was changed.
void StudyPage::useSelected()
{
    const auto row = std::ranges::find(m_rows->rows(), m_selected,
                                       [](const ScenarioRow& one) { return one.scenario.name; });
    if (row == m_rows->rows().end() || !row->solved || !row->solved->evaluation)
        return;
    const auto model = m_workbench.catalog().model(m_study.job.model);
    if (!model.ok()) {
        m_workbench.fail(model.error());
        return;
    }
    PlanState next = m_workbench.state();
    next.model = std::make_shared<const core::ModelSpec>(*model);
    next.modelReference = QString::fromStdString(m_study.job.model);
    next.modelDocument = nullptr;
    next.hardware = std::make_shared<const core::HardwareSpec>(row->solved->hardware);
    next.hardwareReference = QString::fromStdString(row->scenario.hardware);
    m_workbench.edit(withPlan(std::move(next), row->solved->evaluation->plan),
                     {N_("Use %1"), {row->scenario.name}});
    emit pageRequested(QStringLiteral("plan"));
}

} // namespace shardscope::app
