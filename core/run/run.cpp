// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/run.h"

#include <map>

namespace shardscope::core {

std::vector<std::uint32_t> firstSourcesOfFiles(const Run& run)
{
    std::map<std::string, std::uint32_t> firsts;
    std::vector<std::uint32_t> found;
    for (std::uint32_t source = 0; source < run.sources.size(); ++source)
        found.push_back(firsts.try_emplace(run.sources[source].file.string(), source).first->second);
    return found;
}

std::vector<const RunSource*> runFiles(const Run& run)
{
    const std::vector<std::uint32_t> firsts = firstSourcesOfFiles(run);
    std::vector<const RunSource*> files;
    for (std::uint32_t source = 0; source < firsts.size(); ++source) {
        if (firsts[source] == source && !run.sources[source].file.empty())
            files.push_back(&run.sources[source]);
    }
    return files;
}

SHARDSCOPE_COPIES_OF(Run);

} // namespace shardscope::core
