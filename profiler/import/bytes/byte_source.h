// SPDX-License-Identifier: GPL-3.0-or-later
// A trace file's text, plain or compressed: front to back while importing, anywhere afterwards.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

namespace shardscope::profiler {

/// The same text at any place, for arguments that are looked up later. Thread-safe.
class RandomText {
public:
    virtual ~RandomText() = default;
    /// Fills \p buffer with up to \p size bytes from \p offset of the uncompressed text; returns how many
    /// there were. 0 behind the end, and where the file can no longer be read.
    [[nodiscard]] virtual std::size_t read(std::uint64_t offset, char* buffer, std::size_t size) const = 0;
    /// How much is best read at once where nearly all of the text is wanted; a power of two. Reading
    /// compressed text starts at a restart point, and these are so far apart.
    [[nodiscard]] virtual std::size_t pieceBytes() const { return std::size_t{4} << 20; }
    /// Whether a step back of more than a little costs reading from the beginning: several threads that read
    /// pieces beside each other would make many of them.
    [[nodiscard]] virtual bool isReadOnward() const { return false; }
};

/// What a source met below the text.
struct SourceOddity {
    enum class Kind { TruncatedCompression, DamagedCompression, BytesAfterCompression, SeveralMembers };
    Kind kind;
    std::uint64_t textOffset; ///< of the uncompressed text
};

class ByteSource {
public:
    virtual ~ByteSource() = default;
    /// The next bytes of the uncompressed text; 0 at the end. Damaged compression ends the text and leaves an
    /// oddity. Errors: FileUnreadable.
    [[nodiscard]] virtual core::Result<std::size_t> read(char* buffer, std::size_t size) = 0;
    /// How far reading is, in bytes of the file: for progress.
    [[nodiscard]] virtual std::uint64_t fileBytesRead() const = 0;
    [[nodiscard]] virtual std::uint64_t fileBytes() const = 0;
    [[nodiscard]] virtual const std::vector<SourceOddity>& oddities() const = 0;
    /// Access to what has been read; ask when reading is over.
    [[nodiscard]] virtual std::shared_ptr<const RandomText> randomText() = 0;
};

/// Plain or gzip, told by the first bytes. Errors: FileNotFound, FileUnreadable, FileEmpty.
[[nodiscard]] core::Result<std::unique_ptr<ByteSource>> openByteSource(const std::filesystem::path& file);

/// Whether the first bytes of \p file say that it is compressed.
[[nodiscard]] bool isCompressed(const std::filesystem::path& file);

/// Reads ahead of its user in a thread of its own: inflating and parsing overlap.
[[nodiscard]] std::unique_ptr<ByteSource> readAhead(std::unique_ptr<ByteSource> source);

} // namespace shardscope::profiler
