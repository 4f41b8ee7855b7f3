// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/chrome/chrome_pipeline.h"

#include "core/base/parallel.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <new>

namespace shardscope::profiler {

using json::Outcome;

namespace {

constexpr std::size_t kMostSegments = 64;  // a chunk; more than that is no trace to be fast with
constexpr std::size_t kMostIncomplete = 4; // each has looked at the text up to the chunk's end

/// The start of the next event behind \p at, where a comma and nothing else stands between; else null.
const char* nextPlainEvent(const char* at, const char* end)
{
    at = json::skipSpace(at, end);
    if (at >= end || *at != ',')
        return nullptr;
    at = json::skipSpace(at + 1, end);
    return at < end && *at == '{' ? at : nullptr;
}

} // namespace

std::vector<ChromeSegment> scanChunk(const TextChunk& chunk, ChromeRows& rows)
{
    std::vector<ChromeSegment> segments;
    const char* const end = chunk.end();
    const char* at = chunk.atEvent ? chunk.begin() : guessEventStart(chunk.begin(), chunk.begin(), end);
    const auto offsetOf = [&](const char* place) {
        return chunk.offset + static_cast<std::uint64_t>(place - chunk.begin());
    };
    std::size_t incomplete = 0;
    std::uint64_t wasted = 0;
    while (at != nullptr && segments.size() < kMostSegments && incomplete < kMostIncomplete &&
           wasted <= chunk.size) {
        const char* const begin = at;
        const char* good = at; // behind the last event taken
        ChromeEvent event;
        json::Skipped read{at, Outcome::Ok};
        while (at != nullptr) {
            read = readChromeEvent(at, end, event, &rows.shapes());
            if (read.outcome != Outcome::Ok || event.phase.raw.empty())
                break;
            rows.take(event, offsetOf(at));
            good = read.end;
            at = nextPlainEvent(good, end);
        }
        if (good != begin) {
            segments.push_back(rows.finish());
            segments.back().begin = offsetOf(begin);
            segments.back().end = offsetOf(good);
        }
        if (at == nullptr) { // something else than an event
            at = guessEventStart(chunk.begin(), good, end);
        } else if (read.outcome == Outcome::Ok) { // an event without a phase: the reader looks at it
            at = nextPlainEvent(read.end, end);
        } else {
            incomplete += read.outcome == Outcome::Incomplete ? 1 : 0;
            wasted += static_cast<std::uint64_t>(read.end - at);
            at = guessEventStart(chunk.begin(), at + 1, end);
        }
    }
    return segments;
}

struct ChromePipeline::State {
    struct Slot {
        ScannedChunk chunk;
        bool done = false;
    };

    State(ByteSource& source, std::size_t chunkBytes, unsigned atOnce, const core::Task& running)
        : cutter(source, chunkBytes)
        , task(running)
        , threads(atOnce)
        , most(std::size_t{atOnce} + 2)
    {
    }

    [[nodiscard]] bool wantsWork() const // under mutex
    {
        return !ended && !paused && slots.size() < most && !task.cancelled();
    }

    /// Cuts one piece and scans it. False where there is nothing to do now. Want of memory is told to who
    /// takes the pieces: in a thread of the pool it would end the program.
    bool step()
    {
        try {
            return tryStep();
        } catch (const std::bad_alloc&) {
            const std::lock_guard lock(mutex);
            failure = std::current_exception();
            ended = true; // nobody begins anything any more
            cutting = false;
            --working;
            changed.notify_all();
            return false;
        }
    }

    bool tryStep()
    {
        std::unique_lock lock(mutex);
        if (cutting || !wantsWork())
            return false;
        cutting = true;
        ++working;
        TextBuffer buffer;
        if (!buffers.empty()) {
            buffer = std::move(buffers.back());
            buffers.pop_back();
        }
        lock.unlock();
        TextChunk text = cutter.next(std::move(buffer));
        lock.lock();
        cutting = false;
        ended = ended || text.last;
        slots.push_back(std::make_shared<Slot>());
        const std::shared_ptr<Slot> slot = slots.back();
        slot->chunk.text = std::move(text);
        std::unique_ptr<ChromeRows> rows;
        const bool scan = scanning;
        if (scan && !idle.empty()) {
            rows = std::move(idle.back());
            idle.pop_back();
        } else if (scan) {
            rows = std::make_unique<ChromeRows>();
            dictionaries.push_back(rows->dictionary());
        }
        callHelpers();
        lock.unlock();
        changed.notify_all();
        if (scan)
            slot->chunk.segments = scanChunk(slot->chunk.text, *rows);
        lock.lock();
        slot->done = true;
        --working;
        if (rows)
            idle.push_back(std::move(rows));
        lock.unlock();
        changed.notify_all();
        return true;
    }

    void callHelpers() // under mutex
    {
        if (helping + 1 >= threads || !wantsWork())
            return;
        ++helping;
        helpers.offer([this] {
            while (step()) {
            }
            const std::lock_guard lock(mutex);
            --helping;
            // Somebody else was cutting just now, or a slot came free meanwhile.
            if (!cutting)
                callHelpers();
        });
    }

    TextCutter cutter; // whoever sets cutting
    const core::Task& task;
    const unsigned threads;
    const std::size_t most;
    mutable std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::shared_ptr<Slot>> slots; // in the order of the text
    std::vector<TextBuffer> buffers;
    std::vector<std::unique_ptr<ChromeRows>> idle;
    std::vector<std::shared_ptr<ChromeDictionary>> dictionaries;
    bool cutting = false;
    bool ended = false;
    bool scanning = true;
    bool paused = false;
    std::size_t working = 0; // in step
    std::exception_ptr failure;
    unsigned helping = 0;
    core::Helpers helpers; // last: nobody works here once it is gone
};

ChromePipeline::ChromePipeline(ByteSource& source, std::size_t chunkBytes, unsigned threads,
                               const core::Task& task)
    : m_state(std::make_unique<State>(source, chunkBytes, threads, task))
{
}

ChromePipeline::~ChromePipeline() { static_cast<void>(abandon()); }

std::vector<const ChromeDictionary*> ChromePipeline::abandon()
{
    {
        const std::lock_guard lock(m_state->mutex);
        m_state->ended = true;
    }
    m_state->helpers.finish();
    std::vector<const ChromeDictionary*> met;
    for (const std::shared_ptr<State::Slot>& slot : m_state->slots) {
        for (const ChromeSegment& segment : slot->chunk.segments)
            met.push_back(segment.dictionary);
    }
    m_state->slots.clear();
    return met;
}

std::vector<std::shared_ptr<const ChromeDictionary>> ChromePipeline::dictionaries() const
{
    return {m_state->dictionaries.begin(), m_state->dictionaries.end()};
}

ScannedChunk ChromePipeline::next()
{
    State& state = *m_state;
    std::unique_lock lock(state.mutex);
    while (true) {
        if (state.failure)
            std::rethrow_exception(state.failure);
        if (!state.slots.empty() && state.slots.front()->done) {
            const std::shared_ptr<State::Slot> slot = std::move(state.slots.front());
            state.slots.pop_front();
            state.callHelpers();
            return std::move(slot->chunk);
        }
        if (state.slots.empty() && !state.cutting && !state.wantsWork()) { // the end
            ScannedChunk nothing;
            nothing.text.buffer.reserve(0);
            std::fill_n(nothing.text.buffer.bytes.data(), json::kPadding, '\0');
            nothing.text.last = true;
            return nothing;
        }
        if (!state.cutting && state.wantsWork()) {
            lock.unlock();
            state.step();
            lock.lock();
            continue;
        }
        state.changed.wait(lock);
    }
}

void ChromePipeline::giveBack(TextBuffer buffer)
{
    const std::lock_guard lock(m_state->mutex);
    m_state->buffers.push_back(std::move(buffer));
}

void ChromePipeline::pauseFor(const std::function<void()>& look)
{
    State& state = *m_state;
    std::unique_lock lock(state.mutex);
    state.paused = true;
    state.changed.wait(lock, [&] { return state.working == 0; });
    lock.unlock();
    look();
    lock.lock();
    state.paused = false;
    state.callHelpers();
}

void ChromePipeline::stopScanning()
{
    const std::lock_guard lock(m_state->mutex);
    m_state->scanning = false;
}

} // namespace shardscope::profiler
