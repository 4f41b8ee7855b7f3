// SPDX-License-Identifier: GPL-3.0-or-later
// Which model a step's operations are of: their shapes, and how often they repeat.
#pragma once

#include "app/session/guess/guess.h"
#include "app/session/guess/recorded_operations.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::app {

/// Degrees by which a rank's operations are smaller than the model's.
struct ModelCut {
    std::int64_t tensor = 1;
    std::int64_t pipeline = 1;
    std::int64_t context = 1;
    std::int64_t expert = 1;
    bool unknownStages = false; ///< the rank's layers are those of a stage, of how many is not known
    /// Layers of all stages together, if all of one pipeline were recorded; 0: they were not.
    std::int64_t layers = 0;
    std::int64_t microBatches = 0; ///< by the stages with a loss; 0: not told
};

/// How many ranks there are, as far as the run tells.
struct World {
    std::int64_t ranks = 1;
    std::int64_t beyond = 0;  ///< what a file tells that is not believed; 0: none does
    std::int64_t present = 0; ///< that were recorded
    bool named = false;       ///< a file tells its rank or how many there are
    bool counted = false;     ///< no file tells of more than were opened
};

/// What ranks, their groups and what they say to each other tell.
struct RankGuess {
    ModelCut cut;
    World world;
    bool simulated = false;
    std::optional<std::string> stage; ///< a name that a pipeline's stage writes
    bool devices = false;             ///< collectives run on devices
    bool pairs = false;               ///< one rank sends to another
    bool xla = false;                 ///< a compiler lays out what each rank does
    bool gathers = false;             ///< replicas gather and scatter: something of theirs is sharded
    bool scatters = false;
    double reducedBytes = 0;          ///< that replicas sum up, of a rank's inputs
    double gatheredBytes = 0;         ///< that they gather: all that each has then
    std::vector<std::int64_t> groups; ///< sizes of groups that nothing names
};
/// Ranks and process groups as degrees. Errors: Cancelled.
[[nodiscard]] core::Result<RankGuess> guessRanks(const profiler::AnalysisInput& input, const core::Task& task,
                                                 Guess& guess);
/// Degrees that no group names, by what the model's shapes are cut to.
void refineByShapes(const OperationsOfStep& step, RankGuess& ranks, Guess& guess);
/// What the other degrees leave over.
void guessReplicas(const profiler::AnalysisInput& input, const OperationsOfStep& step, const RankGuess& ranks,
                   Guess& guess);
void guessSharding(const core::Timeline& timeline, const OperationsOfStep& step, const RankGuess& ranks,
                   Guess& guess);
/// The order of a pipeline's passes, and how many stages a rank has. Errors: Cancelled.
[[nodiscard]] core::Result<core::Done> guessSchedule(const profiler::AnalysisInput& input,
                                                     const RankGuess& ranks, const core::Task& task,
                                                     Guess& guess);
/// Formats of weights, products, and of the copies that the optimizer keeps.
void guessPrecision(const OperationsOfStep& step, const core::Timeline& timeline, Guess& guess);

/// A number as an argument of a phrase.
[[nodiscard]] inline std::string countText(std::int64_t value) { return std::to_string(value); }
/// The first name of the run's that holds \p part.
[[nodiscard]] std::optional<std::string> nameWith(const core::Timeline& timeline, std::string_view part);

/// Feed-forwards of which a token takes a few.
struct Experts {
    std::int64_t experts = 0;
    std::int64_t perToken = 0;    ///< 0: not told
    std::int64_t local = 0;       ///< that one rank's products are of; 0: they are told one by one
    std::int64_t feedForward = 0; ///< of one, from grouped products; 0: not told by them
    bool gated = false;
};
/// None: nothing is routed. \p hidden: the model's width.
[[nodiscard]] std::optional<Experts> expertsOf(const OperationsOfStep& step, std::int64_t hidden);

/// A matrix of \p in rows and \p out columns, as a product of the forward pass multiplies with it.
struct ForwardProduct {
    std::int64_t in = 0;
    std::int64_t out = 0;
    std::string type; ///< of the matrix
    bool bias = false;
};
/// The products in the order in which they ran.
[[nodiscard]] std::vector<ForwardProduct> forwardProducts(const OperationsOfStep& step);
/// Calls of a loss in the step, one at least: of a rank that has none, \p otherwise.
[[nodiscard]] std::int64_t microBatchesOf(const OperationsOfStep& step, std::int64_t otherwise);

/// Attention as it was first called with shapes, and how often.
struct AttentionShape {
    std::string kernel;
    std::int64_t samples = 0, heads = 0, kvHeads = 0, tokens = 0, headDim = 0;
    std::int64_t calls = 0; ///< in the forward pass
    std::int64_t again = 0; ///< forward calls while gradients are computed
};
[[nodiscard]] std::optional<AttentionShape> attentionShape(const OperationsOfStep& step);

/// False: there is no attention, or its shapes are not recorded.
[[nodiscard]] bool guessTransformer(const core::Catalog& catalog, const OperationsOfStep& step,
                                    const ModelCut& cut, Guess& guess);
/// False: there are no bags of embeddings with shapes.
[[nodiscard]] bool guessRecommender(const OperationsOfStep& step, Guess& guess);

} // namespace shardscope::app
