// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/answers/work_tables.h"

#include "core/base/text_mark.h"
#include "profiler/analyze/device/operation_arguments.h"
#include "profiler/analyze/device/operation_calls.h"
#include "profiler/analyze/memory/memory_changes.h"

#include <array>
#include <string>
#include <vector>

namespace shardscope::profiler::sql {

namespace {

constexpr std::array kFlops{
    integerSpec("id", N_("slice.id of the operation")),
    integerSpec("rank", N_("NULL: unknown")),
    integerSpec("ts", N_("begin, in ns")),
    textSpec("name", N_("of the operation")),
    textSpec("shape", N_("of its operands; NULL: the file does not say")),
    textSpec("dtype", N_("of its first operand, as written")),
    realSpec("flops", N_("floating-point operations; NULL: the file does not say the shapes")),
    realSpec("bytes", N_("operands and result, once each; NULL: unknown")),
    integerSpec("device_ns", N_("time of the kernels launched inside, in ns")),
    realSpec("flops_per_second", N_("flops over that time; NULL where no kernel was recorded"))};

constexpr std::array kMemoryEvent{
    integerSpec("rank", N_("NULL: unknown")),
    integerSpec("source", N_("rank.source")),
    textSpec("device", N_("GPU 0, CPU")),
    integerSpec("ts", N_("in ns")),
    integerSpec("bytes", N_("asked for; negative: given back")),
    integerSpec("allocated", N_("bytes held after it")),
    integerSpec("reserved", N_("bytes the allocator holds of the device after it; NULL: not said")),
    integerSpec("address", N_("of the block")),
    textSpec("phase", N_("forward, backward, optimizer, elsewhere; NULL where it is given back")),
    integerSpec("inside_id", N_("slice.id of the innermost slice around an allocation")),
    textSpec("inside", N_("its name"))};

constexpr std::array kMemoryPeak{
    integerSpec("rank", N_("NULL: unknown")),
    integerSpec("source", N_("rank.source")),
    textSpec("device", N_("GPU 0, CPU")),
    integerSpec("ts", N_("when most was allocated, in ns")),
    integerSpec("allocated", N_("bytes then")),
    integerSpec("reserved", N_("bytes the allocator held of the device then; NULL: not said")),
    integerSpec("reserved_peak", N_("most it held at any time; NULL: not said")),
    integerSpec("before", N_("of those allocated, bytes held since before the recording")),
    integerSpec("events", N_("how often memory was asked for or given back"))};

constexpr ComputedKind kWorkKinds[] = {
    {"flops", N_("operations whose work can be counted"), kFlops},
    {"memory_event", N_("what allocators did, as the profiler recorded it"), kMemoryEvent},
    {"memory_peak", N_("the most that each allocator held"), kMemoryPeak},
};

class FlopsTable final : public ComputedTable {
public:
    using ComputedTable::ComputedTable;
    [[nodiscard]] std::size_t size() const override { return m_calls.size(); }
    void cell(std::size_t row, int column, Answer answer) const override
    {
        const OperationCall& call = m_calls[row].call;
        const auto& work = call.work;
        switch (column) {
        case 0: return answer.integer(call.row);
        case 1: return tellUnlessNegative(m_input.ranks()[m_calls[row].part].rank, answer);
        case 2: return answer.integer(call.begin);
        case 3: return tellName(m_input.timeline().name()[call.row], answer);
        case 8: return answer.integer(call.device);
        default: break;
        }
        if (!work)
            return answer.null();
        switch (column) {
        case 4: return answer.text(work->shape);
        case 5: return answer.text(work->dtype);
        case 6: return answer.real(work->flops);
        case 7: {
            const double bytes = work->elements * elementBytes(work->dtype);
            return bytes > 0 ? answer.real(bytes) : answer.null();
        }
        default:
            return call.device > 0 ? answer.real(work->flops / (static_cast<double>(call.device) * 1e-9))
                                   : answer.null();
        }
    }

private:
    struct Call {
        OperationCall call;
        std::uint32_t part = 0;
    };
    core::Result<core::Done> compute() override
    {
        std::vector<Call> all;
        for (std::size_t part = 0; part < m_input.ranks().size(); ++part) {
            SHARDSCOPE_TRY(std::vector<OperationCall> calls, operationCalls(m_input, part, m_task));
            all.reserve(all.size() + calls.size());
            for (OperationCall& call : calls)
                all.push_back({std::move(call), static_cast<std::uint32_t>(part)});
        }
        m_calls = std::move(all);
        return core::Done{};
    }

    std::vector<Call> m_calls;
};

/// What one rank's allocators did.
struct RankMemory {
    std::int32_t rank = -1;
    std::uint32_t source = 0;
    std::string device;
    std::vector<MemoryChange> changes;
};

class MemoryEventTable final : public ComputedTable {
public:
    using ComputedTable::ComputedTable;
    [[nodiscard]] std::size_t size() const override { return m_rows.size(); }
    void cell(std::size_t row, int column, Answer answer) const override
    {
        const RankMemory& device = m_devices[m_rows[row].device];
        const MemoryChange& change = device.changes[m_rows[row].change];
        switch (column) {
        case 0: return tellUnlessNegative(device.rank, answer);
        case 1: return answer.integer(device.source);
        case 2: return answer.lastingText(device.device);
        case 3: return answer.integer(change.ts);
        case 4: return answer.integer(change.bytes);
        case 5: return answer.integer(change.allocated);
        case 6: return tellUnlessNegative(change.reserved, answer);
        case 7: return answer.integer(static_cast<std::int64_t>(change.address));
        case 8: return change.bytes > 0 ? answer.lastingText(core::nameOf(change.phase)) : answer.null();
        case 9: return tellRow(change.row, answer);
        default:
            return change.row == kNoRow ? answer.null()
                                        : tellName(m_input.timeline().name()[change.row], answer);
        }
    }
    /// After make().
    [[nodiscard]] const std::vector<RankMemory>& devices() const { return m_devices; }

private:
    struct Row {
        std::uint32_t device = 0;
        std::uint32_t change = 0;
    };
    core::Result<core::Done> compute() override
    {
        std::vector<RankMemory> devices;
        std::vector<Row> rows;
        for (const RankPart& part : m_input.ranks()) {
            SHARDSCOPE_TRY(MemoryChanges changes, memoryChanges(m_input, part, m_task));
            for (auto& [device, own] : changes) {
                const auto number = static_cast<std::uint32_t>(devices.size());
                for (std::uint32_t change = 0; change < own.size(); ++change)
                    rows.push_back({number, change});
                devices.push_back({part.rank, part.source, memoryDeviceName(device), std::move(own)});
            }
        }
        m_devices = std::move(devices);
        m_rows = std::move(rows);
        return core::Done{};
    }

    std::vector<RankMemory> m_devices;
    std::vector<Row> m_rows; ///< by rank, device and time
};

class MemoryPeakTable final : public ComputedTable {
public:
    MemoryPeakTable(const ComputedKind& kind, MemoryEventTable& events, const AnalysisInput& input,
                    const core::Task& task)
        : ComputedTable(kind, input, task)
        , m_events(events)
    {
    }
    [[nodiscard]] std::size_t size() const override { return m_peaks.size(); }
    void cell(std::size_t row, int column, Answer answer) const override
    {
        const RankMemory& device = m_events.devices()[row];
        const MemoryPeak& peak = m_peaks[row];
        const MemoryChange& change = device.changes[peak.at];
        switch (column) {
        case 0: return tellUnlessNegative(device.rank, answer);
        case 1: return answer.integer(device.source);
        case 2: return answer.lastingText(device.device);
        case 3: return answer.integer(change.ts);
        case 4: return answer.integer(change.allocated);
        case 5: return tellUnlessNegative(change.reserved, answer);
        case 6: return tellUnlessNegative(peak.reservedMost, answer);
        case 7: return answer.integer(peak.before);
        default: return answer.integer(static_cast<std::int64_t>(device.changes.size()));
        }
    }

private:
    core::Result<core::Done> compute() override
    {
        if (!m_events.make())
            return core::Error{core::ErrorCode::Cancelled};
        m_peaks.clear();
        m_peaks.reserve(m_events.devices().size());
        for (const RankMemory& device : m_events.devices())
            m_peaks.push_back(memoryPeak(device.changes));
        return core::Done{};
    }

    MemoryEventTable& m_events;
    std::vector<MemoryPeak> m_peaks; ///< as the events' devices
};

ComputedTables make(std::span<const ComputedKind> kinds, const AnalysisInput& input, const core::Task& task)
{
    ComputedTables all = makeEach<FlopsTable, MemoryEventTable>(kinds, input, task);
    auto& events = static_cast<MemoryEventTable&>(*all.back());
    all.push_back(std::make_unique<MemoryPeakTable>(kinds.back(), events, input, task));
    return all;
}

} // namespace

const ComputedFamily kWorkTables{kWorkKinds, make};

} // namespace shardscope::profiler::sql
