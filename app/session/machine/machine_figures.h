// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of a machine that can be edited and compared, by keys: "engine.matrix.bf16",
// "link.cluster.bandwidth", "node.devices" (docs/formats.md, "A machine that was edited").
#pragma once

#include "core/hardware/hardware_spec.h"

#include <QString>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::app {

/// The source of what somebody set. What such a figure does to a step is not measured.
inline constexpr std::string_view kSetByHand = "set by hand";
[[nodiscard]] bool isSetByHand(std::string_view source);

/// How nodes meet in switches: each in the same leaf with all its devices (FatTree), or each device of a node
/// in a leaf of its own (Rail).
enum class Fabric : std::uint8_t { Described, FatTree, Rail };
constexpr auto enumNames(Fabric) { return core::namesUpTo<Fabric::Rail>("described", "fat_tree", "rail"); }

struct MachineFigure {
    std::string key;
    /// None: not said (nodes: as many as a plan needs; no price, no cap). SI units; the price is of an hour,
    /// the fabric a number of Fabric.
    std::optional<double> value;
    core::Dimension dimension{};
    bool whole = false; ///< a count
    std::string source;
    bool unverified = false;

    /// The text that setFigure() takes; empty if there is no value.
    [[nodiscard]] std::string text() const;
};

/// Figures that \p hardware has, in the order in which edits are made: the power cap first, then what a node
/// is, then its figures, then how nodes meet.
[[nodiscard]] std::vector<MachineFigure> machineFigures(const core::HardwareSpec& hardware);
/// The one called \p key; none: \p hardware has none of that name.
[[nodiscard]] std::optional<MachineFigure> machineFigure(const core::HardwareSpec& hardware,
                                                         std::string_view key);
/// "Matrix products, bf16", "between nodes: bandwidth": in the reader's language.
[[nodiscard]] QString machineFigureLabel(const std::string& key);
/// The figure's value in the reader's units; a dash if there is none.
[[nodiscard]] QString machineFigureText(const MachineFigure& figure);

/// How \p link's network was set to share its bandwidth; Described where nobody set it.
struct NetworkFabric {
    Fabric fabric = Fabric::Described;
    double oversubscription = 1;
};
[[nodiscard]] NetworkFabric fabricOf(const core::Link& link);
/// Machines below one leaf switch.
[[nodiscard]] double machinesOfLeaf(const NetworkFabric& fabric, std::int64_t devicesPerNode);

} // namespace shardscope::app
