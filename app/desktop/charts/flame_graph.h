// SPDX-License-Identifier: GPL-3.0-or-later
// Flame graphs of a tree of calls: the tree as a value, for each weight and direction, and its picture.
#pragma once

#include "app/desktop/charts/scene.h"
#include "core/report/table.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::app {

enum class FlameOrder {
    CallersFirst, ///< a call stands under who called it
    CalleesFirst, ///< who called it stands under a call: by kernel, by operation
};

/// What of a tree of calls is drawn, and how.
struct FlameChoice {
    std::string weight = "device"; ///< columns "device_ns", "device_self_ns"
    FlameOrder order = FlameOrder::CallersFirst;
    bool modulesOnly = false; ///< time of all else belongs to the module around it
};

struct FlameNode {
    std::string name; ///< empty: what was too small to be told apart
    std::int32_t rank = -1;
    std::size_t parent = 0;
    std::int64_t self = 0;
    std::int64_t total = 0;
    std::vector<std::size_t> children;
};

/// Node 0 is all of it; parents come before their children. Equal names under one parent are one node.
struct FlameTree {
    std::vector<FlameNode> nodes;
};

/// Whether \p table is a tree of calls: rows that name the row around them, with times of their own.
[[nodiscard]] bool isCallTree(const core::Table& table);
/// The weights that \p table holds any of, device time first: "device", "host".
[[nodiscard]] std::vector<std::string> flameWeights(const core::Table& table);
/// Whether any of its names is a module's.
[[nodiscard]] bool namesModules(const core::Table& table);
/// Ranks are the first level where callers come first and there are several; else they are added up.
[[nodiscard]] FlameTree flameTree(const core::Table& table, const FlameChoice& choice);

/// \p root over the whole width, what is around it above, what it holds below. The spots' paths are indices
/// of nodes. What is narrower than a pixel is left out.
[[nodiscard]] Scene flameScene(const FlameTree& tree, std::size_t root, double width, const Theme& theme);

} // namespace shardscope::app
