// SPDX-License-Identifier: GPL-3.0-or-later
// What the micro-batches of a step ask of the ledger, kept so that it can be asked again for many more of
// them than were traced.
#pragma once

#include "core/base/task.h"
#include "core/plan/plan.h"
#include "planner/tape/allocator/ledger.h"
#include "planner/tape/allocator/settling.h"

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace shardscope::planner::tape {

/// A tape's steps have all forwards before all backwards (GPipe). It writes here what it asks while it runs
/// kTraced micro-batches through each of kSteps steps: what the first ones ask is theirs, what the others
/// ask, any number of them ask. Blocks are named by where they were taken, so that the same requests of two
/// micro-batches are equal.
class RequestLog {
public:
    static constexpr std::int64_t kTraced = 6;
    static constexpr int kSteps = 3;        ///< the third asks what the second asks
    static constexpr std::int64_t kOwn = 2; ///< micro-batches at either end that may differ from the others

    enum class Part : std::uint8_t { Setup, Before, Forward, Backward, After };

    // As it is written, by the ledger.
    void beginStep();
    void beginPass(core::StepPhase phase);
    void endPasses();
    void take(CachingAllocator::BlockId block, std::int64_t bytes, core::Purpose purpose, int stream,
              const Ledger& ledger);
    void giveBack(CachingAllocator::BlockId block, core::Purpose purpose, const Ledger& ledger);
    void reassign(CachingAllocator::BlockId block, core::Purpose from, core::Purpose to,
                  const Ledger& ledger);

    /// A forward is over; so much of what backward wants is in another memory then.
    void afterForward(std::int64_t parked) { m_parked.push_back(parked); }

    /// Whether the micro-batches between the ends, and the steps after the first, ask the same.
    [[nodiscard]] bool repeats() const;

private:
    friend class RequestReplay;
    enum class Counted : std::uint8_t { Back, FromBegin, FromEnd };
    struct Name {
        int stepsBack = 0;
        Part part = Part::Setup;
        Counted counted = Counted::FromBegin;
        std::int64_t number = 0; ///< of the micro-batch
        std::uint32_t place = 0; ///< of the taking request, among its part's
        friend bool operator==(const Name&, const Name&) = default;
    };
    struct Request {
        enum class Kind : std::uint8_t { Take, GiveBack, Reassign };
        Kind kind = Kind::Take;
        core::Purpose purpose = core::Purpose::Activations;
        core::Purpose to = core::Purpose::Activations;
        core::StepPhase phase = core::StepPhase::Forward;
        int stream = 0;
        std::uint32_t module = 0;
        const char* operation = "";
        std::int64_t bytes = 0;
        Name block = {};
        friend bool operator==(const Request&, const Request&) = default;
    };
    struct Asked {
        std::vector<Request> requests;
        std::uint32_t takes = 0;
        friend bool operator==(const Asked&, const Asked&) = default;
    };
    using Key = std::pair<Part, std::int64_t>; ///< with the micro-batch's number
    using Step = std::map<Key, Asked>;
    struct Place {
        int step = 0;
        Key key;
        std::uint32_t place = 0;
    };

    [[nodiscard]] Request begun(Request::Kind kind, core::Purpose purpose, const Ledger& ledger) const;
    [[nodiscard]] Name nameOf(CachingAllocator::BlockId block);
    [[nodiscard]] const Asked& askedBy(int step, Part part, std::int64_t number) const;

    std::vector<Step> m_steps{Step{}}; ///< the first: before them
    Key m_now{Part::Setup, 0};
    std::vector<Place> m_taken; ///< by block
    std::vector<std::int64_t> m_parked;
    bool m_named = true; ///< every block by a name that holds for any number of micro-batches
};

/// Whether so many micro-batches of \p plan are in flight that few of them are traced and asked again.
[[nodiscard]] inline bool asksAgain(const core::Plan& plan, Steps steps)
{
    return steps == Steps::UntilTheyRepeat && plan.schedule == core::Schedule::Gpipe &&
           plan.batch.microBatches > 2 * RequestLog::kTraced;
}

/// Asks all of it again, of a ledger of its own, with \p count micro-batches.
class RequestReplay {
public:
    /// \p ledger: that \p log is of.
    RequestReplay(const RequestLog& log, const Ledger& ledger, std::int64_t count);
    /// \p result, which has what the tape showed of few of them, shows what so many do; where \p task is
    /// stopped on the way, it shows nothing of use.
    void writeTo(core::MemoryTrace& result, Steps steps, const core::Task& task = {});

private:
    void step(std::int64_t& afterForward, const core::Task& task);

    using Blocks = std::vector<CachingAllocator::BlockId>;
    struct Held {
        Blocks blocks; ///< by micro-batch and place
        std::size_t perPass = 0;
    };
    using Step = std::array<Held, 5>; ///< by part

    void ask(RequestLog::Part part, std::int64_t number);
    [[nodiscard]] CachingAllocator::BlockId& blockOf(RequestLog::Part part, std::int64_t number,
                                                     const RequestLog::Name& name);

    const RequestLog& m_log;
    Ledger m_ledger;
    std::int64_t m_count;
    int m_step = 0; ///< begun so far
    Step m_setup;
    Step m_before; ///< of the step before
    Step m_now;
};

} // namespace shardscope::planner::tape
