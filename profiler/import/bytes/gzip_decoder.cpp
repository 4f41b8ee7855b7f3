// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/bytes/gzip_decoder.h"

#include <algorithm>

#if SHARDSCOPE_USE_ISAL
#include <isa-l/igzip_lib.h>
#else
#include <zlib.h>
#endif

namespace shardscope::profiler {

namespace {

/// Both libraries count in 32 bits.
std::uint32_t piece(std::size_t size)
{
    constexpr std::size_t kMost = std::size_t{1} << 30;
    return static_cast<std::uint32_t>(std::min(size, kMost));
}

/// Both take their input as non-const and leave it as it is.
std::uint8_t* bytesOf(const char* at) { return reinterpret_cast<std::uint8_t*>(const_cast<char*>(at)); }

} // namespace

#if SHARDSCOPE_USE_ISAL

struct GzipDecoder::State {
    State() { isal_inflate_init(&stream); }
    void restart()
    {
        isal_inflate_reset(&stream);
        stream.crc_flag = ISAL_GZIP; // header and checksum are read and held to
    }
    void copyFrom(const State& other) { stream = other.stream; }
    Outcome step()
    {
        const int status = isal_inflate(&stream);
        if (status != ISAL_DECOMP_OK && status != ISAL_END_INPUT && status != ISAL_OUT_OVERFLOW)
            return Outcome::Damaged;
        return stream.block_state == ISAL_BLOCK_FINISH ? Outcome::MemberOver : Outcome::Going;
    }
    inflate_state stream{};
};

#else

struct GzipDecoder::State {
    State() { alive = inflateInit2(&stream, kGzipWindow) == Z_OK; }
    ~State() { end(); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    void end()
    {
        if (alive)
            inflateEnd(&stream);
    }
    void restart() { alive = alive && inflateReset(&stream) == Z_OK; }
    void copyFrom(State& other)
    {
        end();
        alive = other.alive && inflateCopy(&stream, &other.stream) == Z_OK;
    }
    Outcome step()
    {
        const int status = alive ? inflate(&stream, Z_NO_FLUSH) : Z_MEM_ERROR;
        return status == Z_STREAM_END                    ? Outcome::MemberOver
               : status == Z_OK || status == Z_BUF_ERROR ? Outcome::Going
                                                         : Outcome::Damaged;
    }
    static constexpr int kGzipWindow = 15 + 16; // zlib.h, inflateInit2: 15 bits, gzip header
    z_stream stream{};
    bool alive = false;
};

#endif

std::uint64_t GzipDecoder::pointEvery() { return SHARDSCOPE_USE_ISAL ? 8u << 20 : 4u << 20; }

GzipDecoder::GzipDecoder()
    : m_state(std::make_unique<State>())
{
    startMember();
}
GzipDecoder::~GzipDecoder() = default;

void GzipDecoder::copyFrom(GzipDecoder& other) { m_state->copyFrom(*other.m_state); }

void GzipDecoder::startMember() { m_state->restart(); }

GzipDecoder::Outcome GzipDecoder::decode(const char*& input, std::size_t& inputLeft, char*& output,
                                         std::size_t& outputLeft)
{
    auto& stream = m_state->stream;
    const std::uint32_t given = piece(inputLeft);
    const std::uint32_t room = piece(outputLeft);
    stream.next_in = bytesOf(input);
    stream.avail_in = given;
    stream.next_out = bytesOf(output);
    stream.avail_out = room;
    const Outcome outcome = m_state->step();
    const std::uint32_t taken = given - stream.avail_in;
    const std::uint32_t made = room - stream.avail_out;
    input += taken;
    inputLeft -= taken;
    output += made;
    outputLeft -= made;
    return outcome;
}

} // namespace shardscope::profiler
