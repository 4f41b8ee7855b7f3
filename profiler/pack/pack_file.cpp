// SPDX-License-Identifier: GPL-3.0-or-later
// The file: magic, version, of each section its checksum, place and size; the sections at multiples of 64
// bytes, so that columns are used where they lie.
#include "profiler/pack/pack_file.h"

#include "core/base/page_vector.h"
#include "core/base/parallel.h"
#include "core/base/phrase.h"
#include "core/io/text_file.h"
#include "profiler/cache/byte_stream.h"
#include "profiler/cache/run_record.h"
#include "profiler/cache/timeline_image.h"
#include "profiler/import/bytes/file_handle.h"
#include "profiler/pack/analysis_bytes.h"
#include "profiler/pack/memory_bytes.h"
#include "profiler/pack/pack_arguments.h"
#include "profiler/remarks/remark_kinds.h"

#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

namespace shardscope::profiler {

using core::Error;

namespace {

constexpr std::size_t kSections = std::tuple_size_v<PackSections>;
constexpr std::size_t kEntryBytes = 20; // checksum, place, size
constexpr std::size_t kHeadBytes = kPackMagic.size() + sizeof kPackVersion + kSections * kEntryBytes;

constexpr std::size_t number(PackSection section) { return static_cast<std::size_t>(section); }

std::size_t aligned(std::size_t place)
{
    return (place + kImageAlignment - 1) / kImageAlignment * kImageAlignment;
}

std::uint32_t checksum(std::string_view bytes)
{
    return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

/// A pack in memory that begins where columns may begin.
using PackBytes = std::shared_ptr<const core::PageVector<char>>;

struct Sections {
    std::array<std::string_view, kSections> bytes;
    std::array<bool, kSections> good; ///< by their checksums
    [[nodiscard]] std::string_view of(PackSection section) const { return bytes[number(section)]; }
    [[nodiscard]] bool isGood(PackSection section) const { return good[number(section)]; }
};

/// Where each section is. What lies between them must be zeros, so that every byte of a pack is checked.
core::Result<Sections> sectionsOf(std::string_view bytes)
{
    if (!isPack(bytes))
        return corrupt(W_("not a pack"));
    ByteReader head(bytes.substr(kPackMagic.size()));
    const auto version = head.number<std::uint32_t>();
    if (head.ok() && version != kPackVersion)
        return Error{core::ErrorCode::NotSupported,
                     {core::phrase(W_("a pack of version %1"), {std::to_string(version)}),
                      core::phrase(W_("this program knows version %1"), {std::to_string(kPackVersion)})}};
    Sections sections{};
    std::array<std::uint32_t, kSections> sums{};
    std::size_t end = kHeadBytes;
    for (std::size_t at = 0; at < kSections; ++at) {
        sums[at] = head.number<std::uint32_t>();
        const auto place = head.number<std::uint64_t>();
        const auto size = head.number<std::uint64_t>();
        if (!head.ok() || place != aligned(end) || place > bytes.size() || size > bytes.size() - place)
            return corrupt(W_("the pack is cut short"));
        const std::string_view gap = bytes.substr(end, static_cast<std::size_t>(place) - end);
        if (!std::ranges::all_of(gap, [](char byte) { return byte == '\0'; }))
            return corrupt(W_("bytes between the sections"));
        sections.bytes[at] = bytes.substr(static_cast<std::size_t>(place), static_cast<std::size_t>(size));
        end = static_cast<std::size_t>(place + size);
    }
    if (end != bytes.size())
        return corrupt(W_("bytes behind the pack"));
    core::parallelFor(kSections,
                      [&](std::size_t at) { sections.good[at] = checksum(sections.bytes[at]) == sums[at]; });
    for (const PackSection needed :
         {PackSection::Report, PackSection::Timeline, PackSection::Arguments, PackSection::Memory}) {
        if (!sections.isGood(needed))
            return corrupt(W_("a section's checksum does not match"));
    }
    return sections;
}

/// The block sums where they lie; none where their bytes are damaged.
std::span<const core::LaneBlock> sumsOf(const Sections& sections)
{
    const std::string_view bytes = sections.of(PackSection::Sums);
    if (!sections.isGood(PackSection::Sums) || bytes.size() % sizeof(core::LaneBlock) != 0)
        return {};
    return {reinterpret_cast<const core::LaneBlock*>(bytes.data()), bytes.size() / sizeof(core::LaneBlock)};
}

core::Result<ImportedRun> decoded(const PackBytes& pack)
{
    SHARDSCOPE_TRY(const Sections sections, sectionsOf({pack->data(), pack->size()}));
    ImportedRun imported;
    auto run = std::make_shared<core::Run>();
    ByteReader record(sections.of(PackSection::Report));
    if (!readRunRecord(record, *run, imported.report) || !record.atEnd())
        return corrupt(W_("the report's section"));
    RemarkCounter remarks;
    SHARDSCOPE_TRY(const TimelineImage image, TimelineImage::open(sections.of(PackSection::Timeline)));
    SHARDSCOPE_TRY(const StoredTimeline stored, image.timeline(run->sources.size(), pack, sumsOf(sections)));
    run->timeline = stored.timeline;
    if (stored.sumsMade)
        remarks.note(RemarkKind::PackPartRefused, 0);
    auto reports = sections.isGood(PackSection::Analyses)
                       ? readAnalyses(sections.of(PackSection::Analyses), run->timeline->tracks().size())
                       : std::nullopt;
    if (reports)
        run->reports = std::move(*reports);
    else
        remarks.note(RemarkKind::PackPartRefused, 0);
    run->arguments = readArguments(sections.of(PackSection::Arguments), pack);
    if (!run->arguments)
        return corrupt(W_("the arguments' section"));
    if (!readMemory(sections.of(PackSection::Memory), run->sources.size(), run->memory))
        return corrupt(W_("the section of memory snapshots"));
    addRemarks(imported.report.remarks, makeRemarks({run->title}, {remarks}));
    imported.run = std::move(run);
    return imported;
}

} // namespace

bool isPack(std::string_view head) { return head.substr(0, kPackMagic.size()) == kPackMagic; }

core::Result<PackSections> packSections(const ImportedRun& imported, const core::Task& task)
{
    const core::Run& run = *imported.run;
    PackSections sections;
    ByteWriter record;
    ImportReport report = imported.report;
    for (FileTally& tally : report.files)
        tally.importSeconds = 0;
    writeRunRecord(run, report, record);
    sections[number(PackSection::Report)] = record.take();
    const auto into = [&](PackSection section) -> ByteSink {
        return [&bytes = sections[number(section)]](const char* data, std::size_t size) {
            bytes.append(data, size);
            return true;
        };
    };
    static_cast<void>(writeImage(*run.timeline, {}, ImageSums::Left, into(PackSection::Timeline)));
    static_cast<void>(writeSums(*run.timeline, into(PackSection::Sums)));
    sections[number(PackSection::Analyses)] = analysisBytes(run.reports);
    ByteWriter arguments;
    SHARDSCOPE_TRY_DONE(writeArguments(run, arguments, task));
    sections[number(PackSection::Arguments)] = arguments.take();
    sections[number(PackSection::Memory)] = memoryBytes(run.memory);
    return sections;
}

std::string sealPack(const PackSections& sections)
{
    ByteWriter head;
    head.number(kPackVersion);
    std::size_t end = kHeadBytes;
    for (const std::string& section : sections) {
        head.number(checksum(section));
        head.number(static_cast<std::uint64_t>(aligned(end)));
        head.number(static_cast<std::uint64_t>(section.size()));
        end = aligned(end) + section.size();
    }
    std::string bytes(kPackMagic);
    bytes.reserve(end);
    bytes += head.take();
    for (const std::string& section : sections) {
        bytes.resize(aligned(bytes.size()), '\0');
        bytes += section;
    }
    return bytes;
}

core::Result<std::string> encodePack(const ImportedRun& imported, const core::Task& task)
{
    SHARDSCOPE_TRY(const PackSections sections, packSections(imported, task));
    return sealPack(sections);
}

core::Result<ImportedRun> decodePack(std::string_view bytes)
{
    return decoded(std::make_shared<const core::PageVector<char>>(bytes.begin(), bytes.end()));
}

core::Result<ImportedRun> readPack(const std::filesystem::path& file)
{
    // Read, not mapped: a pack lies where its owner put it and may be cut short while it is looked at.
    const auto handle = FileHandle::open(file);
    if (!handle)
        return handle.error().in(file.string());
    const auto bytes = std::make_shared<core::PageVector<char>>(static_cast<std::size_t>((*handle)->bytes()));
    for (std::size_t at = 0; at < bytes->size();) {
        const auto got = (*handle)->readAt(at, bytes->data() + at, bytes->size() - at);
        if (!got)
            return got.error().in(file.string());
        if (*got == 0)
            return corrupt(W_("the pack is cut short")).in(file.string());
        at += *got;
    }
    return decoded(bytes).in(file.string());
}

core::Result<core::Done> writePack(const std::filesystem::path& file, std::string_view bytes)
{
    return core::writeTextFile(file, bytes);
}

} // namespace shardscope::profiler
