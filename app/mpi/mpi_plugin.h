// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line asks of MPI. It loads this where mpirun started it and does without everywhere else,
// so that no program needs Open MPI's libraries. C, since a library may be loaded that another compiler made.
#pragma once

#include <cstddef>

extern "C" {

/// Processes that were started together. Each function is called by all of them that it names, in one order.
struct ShardscopeMpi {
    unsigned version; ///< kShardscopeMpiVersion of whoever compiled it
    int (*number)();  ///< of this process, from 0
    int (*count)();
    void (*send)(const char* bytes, std::size_t size, int to);
    /// The size of what \p from sends next; then its bytes.
    std::size_t (*expect)(int from);
    void (*receive)(char* bytes, std::size_t size, int from);
    /// The bytes of process 0, everywhere.
    void (*broadcast)(char* bytes, std::size_t size);
    void (*finish)();
};

/// Begins MPI.
const ShardscopeMpi* shardscopeMpi();
}

inline constexpr unsigned kShardscopeMpiVersion = 1;
inline constexpr const char* kShardscopeMpiEntry = "shardscopeMpi";
