// SPDX-License-Identifier: GPL-3.0-or-later
// How much of its time a training gets through: interruptions, checkpoints, restarts, and what else holds a
// training up. Inputs with their range; sources in resources/reliability.json, rules in docs/study.md.
#pragma once

#include "app/session/study/study.h"
#include "core/base/result.h"
#include "core/catalog/catalog.h"

#include <string>
#include <vector>

namespace shardscope::app {

/// Published figures. Ranges are from the least to the most that large jobs told of; likely is their median.
struct Reliability {
    /// A whole training whose share of time is known.
    struct Training {
        std::string run;
        double devices = 0;
        double devicesPerNode = 8;
        double parameters = 0;
        StudyFailures failures; ///< what its publisher told of its own
        double goodput = 0;
        bool atLeast =
            false; ///< its publisher says "more than": it counts as that, which is the careful side
        std::string source;
    };
    Spread perThousandDeviceDays;   ///< interruptions
    Spread restart;                 ///< seconds
    Spread checkpointRatePerDevice; ///< bytes a second
    std::vector<Training> trainings;
};

/// resources/reliability.json. Errors: those of the file.
[[nodiscard]] core::Result<Reliability> readReliability(const core::Catalog& catalog);

/// The 80 % range of what is left of the time of a job on \p devices beside interruptions (evaluations,
/// upkeep, people, fail-slow parts), by the trainings of \p known that are as large: of each, its share over
/// what interruptions alone leave, by its own inputs where they were told; the next one lies in the
/// prediction interval of their logarithms (Student's t with n − 1 degrees of freedom, width s √(1 + 1/n)),
/// cut at 1. likely is the median.
[[nodiscard]] Spread otherShare(const Reliability& known, double devices);
/// Which trainings are as large as a job on \p devices: those of up to 512 devices all got through 0.91 and
/// more of their time, those from 992 on anything from 0.59.
[[nodiscard]] bool aboveFewDevices(double devices);

struct ScenarioGoodput {
    Spread share;                  ///< of the time, that is progress
    double between = 0;            ///< seconds between interruptions of the job; likely, as all below
    double checkpointBytes = 0;    ///< of one
    double checkpointStop = 0;     ///< seconds that writing one takes; the training is taken to wait for it
    double interval = 0;           ///< seconds of work between checkpoints: Young's
    double restart = 0;            ///< seconds
    double interruptionsLeave = 1; ///< of the time
    double otherLeaves = 1;        ///< of that
};

/// The goodput of \p devices in nodes of \p devicesPerNode that keep \p checkpointBytes. What \p scenario
/// does not say is the \p job's, then \p known's. Inputs are moved one at a time from their likely value to
/// their ends; their effects add as independent ones do (root of the sum of the squares of logarithms).
[[nodiscard]] ScenarioGoodput scenarioGoodput(const Reliability& known, const StudyFailures& scenario,
                                              const StudyFailures& job, double devices, double devicesPerNode,
                                              double checkpointBytes);

} // namespace shardscope::app
