// SPDX-License-Identifier: GPL-3.0-or-later
// zstd and xz as byte sources, and the members of tar and zip files one after another. Nothing is ever
// written: a member's name is only shown.
#pragma once

#include "core/base/result.h"
#include "profiler/import/bytes/byte_source.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace shardscope::profiler {

/// Whether a file that begins like this is zstd or xz.
[[nodiscard]] bool isFiltered(std::string_view firstBytes);
/// Whether uncompressed text that begins like this is a tar or zip file.
[[nodiscard]] bool isArchive(std::string_view firstBytes);

/// Text that unfolds to more than this many times its file, and to more than kUnfoldedFloor bytes, is
/// refused: no recording does (zstd of Chrome traces reaches 30), bombs do.
inline constexpr std::uint64_t kMostUnfolding = 500;
inline constexpr std::uint64_t kUnfoldedFloor = std::uint64_t{1} << 30;
[[nodiscard]] constexpr bool unfoldsTooFar(std::uint64_t textBytes, std::uint64_t fileBytes)
{
    return textBytes > kUnfoldedFloor && textBytes / kMostUnfolding > fileBytes;
}
/// DataCorrupt at the byte of the text where it was noticed.
[[nodiscard]] core::Error unfoldingError(std::uint64_t textBytes);

using OpenSource = std::function<core::Result<std::unique_ptr<ByteSource>>()>;

/// The text of a zstd, xz or gzip stream (several members too) that \p packed gives. \p reopen opens the same
/// text anew, for arguments. Errors while reading: DataCorrupt for a bomb.
[[nodiscard]] std::unique_ptr<ByteSource> makeFilteredSource(std::unique_ptr<ByteSource> packed,
                                                             OpenSource reopen);

/// Text that is opened anew to go back, and read on to go forward.
[[nodiscard]] std::shared_ptr<const RandomText> makeReopenedText(OpenSource open);

struct ArchiveMember {
    std::string name;
    std::size_t number = 0; ///< within the archive
    bool refused = false;   ///< a link, a device, encrypted, or a name that leads out of the archive
};

class ArchiveReader {
public:
    /// Errors: FileUnreadable, DataCorrupt.
    [[nodiscard]] static core::Result<std::unique_ptr<ArchiveReader>> open(const std::filesystem::path& file);
    virtual ~ArchiveReader() = default;
    /// The next member that is a file; none at the end. A damaged archive ends with an error (DataCorrupt).
    [[nodiscard]] virtual core::Result<std::optional<ArchiveMember>> next() = 0;
    /// The text of the current member, inflated where it is compressed in itself; to be read before next is
    /// called.
    [[nodiscard]] virtual core::Result<std::unique_ptr<ByteSource>> member() = 0;
};

} // namespace shardscope::profiler
