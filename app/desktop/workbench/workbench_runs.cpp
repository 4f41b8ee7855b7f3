// SPDX-License-Identifier: GPL-3.0-or-later
// Runs: one read from files and one simulated may be open, one of them in front.
#include "app/desktop/workbench/workbench.h"

#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "core/base/mapped.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace shardscope::app {

void Workbench::openTrace(const QStringList& files)
{
    const auto paths = core::mapped<std::filesystem::path>(files, &QString::toStdString);
    const QString title = files.size() == 1 ? tr("Reading %1").arg(QFileInfo(files.first()).fileName())
                                            : tr("Reading %n files", nullptr, static_cast<int>(files.size()));
    // Its first part comes in front; as it grows it stays where the reader has put it since.
    const auto shown = std::make_shared<bool>(false);
    const auto show = [this, shown](RunViewPtr view) {
        take(RunFrom::Files, {std::move(view)}, !std::exchange(*shown, true));
    };
    m_jobs.startWithNews(
        QString::fromLatin1(kTraceSlot), title,
        [paths, show](const core::Task& task, const Jobs::Courier& courier) {
            return makeRunView(paths, task,
                               [&](const RunViewPtr& first) { courier([show, first] { show(first); }); });
        },
        [this, show](core::Result<RunViewPtr> view) {
            if (!view.ok()) {
                takeNoRun(view.error());
                return;
            }
            show(view.value());
            tellLost(view.value()->report);
        });
}

void Workbench::tellLost(const profiler::ImportReport& report)
{
    constexpr std::size_t kTold = 8; // a box on a screen
    QStringList sentences;
    for (std::size_t at = 0; at < std::min(report.lost.size(), kTold); ++at)
        sentences << errorText(report.lost[at].error);
    if (report.lost.size() > kTold)
        sentences << tr("and %1 more").arg(report.lost.size() - kTold);
    if (!sentences.isEmpty())
        emit failed(sentences.join(QLatin1Char('\n')));
}

void Workbench::openSimulation(Simulate simulate, std::function<QString()> title)
{
    m_jobs.start(
        QString::fromLatin1(kSimulationSlot), tr("Simulating a step"),
        [simulate = std::move(simulate)](const core::Task& task) -> core::Result<RunViewPtr> {
            SHARDSCOPE_TRY(planner::Simulation simulation, simulate(task));
            profiler::ImportedRun opened = openedSimulation(std::move(simulation));
            return makeRunView(std::move(opened.run), std::move(opened.report), task);
        },
        [this, title = std::move(title)](core::Result<RunViewPtr> view) {
            view.ok() ? take(RunFrom::Simulation, {std::move(view).value(), title}, true)
                      : takeNoRun(view.error());
        });
}

void Workbench::takeNoRun(const core::Error& error)
{
    if (error.code != core::ErrorCode::Cancelled)
        fail(error);
}

void Workbench::take(RunFrom from, OpenedRun run, bool inFront)
{
    m_runs[static_cast<std::size_t>(from)] = std::move(run);
    if (inFront)
        m_front = from;
    if (m_front == from) {
        emit runChanged();
        emit runOpened();
    }
    emit runsChanged();
}

void Workbench::showRun(RunFrom from)
{
    if (from == m_front || !run(from))
        return;
    m_front = from;
    emit runChanged();
    emit runsChanged();
}

RunFrom Workbench::measuredFrom() const { return run(RunFrom::Files) ? RunFrom::Files : RunFrom::Simulation; }

QString Workbench::runTitle(RunFrom from) const
{
    const OpenedRun& run = opened(from);
    if (!run.view)
        return {};
    return run.title ? run.title() : shownText(run.view->run->title);
}

void Workbench::closeRun(RunFrom from)
{
    m_jobs.cancel(QString::fromLatin1(from == RunFrom::Files ? kTraceSlot : kSimulationSlot));
    m_runs[static_cast<std::size_t>(from)] = {};
    const bool inFront = m_front == from;
    if (inFront) {
        m_front = measuredFrom();
        emit runChanged();
    }
    emit runsChanged();
}

} // namespace shardscope::app
