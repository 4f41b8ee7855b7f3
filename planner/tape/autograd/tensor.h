// SPDX-License-Identifier: GPL-3.0-or-later
// A tensor of the tape: no numbers, only how large it is, where it lies and which operation made it.
#pragma once

#include "core/model/dtype.h"
#include "core/plan/evaluation.h"
#include "planner/tape/allocator/caching_allocator.h"
#include "planner/tape/autograd/tensor_layout.h"

#include <cmath>
#include <cstdint>
#include <memory>

namespace shardscope::planner::tape {

/// Element types as a tensor library stores them; core::Dtype names what a plan may ask for, this what memory
/// holds.
enum class Element : std::uint8_t { Float32, BFloat16, Float16, Int64, Int32, Bool };

[[nodiscard]] constexpr std::int64_t widthOf(Element element)
{
    switch (element) {
    case Element::Float32:
    case Element::Int32: return 4;
    case Element::BFloat16:
    case Element::Float16: return 2;
    case Element::Int64: return 8;
    case Element::Bool: return 1;
    }
    return 1;
}

/// How a plan's number format lies in memory as a dense tensor (8-bit formats as the bytes they are).
[[nodiscard]] constexpr Element elementOf(core::Dtype dtype)
{
    switch (dtype) {
    case core::Dtype::Bf16: return Element::BFloat16;
    case core::Dtype::Fp16: return Element::Float16;
    case core::Dtype::Fp8:
    case core::Dtype::Mxfp8:
    case core::Dtype::Nvfp4:
    case core::Dtype::Int8: return Element::Bool;
    case core::Dtype::Fp32:
    case core::Dtype::Tf32: return Element::Float32;
    }
    return Element::Float32;
}

/// What so many elements take, the scales of blocks among them.
[[nodiscard]] inline std::int64_t bytesOf(core::Dtype dtype, std::int64_t elements)
{
    return static_cast<std::int64_t>(std::ceil(core::widthOf(dtype).value() * static_cast<double>(elements)));
}

/// Type promotion between floating tensors: the wider one wins.
[[nodiscard]] constexpr Element promoted(Element a, Element b) { return widthOf(a) >= widthOf(b) ? a : b; }

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
