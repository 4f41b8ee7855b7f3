// SPDX-License-Identifier: GPL-3.0-or-later
// What forward keeps for backward: the published formula for a tensor-parallel transformer layer, written out
// by what is kept, so that its special cases (arXiv:2205.05198, Table 2) follow from the plan's choices.
#pragma once

#include "core/model/model_spec.h"
#include "planner/formula/inventory.h"
#include "planner/formula/symbols.h"

namespace shardscope::planner {

/// Bytes of one layer for one micro-batch.
template <class N>
struct LayerActivations {
    ByteCount<N> whole; ///< with nothing recomputed
    ByteCount<N> core;  ///< the attention core's part of it
    ByteCount<N> kept;  ///< what the plan's recompute leaves in memory until backward
    ByteCount<N> again; ///< what backward makes again beside it, at most at a time
};

template <class N>
[[nodiscard]] LayerActivations<N> layerActivations(const Symbols<N>& s, const core::Transformer& model,
                                                   const core::Plan& plan, LayerForm form);

/// Bytes at the ends of the network for one micro-batch.
template <class N>
struct EndActivations {
    ByteCount<N> embedding;        ///< dropout after the embedding
    ByteCount<N> decoderEmbedding; ///< the same of a decoder's tokens
    ByteCount<N> encoder;          ///< what every decoder layer reads, once on a stage that has some; else 0
    ByteCount<N> head;             ///< final norm, head and loss
    ByteCount<N> loss;             ///< what backward of the loss needs beside it
};

template <class N>
[[nodiscard]] EndActivations<N> endActivations(const Symbols<N>& s, const core::Transformer& model,
                                               const core::Plan& plan);

/// The tensor a stage passes on for one micro-batch.
template <class N>
[[nodiscard]] ByteCount<N> boundaryBytes(const Symbols<N>& s);

} // namespace shardscope::planner
