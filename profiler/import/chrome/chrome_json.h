// SPDX-License-Identifier: GPL-3.0-or-later
// Chrome-trace JSON: an object with traceEvents, or a bare array of events; what PyTorch's profiler (Kineto),
// JAX, Horovod and many others write.
#pragma once

#include "profiler/import/importer.h"

namespace shardscope::profiler {

class ChromeJsonImporter final : public Importer {
public:
    /// \p windowBytes: the text is read in pieces of that size, 0: of one that suits the file's, a few of
    /// them at a time; more is held only where one event does not fit. What is read does not depend on it,
    /// nor on the number of threads.
    explicit ChromeJsonImporter(std::size_t windowBytes = 0)
        : m_windowBytes(windowBytes)
    {
    }

    std::string_view name() const override { return "Chrome-trace JSON"; }
    bool sniff(std::string_view firstBytes) const override;
    bool parallel() const override { return true; }
    core::Result<core::Done> read(ByteSource& source, ImportTarget& target,
                                  const core::Task& task) const override;
    [[nodiscard]] bool unmistakable() const override { return false; }
    [[nodiscard]] bool argumentsStayInFile() const override { return true; }
    core::Result<std::unique_ptr<ParsedFile>> parseDetached(ByteSource& source,
                                                            const core::Task& task) const override;

private:
    [[nodiscard]] core::Result<std::unique_ptr<ParsedFile>>
    readIn(unsigned threads, ByteSource& source, const core::Task& task, const PictureSink* partial) const;

    std::size_t m_windowBytes;
};

/// Arguments of events by the offset of their '{'. \p numbers: what was kept of them; null: nothing.
[[nodiscard]] std::shared_ptr<const FileArguments>
makeChromeArguments(std::shared_ptr<const RandomText> text, std::shared_ptr<const KeptNumbers> numbers);

} // namespace shardscope::profiler
