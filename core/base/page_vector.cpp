// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/page_vector.h"

#include <sys/mman.h>

namespace shardscope::core {

namespace {

constexpr std::size_t kHugePage = kOwnPagesBytes;

/// Whole huge pages: only then the system lets a mapping begin at one.
std::size_t mappedBytes(std::size_t bytes) { return (bytes + kHugePage - 1) / kHugePage * kHugePage; }

} // namespace

void* allocatePages(std::size_t bytes)
{
    void* const pages =
        ::mmap(nullptr, mappedBytes(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) {
        if (const std::new_handler handler = std::get_new_handler()) // as operator new does
            handler();
        throw std::bad_alloc();
    }
#if defined(MADV_HUGEPAGE)
    // Most of what a page costs is asking for it: 2 MB at once take a fifth of the time of 512 pages. A last
    // one of which little would be used is left out.
    ::madvise(pages, (bytes + kHugePage / 4) / kHugePage * kHugePage, MADV_HUGEPAGE);
#endif
    return pages;
}

void freePages(void* pages, std::size_t bytes) { ::munmap(pages, mappedBytes(bytes)); }

} // namespace shardscope::core
