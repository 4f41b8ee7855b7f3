// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/documents/kept_inputs.h"

#include "core/base/refusals.h"
#include "core/io/files.h"
#include "core/storage/item_links.h"

#include <filesystem>
#include <set>

namespace shardscope::app {

core::Result<core::Done> keepsInputs(const std::string& out, const std::vector<std::string>& inputs)
{
    for (const std::string& named : inputs) {
        const auto address = core::itemAddress(named);
        const std::string input = address ? address->file.string() : named;
        if (!out.empty() && core::files::isPlain(out) && core::files::same(out, input))
            return core::inconsistent(W_("it would be overwritten by what is made of it")).in(input);
    }
    return core::Done{};
}

core::Result<core::Done> namedOnce(const std::vector<std::string>& files)
{
    std::set<std::filesystem::path> seen;
    for (const std::string& file : files) {
        if (files.size() > 1 && !seen.insert(core::files::whole(file)).second)
            return core::inconsistent(W_("the same file is given twice")).in(file);
    }
    return core::Done{};
}

} // namespace shardscope::app
