// SPDX-License-Identifier: GPL-3.0-or-later
// Which kernels a part of the network launches, by implementation (docs/formulas.md, section 5).
#pragma once

#include "core/base/text_mark.h"
#include "core/model/model_spec.h"
#include "core/plan/plan.h"
#include "planner/compute/kernels.h"
#include "planner/formula/layer_form.h"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace shardscope::planner {

/// A layer, or what lies before or after the layers.
struct SegmentRows {
    Rows forward;
    Rows backward; ///< without recompute
    Rows again;    ///< of forward, what the plan's recompute repeats in backward
    int nodes = 0; ///< of autograd that the host walks in backward
};

/// Adds to what runs again of a layer whose \p rows are all there what a policy by operations does not keep.
void addByOperations(SegmentRows& rows);

/// What of a layer is written again, by the plan's recompute.
class Repeats {
public:
    explicit Repeats(const core::Plan& plan)
        : m_asked(plan.phases > 0 ? core::Recompute::Full : plan.recompute) // phases keep their ends alone
    {
    }
    [[nodiscard]] bool part(core::Recompute::Part part) const { return m_asked.has(part); }
    /// What \p write adds to \p rows' forward is \p of, and runs again where that does, but for the last \p
    /// spared rows, whose results nothing keeps.
    template <class Write>
    void during(core::Recompute::Part of, SegmentRows& rows, std::size_t spared, const Write& write)
    {
        const std::size_t begin = rows.forward.size();
        const bool within = std::exchange(m_within, m_within || part(of));
        write();
        m_within = within;
        if (part(of) && !within)
            add(rows, begin, spared);
    }
    /// Adds all rows of a layer so far, if whole layers run again, or those that a policy by operations
    /// takes.
    void whole(SegmentRows& rows, std::size_t spared) const
    {
        if (part(core::Recompute::WholeLayer))
            add(rows, 0, spared);
        else if (part(core::Recompute::Operations))
            addByOperations(rows);
    }

private:
    static void add(SegmentRows& rows, std::size_t begin, std::size_t spared)
    {
        rows.again.insert(rows.again.end(), rows.forward.begin() + static_cast<std::ptrdiff_t>(begin),
                          rows.forward.end() - static_cast<std::ptrdiff_t>(spared));
    }
    core::Recompute m_asked;
    bool m_within = false; ///< a part that runs again and holds others
};

/// A part of the network: an end of it, or a layer of some form.
struct Segment {
    enum class Part : std::uint8_t { Embedding, Layer, Head };
    Part part = Part::Layer;
    LayerForm form;

    [[nodiscard]] static constexpr Segment embedding() { return {Part::Embedding, {}}; }
    [[nodiscard]] static constexpr Segment head() { return {Part::Head, {}}; }
    [[nodiscard]] static constexpr Segment layer(LayerForm form) { return {Part::Layer, form}; }
};

/// What the time of a stage's segments is called in its derivation.
[[nodiscard]] constexpr const char* segmentLabel(Segment::Part part)
{
    return part == Segment::Part::Embedding ? W_("segment_embedding")
           : part == Segment::Part::Head    ? W_("segment_head")
                                            : W_("segment_layer");
}

/// Adds the adapters of \p plan beside the products of \p rows, and takes the frozen weights' gradients out.
void addAdapters(SegmentRows& rows, Segment segment, const core::Plan& plan);

/// Kernels of \p segment. Fused: Megatron-LM's kernels; separate: one kernel an operation as PyTorch runs the
/// modules of transformers 5.17 (their families), or Megatron-LM's layer written in plain operations.
[[nodiscard]] SegmentRows rowsOf(Segment segment, const core::Transformer& model, const core::Plan& plan);

// The three lists behind it.
[[nodiscard]] SegmentRows moduleRows(Segment segment, const core::Transformer& model, const core::Plan& plan);
[[nodiscard]] SegmentRows plainLayerRows(const core::Transformer& model, const core::Plan& plan);
[[nodiscard]] SegmentRows fusedRows(Segment segment, const core::Transformer& model, const core::Plan& plan);

/// Whether the operation list of transformers' modules applies (else Megatron-LM's).
[[nodiscard]] bool runsModules(const core::Plan& plan);

} // namespace shardscope::planner
