// SPDX-License-Identifier: GPL-3.0-or-later
// A vector for columns: not cleared where it grows, and large ones have pages of their own, which go back to
// the system when freed and cost nothing until they are written.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace shardscope::core {

/// From this size on, that of a huge page, memory comes straight from the system.
inline constexpr std::size_t kOwnPagesBytes = std::size_t{2} << 20;
/// Throws std::bad_alloc.
[[nodiscard]] void* allocatePages(std::size_t bytes);
void freePages(void* pages, std::size_t bytes);

template <class T>
class PageAllocator {
    static_assert(std::is_trivially_destructible_v<T>);

public:
    using value_type = T;
    PageAllocator() = default;
    template <class U>
    explicit PageAllocator(const PageAllocator<U>&)
    {
    }

    [[nodiscard]] T* allocate(std::size_t count)
    {
        if (count > static_cast<std::size_t>(-1) / sizeof(T))
            throw std::bad_array_new_length();
        const std::size_t bytes = count * sizeof(T);
        return static_cast<T*>(bytes >= kOwnPagesBytes ? allocatePages(bytes) : ::operator new(bytes));
    }
    void deallocate(T* values, std::size_t count)
    {
        const std::size_t bytes = count * sizeof(T);
        bytes >= kOwnPagesBytes ? freePages(values, bytes) : ::operator delete(values);
    }
    /// resize leaves new values as they are.
    template <class U>
    void construct(U* place) noexcept(std::is_nothrow_default_constructible_v<U>)
    {
        ::new (static_cast<void*>(place)) U;
    }
    template <class U, class... Args>
    void construct(U* place, Args&&... args)
    {
        std::construct_at(place, std::forward<Args>(args)...);
    }
    friend bool operator==(const PageAllocator&, const PageAllocator&) { return true; }
};

template <class T>
using PageVector = std::vector<T, PageAllocator<T>>;

} // namespace shardscope::core
