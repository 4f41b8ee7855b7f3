// SPDX-License-Identifier: GPL-3.0-or-later
// Has no header of its own: formats.h declares the format that it reads.
#include "profiler/import/formats.h"

#include "profiler/import/arguments/document_reader.h"
#include "profiler/import/device_names.h"
#include "profiler/import/text/json_head.h"
#include "profiler/import/text/saturate.h"

#include <map>
#include <unordered_map>
#include <unordered_set>

namespace shardscope::profiler {

namespace {

using json::integerOf;
using json::memberOf;

constexpr std::string_view kRoot = "rocprofiler-sdk-tool";

/// Number of the agent, queue, … that \p value, a {"handle": n}, stands for.
std::int64_t handleOf(std::string_view value) { return integerOf(memberOf(value, "handle")).value_or(-1); }

class RocprofReader : DocumentReader {
public:
    RocprofReader(const json::Document& document, ImportTarget& target, const core::Task& task)
        : DocumentReader(document, target, task)
    {
    }

    core::Result<core::Done> read()
    {
        bool found = false;
        note(json::walkObject(m_document.root(), [&](std::string_view key, std::string_view value, bool) {
            if (key != kRoot)
                return;
            found = true;
            note(json::walkArray(value, [this](std::string_view process, bool) { readProcess(process); }));
        }));
        return ended(found, kRoot, "rocprofv3 JSON");
    }

private:
    void readProcess(std::string_view process)
    {
        m_agents.clear();
        m_kernels.clear();
        m_operations.clear();
        std::string_view records;
        // Names first, wherever they stand.
        json::walkObject(process, [&](std::string_view key, std::string_view value, bool complete) {
            if (key == "metadata" && complete)
                readMetadata(value);
            else if (key == "agents")
                readAgents(value);
            else if (key == "kernel_symbols")
                json::walkArray(value,
                                [this](std::string_view symbol, bool whole) { readSymbol(symbol, whole); });
            else if (key == "strings")
                readOperations(memberOf(value, "buffer_records"));
            else if (key == "buffer_records")
                records = value;
        });
        if (!records.empty()) {
            json::walkObject(records, [this](std::string_view, std::string_view list, bool) {
                collectCorrelations(list);
            });
            note(json::walkObject(records, [this](std::string_view kind, std::string_view list, bool) {
                readRecords(kind, list);
            }));
        }
    }

    void readMetadata(std::string_view metadata)
    {
        m_pid = integerOf(memberOf(metadata, "pid")).value_or(0);
        const std::string_view node = memberOf(metadata, "node");
        m_target.metadata.emplace_back("host", json::textOf(memberOf(node, "hostname")));
        m_target.metadata.emplace_back("system", json::textOf(memberOf(node, "release")));
        m_target.metadata.emplace_back("process", std::to_string(m_pid));
    }

    void readAgents(std::string_view agents)
    {
        std::vector<std::string> names;
        json::walkArray(agents, [&](std::string_view agent, bool whole) { readAgent(agent, whole, names); });
        tellDevices(m_target.metadata, names);
    }

    void readAgent(std::string_view agent, bool whole, std::vector<std::string>& names)
    {
        constexpr std::int64_t kGpu = 2; // rocprofiler_agent_type_t: 1 CPU, 2 GPU
        if (!whole || integerOf(memberOf(agent, "type")) != kGpu)
            return;
        const auto number = integerOf(memberOf(agent, "logical_node_type_id"));
        const std::int64_t index = number.value_or(static_cast<std::int64_t>(m_agents.size()));
        m_agents[handleOf(memberOf(agent, "id"))] = index;
        names.push_back(json::textOf(memberOf(agent, "product_name")));
        m_target.metadata.emplace_back("GPU " + std::to_string(index), names.back());
    }

    void readSymbol(std::string_view symbol, bool whole)
    {
        const auto id = integerOf(memberOf(symbol, "kernel_id"));
        if (!whole || !id)
            return;
        std::string name = json::textOf(memberOf(symbol, "demangled_kernel_name"));
        if (name.empty() || name == "0")
            name = json::textOf(memberOf(symbol, "kernel_name"));
        m_kernels[*id] = std::move(name);
    }

    /// Names of operations by kind: strings.buffer_records[kind].operations[operation].
    void readOperations(std::string_view kinds)
    {
        json::walkArray(kinds, [this](std::string_view kind, bool) {
            std::vector<std::string> names;
            json::walkArray(memberOf(kind, "operations"),
                            [&](std::string_view name, bool) { names.push_back(json::textOf(name)); });
            m_operations.push_back(std::move(names));
        });
    }

    void collectCorrelations(std::string_view list)
    {
        json::walkArray(list, [this](std::string_view record, bool whole) {
            if (!whole || !memberOf(record, "dst_agent_id").empty())
                return;
            (memberOf(record, "dispatch_info").empty() ? m_called : m_dispatched)
                .insert(correlationOf(record));
        });
    }

    static std::int64_t correlationOf(std::string_view record)
    {
        return integerOf(memberOf(memberOf(record, "correlation_id"), "internal")).value_or(0);
    }

    void readRecords(std::string_view kind, std::string_view list)
    {
        const std::string category(kind);
        std::uint64_t others = 0;
        note(json::walkArray(list, [&](std::string_view record, bool whole) {
            if (!whole || stopped())
                return;
            ++m_target.tally.events;
            const auto begin = integerOf(memberOf(record, "start_timestamp"));
            const auto end = integerOf(memberOf(record, "end_timestamp"));
            if (!begin || !end)
                ++others;
            else if (!memberOf(record, "dispatch_info").empty())
                addDispatch(record, *begin, *end);
            else if (!memberOf(record, "dst_agent_id").empty())
                addCopy(record, *begin, *end);
            else
                addCall(record, category, *begin, *end);
        }));
        if (others > 0) {
            note(RemarkKind::DataNotShown, list, others);
            m_target.metadata.emplace_back("records of " + category, std::to_string(others));
        }
    }

    core::TrackId deviceTrack(std::string_view agent, const std::string& thread)
    {
        const auto known = m_agents.find(handleOf(agent));
        const std::string process =
            "GPU " + (known == m_agents.end() ? "agent " + std::to_string(handleOf(agent))
                                              : std::to_string(known->second));
        const std::string owner = std::to_string(m_pid);
        const core::TrackId id = m_builder.track(m_deviceKeys.of(process, owner), thread, m_target.source);
        core::Track& track = m_builder.describe(id);
        track.process = m_builder.intern(process);
        track.owner = m_builder.intern(owner);
        track.thread = m_builder.intern(thread);
        track.processOrder = 1'000'000 + (known == m_agents.end() ? 0 : known->second);
        track.device = true;
        return id;
    }

    void addSlice(core::TrackId track, std::int64_t begin, std::int64_t end, std::string_view name,
                  std::string_view category, std::string_view record)
    {
        const std::int64_t at = clampTime(begin);
        m_builder.slice(track, saturatedSum(at, m_shift), clampTime(end) - at,
                        m_builder.intern(name.empty() ? "unnamed" : name), m_builder.intern(category),
                        placeOf(record));
        ++m_target.tally.slices;
        if (name.empty())
            note(RemarkKind::NameNotInFile, record);
    }

    void addDispatch(std::string_view record, std::int64_t begin, std::int64_t end)
    {
        const std::string_view info = memberOf(record, "dispatch_info");
        const core::TrackId track = deviceTrack(
            memberOf(info, "agent_id"), "queue " + std::to_string(handleOf(memberOf(info, "queue_id"))));
        const auto kernel = m_kernels.find(integerOf(memberOf(info, "kernel_id")).value_or(-1));
        addSlice(track, begin, end,
                 kernel == m_kernels.end() ? std::string_view() : std::string_view(kernel->second), "kernel",
                 record);
        const std::int64_t correlation = correlationOf(record);
        if (m_called.count(correlation) != 0) {
            m_builder.flow(core::FlowPhase::End, track, saturatedSum(clampTime(begin), m_shift),
                           m_builder.intern("ac2g"), static_cast<std::uint64_t>(correlation),
                           placeOf(record));
            ++m_target.tally.flowEnds;
        }
    }

    void addCopy(std::string_view record, std::int64_t begin, std::int64_t end)
    {
        const std::string_view to = memberOf(record, "dst_agent_id");
        const std::string_view from = memberOf(record, "src_agent_id");
        const bool device = m_agents.count(handleOf(to)) != 0;
        addSlice(deviceTrack(device ? to : from, "copies"), begin, end, operationName(record), "gpu_memcpy",
                 record);
    }

    std::string operationName(std::string_view record) const
    {
        const auto kind = static_cast<std::size_t>(integerOf(memberOf(record, "kind")).value_or(-1));
        const auto operation =
            static_cast<std::size_t>(integerOf(memberOf(record, "operation")).value_or(-1));
        return kind < m_operations.size() && operation < m_operations[kind].size()
                   ? m_operations[kind][operation]
                   : std::string();
    }

    void addCall(std::string_view record, const std::string& category, std::int64_t begin, std::int64_t end)
    {
        const std::int64_t thread = integerOf(memberOf(record, "thread_id")).value_or(0);
        const core::TrackId id =
            m_builder.track(std::to_string(m_pid), std::to_string(thread), m_target.source);
        core::Track& track = m_builder.describe(id);
        track.process = m_builder.intern("process " + std::to_string(m_pid));
        track.thread = m_builder.intern("thread " + std::to_string(thread));
        track.threadOrder = thread;
        addSlice(id, begin, end, operationName(record), category == "hip_api" ? "cuda_runtime" : category,
                 record);
        const std::int64_t correlation = correlationOf(record);
        if (m_dispatched.count(correlation) != 0 && m_begun.insert(correlation).second) {
            m_builder.flow(core::FlowPhase::Begin, id, saturatedSum(clampTime(begin), m_shift),
                           m_builder.intern("ac2g"), static_cast<std::uint64_t>(correlation),
                           placeOf(record));
            ++m_target.tally.flowBegins;
        }
    }

    std::int64_t m_shift = joinRunClock(m_target, 0, 0); // their times count from the start of the machine
    std::int64_t m_pid = 0;
    DeviceKeys m_deviceKeys;
    std::map<std::int64_t, std::int64_t> m_agents;
    std::unordered_map<std::int64_t, std::string> m_kernels;
    std::vector<std::vector<std::string>> m_operations;
    std::unordered_set<std::int64_t> m_dispatched, m_called, m_begun;
};

bool sniff(std::string_view firstBytes) { return json::Head(firstBytes).has(kRoot); }

} // namespace

const SerialImporter kRocprofJsonFormat("rocprofv3 JSON", sniff, readDocument<RocprofReader>);

} // namespace shardscope::profiler
