// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/export/run_export.h"

#include "profiler/export/export_writers.h"

#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <memory>
#include <system_error>

namespace shardscope::profiler {
namespace {

struct Closer {
    void operator()(gzFile file) const { gzclose(file); }
};
using GzipFile = std::unique_ptr<std::remove_pointer_t<gzFile>, Closer>;

core::Error unwritable(const std::filesystem::path& file)
{
    return {core::ErrorCode::FileUnwritable, {std::strerror(errno)}, {file.string(), {}, {}, {}}};
}

} // namespace

ExportedProcesses exportedProcesses(const core::Timeline& timeline)
{
    ExportedProcesses out;
    std::map<std::pair<std::uint32_t, core::NameId>, std::uint32_t> numbers;
    for (std::size_t index = 0; index < timeline.tracks().size(); ++index) {
        const core::Track& track = timeline.tracks()[index];
        const auto [entry, made] = numbers.emplace(std::pair(track.source, track.processKey),
                                                   static_cast<std::uint32_t>(numbers.size() + 1));
        if (made)
            out.first.emplace_back(index);
        out.ofTrack.push_back(entry->second);
    }
    for (const core::CounterTrack& counter : timeline.counterTracks()) {
        const auto found = numbers.find({counter.source, counter.processKey});
        out.ofCounter.push_back(found == numbers.end() ? 0 : found->second);
    }
    return out;
}

core::Result<core::Done> exportRun(const core::Run& run, const std::filesystem::path& file,
                                   const core::Task& task)
{
    const std::string name = file.filename().string();
    const bool packed = name.ends_with(".json.gz");
    const bool chrome = packed || name.ends_with(".json");
    if (!chrome && !name.ends_with(".pftrace") && !name.ends_with(".perfetto-trace"))
        return core::Error{
            core::ErrorCode::NotSupported,
            {"this kind of file", "a run is written as .json, .json.gz, .pftrace or .perfetto-trace"},
            {file.string(), {}, {}, {}}};
    std::filesystem::path beside = file;
    beside += ".part";
    const GzipFile opened(gzopen(beside.c_str(), packed ? "wb6" : "wbT"));
    if (!opened)
        return unwritable(file);
    const ExportSink sink = [&](std::string_view piece) {
        return piece.empty() || gzwrite(opened.get(), piece.data(), static_cast<unsigned>(piece.size())) ==
                                    static_cast<int>(piece.size());
    };
    const bool written = (chrome ? writeChromeTrace : writePerfettoTrace)(run, sink, task) &&
                         gzflush(opened.get(), Z_FINISH) == Z_OK;
    std::error_code problem;
    if (written)
        std::filesystem::rename(beside, file, problem);
    if (!written || problem) {
        const core::Error error =
            task.cancelled() ? core::Error{core::ErrorCode::Cancelled, {}, {}} : unwritable(file);
        std::filesystem::remove(beside, problem);
        return error;
    }
    return core::Done{};
}

} // namespace shardscope::profiler
