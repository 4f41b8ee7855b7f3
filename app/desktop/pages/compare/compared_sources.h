// SPDX-License-Identifier: GPL-3.0-or-later
// What can stand on a side of a comparison: all that is open, and what was dropped.
#pragma once

#include "app/desktop/workbench/workbench.h"
#include "app/session/compare/side.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <vector>

namespace shardscope::app {

struct ComparedSource {
    enum class Kind : std::uint8_t { OpenPlan, KeptPlan, PlanFile, Run };
    Kind kind = Kind::Run;
    QString key; ///< what it is told apart by while it is open, in any language
    QString title;
    std::optional<ShelvedPlan> kept = {}; ///< of KeptPlan
    QString file = {};                    ///< of PlanFile
    RunViewPtr run = nullptr;             ///< of Run: the run, or the one that the part belongs to
    bool simulated = false;
    std::optional<std::uint32_t> job = {};    ///< of a run of several jobs
    std::optional<std::uint32_t> source = {}; ///< of core::Run::sources: what it holds of that file, a rank's

    [[nodiscard]] bool isPlan() const { return kind != Kind::Run; }
    [[nodiscard]] bool isRecorded() const { return kind == Kind::Run && !simulated; }
    [[nodiscard]] bool isWhole() const { return !job && !source; }
};

/// The plan, plans put aside, \p planFiles, recordings with their jobs and ranks, the simulated run. Runs
/// that are still being read are left out.
[[nodiscard]] std::vector<ComparedSource> comparedSources(Workbench& workbench, const QStringList& planFiles);

/// The keys of what is set against each other where nobody chose: the plan and the recording, two recordings
/// (the earlier one is A), two ranks, the plan and its simulation. None: there are no two.
struct ComparedKeys {
    QString a;
    QString b;
};
[[nodiscard]] std::optional<ComparedKeys> usualKeys(const std::vector<ComparedSource>& sources);

/// \p source counted; \p open is the plan being edited. Errors: those of files, evaluation and simulation.
[[nodiscard]] core::Result<DifferenceSide> workedSide(const ComparedSource& source, const PlanState& open,
                                                      const core::Catalog& catalog, const core::Task& task);

} // namespace shardscope::app
