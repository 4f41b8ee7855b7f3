// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/export/run_export.h"

#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/io/output_file.h"
#include "profiler/export/export_writers.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace shardscope::profiler {
namespace {

/// Pieces of text as one gzip member (RFC 1952) in a file.
class GzipWriter {
public:
    explicit GzipWriter(core::OutputFile& file)
        : m_file(file)
    {
        constexpr int kGzip = 15 + 16; // zlib.h, deflateInit2: the largest window, with gzip's header
        constexpr int kMemory = 8;     // zlib's default
        m_good = deflateInit2(&m_stream, kLevel, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY) == Z_OK;
    }
    GzipWriter(const GzipWriter&) = delete;
    GzipWriter& operator=(const GzipWriter&) = delete;
    ~GzipWriter() { deflateEnd(&m_stream); }

    bool write(std::string_view piece) { return pass(piece, Z_NO_FLUSH); }
    bool finish() { return pass({}, Z_FINISH); }
    /// Whether zlib failed; the file may have failed by itself.
    [[nodiscard]] bool failed() const { return !m_good; }

private:
    static constexpr int kLevel = 6; // zlib's default, named where it is chosen

    bool pass(std::string_view piece, int flush)
    {
        m_stream.next_in =
            reinterpret_cast<Bytef*>(const_cast<char*>(piece.data())); // zlib does not write there
        m_stream.avail_in = static_cast<uInt>(piece.size());
        do {
            std::array<char, 1 << 16> out;
            m_stream.next_out = reinterpret_cast<Bytef*>(out.data());
            m_stream.avail_out = static_cast<uInt>(out.size());
            if (!m_good || deflate(&m_stream, flush) == Z_STREAM_ERROR) {
                m_good = false;
                return false;
            }
            if (!m_file.write({out.data(), out.size() - m_stream.avail_out}))
                return false;
        } while (m_stream.avail_out == 0);
        return true;
    }

    core::OutputFile& m_file;
    z_stream m_stream{};
    bool m_good = false;
};

} // namespace

ExportedProcesses exportedProcesses(const core::Timeline& timeline)
{
    ExportedProcesses out;
    std::map<std::pair<std::uint32_t, core::NameId>, std::uint32_t> numbers;
    for (std::size_t index = 0; index < timeline.tracks().size(); ++index) {
        const core::Track& track = timeline.tracks()[index];
        const auto [entry, made] = numbers.emplace(std::pair(track.source, track.processKey),
                                                   static_cast<std::uint32_t>(numbers.size() + 1));
        if (made) {
            out.first.emplace_back(index);
            out.rank.push_back(track.rank);
        }
        out.ofTrack.push_back(entry->second);
    }
    for (const core::CounterTrack& counter : timeline.counterTracks()) {
        const auto found = numbers.find({counter.source, counter.processKey});
        out.ofCounter.push_back(found == numbers.end() ? 0 : found->second);
    }
    return out;
}

std::vector<ExportedStep> exportedSteps(const core::Timeline& timeline, const ExportedProcesses& processes)
{
    using Place = std::tuple<std::uint32_t, std::int64_t, core::NameId>; // source, begin, name
    std::set<core::NameId> names;
    std::map<std::pair<std::uint32_t, std::int32_t>, std::uint32_t> processOf; // of source and rank
    for (const core::StepMark& mark : timeline.steps())
        names.insert(mark.name);
    std::set<Place> told;
    for (std::size_t index = 0; index < timeline.tracks().size() && !names.empty(); ++index) {
        const core::Track& track = timeline.tracks()[index];
        processOf.emplace(std::pair(track.source, track.rank), processes.ofTrack[index]);
        for (const core::Lane& lane : timeline.lanes().subspan(track.firstLane, track.laneCount)) {
            for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
                if (names.count(timeline.name()[row]) > 0)
                    told.emplace(track.source, timeline.ts()[row], timeline.name()[row]);
            }
        }
    }
    std::vector<ExportedStep> out;
    for (const core::StepMark& mark : timeline.steps()) {
        const auto process = processOf.find({mark.source, mark.rank});
        if (process != processOf.end() && told.count({mark.source, mark.begin, mark.name}) == 0)
            out.push_back({process->second, mark});
    }
    std::ranges::stable_sort(out, [](const ExportedStep& a, const ExportedStep& b) {
        return std::tuple(a.process, a.mark.begin) < std::tuple(b.process, b.mark.begin);
    });
    return out;
}

core::Result<core::Done> exportRun(const core::Run& run, const std::filesystem::path& file,
                                   const core::Task& task)
{
    const std::string name = file.filename().string();
    const bool packed = name.ends_with(".json.gz");
    const bool chrome = packed || name.ends_with(".json");
    if (!chrome && !name.ends_with(".pftrace") && !name.ends_with(".perfetto-trace"))
        return core::notSupported(W_("this kind of file"),
                                  W_("a run is written as .json, .json.gz, .pftrace or .perfetto-trace"))
            .in(file.string());
    SHARDSCOPE_TRY(core::OutputFile out, core::OutputFile::create(file));
    const auto write = chrome ? writeChromeTrace : writePerfettoTrace;
    bool compressed = true;
    if (packed) {
        GzipWriter gzip(out);
        if (write(
                run, [&](std::string_view piece) { return gzip.write(piece); }, task))
            gzip.finish();
        compressed = !gzip.failed();
    } else {
        (void)write(
            run, [&](std::string_view piece) { return out.write(piece); }, task);
    }
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    if (!compressed)
        return core::Error{
            core::ErrorCode::FileUnwritable, {core::phrase(W_("zlib cannot compress it"))}, {file.string()}};
    return out.commit(); // tells what kept it from being written
}

} // namespace shardscope::profiler
