// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/execution_match.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace shardscope::profiler {

namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>; // node of the thread, operation
using Pairs = std::vector<Pair>;

/// As many of \p pairs (by node) as can keep the order of operations.
Pairs longestInOrder(const Pairs& pairs)
{
    constexpr std::size_t kNobody = ~std::size_t{0};
    std::vector<std::size_t>
        tails; // by length less one: the pair that ends such a row with the least operation
    std::vector<std::size_t> before(pairs.size(), kNobody);
    for (std::size_t at = 0; at < pairs.size(); ++at) {
        const auto place =
            std::lower_bound(tails.begin(), tails.end(), pairs[at].second,
                             [&](std::size_t tail, std::uint32_t op) { return pairs[tail].second < op; });
        before[at] = place == tails.begin() ? kNobody : *(place - 1);
        if (place == tails.end())
            tails.push_back(at);
        else
            *place = at;
    }
    Pairs kept;
    for (std::size_t at = tails.empty() ? kNobody : tails.back(); at != kNobody; at = before[at])
        kept.push_back(pairs[at]);
    std::ranges::reverse(kept);
    return kept;
}

/// Nodes and operations that alone have a name and a sequence number; of several alike in both the n-th is
/// the n-th.
Pairs anchorsOf(const std::vector<const ExecutionNode*>& nodes, const std::vector<RecordedOp>& ops)
{
    std::map<std::pair<core::NameId, std::int64_t>,
             std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>>>
        alike;
    for (std::uint32_t at = 0; at < nodes.size(); ++at) {
        if (nodes[at]->sequence >= 0)
            alike[{nodes[at]->name, nodes[at]->sequence}].first.push_back(at);
    }
    for (std::uint32_t at = 0; at < ops.size(); ++at) {
        const auto found = ops[at].sequence >= 0 ? alike.find({ops[at].name, ops[at].sequence}) : alike.end();
        if (found != alike.end())
            found->second.second.push_back(at);
    }
    Pairs anchors;
    for (const auto& [key, both] : alike) {
        for (std::size_t at = 0; both.first.size() == both.second.size() && at < both.first.size(); ++at)
            anchors.emplace_back(both.first[at], both.second[at]);
    }
    std::ranges::sort(anchors);
    return longestInOrder(anchors);
}

/// Adds what lies beside the anchors while names agree.
Pairs spread(const Pairs& anchors, const std::vector<const ExecutionNode*>& nodes,
             const std::vector<RecordedOp>& ops)
{
    Pairs all;
    for (std::size_t at = 0; at < anchors.size(); ++at) {
        // Back to the one before, as far as it went forward; then forward to the next.
        const Pair behind = all.empty() ? Pair{0, 0} : Pair{all.back().first + 1, all.back().second + 1};
        Pair back = anchors[at];
        while (back.first > behind.first && back.second > behind.second &&
               nodes[back.first - 1]->name == ops[back.second - 1].name)
            back = {back.first - 1, back.second - 1};
        const Pair end = at + 1 < anchors.size() ? anchors[at + 1]
                                                 : Pair{static_cast<std::uint32_t>(nodes.size()),
                                                        static_cast<std::uint32_t>(ops.size())};
        all.push_back(back);
        for (Pair next{back.first + 1, back.second + 1};
             next.first < end.first && next.second < end.second &&
             (next.first <= anchors[at].first || nodes[next.first]->name == ops[next.second].name);
             ++next.first, ++next.second)
            all.push_back(next);
    }
    return all;
}

/// Pairs all nodes whose names stand among the operations exactly once (Knuth, Morris and Pratt 1977).
Pairs onlyPlace(const std::vector<const ExecutionNode*>& nodes, const std::vector<RecordedOp>& ops)
{
    std::vector<std::size_t> border(nodes.size() + 1, 0);
    for (std::size_t at = 1, length = 0; at < nodes.size(); ++at) {
        while (length > 0 && nodes[at]->name != nodes[length]->name)
            length = border[length];
        length += nodes[at]->name == nodes[length]->name ? 1 : 0;
        border[at + 1] = length;
    }
    std::vector<std::size_t> places;
    for (std::size_t at = 0, length = 0; at < ops.size(); ++at) {
        while (length > 0 && (length == nodes.size() || ops[at].name != nodes[length]->name))
            length = border[length];
        length += ops[at].name == nodes[length]->name ? 1 : 0;
        if (length == nodes.size())
            places.push_back(at + 1 - length);
    }
    Pairs pairs;
    for (std::size_t at = 0; places.size() == 1 && at < nodes.size(); ++at)
        pairs.emplace_back(static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(places.front() + at));
    return pairs;
}

void matchIds(const std::vector<ExecutionNode>& nodes, const std::vector<std::vector<RecordedOp>>& threads,
              ExecutionMatch& match)
{
    std::unordered_map<std::int64_t, const RecordedOp*> byId;
    for (const std::vector<RecordedOp>& ops : threads) {
        for (const RecordedOp& op : ops) {
            if (op.recordFunction > 0 && !byId.try_emplace(op.recordFunction, &op).second)
                byId[op.recordFunction] = nullptr; // not an id after all
        }
    }
    for (std::size_t at = 0; at < nodes.size(); ++at) {
        const auto found = byId.find(nodes[at].recordFunction);
        if (found == byId.end() || found->second == nullptr || found->second->name != nodes[at].name)
            continue;
        match.rows[at] = found->second->row;
        match.how[at] = NodeMatch::Id;
        ++match.matched;
        found->second = nullptr; // one node each
    }
}

} // namespace

ExecutionMatch matchNodes(const std::vector<ExecutionNode>& nodes,
                          const std::vector<std::vector<RecordedOp>>& threads)
{
    ExecutionMatch match;
    match.rows.assign(nodes.size(), ExecutionMatch::kNone);
    match.how.assign(nodes.size(), NodeMatch::None);
    matchIds(nodes, threads, match);
    if (match.matched > 0)
        return match;
    std::map<std::int64_t, std::vector<const ExecutionNode*>> byThread;
    for (const ExecutionNode& node : nodes)
        byThread[node.thread].push_back(&node);
    std::vector<bool> taken(threads.size(), false);
    for (const auto& [thread, own] : byThread) {
        Pairs best;
        std::size_t bestThread = threads.size();
        NodeMatch how = NodeMatch::None;
        for (std::size_t at = 0; at < threads.size(); ++at) {
            if (taken[at])
                continue;
            const Pairs anchors = anchorsOf(own, threads[at]);
            Pairs pairs = anchors.empty() ? onlyPlace(own, threads[at]) : spread(anchors, own, threads[at]);
            if (pairs.size() <= best.size())
                continue;
            best = std::move(pairs);
            bestThread = at;
            how = anchors.empty() ? NodeMatch::Order : NodeMatch::Sequence;
        }
        if (bestThread == threads.size())
            continue;
        taken[bestThread] = true;
        for (const auto& [node, op] : best) {
            const auto at = static_cast<std::size_t>(own[node] - nodes.data());
            match.rows[at] = threads[bestThread][op].row;
            match.how[at] = how;
        }
        match.matched += best.size();
    }
    return match;
}

} // namespace shardscope::profiler
