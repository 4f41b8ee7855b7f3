// SPDX-License-Identifier: GPL-3.0-or-later
// A tensor of the tape: no numbers, only how large it is, where it lies and which operation made it.
#pragma once

#include "core/plan/evaluation.h"
#include "planner/tape/allocator/caching_allocator.h"
#include "planner/tape/autograd/element.h"
#include "planner/tape/autograd/layout.h"

#include <cstdint>
#include <memory>

namespace shardscope::planner::tape {

class Ledger;
struct Node;

/// Bytes on the device, freed with the last reference. Views share it.
class Storage {
public:
    /// Takes its bytes at once unless \p released.
    Storage(Ledger& ledger, std::int64_t bytes, core::Purpose purpose, int stream, bool released = false);
    ~Storage();
    Storage(const Storage&) = delete;
    Storage& operator=(const Storage&) = delete;

    [[nodiscard]] core::Purpose purpose() const { return m_purpose; }
    [[nodiscard]] std::int64_t bytes() const { return m_bytes; }
    void assign(core::Purpose purpose);
    /// Gives the bytes back and takes them again, while references stay: what resize_(0) does to a gathered
    /// parameter.
    void release();
    void refill();

private:
    Ledger& m_ledger;
    std::int64_t m_bytes;
    int m_stream;
    core::Purpose m_purpose;
    CachingAllocator::BlockId m_block = CachingAllocator::kNoBlock;
};

using StorageRef = std::shared_ptr<Storage>;

struct Tensor {
    Layout layout;
    Element element = Element::Float32;
    StorageRef storage;   ///< null: undefined
    Node* node = nullptr; ///< the operation to hand its gradient to; null: needs none
    int slot = 0;         ///< which of the operation's outputs

    [[nodiscard]] bool defined() const { return storage != nullptr; }
    [[nodiscard]] std::int64_t elements() const { return layout.elements(); }
    [[nodiscard]] std::int64_t size(int dim) const { return layout.size(dim); }
    /// The same memory without history.
    [[nodiscard]] Tensor detached() const
    {
        Tensor copy = *this;
        copy.node = nullptr;
        copy.slot = 0;
        return copy;
    }
    void reset() { *this = Tensor{}; }
};

} // namespace shardscope::planner::tape
