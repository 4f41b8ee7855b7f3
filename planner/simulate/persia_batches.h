// SPDX-License-Identifier: GPL-3.0-or-later
// PERSIA's batches as tasks: which NN worker waits for what.
#pragma once

#include "planner/recommender/persia/persia_plan.h"
#include "planner/simulate/resources.h"
#include "planner/simulate/run/lane_run.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::planner {

/// What is done of each batch, in seconds, and by how many.
struct PersiaWork {
    PersiaMode mode = PersiaMode::Persia;
    std::int64_t staleness = 1;
    PersiaWorkers workers;
    std::int64_t accelerators = 1;
    std::int64_t shown = 1;
    double batch = 1;
    PersiaStages stages;
    double forward = 0, backward = 0, optimizer = 0, host = 0; ///< of the dense stage
    double loading = 0, looking = 0, serving = 0;              ///< of a batch of one shown worker, by role
    std::int64_t burst = 1;
    std::int64_t batches = 1;
};

/// When something of a batch of a worker begins or ends, or is redone.
struct PersiaBatchTimes {
    double opened = 0; ///< its lookup begins
    double hostBegin = 0, hostEnd = 0, forwardEnd = 0, backwardEnd = 0, computed = 0;
    double done = 0; ///< its dense gradients are the others' too
    double put = 0;  ///< its rows are updated
};

/// A role that is away. What a worker was at is known from the run without the failure, which is the same
/// until then.
struct PersiaOutage {
    std::string what;
    double from = 0;
    double to = 0;
    std::int64_t worker = -1;
    std::int64_t firstAgain = 0;           ///< the batch that the worker was at
    std::vector<PersiaBatchTimes> batches; ///< of that worker
};

class PersiaBatches {
public:
    PersiaBatches(const PersiaWork& work, const std::vector<Slowdown>& slowdowns,
                  const std::optional<PersiaOutage>& outage);

    LaneRun take() { return std::move(m_run); }
    /// The batches of \p worker, with \p times of this run.
    [[nodiscard]] std::vector<PersiaBatchTimes> batchesOf(std::int64_t worker, const TaskTimes& times) const;

private:
    struct Worker {
        std::string process;
        std::int64_t number = 0;
        std::vector<TaskIndex> opened;               ///< lookups, by batch
        std::vector<std::array<TaskIndex, 3>> parts; ///< host, forward, backward, by batch
        std::vector<LaneIndex> again;                ///< rows of lookups done again
        TaskIndex firstGot = kNone;                  ///< of the batch that it was at
        TaskIndex restored = kNone;                  ///< when the worker is back
        LaneIndex host, computing, allReduce;
        std::vector<LaneIndex> gets, puts;
        double factor = 1;
        std::vector<TaskIndex> got, computed, put; ///< by batch
    };

    /// A role's work for a batch: its machines share it.
    struct Role {
        std::string process;
        LaneIndex row = 0;
        std::uint32_t link = kNone;
    };

    void addWorker(std::int64_t number);
    void addBatch(std::int64_t batch);
    [[nodiscard]] double slowed(const char* what, double seconds) const
    {
        return seconds * factorOf(m_slowdowns, what);
    }
    TaskIndex served(const Role& role, double seconds, const std::vector<TaskIndex>& after);
    TaskIndex exchange(LaneIndex row, const char* stage, double seconds, std::int64_t batch,
                       const std::vector<TaskIndex>& after, TaskIndex& opened);
    void look(Worker& worker, std::int64_t batch);
    [[nodiscard]] bool redone(const Worker& worker, std::int64_t batch) const;
    void computeInVain(const Worker& worker, std::int64_t batch, TaskIndex got);
    TaskIndex compute(Worker& worker, std::int64_t batch);

    const PersiaWork& m_work;
    const std::vector<Slowdown>& m_slowdowns;
    const std::optional<PersiaOutage>& m_outage;
    LaneRun m_run;
    Role m_loaders, m_embeddings, m_servers;
    std::vector<Worker> m_workers;
    std::vector<TaskIndex> m_reduced; ///< by batch, where the dense part is synchronous
};

} // namespace shardscope::planner
