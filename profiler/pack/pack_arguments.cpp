// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/pack/pack_arguments.h"

#include "core/base/parallel.h"

#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::profiler {

namespace {

constexpr std::size_t kFrameBytes = std::size_t{1} << 20; // 4 ms to inflate
constexpr std::size_t kLargestFrame = std::size_t{512} << 20;
constexpr std::size_t kBytesKept = std::size_t{64} << 20;

/// One text: where its event stood in its file, and where it is now.
struct Entry {
    std::uint64_t place;
    std::uint32_t frame;
    std::uint32_t offset;
    std::uint64_t size;
};
static_assert(sizeof(Entry) == 24, "no padding is written");

template <class Bytes>
struct Frame {
    std::uint64_t size = 0; ///< inflated
    Bytes deflated;
};
using StoredFrame = Frame<std::string_view>;

std::string deflated(const std::string& text)
{
    uLongf size = compressBound(static_cast<uLong>(text.size()));
    std::string bytes(size, '\0');
    compress2(reinterpret_cast<Bytef*>(bytes.data()), &size, reinterpret_cast<const Bytef*>(text.data()),
              static_cast<uLong>(text.size()), Z_BEST_SPEED);
    bytes.resize(size);
    return bytes;
}

/// The frame's bytes with core::kArgumentPadding behind them; only the padding if the frame is damaged.
std::string inflated(const StoredFrame& frame)
{
    std::string text(static_cast<std::size_t>(frame.size) + core::kArgumentPadding, '\0');
    auto size = static_cast<uLongf>(frame.size);
    const int done = uncompress(reinterpret_cast<Bytef*>(text.data()), &size,
                                reinterpret_cast<const Bytef*>(frame.deflated.data()),
                                static_cast<uLong>(frame.deflated.size()));
    if (done != Z_OK || size != frame.size)
        text.assign(core::kArgumentPadding, '\0');
    return text;
}

class PackArguments final : public core::ArgumentSource {
public:
    PackArguments(std::span<const Entry> entries, std::vector<StoredFrame> frames,
                  std::shared_ptr<const void> keeper)
        : m_entries(entries)
        , m_frames(std::move(frames))
        , m_keeper(std::move(keeper))
    {
    }

    std::string arguments(std::uint64_t place) const override
    {
        const Entry* const entry = entryOf(place);
        return entry ? std::string(textOf(*entry, *kept(entry->frame))) : std::string();
    }

    /// Each frame is inflated once, several at a time.
    void visit(std::span<const std::uint64_t> args, const core::ArgumentVisitor& visitor,
               const std::stop_token& stop) const override
    {
        struct Wanted {
            const Entry* entry;
            std::size_t index;
        };
        std::vector<std::vector<Wanted>> byFrame(m_frames.size());
        const std::string nothing(core::kArgumentPadding, '\0');
        for (std::size_t index = 0; index < args.size(); ++index) {
            if (const Entry* const entry = entryOf(args[index]))
                byFrame[entry->frame].push_back({entry, index});
            else
                visitor(index, std::string_view(nothing).substr(0, 0));
        }
        core::parallelFor(byFrame.size(), [&](std::size_t frame) {
            if (byFrame[frame].empty() || stop.stop_requested())
                return;
            const std::string text = inflated(m_frames[frame]);
            for (const Wanted& wanted : byFrame[frame])
                visitor(wanted.index, textOf(*wanted.entry, text));
        });
    }

private:
    [[nodiscard]] const Entry* entryOf(std::uint64_t place) const
    {
        const auto found = std::ranges::lower_bound(m_entries, place, {}, &Entry::place);
        return found != m_entries.end() && found->place == place ? &*found : nullptr;
    }

    /// Within \p frame, which has its padding.
    static std::string_view textOf(const Entry& entry, std::string_view frame)
    {
        frame.remove_suffix(core::kArgumentPadding);
        return entry.offset <= frame.size() && entry.size <= frame.size() - entry.offset
                   ? frame.substr(entry.offset, static_cast<std::size_t>(entry.size))
                   : frame.substr(0, 0);
    }

    std::shared_ptr<const std::string> kept(std::uint32_t frame) const
    {
        const std::lock_guard lock(m_mutex);
        const auto known =
            std::ranges::find_if(m_kept, [&](const auto& entry) { return entry.first == frame; });
        if (known != m_kept.end()) {
            m_kept.splice(m_kept.begin(), m_kept, known);
            return known->second;
        }
        m_kept.emplace_front(frame, std::make_shared<const std::string>(inflated(m_frames[frame])));
        m_keptBytes += m_kept.front().second->size();
        while (m_keptBytes > kBytesKept && m_kept.size() > 1) {
            m_keptBytes -= m_kept.back().second->size();
            m_kept.pop_back();
        }
        return m_kept.front().second;
    }

    std::span<const Entry> m_entries; ///< by place
    std::vector<StoredFrame> m_frames;
    std::shared_ptr<const void> m_keeper;
    mutable std::mutex m_mutex;
    mutable std::list<std::pair<std::uint32_t, std::shared_ptr<const std::string>>> m_kept; ///< latest first
    mutable std::size_t m_keptBytes = 0;
};

} // namespace

core::Result<core::Done> writeArguments(const core::Run& run, ByteWriter& out, const core::Task& task)
{
    std::vector<std::uint64_t> places;
    for (const std::uint64_t place : run.timeline->args())
        places.push_back(place);
    for (const core::Instant& instant : run.timeline->instants())
        places.push_back(instant.args);
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    if (!places.empty() && places.back() == core::kNoArgs)
        places.pop_back();
    std::vector<Entry> entries;
    std::vector<Frame<std::string>> frames;
    std::string text;
    const auto close = [&] {
        if (!text.empty())
            frames.push_back({text.size(), deflated(text)});
        text.clear();
    };
    // Many at once: a compressed file is read once for each batch, not for each text.
    constexpr std::size_t kBatch = std::size_t{1} << 20;
    for (std::size_t first = 0; first < places.size() && run.arguments; first += kBatch) {
        const auto batch = std::span(places).subspan(first, std::min(kBatch, places.size() - first));
        std::vector<std::string> texts(batch.size());
        run.arguments->visit(
            batch, [&](std::size_t at, std::string_view json) { texts[at] = json; }, task.stop);
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        for (std::size_t at = 0; at < batch.size(); ++at) {
            if (texts[at].empty())
                continue;
            if (text.size() >= kFrameBytes)
                close();
            entries.push_back({batch[at], static_cast<std::uint32_t>(frames.size()),
                               static_cast<std::uint32_t>(text.size()), texts[at].size()});
            text += texts[at];
        }
    }
    close();
    out.column(entries);
    out.number(static_cast<std::uint64_t>(frames.size()));
    for (const auto& frame : frames) {
        out.number(frame.size);
        out.text(frame.deflated);
    }
    return core::Done{};
}

std::shared_ptr<const core::ArgumentSource> readArguments(std::string_view bytes,
                                                          std::shared_ptr<const void> keeper)
{
    ByteReader in(bytes);
    const auto entries = in.columnView<Entry>();
    std::vector<StoredFrame> frames(in.count(2 * sizeof(std::uint64_t)));
    for (StoredFrame& frame : frames) {
        in.numbers(frame.size);
        frame.deflated = in.textView();
        // zlib shrinks by 1032 at most (zlib.net, technical details)
        if (frame.size > kLargestFrame || frame.size / 1100 > frame.deflated.size())
            return nullptr;
    }
    const bool ordered = std::ranges::is_sorted(entries, {}, &Entry::place);
    const bool inBounds =
        std::ranges::all_of(entries, [&](const Entry& entry) { return entry.frame < frames.size(); });
    if (!in.atEnd() || !ordered || !inBounds)
        return nullptr;
    return std::make_shared<PackArguments>(entries, std::move(frames), std::move(keeper));
}

} // namespace shardscope::profiler
