// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/run/run_files.h"

#include "core/base/ascii.h"
#include "core/base/phrase.h"
#include "core/io/files.h"
#include "profiler/import/bytes/archive_source.h"
#include "profiler/import/foreign/foreign_formats.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

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

namespace {

constexpr std::string_view kRankMarks[]{"rank", "worker"}; // "worker" may number hosts

/// The number behind \p mark in \p name, which one of "-_." may precede. \p word: it must be one: nothing but
/// such a mark or the name's end on either side.
std::optional<std::int32_t> numberBehind(std::string_view mark, std::string_view name, bool word)
{
    for (auto at = name.find(mark); at != std::string_view::npos; at = name.find(mark, at + 1)) {
        std::size_t digits = at + mark.size();
        if (digits < name.size() && std::string_view("-_.").find(name[digits]) != std::string_view::npos)
            ++digits;
        std::int32_t rank = 0;
        const char* const end = name.data() + name.size();
        const auto parsed = std::from_chars(name.data() + digits, end, rank);
        const bool alone = (at == 0 || !core::isLetterOrDigit(name[at - 1])) &&
                           (parsed.ptr == end || !core::isLetterOrDigit(*parsed.ptr));
        if (parsed.ec == std::errc() && rank >= 0 && (alone || !word))
            return rank;
    }
    return std::nullopt;
}

std::optional<std::int32_t> markedFile(std::string_view mark, const std::filesystem::path& file)
{
    return numberBehind(mark, core::lowered(file.filename().string()), false);
}

/// Calls visit(folder) for the folders that \p file lies in, nearest first, until one is told.
template <class Visit>
std::optional<std::int32_t> nearestFolder(const std::filesystem::path& file, Visit visit)
{
    // TensorBoard's plugins put four between a worker's and its file:
    // worker/plugins/profile/RUN/host.xplane.pb.
    constexpr int kLevels = 4;
    std::filesystem::path folder = file.parent_path();
    for (int level = 0; level < kLevels && folder.has_filename(); ++level, folder = folder.parent_path()) {
        if (const std::optional<std::int32_t> rank = visit(folder))
            return rank;
    }
    return std::nullopt;
}

/// A "worker" further out than the file's own folder may be the machine that all of it lies on, unless
/// TensorBoard's folders stand between.
std::optional<std::int32_t> markedFolder(std::string_view mark, const std::filesystem::path& file)
{
    bool near = true;
    return nearestFolder(file, [&](const std::filesystem::path& folder) {
        const std::string name = core::lowered(folder.filename().string());
        const bool counts = near || mark == kRankMarks[0];
        near = name == "plugins";
        return counts ? numberBehind(mark, name, true) : std::nullopt;
    });
}

/// torch_npu writes profiler_info_RANK.json into the folder of each rank, "…_ascend_pt"
/// (Ascend/pytorch, torch_npu/profiler/_profiler_path_creator.py).
std::optional<std::int32_t> rankOfAscendFolder(const std::filesystem::path& file)
{
    constexpr std::string_view kFolder = "_ascend_pt";
    constexpr std::string_view kNote = "profiler_info_";
    return nearestFolder(file, [&](const std::filesystem::path& folder) -> std::optional<std::int32_t> {
        if (!folder.filename().string().ends_with(kFolder))
            return std::nullopt;
        std::optional<std::int32_t> rank;
        for (const std::filesystem::path& entry : core::files::entries(folder)) {
            const std::string name = entry.filename().string();
            std::int32_t told = -1;
            if (!name.starts_with(kNote))
                continue;
            const char* const end = name.data() + name.size();
            const auto parsed = std::from_chars(name.data() + kNote.size(), end, told);
            if (parsed.ec != std::errc() || std::string_view(parsed.ptr, end) != ".json" || told < 0)
                continue;
            if (rank && *rank != told)
                return std::nullopt; // of several ranks
            rank = told;
        }
        return rank;
    });
}

} // namespace

std::optional<std::int32_t> rankOfFileName(const std::filesystem::path& file)
{
    const auto rank = markedFile(kRankMarks[0], file);
    return rank ? rank : markedFile(kRankMarks[1], file);
}

std::optional<std::int32_t> rankOfFolderName(const std::filesystem::path& file)
{
    const auto rank = markedFolder(kRankMarks[0], file);
    return rank ? rank : markedFolder(kRankMarks[1], file);
}

RankOfPath rankOfPath(const std::filesystem::path& file)
{
    if (const auto rank = rankOfAscendFolder(file))
        return {*rank, "profiler_info"};
    for (const std::string_view mark : kRankMarks) {
        if (const auto rank = markedFile(mark, file))
            return {*rank, "file name"};
        if (const auto rank = markedFolder(mark, file))
            return {*rank, "folder name"};
    }
    return {};
}

std::string recordingOfPath(const std::filesystem::path& file)
{
    constexpr std::array<std::string_view, 16> kWords{
        "kernel", "memory", "copy", "allocation", "scratch",  "hip",  "hsa",       "runtime",
        "api",    "marker", "core", "range",      "compiler", "rccl", "rocdecode", "rocjpeg"};
    constexpr std::string_view kSeparators = "_.";
    const std::string whole = file.filename().string();
    const std::size_t end = whole.find("_trace.csv");
    if (end == std::string::npos)
        return {};
    std::string_view name = std::string_view(whole).substr(0, end);
    std::size_t words = 0;
    while (true) {
        const std::size_t before = name.find_last_of(kSeparators);
        const std::string_view word = before == std::string_view::npos ? name : name.substr(before + 1);
        if (std::ranges::find(kWords, word) == kWords.end())
            break;
        ++words;
        name = before == std::string_view::npos ? std::string_view() : name.substr(0, before);
    }
    return words == 0
               ? std::string()
               : (file.parent_path() / (std::string(name) + "*_trace.csv")).lexically_normal().string();
}

std::vector<std::filesystem::path> filesOfRecording(const std::filesystem::path& file)
{
    const std::string recording = recordingOfPath(file);
    std::vector<std::filesystem::path> files{file};
    if (recording.empty())
        return files;
    for (const std::filesystem::path& other :
         core::files::plainFilesBelow(file.has_parent_path() ? file.parent_path() : ".").files) {
        if (other != file && recordingOfPath(other) == recording)
            files.push_back(other);
    }
    std::ranges::sort(files,
                      [](const auto& a, const auto& b) { return FileOrder()(a.string(), b.string()); });
    return files;
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
