// SPDX-License-Identifier: GPL-3.0-or-later
// How long the exact memory trace of a step takes: the largest Hugging Face family and a fused Megatron
// stage.
#include "planner/planner.h"

#include <benchmark/benchmark.h>

namespace {

using namespace shardscope;

core::ModelSpec model(core::TransformerFamily family)
{
    core::Transformer shape;
    shape.family = family;
    shape.layers = 32;
    shape.hidden = 4096;
    shape.heads = 32;
    shape.kvHeads = 8;
    shape.headDim = 128;
    shape.feedForward = 14336;
    shape.vocabulary = 128256;
    shape.maxSequence = 4096;
    shape.activation = core::Activation::Swiglu;
    shape.norm = core::NormKind::RmsNorm;
    shape.bias = shape.attentionBias = shape.outputBias = shape.tiedEmbeddings = shape.learnedPositions =
        false;
    core::ModelSpec spec;
    spec.form = shape;
    return spec;
}

void trace(benchmark::State& state, const core::ModelSpec& spec, const core::Plan& plan)
{
    for (auto step : state) {
        static_cast<void>(step);
        auto result = planner::traceMemory(spec, {}, plan);
        if (!result.ok())
            state.SkipWithError("not traced");
        benchmark::DoNotOptimize(result);
    }
}

void traceHuggingFace(benchmark::State& state)
{
    core::Plan plan;
    plan.implementation = core::Implementation::HuggingFace;
    plan.kernels = core::Kernels::Separate;
    plan.recompute = core::Recompute::Full;
    trace(state, model(core::TransformerFamily::Llama), plan);
}

void traceMegatron(benchmark::State& state)
{
    core::Plan plan;
    plan.axes.tensor = 8;
    plan.axes.pipeline = 4;
    plan.axes.sequenceParallel = true;
    plan.batch.microBatches = 8;
    trace(state, model(core::TransformerFamily::Native), plan);
}

BENCHMARK(traceHuggingFace)->Unit(benchmark::kMillisecond);
BENCHMARK(traceMegatron)->Unit(benchmark::kMillisecond);

} // namespace
