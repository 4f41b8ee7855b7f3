// SPDX-License-Identifier: GPL-3.0-or-later
// A program whose costs are known: hosts that launch, devices that work, collectives that they meet in, a
// recorder that takes its own time, and causes that are planted one by one. What a cause costs is the step
// with it less the step without it, of the same program. Shares nothing with the analyses.
#pragma once

#include "tests/support/planted/recording.h"

#include <vector>

namespace shardscope::tests::planted {

enum class Cause : std::uint8_t {
    Input,      ///< every host makes its batch while the devices wait: ns
    RankInput,  ///< one rank's does: ns
    Launches,   ///< so many kernels of three microseconds, launched one by one
    Waits,      ///< so many times a step a host waits for its device
    Allocation, ///< device memory is asked for while the device waits: ns
    SlowRank,   ///< kernels of one rank take so many thousandths more
    Exposed,    ///< a last collective that nothing runs beside: ns
    SlowKernel, ///< one product that takes so much longer than it needs: ns
    Checkpoint, ///< in one step of three every host writes a file while the devices wait: ns
    Capture,    ///< kernels are put into a graph while the devices wait: ns
};
inline constexpr int kCauses = 10;

struct PlantedCause {
    Cause cause = Cause::Input;
    std::int64_t size = 0;
    int rank = 0; ///< of those of one rank
};

struct Program {
    int ranks = 1;
    int devices = 1; ///< of each rank; each has a thread that launches for it
    unsigned seed = 1;
    std::int64_t recorder = 0; ///< ns of the host an operator; 0: recording costs nothing
    std::vector<PlantedCause> causes;

    [[nodiscard]] bool has(Cause cause) const;
};

/// A pipeline by GPipe (arXiv:1811.06965): a rank a stage, whose passes are all as long; micro-batches go
/// forward, then all go back. A stage may be so many thousandths slower.
struct Pipeline {
    int stages = 4;
    int microBatches = 8;
    std::int64_t forward = 1'000'000; ///< ns of a pass
    std::int64_t backward = 2'000'000;
    int slowStage = -1;
    std::int64_t slower = 0;
};
[[nodiscard]] Recording recorded(const Pipeline& pipeline);
/// Nanoseconds a step in which a stage, on average, runs no pass.
[[nodiscard]] double bubbleOf(const Pipeline& pipeline);

[[nodiscard]] Recording recorded(const Program& program);
/// Nanoseconds from the end of the first step to that of the last, a step; of the device that ends last.
[[nodiscard]] double stepOf(const Program& program);
/// What the cause at \p index costs a step, ns.
[[nodiscard]] double costOf(const Program& program, std::size_t index);

/// [m, k] times [k, n] in 16 bits, which a device of so many FLOP/s needs kProductNs for.
inline constexpr std::int64_t kProductM = 8192, kProductK = 4096, kProductN = 4096;
inline constexpr double kProductFlops = 1e15;
inline constexpr std::int64_t kProductNs = 274'878; ///< 2 m k n over that rate

} // namespace shardscope::tests::planted
