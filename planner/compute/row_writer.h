// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the kernels of a layer, forward and backward.
#pragma once

#include "planner/compute/operators.h"

#include <cstdint>

namespace shardscope::planner {

class RowWriter {
protected:
    void forward(KernelClass kernel, double bytes, Extent a, Extent b, Extent c, const char* label,
                 int kernels = 1)
    {
        m_rows.forward.push_back({kernel, bytes, a, b, c, static_cast<std::uint8_t>(kernels), label});
    }
    void backward(KernelClass kernel, double bytes, Extent a, Extent b, Extent c, const char* label,
                  int kernels = 1)
    {
        m_rows.backward.push_back({kernel, bytes, a, b, c, static_cast<std::uint8_t>(kernels), label});
    }
    void both(KernelClass kernel, double inForward, double inBackward, Extent a, Extent b, const char* label,
              int kernels = 1)
    {
        forward(kernel, inForward, a, b, Extent::One, label, kernels);
        backward(kernel, inBackward, a, b, Extent::One, label, kernels);
    }
    /// Output, input gradient and weight gradient.
    void products(double width, Extent tokens, Extent in, Extent out, const char* label,
                  KernelClass kind = KernelClass::Product)
    {
        const KernelClass back = kind == KernelClass::HeadProduct ? KernelClass::HeadProductBackward
                                 : kind == KernelClass::Grouped   ? KernelClass::GroupedBackward
                                                                  : KernelClass::ProductBackward;
        forward(kind, width, tokens, out, in, label);
        backward(back, width, tokens, in, out, label);
        backward(back, width, out, in, tokens, label);
    }

    SegmentRows m_rows;
};

/// What \p writer writes of a segment.
template <class Writer>
[[nodiscard]] SegmentRows writtenBy(Writer writer, Segment segment)
{
    switch (segment.part) {
    case Segment::Part::Embedding: return writer.embedding();
    case Segment::Part::Head: return writer.head();
    case Segment::Part::Layer: break;
    }
    return writer.layer(segment.form);
}

} // namespace shardscope::planner
