// SPDX-License-Identifier: GPL-3.0-or-later
// What slices of a simulated run tell, and where their durations come from.
#pragma once

#include "core/explain/derivation.h"
#include "core/run/run.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::app {

using NamedDerivations = std::vector<std::pair<std::string, core::DerivationPtr>>;

/// Null where \p all have none of that name.
[[nodiscard]] core::DerivationPtr derivationNamed(const NamedDerivations& all, const std::string& key);

class DerivedArguments final : public core::ArgumentSource {
public:
    DerivedArguments(std::shared_ptr<const core::ArgumentSource> told, NamedDerivations derivations)
        : m_told(std::move(told))
        , m_derivations(std::move(derivations))
    {
    }
    [[nodiscard]] std::string arguments(std::uint64_t args) const override { return m_told->arguments(args); }
    [[nodiscard]] const NamedDerivations& derivations() const { return m_derivations; }

private:
    std::shared_ptr<const core::ArgumentSource> m_told;
    NamedDerivations m_derivations;
};

} // namespace shardscope::app
