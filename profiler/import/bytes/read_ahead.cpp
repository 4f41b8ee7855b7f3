// SPDX-License-Identifier: GPL-3.0-or-later
// A thread that reads the next blocks while the caller is busy with the last.
#include "core/base/phrase.h"
#include "profiler/import/bytes/byte_source.h"

#include "core/base/start_thread.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <mutex>
#include <new>
#include <optional>
#include <thread>

namespace shardscope::profiler {

namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 20;
constexpr std::size_t kBlocksAhead = 4;

/// A piece of text; the memory is not cleared first.
struct Block {
    std::unique_ptr<char[]> bytes;
    std::size_t size = 0;
};

class ReadAhead final : public ByteSource {
public:
    explicit ReadAhead(std::unique_ptr<ByteSource> source)
        : m_source(std::move(source))
        , m_bytes(m_source->fileBytes())
        , m_reader(core::startThread([this](const std::stop_token& stop) { run(stop); }))
    {
    }
    ~ReadAhead() override { stop(); }
    ReadAhead(const ReadAhead&) = delete;
    ReadAhead& operator=(const ReadAhead&) = delete;

    core::Result<std::size_t> read(char* buffer, std::size_t size) override
    {
        if (!m_reader) // none to be had: nothing is read ahead
            return m_source->read(buffer, size);
        if (m_used == m_current.size && !nextBlock())
            return m_failure ? core::Result<std::size_t>(*m_failure)
                             : core::Result<std::size_t>(std::size_t{0});
        const std::size_t given = std::min(size, m_current.size - m_used);
        std::memcpy(buffer, m_current.bytes.get() + m_used, given);
        m_used += given;
        return given;
    }
    std::uint64_t fileBytesRead() const override
    {
        return m_reader ? m_bytesRead.load() : m_source->fileBytesRead();
    }
    std::uint64_t fileBytes() const override { return m_bytes; }
    const std::vector<SourceOddity>& oddities() const override
    {
        // The reader has ended when its last block has been taken, which is when callers ask.
        const std::lock_guard lock(m_mutex);
        return m_over || !m_reader ? m_source->oddities() : m_none;
    }
    std::shared_ptr<const RandomText> randomText() override
    {
        stop();
        return m_source->randomText();
    }

private:
    core::Result<std::size_t> readBlock(Block& block)
    {
        try {
            block.bytes = std::make_unique_for_overwrite<char[]>(kBlockBytes);
            return m_source->read(block.bytes.get(), kBlockBytes);
        } catch (const std::bad_alloc&) {
            return core::Error{core::ErrorCode::FileUnreadable,
                               {core::phrase(W_("there is not enough memory"))}};
        }
    }
    void run(const std::stop_token& stop)
    {
        bool more = true;
        while (more && !stop.stop_requested()) {
            Block block;
            const auto got = readBlock(block);
            block.size = got ? *got : 0;
            more = block.size > 0;
            m_bytesRead = m_source->fileBytesRead();
            std::unique_lock lock(m_mutex);
            if (!got)
                m_failure = got.error();
            if (more)
                m_blocks.push_back(std::move(block));
            m_changed.notify_all();
            m_changed.wait(lock, stop, [this] { return m_blocks.size() < kBlocksAhead; });
        }
        const std::lock_guard lock(m_mutex);
        m_over = true;
        m_changed.notify_all();
    }

    bool nextBlock()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_over || !m_blocks.empty(); });
        if (m_blocks.empty())
            return false;
        m_current = std::move(m_blocks.front());
        m_blocks.pop_front();
        m_used = 0;
        m_changed.notify_all();
        return true;
    }

    void stop()
    {
        if (!m_reader || !m_reader->joinable())
            return;
        m_reader->request_stop();
        m_reader->join();
    }

    std::unique_ptr<ByteSource> m_source;
    std::uint64_t m_bytes;
    std::atomic<std::uint64_t> m_bytesRead{0};
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<Block> m_blocks;
    bool m_over = false;
    std::optional<core::Error> m_failure;
    Block m_current; // the user's thread only
    std::size_t m_used = 0;
    std::vector<SourceOddity> m_none;
    std::optional<std::jthread> m_reader; // last: starts when everything else is there, ends first
};

} // namespace

std::unique_ptr<ByteSource> readAhead(std::unique_ptr<ByteSource> source)
{
    return std::make_unique<ReadAhead>(std::move(source));
}

} // namespace shardscope::profiler
