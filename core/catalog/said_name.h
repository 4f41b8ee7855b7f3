// SPDX-License-Identifier: GPL-3.0-or-later
// Models and machines by the names that people and published lists write: "Llama 3 70B", "DGX H100",
// "H100-80GB", "meta-llama/Meta-Llama-3-8B-Instruct".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace shardscope::core {

/// Names that a text may mean.
struct NamesMeant {
    std::vector<std::string> names;
    bool written = false; ///< one name, written so; else all that have its words
};

/// Which of the sorted \p models of the catalogue \p said means, hyphens, spaces, capitals and what hubs add
/// ("Meta-", "-Instruct") left aside; where no name is written so, those that have all of its words. Empty:
/// none.
[[nodiscard]] NamesMeant modelsMeant(const std::vector<std::string>& models, std::string_view said);
/// The same of machines: how many of them there are ("8xH100") and who makes them say nothing.
[[nodiscard]] NamesMeant machinesMeant(const std::vector<std::string>& machines, std::string_view said);
/// The catalogue's machine that is written \p said elsewhere, or with other hyphens and capitals; empty: none
/// that we know of.
[[nodiscard]] std::string machineWritten(std::string_view said);

} // namespace shardscope::core
