// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules as PyTorch's pipelining reads and writes them (torch/distributed/pipelining/schedules.py,
// _Action.from_str and _dump_csv): one row for each rank, one cell for each action.
#include "core/base/phrase.h"
#include "planner/schedule/schedules.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <tuple>

namespace shardscope::planner {
namespace {

constexpr std::int32_t kMostIndex = 1 << 20;

struct Cell {
    std::int32_t stage = 0;
    std::string_view kind;
    std::int32_t microBatch = -1;
};

bool takeNumber(std::string_view& text, std::int32_t& out)
{
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (problem != std::errc() || out < 0 || out >= kMostIndex)
        return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

bool parseCell(std::string_view text, Cell& cell)
{
    if (!takeNumber(text, cell.stage))
        return false;
    const std::size_t digits = text.find_first_of("0123456789");
    cell.kind = text.substr(0, digits);
    text.remove_prefix(std::min(text.size(), digits));
    return !cell.kind.empty() && (text.empty() || (takeNumber(text, cell.microBatch) && text.empty()));
}

/// Communication and weights around the computing: the simulation has its own.
bool readOver(std::string_view kind)
{
    static constexpr std::string_view kKinds[] = {"SEND_F",  "RECV_F",  "SEND_B",     "RECV_B",
                                                  "UNSHARD", "RESHARD", "REDUCE_GRAD"};
    return std::find(std::begin(kKinds), std::end(kKinds), kind) != std::end(kKinds);
}

struct Parser {
    /// What B and W mean: files of older versions write the gradient of inputs as B and both as BW.
    bool older = false;

    [[nodiscard]] bool action(std::string_view text, Action& out) const
    {
        if (text.front() == '(')
            return pair(text, out);
        Cell cell;
        if (!parseCell(text, cell) || cell.microBatch < 0)
            return false;
        out = {ActionKind::Forward, cell.stage, cell.microBatch, -1, -1};
        if (cell.kind == "F")
            return true;
        if (cell.kind == "I" || (cell.kind == "B" && older))
            out.kind = ActionKind::InputGradient;
        else if (cell.kind == "B" || cell.kind == "BW")
            out.kind = ActionKind::Backward;
        else if (cell.kind == "W")
            out.kind = ActionKind::WeightGradient;
        else
            return false;
        return true;
    }
    [[nodiscard]] bool pair(std::string_view text, Action& out) const
    {
        const std::size_t middle = text.find(';');
        const std::size_t end = text.find(')');
        if (middle == std::string_view::npos || end == std::string_view::npos || end < middle)
            return false;
        const std::string_view behind = text.substr(end + 1);
        Action forward;
        Action backward;
        // The backward of a pair is whole, in whichever letters.
        if ((behind != "OVERLAP_F_B" && !behind.empty()) || middle < 2 ||
            !action(text.substr(1, middle - 1), forward) || end == middle + 1 || text[middle + 1] == '(' ||
            !Parser{}.action(text.substr(middle + 1, end - middle - 1), backward))
            return false;
        out = {ActionKind::Overlapped, forward.stage, forward.microBatch, backward.stage,
               backward.microBatch};
        return forward.kind == ActionKind::Forward && backward.kind == ActionKind::Backward;
    }
};

struct Line {
    std::uint64_t number;
    std::vector<std::string_view> cells;
};

std::vector<Line> linesOf(std::string_view text)
{
    std::vector<Line> lines;
    std::uint64_t number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(text.size(), end + 1));
        ++number;
        Line out{number, {}};
        while (!line.empty()) {
            const std::size_t comma = std::min(line.find(','), line.size());
            std::string_view cell = line.substr(0, comma);
            line.remove_prefix(std::min(line.size(), comma + 1));
            while (!cell.empty() && (cell.front() == ' ' || cell.front() == '"'))
                cell.remove_prefix(1);
            while (!cell.empty() && (cell.back() == ' ' || cell.back() == '"' || cell.back() == '\r'))
                cell.remove_suffix(1);
            if (!cell.empty())
                out.cells.push_back(cell);
        }
        lines.push_back(std::move(out));
    }
    while (!lines.empty() && lines.back().cells.empty())
        lines.pop_back();
    return lines;
}

/// Whether some micro-batch has both a B and a W in a stage, or a BW stands anywhere.
bool isOlder(const std::vector<Line>& lines)
{
    std::set<std::pair<std::int32_t, std::int32_t>> whole;
    std::set<std::pair<std::int32_t, std::int32_t>> weights;
    for (const Line& line : lines) {
        for (const std::string_view text : line.cells) {
            Cell cell;
            if (text.front() == '(' || !parseCell(text, cell))
                continue;
            if (cell.kind == "BW")
                return true;
            if (cell.kind == "B")
                whole.insert({cell.stage, cell.microBatch});
            if (cell.kind == "W")
                weights.insert({cell.stage, cell.microBatch});
        }
    }
    return std::ranges::any_of(weights, [&](const auto& at) { return whole.count(at) > 0; });
}

core::Error inconsistent(std::string_view what, const std::vector<std::string>& values)
{
    return {core::ErrorCode::Inconsistent, {core::phrase(what, values)}};
}

/// Every micro-batch passes every stage once, forward and backward, on one rank.
class Completeness {
public:
    core::Result<core::Done> enter(const Action& action, std::int32_t rank)
    {
        if (action.kind == ActionKind::Overlapped) {
            SHARDSCOPE_TRY_DONE(one(ActionKind::Forward, action.stage, action.microBatch, rank));
            return one(ActionKind::Backward, action.backwardStage, action.backwardMicroBatch, rank);
        }
        return one(action.kind, action.stage, action.microBatch, rank);
    }
    core::Result<core::Done> finish(PipelineOrder& order)
    {
        order.stages = 0;
        for (const auto& [stage, rank] : m_rankOf)
            order.stages = std::max(order.stages, stage + 1);
        for (std::int32_t stage = 0; stage < order.stages; ++stage) {
            const auto found = m_rankOf.find(stage);
            if (found == m_rankOf.end())
                return inconsistent(W_("no rank holds stage %1"), {std::to_string(stage)});
            order.stageRank.push_back(found->second);
        }
        for (const auto& [key, rank] : m_seen)
            order.microBatches = std::max(order.microBatches, std::get<2>(key) + 1);
        const auto missing = [&](ActionKind kind, std::int32_t stage, std::int32_t micro) {
            return m_seen.count({kind, stage, micro}) == 0;
        };
        for (std::int32_t stage = 0; stage < order.stages; ++stage) {
            for (std::int32_t micro = 0; micro < order.microBatches; ++micro) {
                if (missing(ActionKind::Forward, stage, micro))
                    return inconsistent(W_("%1 is missing"),
                                        {textOf({ActionKind::Forward, stage, micro, -1, -1})});
                if (missing(ActionKind::Backward, stage, micro) &&
                    (missing(ActionKind::InputGradient, stage, micro) ||
                     missing(ActionKind::WeightGradient, stage, micro)))
                    return inconsistent(W_("the backward of micro-batch %1 in stage %2 is missing"),
                                        {std::to_string(micro), std::to_string(stage)});
            }
        }
        return core::Done{};
    }

private:
    core::Result<core::Done> one(ActionKind kind, std::int32_t stage, std::int32_t micro, std::int32_t rank)
    {
        const auto holder = m_rankOf.emplace(stage, rank).first;
        if (holder->second != rank)
            return inconsistent(
                W_("stage %1 is on rank %2 and on rank %3"),
                {std::to_string(stage), std::to_string(holder->second), std::to_string(rank)});
        if (!m_seen.emplace(std::tuple{kind, stage, micro}, rank).second)
            return inconsistent(W_("%1 stands twice"), {textOf({kind, stage, micro, -1, -1})});
        return core::Done{};
    }

    std::map<std::int32_t, std::int32_t> m_rankOf;
    std::map<std::tuple<ActionKind, std::int32_t, std::int32_t>, std::int32_t> m_seen;
};

} // namespace

core::Result<PipelineOrder> readScheduleCsv(std::string_view text)
{
    const std::vector<Line> lines = linesOf(text);
    if (lines.empty())
        return core::Error{core::ErrorCode::FileEmpty};
    PipelineOrder order;
    order.name = "file";
    const Parser parser{isOlder(lines)};
    Completeness completeness;
    for (const Line& line : lines) {
        std::vector<Action> actions;
        for (const std::string_view cell : line.cells) {
            Cell parsed;
            if (cell.front() != '(' && parseCell(cell, parsed) && readOver(parsed.kind))
                continue;
            Action action;
            core::Place place;
            place.line = line.number;
            if (!parser.action(cell, action))
                return core::Error{
                    core::ErrorCode::SyntaxError,
                    {core::phrase(
                         W_("an action such as 0F1, 0I1, 0W1, 0B1 or (0F7;7B3)OVERLAP_F_B instead of %1"),
                         {std::string(cell)}),
                     "CSV"},
                    place};
            auto entered = completeness.enter(action, static_cast<std::int32_t>(order.ranks.size()));
            if (!entered.ok()) {
                core::Error error = entered.error();
                error.place = place;
                return error;
            }
            actions.push_back(action);
        }
        order.ranks.push_back(std::move(actions));
    }
    SHARDSCOPE_TRY_DONE(completeness.finish(order));
    // One chain through all stages; where that can never start, two chains that run against each other.
    order.chain = order.stages;
    if (timeSchedule(order, {}).ok() || order.stages % 2 != 0)
        return order;
    PipelineOrder twoWays = order;
    twoWays.chain = order.stages / 2;
    return timeSchedule(twoWays, {}).ok() ? twoWays : order;
}

std::string scheduleCsv(const PipelineOrder& order)
{
    std::string out;
    for (const std::vector<Action>& actions : order.ranks) {
        for (std::size_t index = 0; index < actions.size(); ++index) {
            out += index > 0 ? "," : "";
            out += textOf(actions[index]);
            out += actions[index].kind == ActionKind::Overlapped ? "OVERLAP_F_B" : "";
        }
        out += "\n";
    }
    return out;
}

} // namespace shardscope::planner
