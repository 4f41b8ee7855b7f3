// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/guess/recorded_operations.h"

#include "core/timeline/timeline.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace shardscope::app {
namespace {

using ReadJson = nlohmann::json;

constexpr std::array<std::string_view, 30> kKnown{
    "aten::linear", "aten::addmm", "aten::mm", "aten::bmm", "aten::baddbmm", "aten::matmul",
    "aten::embedding", "aten::embedding_bag", "aten::scaled_dot_product_attention", "aten::layer_norm",
    "aten::native_layer_norm", "aten::rms_norm", "aten::_fused_rms_norm", "aten::gelu", "aten::silu",
    "aten::relu", "aten::dropout", "aten::native_dropout", "aten::cross_entropy_loss",
    "aten::nll_loss_forward", "aten::binary_cross_entropy_with_logits", "aten::binary_cross_entropy",
    "aten::mse_loss", "aten::rsqrt",
    // Megatron-LM, core/tensor_parallel/cross_entropy.py
    "_VocabParallelCrossEntropy",
    // Dao-AILab/flash-attention, flash_attn_interface.py
    "flash_attn::_flash_attn_forward", "FlashAttnFunc", "aten::topk", "aten::_grouped_mm",
    // Transformer Engine, pytorch/module/grouped_linear.py
    "_GroupedLinear"};
constexpr std::string_view kAttention = "aten::_scaled_dot_product_";

bool isKnown(std::string_view name)
{
    return std::ranges::find(kKnown, name) != kKnown.end() ||
           (name.starts_with(kAttention) && !name.ends_with("_backward"));
}

struct Row {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::uint32_t row = 0;
    std::uint32_t track = 0;
    bool gradient = false; ///< of autograd: no operation, but what lies in it is backward
};

/// Known rows of the host's threads that begin in \p window, the outer one first.
std::vector<Row> knownRows(const profiler::AnalysisInput& input, const profiler::RankPart& part,
                           const core::Interval& window)
{
    const core::Timeline& timeline = input.timeline();
    std::vector<signed char> known(timeline.names().size(), -1); // by name: 2 is autograd's
    std::vector<Row> rows;
    profiler::forEachHostLane(timeline, part, [&](const core::Lane& lane) {
        const core::LaneId id{static_cast<std::size_t>(&lane - timeline.lanes().data())};
        for (std::uint32_t row = timeline.firstStartingAt(id, lane.begin, window.begin);
             row < lane.begin + lane.count && timeline.ts()[row] < window.end; ++row) {
            const core::NameId name = timeline.name()[row];
            if (!name.valid())
                continue;
            signed char& own = known[name.index()];
            if (own < 0) {
                const std::string_view text = timeline.names().text(name);
                own = text.starts_with("autograd::engine::") ? 2 : isKnown(text) ? 1 : 0;
            }
            if (own > 0)
                rows.push_back({timeline.ts()[row], timeline.ts()[row] + timeline.dur()[row], row,
                                lane.track.value, own == 2});
        }
    });
    std::ranges::sort(rows, [](const Row& a, const Row& b) {
        return a.track != b.track   ? a.track < b.track
               : a.begin != b.begin ? a.begin < b.begin
                                    : a.end > b.end;
    });
    return rows;
}

/// No memory holds more elements: a shape that has is none.
constexpr std::int64_t kMostElements = std::int64_t{1} << 40;

/// Empty: there is none, or it is none that a tensor with elements can have.
Shape shapeOf(const ReadJson& json)
{
    if (!json.is_array() || json.empty())
        return {};
    Shape shape;
    std::int64_t elements = 1;
    for (const ReadJson& extent : json.front().is_array() ? json.front() : json) { // a list of tensors
        const std::int64_t own = extent.is_number_integer() ? extent.get<std::int64_t>() : 0;
        if (own < 1 || own > kMostElements / elements)
            return {};
        elements *= own;
        shape.push_back(own);
    }
    return shape;
}

void addArguments(std::string_view text, RecordedOperation& operation)
{
    const ReadJson json = ReadJson::parse(text, nullptr, false);
    if (!json.is_object())
        return;
    const auto texts = [&](const char* key, std::vector<std::string>& out) {
        const auto own = json.find(key);
        if (own == json.end() || !own->is_array())
            return;
        for (const ReadJson& one : *own)
            out.push_back(one.is_string() ? one.get<std::string>() : std::string());
    };
    texts("Input type", operation.types);
    texts("Concrete Inputs", operation.concrete);
    if (const auto dims = json.find("Input Dims"); dims != json.end() && dims->is_array()) {
        for (const ReadJson& one : *dims)
            operation.shapes.push_back(shapeOf(one));
    }
}

/// The outermost operations of \p rows, and which of the timeline's rows has each one's arguments.
std::vector<RecordedOperation> outermost(const profiler::AnalysisInput& input, const std::vector<Row>& rows)
{
    std::vector<RecordedOperation> operations;
    std::vector<std::int64_t> begins;
    std::uint32_t track = core::TrackId::kNone;
    std::int64_t operationEnd = 0;
    std::int64_t gradientEnd = 0;
    for (const Row& row : rows) {
        if (row.track != track) {
            track = row.track;
            operationEnd = gradientEnd = std::numeric_limits<std::int64_t>::min();
        }
        if (row.gradient) {
            gradientEnd = std::max(gradientEnd, row.end);
            continue;
        }
        const std::string_view name = input.text(input.timeline().name()[row.row]);
        if (row.begin < operationEnd) { // within another; attention is called by the name of what it chose
            if (name.starts_with(kAttention) && !operations.empty())
                operations.back().name = name;
            continue;
        }
        operationEnd = row.end;
        RecordedOperation& operation = operations.emplace_back();
        operation.name = name;
        operation.backward = row.begin < gradientEnd;
        operation.row = row.row;
        begins.push_back(row.begin);
    }
    std::vector<std::size_t> order(operations.size());
    for (std::size_t at = 0; at < order.size(); ++at)
        order[at] = at;
    std::ranges::sort(order, {}, [&](std::size_t at) { return std::pair(begins[at], at); });
    std::vector<RecordedOperation> inOrder;
    inOrder.reserve(order.size());
    for (const std::size_t at : order)
        inOrder.push_back(std::move(operations[at]));
    return inOrder;
}

} // namespace

namespace {

/// The last step but one of \p part, which is whole and no warm-up; its only one, or all of the recording.
core::Interval windowOf(const profiler::AnalysisInput& input, std::size_t part)
{
    const std::vector<profiler::RankStep>& steps = input.steps(part).steps;
    if (steps.empty())
        return {input.timeline().begin(), input.timeline().end()};
    const profiler::RankStep& step = steps[steps.size() < 2 ? 0 : steps.size() - 2];
    return step.host.end > step.host.begin ? step.host : core::Interval{step.begin, step.end};
}

} // namespace

core::Result<OperationsOfStep> operationsOfStep(const profiler::AnalysisInput& input, std::size_t part,
                                                bool arguments, const core::Task& task)
{
    OperationsOfStep told;
    told.steps = input.steps(part).steps.size();
    told.operations = outermost(input, knownRows(input, input.ranks()[part], windowOf(input, part)));
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    if (!arguments)
        return told;
    std::vector<std::uint64_t> places;
    std::vector<std::size_t> which;
    for (std::size_t at = 0; at < told.operations.size(); ++at) {
        const std::uint64_t args = input.timeline().args()[told.operations[at].row];
        if (args == core::kNoArgs)
            continue;
        places.push_back(args);
        which.push_back(at);
    }
    if (input.run().arguments != nullptr)
        input.run().arguments->visit(
            places,
            [&](std::size_t index, std::string_view json) {
                addArguments(json, told.operations[which[index]]);
            },
            task.stop);
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    told.shapes = std::ranges::any_of(told.operations, [](const RecordedOperation& one) {
        return std::ranges::any_of(one.shapes, [](const Shape& shape) { return !shape.empty(); });
    });
    return told;
}

bool isAttention(const RecordedOperation& operation)
{
    return operation.name.starts_with(kAttention) || operation.name == "aten::scaled_dot_product_attention" ||
           operation.name == "flash_attn::_flash_attn_forward" || operation.name == "FlashAttnFunc";
}

bool isLoss(const RecordedOperation& operation)
{
    constexpr std::array<std::string_view, 6> kLosses{
        "aten::cross_entropy_loss",   "aten::nll_loss_forward", "aten::binary_cross_entropy_with_logits",
        "aten::binary_cross_entropy", "aten::mse_loss",         "_VocabParallelCrossEntropy"};
    return std::ranges::find(kLosses, operation.name) != kLosses.end();
}

core::Result<std::vector<StageCalls>> stageCalls(const profiler::AnalysisInput& input, const core::Task& task)
{
    std::vector<StageCalls> all;
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        if (!input.ranks()[part].ownsHost)
            continue;
        SHARDSCOPE_TRY(const OperationsOfStep step, operationsOfStep(input, part, false, task));
        StageCalls calls{input.ranks()[part].rank};
        for (const RecordedOperation& one : step.operations) {
            if (one.backward)
                continue;
            calls.attention += isAttention(one) ? 1 : 0;
            calls.losses += isLoss(one) ? 1 : 0;
            calls.lookups += one.name == "aten::embedding" ? 1 : 0;
        }
        if (!step.operations.empty())
            all.push_back(calls);
    }
    return all;
}

core::Result<std::vector<RankSamples>> samplesOfRanks(const profiler::AnalysisInput& input,
                                                      const core::Task& task)
{
    std::vector<RankSamples> all;
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        if (!input.ranks()[part].ownsHost || input.run().arguments == nullptr)
            continue;
        SHARDSCOPE_TRY(OperationsOfStep step, operationsOfStep(input, part, false, task));
        const auto first = std::ranges::find_if(
            step.operations, [](const RecordedOperation& one) { return !one.backward && isAttention(one); });
        if (first == step.operations.end())
            continue;
        const std::uint64_t args = input.timeline().args()[first->row];
        if (args == core::kNoArgs)
            continue;
        input.run().arguments->visit(
            {&args, 1}, [&](std::size_t, std::string_view json) { addArguments(json, *first); }, task.stop);
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        if (!first->shapes.empty() && !first->shapes.front().empty())
            all.push_back({part, input.ranks()[part].rank, first->shapes.front().front()});
    }
    return all;
}

core::Result<std::vector<std::vector<std::int64_t>>> forwardRuns(const profiler::AnalysisInput& input,
                                                                 const core::Task& task)
{
    std::vector<std::vector<std::int64_t>> all;
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        if (!input.ranks()[part].ownsHost)
            continue;
        const std::vector<Row> rows = knownRows(input, input.ranks()[part], windowOf(input, part));
        std::vector<std::pair<std::int64_t, bool>> marks; // by begin: a forward call, or a gradient
        for (const RecordedOperation& one : outermost(input, rows)) {
            if (isAttention(one) && !one.backward)
                marks.emplace_back(input.timeline().ts()[one.row], true);
        }
        if (marks.empty())
            continue;
        for (const Row& row : rows) {
            if (row.gradient)
                marks.emplace_back(row.begin, false);
        }
        std::ranges::sort(marks);
        std::vector<std::int64_t>& runs = all.emplace_back();
        bool inRun = false;
        for (const auto& [begin, isForward] : marks) {
            if (isForward && !inRun)
                runs.push_back(0);
            if (isForward)
                ++runs.back();
            inRun = isForward;
        }
    }
    return all;
}

} // namespace shardscope::app
