// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/planted/recorded_plan.h"

#include "core/kinds/row_verdict.h"
#include "core/timeline/timeline.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <span>

namespace shardscope::tests {

namespace {

using core::WorkClass;
using Json = nlohmann::ordered_json;

/// What a class of work is called by the program: operator, forward and backward, node, kernel.
struct ProgramWords {
    WorkClass work;
    const char* operation;
    const char* backward;
    const char* node;
    const char* kernel;
};
constexpr ProgramWords kWords[]{
    {WorkClass::Product, "aten::mm", "aten::mm", "MmBackward0", "nvjet_sm90_tst_128x256"},
    {WorkClass::GroupedProduct, "aten::_grouped_mm", "aten::_grouped_mm", "GroupedMmBackward0",
     "cutlass::gemm::grouped"},
    {WorkClass::Attention, "aten::_scaled_dot_product_flash_attention",
     "aten::_scaled_dot_product_flash_attention_backward", "ScaledDotProductFlashAttentionBackward0",
     "pytorch_flash::flash_fwd_kernel"},
    {WorkClass::Norm, "aten::native_layer_norm", "aten::native_layer_norm_backward",
     "NativeLayerNormBackward0", "vectorized_layer_norm_kernel"},
    {WorkClass::Elementwise, "aten::mul", "aten::mul", "MulBackward0",
     "vectorized_elementwise_kernel<4, Mul>"},
    {WorkClass::Embedding, "aten::embedding", "aten::embedding_dense_backward", "EmbeddingBackward0",
     "indexSelectLargeIndex"},
    {WorkClass::Loss, "aten::_log_softmax", "aten::_log_softmax_backward_data", "LogSoftmaxBackward0",
     "cunn_SoftMaxForward<LogSoftMax>"},
    {WorkClass::Optimizer, "aten::_fused_adamw_", "aten::_fused_adamw_", "",
     "multi_tensor_apply_kernel<FusedAdam>"},
};
const ProgramWords& wordsOf(WorkClass work)
{
    const auto found = std::ranges::find(kWords, work, &ProgramWords::work);
    return found == std::end(kWords) ? kWords[4] : *found;
}

/// "8192x1024x3072" of a product is [8192, 1024], [1024, 3072].
Json dimsOf(const std::string& shape, bool product)
{
    Json extents = Json::array();
    std::size_t at = 0;
    while (at < shape.size()) {
        const std::size_t end = std::min(shape.find('x', at), shape.size());
        extents.push_back(std::stoll(shape.substr(at, end - at)));
        at = end + 1;
    }
    if (product && extents.size() == 3)
        return Json::array({Json::array({extents[0], extents[1]}), Json::array({extents[1], extents[2]})});
    return Json::array({extents});
}

struct DeviceRow {
    std::int64_t ts = 0;
    std::int64_t dur = 0;
    std::size_t stream = 0;
    std::string name;
    Json args;
};

constexpr std::int64_t kLatency = 5'000; ///< of a launch, ns

class Writer {
public:
    Writer(const core::Run& run, std::uint32_t source)
        : m_run(run)
        , m_timeline(*run.timeline)
        , m_source(source)
    {
    }

    std::string write(const std::string& device)
    {
        read();
        spreadPauses();
        std::ranges::stable_sort(m_rows, {}, &DeviceRow::ts);
        std::int64_t last = 0;
        for (const core::StepMark& step : m_timeline.steps()) {
            if (step.source == m_source)
                event("user_annotation", "ProfilerStep#" + std::to_string(m_steps++), 1, step.begin,
                      step.end - step.begin, Json::object());
        }
        for (DeviceRow& row : m_rows) {
            // A rank that has nothing else to do waits in it, from when the step's first calls have come
            // through.
            const std::int64_t waits = std::max(last, beginOfStep(row.ts) + kLatency);
            if (isReceive(row) && row.ts > waits) {
                row.dur += row.ts - waits;
                row.ts = waits;
            }
            writeRow(row, last);
            last = std::max(last, row.ts + row.dur);
        }
        const core::RunSource& source = m_run.sources[m_source];
        Json document{{"schemaVersion", 1},
                      {"deviceProperties", Json::array({{{"id", 0}, {"name", device}}})}};
        document["distributedInfo"] = {{"backend", "nccl"}, {"rank", source.rank}};
        if (m_run.plan)
            document["distributedInfo"]["world_size"] = m_run.plan->axes.devices();
        document["traceEvents"] = m_events;
        return document.dump();
    }

private:
    void read()
    {
        for (std::size_t index = 0; index < m_timeline.tracks().size(); ++index) {
            const core::Track& track = m_timeline.tracks()[index];
            if (track.source != m_source || !track.device)
                continue;
            for (const core::Lane& lane : m_timeline.lanes().subspan(track.firstLane, track.laneCount)) {
                for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row)
                    m_rows.push_back({m_timeline.ts()[row], m_timeline.dur()[row], index,
                                      std::string(m_timeline.names().text(m_timeline.name()[row])),
                                      Json::parse(m_run.arguments->arguments(m_timeline.args()[row]))});
            }
        }
    }

    /// Rows of a layer's pass that touch each other have the pauses' time behind each of them.
    void spreadPauses()
    {
        std::map<std::string, std::vector<std::size_t>> layers;
        for (std::size_t at = 0; at < m_rows.size(); ++at) {
            const Json& args = m_rows[at].args;
            if (args.contains("layer"))
                layers[args["pass"].get<std::string>() + std::to_string(args.value("layer", 0)) + "|" +
                       std::to_string(args.value("micro_batch", 0)) + "|" +
                       std::to_string(args.value("stage", 0)) + "|" + stepOf(m_rows[at].ts)]
                    .push_back(at);
        }
        for (auto& [key, rows] : layers) {
            std::ranges::sort(rows, {}, [&](std::size_t at) { return m_rows[at].ts; });
            for (auto from = rows.begin(); from != rows.end();) {
                auto to = from + 1;
                while (to != rows.end() && m_rows[*to].ts <= m_rows[*(to - 1)].ts + m_rows[*(to - 1)].dur)
                    ++to;
                spreadPauses({from, to});
                from = to;
            }
        }
        std::erase_if(m_rows, isPause);
    }
    void spreadPauses(std::span<const std::size_t> rows)
    {
        std::int64_t pause = 0;
        for (const std::size_t at : rows)
            pause += isPause(m_rows[at]) ? m_rows[at].dur : 0;
        const std::int64_t each = pause / static_cast<std::int64_t>(rows.size());
        std::int64_t time = m_rows[rows.front()].ts;
        for (const std::size_t at : rows) {
            if (isPause(m_rows[at]))
                continue;
            time += each;
            m_rows[at].ts = time;
            time += m_rows[at].dur;
        }
    }
    static bool isPause(const DeviceRow& row)
    {
        return row.args.value("class", "") == core::nameOf(WorkClass::Idle);
    }
    static bool isReceive(const DeviceRow& row) { return row.args.value("Collective name", "") == "recv"; }
    [[nodiscard]] std::int64_t beginOfStep(std::int64_t ts) const
    {
        std::int64_t begin = 0;
        for (const core::StepMark& mark : m_timeline.steps())
            begin = mark.source == m_source && mark.begin <= ts ? std::max(begin, mark.begin) : begin;
        return begin;
    }
    [[nodiscard]] std::string stepOf(std::int64_t ts) const
    {
        std::size_t step = 0;
        for (const core::StepMark& mark : m_timeline.steps())
            step += mark.source == m_source && mark.end <= ts ? 1 : 0;
        return std::to_string(step);
    }

    void event(const std::string& category, const std::string& name, std::size_t thread, std::int64_t ts,
               std::int64_t dur, const Json& args)
    {
        Json one{{"ph", "X"},
                 {"cat", category},
                 {"name", name},
                 {"pid", category == "kernel" || category == "gpu_memcpy" ? 0 : 1},
                 {"tid", thread},
                 {"ts", static_cast<double>(ts) * 1e-3},
                 {"dur", static_cast<double>(dur) * 1e-3}};
        if (!args.empty())
            one["args"] = args;
        m_events.push_back(std::move(one));
    }

    /// The host is a little ahead of the device, or, where the device has to wait, on its way to the launch.
    void writeRow(const DeviceRow& row, std::int64_t freeSince)
    {
        constexpr std::int64_t kAhead = 40'000;
        constexpr std::int64_t kLong = 30'000;
        constexpr std::int64_t kOperator = 10'000;
        const bool waits = row.ts - freeSince > kLong || isReceive(row);
        const std::int64_t launch = std::max(m_host + 300, row.ts - (waits ? kLatency : kAhead));
        const std::string pass = row.args.value("pass", "");
        const auto work = core::fromName<WorkClass>(row.args.value("class", ""));
        const bool backward = pass == "backward" || pass == "input_gradient" || pass == "weight_gradient";
        const std::size_t thread = work && (backward || pass == "recompute") ? 2 : 1;
        for (std::int64_t at = m_host + 100; waits && at + kOperator < launch; at += kOperator)
            event("cpu_op", "aten::empty", thread, at, kOperator - 200, Json::object());
        m_host = launch + 400;
        const Json correlation{{"correlation", ++m_id}};
        if (!work) { // traffic and copies: launched by nobody's operator
            event("cuda_runtime", "cudaLaunchKernel", 1, launch, 100, correlation);
            Json args = row.args;
            args["correlation"] = m_id;
            args["stream"] = row.stream;
            const bool copy = row.name.starts_with("memcpy");
            event(copy ? "gpu_memcpy" : "kernel", copy ? "Memcpy DtoH" : kernelOf(row), row.stream, row.ts,
                  row.dur, args);
            return;
        }
        const ProgramWords& words = wordsOf(*work);
        const bool update = *work == WorkClass::Optimizer;
        const std::string place = row.name + std::to_string(row.args.value("layer", -1)) + "|" +
                                  std::to_string(row.args.value("micro_batch", -1)) + stepOf(row.ts);
        Json args{{"External id", m_id}};
        const std::string shape = row.args.value("shape", "");
        // An embedding is called with its table, which no plan's row tells the rows of.
        if (!shape.empty() && *work != WorkClass::Embedding)
            args["Input Dims"] = dimsOf(shape, *work == WorkClass::Product);
        if (!shape.empty())
            args["Input type"] = {"c10::BFloat16", "c10::BFloat16"};
        if (thread == 2) {
            const auto made = m_numbers.find(place);
            const std::int64_t number =
                made == m_numbers.end() || pass == "recompute" ? ++m_number : made->second;
            const std::string node = pass == "recompute" ? "CheckpointFunctionBackward" : words.node;
            event("cpu_op", "autograd::engine::evaluate_function: " + node, 2, launch - 200, 500,
                  {{"Sequence number", number}});
        }
        if (!backward && !update)
            args["Sequence number"] = ++m_number;
        if (pass == "forward")
            m_numbers[place] = m_number;
        if (update)
            event("user_annotation", "Optimizer.step#AdamW.step", 1, launch - 200, 500, Json::object());
        event("cpu_op", backward ? words.backward : words.operation, thread, launch - 100, 300, args);
        event("cuda_runtime", "cudaLaunchKernel", thread, launch, 100, correlation);
        event("kernel", words.kernel, row.stream, row.ts, row.dur,
              {{"correlation", m_id}, {"stream", row.stream}});
    }
    static std::string kernelOf(const DeviceRow& row)
    {
        const std::string operation = row.args.value("Collective name", "");
        if (operation == "send" || operation == "recv")
            return "ncclDevKernel_SendRecv";
        return operation == "all_reduce"       ? "ncclDevKernel_AllReduce_Sum_bf16_RING_LL"
               : operation == "all_gather"     ? "ncclDevKernel_AllGather_RING_LL"
               : operation == "reduce_scatter" ? "ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL"
                                               : row.name;
    }

    const core::Run& m_run;
    const core::Timeline& m_timeline;
    std::uint32_t m_source;
    std::vector<DeviceRow> m_rows;
    Json m_events = Json::array();
    std::map<std::string, std::int64_t> m_numbers; ///< of forward operators, by place
    std::int64_t m_number = 0;
    std::int64_t m_host = 0;
    int m_id = 0;
    int m_steps = 0;
};

} // namespace

std::vector<std::string> recordedPlan(const core::Run& simulated, const std::string& device)
{
    std::vector<std::string> texts;
    for (std::uint32_t source = 0; source < simulated.sources.size(); ++source)
        texts.push_back(Writer(simulated, source).write(device));
    return texts;
}

} // namespace shardscope::tests
