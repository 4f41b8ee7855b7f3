// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/run_files.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <vector>

namespace shardscope::profiler {

namespace {

class HeadedSource final : public ByteSource {
public:
    HeadedSource(std::string head, std::unique_ptr<ByteSource> source)
        : m_head(std::move(head))
        , m_source(std::move(source))
    {
    }
    core::Result<std::size_t> read(char* buffer, std::size_t size) override
    {
        const std::size_t kept = std::min(size, m_head.size() - m_given);
        if (kept == 0)
            return m_source->read(buffer, size);
        m_head.copy(buffer, kept, m_given);
        m_given += kept;
        return kept;
    }
    std::uint64_t fileBytesRead() const override { return m_source->fileBytesRead(); }
    std::uint64_t fileBytes() const override { return m_source->fileBytes(); }
    const std::vector<SourceOddity>& oddities() const override { return m_source->oddities(); }
    std::shared_ptr<const RandomText> randomText() override { return m_source->randomText(); }

private:
    std::string m_head;
    std::size_t m_given = 0;
    std::unique_ptr<ByteSource> m_source;
};

} // namespace

core::Result<const Importer*> importerOf(std::string_view head)
{
    std::string formats;
    for (const Importer* const importer : builtinImporters()) {
        if (importer->sniff(head))
            return importer;
        formats += (formats.empty() ? "" : ", ") + std::string(importer->name());
    }
    return core::Error{core::ErrorCode::FormatUnknown, {"", formats}, {}};
}

core::Result<std::string> readHead(ByteSource& source)
{
    std::string head(std::size_t{64} << 10, '\0');
    std::size_t filled = 0;
    while (filled < head.size()) {
        SHARDSCOPE_TRY(const std::size_t got, source.read(head.data() + filled, head.size() - filled));
        if (got == 0)
            break;
        filled += got;
    }
    head.resize(filled);
    return head;
}

std::unique_ptr<ByteSource> withHead(std::string head, std::unique_ptr<ByteSource> source)
{
    return std::make_unique<HeadedSource>(std::move(head), std::move(source));
}

std::optional<std::int32_t> rankOfFileName(const std::filesystem::path& file)
{
    std::string name = file.filename().string();
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const std::string_view mark : {"rank", "worker"}) {
        for (auto at = name.find(mark); at != std::string::npos; at = name.find(mark, at + 1)) {
            std::size_t digits = at + mark.size();
            if (digits < name.size() && (name[digits] == '-' || name[digits] == '_' || name[digits] == '.'))
                ++digits;
            std::int32_t rank = 0;
            const auto parsed = std::from_chars(name.data() + digits, name.data() + name.size(), rank);
            if (parsed.ec == std::errc() && rank >= 0)
                return rank;
        }
    }
    return std::nullopt;
}

} // namespace shardscope::profiler
