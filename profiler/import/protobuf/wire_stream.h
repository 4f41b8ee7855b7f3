// SPDX-License-Identifier: GPL-3.0-or-later
// Protobuf messages that come in pieces: fields are taken whole, entered or left out, in memory for the
// largest that is taken only.
#pragma once

#include "core/base/result.h"
#include "profiler/import/bytes/byte_source.h"
#include "profiler/import/protobuf/wire.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace shardscope::profiler {

class WireStream {
public:
    /// Gives the next bytes of the text, 0 at its end.
    using Read = std::function<core::Result<std::size_t>(char* buffer, std::size_t size)>;
    static constexpr std::uint64_t kNoEnd = ~std::uint64_t{0};

    struct Tag {
        std::uint32_t number = 0;
        WireType type = WireType::Varint;
        std::uint64_t value = 0; ///< of Bytes: how many they say they are
        std::uint64_t place = 0; ///< where the field begins
        std::uint64_t begin = 0; ///< of Bytes: where they begin
    };

    explicit WireStream(Read read)
        : m_read(std::move(read))
    {
    }

    /// The next field of the message that ends at \p end; of Bytes only that they come: what follows is to be
    /// taken, skipped or, as a message of its own, entered. Nothing at the message's or text's end and where
    /// it is broken. Errors: the read's.
    [[nodiscard]] core::Result<std::optional<Tag>> tag(std::uint64_t end = kNoEnd);
    /// The next field with its bytes, which stay until the next call. A field larger than 256 MB counts as
    /// broken: recorders write kilobytes. Errors: the read's.
    [[nodiscard]] core::Result<std::optional<WireField>> next();
    /// The next \p size bytes, until the next call; fewer where the text ends. Errors: the read's.
    [[nodiscard]] core::Result<std::string_view> take(std::uint64_t size);
    /// The same without going on.
    [[nodiscard]] core::Result<std::string_view> peek(std::size_t size);
    /// Goes on to byte \p place of the text, or to its end. Errors: the read's.
    [[nodiscard]] core::Result<core::Done> skipTo(std::uint64_t place);

    /// Where the field that tag or next gave begins; where they gave none, where it would.
    [[nodiscard]] std::uint64_t fieldPlace() const { return m_fieldPlace; }
    [[nodiscard]] std::uint64_t place() const { return m_before + m_at; } ///< of the next byte
    /// Whether tag or next gave nothing although there was something.
    [[nodiscard]] bool broken() const { return m_broken; }

    static constexpr std::uint64_t kLargestField = std::uint64_t{256} << 20;

private:
    core::Result<core::Done> readMore();

    Read m_read;
    std::string m_window;
    std::size_t m_at = 0;       ///< of the next byte, in the window
    std::uint64_t m_before = 0; ///< bytes of the text before the window
    std::uint64_t m_fieldPlace = 0;
    bool m_ended = false;
    bool m_broken = false;
};

/// What \p source has yet to give; it must outlive the stream.
[[nodiscard]] WireStream streamOf(ByteSource& source);
/// The same text from its start.
[[nodiscard]] WireStream streamOf(std::shared_ptr<const RandomText> text);

} // namespace shardscope::profiler
