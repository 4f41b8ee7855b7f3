// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/desktop/sample_runs.h"

#include "core/timeline/build/timeline_builder.h"

namespace shardscope::tests {
namespace {

app::RunViewPtr viewOf(core::TimelineBuilder& builder, const char* title)
{
    core::LayoutTally tally;
    auto run = std::make_shared<core::Run>();
    run->title = title;
    run->timeline = builder.build({}, tally).value();
    return app::makeRunView(std::move(run), {}).value();
}

} // namespace

app::RunViewPtr smallRun()
{
    core::TimelineBuilder builder;
    const auto name = [&](const char* text) { return builder.intern(text); };
    const core::TrackId host = builder.track("1", "1");
    core::Track& hostTrack = builder.describe(host);
    hostTrack.process = name("host");
    hostTrack.thread = name("main");
    const core::TrackId stream = builder.track("2", "7");
    core::Track& streamTrack = builder.describe(stream);
    streamTrack.process = name("GPU 0");
    streamTrack.thread = name("stream 7");
    streamTrack.processOrder = 5;
    streamTrack.device = true;
    builder.slice(host, 0, 1000, name("outer"), name("cpu_op"));
    builder.slice(host, 100, 200, name("inner"), name("cpu_op"));
    builder.slice(host, 400, 500, name("inner two"), name("cpu_op"));
    builder.slice(stream, 150, 100, name("kernel"), name("kernel"));
    builder.slice(stream, 500, 300, name("sm90_xmma_gemm_bf16"), name("kernel"));
    builder.flow(core::FlowPhase::Begin, host, 120, name("ac2g"), 1);
    builder.flow(core::FlowPhase::End, stream, 150, name("ac2g"), 1);
    builder.counter(name("2"), name("memory"), name("bytes"), 0, 10);
    builder.counter(name("2"), name("memory"), name("bytes"), 500, 90);
    builder.step(0, 1000, name("ProfilerStep#1"), -1);
    return viewOf(builder, "small run");
}

app::RunViewPtr manyRanks(std::int32_t ranks)
{
    core::TimelineBuilder builder;
    const auto name = [&](const char* text) { return builder.intern(text); };
    for (std::int32_t rank = 0; rank < ranks; ++rank) {
        const auto source = static_cast<std::uint32_t>(rank);
        core::MeshCoordinate at;
        at.pipeline = rank / 2;
        at.tensor = rank % 2;
        const core::TrackId host = builder.track("1", "1", source);
        core::Track& hostTrack = builder.describe(host);
        hostTrack.process = name("host");
        hostTrack.thread = name("main");
        hostTrack.rank = rank;
        hostTrack.mesh = at;
        const core::TrackId stream = builder.track("2", "7", source);
        core::Track& streamTrack = builder.describe(stream);
        streamTrack.process = name("GPU 0");
        streamTrack.thread = name("stream 7");
        streamTrack.device = true;
        streamTrack.processOrder = 5;
        streamTrack.rank = rank;
        streamTrack.mesh = at;
        builder.slice(host, 0, 1000, name("outer"), name("cpu_op"));
        builder.slice(stream, 100, 200, name("kernel"), name("kernel"));
        builder.slice(stream, 300 + 10 * rank, 300 - 10 * rank, name("ncclKernel_AllReduce"), name("kernel"));
        builder.counter(name("2"), name("power"), name("W"), 0, 100 + rank, source);
    }
    return viewOf(builder, "many ranks");
}

app::RunViewPtr pythonRun()
{
    core::TimelineBuilder builder;
    const auto name = [&](const char* text) { return builder.intern(text); };
    const auto track = [&](const char* process, const char* thread, const char* title, bool device) {
        const core::TrackId made = builder.track(process, thread);
        core::Track& described = builder.describe(made);
        described.process = name(device ? "GPU 0" : "host");
        described.thread = name(title);
        described.device = device;
        return made;
    };
    const core::TrackId host = track("1", "1", "main", false);
    const core::TrackId backward = track("1", "2", "autograd", false);
    const core::TrackId stream = track("2", "7", "stream 7", true);
    const core::NameId python = name("python_function");
    builder.slice(host, 0, 1000, name("train.py(42): forward"), python);
    builder.slice(host, 50, 850, name("torch/nn/modules/module.py(1501): _call_impl"), python);
    builder.slice(host, 60, 740, name("nn.Module: Linear_0"), python);
    builder.slice(host, 70, 630, name("torch/nn/modules/linear.py(116): forward"), python);
    builder.slice(host, 75, 600, name("<built-in function linear>"), python);
    builder.slice(host, 80, 520, name("aten::linear"), name("cpu_op"));
    builder.slice(host, 100, 50, name("cudaLaunchKernel"), name("cuda_runtime"));
    builder.slice(stream, 200, 300, name("forward kernel"), name("kernel"));
    builder.slice(backward, 1000, 900, name("AddmmBackward0"), name("cpu_op"));
    builder.slice(backward, 1100, 50, name("cudaLaunchKernel"), name("cuda_runtime"));
    builder.slice(stream, 1200, 300, name("backward kernel"), name("kernel"));
    auto flow = [&, id = 0](core::TrackId from, std::int64_t at, core::TrackId to, std::int64_t until,
                            const char* what) mutable {
        builder.flow(core::FlowPhase::Begin, from, at, name(what), ++id);
        builder.flow(core::FlowPhase::End, to, until, name(what), id);
    };
    flow(host, 100, stream, 200, "ac2g");
    flow(backward, 1100, stream, 1200, "ac2g");
    flow(host, 80, backward, 1000, "fwdbwd");
    return viewOf(builder, "python run");
}

app::RunViewPtr kernelRun()
{
    core::TimelineBuilder builder;
    const core::TrackId stream = builder.track("2", "7");
    builder.describe(stream).device = true;
    const core::NameId kernel = builder.intern("kernel");
    std::int64_t at = 0;
    for (const std::int64_t takes : {10, 50, 20, 30, 40}) {
        builder.slice(stream, at, takes, kernel, kernel);
        at += 100;
    }
    return viewOf(builder, "kernel run");
}

app::RunViewPtr longRun(std::size_t slices)
{
    core::TimelineBuilder builder;
    const core::TrackId track = builder.track("1", "1");
    const core::NameId names[] = {builder.intern("first"), builder.intern("second")};
    const core::NameId category = builder.intern("cpu_op");
    for (std::size_t index = 0; index < slices; ++index)
        builder.slice(track, static_cast<std::int64_t>(index) * 20, 10, names[index % 2], category);
    return viewOf(builder, "long run");
}

} // namespace shardscope::tests
