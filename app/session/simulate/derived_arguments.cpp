// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/simulate/derived_arguments.h"

#include <algorithm>

namespace shardscope::app {

core::DerivationPtr derivationNamed(const NamedDerivations& all, const std::string& key)
{
    const auto found = std::ranges::find_if(all, [&](const auto& one) { return one.first == key; });
    return found == all.end() ? nullptr : found->second;
}

} // namespace shardscope::app
