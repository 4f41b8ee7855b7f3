// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/execution_nodes.h"

#include "core/base/mapped.h"
#include "profiler/import/text/json_walk.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace shardscope::profiler {

namespace {

using json::integerOf;

constexpr int kDeepestList = 4; // lists of lists of tensors

/// The storage of a tensor as ExecutionTraceObserver writes it: [tensor, storage, offset, elements, bytes an
/// element, "device"]. Where there is no storage id, the tensor's own.
bool takeTensor(std::string_view list, std::vector<std::uint64_t>& storages)
{
    std::array<std::int64_t, 5> numbers{};
    std::size_t at = 0;
    bool tensor = true;
    json::walkArray(list, [&](std::string_view value, bool) {
        if (at < numbers.size()) {
            const auto number = value.empty() || value.front() == '"' ? std::nullopt : integerOf(value);
            tensor = tensor && number;
            numbers[at] = number.value_or(0);
        } else {
            tensor = tensor && at == numbers.size() && !value.empty() && value.front() == '"';
        }
        ++at;
    });
    if (!tensor || at != numbers.size() + 1)
        return false;
    constexpr std::uint64_t kTensor = std::uint64_t{1} << 63;
    storages.push_back(numbers[1] != 0 ? static_cast<std::uint64_t>(numbers[1])
                                       : static_cast<std::uint64_t>(numbers[0]) | kTensor);
    return true;
}

void takeTensors(std::string_view value, std::vector<std::uint64_t>& storages, int depth = 0)
{
    if (value.empty() || value.front() != '[' || depth == kDeepestList || takeTensor(value, storages))
        return;
    json::walkArray(value,
                    [&](std::string_view element, bool) { takeTensors(element, storages, depth + 1); });
}

/// Since schema 1.0.2 an object with "values", before it the list itself.
std::string_view valuesOf(std::string_view value)
{
    return !value.empty() && value.front() == '{' ? json::memberOf(value, "values") : value;
}

void takeMember(ExecutionNode& node, std::string_view key, std::string_view value)
{
    const auto number = integerOf(value);
    if (key == "id")
        node.id = number.value_or(-1);
    else if (key == "rf_id")
        node.recordFunction = number.value_or(0);
    else if (key == "seq_id")
        node.sequence = number.value_or(-1);
    else if (key == "tid")
        node.thread = number.value_or(0);
    else if (number && (key == "parent" || key == "ctrl_deps"))
        node.parent = *number;
    else if (key == "inputs")
        takeTensors(valuesOf(value), node.reads);
    else if (key == "outputs")
        takeTensors(valuesOf(value), node.writes);
    else if (key == "ctrl_deps" || key == "data_deps")
        json::walkArray(value, [&](std::string_view id, bool) {
            if (const auto need = integerOf(id))
                node.needs.push_back(*need);
        });
    else if (key == "attrs")
        json::walkArray(value, [&](std::string_view attribute, bool) {
            const std::string name = json::textOf(json::memberOf(attribute, "name"));
            if (name == "rf_id" || name == "seq_id" || name == "tid")
                takeMember(node, name, json::memberOf(attribute, "value"));
        });
}

std::vector<std::uint32_t> rowsOf(const core::Timeline& timeline, const core::Track& track)
{
    std::vector<std::uint32_t> rows;
    for (const core::Lane& lane : timeline.lanes().subspan(track.firstLane, track.laneCount)) {
        for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row)
            rows.push_back(row);
    }
    return rows;
}

std::vector<std::uint64_t> placesOf(const core::Timeline& timeline, const std::vector<std::uint32_t>& rows)
{
    return core::mapped<std::uint64_t>(rows, [&](const std::uint32_t row) { return timeline.args()[row]; });
}

const core::Error kCancelled{core::ErrorCode::Cancelled};

} // namespace

core::Result<std::vector<ExecutionNode>> executionNodes(const core::Run& run, std::uint32_t source,
                                                        const core::Task& task)
{
    const core::Timeline& timeline = *run.timeline;
    std::vector<std::uint32_t> rows;
    for (const core::Track& track : timeline.tracks()) {
        if (track.source != source)
            continue;
        const std::vector<std::uint32_t> own = rowsOf(timeline, track);
        rows.insert(rows.end(), own.begin(), own.end());
    }
    std::vector<ExecutionNode> nodes(rows.size());
    const auto visitor = [&](std::size_t at, std::string_view object) {
        json::walkObject(
            object, [&](std::string_view key, std::string_view value) { takeMember(nodes[at], key, value); });
    };
    for (std::size_t at = 0; at < rows.size(); ++at) {
        nodes[at].row = rows[at];
        nodes[at].name = timeline.name()[rows[at]];
    }
    if (run.arguments)
        run.arguments->visit(placesOf(timeline, rows), visitor, task.stop);
    if (task.cancelled())
        return kCancelled;
    nodes.erase(std::remove_if(nodes.begin(), nodes.end(),
                               [&](const ExecutionNode& node) {
                                   return timeline.names().text(node.name).starts_with("[pytorch|profiler|");
                               }),
                nodes.end());
    std::ranges::stable_sort(nodes, [](const ExecutionNode& a, const ExecutionNode& b) {
        return std::tuple(a.recordFunction, a.id) < std::tuple(b.recordFunction, b.id);
    });
    return nodes;
}

core::Result<std::vector<std::vector<RecordedOp>>> recordedOps(const core::Run& run, std::uint32_t source,
                                                               const core::Task& task)
{
    const core::Timeline& timeline = *run.timeline;
    const std::array wanted{timeline.names().find("cpu_op"), timeline.names().find("user_annotation"),
                            timeline.names().find("Operator")}; // the last: PyTorch 1.8
    std::vector<std::vector<RecordedOp>> threads;
    for (const core::Track& track : timeline.tracks()) {
        if (track.source != source || track.device || track.async)
            continue;
        std::vector<std::uint32_t> rows = rowsOf(timeline, track);
        rows.erase(std::remove_if(rows.begin(), rows.end(),
                                  [&](std::uint32_t row) {
                                      const core::NameId category = timeline.category()[row];
                                      return !category.valid() ||
                                             std::ranges::find(wanted, category) == wanted.end();
                                  }),
                   rows.end());
        std::vector<RecordedOp> ops(rows.size());
        const auto visitor = [&](std::size_t at, std::string_view object) {
            json::walkObject(object, [&](std::string_view key, std::string_view value) {
                if (key == "External id")
                    ops[at].externalId = integerOf(value).value_or(0);
                else if (key == "Record function id")
                    ops[at].recordFunction = integerOf(value).value_or(0);
                else if (key == "Sequence number")
                    ops[at].sequence = integerOf(value).value_or(-1);
            });
        };
        for (std::size_t at = 0; at < rows.size(); ++at) {
            ops[at].row = rows[at];
            ops[at].name = timeline.name()[rows[at]];
        }
        if (run.arguments)
            run.arguments->visit(placesOf(timeline, rows), visitor, task.stop);
        if (task.cancelled())
            return kCancelled;
        // External ids are given at the begin; times of old traces are whole microseconds, in which several
        // operations begin. Rows come lane by lane: of those alike, the outer one is the earlier.
        std::ranges::stable_sort(ops, [&](const RecordedOp& a, const RecordedOp& b) {
            return std::tuple(timeline.ts()[a.row], a.externalId, -timeline.dur()[a.row]) <
                   std::tuple(timeline.ts()[b.row], b.externalId, -timeline.dur()[b.row]);
        });
        if (!ops.empty())
            threads.push_back(std::move(ops));
    }
    return threads;
}

} // namespace shardscope::profiler
