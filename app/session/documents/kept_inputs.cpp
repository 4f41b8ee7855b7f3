// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/documents/kept_inputs.h"

#include "core/base/phrase.h"
#include "core/io/files.h"
#include "profiler/profiler.h"

#include <filesystem>
#include <set>

namespace shardscope::app {

namespace {

bool liesBelow(const std::string& file, const std::string& folder)
{
    const std::filesystem::path top = core::files::whole(folder);
    std::filesystem::path at = core::files::whole(file);
    while (at.has_relative_path() && at != top)
        at = at.parent_path();
    return at == top;
}

} // namespace

core::Result<core::Done> keepsInputs(const std::string& out, const std::vector<std::string>& inputs)
{
    if (out.empty() || !core::files::isPlain(out))
        return core::Done{};
    const bool pack = profiler::isPackFile(out);
    for (const std::string& input : inputs) {
        const bool within = core::files::isFolder(input) && !pack && liesBelow(out, input);
        if (within || core::files::same(out, input))
            return core::Error{core::ErrorCode::Inconsistent,
                               {core::phrase(W_("it would be overwritten by what is made of it"))},
                               {}}
                .in(within ? out : input);
    }
    return core::Done{};
}

core::Result<core::Done> namedOnce(const std::vector<std::string>& files)
{
    std::set<std::filesystem::path> seen;
    for (const std::string& file : files) {
        if (files.size() > 1 && !seen.insert(core::files::whole(file)).second)
            return core::Error{
                core::ErrorCode::Inconsistent, {core::phrase(W_("the same file is given twice"))}, {}}
                .in(file);
    }
    return core::Done{};
}

} // namespace shardscope::app
