// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/tape/allocator/request_log.h"

#include <algorithm>

namespace shardscope::planner::tape {

using BlockId = CachingAllocator::BlockId;

namespace {

std::size_t numberOf(RequestLog::Part part) { return static_cast<std::size_t>(part); }

bool isPass(RequestLog::Part part)
{
    return part == RequestLog::Part::Forward || part == RequestLog::Part::Backward;
}

} // namespace

void RequestLog::beginStep()
{
    m_steps.emplace_back();
    m_now = {Part::Before, 0};
}

void RequestLog::beginPass(core::StepPhase phase)
{
    const Part part = phase == core::StepPhase::Backward ? Part::Backward : Part::Forward;
    m_now = {part, m_now.first == part ? m_now.second + 1 : 0};
}

void RequestLog::endPasses() { m_now = {Part::After, 0}; }

RequestLog::Request RequestLog::begun(Request::Kind kind, core::Purpose purpose, const Ledger& ledger) const
{
    Request request;
    request.kind = kind;
    request.purpose = purpose;
    request.phase = ledger.phase();
    request.module = ledger.module();
    request.operation = ledger.operation();
    return request;
}

void RequestLog::take(BlockId block, std::int64_t bytes, core::Purpose purpose, int stream,
                      const Ledger& ledger)
{
    Request request = begun(Request::Kind::Take, purpose, ledger);
    request.bytes = bytes;
    request.stream = stream;
    Asked& now = m_steps.back()[m_now];
    if (block != CachingAllocator::kNoBlock) {
        if (m_taken.size() <= block)
            m_taken.resize(block + 1);
        m_taken[block] = {static_cast<int>(m_steps.size()), m_now, now.takes};
    }
    ++now.takes;
    now.requests.push_back(request);
}

void RequestLog::giveBack(BlockId block, core::Purpose purpose, const Ledger& ledger)
{
    Request request = begun(Request::Kind::GiveBack, purpose, ledger);
    request.block = nameOf(block);
    m_steps.back()[m_now].requests.push_back(request);
}

void RequestLog::reassign(BlockId block, core::Purpose from, core::Purpose to, const Ledger& ledger)
{
    Request request = begun(Request::Kind::Reassign, from, ledger);
    request.to = to;
    request.block = nameOf(block);
    m_steps.back()[m_now].requests.push_back(request);
}

RequestLog::Name RequestLog::nameOf(BlockId block)
{
    const Place& taken = m_taken[block];
    Name name;
    name.part = taken.key.first;
    name.place = taken.place;
    name.number = taken.key.second;
    name.stepsBack = name.part == Part::Setup ? 0 : static_cast<int>(m_steps.size()) - taken.step;
    if (!isPass(name.part))
        return name;
    if (name.stepsBack == 0 && isPass(m_now.first)) {
        name.counted = Counted::Back;
        name.number = m_now.second - taken.key.second;
        m_named = m_named && name.number >= 0 && name.number <= kOwn;
    } else if (taken.key.second >= kTraced - kOwn) {
        name.counted = Counted::FromEnd;
        name.number = kTraced - 1 - taken.key.second;
    } else {
        m_named = m_named && taken.key.second < kOwn;
    }
    m_named = m_named && name.stepsBack <= 1;
    return name;
}

bool RequestLog::repeats() const
{
    if (!m_named || m_steps.size() != kSteps + 1 || m_steps[kSteps] != m_steps[kSteps - 1])
        return false;
    for (std::size_t step = 1; step < m_steps.size(); ++step) {
        for (const Part part : {Part::Forward, Part::Backward}) {
            for (std::int64_t number = kOwn + 1; number < kTraced; ++number) {
                const auto one = m_steps[step].find({part, number});
                const auto before = m_steps[step].find({part, number - 1});
                if (one == m_steps[step].end() || before == m_steps[step].end() ||
                    !(one->second == before->second))
                    return false;
            }
        }
    }
    const auto last = m_parked.end() - 1;
    return m_parked.size() > kOwn + 1 && last[0] - last[-1] == last[-1] - last[-2];
}

const RequestLog::Asked& RequestLog::askedBy(int step, Part part, std::int64_t number) const
{
    static const Asked kNothing;
    const Step& of = m_steps[static_cast<std::size_t>(std::min(step, kSteps))];
    const auto found = of.find({part, std::min(number, kOwn)});
    return found == of.end() ? kNothing : found->second;
}

RequestReplay::RequestReplay(const RequestLog& log, const Ledger& ledger, std::int64_t count)
    : m_log(log)
    , m_ledger(ledger.emptied())
    , m_count(count)
{
    const std::size_t takes = log.askedBy(0, RequestLog::Part::Setup, 0).takes;
    m_now[numberOf(RequestLog::Part::Setup)] = {Blocks(takes), takes};
    ask(RequestLog::Part::Setup, 0);
    m_setup = m_now;
}

void RequestReplay::writeTo(core::MemoryTrace& result, Steps steps, const core::Task& task)
{
    Settling settling(steps);
    for (int step = 0; step < RequestLog::kSteps; ++step) {
        if (settling.repeats(m_ledger.allocator()))
            break;
        m_ledger.beginRecording();
        result.atStepBegin = m_ledger.allocator().allocated();
        this->step(result.activationsAfterForward, task);
        if (task.cancelled())
            return;
    }
    m_ledger.writeTo(result);
    result.passesRun = 2 * RequestLog::kTraced;
    const auto last = m_log.m_parked.end() - 1;
    for (core::TierBytes& held : result.elsewhere) {
        if (held.purpose == core::Purpose::Activations)
            held.bytes += (m_count - RequestLog::kTraced) * (last[0] - last[-1]);
    }
}

void RequestReplay::step(std::int64_t& afterForward, const core::Task& task)
{
    using Part = RequestLog::Part;
    ++m_step;
    m_before = std::exchange(m_now, {});
    for (const Part part : {Part::Before, Part::Forward, Part::Backward, Part::After}) {
        std::size_t most = 0;
        for (std::int64_t number = 0; number <= (isPass(part) ? RequestLog::kOwn : 0); ++number)
            most = std::max<std::size_t>(most, m_log.askedBy(m_step, part, number).takes);
        m_now[numberOf(part)] = {Blocks(most * static_cast<std::size_t>(isPass(part) ? m_count : 1)), most};
    }
    ask(Part::Before, 0);
    const std::int64_t before = m_ledger.allocator().allocated();
    for (const Part part : {Part::Forward, Part::Backward}) {
        for (std::int64_t number = 0; number < m_count; ++number) {
            constexpr std::int64_t kDetailed = 32; // at either end
            if (task.cancelled())
                return;
            m_ledger.beginPass(part == Part::Forward ? core::StepPhase::Forward : core::StepPhase::Backward,
                               number >= kDetailed && number < m_count - kDetailed);
            ask(part, number);
            if (part == Part::Forward && number == 0)
                afterForward = m_ledger.allocator().allocated() - before;
        }
    }
    m_ledger.endPasses();
    ask(Part::After, 0);
}

void RequestReplay::ask(RequestLog::Part part, std::int64_t number)
{
    using Request = RequestLog::Request;
    Held& held = m_now[numberOf(part)];
    CachingAllocator::BlockId* taken = held.blocks.data() + held.perPass * static_cast<std::size_t>(number);
    for (const Request& request : m_log.askedBy(m_step, part, number).requests) {
        m_ledger.setPhase(request.phase);
        m_ledger.setModule(request.module);
        m_ledger.setOperation(request.operation);
        switch (request.kind) {
        case Request::Kind::Take:
            *taken++ = m_ledger.take(request.bytes, request.purpose, request.stream);
            break;
        case Request::Kind::GiveBack:
            m_ledger.giveBack(blockOf(part, number, request.block), request.purpose);
            break;
        case Request::Kind::Reassign:
            m_ledger.reassign(blockOf(part, number, request.block), request.purpose, request.to);
            break;
        }
    }
}

BlockId& RequestReplay::blockOf(RequestLog::Part part, std::int64_t number, const RequestLog::Name& name)
{
    using Counted = RequestLog::Counted;
    const bool setup = name.part == RequestLog::Part::Setup && part != RequestLog::Part::Setup;
    Held& held = (setup ? m_setup : name.stepsBack == 1 ? m_before : m_now)[numberOf(name.part)];
    const std::int64_t of = name.counted == Counted::Back      ? number - name.number
                            : name.counted == Counted::FromEnd ? m_count - 1 - name.number
                                                               : name.number;
    return held.blocks[held.perPass * static_cast<std::size_t>(of) + name.place];
}

} // namespace shardscope::planner::tape
