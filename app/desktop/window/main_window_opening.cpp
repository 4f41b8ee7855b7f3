// SPDX-License-Identifier: GPL-3.0-or-later
// Opening: files of every kind, samples, plans of other tools.
#include "app/desktop/pages/ask/ask_controls.h"
#include "app/desktop/pages/ask/ask_page.h"
#include "app/desktop/pages/home/home_page.h"
#include "app/desktop/pages/home/recent.h"
#include "app/desktop/pages/home/samples.h"
#include "app/desktop/pages/learn/learn_page.h"
#include "app/desktop/pages/schedule/schedule_page.h"
#include "app/desktop/pages/search/search_page.h"
#include "app/desktop/pages/study/study_page.h"
#include "app/desktop/window/exchange/import_dialog.h"
#include "app/desktop/window/main_window.h"
#include "app/session/text/shown_text.h"
#include "core/io/text_file.h"

#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>

#include <algorithm>
#include <string_view>

namespace shardscope::app {

void MainWindow::open(const Options& options)
{
    if (options.namesPlan()) {
        PlanRequest request{options.model.toStdString(), options.hardware.toStdString(),
                            options.plan.toStdString(), options.planOptions};
        if (!request.planFile.empty() || (!request.model.empty() && !request.hardware.empty())) {
            m_workbench.openPlan(request);
        } else {
            if (!request.model.empty())
                m_workbench.chooseModel(options.model);
            if (!request.hardware.empty())
                m_workbench.chooseHardware(options.hardware);
        }
        m_kept.keep();
    }
    if (!options.traces.isEmpty())
        m_workbench.openTrace(options.traces);
    openFiles(options.files);
    m_planInFront = options.namesPlan() || m_planInFront;
    if (options.lesson.isEmpty())
        return;
    showPage("learn");
    if (const auto opened = part<LearnPage>().openLesson(options.lesson); !opened.ok())
        m_workbench.fail(opened.error());
}

void MainWindow::openFiles(const QStringList& files)
{
    // Models and hardware before plans, which are laid over them; traces together as one run.
    QStringList plans;
    QStringList traces;
    m_planInFront = false;
    m_runPage = nullptr;
    const bool edited = m_kept.edited(); // then another model or machine is one more edit
    for (const QString& file : files) {
        const auto schedule = scheduleFile(file.toStdString());
        if (!schedule.ok()) {
            m_workbench.fail(schedule.error());
            continue;
        }
        if (*schedule) {
            showPage("schedule");
            part<SchedulePage>().openSchedule(*schedule);
            continue;
        }
        if (isStudyFile(file.toStdString())) {
            if (part<StudyPage>().openFile(file))
                showPage("study");
            continue;
        }
        const auto kind = documentKind(file.toStdString());
        if (kind.ok() && *kind == DocumentKind::Project) {
            m_workbench.openFile(file); // with its page
        } else if (kind.ok() && *kind == DocumentKind::Plan) {
            plans << file;
        } else if (kind.ok() && *kind == DocumentKind::Trace) {
            traces << file;
        } else if (!kind.ok() && kind.error().code == core::ErrorCode::FormatUnknown &&
                   importPlanFile(file)) {
            continue; // another tool's configuration
        } else if (m_workbench.openFile(file)) {
            if (!edited)
                m_kept.keep();
            const PlanState& state = m_workbench.state();
            const bool tables = state.model && state.model->recommender() != nullptr;
            const bool roles = kind.ok() && (*kind == DocumentKind::Cluster || *kind == DocumentKind::Persia);
            showPage(tables || roles ? "recommender" : "plan");
            if (kind.ok() && *kind == DocumentKind::Model && !tables) // a list of tables has a report
                tellIgnored();
        }
    }
    for (const QString& plan : plans) {
        if (m_workbench.openFile(plan)) {
            m_kept.keep();
            const bool roles = !m_workbench.state().complete(); // PERSIA's
            showPage(roles ? "recommender" : "plan");
            m_planInFront = true;
        }
    }
    if (!traces.isEmpty())
        m_workbench.openTrace(traces);
}

void MainWindow::openSample(const char* page)
{
    const std::string_view asked = page;
    // A page that is empty offers what it can show; beside an open plan, Compare wants a run.
    const bool plan =
        asked == "search" || asked == "hardware" || (asked == "compare" && !m_workbench.state().complete());
    const Sample* sample = sampleOf(asked == "model" ? "recommender" : plan ? "plan" : asked);
    if (sample == nullptr)
        sample = sampleOf("overview");
    const std::filesystem::path file = m_workbench.catalog().resources() / "samples" / sample->file;
    if (!openAsked({QString::fromStdString(file.string())}))
        return;
    const bool own = sampleOf(asked) != nullptr;
    const char* wanted = own ? sample->page : page; // where the sample was asked for
    m_runPage = wanted;
    if (asked == "pod16") {
        constexpr std::int64_t kFirst = 12; // of BERT's 384 micro-batches: its supersteps are seen
        part<SchedulePage>().lookAtFirst(kFirst);
    }
    const bool recorded = std::string_view(sample->file).ends_with(".gz");
    if (!recorded || asked == "compare")
        showPage(wanted);
}

bool MainWindow::openAsked(const QStringList& files)
{
    const bool plans = std::ranges::any_of(files, [](const QString& file) {
        const auto kind = documentKind(file.toStdString());
        return kind.ok() && *kind == DocumentKind::Plan;
    });
    if (plans && !agreesToClose())
        return false;
    if (!files.isEmpty())
        rememberOpened(files);
    openFiles(files);
    return true;
}

void MainWindow::searchFor(const QString& model, const QString& machine, const QString& devices)
{
    if (!m_workbench.chooseModel(model) || !m_workbench.chooseHardware(machine))
        return;
    showPage("search");
    part<SearchPage>().searchOn(devices);
}

void MainWindow::connectHome()
{
    auto& home = part<HomePage>();
    connect(&home, &HomePage::planWanted, this, &MainWindow::searchFor);
    connect(&home, &HomePage::askWanted, this,
            [this](const QString& model, const QString& machine, const QString& devices) {
                if (m_workbench.chooseModel(model) && m_workbench.chooseHardware(machine)) {
                    part<AskPage>().controls().takeOpenPlan();
                    part<AskPage>().controls().devices().setText(devices);
                    showPage("ask");
                }
            });
    connect(&home, &HomePage::studyWanted, this,
            [this](const QString& model, const QString& machine, const QString& devices) {
                showPage("study");
                part<StudyPage>().begin(model, machine, devices);
            });
    connect(&home, &HomePage::folderRequested, this, &MainWindow::askForFolder);
    connect(&home, &HomePage::sampleWanted, this,
            [this](const QString& key) { openSample(key.toLatin1().constData()); });
    connect(&home, &HomePage::recentWanted, this, &MainWindow::openAsked);
}

void MainWindow::askForFiles()
{
    const QStringList files = QFileDialog::getOpenFileNames(
        this, tr("Open models, hardware descriptions, plans or traces"), QString(),
        tr("All that is read here (*.json *.onnx *.gz *.yaml *.yml *.csv *.zst *.xz *.zip *.tar *.pb "
           "*.pftrace "
           "*.sqlite "
           "*.pickle *.shardpack *.shardscope);;All files (*)"));
    openAsked(files);
}

void MainWindow::askForFolder()
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Open a folder of traces, one a rank"));
    if (!folder.isEmpty())
        openFiles({folder});
}

void MainWindow::askForImport()
{
    const QString file =
        QFileDialog::getOpenFileName(this, tr("Import a plan"), QString(),
                                     tr("Megatron-LM arguments or log, ds_config.json, NeMo YAML (*.sh *.txt "
                                        "*.log *.json *.yaml *.yml);;All files (*)"));
    if (file.isEmpty() || importPlanFile(file))
        return;
    m_workbench.openFile(file); // says what it is instead, or opens it
}

void MainWindow::planRun()
{
    if (!agreesToClose())
        return;
    m_workbench.planRun([this] {
        m_kept.keep();
        showPage("plan");
    });
}

bool MainWindow::importPlanFile(const QString& file)
{
    auto text = core::readTextFile(file.toStdString());
    if (!text.ok() || !importPlan(*text, file.toStdString(), std::nullopt).ok())
        return false;
    auto* dialog = new ImportDialog(std::move(text).value(), file, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, file] {
        if (dialog->imported() && agreesToClose() && m_workbench.adopt(*dialog->imported(), file)) {
            m_kept.keep();
            showPage("plan");
        }
    });
    dialog->open();
    return true;
}

/// Names what a model's file says beyond what a plan needs, so that nobody takes it for used.
void MainWindow::tellIgnored()
{
    const auto& model = m_workbench.state().model;
    if (!model || model->ignoredKeys.empty())
        return;
    QStringList keys;
    for (const std::string& key : model->ignoredKeys)
        keys << shownText(key);
    m_hint->setText(tr("%1; not needed: %2").arg(titleOf(model), keys.join(QStringLiteral(", "))));
}

} // namespace shardscope::app
