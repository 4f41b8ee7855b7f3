// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/bytes/whole_text.h"

#include "core/base/phrase.h"
#include "profiler/import/bytes/archive_source.h"
#include "profiler/import/bytes/file_handle.h"

#include <algorithm>

namespace shardscope::profiler {

core::Result<std::string> readWhole(ByteSource& source, const core::Task& task, std::uint64_t limit)
{
    constexpr std::size_t kStep = std::size_t{1} << 20;
    std::string text;
    std::size_t filled = 0;
    while (true) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        if (text.size() - filled < kStep)
            text.resize(std::max(text.size() * 2,
                                 filled + kStep)); // one byte beyond the limit shows that it is passed
        SHARDSCOPE_TRY(const std::size_t got, source.read(text.data() + filled, text.size() - filled));
        if (got == 0)
            break;
        filled += got;
        if (unfoldsTooFar(filled, std::max(source.fileBytes(), source.fileBytesRead())))
            return unfoldingError(filled);
        if (filled > limit)
            return core::Error{
                core::ErrorCode::FileTooLarge,
                {core::phrase(W_("more than %1"), {std::to_string(limit)}), std::to_string(limit)}};
        if (source.fileBytes() > 0)
            task.report("read", static_cast<double>(source.fileBytesRead()) /
                                    static_cast<double>(source.fileBytes()) / 2);
    }
    text.resize(filled);
    return text;
}

bool isPlainFile(const std::filesystem::path& file, std::string_view magic)
{
    return headOf(file, magic.size()) == magic;
}

} // namespace shardscope::profiler
