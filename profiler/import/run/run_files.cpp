// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/run/run_files.h"

#include "core/base/ascii.h"
#include "core/base/phrase.h"
#include "profiler/import/bytes/archive_source.h"
#include "profiler/import/foreign/foreign_formats.h"

#include <algorithm>
#include <charconv>

namespace shardscope::profiler {

namespace {

/// Gives back what was read to tell the format; every file passes here, so bombs are noticed here.
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
        if (kept == 0) {
            SHARDSCOPE_TRY(const std::size_t got, m_source->read(buffer, size));
            m_text += got;
            if (unfoldsTooFar(m_text, std::max(fileBytes(), fileBytesRead())))
                return unfoldingError(m_text);
            return got;
        }
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
    std::uint64_t m_text = 0; ///< bytes given behind the head
    std::unique_ptr<ByteSource> m_source;
};

} // namespace

core::Result<const Importer*> importerOf(std::string_view head)
{
    if (auto foreign = foreignFormat(head))
        return *std::move(foreign);
    std::string formats;
    for (const Importer* const importer : builtinImporters()) {
        if (importer->sniff(head))
            return importer;
        formats += (formats.empty() ? "" : ", ") + std::string(importer->name());
    }
    if (auto foreign = foreignByWords(head))
        return *std::move(foreign);
    // NCCL's informations have no time unless asked for (NCCL user guide, "Logging").
    const bool nccl = head.find(" NCCL INFO ") != std::string_view::npos;
    const bool binary = head.find('\0') != std::string_view::npos && head.size() > 1;
    return core::Error{
        core::ErrorCode::FormatUnknown,
        {nccl ? core::phrase(
                    W_("a log of NCCL without times (NCCL_DEBUG_TIMESTAMP_LEVELS lets it write them)"))
         : binary ? core::phrase(
                        W_("a binary file of an unknown format (of a report of Nsight Systems, \"nsys export "
                           "--type sqlite FILE\" makes a database that is read)"))
                  : std::string(),
         formats}};
}

core::Error damageOr(core::Error error, const std::vector<SourceOddity>& oddities)
{
    if (error.code != core::ErrorCode::FormatUnknown && error.code != core::ErrorCode::SyntaxError &&
        error.code != core::ErrorCode::FileEmpty)
        return error;
    using Kind = SourceOddity::Kind;
    for (const SourceOddity& oddity : oddities) {
        const bool cut = oddity.kind == Kind::TruncatedCompression;
        if (!cut && oddity.kind != Kind::DamagedCompression)
            continue;
        core::Error damage{
            core::ErrorCode::DataCorrupt,
            {cut ? core::phrase(W_("the gzip file is cut short, and what is left of it says nothing"))
                 : core::phrase(W_("what gzip compressed is damaged, and what comes before says nothing"))},
            error.place};
        damage.place.byteOffset = oddity.textOffset;
        return damage;
    }
    return error;
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
    const std::string name = core::lowered(file.filename().string());
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

std::optional<std::int32_t> rankOfFolderName(const std::filesystem::path& file)
{
    const std::string folder = file.parent_path().filename().string();
    for (const std::string_view mark : {"rank", "worker"}) {
        if (!folder.starts_with(mark))
            continue;
        const std::size_t digits = folder.find_first_not_of("-_.", mark.size());
        if (digits == std::string::npos || digits > mark.size() + 1)
            continue;
        std::int32_t rank = 0;
        const char* const end = folder.data() + folder.size();
        const auto parsed = std::from_chars(folder.data() + digits, end, rank);
        if (parsed.ec == std::errc() && parsed.ptr == end && rank >= 0)
            return rank;
    }
    return std::nullopt;
}

bool FileOrder::operator()(const std::string& a, const std::string& b) const
{
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    /// The number that begins at \p at, without leading zeros; moves behind it.
    const auto numberAt = [&](const std::string& text, std::size_t& at) {
        const std::size_t first = std::min(text.find_first_not_of('0', at), text.size());
        for (at = first; at < text.size() && isDigit(text[at]);)
            ++at;
        return std::string_view(text).substr(first, at - first);
    };
    std::size_t atA = 0;
    std::size_t atB = 0;
    while (atA < a.size() && atB < b.size()) {
        if (isDigit(a[atA]) && isDigit(b[atB])) {
            const std::string_view numberA = numberAt(a, atA);
            const std::string_view numberB = numberAt(b, atB);
            if (numberA != numberB)
                return numberA.size() != numberB.size() ? numberA.size() < numberB.size() : numberA < numberB;
        } else if (a[atA] != b[atB]) {
            return static_cast<unsigned char>(a[atA]) < static_cast<unsigned char>(b[atB]);
        } else {
            ++atA;
            ++atB;
        }
    }
    const std::size_t leftA = a.size() - atA;
    const std::size_t leftB = b.size() - atB;
    return leftA != leftB ? leftA < leftB : a < b;
}

} // namespace shardscope::profiler
