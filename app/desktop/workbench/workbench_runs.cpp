// SPDX-License-Identifier: GPL-3.0-or-later
// Runs: one read from files and one simulated may be open, one of them in front.
#include "app/desktop/workbench/workbench.h"

#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "core/base/mapped.h"
#include "core/run/run_rules.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace shardscope::app {
namespace {

/// Whether both were read from the same files.
bool ofSameFiles(const RunView& a, const RunView& b)
{
    return std::ranges::equal(a.run->sources, b.run->sources, {}, &core::RunSource::file,
                              &core::RunSource::file);
}

} // namespace

void Workbench::openTrace(const QStringList& files)
{
    const auto paths = core::mapped<std::filesystem::path>(files, &QString::toStdString);
    const QString title = files.size() == 1 ? tr("Reading %1").arg(QFileInfo(files.first()).fileName())
                                            : tr("Reading %n files", nullptr, static_cast<int>(files.size()));
    // Its first part comes in front; as it grows it stays where the reader has put it since.
    const auto shown = std::make_shared<bool>(false);
    const auto show = [this, shown](RunViewPtr view) {
        if (!*shown)
            putBeside(*view);
        take(RunFrom::Files, {std::move(view)}, !std::exchange(*shown, true));
    };
    m_jobs.startWithNews(
        QString::fromLatin1(kTraceSlot), title,
        [paths, show, rules = kernelRules()](const core::Task& task, const Jobs::Courier& courier) {
            return makeRunView(
                paths, task, [&](const RunViewPtr& first) { courier([show, first] { show(first); }); },
                rules);
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

std::shared_ptr<const core::WorkRules> Workbench::kernelRules()
{
    auto rules = m_traces.readRules();
    if (!rules.ok())
        fail(rules.error());
    return rules.ok() ? std::move(rules).value() : nullptr;
}

void Workbench::tellBy(const std::shared_ptr<const core::WorkRules>& rules)
{
    const RunViewPtr& open = run(RunFrom::Files);
    if (!open || open->partial)
        return;
    m_jobs.start(
        QString::fromLatin1(kTraceSlot), tr("Telling kernels by other rules"),
        [open, rules](const core::Task& task) {
            return makeRunView(core::withRules(open->run, rules), open->report, task);
        },
        [this](core::Result<RunViewPtr> view) {
            if (!view.ok())
                return takeNoRun(view.error());
            m_runs[static_cast<std::size_t>(RunFrom::Files)].view = std::move(view).value();
            if (m_front == RunFrom::Files)
                emit runChanged(); // the same run: nothing was opened
            emit runsChanged();
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

void Workbench::putBeside(const RunView& next)
{
    std::erase_if(m_beside, [&](const RunViewPtr& one) { return ofSameFiles(*one, next); });
    const RunViewPtr& open = run(RunFrom::Files);
    if (open && !open->partial && !ofSameFiles(*open, next))
        m_beside.insert(m_beside.begin(), open);
}

void Workbench::showBeside(const RunViewPtr& wanted)
{
    const auto found = std::ranges::find(m_beside, wanted);
    if (found == m_beside.end())
        return;
    const RunViewPtr chosen = *found;
    m_beside.erase(found);
    putBeside(*chosen);
    m_jobs.cancel(QString::fromLatin1(kTraceSlot)); // what is being read would take the place
    m_runs[static_cast<std::size_t>(RunFrom::Files)] = {chosen};
    m_front = RunFrom::Files;
    emit runChanged();
    emit runsChanged();
}

void Workbench::openBeside(const QStringList& files, std::function<void(const RunViewPtr&)> opened)
{
    const auto paths = core::mapped<std::filesystem::path>(files, &QString::toStdString);
    m_jobs.start(
        QStringLiteral("beside"), tr("Reading another run"),
        [paths, rules = kernelRules()](const core::Task& task) {
            return makeRunView(paths, task, {}, rules);
        },
        [this, opened = std::move(opened)](core::Result<RunViewPtr> view) {
            if (!view.ok())
                return takeNoRun(view.error());
            const RunViewPtr& open = run(RunFrom::Files);
            if (open && ofSameFiles(*open, **view))
                return opened(open);
            std::erase_if(m_beside, [&](const RunViewPtr& one) { return ofSameFiles(*one, **view); });
            m_beside.insert(m_beside.begin(), *view);
            emit runsChanged();
            opened(*view);
            tellLost((*view)->report);
        });
}

void Workbench::showSimulated(core::RunPtr run, std::function<QString()> title, std::function<void()> shown)
{
    m_jobs.start(
        QString::fromLatin1(kSimulationSlot), tr("Opening a simulated step"),
        [run = std::move(run)](const core::Task& task) { return makeRunView(run, {}, task); },
        [this, title = std::move(title), shown = std::move(shown)](core::Result<RunViewPtr> view) {
            if (!view.ok())
                return takeNoRun(view.error());
            take(RunFrom::Simulation, {std::move(view).value(), title}, true);
            shown();
        });
}

QString Workbench::titleOfOpen(const RunViewPtr& run) const
{
    QString title = shownText(run->run->title);
    std::vector<RunViewPtr> others = m_beside;
    others.push_back(this->run(RunFrom::Files));
    const bool twice = std::ranges::any_of(others, [&](const RunViewPtr& other) {
        return other && other != run && other->run->title == run->run->title;
    });
    if (!twice || run->run->sources.empty())
        return title;
    const std::filesystem::path folder = run->run->sources.front().file.parent_path();
    return folder.empty() ? title : shownText(folder.filename().string()) + QLatin1Char('/') + title;
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
    if (from == RunFrom::Files && !m_beside.empty()) { // the one before it is still open
        m_runs[static_cast<std::size_t>(from)] = {m_beside.front()};
        m_beside.erase(m_beside.begin());
    }
    if (inFront) {
        m_front = measuredFrom();
        emit runChanged();
    }
    emit runsChanged();
}

} // namespace shardscope::app
