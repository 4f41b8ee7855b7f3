// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/kernel_origin.h"

#include <algorithm>
#include <utility>

namespace shardscope::core {

namespace {

void addOnce(std::vector<std::string>& to, std::vector<std::string> from)
{
    for (std::string& text : from) {
        if (std::ranges::find(to, text) == to.end())
            to.push_back(std::move(text));
    }
}

} // namespace

void addOrigin(std::vector<KernelOrigin>& all, KernelOrigin origin)
{
    auto found = std::ranges::find(all, origin.kernel, &KernelOrigin::kernel);
    if (found == all.end())
        found = all.insert(all.end(), KernelOrigin{std::move(origin.kernel), {}, {}});
    addOnce(found->nodes, std::move(origin.nodes));
    addOnce(found->sources, std::move(origin.sources));
}

} // namespace shardscope::core
