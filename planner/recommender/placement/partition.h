// SPDX-License-Identifier: GPL-3.0-or-later
// Laying items on devices so that none is slowest by much and none overflows: greedy, differencing, local
// search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace shardscope::planner {

/// Something to place: on one device, or on all devices of one node alike.
struct PartitionItem {
    double seconds = 0; ///< that each device it lies on spends
    double device = 0;  ///< bytes that each device it lies on keeps
    double host = 0;
    double nvme = 0;
    bool wholeNode = false;
    std::int64_t pinned = -1; ///< device (or any device of the node) it must lie on; -1: free
    double sending = 0;       ///< of its seconds those in exchanges with others
};

/// What every device starts with and may hold.
struct PartitionSpace {
    std::int64_t devices = 1;
    std::int64_t devicesPerNode = 1;
    double baseSeconds = 0;
    double baseDevice = 0;
    double baseHost = 0;
    double baseNvme = 0;
    double deviceCapacity = 0;
    double hostCapacity = 0; ///< of a whole node, shared by its devices
    double nvmeCapacity = 0; ///< the same
};

enum class PartitionMethod { GreedyBySize, GreedyByTime, Differencing };

struct Partition {
    std::vector<std::int64_t> place; ///< device of each item; the node's first device for a whole-node item
    std::vector<double> seconds;     ///< of each device
    std::vector<double> deviceBytes;
    std::vector<double> hostBytes; ///< of each device's share; a node's limit is their sum
    std::vector<double> nvmeBytes;
    std::vector<std::size_t> unplaced; ///< items that fitted nowhere
    [[nodiscard]] double worst() const;
};

/// Greedy: largest first onto the emptiest device that holds it, by bytes or by seconds (LPT, R. L. Graham,
/// SIAM J. Appl. Math. 17 (1969)). Differencing: N. Karmarkar and R. M. Karp, "The differencing method of set
/// partitioning" (1982), in its many-way form; items that then overflow a device are placed anew greedily.
/// Ties are broken by number, so that the result is one and the same everywhere.
[[nodiscard]] Partition partition(const std::vector<PartitionItem>& items, const PartitionSpace& space,
                                  PartitionMethod method);

/// Moves and swaps away from the slowest device while they help; at most \p rounds of them.
void improve(const std::vector<PartitionItem>& items, const PartitionSpace& space, Partition& partition,
             std::size_t rounds);

} // namespace shardscope::planner
