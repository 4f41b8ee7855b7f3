// SPDX-License-Identifier: GPL-3.0-or-later
// One gzip member's decoder whose state can be copied: ISA-L's where the program was built with it, else
// zlib's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace shardscope::profiler {

class GzipDecoder {
public:
    enum class Outcome : std::uint8_t { Going, MemberOver, Damaged };

    GzipDecoder();
    ~GzipDecoder();
    GzipDecoder(const GzipDecoder&) = delete;
    GzipDecoder& operator=(const GzipDecoder&) = delete;

    /// How much text may lie between two kept states. ISA-L's take 86 KB, zlib's 40 KB; but ISA-L comes
    /// faster from one to the next.
    [[nodiscard]] static std::uint64_t pointEvery();

    /// The same state as \p other. Not while that one is used in another thread.
    void copyFrom(GzipDecoder& other);
    /// Ready for the header of the next member.
    void startMember();
    /// Decodes from \p input (\p inputLeft bytes) to \p output (room for \p outputLeft); moves all four. With
    /// neither moved and Going: more input is needed.
    [[nodiscard]] Outcome decode(const char*& input, std::size_t& inputLeft, char*& output,
                                 std::size_t& outputLeft);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace shardscope::profiler
