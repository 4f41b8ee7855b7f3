// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/planted/framework_program.h"

#include "tests/support/planted/writers.h"

#include <nlohmann/json.hpp>

#include <string>
#include <utility>

namespace shardscope::tests::planted {

namespace {

using Json = nlohmann::ordered_json;
using Shapes = std::vector<std::vector<std::int64_t>>;

constexpr const char* kType = "c10::BFloat16";

using Place = ProgramPlace;

std::int64_t rankAt(const FrameworkProgram& of, const Place& at)
{
    const std::int64_t behind =
        of.replicasLast ? at.stage + of.pipeline * at.replica : at.replica + of.replica * at.stage;
    return at.tensor + of.tensor * (at.context + of.context * behind);
}

enum Axis { kAll, kTensor, kContext, kData, kPipe, kExpert };

/// The ranks that differ from \p at along \p axis alone.
std::vector<std::int64_t> groupOf(const FrameworkProgram& of, Place at, Axis axis)
{
    std::vector<std::int64_t> ranks;
    const auto along = [&](std::int64_t& coordinate, std::int64_t begin, std::int64_t count) {
        for (std::int64_t value = begin; value < begin + count; ++value) {
            coordinate = value;
            ranks.push_back(rankAt(of, at));
        }
    };
    switch (axis) {
    case kAll:
        for (std::int64_t rank = 0; rank < of.world(); ++rank)
            ranks.push_back(rank);
        break;
    case kTensor: along(at.tensor, 0, of.tensor); break;
    case kContext: along(at.context, 0, of.context); break;
    case kData: along(at.replica, 0, of.replica); break;
    case kPipe: along(at.stage, 0, of.pipeline); break;
    case kExpert: along(at.replica, at.replica / of.expert * of.expert, of.expert); break;
    }
    return ranks;
}

const char* descriptionOf(const FrameworkProgram& of, Axis axis)
{
    constexpr const char* kMegatron[]{
        "default_pg",          "TENSOR_MODEL_PARALLEL_GROUP",   "CONTEXT_PARALLEL_GROUP",
        "DATA_PARALLEL_GROUP", "PIPELINE_MODEL_PARALLEL_GROUP", "EXPERT_MODEL_PARALLEL_GROUP"};
    constexpr const char* kMesh[]{"default_pg", "mesh_tp", "mesh_cp", "mesh_dp", "mesh_pp", "mesh_ep"};
    if (axis != kAll && !of.described)
        return "undefined"; // torch/distributed/distributed_c10d.py, where nobody gives one
    return of.trainer == Trainer::Megatron ? kMegatron[axis] : kMesh[axis];
}

class RankWriter {
public:
    RankWriter(const FrameworkProgram& program, std::int64_t rank)
        : m_of(program)
        , m_rank(rank)
        , m_at(programPlace(program, rank))
    {
    }

    std::string write()
    {
        const bool parts = m_of.trainer == Trainer::DeepSpeed && m_of.zero < 3;
        if (m_of.trainer != Trainer::DataParallel)
            event("python_function",
                  parts ? "deepspeed/runtime/zero/stage_1_and_2.py(1): step"
                        : kFunctions[static_cast<std::size_t>(m_of.trainer)],
                  10'000, 1'000);
        for (int step = 0; step < 3; ++step) {
            const std::int64_t begin = m_clock;
            for (const Pass& pass : passes())
                run(pass);
            gather();
            optimizer();
            event("user_annotation", "ProfilerStep#" + std::to_string(step), begin, m_clock - begin);
            m_clock += 1'000;
        }
        Json info{{"backend", "nccl"}, {"rank", m_rank}, {"world_size", m_of.world()}};
        info["pg_config"] = Json::array();
        for (const Axis axis : {kAll, kTensor, kContext, kData, kPipe, kExpert}) {
            const std::vector<std::int64_t> ranks = groupOf(m_of, m_at, axis);
            if (axis == kAll ? m_of.world() > 1 : ranks.size() > 1)
                info["pg_config"].push_back({{"pg_name", std::to_string(axis)},
                                             {"pg_desc", descriptionOf(m_of, axis)},
                                             {"backend_config", "cuda:nccl"},
                                             {"pg_size", ranks.size()},
                                             {"ranks", ranks}});
        }
        return Json{{"schemaVersion", 1},
                    {"deviceProperties", Json::array({{{"id", 0}, {"name", "NVIDIA H100 80GB HBM3"}}})},
                    {"distributedInfo", info},
                    {"traceEvents", m_events}}
            .dump();
    }

private:
    static constexpr const char* kFunctions[]{"", "megatron/core/pipeline_parallel/schedules.py(1): f",
                                              "deepspeed/runtime/zero/stage3.py(1): step",
                                              "train.py(1): main", "MaxText/train.py(1): main"};

    void event(const char* category, const std::string& name, std::int64_t ts, std::int64_t dur,
               Json args = Json::object())
    {
        const bool device = std::string_view(category) == "kernel";
        Json one{{"ph", "X"},
                 {"cat", category},
                 {"name", name},
                 {"pid", device ? 0 : 1},
                 {"tid", device ? 7 : 1},
                 {"ts", static_cast<double>(ts) * 1e-3},
                 {"dur", static_cast<double>(dur) * 1e-3}};
        if (!args.empty())
            one["args"] = std::move(args);
        m_events.push_back(std::move(one));
    }
    template <typename Inside>
    void range(const std::string& name, Inside inside, const Shapes& shapes, Json concrete = Json::array())
    {
        const std::int64_t begin = m_clock;
        m_clock += 2'000;
        inside();
        m_clock += 2'000;
        Json args;
        if (!shapes.empty()) {
            args["Input Dims"] = shapes;
            args["Input type"] = std::vector<std::string>(shapes.size(), kType);
            if (!concrete.empty())
                args["Concrete Inputs"] = std::move(concrete);
        }
        event("cpu_op", name, begin, m_clock - begin, std::move(args));
        m_clock += 1'000;
    }
    void operation(const std::string& name, const Shapes& shapes, Json concrete = Json::array())
    {
        range(
            name, [&] { launch("nvjet_sm90_tst_128x256"); }, shapes, std::move(concrete));
    }
    void launch(const std::string& kernel, Json args = Json::object())
    {
        args["correlation"] = ++m_calls;
        event("cuda_runtime", "cudaLaunchKernel", m_clock, 2'000, {{"correlation", m_calls}});
        event("kernel", kernel, m_device = std::max(m_device, m_clock + 5'000), 3'000, std::move(args));
        m_device += 4'000;
        m_clock += 3'000;
    }
    void communicate(const char* kernel, const char* collective, Axis axis, std::int64_t elements,
                     std::int64_t peer = -1)
    {
        const std::vector<std::int64_t> ranks = groupOf(m_of, m_at, axis);
        if (ranks.size() < 2)
            return;
        Json args{{"Collective name", collective},
                  {"In msg nelems", elements},
                  {"dtype", "BFloat16"},
                  {"Process Group Name", std::to_string(axis)},
                  {"Process Group Description", descriptionOf(m_of, axis)},
                  {"Process Group Ranks", Json(ranks).dump()}};
        if (m_of.peers && peer >= 0)
            args[std::string_view(collective) == "send" ? "Dst Rank" : "Src Rank"] = peer;
        launch(kernel, std::move(args));
    }
    /// Hands on to the rank of \p stage that is alike in all else.
    void handOn(const char* collective, std::int64_t stage)
    {
        Place other = m_at;
        other.stage = stage % m_of.pipeline;
        communicate("ncclDevKernel_SendRecv", collective, kPipe, rows() * m_of.hidden(), rankAt(m_of, other));
    }

    [[nodiscard]] bool megatron() const { return m_of.trainer == Trainer::Megatron; }
    [[nodiscard]] std::int64_t tokens() const { return m_of.sequence / m_of.context; }
    [[nodiscard]] std::int64_t rows() const { return m_of.batch * tokens(); }

    void product(std::int64_t in, std::int64_t out)
    {
        if (megatron()) // core/tensor_parallel/layers.py: torch.matmul(total_input, weight.t())
            range("LinearWithGradAccumulationAndAsyncCommunication",
                  [&] {
                      range("aten::matmul",
                            [&] {
                                operation("aten::mm", {{rows(), in}, {in, out}});
                            },
                            {{tokens(), m_of.batch, in}, {in, out}});
                  },
                  {});
        else
            range("aten::linear",
                  [&] {
                      operation("aten::mm", {{rows(), in}, {in, out}});
                  },
                  {{m_of.batch, tokens(), in}, {out, in}, {}});
    }
    void norm()
    {
        const std::int64_t h = m_of.hidden();
        operation("aten::rms_norm", {{m_of.batch, tokens(), h}, {}, {h}});
    }
    void attention()
    {
        const std::int64_t heads = m_of.heads / m_of.tensor;
        const std::int64_t kv = m_of.kvHeads / m_of.tensor;
        const std::int64_t d = m_of.headDim;
        if (megatron())
            return operation("flash_attn::_flash_attn_forward", {{m_of.batch, tokens(), heads, d},
                                                                 {m_of.batch, tokens(), kv, d},
                                                                 {m_of.batch, tokens(), kv, d}});
        const Shapes shapes{
            {m_of.batch, heads, tokens(), d}, {m_of.batch, kv, tokens(), d}, {m_of.batch, kv, tokens(), d}};
        range(
            "aten::scaled_dot_product_attention",
            [&] { operation("aten::_scaled_dot_product_flash_attention", shapes); }, shapes);
    }
    void feedForward()
    {
        const std::int64_t h = m_of.hidden();
        const std::int64_t width = m_of.feedForward / m_of.tensor;
        if (m_of.experts == 0) {
            if (megatron()) { // core/transformer/mlp.py: linear_fc1 holds both halves
                product(h, (m_of.gated ? 2 : 1) * width);
            } else {
                product(h, width);
                if (m_of.gated)
                    product(h, width);
            }
            product(width, h);
            return;
        }
        product(h, m_of.experts); // the router
        operation("aten::topk", {{rows(), m_of.experts}, {}, {}, {}, {}},
                  {"", std::to_string(m_of.perToken), "-1", "True", "True"});
        communicate("ncclDevKernel_SendRecv", "all_to_allv", kExpert, rows() * h);
        const std::int64_t local = m_of.experts / m_of.expert;
        const std::int64_t sent = rows() * m_of.perToken;
        const std::int64_t in = (m_of.gated ? 2 : 1) * m_of.feedForward;
        if (megatron()) { // Transformer Engine: each expert's matrix is an operand
            grouped(sent, h, in, local);
            grouped(sent, m_of.feedForward, h, local);
        } else if (m_of.trainer == Trainer::Fsdp2) { // torchtitan/models/moe
            operation("aten::_grouped_mm", {{sent, h}, {local, h, m_of.feedForward}, {local}});
            if (m_of.gated)
                operation("aten::_grouped_mm", {{sent, h}, {local, h, m_of.feedForward}, {local}});
            operation("aten::_grouped_mm", {{sent, m_of.feedForward}, {local, m_of.feedForward, h}, {local}});
        } else { // one after the other
            for (std::int64_t one = 0; one < local; ++one) {
                product(h, m_of.feedForward);
                if (m_of.gated)
                    product(h, m_of.feedForward);
                product(m_of.feedForward, h);
            }
        }
        communicate("ncclDevKernel_SendRecv", "all_to_allv", kExpert, rows() * h);
    }
    void grouped(std::int64_t sent, std::int64_t in, std::int64_t out, std::int64_t count)
    {
        Shapes shapes{{sent, in}, {}};
        for (std::int64_t one = 0; one < count; ++one)
            shapes.push_back({out, in});
        operation("_GroupedLinear", shapes);
    }
    void layer()
    {
        const std::int64_t h = m_of.hidden();
        const std::int64_t t = m_of.tensor;
        const std::int64_t kv = m_of.kvHeads * m_of.headDim;
        if (m_of.trainer == Trainer::Fsdp2)
            communicate("ncclDevKernel_AllGather_RING_LL", "_allgather_base", kData, h * h / 8);
        norm();
        if (megatron()) {
            product(h, (h + 2 * kv) / t);
        } else {
            product(h, h / t);
            product(h, kv / t);
            product(h, kv / t);
        }
        attention();
        communicate("ncclDevKernel_SendRecv", "send", kContext, rows() * kv);
        product(h / t, h);
        communicate("ncclDevKernel_AllReduce_Sum_bf16_RING_LL", "allreduce", kTensor, rows() * h);
        norm();
        feedForward();
        communicate("ncclDevKernel_AllReduce_Sum_bf16_RING_LL", "allreduce", kTensor, rows() * h);
    }
    void layers()
    {
        for (std::int64_t at = 0; at < m_of.layers / (m_of.pipeline * m_of.chunks); ++at)
            layer();
    }

    /// 'F', 'B', or of a backward pass in two 'I' and 'W'.
    struct Pass {
        char kind;
        std::int64_t chunk, microBatch;
    };
    /// The passes of this rank's step.
    [[nodiscard]] std::vector<Pass> passes() const
    {
        const std::int64_t m = m_of.micro;
        const std::int64_t v = m_of.chunks;
        const std::int64_t p = m_of.pipeline;
        const std::int64_t all = m * v;
        const auto forwardAt = [&](std::int64_t at) { // p micro-batches of a chunk in a row
            return Pass{'F', at / p % v, at / (p * v) * p + at % p};
        };
        const auto backwardAt = [&](std::int64_t at) {
            return Pass{'B', v - 1 - at / p % v, at / (p * v) * p + at % p};
        };
        std::int64_t ahead = std::min(all, p - m_at.stage - 1);
        if (m_of.order == PassOrder::Gpipe)
            ahead = all;
        else if (m_of.order == PassOrder::Interleaved)
            ahead = m == p ? all : std::min(all, 2 * (p - m_at.stage - 1) + (v - 1) * p);
        std::vector<Pass> order;
        std::int64_t weights = 0;
        for (std::int64_t at = 0; at < ahead; ++at)
            order.push_back(v == 1 ? Pass{'F', 0, at} : forwardAt(at));
        for (std::int64_t at = 0; at < all; ++at) {
            if (ahead + at < all)
                order.push_back(v == 1 ? Pass{'F', 0, ahead + at} : forwardAt(ahead + at));
            Pass backward = v == 1 ? Pass{'B', 0, at} : backwardAt(at);
            if (m_of.order != PassOrder::ZeroBubble) {
                order.push_back(backward);
                continue;
            }
            backward.kind = 'I';
            order.push_back(backward);
            if (at >= m_at.stage) // later ranks put off more of them
                order.push_back({'W', 0, weights++});
        }
        for (; m_of.order == PassOrder::ZeroBubble && weights < all; ++weights)
            order.push_back({'W', 0, weights});
        return order;
    }
    void run(const Pass& pass)
    {
        const std::int64_t stage = m_at.stage + pass.chunk * m_of.pipeline;
        const std::int64_t begin = m_clock;
        m_clock += 1'000;
        if (pass.kind == 'F')
            forward(stage);
        else if (pass.kind == 'W')
            range("autograd::engine::evaluate_function: MmBackward0",
                  [&] {
                      operation("aten::mm", {{m_of.hidden(), rows()}, {rows(), m_of.feedForward}});
                  },
                  {});
        else
            backward(stage);
        if (m_of.namesPasses && m_of.pipeline > 1)
            event("user_annotation",
                  "PP:" + std::to_string(stage) + pass.kind + std::to_string(pass.microBatch), begin,
                  m_clock - begin);
        const bool last = pass.microBatch + 1 == m_of.micro && pass.chunk == 0;
        const bool each = m_of.trainer == Trainer::DeepSpeed && m_of.zero > 1;
        if (pass.kind != 'F' && (each || last) && pass.kind != 'W')
            reduce();
        m_clock += 1'000;
    }
    void forward(std::int64_t stage)
    {
        const std::int64_t h = m_of.hidden();
        const std::int64_t v = m_of.vocabulary / m_of.tensor;
        const bool last = stage + 1 == m_of.pipeline * m_of.chunks;
        if (stage == 0)
            operation("aten::embedding", {{v, h}, {m_of.batch, tokens()}});
        else
            handOn("recv", stage - 1);
        layers();
        if (!last)
            return handOn("send", stage + 1);
        norm();
        product(h, v);
        if (megatron())
            operation("_VocabParallelCrossEntropy", {{tokens(), m_of.batch, v}, {tokens(), m_of.batch}});
        else
            operation("aten::cross_entropy_loss", {{rows(), v}, {rows()}});
    }
    void backward(std::int64_t stage)
    {
        const std::int64_t h = m_of.hidden();
        if (stage + 1 < m_of.pipeline * m_of.chunks)
            handOn("recv", stage + 1);
        range("autograd::engine::evaluate_function: MmBackward0",
              [&] {
                  if (m_of.recompute)
                      layers();
                  operation("aten::mm", {{h, rows()}, {rows(), m_of.feedForward}});
              },
              {});
        if (stage > 0)
            handOn("send", stage - 1);
    }
    void reduce()
    {
        const std::int64_t elements = m_of.hidden() * m_of.hidden();
        switch (m_of.trainer) {
        case Trainer::DataParallel:
        case Trainer::Jax:
            return communicate("ncclDevKernel_AllReduce_Sum_bf16_RING_LL", "allreduce", kData, elements);
        default:
            communicate("ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL", "_reduce_scatter_base", kData,
                        elements);
        }
        if (m_of.trainer == Trainer::Fsdp2)
            event("user_annotation", "FSDP::post_backward_reduce", m_clock, 500);
    }
    /// Gathers what each replica updated.
    void gather()
    {
        if (m_of.trainer == Trainer::Megatron || m_of.trainer == Trainer::DeepSpeed)
            communicate("ncclDevKernel_AllGather_RING_LL", "_allgather_base", kData,
                        m_of.hidden() * m_of.hidden() / m_of.replica);
    }
    void optimizer()
    {
        const std::int64_t begin = m_clock;
        const bool apex = megatron() || m_of.trainer == Trainer::DeepSpeed;
        launch(apex          ? m_of.master ? "void multi_tensor_apply_kernel<TensorListMetadata<5>, "
                                             "AdamFunctorMaster<c10::BFloat16, float, float, int>>()"
                                           : "void multi_tensor_apply_kernel<TensorListMetadata<4>, "
                                             "AdamFunctor<float, float, int>>()"
               : m_of.master ? "void at::native::multi_tensor_apply_kernel<FusedOptimizerTensorListMetadata"
                               "<4>, FusedAdamMathFunctor<float, 4, (ADAM_MODE)1, false>>()"
                             : "void at::native::multi_tensor_apply_kernel<FusedOptimizerTensorListMetadata"
                               "<4>, FusedAdamMathFunctor<c10::BFloat16, 4, (ADAM_MODE)1, false>>()");
        event("user_annotation", apex ? "Optimizer.step#FusedAdam.step" : "Optimizer.step#AdamW.step", begin,
              m_clock - begin);
    }

    const FrameworkProgram& m_of;
    std::int64_t m_rank;
    Place m_at;
    Json m_events = Json::array();
    std::int64_t m_clock = 1'000'000;
    std::int64_t m_device = 0;
    std::int64_t m_calls = 0;
};

/// What XLA and PjRt write of a step: names without a shape.
std::string jaxRank(const FrameworkProgram& program, std::int64_t rank)
{
    Json events = Json::array();
    const auto add = [&](const char* category, const char* name, int pid, double ts, double dur) {
        events.push_back({{"ph", "X"},
                          {"cat", category},
                          {"name", name},
                          {"pid", pid},
                          {"tid", 1},
                          {"ts", ts},
                          {"dur", dur}});
    };
    add("python_function", "$MaxText/train.py:1 main", 701, 1, 4);
    for (int step = 0; step < 3; ++step) {
        const double begin = 1000.0 * step + 10;
        add("", "PjitFunction(step)", 701, begin, 50);
        add("", "PjRtCApiLoadedExecutable::Execute", 701, begin + 1, 40);
        add("kernel", "gemm_fusion_dot_5", 1, begin + 20, 300);
        if (program.replica > 1)
            add("kernel", "ncclDevKernel_AllReduce_Sum_bf16_RING_LL", 1, begin + 320, 100);
    }
    return Json{{"distributedInfo", {{"rank", rank}, {"world_size", program.world()}}},
                {"traceEvents", events}}
        .dump();
}

} // namespace

ProgramPlace programPlace(const FrameworkProgram& of, std::int64_t rank)
{
    ProgramPlace at;
    at.tensor = rank % of.tensor;
    rank /= of.tensor;
    at.context = rank % of.context;
    rank /= of.context;
    const std::int64_t fast = of.replicasLast ? of.pipeline : of.replica;
    (of.replicasLast ? at.stage : at.replica) = rank % fast;
    (of.replicasLast ? at.replica : at.stage) = rank / fast;
    return at;
}

std::vector<std::filesystem::path> writeProgram(const FrameworkProgram& program,
                                                const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files;
    for (std::int64_t rank = 0; rank < program.world(); ++rank) {
        files.push_back(folder / ("rank" + std::to_string(rank) + ".json"));
        writeBytes(files.back(), program.trainer == Trainer::Jax ? jaxRank(program, rank)
                                                                 : RankWriter(program, rank).write());
    }
    return files;
}

} // namespace shardscope::tests::planted
