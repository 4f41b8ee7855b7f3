// SPDX-License-Identifier: GPL-3.0-or-later
// A written cache with some of its bytes changed, the record's hash made right again or not: what is not
// consistent must be refused, and what is taken must be safe to walk. Then any bytes as a cache.
#include "core/timeline/build/timeline_builder.h"
#include "core/timeline/fold.h"
#include "profiler/cache/columnar_cache.h"
#include "profiler/import/bytes/raw_pool.h"

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

namespace {

using namespace shardscope;

/// A file in memory.
struct MemoryFile {
    int descriptor = ::memfd_create("cache", MFD_CLOEXEC);
    [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor); }
    ~MemoryFile() { ::close(descriptor); }
};

/// Two tracks of nested slices with an arrow, an instant, a counter and a step.
profiler::ImportedRun smallRun()
{
    core::TimelineBuilder builder;
    const core::NameId name = builder.intern("aten::mm");
    const core::NameId category = builder.intern("cpu_op");
    const core::TrackId host = builder.track("1", "1");
    const core::TrackId device = builder.track("0", "7");
    for (std::int64_t at = 0; at < 100; ++at) {
        builder.slice(host, at * 100, 90, name, category, static_cast<std::uint64_t>(at));
        builder.slice(host, at * 100 + 10, 20, category, name);
        builder.slice(device, at * 100 + 50, 60, name, category);
    }
    builder.flow(core::FlowPhase::Begin, host, 10, category, 1);
    builder.flow(core::FlowPhase::End, device, 50, category, 1);
    builder.instant(host, 5, name, category);
    builder.counter(name, name, category, 5, 1.5);
    builder.step(0, 1000, name, 0);
    core::LayoutTally tally;
    auto run = std::make_shared<core::Run>();
    run->timeline = builder.build({}, tally).value();
    run->sources.emplace_back().file = "trace.json";
    profiler::ImportedRun imported;
    imported.run = std::move(run);
    imported.report.files.emplace_back().file = "trace.json";
    return imported;
}

const std::string& goodCache()
{
    static const std::string bytes = [] {
        char folder[] = "/tmp/fuzz_cache.XXXXXX";
        const std::string file = std::string(::mkdtemp(folder)) + "/cache";
        static_cast<void>(profiler::writeCache(file, "print", smallRun()));
        std::ifstream stream(file, std::ios::binary);
        std::string read{std::istreambuf_iterator<char>(stream), {}};
        stream.close();
        ::unlink(file.c_str());
        ::rmdir(folder);
        return read;
    }();
    return bytes;
}

/// Puts the right hash of the record where the header has it, as far as the header can be followed.
void repairHash(std::string& bytes)
{
    constexpr std::size_t kHash = 24; // magic, version, byte order, size of the file
    constexpr std::size_t kSections = 12;
    constexpr std::size_t kOffsets = kHash + 8;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    if (bytes.size() < kOffsets + 16 * kSections)
        return;
    std::memcpy(&offset, bytes.data() + kOffsets + 8 * (kSections - 1), 8);
    std::memcpy(&size, bytes.data() + kOffsets + 8 * (2 * kSections - 1), 8);
    if (offset > bytes.size() || size > bytes.size() - offset)
        return;
    const std::uint64_t hash = profiler::hashBytes(std::string_view(bytes).substr(offset, size));
    std::memcpy(bytes.data() + kHash, &hash, sizeof hash);
}

void walk(const core::Timeline& timeline)
{
    for (std::uint32_t row = 0; row < timeline.sliceCount(); ++row)
        static_cast<void>(timeline.parentOf(core::SliceId{row}));
    std::vector<core::FoldedBox> boxes;
    for (std::size_t lane = 0; lane < timeline.lanes().size(); ++lane) {
        const core::Lane& rows = timeline.lanes()[lane];
        const core::LaneId id{lane};
        static_cast<void>(timeline.busy(id, timeline.begin(), timeline.end()));
        static_cast<void>(timeline.longestRow(id, rows.begin, rows.begin + rows.count));
        core::foldLane(timeline, id, {timeline.begin(), timeline.end(), 10}, boxes);
    }
}

void read(const std::string& bytes)
{
    const MemoryFile file;
    if (file.descriptor < 0 ||
        ::write(file.descriptor, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
        return;
    const auto cached = profiler::readCache(file.path(), "print");
    if (cached.ok())
        walk(*cached->run->timeline);
}

} // namespace

/// Input: whether to repair the hash, then changes of three bytes each: where (two) and what.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    std::string bytes = goodCache();
    for (std::size_t at = 1; at + 3 <= size; at += 3) {
        const std::size_t place = data[at] | std::size_t{data[at + 1]} << 8;
        bytes[place % bytes.size()] = static_cast<char>(data[at + 2]);
    }
    if ((data[0] & 1) != 0)
        repairHash(bytes);
    read(bytes);
    if ((data[0] & 2) != 0)
        read(std::string(reinterpret_cast<const char*>(data), size));
    return 0;
}
