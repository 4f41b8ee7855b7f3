// SPDX-License-Identifier: GPL-3.0-or-later
// Best plans of a sharded recommender: how many devices, which number formats on the wire and in the
// perceptrons. What cannot win is left out by rules that are counted.
#pragma once

#include "core/base/enum_names.h"
#include "core/base/result.h"
#include "core/base/task.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/evaluation.h"
#include "planner/recommender/zionex/recommender_plan.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::planner {

using core::nameOf;

/// What is to be least, for a sample: time, device memory (peak of the fullest), currency, energy, or the
/// time of all devices together, which counts every device against what it adds to the rate.
enum class SearchObjective { Time, Memory, Cost, Energy, Devices };
constexpr auto enumNames(SearchObjective)
{
    return core::namesUpTo<SearchObjective::Devices>("time", "memory", "cost", "energy", "devices");
}
inline constexpr auto kSearchObjectives = core::valuesOf<SearchObjective>();

class SearchTogether;
class SearchJournal;

struct RecommenderSpace {
    core::Plan base;                   ///< everything that is not searched
    ZionexOptions options;             ///< beside the plan, of every candidate
    std::vector<std::int64_t> devices; ///< ascending
    bool keepGlobalBatch =
        false; ///< the base's global batch at every number of devices; else its micro-batch
    /// Samples of all devices together at which the batch of a device is searched: the largest power of two
    /// that they leave each and that fits. 0: the base's batch.
    std::int64_t searchedBatch = 0;
    std::vector<core::Dtype> forward; ///< on the wire; one: fixed
    std::vector<core::Dtype> backward;
    std::vector<core::Dtype> allReduce;
    std::vector<core::Dtype> compute;
    SearchObjective objective = SearchObjective::Time;
    std::size_t top = 10;
    bool pareto =
        false; ///< also the front of rate, memory and devices; then nothing is left out by its bound
    SearchTogether* together =
        nullptr;                      ///< other processes that do the same search (planner/search/together.h)
    SearchJournal* journal = nullptr; ///< keeps how far it is, and knows how far it was
};

/// The space around \p base: \p devices, or powers of two of whole nodes up to what there is; formats that
/// the plan names stay, others are tried in 32, 16 and (on the wire) 8 bits as far as \p hardware computes in
/// them.
[[nodiscard]] RecommenderSpace recommenderSpace(const core::HardwareSpec& hardware, const core::Plan& base,
                                                std::optional<std::int64_t> devices);

struct SearchHit {
    core::Plan plan;
    double samplesPerSecond = 0;
    core::Seconds step;
    core::Bytes peak;                      ///< of the fullest device
    std::optional<double> currencyPerHour; ///< none: no price is known
    std::int64_t devices = 0;
    double objective = 0; ///< what was asked to be least
    bool fits = true;
    std::string bound;     ///< what limits the rate
    bool tablesFit = true; ///< whatever else does not
};

struct SearchTally {
    std::int64_t considered = 0;
    std::map<std::string, std::int64_t> pruned; ///< by rule: nodes available batch placement memory bound
    std::int64_t evaluated = 0;
    std::int64_t placements = 0; ///< placed once for all candidates that share one
};

struct SearchOutcome {
    std::vector<SearchHit> best;   ///< ascending by the objective, those that fit first
    std::vector<SearchHit> pareto; ///< ascending by devices, then memory
    SearchTally tally;
};

/// Errors: NotSupported (cost without a price, energy without a power, a plan that no sharded recommender
/// has), Cancelled, DataCorrupt (a journal's), and those of zionexStep.
[[nodiscard]] core::Result<SearchOutcome> searchRecommender(const core::ModelSpec& model,
                                                            const core::HardwareSpec& hardware,
                                                            const RecommenderSpace& space,
                                                            const core::Task& task = {});

} // namespace shardscope::planner
