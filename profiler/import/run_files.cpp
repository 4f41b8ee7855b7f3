// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/run_files.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <vector>

namespace shardscope::profiler {

core::Result<const Importer*> importerOf(const std::filesystem::path& file)
{
    SHARDSCOPE_TRY(const auto source, openByteSource(file));
    std::vector<char> head(std::size_t{64} << 10);
    std::size_t filled = 0;
    while (filled < head.size()) {
        const auto got = source->read(head.data() + filled, head.size() - filled);
        if (!got)
            return got.error().in(file.string());
        if (*got == 0)
            break;
        filled += *got;
    }
    std::string formats;
    for (const Importer* const importer : builtinImporters()) {
        if (importer->sniff(std::string_view(head.data(), filled)))
            return importer;
        formats += (formats.empty() ? "" : ", ") + std::string(importer->name());
    }
    return core::Error{core::ErrorCode::FormatUnknown, {"", formats}, {}}.in(file.string());
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
