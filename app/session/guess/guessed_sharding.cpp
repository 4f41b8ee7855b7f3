// SPDX-License-Identifier: GPL-3.0-or-later
// What replicas shard, by what the recording names and by what they sum up and gather.
#include "app/session/guess/guessed_models.h"
#include "core/base/phrase.h"
#include "core/base/text_mark.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {

namespace {

using core::Value;

constexpr const char* kStage = "sharding.zero_stage";

/// DeepSpeed's stages 1 and 2 are one file. Stage 2 sums gradients up in every micro-batch, since nobody
/// keeps them whole; stage 1 once in a step (deepspeed/runtime/zero/stage_1_and_2.py,
/// reduce_ready_partitions_and_remove_grads). Updated weights are gathered once in either.
void guessFirstOrSecond(const std::string& name, const OperationsOfStep& step, const RankGuess& ranks,
                        Guess& guess)
{
    constexpr double kNear = 0.25; // gradients without padding, norms and flags beside them
    const std::int64_t own = microBatchesOf(step, 1);
    const std::int64_t micro = std::max(own, ranks.cut.microBatches);
    const double times = ranks.gatheredBytes > 0 ? ranks.reducedBytes / ranks.gatheredBytes : 0;
    const auto near = [&](std::int64_t count) {
        return std::abs(times / static_cast<double>(count) - 1) < kNear;
    };
    if (micro > 1 && near(micro))
        guess.plans(
            kStage, Value::ofInteger(2),
            core::phrase(W_("gradients are summed up in each of %1 micro-batches"), {countText(micro)}));
    else if (micro > 1 && near(1))
        guess.plans(kStage, Value::ofInteger(1),
                    core::phrase(W_("gradients are summed up once in a step of %1 micro-batches"),
                                 {countText(micro)}));
    else
        guess.notKnown.push_back(
            {kStage, core::phrase(W_("the recording names %1, which is stage 1 and stage 2"), {name})});
}

} // namespace

void guessSharding(const core::Timeline& timeline, const OperationsOfStep& step, const RankGuess& ranks,
                   Guess& guess)
{
    const Value* const parallel = guess.plan.find("parallel");
    const Value* const replica = parallel == nullptr ? nullptr : parallel->find("replica");
    if (replica == nullptr || replica->integer < 2)
        return;
    const std::string framework = nameOfFramework(guess);
    if (const auto name = nameWith(timeline, "FSDP::")) {
        guess.plans(kStage, Value::ofInteger(3), core::phrase(W_("the recording names %1"), {*name}));
    } else if (const auto third = nameWith(timeline, "deepspeed/runtime/zero/stage3.py")) {
        guess.plans(kStage, Value::ofInteger(3), core::phrase(W_("the recording names %1"), {*third}));
    } else if (const auto other = nameWith(timeline, "deepspeed/runtime/zero/stage_1_and_2.py")) {
        guessFirstOrSecond(*other, step, ranks, guess);
    } else if (framework == "megatron" && ranks.gathers && ranks.scatters) {
        guess.plans(kStage, Value::ofInteger(1),
                    core::phrase(W_("replicas scatter gradients and gather weights: the distributed "
                                    "optimizer")));
    } else if (ranks.gathers && ranks.scatters) {
        guess.notKnown.push_back(
            {kStage, core::phrase(W_("replicas gather and scatter, and nothing names what they shard"))});
    }
}

} // namespace shardscope::app
