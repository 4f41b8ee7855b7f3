// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments of a file as a function of their place.
#pragma once

#include "profiler/import/importer.h"

namespace shardscope::profiler {

/// Finds arguments one place after the other.
class FoundArguments final : public FileArguments {
public:
    using Find = std::function<std::string(std::uint64_t place)>;

    explicit FoundArguments(Find find)
        : m_find(std::move(find))
    {
    }

    [[nodiscard]] std::string at(std::uint64_t place) const override { return m_find(place); }

private:
    Find m_find;
};

} // namespace shardscope::profiler
