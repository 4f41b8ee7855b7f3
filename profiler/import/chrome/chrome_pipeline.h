// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of a Chrome trace's text, read ahead and scanned by several threads, given out in order. What was
// scanned is a guess where events begin: the reader proves it by arriving there, or reads for itself.
#pragma once

#include "core/base/task.h"
#include "profiler/import/chrome/chrome_rows.h"
#include "profiler/import/chrome/text_chunks.h"

#include <functional>
#include <memory>
#include <vector>

namespace shardscope::profiler {

struct ScannedChunk {
    TextChunk text;
    std::vector<ChromeSegment> segments; ///< by place; what lies between them was not understood
};

/// The events of \p chunk that look whole and plain, beginning where one seems to begin. Whatever is odd is
/// left out; a chunk that keeps failing is given up, so that the cost stays a small multiple of its size.
[[nodiscard]] std::vector<ChromeSegment> scanChunk(const TextChunk& chunk, ChromeRows& rows);

class ChromePipeline {
public:
    /// \p threads: that scan at the same time, the caller's included. Memory: as many pieces of
    /// \p chunkBytes, and two more.
    ChromePipeline(ByteSource& source, std::size_t chunkBytes, unsigned threads, const core::Task& task);
    ~ChromePipeline();
    ChromePipeline(const ChromePipeline&) = delete;
    ChromePipeline& operator=(const ChromePipeline&) = delete;

    /// The next piece; behind the last one, empty ones. Works along while it waits.
    [[nodiscard]] ScannedChunk next();
    /// Memory of a piece that is used up.
    void giveBack(TextBuffer buffer);
    /// Calls \p look while nobody scans, so that the dictionaries of segments may be read.
    void pauseFor(const std::function<void()>& look);
    /// Pieces to come are text only: the events are over.
    void stopScanning();
    /// Ends the work; whose events nobody will ask for any more.
    [[nodiscard]] std::vector<const ChromeDictionary*> abandon();
    /// The dictionaries of all scanners, once the work has ended.
    [[nodiscard]] std::vector<std::shared_ptr<const ChromeDictionary>> dictionaries() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace shardscope::profiler
