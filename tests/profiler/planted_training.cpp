// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/planted_training.h"

#include "tests/profiler/analysis_case.h"

#include <algorithm>
#include <random>

namespace shardscope::tests {

namespace {

constexpr int kHidden = 1024;

std::string dims(std::initializer_list<std::vector<int>> operands)
{
    std::string text = "[";
    for (const std::vector<int>& operand : operands) {
        text += text.size() > 1 ? ", [" : "[";
        for (std::size_t at = 0; at < operand.size(); ++at)
            text += (at > 0 ? ", " : "") + std::to_string(operand[at]);
        text += "]";
    }
    return text + "]";
}

class Rank {
public:
    Rank(const Training& training, int number)
        : m_training(training)
        , m_factor(static_cast<std::size_t>(number) < training.slower.size()
                       ? training.slower[static_cast<std::size_t>(number)]
                       : 1)
        , m_random(1000 * training.seed + static_cast<unsigned>(number))
    {
    }

    /// Up to the all-reduce; gives when its gradients are there.
    double compute(int step)
    {
        m_begin = m_host;
        m_step = step;
        if (m_training.data > 0)
            m_spent["data_loading"] += m_training.data;
        if (m_training.data > 0)
            plain("user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__",
                  m_training.data);
        for (int micro = 0; micro < m_training.microBatches; ++micro) {
            if (m_training.copy > 0)
                operation("aten::copy_", 0, {}, [&] {
                    launch("copy", "Memcpy HtoD (Pinned -> Device)", m_training.copy, "gpu_memcpy");
                });
            m_made.clear();
            for (int layer = 0; layer < m_training.layers; ++layer)
                forward(layer);
            operation("aten::_log_softmax", ++m_number, dims({{m_training.tokens, 32000}}), [&] {
                launch("loss", "cunn_SoftMaxForward<4, float, LogSoftMaxForwardEpilogue>", m_training.loss);
            });
            m_made.push_back({"LogSoftmaxBackward0", m_number, -1});
            m_thread = "2"; // of autograd; Python's thread only waits meanwhile
            while (!m_made.empty())
                backward();
            m_thread = "1";
        }
        return m_device;
    }
    /// \p from: when this rank has come, \p until: when all have and have exchanged.
    void allReduce(double from, double until)
    {
        const int id = launchCall();
        m_events.push_back(slice(
            "kernel", "ncclDevKernel_AllReduce_Sum_bf16_RING_LL", "7", from, until - from,
            R"("correlation": )" + std::to_string(id) +
                R"(, "stream": 7, "Collective name": "allreduce", "In msg nelems": 1000000, "dtype": "BFloat16", "Process Group Name": "0", "Process Group Description": "default_pg", "Process Group Ranks": "[)" +
                ranksText() + "]\""));
        m_spent["waiting"] += until - from - m_training.allReduce;
        m_spent["all_reduce"] += m_training.allReduce;
        m_device = until;
    }
    [[nodiscard]] const std::map<std::string, double>& spent() const { return m_spent; }
    [[nodiscard]] double arrival() const { return std::max(m_host + 6, m_device + 1.3); }
    void update()
    {
        const double begin = m_host;
        for (int one = 0; one < m_training.updates; ++one) {
            const double takes = m_training.update / m_training.updates;
            if (!m_training.loose) {
                operation("aten::_fused_adamw_", 0, {}, [&] {
                    launch("optimizer",
                           "multi_tensor_apply_kernel<FusedOptimizerTensorListMetadata<4>, "
                           "FusedAdamMathFunctor>",
                           takes);
                });
                continue;
            }
            for (const char* const name : {"aten::_foreach_mul_", "aten::_foreach_lerp_",
                                           "aten::_foreach_addcmul_", "aten::_foreach_addcdiv_"})
                operation(name, 0, {}, [&] {
                    launch("optimizer",
                           "multi_tensor_apply_kernel<TensorListMetadata<2>, BinaryOpListAlphaFunctor>",
                           takes);
                });
        }
        m_events.push_back(slice("user_annotation", "Optimizer.step#AdamW.step", "1", begin, m_host - begin));
        const double wait = m_host;
        m_host = std::max(m_host, m_device) + 5;
        m_events.push_back(slice("cuda_runtime", "cudaDeviceSynchronize", "1", wait, m_host - wait));
        m_events.push_back(slice("user_annotation", "ProfilerStep#" + std::to_string(m_step), "1", m_begin,
                                 m_host - m_begin));
        m_ends.push_back(m_host);
    }

    [[nodiscard]] double step() const
    {
        return (m_ends.back() - m_ends.front()) / static_cast<double>(m_ends.size() - 1);
    }
    [[nodiscard]] std::string text(int number) const
    {
        return R"({"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "NVIDIA H100 80GB HBM3"}], "distributedInfo": {"backend": "nccl", "rank": )" +
               std::to_string(number) + R"(, "world_size": )" + std::to_string(m_training.ranks) +
               "},\n\"traceEvents\": [" + joined(m_events) + "]}";
    }

private:
    struct Made {
        std::string node;
        int number;
        int layer;
    };

    [[nodiscard]] std::string ranksText() const
    {
        std::string text;
        for (int rank = 0; rank < m_training.ranks; ++rank)
            text += (rank > 0 ? ", " : "") + std::to_string(rank);
        return text;
    }
    void plain(const std::string& category, const std::string& name, double takes)
    {
        m_events.push_back(slice(category, name, m_thread, m_host, takes));
        m_host += takes;
    }
    void operation(const std::string& name, int number, const std::string& inputs,
                   const std::function<void()>& inside, double takes = -1)
    {
        m_host += 0.72 * m_training.cost;
        const double begin = m_host;
        const double own = takes < 0 ? m_training.hostOf : takes;
        m_host += own / 2;
        inside();
        m_host += own / 2;
        std::string args = R"("External id": )" + std::to_string(++m_external);
        if (number > 0)
            args += R"(, "Sequence number": )" + std::to_string(number);
        if (!inputs.empty())
            args += R"(, "Input Dims": )" + inputs + R"(, "Input type": ["c10::BFloat16", "c10::BFloat16"])";
        m_events.push_back(slice("cpu_op", name, m_thread, begin, m_host - begin, args));
        m_host += 0.28 * m_training.cost;
    }
    int launchCall()
    {
        const bool records = m_training.cost > 0;
        m_host += records ? 0.5 : 0;
        const double begin = m_host;
        m_host += 2.2 + (records ? 2.0 : 0);
        m_events.push_back(
            slice("cuda_runtime", "cudaLaunchKernel", m_thread, begin, m_host - begin, correlation(++m_id)));
        m_launched = begin;
        m_host += records ? 0.5 : 0;
        return m_id;
    }
    /// \p term: what its time is spent on.
    void launch(const char* term, const std::string& kernel, double takes,
                const std::string& category = "kernel")
    {
        if (m_layer >= 0 && m_layer == m_training.slowLayer)
            takes *= m_training.slowLayerBy;
        if (m_training.jitter > 0)
            takes *= std::max(0.1, std::normal_distribution<double>(1, m_training.jitter)(m_random));
        m_spent[m_again && category == "kernel" ? "recompute" : term] += takes;
        const int id = launchCall();
        const double start = std::max(m_launched + 6, m_device + 1.3);
        m_device = start + takes;
        m_events.push_back(slice(category, kernel, "7", start, takes,
                                 R"("correlation": )" + std::to_string(id) + R"(, "stream": 7)"));
    }
    /// Adds a product with the views around it by which the recorder's cost is told.
    void product(const std::string& name, int number, int in, int out, double factor = 1)
    {
        operation("aten::linear", 0, {}, [&] {
            operation(
                "aten::t", 0, {},
                [&] {
                    operation(
                        "aten::transpose", 0, {}, [] {}, 0.6);
                },
                0.25);
            operation(name, number, dims({{m_training.tokens, in}, {in, out}}), [&] {
                launch("product", "sm90_xmma_gemm_bf16bf16_bf16f32", m_training.product * m_factor * factor);
            });
        });
    }
    void forward(int layer)
    {
        const bool first = !m_again;
        m_layer = layer;
        const auto made = [&](const char* node) {
            if (first)
                m_made.push_back({node, m_number, layer});
        };
        operation("aten::native_layer_norm", ++m_number, dims({{m_training.tokens, kHidden}}), [&] {
            launch("norm", "vectorized_layer_norm_kernel<c10::BFloat16, float>", m_training.norm);
        });
        made("NativeLayerNormBackward0");
        product("aten::mm", ++m_number, kHidden, 3 * kHidden);
        made("MmBackward0");
        operation("aten::_scaled_dot_product_flash_attention", ++m_number,
                  dims({{4, 16, m_training.tokens / 4, 64}}), [&] {
                      launch("attention", "pytorch_flash::flash_fwd_kernel<Flash_fwd_kernel_traits<64>>",
                             m_training.attention);
                  });
        made("ScaledDotProductFlashAttentionBackward0");
        product("aten::mm", ++m_number, kHidden, 4 * kHidden, first ? m_training.secondProduct : 1);
        made("MmBackward0");
        const std::string inputs = dims({{m_training.tokens, 4 * kHidden}});
        if (m_training.fused)
            operation("triton_poi_fused_add_gelu_mul_0", ++m_number, inputs,
                      [&] { launch("elementwise", "triton_poi_fused_add_gelu_mul_0", m_training.gelu); });
        else
            operation("aten::gelu", ++m_number, inputs, [&] {
                launch("elementwise", "vectorized_elementwise_kernel<4, GeluCUDAKernelImpl>",
                       m_training.gelu);
            });
        made("GeluBackward0");
        for (int one = 0; one < m_training.chain && !m_training.fused; ++one)
            operation(one % 2 == 0 ? "aten::mul" : "aten::add", ++m_number, inputs, [&] {
                launch("elementwise",
                       one % 2 == 0 ? "vectorized_elementwise_kernel<4, MulFunctor>"
                                    : "vectorized_elementwise_kernel<4, AddFunctor>",
                       m_training.gelu);
            });
        m_layer = -1;
    }
    void backward()
    {
        const Made made = m_made.back();
        m_made.pop_back();
        const std::string& node = made.node;
        if (m_training.recompute && node == "GeluBackward0") {
            m_number += 1;
            operation("autograd::engine::evaluate_function: CheckpointFunctionBackward", m_number, {}, [&] {
                operation("CheckpointFunctionBackward", m_number, {}, [&] {
                    m_again = true;
                    forward(made.layer);
                    m_again = false;
                });
            });
        }
        m_layer = made.layer;
        operation("autograd::engine::evaluate_function: " + node, made.number, {}, [&] {
            operation(node, made.number, {}, [&] {
                if (node == "MmBackward0") {
                    for (int gradient = 0; gradient < 2; ++gradient)
                        operation("aten::mm", 0, dims({{m_training.tokens, kHidden}, {kHidden, kHidden}}),
                                  [&] {
                                      launch("product", "sm90_xmma_gemm_bf16bf16_bf16f32",
                                             m_training.product * m_factor);
                                  });
                } else if (node.starts_with("Scaled")) {
                    operation("aten::_scaled_dot_product_flash_attention_backward", 0, {}, [&] {
                        launch("attention", "pytorch_flash::flash_bwd_dq_dk_dv_loop_kernel",
                               2 * m_training.attention);
                    });
                } else if (node.starts_with("Gelu")) {
                    operation("aten::gelu_backward", 0, dims({{m_training.tokens, 4 * kHidden}}), [&] {
                        launch("elementwise", "vectorized_elementwise_kernel<4, GeluBackwardCUDAKernelImpl>",
                               m_training.gelu);
                    });
                } else if (node.starts_with("NativeLayerNorm")) {
                    operation(
                        "aten::native_layer_norm_backward", 0, dims({{m_training.tokens, kHidden}}), [&] {
                            launch("norm", "layer_norm_grad_input_kernel_vectorized<c10::BFloat16, float>",
                                   m_training.norm);
                        });
                } else {
                    operation("aten::_log_softmax_backward_data", 0, dims({{m_training.tokens, 32000}}), [&] {
                        launch("loss", "cunn_SoftMaxBackward<4, float, LogSoftMaxBackwardEpilogue>",
                               m_training.loss);
                    });
                }
            });
        });
        m_layer = -1;
    }

    const Training& m_training;
    double m_factor;
    std::mt19937 m_random;
    std::map<std::string, double> m_spent;
    int m_layer = -1;
    std::string m_thread = "1";
    double m_host = 1000;
    double m_device = 0;
    double m_launched = 0;
    double m_begin = 0;
    int m_step = 0;
    int m_number = 100;
    int m_external = 0;
    int m_id = 0;
    bool m_again = false;
    std::vector<Made> m_made;
    std::vector<double> m_ends;
    std::vector<std::string> m_events;
};

} // namespace

RecordedTraining recorded(const Training& training)
{
    std::vector<Rank> ranks;
    for (int rank = 0; rank < training.ranks; ++rank)
        ranks.emplace_back(training, rank);
    RecordedTraining out;
    for (int step = 0; step < training.steps; ++step) {
        std::vector<double> come;
        for (Rank& rank : ranks) {
            rank.compute(step);
            come.push_back(rank.arrival());
        }
        const double last = *std::ranges::max_element(come);
        for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
            if (training.ranks > 1) {
                ranks[rank].allReduce(come[rank], last + training.allReduce);
                out.waits += step > 0 ? (last - come[rank]) / (training.ranks * (training.steps - 1)) : 0;
            }
            ranks[rank].update();
        }
    }
    out.step = ranks.front().step();
    for (const Rank& rank : ranks) {
        auto& own = out.spentOf.emplace_back();
        for (const auto& [term, time] : rank.spent())
            own[term] = time / training.steps;
        for (const auto& [term, time] : rank.spent())
            out.spent[term] += time / training.ranks / training.steps;
    }
    for (std::size_t rank = 0; rank < ranks.size(); ++rank)
        out.files.push_back(ranks[rank].text(static_cast<int>(rank)));
    return out;
}

} // namespace shardscope::tests
