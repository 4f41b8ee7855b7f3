// SPDX-License-Identifier: GPL-3.0-or-later
// The tensor operations of the tape: what each allocates and keeps in forward, and allocates in backward, in
// order. Every rule is derived from PyTorch 2.11's derivatives.yaml and kernels; the table is in
// docs/memory_model.md.
#pragma once

#include "planner/tape/autograd/rules.h"
#include "planner/tape/autograd/tape.h"

#include <cstdint>
#include <span>
#include <vector>

namespace shardscope::planner::tape {

// Views: no memory (reshaped and contiguous copy where the strides leave no other way).
[[nodiscard]] Tensor reshaped(Tape& tape, const Tensor& x, std::initializer_list<std::int64_t> sizes);
[[nodiscard]] Tensor reshaped(Tape& tape, const Tensor& x, std::span<const std::int64_t> sizes);
[[nodiscard]] Tensor contiguous(Tape& tape, const Tensor& x);
[[nodiscard]] Tensor transposed(Tape& tape, const Tensor& x, int a, int b);
[[nodiscard]] Tensor expanded(Tape& tape, const Tensor& x, std::initializer_list<std::int64_t> sizes);
/// \p size elements of dimension \p dim (x[..., :size] and the like; where they start makes no difference).
[[nodiscard]] Tensor sliced(Tape& tape, const Tensor& x, int dim, std::int64_t size);
/// Equal parts along \p dim, of one node (split, chunk).
[[nodiscard]] std::vector<Tensor> split(Tape& tape, const Tensor& x, int dim, int parts);
[[nodiscard]] std::vector<Tensor> split(Tape& tape, const Tensor& x, int dim,
                                        const std::vector<std::int64_t>& sizes);
[[nodiscard]] Tensor concatenated(Tape& tape, const std::vector<Tensor>& parts, int dim);

// Elementwise.
[[nodiscard]] Tensor add(Tape& tape, const Tensor& a, const Tensor& b);
[[nodiscard]] Tensor multiply(Tape& tape, const Tensor& a, const Tensor& b);
[[nodiscard]] Tensor scaled(Tape& tape, const Tensor& x);     ///< x * number, x / number, -x
[[nodiscard]] Tensor plusNumber(Tape& tape, const Tensor& x); ///< number + x
[[nodiscard]] Tensor power(Tape& tape, const Tensor& x);      ///< x ** n, n > 1
[[nodiscard]] Tensor cast(Tape& tape, const Tensor& x, Element element);
[[nodiscard]] Tensor gelu(Tape& tape, const Tensor& x);
[[nodiscard]] Tensor silu(Tape& tape, const Tensor& x);
[[nodiscard]] Tensor relu(Tape& tape, const Tensor& x);
[[nodiscard]] Tensor tanhOf(Tape& tape, const Tensor& x);
[[nodiscard]] Tensor reciprocalRoot(Tape& tape, const Tensor& x);
/// x where a mask without gradient is false, else a number (masked_fill).
[[nodiscard]] Tensor masked(Tape& tape, const Tensor& x, const Tensor& mask);
/// Itself where \p probability is 0.
[[nodiscard]] Tensor dropout(Tape& tape, const Tensor& x, double probability);

// Reductions and normalisation, over the last dimension.
[[nodiscard]] Tensor meanKept(Tape& tape, const Tensor& x);
[[nodiscard]] Tensor softmax(Tape& tape, const Tensor& x);
[[nodiscard]] Tensor logSoftmax(Tape& tape, const Tensor& x);
[[nodiscard]] Tensor layerNorm(Tape& tape, const Tensor& x, const Tensor& weight, const Tensor& bias);
/// Sum over dimension \p dim, dropped.
[[nodiscard]] Tensor summed(Tape& tape, const Tensor& x, int dim);

// Products.
/// x [..., in] with weight [out, in] (bias undefined: none), as torch.nn.functional.linear.
[[nodiscard]] Tensor linear(Tape& tape, const Tensor& x, const Tensor& weight, const Tensor& bias);
/// bias + x [rows, in] * weight [in, out].
[[nodiscard]] Tensor addProduct(Tape& tape, const Tensor& bias, const Tensor& x, const Tensor& weight);
/// Products over all leading dimensions: [..., n, m] with [..., m, p].
[[nodiscard]] Tensor batchedProduct(Tape& tape, const Tensor& a, const Tensor& b);
/// Rows in groups, each group with its own matrix: [S, m] with [groups, m, p] and group offsets.
[[nodiscard]] Tensor groupedProduct(Tape& tape, const Tensor& x, const Tensor& weights,
                                    const Tensor& offsets);

// Lookup and loss.
[[nodiscard]] Tensor embedding(Tape& tape, const Tensor& ids, const Tensor& weight);
/// Rows of \p x [n, ...] named by \p index [m] (advanced indexing).
[[nodiscard]] Tensor gathered(Tape& tape, const Tensor& x, const Tensor& index);
/// The k largest of the last dimension and where they were.
struct TopK {
    Tensor values;
    Tensor indices;
};
[[nodiscard]] TopK topK(Tape& tape, const Tensor& x, std::int64_t k);
/// Mean negative log likelihood of logits [n, classes]: log-softmax and nll, as
/// torch.nn.functional.cross_entropy.
[[nodiscard]] Tensor crossEntropy(Tape& tape, const Tensor& logits, const Tensor& labels);

/// scaled_dot_product_attention of q [b, a, s, d] and k, v [b, kv, s, d]. \p enableGqa: k and v have fewer
/// heads. \p mask: which pairs are seen, [b, 1, s, s]; undefined: all before a query.
[[nodiscard]] Tensor scaledDotProductAttention(Tape& tape, const Tensor& q, const Tensor& k, const Tensor& v,
                                               double dropoutProbability, bool enableGqa,
                                               const Tensor& mask = {});

/// The operand as a product takes it under autocast: cast to bf16, parameters once a region.
[[nodiscard]] Tensor forProduct(Tape& tape, const Tensor& x);
/// The operand as the operations that autocast keeps in fp32 take it.
[[nodiscard]] Tensor forPrecision(Tape& tape, const Tensor& x);

} // namespace shardscope::planner::tape
