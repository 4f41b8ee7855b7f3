// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/tables/derivation_paths.h"

namespace shardscope::app {

std::string memoryPath(core::Tier tier, std::string_view what)
{
    return "memory." + std::string(core::nameOf(tier)) + '.' + std::string(what);
}

std::string memoryPath(core::Tier tier, std::string_view what, const core::RankClass& rankClass)
{
    return memoryPath(tier, what) + '@' + rankClass.name;
}

std::string stepPath(core::StepPart part)
{
    return "step." + (part == core::StepPart::Total ? "total" : std::string(core::nameOf(part)));
}

std::string communicationPath(const core::CommunicationEntry& entry)
{
    return "communication." + std::string(core::nameOf(entry.group)) + '.' +
           std::string(core::nameOf(entry.operation));
}

} // namespace shardscope::app
