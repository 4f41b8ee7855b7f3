// SPDX-License-Identifier: GPL-3.0-or-later
// Packets of google/perfetto protos/perfetto/trace: track events of threads, and what GPUs do as render
// stages that calls say they submitted, as PyTorch writes them (torch/csrc/profiler/cuspy).
#include "tests/support/planted/plain_database.h"
#include "tests/support/planted/plain_protobuf.h"
#include "tests/support/planted/writers.h"

#include <map>
#include <set>

namespace shardscope::tests::planted {

namespace {

// TracePacket.
constexpr std::uint32_t kTimestamp = 8, kSequence = 10, kTrackEvent = 11, kInterned = 12, kFlags = 13,
                        kRenderStage = 53, kDescriptor = 60;
constexpr int kSliceBegin = 1, kSliceEnd = 2; // TrackEvent.Type

class PacketWriter {
public:
    explicit PacketWriter(const Recording& recording)
        : m_recording(recording)
    {
    }

    std::string write(int rank)
    {
        PlainMessage process;
        process.number(1, pidOf(rank)).text(6, "python");
        packet(0, kDescriptor, PlainMessage().number(1, 1).message(3, process));
        const std::vector<const Row*> rows = ordered(m_recording, rank);
        internNames(rows);
        std::map<int, std::vector<const Row*>> open; // by lane of the host, inner ones last
        for (const Row* const row : rows) {
            if (onDevice(row->kind)) {
                work(*row);
                continue;
            }
            thread(*row);
            std::vector<const Row*>& nest = open[row->lane];
            closeUpTo(nest, row->ts);
            begin(*row);
            nest.push_back(row);
        }
        for (auto& [lane, nest] : open)
            closeUpTo(nest, INT64_MAX);
        return m_bytes;
    }

private:
    static std::int64_t uuidOf(const Row& row) { return 100 + row.lane; }
    /// Work is known by its launch's number; what has none has one that no launch has.
    std::int64_t eventOf(const Row& row) { return row.correlation != 0 ? row.correlation : ++m_unlinked; }

    void packet(std::int64_t ts, std::uint32_t field, const PlainMessage& inside)
    {
        PlainMessage packet;
        packet.number(kTimestamp, ts).number(kSequence, 1).message(field, inside);
        if (field == kInterned)
            packet.number(kFlags, 1); // SEQ_INCREMENTAL_STATE_CLEARED
        m_bytes += PlainMessage().message(1, packet).bytes();
    }

    void internNames(const std::vector<const Row*>& rows)
    {
        TextNumbers kernels, specifications;
        for (const Row* const row : rows) {
            if (!onDevice(row->kind))
                continue;
            m_queues[row->lane] = specifications.of("stream " + std::to_string(row->lane));
            m_stages[row->kind] = specifications.of(row->kind == RowKind::Copy ? "Memcpy" : "Kernel");
            m_kernels[row->name] = kernels.of(row->name);
        }
        PlainMessage interned;
        for (const auto& [text, number] : specifications.all())
            interned.message(24, PlainMessage().number(1, number).text(2, text));
        for (const auto& [text, number] : kernels.all())
            interned.message(1000, PlainMessage().number(1, number).text(2, text).text(3, text));
        packet(0, kInterned, interned);
    }

    void thread(const Row& row)
    {
        if (!m_threads.insert(row.lane).second)
            return;
        PlainMessage thread;
        thread.number(1, pidOf(row.rank)).number(2, tidOf(row)).text(5, "python");
        packet(0, kDescriptor, PlainMessage().number(1, uuidOf(row)).message(4, thread).number(5, 1));
    }

    void closeUpTo(std::vector<const Row*>& nest, std::int64_t ts)
    {
        while (!nest.empty() && nest.back()->ts + nest.back()->dur <= ts) {
            const Row& row = *nest.back();
            packet(row.ts + row.dur, kTrackEvent,
                   PlainMessage().number(9, kSliceEnd).number(11, uuidOf(row)));
            nest.pop_back();
        }
    }

    void begin(const Row& row)
    {
        PlainMessage event;
        event.number(9, kSliceBegin)
            .number(11, uuidOf(row))
            .text(22, categoryOf(row.kind))
            .text(23, row.name);
        if (row.kind == RowKind::Launch && row.correlation != 0)
            event.message(3000, PlainMessage().number(1, row.correlation));
        packet(row.ts, kTrackEvent, event);
    }

    void work(const Row& row)
    {
        PlainMessage stage;
        stage.number(1, eventOf(row)).number(2, row.dur).number(11, row.device);
        stage.number(13, m_queues.at(row.lane))
            .number(14, m_stages.at(row.kind))
            .number(19, m_kernels.at(row.name));
        if (row.bytes > 0 && row.kind == RowKind::Copy)
            stage.message(6, PlainMessage().text(1, "bytes").text(2, std::to_string(row.bytes)));
        packet(row.ts, kRenderStage, stage);
    }

    static const char* categoryOf(RowKind kind)
    {
        switch (kind) {
        case RowKind::Step:
        case RowKind::Annotation: return "user_annotation";
        case RowKind::Python: return "python_function";
        case RowKind::Operator: return "cpu_op";
        default: return "cuda_runtime";
        }
    }

    const Recording& m_recording;
    std::string m_bytes;
    std::map<int, std::int64_t> m_queues;
    std::map<RowKind, std::int64_t> m_stages;
    std::map<std::string, std::int64_t> m_kernels;
    std::set<int> m_threads;
    std::int64_t m_unlinked = 1 << 30;
};

} // namespace

Files writePerfetto(const Recording& recording, const std::filesystem::path& folder)
{
    Files files;
    for (int rank = 0; rank < recording.ranks; ++rank) {
        files.push_back(folderOf(recording, folder, rank) / "trace.pftrace");
        writeBytes(files.back(), PacketWriter(recording).write(rank));
    }
    return files;
}

} // namespace shardscope::tests::planted
