// SPDX-License-Identifier: GPL-3.0-or-later
// Where caches lie, and which of them is deleted first when they are more than they may be.
#include "profiler/cache/columnar_cache.h"

#include "core/io/files.h"
#include "core/io/output_file.h"
#include "profiler/import/bytes/file_handle.h"
#include "profiler/import/bytes/raw_pool.h"

#include <algorithm>
#include <cstdlib>
#include <unistd.h>
#include <vector>

namespace shardscope::profiler {

namespace {

namespace fs = std::filesystem;
constexpr std::string_view kSuffix = ".shardcolumns";

std::string environment(const char* name)
{
    const char* const value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

std::string hexadecimal(std::uint64_t value)
{
    std::string digits;
    for (int shift = 60; shift >= 0; shift -= 4)
        digits += "0123456789abcdef"[value >> shift & 15];
    return digits;
}

/// Head, tail and evenly spread pieces between.
std::optional<std::uint64_t> hashOfPieces(const FileHandle& file)
{
    constexpr std::uint64_t kPiece = std::uint64_t{64} << 10;
    constexpr std::uint64_t kPieces = 8;
    std::string piece(kPiece, '\0');
    std::uint64_t hash = 0;
    const std::uint64_t last = file.bytes() > kPiece ? file.bytes() - kPiece : 0;
    for (std::uint64_t number = 0; number < kPieces; ++number) {
        const auto got =
            file.readAt(last / (kPieces - 1) * number + (number + 1 == kPieces ? last % (kPieces - 1) : 0),
                        piece.data(), kPiece);
        if (!got)
            return std::nullopt;
        hash = hash * 31 + hashBytes(std::string_view(piece).substr(0, *got));
    }
    return hash;
}

} // namespace

std::optional<fs::path> cacheFolder()
{
    const std::string asked = environment("SHARDSCOPE_CACHE");
    if (asked == "off")
        return std::nullopt;
    if (!asked.empty())
        return fs::path(asked);
    if (const std::string shared = environment("XDG_CACHE_HOME"); !shared.empty())
        return fs::path(shared) / "shardscope";
    const std::string home = environment("HOME");
    return home.empty() ? std::nullopt : std::optional(fs::path(home) / ".cache" / "shardscope");
}

std::optional<std::string> fingerprintOf(const std::vector<fs::path>& files)
{
    std::string fingerprint;
    for (const fs::path& file : files) {
        if (!core::files::isPlain(file))
            return std::nullopt;
        const auto changed = core::files::changedAt(file);
        const auto handle = FileHandle::open(file);
        if (!changed || !handle)
            return std::nullopt;
        const auto hash = hashOfPieces(**handle);
        if (!hash)
            return std::nullopt;
        fingerprint += core::files::whole(file).string() + '\0' + std::to_string((*handle)->bytes()) + ' ' +
                       std::to_string(changed->time_since_epoch().count()) + ' ' + hexadecimal(*hash) + '\n';
    }
    return fingerprint;
}

fs::path cacheFileOf(const fs::path& folder, const std::vector<fs::path>& files)
{
    std::string key = std::to_string(::geteuid()) + '\n'; // a folder may be shared, what is in it is not
    for (const fs::path& file : files)
        key += core::files::whole(file).string() + '\n';
    return folder / (files.front().filename().string().substr(0, 80) + "-" + hexadecimal(hashBytes(key)) +
                     std::string(kSuffix));
}

void trimCache(const fs::path& folder, std::uint64_t bytes)
{
    core::removeLostDrafts(folder);
    struct Kept {
        fs::file_time_type changed;
        std::uint64_t bytes;
        fs::path file;
    };
    std::vector<Kept> kept;
    std::uint64_t total = 0;
    for (const fs::path& file : core::files::entries(folder)) {
        const bool draft = core::isDraft(file); // of a program that writes it now: counted, not removed
        if ((!draft && file.extension() != kSuffix) || !core::files::isPlain(file))
            continue;
        const auto changed = core::files::changedAt(file);
        const std::uint64_t size = core::files::sizeOf(file).value_or(0);
        total += size;
        if (!draft && changed) // else somebody else trims as well
            kept.push_back({*changed, size, file});
    }
    std::ranges::sort(kept, [](const Kept& a, const Kept& b) {
        return a.changed != b.changed ? a.changed < b.changed : a.file < b.file;
    });
    for (const Kept& oldest : kept) {
        if (total <= bytes)
            return;
        core::files::remove(oldest.file);
        total -= std::min(total, oldest.bytes);
    }
}

} // namespace shardscope::profiler
