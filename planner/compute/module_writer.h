// SPDX-License-Identifier: GPL-3.0-or-later
// Transformers' modules as PyTorch runs them: counted from their source (transformers 5.17, PyTorch 2.11's
// derivatives.yaml), one row for each kernel. Bytes are those read and written for one element.
#pragma once

#include "planner/compute/row_writer.h"

namespace shardscope::planner {

/// Writes a module's kernels, forward and backward, after those already there.
class ModuleWriter : protected RowWriter {
public:
    /// \p model and \p plan must outlive the writer.
    ModuleWriter(const core::Transformer& model, const core::Plan& plan);

protected:
    using K = KernelClass;
    using E = Extent;

    void tiny(int inForward, int inBackward);
    void linear(E rows, E in, E out, bool bias, const char* label, K kind = K::Product);
    void accumulate(E rows, E width, int times);
    void norm(E rows, E width);
    void layerNorm(E rows, E width);
    /// LlamaRMSNorm: computed in fp32, written out.
    void rmsNorm(E rows, E width);
    void dropout(double width);
    /// After a sublayer: dropout of its output, then the residual.
    void residual();
    /// x · cos + rotate_half(x) · sin.
    void rotary(E width);
    /// The core, which selective recompute repeats; \p scores: written out, how many.
    void attention(E scores = E::Scores);
    void fusedAttention();
    void eagerAttention(E scores);
    void gelu(E width);
    /// NewGELUActivation, written out: 0.5 x (1 + tanh(√(2/π) (x + 0.044715 x³))).
    void tanhGelu();
    /// Under autocast a norm's fp32 output is cast for the product after it.
    void castForProducts(int products = 1);
    /// Over the size of one head; the same bytes in all, whatever the row.
    void rmsNormOfHeads(E width);
    void gated(E rows, E width, bool ofHalves = false);

    const core::Transformer& m_model;
    const core::Plan& m_plan;
    Repeats m_repeats;
    bool m_autocast; ///< 16-bit products between fp32 norms and residuals
    double m_width;  ///< of a product's operands
    double m_stream; ///< of the residual stream
    bool m_rms;
    bool m_eager;
};

} // namespace shardscope::planner
