// SPDX-License-Identifier: GPL-3.0-or-later
// Text in memory as a source, given out in pieces of any size; and an import of it with a window of any size.
#pragma once

#include "profiler/import/chrome/chrome_json.h"

#include <algorithm>
#include <memory>
#include <string>

namespace shardscope::tests {

class MemorySource final : public profiler::ByteSource {
public:
    explicit MemorySource(std::string text, std::size_t piece = ~std::size_t{0})
        : m_text(std::make_shared<const std::string>(std::move(text)))
        , m_piece(piece)
    {
    }

    core::Result<std::size_t> read(char* buffer, std::size_t size) override
    {
        const std::size_t given = std::min({size, m_piece, m_text->size() - m_at});
        std::copy_n(m_text->data() + m_at, given, buffer);
        m_at += given;
        return given;
    }
    std::uint64_t fileBytesRead() const override { return m_at; }
    std::uint64_t fileBytes() const override { return m_text->size(); }
    const std::vector<profiler::SourceOddity>& oddities() const override { return m_none; }
    std::shared_ptr<const profiler::RandomText> randomText() override
    {
        return std::make_shared<Text>(m_text);
    }

private:
    struct Text final : profiler::RandomText {
        explicit Text(std::shared_ptr<const std::string> held)
            : text(std::move(held))
        {
        }
        std::size_t read(std::uint64_t offset, char* buffer, std::size_t size) const override
        {
            const std::size_t given =
                offset < text->size() ? std::min<std::size_t>(size, text->size() - offset) : 0;
            std::copy_n(text->data() + offset, given, buffer);
            return given;
        }
        std::shared_ptr<const std::string> text;
    };
    std::shared_ptr<const std::string> m_text;
    std::size_t m_piece;
    std::size_t m_at = 0;
    std::vector<profiler::SourceOddity> m_none;
};

/// What reading one text gave, laid out.
struct ReadText {
    core::Result<core::Done> outcome = core::Done{};
    core::TimelinePtr timeline;
    core::LayoutTally layout;
    profiler::FileTally tally;
    profiler::RemarkCounter remarks;
    core::RunSource source;
    std::vector<std::pair<std::string, std::string>> metadata;
    std::shared_ptr<const profiler::FileArguments> arguments;
    std::shared_ptr<const core::MemorySnapshot> memory;
};

inline ReadText readWith(const profiler::Importer& importer, const std::string& text,
                         std::size_t piece = ~std::size_t{0})
{
    ReadText read;
    core::TimelineBuilder builder;
    profiler::RunClock clock;
    profiler::ImportTarget target{
        builder,        0,          0, clock, read.source, read.metadata, read.tally, read.remarks,
        read.arguments, read.memory};
    MemorySource source(text, piece);
    read.outcome = importer.read(source, target, {});
    if (read.outcome.ok())
        read.timeline = builder.build({}, read.layout).value();
    return read;
}

inline ReadText readText(const std::string& text, std::size_t windowBytes = std::size_t{4} << 20,
                         std::size_t piece = ~std::size_t{0})
{
    return readWith(profiler::ChromeJsonImporter(windowBytes), text, piece);
}

} // namespace shardscope::tests
