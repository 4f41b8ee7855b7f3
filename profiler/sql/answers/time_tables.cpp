// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/answers/time_tables.h"

#include "core/base/text_mark.h"
#include "profiler/analyze/time/host_blame.h"
#include "profiler/analyze/time/rank_time.h"

#include <algorithm>
#include <array>
#include <vector>

namespace shardscope::profiler::sql {

namespace {

/// Computing, communicating, copying, idle; they add up to the whole.
using TimeParts = std::array<std::int64_t, 4>;

constexpr std::array kRankTime{
    integerSpec("rank", N_("NULL: unknown")),
    integerSpec("source", N_("rank.source")),
    integerSpec("ts", N_("where the steps that count begin, in ns")),
    integerSpec("dur",
                N_("how long they take, with the device work launched in them; ns, as all that follow")),
    integerSpec("steps", N_("steps that count; 0: none were found, all that was recorded counts")),
    integerSpec("warm_up_steps", N_("steps at the beginning that do not count")),
    integerSpec("device", N_("1 where the rank has device work, else times are the host's")),
    integerSpec(
        "computing",
        N_("a kernel computes; NULL, as all that follow: kernels were launched and none was recorded")),
    integerSpec("communicating", N_("it communicates while nothing computes")),
    integerSpec("copying", N_("it copies while nothing else runs")),
    integerSpec("idle", N_("nothing runs")),
    integerSpec("communication", N_("hidden and exposed"))};

constexpr std::array kStepTime{
    integerSpec("rank", N_("NULL: unknown")),
    integerSpec("source", N_("rank.source")),
    integerSpec("step", N_("number within the rank, from 0")),
    textSpec("name", N_("as the file has it; NULL: it does not")),
    integerSpec("ts", N_("begin, in ns")),
    integerSpec("dur", N_("duration, in ns, as all that follow")),
    integerSpec("warm_up", N_("1 for steps at the beginning that are no measure of the others")),
    textSpec("found_by", N_("marks, annotations, or period of the kernels")),
    integerSpec(
        "computing",
        N_("a kernel computes; NULL, as all that follow: kernels were launched and none was recorded")),
    integerSpec("communicating", N_("it communicates while nothing computes")),
    integerSpec("copying", N_("it copies while nothing else runs")),
    integerSpec("idle", N_("nothing runs")),
    integerSpec("hidden_communication", N_("it communicates while something computes"))};

constexpr std::array kDeviceIdle{
    integerSpec("rank", N_("NULL: unknown")),
    integerSpec("source", N_("rank.source")),
    integerSpec("ts", N_("begin, in ns")),
    integerSpec("dur", N_("duration, in ns")),
    textSpec("cause",
             N_("launch_bound, graph_capture, host_between, slow_launch, data_loading, host_work, "
                "host_communication, "
                "device_allocation, blocking_copy, synchronization, short_gap, dependency_wait, unknown")),
    textSpec("operation", N_("what the launching thread was in; NULL where the cause has no name")),
    integerSpec("next_id", N_("slice.id of the work that ends the gap; NULL: none follows")),
    integerSpec("counted", N_("1 within the steps that count"))};

TimeParts partsIn(const RankActivity& activity, const core::Interval& window)
{
    TimeParts parts{core::measure(within(activity.computing, window)),
                    core::measure(within(activity.communicating, window)),
                    core::measure(within(activity.copying, window)), 0};
    parts[3] = window.end - window.begin - parts[0] - parts[1] - parts[2];
    return parts;
}

constexpr ComputedKind kTimeKinds[] = {
    {"rank_time", N_("what the steps that count are spent on, rank by rank"), kRankTime},
    {"step_time", N_("what each step is spent on, rank by rank"), kStepTime},
    {"device_idle", N_("when the devices of a rank are idle, and why"), kDeviceIdle},
};

class RankTimeTable final : public ComputedTable {
public:
    using ComputedTable::ComputedTable;
    [[nodiscard]] std::size_t size() const override { return m_ranks.size(); }
    void cell(std::size_t row, int column, Answer answer) const override
    {
        const Rank& rank = m_ranks[row];
        if (column > 6 && !rank.known)
            return answer.null();
        switch (column) {
        case 0: return tellUnlessNegative(m_input.ranks()[rank.part].rank, answer);
        case 1: return answer.integer(m_input.ranks()[rank.part].source);
        case 2: return answer.integer(rank.window.begin);
        case 3: return answer.integer(rank.window.end - rank.window.begin);
        case 4: return answer.integer(rank.steps);
        case 5: return answer.integer(rank.warmUp);
        case 6: return answer.integer(rank.device ? 1 : 0);
        case 11: return answer.integer(rank.communication);
        default: return answer.integer(rank.parts[static_cast<std::size_t>(column - 7)]);
        }
    }

private:
    struct Rank {
        std::size_t part = 0;
        core::Interval window;
        std::int64_t steps = 0;
        std::int64_t warmUp = 0;
        bool device = false;
        bool known = true;
        TimeParts parts{};
        std::int64_t communication = 0;
    };
    core::Result<core::Done> compute() override
    {
        SHARDSCOPE_TRY(const std::vector<RankTime> times, rankTimes(m_input, {}, m_task));
        m_ranks.clear();
        m_ranks.reserve(times.size());
        for (const RankTime& time : times)
            m_ranks.push_back({time.part,
                               time.steps.window,
                               static_cast<std::int64_t>(time.steps.steps.size()),
                               static_cast<std::int64_t>(time.steps.warmUp),
                               time.device,
                               time.known,
                               {core::measure(time.computing), core::measure(time.communicating),
                                core::measure(time.copying), core::measure(time.idle)},
                               time.allCommunication});
        return core::Done{};
    }

    std::vector<Rank> m_ranks;
};

class StepTimeTable final : public ComputedTable {
public:
    using ComputedTable::ComputedTable;
    [[nodiscard]] std::size_t size() const override { return m_steps.size(); }
    void cell(std::size_t row, int column, Answer answer) const override
    {
        const Step& step = m_steps[row];
        const RankSteps& found = m_input.steps(step.part);
        const RankStep& of = found.steps[step.number];
        if (column > 7 && !step.known)
            return answer.null();
        switch (column) {
        case 0: return tellUnlessNegative(m_input.ranks()[step.part].rank, answer);
        case 1: return answer.integer(m_input.ranks()[step.part].source);
        case 2: return answer.integer(static_cast<std::int64_t>(step.number));
        case 3: return of.name.empty() ? answer.null() : answer.text(of.name);
        case 4: return answer.integer(of.begin);
        case 5: return answer.integer(of.end - of.begin);
        case 6: return answer.integer(step.warmUp ? 1 : 0);
        case 7: return answer.lastingText(core::nameOf(found.source));
        case 12: return answer.integer(step.hidden);
        default: return answer.integer(step.parts[static_cast<std::size_t>(column - 8)]);
        }
    }

private:
    struct Step {
        std::size_t part = 0;
        std::size_t number = 0; ///< of the rank
        bool warmUp = false;
        bool known = true;
        TimeParts parts{};
        std::int64_t hidden = 0; ///< communication while something computes
    };
    core::Result<core::Done> compute() override
    {
        SHARDSCOPE_TRY(const auto byHost, hostCommunication(m_input, m_task));
        m_steps.clear();
        for (std::size_t part = 0; part < m_input.ranks().size(); ++part) {
            const RankSteps& found = m_input.steps(part);
            if (found.steps.empty())
                continue;
            SHARDSCOPE_TRY(const MeasuredSteps measured, measuredSteps(m_input, part, m_task));
            SHARDSCOPE_TRY(const RankActivity activity, activityOf(m_input, part, byHost, {}, m_task));
            for (std::size_t number = 0; number < found.steps.size(); ++number) {
                const core::Interval window{found.steps[number].begin, found.steps[number].end};
                const TimeParts parts = partsIn(activity, window);
                const std::int64_t all = core::measure(within(activity.communication, window));
                m_steps.push_back(
                    {part, number, number < measured.warmUp, activity.known, parts, all - parts[1]});
            }
            SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
        }
        return core::Done{};
    }

    std::vector<Step> m_steps;
};

class DeviceIdleTable final : public ComputedTable {
public:
    using ComputedTable::ComputedTable;
    [[nodiscard]] std::size_t size() const override { return m_pieces.size(); }
    void cell(std::size_t row, int column, Answer answer) const override
    {
        const Piece& piece = m_pieces[row];
        switch (column) {
        case 0: return tellUnlessNegative(m_input.ranks()[piece.part].rank, answer);
        case 1: return answer.integer(m_input.ranks()[piece.part].source);
        case 2: return answer.integer(piece.idle.time.begin);
        case 3: return answer.integer(piece.idle.time.end - piece.idle.time.begin);
        case 4: return answer.lastingText(core::nameOf(piece.idle.cause));
        case 5: return tellName(piece.idle.name, answer);
        case 6: return tellRow(piece.idle.next, answer);
        default: return answer.integer(piece.counted ? 1 : 0);
        }
    }

private:
    struct Piece {
        IdlePiece idle;
        std::uint32_t part = 0;
        bool counted = false; ///< within the steps that figures are taken from
    };
    /// All times between the first and the last work of a rank's devices, and up to the ends of what counts;
    /// cut there, so that the sums of what counts are the overview's.
    core::Result<core::Done> compute() override
    {
        SHARDSCOPE_TRY(const auto byHost, hostCommunication(m_input, m_task));
        std::vector<Piece> all;
        for (std::size_t part = 0; part < m_input.ranks().size(); ++part) {
            SHARDSCOPE_TRY(const RankActivity activity, activityOf(m_input, part, byHost, {}, m_task));
            const core::IntervalSet busy =
                core::unite(core::unite(activity.computing, activity.communicating), activity.copying);
            if (!activity.device || busy.empty())
                continue;
            SHARDSCOPE_TRY(const MeasuredSteps measured, measuredSteps(m_input, part, m_task));
            const core::Interval& window = measured.window;
            const bool counts = window.begin < window.end;
            const core::Interval whole{counts ? std::min(busy.front().begin, window.begin)
                                              : busy.front().begin,
                                       counts ? std::max(busy.back().end, window.end) : busy.back().end};
            const core::IntervalSet idle = core::subtract({whole}, busy);
            const core::IntervalSet inside = counts ? within(idle, window) : core::IntervalSet();
            const core::IntervalSet outside = counts ? core::subtract(idle, {window}) : idle;
            for (const bool counted : {true, false}) {
                SHARDSCOPE_TRY(const std::vector<IdlePiece> pieces,
                               idlePieces(m_input, part, counted ? inside : outside, {}, m_task));
                all.reserve(all.size() + pieces.size());
                for (const IdlePiece& piece : pieces)
                    all.push_back({piece, static_cast<std::uint32_t>(part), counted});
            }
        }
        std::ranges::stable_sort(all, [](const Piece& a, const Piece& b) {
            return std::pair(a.part, a.idle.time.begin) < std::pair(b.part, b.idle.time.begin);
        });
        m_pieces = std::move(all);
        return core::Done{};
    }

    std::vector<Piece> m_pieces;
};

} // namespace

const ComputedFamily kTimeTables{kTimeKinds, makeEach<RankTimeTable, StepTimeTable, DeviceIdleTable>};

} // namespace shardscope::profiler::sql
