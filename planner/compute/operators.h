// SPDX-License-Identifier: GPL-3.0-or-later
// Which kernels a part of the network launches, by implementation (docs/formulas.md, section 5).
#pragma once

#include "core/model/model_spec.h"
#include "core/plan/plan.h"
#include "planner/compute/kernels.h"
#include "planner/formula/layer_form.h"

#include <cstddef>
#include <cstdint>

namespace shardscope::planner {

/// A layer, or what lies before or after the layers.
struct SegmentRows {
    Rows forward;
    Rows backward;             ///< without recompute
    std::size_t again = 0;     ///< full recompute repeats the first so many forward rows
    std::size_t coreBegin = 0; ///< selective recompute repeats these
    std::size_t coreEnd = 0;
    int nodes = 0; ///< of autograd that the host walks in backward
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
