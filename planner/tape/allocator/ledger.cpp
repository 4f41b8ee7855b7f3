// SPDX-License-Identifier: GPL-3.0-or-later
// Booking of allocations by purpose and time.
#include "planner/tape/allocator/ledger.h"

#include "planner/tape/allocator/request_log.h"

#include <algorithm>

namespace shardscope::planner::tape {

void Ledger::note(std::int64_t delta, core::Purpose purpose)
{
    if (m_told && m_allocator.allocated() > m_told->bytes)
        *m_told = {m_told->begin, m_held, m_allocator.allocated(), m_operation, m_module, m_told->hasPeak};
    if (m_recording && delta != 0 && !m_told)
        m_events.push_back({delta, m_operation, m_module, purpose, m_phase, m_allocator.reserved()});
    if (m_allocator.allocated() > m_peak) {
        m_peak = m_allocator.allocated();
        m_heldAtPeak = m_held;
        m_peakEvent = m_events.empty() ? 0 : m_events.size() - 1;
        if (m_told)
            m_told->hasPeak = true;
    }
}

void Ledger::noteShortage()
{
    const CachingAllocator::Shortage& first = *m_allocator.firstShortage();
    m_shortage.request = first.request;
    m_shortage.inside = first.inside;
    m_shortage.largest = first.largest;
    m_shortage.outside = first.outside;
    m_shortage.fragmented = first.fragmented();
    m_shortage.phase = m_phase;
    m_shortage.module = m_modules[m_module];
    m_shortage.operation = m_operation;
    m_shortage.allocated = first.allocated;
    m_shortage.stepBegin = m_stepBegin;
    m_shortage.curve = m_events;
    m_shortage.passes = m_passes;
}

CachingAllocator::BlockId Ledger::take(std::int64_t bytes, core::Purpose purpose, int stream)
{
    const CachingAllocator::BlockId block = m_allocator.allocate(bytes, stream);
    if (m_log != nullptr)
        m_log->take(block, bytes, purpose, stream, *this);
    if (m_shortage.request == 0 && m_allocator.firstShortage())
        noteShortage();
    const std::int64_t charged = m_allocator.charged(block);
    m_held[index(purpose)] += charged;
    note(charged, purpose);
    return block;
}

void Ledger::giveBack(CachingAllocator::BlockId block, core::Purpose purpose)
{
    if (m_log != nullptr)
        m_log->giveBack(block, purpose, *this);
    const std::int64_t charged = m_allocator.charged(block);
    m_allocator.free(block);
    m_held[index(purpose)] -= charged;
    note(-charged, purpose);
}

void Ledger::reassign(CachingAllocator::BlockId block, core::Purpose from, core::Purpose to)
{
    if (m_log != nullptr)
        m_log->reassign(block, from, to, *this);
    const std::int64_t charged = m_allocator.charged(block);
    m_held[index(from)] -= charged;
    m_held[index(to)] += charged;
    if (m_recording && charged != 0 && !m_told) {
        const std::int64_t reserved = m_allocator.reserved();
        m_events.push_back({-charged, m_operation, m_module, from, m_phase, reserved});
        m_events.push_back({charged, m_operation, m_module, to, m_phase, reserved});
    }
}

void Ledger::beginStep()
{
    m_told.reset();
    if (m_log != nullptr)
        m_log->beginStep();
    m_recording = true;
    m_events.clear();
    m_passes.clear();
    m_stepBegin = m_allocator.allocated();
    m_reservedAtBegin = m_allocator.reserved();
}

void Ledger::beginPass(core::StepPhase phase, bool told)
{
    tellPass();
    if (m_log != nullptr)
        m_log->beginPass(phase);
    m_phase = phase;
    m_passes.push_back({m_events.size(), phase});
    if (told)
        m_told = ToldPass{m_held, m_held, m_allocator.allocated(), m_operation, m_module};
}

void Ledger::endPasses()
{
    tellPass();
    if (m_log != nullptr)
        m_log->endPasses();
    m_phase = core::StepPhase::Optimizer;
}

/// What was given back first, so that nothing stands that did not.
void Ledger::tellPass()
{
    if (!m_told)
        return;
    const auto tell = [&](const Held& from, const Held& to) {
        for (const bool less : {true, false}) {
            for (std::size_t purpose = 0; purpose < kPurposes; ++purpose) {
                const std::int64_t delta = to[purpose] - from[purpose];
                if (delta != 0 && (delta < 0) == less)
                    m_events.push_back({delta, m_told->operation, m_told->module,
                                        static_cast<core::Purpose>(purpose), m_phase,
                                        m_allocator.reserved()});
            }
        }
    };
    tell(m_told->begin, m_told->most);
    if (m_told->hasPeak && !m_events.empty())
        m_peakEvent = m_events.size() - 1;
    tell(m_told->most, m_held);
    m_told.reset();
}

void Ledger::beginRecording()
{
    beginStep();
    m_allocator.resetPeaks();
    m_peak = m_allocator.allocated();
    m_heldAtPeak = m_held;
    m_peakEvent = 0;
}

std::uint32_t Ledger::moduleNamed(std::string_view name)
{
    const auto known = std::ranges::find(m_modules, name);
    const auto id = static_cast<std::uint32_t>(known - m_modules.begin());
    if (known == m_modules.end())
        m_modules.emplace_back(name);
    return id;
}

void Ledger::writeTo(core::MemoryTrace& result) const
{
    result.peak = m_peak;
    result.peakReserved = m_allocator.peakReserved();
    result.peakEvent = m_peakEvent;
    result.shortage = m_shortage;
    result.curve = m_events;
    result.passes = m_passes;
    result.passesRun = static_cast<std::int64_t>(m_passes.size());
    result.reservedAtBegin = m_reservedAtBegin;
    result.modules = m_modules;
    result.atPeak.clear();
    for (std::size_t purpose = 0; purpose < kPurposes; ++purpose)
        if (m_heldAtPeak[purpose] != 0)
            result.atPeak.emplace_back(static_cast<core::Purpose>(purpose), m_heldAtPeak[purpose]);
}

} // namespace shardscope::planner::tape
