// SPDX-License-Identifier: GPL-3.0-or-later
// Opening: files of every kind, samples, plans of other tools.
#include "app/desktop/pages/schedule/schedule_page.h"
#include "app/desktop/window/import_dialog.h"
#include "app/desktop/window/main_window.h"
#include "app/session/text/shown_text.h"
#include "core/io/text_file.h"

#include <QFileDialog>
#include <QLabel>

#include <algorithm>
#include <cstring>
#include <iterator>

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

namespace {

/// What the Schedule page shows in one click.
struct ScheduleSample {
    const char* key;
    const char* file;
};
constexpr ScheduleSample kScheduleSamples[] = {{"schedule", "gpt3_175b_pipeline_on_128_a100.json"},
                                               {"pod16", "bert_large_on_ipu_pod16.json"},
                                               {"pod16_phases", "bert_large_phased_on_ipu_pod16.json"},
                                               {"phases", "gpt3_175b_phased_on_ipu_pod256.json"},
                                               {"buckets", "zero2_100b_on_400_v100.json"},
                                               {"iterations", "dlrm_12t_on_zionex.json"},
                                               {"modes", "persia_100t_on_google_cloud.json"}};

} // namespace

void MainWindow::openSample(const char* page)
{
    const std::filesystem::path samples = m_workbench.catalog().resources() / "samples";
    const bool tables = std::strcmp(page, "recommender") == 0 || std::strcmp(page, "model") == 0;
    const bool compare = std::strcmp(page, "compare") == 0;
    const bool plan = std::strcmp(page, "plan") == 0 || (compare && !m_workbench.state().complete());
    const bool tight = std::strcmp(page, "tight") == 0;
    const bool memory = std::strcmp(page, "memory") == 0;
    const auto* schedule =
        std::find_if(std::begin(kScheduleSamples), std::end(kScheduleSamples),
                     [page](const ScheduleSample& one) { return std::strcmp(page, one.key) == 0; });
    const bool timed = schedule != std::end(kScheduleSamples);
    const char* file = timed    ? schedule->file
                       : tables ? "dlrm_v2_on_zionex.json"
                       : plan   ? "gpt3_175b_phased_on_ipu_pod256.json"
                       : tight  ? "gpt3_175b_on_ipu_pod256.json"
                       : memory ? "h200_gpt2_memory.pickle.gz"
                                : "h200_dlrm.json.gz";
    if (!openAsked({QString::fromStdString((samples / file).string())}))
        return;
    m_runPage = page; // where the sample was asked for
    if (tables || compare)
        showPage(page);
    if (timed) {
        constexpr std::int64_t kFirst = 12; // of BERT's 384 micro-batches: its supersteps are seen
        if (std::strcmp(page, "pod16") == 0)
            part<SchedulePage>().lookAtFirst(kFirst);
        showPage("schedule");
    }
}

bool MainWindow::openAsked(const QStringList& files)
{
    const bool plans = std::ranges::any_of(files, [](const QString& file) {
        const auto kind = documentKind(file.toStdString());
        return kind.ok() && *kind == DocumentKind::Plan;
    });
    if (plans && !agreesToClose())
        return false;
    openFiles(files);
    return true;
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

/// What a model's file says beyond what a plan needs: named, so that nobody takes it for used.
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
