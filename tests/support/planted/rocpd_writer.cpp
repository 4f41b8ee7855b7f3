// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of ROCm/rocprofiler-sdk source/share/rocprofiler-sdk-rocpd/rocpd_tables.sql, those that hold
// anything here.
#include "tests/support/planted/plain_database.h"
#include "tests/support/planted/writers.h"

namespace shardscope::tests::planted {

namespace {

class RocpdWriter {
public:
    RocpdWriter(const Recording& recording, int rank, const std::filesystem::path& file)
        : m_recording(recording)
        , m_rank(rank)
        , m_out(file)
    {
    }

    void write()
    {
        makeTables();
        m_out.row(named("info_node"), {"1", value("node-a"), value("6.8.0")});
        m_out.row(named("info_process"), {"1", "1", value(pidOf(m_rank))});
        for (int device = 0; device < m_recording.devices; ++device)
            m_out.row(named("info_agent"),
                      {value(device + 1), "1", "1", value("GPU"), value(device), value(device), value(device),
                       value("gfx942"), value(m_recording.device)});
        for (const Row* const row : ordered(m_recording, m_rank))
            writeRow(*row);
        for (const auto& [text, number] : m_texts.all())
            m_out.row(named("string"), {value(number), value(text)});
        for (const auto& [text, number] : m_kernels.all())
            m_out.row(named("info_kernel_symbol"), {value(number), "1", "1", value(text), value(text)});
        for (const auto& [text, number] : m_threads.all())
            m_out.row(named("info_thread"), {value(number), "1", "1", text, value("python")});
    }

private:
    static std::string named(const std::string& table) { return "rocpd_" + table + "_0000_1111"; }

    void makeTables()
    {
        const std::string id = "id INTEGER PRIMARY KEY, ";
        m_out.table(named("string"), id + "string TEXT");
        m_out.table(named("info_node"), id + "hostname TEXT, release TEXT");
        m_out.table(named("info_process"), id + "nid INT, pid INT");
        m_out.table(named("info_thread"), id + "nid INT, pid INT, tid INT, name TEXT");
        m_out.table(named("info_agent"),
                    id + "nid INT, pid INT, type TEXT, absolute_index INT, logical_index INT, "
                         "type_index INT, name TEXT, product_name TEXT");
        m_out.table(named("info_kernel_symbol"),
                    id + "nid INT, pid INT, kernel_name TEXT, display_name TEXT");
        m_out.table(named("event"),
                    id + "category_id INT, stack_id INT, parent_stack_id INT, correlation_id INT, "
                         "extdata TEXT");
        m_out.table(named("region"),
                    id + "nid INT, pid INT, tid INT, start INT, end INT, name_id INT, event_id INT");
        m_out.table(
            named("kernel_dispatch"),
            id + "nid INT, pid INT, tid INT, agent_id INT, kernel_id INT, dispatch_id INT, queue_id INT, "
                 "stream_id INT, start INT, end INT, event_id INT");
        m_out.table(named("memory_copy"),
                    id + "nid INT, pid INT, tid INT, start INT, end INT, name_id INT, dst_agent_id INT, "
                         "src_agent_id INT, size INT, queue_id INT, stream_id INT, event_id INT");
    }

    /// The row's event: which domain it is of, and the number that it has in common with what it launches.
    std::string eventOf(const Row& row, const std::string& domain, const std::string& message = {})
    {
        const std::string id = value(++m_events);
        m_out.row(named("event"),
                  {id, value(m_texts.of(domain)),
                   value(row.correlation != 0 ? row.correlation : ++m_unlinked), "0", "0",
                   value(message.empty() ? "{}" : R"({"message": ")" + escaped(message) + "\"}")});
        return id;
    }

    static std::string escaped(const std::string& text)
    {
        std::string out;
        for (const char c : text)
            out += (c == '"' || c == '\\' ? std::string("\\") : std::string()) + c;
        return out;
    }

    void writeRow(const Row& row)
    {
        const std::string id = value(++m_rows);
        const std::string begin = value(row.ts);
        const std::string end = value(row.ts + row.dur);
        const std::string agent = value(row.device + 1);
        const std::string thread = value(m_threads.of(std::to_string(tidOf(row))));
        const std::string lane = value(row.lane);
        if (row.kind == RowKind::Kernel || row.kind == RowKind::Collective)
            m_out.row(named("kernel_dispatch"),
                      {id, "1", "1", kNull, agent, value(m_kernels.of(row.name)), id, lane, lane, begin, end,
                       eventOf(row, "KERNEL_DISPATCH")});
        else if (row.kind == RowKind::Copy)
            m_out.row(named("memory_copy"),
                      {id, "1", "1", kNull, begin, end, value(m_texts.of(rocmCopyName(row))), agent, agent,
                       value(row.bytes), lane, lane, eventOf(row, "MEMORY_COPY")});
        else if (row.kind == RowKind::Launch || row.kind == RowKind::Wait || row.kind == RowKind::Call)
            m_out.row(named("region"), {id, "1", "1", thread, begin, end, value(m_texts.of(row.name)),
                                        eventOf(row, "HIP_RUNTIME_API_EXT")});
        else
            m_out.row(named("region"),
                      {id, "1", "1", thread, begin, end, value(m_texts.of("roctxRangePushA")),
                       eventOf(row, "MARKER_CORE_RANGE_API", rocmRangeName(row, ++m_operations))});
    }

    const Recording& m_recording;
    int m_rank;
    PlainDatabase m_out;
    TextNumbers m_texts, m_kernels, m_threads;
    std::int64_t m_rows = 0, m_events = 0, m_operations = 0, m_unlinked = 1 << 30;
};

} // namespace

Files writeRocpd(const Recording& recording, const std::filesystem::path& folder)
{
    Files files;
    for (int rank = 0; rank < recording.ranks; ++rank) {
        files.push_back(folderOf(recording, folder, rank) / (std::to_string(pidOf(rank)) + "_results.db"));
        RocpdWriter(recording, rank, files.back()).write();
    }
    return files;
}

} // namespace shardscope::tests::planted
