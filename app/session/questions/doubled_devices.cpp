// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/questions/doubled_devices.h"

#include "app/session/plan/solved_options.h"
#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "core/report/columns.h"
#include "planner/planner.h"

namespace shardscope::app {
namespace {

constexpr std::int64_t kSmallestPart = 4;    ///< a fraction of the plan's replicas
constexpr std::int64_t kMostWithoutEnd = 64; ///< times the plan, of a machine that has no number of nodes
constexpr std::size_t kMostDoublings = 7;

core::Result<DoubledDevices> doubledRow(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                        core::Plan plan, const core::Task& task)
{
    DoubledDevices row;
    SHARDSCOPE_TRY(row.microBatch, largestMicroBatchOf(plan, model, hardware, task));
    plan.batch.microBatch = row.microBatch;
    plan.batch.globalBatch = row.microBatch * plan.batch.microBatches * plan.axes.replicas();
    SHARDSCOPE_TRY(const core::Evaluation evaluation,
                   planner::evaluate(model, hardware, plan, planner::Detail::Plain, task));
    row.devices = evaluation.devices;
    row.fits = evaluation.verdict.feasible();
    if (const auto* state = evaluation.figures.find("model_state_bytes"); state != evaluation.figures.end())
        row.state = core::Bytes{state->second};
    if (const core::TierUse* use = evaluation.memory.fullestUse(core::Tier::Device)) {
        row.peak = use->peak;
        row.capacity = use->capacity;
    }
    row.samplesPerSecond = evaluation.throughput.samplesPerSecond;
    row.perDevice = row.samplesPerSecond / static_cast<double>(row.devices);
    return row;
}

} // namespace

core::Result<std::vector<DoubledDevices>> doubledDevices(const core::ModelSpec& model,
                                                         const core::HardwareSpec& hardware,
                                                         const core::Plan& plan, const core::Task& task)
{
    const std::int64_t most = hardware.devices().value_or(plan.axes.devices() * kMostWithoutEnd);
    std::int64_t part = kSmallestPart;
    while (part > 1 && !withReplicasTimes(plan, 1, part))
        part /= 2;
    std::vector<DoubledDevices> rows;
    for (std::int64_t times = 1; rows.size() < kMostDoublings; times *= 2) {
        auto more = withReplicasTimes(plan, times, part);
        if (!more || more->axes.devices() > most)
            break;
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        SHARDSCOPE_TRY(DoubledDevices row, doubledRow(model, hardware, std::move(*more), task));
        row.own = times == part;
        rows.push_back(row);
    }
    if (rows.size() < 2)
        return core::inconsistent(W_("the machine has no devices for twice as many replicas"));
    return rows;
}

core::Table doubledTable(const std::vector<DoubledDevices>& rows)
{
    core::Table table{"doubled_devices", N_("The plan on more and more devices"), {}, {}};
    table.columns = {core::integerColumn("devices", N_("Devices")),
                     core::flagColumn("fits", N_("Fits")),
                     core::bytesColumn("state", N_("State")),
                     core::integerColumn("micro_batch", N_("Samples at a time")),
                     core::bytesColumn("peak", N_("Peak"), N_("with everything else a device holds")),
                     core::realColumn("samples_per_second", N_("Samples/s")),
                     core::realColumn("per_device", N_("Samples/s of a device"))};
    for (const DoubledDevices& row : rows)
        table.rows.push_back({core::Cell(row.devices), core::Cell(row.fits), core::Cell(row.state.value()),
                              core::Cell(row.microBatch), core::Cell(row.peak.value()),
                              core::Cell(row.samplesPerSecond), core::Cell(row.perDevice)});
    return table;
}

} // namespace shardscope::app
