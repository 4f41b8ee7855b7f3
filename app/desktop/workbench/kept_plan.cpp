// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/workbench/kept_plan.h"

#include "app/session/documents/kept_file.h"
#include "core/io/text_file.h"
#include "core/io/value.h"
#include "core/plan/plan_file.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>

namespace shardscope::app {
namespace {

const QString kTraces = QStringLiteral("open/traces");
const QString kPage = QStringLiteral("open/page");

QString lastPlan() { return QString::fromStdString((dataFolder() / "last_plan.json").string()); }

/// \p state as a plan file that names its model and hardware.
core::Result<core::Done> write(const PlanState& state, const QString& file)
{
    // A name of the catalogue stays one; a file is found from wherever the plan comes to lie.
    const auto reference = [](const QString& name) {
        return core::Value::ofText(
            (QFileInfo(name).isFile() ? QFileInfo(name).absoluteFilePath() : name).toStdString());
    };
    const core::Value plan = core::planDocument(state.plan);
    std::vector<core::Value::Member> members{{"model", reference(state.modelReference)},
                                             {"hardware", reference(state.hardwareReference)}};
    members.insert(members.end(), plan.members.begin(), plan.members.end());
    return core::writeTextFile(file.toStdString(),
                               core::jsonText(core::Value::ofMembers(std::move(members))) + "\n");
}

} // namespace

void KeptPlan::keep()
{
    m_workbench.undoStack().setClean();
    m_kept = m_workbench.state();
}

core::Result<core::Done> KeptPlan::save(const QString& file)
{
    auto written = write(m_workbench.state(), file);
    if (written.ok())
        keep();
    return written;
}

void KeptPlan::remember(const QString& page) const
{
    const QString file = lastPlan();
    if (!m_kept.complete()) {
        QFile::remove(file);
    } else {
        QDir().mkpath(QFileInfo(file).path());
        static_cast<void>(write(m_kept, file)); // a full disk keeps nobody from leaving
    }
    QStringList traces;
    if (const RunViewPtr run = m_workbench.run(RunFrom::Files)) {
        for (const core::RunSource* const file : core::runFiles(*run->run))
            traces << QFileInfo(QString::fromStdString(file->file.string())).absoluteFilePath();
    }
    QSettings settings;
    settings.setValue(kTraces, traces);
    settings.setValue(kPage, page);
}

KeptPlan::Remembered KeptPlan::remembered()
{
    const QSettings settings;
    Remembered found{QFileInfo::exists(lastPlan()) ? lastPlan() : QString(),
                     settings.value(kTraces).toStringList(), settings.value(kPage).toString()};
    found.traces.removeIf([](const QString& trace) { return !QFileInfo::exists(trace); });
    return found;
}

} // namespace shardscope::app
