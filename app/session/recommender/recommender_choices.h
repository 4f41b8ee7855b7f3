// SPDX-License-Identifier: GPL-3.0-or-later
// What a study of a recommender is asked beside its plan: one value, and one table of its keys that serves
// the command line (--set KEY=VALUE), the window's controls and undo.
#pragma once

#include "core/base/result.h"
#include "core/plan/field_value.h"
#include "core/report/table.h"
#include "planner/recommender.h"

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::app {

/// PERSIA's settings; a batch of 0: as in the published run, else PERSIA's own.
[[nodiscard]] inline planner::PersiaSettings openBatch()
{
    planner::PersiaSettings settings;
    settings.batch = 0;
    return settings;
}
[[nodiscard]] inline planner::ConvergenceBound openBound()
{
    planner::ConvergenceBound bound;
    bound.staleness = 0;
    return bound;
}

/// Numbers at 0 whose comment says so are not known or not asked for.
struct RecommenderChoices {
    std::string cluster; ///< of PERSIA's roles: a shipped one or a file; empty: the first shipped
    std::string job;     ///< a PersiaJob YAML whose replicas and resources win; empty: none

    std::int64_t readersPerDevice = 0; ///< host cores that prepare a device's batches; 0: as many as hide it
    bool torchRecCosts = false;        ///< place by TorchRec's cost model
    bool strongScaling = false;        ///< the scaling curve keeps the global batch
    bool pipelined = true;             ///< the next batch's ids travel while this one computes
    double hotRows = 0;                ///< of each table, kept on every device
    double deviceReserve = 0.15;       ///< of device memory that no table may take
    double devicePrice = 0;            ///< an hour; 0: the hardware's
    double readerCorePrice = 0;        ///< of a host core that reads, an hour; 0: not known
    planner::CheckpointSettings checkpoint;             ///< over the hosts' network
    planner::ZionFigures zion = planner::zionFigures(); ///< of the predecessor that ZionEX is set against

    planner::PersiaMode mode = planner::PersiaMode::Persia; ///< of topology, explorer and sizing
    planner::PersiaSettings persia =
        openBatch();            ///< batch, staleness, switches; its machine is the cluster's
    double workerSpread = 0.05; ///< deviation of a worker's batch time, of its mean: assumed
    double measured = 0;        ///< samples a second of PERSIA's own mode, to calibrate by; 0: none
    planner::PersiaRoleKind firstRole = planner::PersiaRoleKind::NnWorker; ///< explorer, across
    planner::PersiaRoleKind secondRole = planner::PersiaRoleKind::EmbeddingWorker;
    std::array<double, planner::kPersiaRoles.size()> prices{}; ///< of a machine, an hour; 0: the cluster's

    planner::PersiaMemorySettings servers; ///< rows, checkpoints, failures; its machines are the cluster's
    std::int64_t incrementalRows = 1'000'000;
    planner::ServingSettings serving{8, 64, core::Seconds{100e-6}};
    planner::ConvergenceBound bound =
        openBound();       ///< σ, T, exponents; τ and α of 0: the mode's and the model's
    double wantedRate = 0; ///< samples a second to size a cluster for; 0: none
};
/// The part of the choices that a sharded step is asked with.
[[nodiscard]] planner::ZionexOptions zionexOptionsOf(const RecommenderChoices& choices);
/// \p hardware at the price that the choices name, if they do.
[[nodiscard]] core::HardwareSpec priced(core::HardwareSpec hardware, const RecommenderChoices& choices);
[[nodiscard]] bool operator==(const RecommenderChoices& a, const RecommenderChoices& b);

enum class ChoiceGroup { Zionex, Zion, Persia, Explorer, Prices, Servers, Serving, Bound };

/// One key. Values are numbers: 0 or 1 of a flag, the index of a word.
struct ChoiceField : core::FieldRule {
    const char* key;
    const char* label; ///< English source text, short
    const char* help;  ///< the same, one sentence
    ChoiceGroup group;
    double (*get)(const RecommenderChoices&);
    void (*set)(RecommenderChoices&, double);
};
/// The choices in the order of the window.
[[nodiscard]] const std::vector<ChoiceField>& choiceFields();

/// {"staleness", "5"} and the like, in order. Errors: UnknownKey, UnknownValue (nearest named), WrongType,
/// OutOfRange; their place is "--set KEY".
[[nodiscard]] core::Result<RecommenderChoices>
withChoices(RecommenderChoices choices, const std::vector<std::pair<std::string, std::string>>& given);
/// key, meaning, values, value: of \p choices.
[[nodiscard]] core::Table choiceTable(const RecommenderChoices& choices);

} // namespace shardscope::app
