// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/cache/reopen.h"

#include "core/io/files.h"
#include "profiler/cache/columnar_cache.h"
#include "profiler/import/chrome/chrome_json.h"
#include "profiler/import/run/run_arguments.h"

namespace shardscope::profiler {

Reopened reopen(const std::filesystem::path& cache, const std::vector<std::filesystem::path>& files)
{
    if (!core::files::exists(cache))
        return {};
    const auto fingerprint = fingerprintOf(files);
    if (!fingerprint)
        return {};
    auto cached = readCache(cache, *fingerprint);
    if (!cached || cached->run->sources.size() != files.size())
        return {std::nullopt, cached.ok() || cached.error().code == core::ErrorCode::DataCorrupt};
    auto run = std::make_shared<core::Run>(*cached->run);
    std::vector<std::shared_ptr<const FileArguments>> arguments;
    for (std::size_t file = 0; file < files.size(); ++file) {
        run->sources[file].file = files[file]; // as it is called now
        auto source = openByteSource(files[file]);
        if (!source)
            return {};
        arguments.push_back(makeChromeArguments((*source)->randomText()));
    }
    run->arguments = makeRunArguments(std::move(arguments));
    cached->run = std::move(run);
    return {std::move(*cached), false};
}

} // namespace shardscope::profiler
