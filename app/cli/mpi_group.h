// SPDX-License-Identifier: GPL-3.0-or-later
// The processes that mpirun started together, this one among them.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

struct ShardscopeMpi;

namespace shardscope::app {

/// How many processes a launcher (Open MPI's, MPICH's, Slurm's) started together; 1: none did.
[[nodiscard]] std::int64_t launchedTogether();

/// Each function is called by all processes, in one order.
class MpiGroup {
public:
    /// Errors: NotSupported where the part that knows MPI cannot be loaded.
    [[nodiscard]] static core::Result<std::unique_ptr<MpiGroup>> join();
    ~MpiGroup();
    MpiGroup(const MpiGroup&) = delete;
    MpiGroup& operator=(const MpiGroup&) = delete;

    [[nodiscard]] int number() const { return m_number; } ///< of this process, from 0
    [[nodiscard]] int count() const { return m_count; }
    /// Gives process 0 the bytes of all, in the order of their numbers; the others get nothing.
    [[nodiscard]] std::vector<std::string> gather(std::string bytes) const;
    /// The bytes of process 0.
    [[nodiscard]] std::string broadcast(std::string bytes) const;

private:
    explicit MpiGroup(const ShardscopeMpi& mpi);

    const ShardscopeMpi& m_mpi;
    int m_number;
    int m_count;
};

} // namespace shardscope::app
