// SPDX-License-Identifier: GPL-3.0-or-later
// Models and machines by the names that people and published lists write: "Llama 3 70B", "DGX H100",
// "H100-80GB", "meta-llama/Meta-Llama-3-8B-Instruct".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::core {

/// Names that a text may mean.
struct NamesMeant {
    std::vector<std::string> names;
    bool written = false;          ///< one name, written so; else all that have its words
    std::vector<std::string> near; ///< where none has all of its words: those that have most of them
};

/// Which of the sorted \p models of the catalogue \p said means, hyphens, spaces, capitals and what hubs add
/// ("Meta-", "-Instruct") left aside; where no name is written so, those that have all of its words. Empty:
/// none.
[[nodiscard]] NamesMeant modelsMeant(const std::vector<std::string>& models, std::string_view said);
/// The same of machines: how many devices there are ("8xH100", devicesSaid()) and who makes them say nothing.
[[nodiscard]] NamesMeant machinesMeant(const std::vector<std::string>& machines, std::string_view said);
/// Devices that the name of a machine asks for: 64 of "64xH100" and "64 x H100". None where it says no
/// number, or names a file that is there.
[[nodiscard]] std::optional<std::int64_t> devicesSaid(std::string_view machine);
/// The catalogue's machine that is written \p said elsewhere, or with other hyphens and capitals; empty: none
/// that we know of.
[[nodiscard]] std::string machineWritten(std::string_view said);

} // namespace shardscope::core
