// SPDX-License-Identifier: GPL-3.0-or-later
// Tables and columns of Nsight Systems' SQLite Export Schema Reference, those that hold anything here.
#include "tests/support/planted/plain_database.h"
#include "tests/support/planted/writers.h"

#include <algorithm>
#include <array>

namespace shardscope::tests::planted {

namespace {

/// Serialized ids: hardware and virtual machine, process, thread.
std::int64_t globalPid(int rank) { return (std::int64_t{1} << 48) + (std::int64_t{pidOf(rank)} << 24); }
std::int64_t globalTid(const Row& row) { return globalPid(row.rank) + tidOf(row); }

/// ENUM_CUDA_MEMCPY_OPER.
int copyKindOf(const std::string& name)
{
    constexpr std::array<const char*, 11> kKinds{"?",    "HtoD", "DtoH", "HtoA", "AtoH", "AtoA",
                                                 "AtoD", "DtoA", "DtoD", "HtoH", "PtoP"};
    const auto kind =
        std::ranges::find_if(kKinds, [&](const char* word) { return name.find(word) != std::string::npos; });
    return kind == kKinds.end() ? 0 : static_cast<int>(kind - kKinds.begin());
}

/// ENUM_NSYS_EVENT_TYPE: NvtxPushPopRange.
constexpr std::int64_t kPushPop = 59;
/// ENUM_CUPTI_SYNC_TYPE: context; the stream of a row that is of all.
constexpr std::int64_t kContextSync = 4, kAllStreams = 0xFFFFFFFF;

class NsysWriter {
public:
    NsysWriter(const Recording& recording, const std::filesystem::path& file)
        : m_recording(recording)
        , m_out(file)
    {
    }

    void write()
    {
        makeTables();
        for (int rank = 0; rank < m_recording.ranks; ++rank)
            m_out.row("PROCESSES", {value(globalPid(rank)), value(pidOf(rank)), value("python")});
        for (int device = 0; device < m_recording.devices; ++device)
            m_out.row("TARGET_INFO_GPU", {value(device), value(m_recording.device)});
        m_out.row("META_DATA_EXPORT", {value("EXPORT_PRODUCT_NAME"), value("NVIDIA Nsight Systems")});
        m_out.row("META_DATA_EXPORT", {value("EXPORT_SCHEMA_VERSION"), value("3.25.0")});
        m_out.row("TARGET_INFO_SESSION_START_TIME", {value(1'700'000'000'000'000'000)});
        for (const Row* const row : ordered(m_recording))
            writeRow(*row);
        for (const auto& [text, number] : m_texts.all())
            m_out.row("StringIds", {value(number), value(text)});
    }

private:
    void makeTables()
    {
        m_out.table("StringIds", "id INTEGER PRIMARY KEY, value TEXT");
        m_out.table("META_DATA_EXPORT", "name TEXT NOT NULL, value TEXT");
        m_out.table("TARGET_INFO_SESSION_START_TIME", "utcEpochNs INTEGER");
        m_out.table("TARGET_INFO_GPU", "id INTEGER NOT NULL, name TEXT");
        m_out.table("PROCESSES", "globalPid INTEGER, pid INTEGER, name TEXT");
        const std::string time = "start INTEGER NOT NULL, end INTEGER, ";
        m_out.table("CUPTI_ACTIVITY_KIND_RUNTIME",
                    time + "eventClass INTEGER, globalTid INTEGER, correlationId INTEGER, nameId INTEGER, "
                           "returnValue INTEGER, callchainId INTEGER");
        m_out.table("NVTX_EVENTS", time + "eventType INTEGER NOT NULL, text TEXT, globalTid INTEGER, "
                                          "textId INTEGER, domainId INTEGER");
        const std::string work = time + "deviceId INTEGER, contextId INTEGER, streamId INTEGER, "
                                        "correlationId INTEGER, globalPid INTEGER, ";
        m_out.table("CUPTI_ACTIVITY_KIND_KERNEL",
                    work + "demangledName INTEGER, shortName INTEGER, graphNodeId INTEGER");
        m_out.table("CUPTI_ACTIVITY_KIND_MEMCPY",
                    work + "bytes INTEGER, copyKind INTEGER, graphNodeId INTEGER");
        m_out.table("CUPTI_ACTIVITY_KIND_MEMSET", work + "value INTEGER, bytes INTEGER, memKind INTEGER");
        m_out.table("CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", work + "syncType INTEGER, eventId INTEGER");
    }

    void writeRow(const Row& row)
    {
        const std::string begin = value(row.ts);
        const std::string end = value(row.ts + row.dur);
        if (onDevice(row.kind))
            return writeWork(row, begin, end);
        if (row.kind == RowKind::Launch || row.kind == RowKind::Wait || row.kind == RowKind::Call) {
            // CUPTI numbers every call; those of the recording's launches are theirs.
            const std::int64_t correlation = row.correlation != 0 ? row.correlation : ++m_unlinked;
            m_out.row("CUPTI_ACTIVITY_KIND_RUNTIME",
                      {begin, end, "0", value(globalTid(row)), value(correlation),
                       value(m_texts.of(row.name)), "0", kNull});
            if (row.kind == RowKind::Wait)
                m_out.row("CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
                          {begin, end, "0", "1", value(kAllStreams), value(correlation),
                           value(globalPid(row.rank)), value(kContextSync), kNull});
            return;
        }
        std::string name = row.name;
        if (row.kind == RowKind::Operator) { // torch/csrc/profiler/util.cpp, getNvtxStr
            name += ", op_id = " + std::to_string(++m_operations);
            name += row.shapes.empty() ? "" : ", sizes = " + row.shapes;
        }
        m_out.row("NVTX_EVENTS",
                  {begin, end, value(kPushPop), value(name), value(globalTid(row)), kNull, "0"});
    }

    void writeWork(const Row& row, const std::string& begin, const std::string& end)
    {
        const std::string device = value(row.device);
        const std::string stream = value(row.lane);
        const std::string correlation = value(row.correlation);
        const std::string process = value(globalPid(row.rank));
        if (row.kind != RowKind::Copy) {
            const std::string name = value(m_texts.of(row.name));
            m_out.row("CUPTI_ACTIVITY_KIND_KERNEL",
                      {begin, end, device, "1", stream, correlation, process, name, name, kNull});
        } else if (row.name.starts_with("Memset")) {
            m_out.row("CUPTI_ACTIVITY_KIND_MEMSET",
                      {begin, end, device, "1", stream, correlation, process, "0", value(row.bytes), "2"});
        } else {
            m_out.row("CUPTI_ACTIVITY_KIND_MEMCPY", {begin, end, device, "1", stream, correlation, process,
                                                     value(row.bytes), value(copyKindOf(row.name)), kNull});
        }
    }

    const Recording& m_recording;
    PlainDatabase m_out;
    TextNumbers m_texts;
    std::int64_t m_unlinked = 1 << 30;
    std::int64_t m_operations = 0;
};

} // namespace

Files writeNsys(const Recording& recording, const std::filesystem::path& folder)
{
    const std::filesystem::path file = folder / "run.sqlite";
    NsysWriter(recording, file).write();
    return {file};
}

} // namespace shardscope::tests::planted
