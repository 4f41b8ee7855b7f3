// SPDX-License-Identifier: GPL-3.0-or-later
// This program's operator new: everything that is linked into it, and Qt, asks here.
#include "tests/desktop/scarce_memory.h"

#include <atomic>
#include <cstdlib>
#include <limits>
#include <new>

namespace shardscope::tests {

namespace {

constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();
std::atomic<std::size_t> g_most{kNoLimit};
std::atomic<int> g_refused{0};
thread_local bool spared = false;

} // namespace

ScarceMemory::ScarceMemory(std::size_t most, For whom)
{
    spared = whom == For::Workers;
    g_refused = 0;
    g_most = most;
}

ScarceMemory::~ScarceMemory()
{
    g_most = kNoLimit;
    spared = false;
}

int ScarceMemory::refused() { return g_refused; }

} // namespace shardscope::tests

void* operator new(std::size_t size)
{
    using namespace shardscope::tests;
    if (size >= g_most && !spared) {
        ++g_refused;
        throw std::bad_alloc();
    }
    if (void* const memory = std::malloc(size > 0 ? size : 1))
        return memory;
    throw std::bad_alloc();
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
