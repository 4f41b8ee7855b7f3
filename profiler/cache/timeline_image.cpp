// SPDX-License-Identifier: GPL-3.0-or-later
// The image: a header, the sections' places, the sections at multiples of 64 bytes.
#include "profiler/cache/timeline_image.h"

#include "core/base/text_mark.h"
#include "core/timeline/summaries.h"
#include "profiler/cache/byte_stream.h"
#include "profiler/cache/timeline_check.h"
#include "profiler/import/bytes/raw_pool.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace shardscope::profiler {

namespace {

constexpr std::array<char, 8> kMagic{'s', 'h', 'a', 'r', 'd', 'c', 'o', 'l'};
constexpr std::uint32_t kVersion = 7; // to be raised with any change of what is stored or how it is made
constexpr std::uint32_t kByteOrder = 0x01020304; // as the writer has it

enum Section : std::uint32_t {
    Ts,
    Dur,
    Name,
    Category,
    Args,
    Blocks,
    Instants,
    CounterTracks,
    CounterSamples,
    Flows,
    Steps,
    Record, // all that is small
    SectionCount
};

struct Header {
    std::array<char, 8> magic;
    std::uint32_t version;
    std::uint32_t byteOrder;
    std::uint64_t imageBytes;
    std::uint64_t recordHash;
    std::array<std::uint64_t, SectionCount> offsets;
    std::array<std::uint64_t, SectionCount> bytes;
};

/// Copies members of \p row to where they stand in a value at \p to; padding is left as it is there.
template <class T, class... Member>
void copyMembers(const T& row, char* to, Member T::*... member)
{
    const auto* const base = reinterpret_cast<const char*>(&row);
    const auto copy = [&](const auto& value) {
        std::memcpy(to + (reinterpret_cast<const char*>(&value) - base), &value, sizeof value);
    };
    (copy(row.*member), ...);
}
void copyRow(const core::LaneBlock& row, char* to)
{
    using Row = core::LaneBlock;
    copyMembers(row, to, &Row::firstTs, &Row::busyBefore, &Row::longest, &Row::longestRow);
}
void copyRow(const core::Instant& row, char* to)
{
    using Row = core::Instant;
    copyMembers(row, to, &Row::ts, &Row::name, &Row::category, &Row::track, &Row::args);
}
void copyRow(const core::Flow& row, char* to)
{
    using Row = core::Flow;
    copyMembers(row, to, &Row::from, &Row::to, &Row::fromTs, &Row::toTs, &Row::category, &Row::id);
}
void copyRow(const core::StepMark& row, char* to)
{
    using Row = core::StepMark;
    copyMembers(row, to, &Row::begin, &Row::end, &Row::name, &Row::rank, &Row::source);
}

/// Values without padding, as they lie.
template <class T>
bool put(std::span<const T> values, const ByteSink& sink)
{
    return values.empty() || sink(reinterpret_cast<const char*>(values.data()), values.size_bytes());
}
/// Rows with padding, which is written as zeros.
template <class T>
bool putRows(std::span<const T> rows, const ByteSink& sink)
{
    constexpr std::size_t kRowsAtOnce = 2048;
    std::vector<char> buffer(std::min(rows.size(), kRowsAtOnce) * sizeof(T), '\0');
    for (std::size_t first = 0; first < rows.size(); first += kRowsAtOnce) {
        const auto batch = rows.subspan(first, std::min(kRowsAtOnce, rows.size() - first));
        for (std::size_t at = 0; at < batch.size(); ++at)
            copyRow(batch[at], buffer.data() + at * sizeof(T));
        if (!sink(buffer.data(), batch.size_bytes()))
            return false;
    }
    return true;
}

std::span<const core::LaneBlock> blocksOf(const core::Timeline& timeline)
{
    const std::size_t count = blockCount(timeline.lanes());
    return count == 0 ? std::span<const core::LaneBlock>()
                      : std::span(timeline.blocks(core::LaneId{std::size_t{0}}).data(), count);
}

template <class Bytes, class Track>
void describeTrack(Bytes& bytes, Track& track)
{
    bytes.numbers(track.process.value, track.thread.value, track.processKey.value, track.threadKey.value,
                  track.owner.value, track.processOrder, track.threadOrder, track.source);
    bytes.flag(track.device);
    bytes.flag(track.async);
    bytes.numbers(track.rank);
    core::MeshCoordinate mesh = track.mesh.value_or(core::MeshCoordinate{});
    bool placed = track.mesh.has_value();
    bytes.flag(placed);
    bytes.numbers(mesh.tensor, mesh.context, mesh.replica, mesh.pipeline);
    if constexpr (!std::is_const_v<Track>)
        track.mesh = placed ? std::optional(mesh) : std::nullopt;
    bytes.numbers(track.multiplicity, track.firstLane, track.laneCount);
}

template <class Bytes, class Tracks, class Lanes>
void describeLanes(Bytes& bytes, Tracks& tracks, Lanes& lanes)
{
    bytes.list(tracks, 91, [&](auto& track) { describeTrack(bytes, track); });
    bytes.list(lanes, 17, [&](auto& lane) {
        bytes.numbers(lane.track.value, lane.depth);
        bytes.flag(lane.overflow);
        bytes.numbers(lane.begin, lane.count);
    });
}

std::string recordOf(const core::Timeline& timeline, std::string_view extra)
{
    ByteWriter out;
    out.text(extra);
    out.numbers(timeline.begin(), timeline.end());
    const auto tracks = timeline.tracks();
    const auto lanes = timeline.lanes();
    describeLanes(out, tracks, lanes);
    out.number(static_cast<std::uint64_t>(timeline.names().size()));
    for (std::size_t name = 0; name < timeline.names().size(); ++name)
        out.text(timeline.names().text(core::NameId{name}));
    return out.take();
}

/// The record behind the caller's part of it.
bool readRecord(std::string_view record, core::TimelineParts& parts)
{
    ByteReader in(record);
    in.numbers(parts.begin, parts.end);
    core::PageVector<core::Track> tracks;
    core::PageVector<core::Lane> lanes;
    describeLanes(in, tracks, lanes);
    for (const core::Lane& lane : lanes)
        parts.displaced += lane.overflow ? lane.count : 0;
    parts.tracks = std::move(tracks);
    parts.lanes = std::move(lanes);
    const std::size_t names = in.count(sizeof(std::uint64_t));
    for (std::size_t name = 0; name < names && in.ok(); ++name)
        parts.names.intern(in.textView());
    return in.atEnd() && parts.names.size() == names;
}

template <class T>
core::TimelineColumn<T> columnOf(std::string_view image, const Header& header, Section section,
                                 const std::shared_ptr<const void>& keeper)
{
    static_assert(std::is_trivially_copyable_v<T>);
    const auto* const first = reinterpret_cast<const T*>(image.data() + header.offsets[section]);
    return {std::span(first, header.bytes[section] / sizeof(T)), keeper};
}

Header headerOf(std::string_view image)
{
    Header header{};
    std::memcpy(&header, image.data(), sizeof header);
    return header;
}

} // namespace

bool writeSums(const core::Timeline& timeline, const ByteSink& sink)
{
    return putRows(blocksOf(timeline), sink);
}

bool writeImage(const core::Timeline& timeline, std::string_view extra, ImageSums sums, const ByteSink& sink)
{
    const std::string record = recordOf(timeline, extra);
    const auto blocks = sums == ImageSums::Kept ? blocksOf(timeline) : std::span<const core::LaneBlock>();
    Header header{kMagic, kVersion, kByteOrder, 0, hashBytes(record), {}, {}};
    header.bytes = {timeline.ts().size_bytes(),
                    timeline.dur().size_bytes(),
                    timeline.name().size_bytes(),
                    timeline.category().size_bytes(),
                    timeline.args().size_bytes(),
                    blocks.size_bytes(),
                    timeline.instants().size_bytes(),
                    timeline.counterTracks().size_bytes(),
                    timeline.counterSamples().size_bytes(),
                    timeline.flows().size_bytes(),
                    timeline.steps().size_bytes(),
                    record.size()};
    std::uint64_t end = sizeof header;
    for (std::size_t section = 0; section < SectionCount; ++section) {
        header.offsets[section] = (end + kImageAlignment - 1) / kImageAlignment * kImageAlignment;
        end = header.offsets[section] + header.bytes[section];
    }
    header.imageBytes = end;
    std::uint64_t at = sizeof header;
    const auto toSection = [&](Section section) {
        constexpr std::array<char, kImageAlignment> kZeros{};
        const std::size_t gap = header.offsets[section] - at;
        at = header.offsets[section] + header.bytes[section];
        return sink(kZeros.data(), gap);
    };
    return sink(reinterpret_cast<const char*>(&header), sizeof header) && toSection(Ts) &&
           put(timeline.ts(), sink) && toSection(Dur) && put(timeline.dur(), sink) && toSection(Name) &&
           put(timeline.name(), sink) && toSection(Category) && put(timeline.category(), sink) &&
           toSection(Args) && put(timeline.args(), sink) && toSection(Blocks) && putRows(blocks, sink) &&
           toSection(Instants) && putRows(timeline.instants(), sink) && toSection(CounterTracks) &&
           put(timeline.counterTracks(), sink) && toSection(CounterSamples) &&
           put(timeline.counterSamples(), sink) && toSection(Flows) && putRows(timeline.flows(), sink) &&
           toSection(Steps) && putRows(timeline.steps(), sink) && toSection(Record) &&
           sink(record.data(), record.size());
}

core::Result<TimelineImage> TimelineImage::open(std::string_view bytes)
{
    if (bytes.size() < sizeof(Header) ||
        reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(std::max_align_t) != 0)
        return corrupt(W_("columns without a header"));
    const Header header = headerOf(bytes);
    if (header.magic != kMagic || header.version != kVersion || header.byteOrder != kByteOrder ||
        header.imageBytes != bytes.size())
        return corrupt(W_("columns of another version"));
    constexpr std::array<std::size_t, SectionCount> kValueBytes{8,
                                                                8,
                                                                4,
                                                                4,
                                                                8,
                                                                sizeof(core::LaneBlock),
                                                                sizeof(core::Instant),
                                                                sizeof(core::CounterTrack),
                                                                sizeof(core::CounterSample),
                                                                sizeof(core::Flow),
                                                                sizeof(core::StepMark),
                                                                1};
    for (std::size_t section = 0; section < SectionCount; ++section) {
        if (header.offsets[section] % kImageAlignment != 0 || header.offsets[section] > bytes.size() ||
            header.bytes[section] > bytes.size() - header.offsets[section] ||
            header.bytes[section] % kValueBytes[section] != 0)
            return corrupt(W_("columns outside of their file"));
    }
    TimelineImage image;
    image.m_bytes = bytes;
    image.m_record = bytes.substr(header.offsets[Record], header.bytes[Record]);
    if (hashBytes(image.m_record) != header.recordHash)
        return corrupt(W_("columns with a damaged record"));
    ByteReader in(image.m_record);
    image.m_extra = in.textView();
    if (!in.ok())
        return corrupt(W_("columns with a damaged record"));
    image.m_record.remove_prefix(sizeof(std::uint64_t) + image.m_extra.size());
    return image;
}

core::Result<StoredTimeline> TimelineImage::timeline(std::size_t sources,
                                                     const std::shared_ptr<const void>& keeper,
                                                     std::span<const core::LaneBlock> sums) const
{
    core::TimelineParts parts;
    if (!readRecord(m_record, parts))
        return corrupt(W_("columns with a damaged record"));
    const Header header = headerOf(m_bytes);
    parts.ts = columnOf<std::int64_t>(m_bytes, header, Ts, keeper);
    parts.dur = columnOf<std::int64_t>(m_bytes, header, Dur, keeper);
    parts.name = columnOf<core::NameId>(m_bytes, header, Name, keeper);
    parts.category = columnOf<core::NameId>(m_bytes, header, Category, keeper);
    parts.args = columnOf<std::uint64_t>(m_bytes, header, Args, keeper);
    parts.blocks = columnOf<core::LaneBlock>(m_bytes, header, Blocks, keeper);
    if (parts.blocks.size() == 0)
        parts.blocks = {sums, keeper};
    parts.instants = columnOf<core::Instant>(m_bytes, header, Instants, keeper);
    parts.counterTracks = columnOf<core::CounterTrack>(m_bytes, header, CounterTracks, keeper);
    parts.counterSamples = columnOf<core::CounterSample>(m_bytes, header, CounterSamples, keeper);
    parts.flows = columnOf<core::Flow>(m_bytes, header, Flows, keeper);
    parts.steps = columnOf<core::StepMark>(m_bytes, header, Steps, keeper);
    const CheckedColumns checked = checkColumns(parts, sources);
    if (!checked.good)
        return corrupt(W_("columns whose numbers lead nowhere"));
    if (checked.sumsGood) {
        core::PageVector<std::uint32_t> firstBlock;
        std::uint32_t block = 0;
        for (std::size_t lane = 0; lane < parts.lanes.size(); ++lane) {
            firstBlock.push_back(block);
            block += static_cast<std::uint32_t>(blockCount(parts.lanes.span().subspan(lane, 1)));
        }
        firstBlock.push_back(block);
        parts.firstBlock = std::move(firstBlock);
    } else {
        core::LaneBlocks made = core::sumLaneBlocks(parts.lanes.span(), parts.ts.span(), parts.dur.span());
        parts.blocks = std::move(made.blocks);
        parts.firstBlock = std::move(made.firstBlock);
    }
    return StoredTimeline{std::make_shared<const core::Timeline>(std::move(parts)), !checked.sumsGood};
}

} // namespace shardscope::profiler
