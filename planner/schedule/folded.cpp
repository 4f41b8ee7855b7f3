// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules of two stages a rank that are written down step by step: PyTorch's ScheduleZBVZeroBubble
// (arXiv:2401.10241, section 6), DualPipe (deepseek-ai/DualPipe, steps 1 to 8) and DualPipeV.
#include "planner/schedule/builders.h"

#include <algorithm>
#include <deque>

namespace shardscope::planner {
namespace {

/// Counts what a rank has done of its two stages, and writes the next of a kind.
class Writer {
public:
    Writer(std::int64_t stage0, std::int64_t stage1, std::int64_t microBatches)
        : m_stage{static_cast<std::int32_t>(stage0), static_cast<std::int32_t>(stage1)}
        , m_microBatches(microBatches)
    {
    }

    void forward(int chunk) { write({ActionKind::Forward, m_stage[chunk], m_forwards[chunk]++, -1, -1}); }
    void inputGradient(int chunk)
    {
        m_waiting.push_back({m_stage[chunk], m_backwards[chunk]});
        write({ActionKind::InputGradient, m_stage[chunk], m_backwards[chunk]++, -1, -1});
    }
    void backward(int chunk) { write({ActionKind::Backward, m_stage[chunk], m_backwards[chunk]++, -1, -1}); }
    void backward(int chunk, bool split) { split ? inputGradient(chunk) : backward(chunk); }
    void pair(int forwardChunk, int backwardChunk)
    {
        write({ActionKind::Overlapped, m_stage[forwardChunk], m_forwards[forwardChunk]++,
               m_stage[backwardChunk], m_backwards[backwardChunk]++});
    }
    /// The oldest weight gradient that waits, of whichever stage.
    void weightGradient()
    {
        if (m_waiting.empty())
            return;
        const Step step = m_waiting.front();
        m_waiting.pop_front();
        write({ActionKind::WeightGradient, step.stage, step.microBatch, -1, -1});
    }
    /// The oldest that waits of one stage.
    bool weightGradient(int chunk)
    {
        const auto found =
            std::ranges::find_if(m_waiting, [&](const Step& step) { return step.stage == m_stage[chunk]; });
        if (found == m_waiting.end())
            return false;
        const Step step = *found;
        m_waiting.erase(found);
        write({ActionKind::WeightGradient, step.stage, step.microBatch, -1, -1});
        return true;
    }
    void bothGradients(int chunk)
    {
        inputGradient(chunk);
        weightGradient(chunk);
    }
    [[nodiscard]] std::int64_t forwards(int chunk) const { return m_forwards[chunk]; }
    [[nodiscard]] std::vector<Action> take() { return std::move(m_out); }

private:
    /// A pattern may be written for more micro-batches than there are: what is beyond them is left out.
    void write(const Action& action)
    {
        if (action.microBatch < m_microBatches)
            m_out.push_back(action);
    }

    std::int32_t m_stage[2];
    std::int64_t m_microBatches;
    std::int32_t m_forwards[2] = {0, 0};
    std::int32_t m_backwards[2] = {0, 0};
    std::deque<Step> m_waiting;
    std::vector<Action> m_out;
};

std::vector<Action> zbvRank(std::int64_t ranks, std::int64_t rank, std::int64_t microBatches)
{
    // The pattern needs 2p - 1 micro-batches to fill the pipeline.
    const std::int64_t patterned = std::max(2 * ranks - 1, microBatches);
    Writer writer(rank, 2 * ranks - 1 - rank, microBatches);
    for (std::int64_t index = 0; index < 2 * (ranks - rank) - 1; ++index)
        writer.forward(0);
    for (std::int64_t index = 0; index < rank; ++index) {
        writer.forward(1);
        writer.forward(0);
    }
    for (std::int64_t index = 0; index < ranks - rank; ++index) {
        writer.forward(1);
        writer.bothGradients(1);
    }
    while (writer.forwards(1) < writer.forwards(0) || writer.forwards(0) < patterned) {
        if (writer.forwards(0) < patterned)
            writer.forward(0);
        writer.bothGradients(0);
        writer.forward(1);
        writer.bothGradients(1);
    }
    for (std::int64_t index = 0; index < rank; ++index) {
        writer.inputGradient(0);
        writer.inputGradient(1);
    }
    for (std::int64_t index = 0; index < ranks - rank; ++index) {
        writer.inputGradient(0);
        writer.weightGradient(0);
    }
    while (writer.weightGradient(1)) {
    }
    while (writer.weightGradient(0)) {
    }
    return writer.take();
}

/// Steps 1 to 8, for a rank \p rank places from the outside of \p ranks.
std::vector<Action> dualPipeRank(Writer writer, std::int64_t ranks, std::int64_t rank, std::int64_t chunks)
{
    const std::int64_t inside = ranks - rank - 1;
    for (std::int64_t index = 0; index < 2 * inside; ++index)
        writer.forward(0);
    for (std::int64_t index = 0; index <= rank; ++index) {
        writer.forward(0);
        writer.forward(1);
    }
    for (std::int64_t index = 0; index < inside; ++index) {
        writer.inputGradient(1);
        writer.weightGradient();
        writer.forward(1);
    }
    for (std::int64_t index = 0; index < chunks - 2 * ranks + rank + 1; ++index) {
        if (index == 0 && inside == 0) { // not overlapped, for a smaller bubble
            writer.forward(0);
            writer.backward(1);
        } else {
            writer.pair(0, 1);
        }
        writer.pair(1, 0);
    }
    for (std::int64_t index = 0; index < inside; ++index) {
        writer.backward(1);
        writer.pair(1, 0);
    }
    bool split = false;
    const std::int64_t half = (rank + 1) / 2;
    for (std::int64_t index = 0; index <= rank; ++index) {
        split = split || (index == half && rank % 2 == 1);
        writer.backward(1, split);
        split = split || (index == half && rank % 2 == 0);
        writer.backward(0, split);
    }
    for (std::int64_t index = 0; index < inside; ++index) {
        writer.weightGradient();
        writer.backward(0, true);
    }
    for (std::int64_t index = 0; index <= rank; ++index)
        writer.weightGradient();
    return writer.take();
}

} // namespace

std::vector<std::vector<Action>> zbvRanks(std::int64_t pipeline, std::int64_t microBatches,
                                          const core::Task& task)
{
    std::vector<std::vector<Action>> out;
    for (std::int64_t rank = 0; rank < pipeline && !task.cancelled(); ++rank)
        out.push_back(zbvRank(pipeline, rank, microBatches));
    return out;
}

std::vector<std::vector<Action>> dualPipeRanks(std::int64_t pipeline, std::int64_t microBatches, bool twoWays,
                                               const core::Task& task)
{
    std::vector<std::vector<Action>> out;
    const std::int64_t half = pipeline / 2;
    for (std::int64_t rank = 0; rank < pipeline && !task.cancelled(); ++rank) {
        if (!twoWays) {
            out.push_back(dualPipeRank(Writer(rank, 2 * pipeline - 1 - rank, microBatches), pipeline, rank,
                                       microBatches));
            continue;
        }
        // The second half of the ranks sees the other direction as its own.
        const std::int64_t outside = std::min(rank, pipeline - 1 - rank);
        const std::int64_t own = rank < half ? rank : 2 * pipeline - 1 - rank;
        const std::int64_t other = rank < half ? 2 * pipeline - 1 - rank : rank;
        out.push_back(dualPipeRank(Writer(own, other, microBatches / 2), half, outside, microBatches / 2));
    }
    return out;
}

} // namespace shardscope::planner
