// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of ROCm/rocprofiler-sdk source/lib/output/generateCSV.cpp.
#include "tests/support/planted/writers.h"

#include <string>

namespace shardscope::tests::planted {

namespace {

std::string quoted(const std::string& text)
{
    std::string out = "\"";
    for (const char c : text)
        out += c == '"' ? std::string(2, c) : std::string(1, c);
    return out + '"';
}

class CsvWriter {
public:
    CsvWriter(const Recording& recording, int rank)
        : m_recording(recording)
        , m_rank(rank)
    {
    }

    Files write(const std::filesystem::path& folder)
    {
        for (const Row* const row : ordered(m_recording, m_rank))
            add(*row);
        Files files;
        const auto put = [&](const std::string& kind, const std::string& text) {
            files.push_back(folder / (std::to_string(pidOf(m_rank)) + "_" + kind + "_trace.csv"));
            writeBytes(files.back(), text);
        };
        put("hip_api", m_calls);
        put("kernel", m_kernels);
        put("marker_api", m_markers);
        put("memory_copy", m_copies);
        return files;
    }

private:
    void add(const Row& row)
    {
        const auto number = [](std::int64_t value) { return std::to_string(value); };
        const std::string correlation = number(row.correlation != 0 ? row.correlation : ++m_unlinked);
        const std::string times = correlation + "," + number(row.ts) + "," + number(row.ts + row.dur);
        const std::string agent = "\"GPU " + number(row.device) + "\""; // --agent-index type-relative
        const std::string thread = number(pidOf(m_rank)) + "," + number(tidOf(row)) + ",";
        const std::string lane = number(row.lane);
        if (row.kind == RowKind::Kernel || row.kind == RowKind::Collective)
            m_kernels += "\"KERNEL_DISPATCH\"," + agent + "," + lane + "," + lane + "," +
                         number(++m_dispatches) + ",1," + quoted(row.name) + "," + times + "\n";
        else if (row.kind == RowKind::Copy)
            m_copies += "\"MEMORY_COPY\"," + quoted(rocmCopyName(row)) + "," + lane + "," + agent + "," +
                        agent + "," + times + "\n";
        else if (row.kind == RowKind::Launch || row.kind == RowKind::Wait || row.kind == RowKind::Call)
            m_calls += "\"HIP_RUNTIME_API_EXT\"," + quoted(row.name) + "," + thread + times + "\n";
        else
            m_markers += "\"MARKER_CORE_RANGE_API\"," + quoted(rocmRangeName(row, ++m_operations)) + "," +
                         thread + times + "\n";
    }

    const Recording& m_recording;
    int m_rank;
    std::string m_kernels =
        R"("Kind","Agent_Id","Queue_Id","Stream_Id","Dispatch_Id","Kernel_Id","Kernel_Name",)"
        R"("Correlation_Id","Start_Timestamp","End_Timestamp")"
        "\n";
    std::string m_copies = R"("Kind","Direction","Stream_Id","Source_Agent_Id","Destination_Agent_Id",)"
                           R"("Correlation_Id","Start_Timestamp","End_Timestamp")"
                           "\n";
    std::string m_calls =
        R"("Domain","Function","Process_Id","Thread_Id","Correlation_Id","Start_Timestamp","End_Timestamp")"
        "\n";
    std::string m_markers = m_calls;
    std::int64_t m_dispatches = 0, m_operations = 0, m_unlinked = 1 << 30;
};

} // namespace

Files writeRocprofCsv(const Recording& recording, const std::filesystem::path& folder)
{
    Files files;
    for (int rank = 0; rank < recording.ranks; ++rank) {
        const Files own = CsvWriter(recording, rank).write(folderOf(recording, folder, rank));
        files.insert(files.end(), own.begin(), own.end());
    }
    return files;
}

} // namespace shardscope::tests::planted
