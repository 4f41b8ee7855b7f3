// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers every formula is written in: the plan's degrees and the model's sizes, each with where it comes
// from.
#pragma once

#include "core/explain/explained.h"
#include "core/model/model_spec.h"
#include "core/plan/plan.h"

#include <string_view>

namespace shardscope::planner {

template <class N>
using Count = typename N::template Q<core::kNumber>;
template <class N>
using ByteCount = typename N::template Q<core::kByte>;
template <class N>
using Duration = typename N::template Q<core::kSecond>;

/// A bare number of a formula that stands alone.
template <class N>
Count<N> constant(double value)
{
    if constexpr (N::kExplains)
        return core::detail::constant<core::kNumber>(value);
    else
        return core::Number{value};
}

/// A number of the plan; \p pointer is its key.
template <class N>
Count<N> planned(std::int64_t value, std::string_view label, std::string_view pointer)
{
    return N::leaf(core::Number{static_cast<double>(value)}, label, core::SourceKind::Given, pointer);
}

/// A size of the model.
template <class N>
Count<N> sized(std::int64_t value, std::string_view label)
{
    return N::leaf(core::Number{static_cast<double>(value)}, label, core::SourceKind::Given, "model");
}

/// The width of an element of \p dtype; \p pointer is the key that chose it.
template <class N>
ByteCount<N> width(core::Dtype dtype, std::string_view label, std::string_view pointer)
{
    return N::leaf(core::widthOf(dtype), label, core::SourceKind::Given, pointer);
}

template <class N>
struct Symbols {
    // the plan
    Count<N> tensor;   ///< t
    Count<N> pipeline; ///< p
    Count<N> virtualStages;
    Count<N> microBatch;       ///< b
    Count<N> microBatches;     ///< m
    Count<N> sequence;         ///< s
    Count<N> tokens;           ///< b · s
    Count<N> normTokens;       ///< b · s, over t with sequence parallelism: what norms and dropouts see
    ByteCount<N> computeWidth; ///< of an activation element
    // the model
    Count<N> hidden;
    Count<N> heads;
    Count<N> queryWidth;    ///< heads · head size
    Count<N> keyValueWidth; ///< key/value heads · head size
    Count<N> feedForward;
    Count<N> vocabulary;
};

/// The number format of computation.
[[nodiscard]] inline core::Dtype computeDtype(const core::Plan& plan)
{
    if (plan.precision.compute)
        return *plan.precision.compute;
    return plan.precision.autocast ? core::Dtype::Bf16 : plan.precision.weights;
}

template <class N>
Symbols<N> symbolsOf(const core::Transformer& model, const core::Plan& plan)
{
    Symbols<N> s{planned<N>(plan.axes.tensor, "t", "/parallel/tensor"),
                 planned<N>(plan.axes.pipeline, "p", "/parallel/pipeline"),
                 planned<N>(plan.axes.virtualStages, "v", "/parallel/virtual_stages"),
                 planned<N>(plan.batch.microBatch, "b", "/batch/micro_batch"),
                 planned<N>(plan.batch.microBatches, "m", "/batch/micro_batches"),
                 planned<N>(plan.batch.sequenceLength, "s", "/batch/sequence_length"),
                 {},
                 {},
                 width<N>(computeDtype(plan), "activation_width", "/precision/compute"),
                 sized<N>(model.hidden, "h"),
                 sized<N>(model.heads, "a"),
                 sized<N>(model.queryWidth(), "query_width"),
                 sized<N>(model.keyValueWidth(), "key_value_width"),
                 sized<N>(model.feedForward, "f"),
                 sized<N>(model.vocabulary, "V")};
    s.tokens = N::named("tokens", s.microBatch * s.sequence, "of one micro-batch");
    s.normTokens = plan.axes.sequenceParallel
                       ? N::named("tokens_of_norms", s.tokens / s.tensor, "arXiv:2205.05198, section 4.2.2")
                       : s.tokens;
    return s;
}

} // namespace shardscope::planner
