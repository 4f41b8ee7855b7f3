// SPDX-License-Identifier: GPL-3.0-or-later
// The books of the tape: what the allocator handed out, for what purpose, in which order; and what the peak
// was made of.
#pragma once

#include "core/plan/memory_trace.h"
#include "planner/tape/allocator/caching_allocator.h"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::planner::tape {

class RequestLog;

class Ledger {
public:
    explicit Ledger(bool planned = false, std::int64_t room = std::numeric_limits<std::int64_t>::max())
        : m_allocator(planned, room)
    {
    }
    CachingAllocator::BlockId take(std::int64_t bytes, core::Purpose purpose, int stream);
    void giveBack(CachingAllocator::BlockId block, core::Purpose purpose);
    void reassign(CachingAllocator::BlockId block, core::Purpose from, core::Purpose to);

    [[nodiscard]] const CachingAllocator& allocator() const { return m_allocator; }
    [[nodiscard]] std::int64_t held(core::Purpose purpose) const { return m_held[index(purpose)]; }

    /// Events are kept from the begin of a step on, for the one in which a request may find no room.
    void beginStep();
    /// From here on the curve is kept and peaks count anew.
    void beginRecording();
    void setPhase(core::StepPhase phase) { m_phase = phase; }
    /// The same, where a micro-batch begins its way.
    void beginPass(core::StepPhase phase) { beginPass(phase, false); }
    /// \p told: in few events, what it holds at most and at its end.
    void beginPass(core::StepPhase phase, bool told);
    /// No pass is under way any more.
    void endPasses();
    /// Writes to \p log, too, what is asked from here on; null: to none.
    void keepLog(RequestLog* log) { m_log = log; }
    /// Another one of the same device, with the same modules.
    [[nodiscard]] Ledger emptied() const
    {
        Ledger other(*this);
        other.m_allocator = m_allocator.emptied();
        other.m_held = {};
        other.m_shortage = {};
        other.m_recording = false;
        other.m_log = nullptr;
        return other;
    }
    [[nodiscard]] core::StepPhase phase() const { return m_phase; }
    /// Names what is happening, for the curve. \p operation must be a literal.
    void setOperation(const char* operation) { m_operation = operation; }
    [[nodiscard]] const char* operation() const { return m_operation; }
    void setModule(std::uint32_t module) { m_module = module; }
    [[nodiscard]] std::uint32_t module() const { return m_module; }
    [[nodiscard]] std::uint32_t moduleNamed(std::string_view name);

    /// The curve, the composition of the peak and the allocator's peaks since beginRecording().
    void writeTo(core::MemoryTrace& result) const;

private:
    static constexpr std::size_t kPurposes = 9;
    [[nodiscard]] static std::size_t index(core::Purpose purpose)
    {
        return static_cast<std::size_t>(purpose);
    }
    void noteShortage();
    void tellPass();
    void note(std::int64_t delta, core::Purpose purpose);

    CachingAllocator m_allocator;
    using Held = std::array<std::int64_t, kPurposes>;
    Held m_held{};
    Held m_heldAtPeak{};
    std::int64_t m_peak = 0;
    std::size_t m_peakEvent = 0;
    core::AllocationShortage m_shortage;
    bool m_recording = false; ///< events are kept
    std::int64_t m_stepBegin = 0;
    std::int64_t m_reservedAtBegin = 0;
    core::StepPhase m_phase = core::StepPhase::Setup;
    const char* m_operation = "";
    std::uint32_t m_module = 0;
    std::vector<std::string> m_modules{""};
    std::vector<core::MemoryEvent> m_events;
    std::vector<core::MemoryPass> m_passes;
    RequestLog* m_log = nullptr;
    /// A pass that is told in few events.
    struct ToldPass {
        Held begin{};
        Held most{};
        std::int64_t bytes = 0; ///< at most
        const char* operation = "";
        std::uint32_t module = 0;
        bool hasPeak = false; ///< of the step so far
    };
    std::optional<ToldPass> m_told;
};

} // namespace shardscope::planner::tape
