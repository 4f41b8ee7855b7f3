// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/build/edge_pairing.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_map>

namespace shardscope::core {

namespace {

/// The begins that are open on one (track, pairId), innermost last; by name, so that an end finds its own at
/// once.
class OpenBegins {
public:
    void push(std::uint32_t edge, NameId name)
    {
        m_byName[name].push_back(m_stack.size());
        m_stack.push_back({edge, name, true});
    }

    /// The begin that an end named \p name closes; kNone where there is none.
    std::uint32_t close(NameId name)
    {
        if (!name.valid()) {
            dropClosed();
            if (m_stack.empty())
                return NameId::kNone;
            name = m_stack.back().name;
        }
        const auto found = m_byName.find(name);
        if (found == m_byName.end() || found->second.empty())
            return NameId::kNone;
        const std::size_t at = found->second.back();
        found->second.pop_back();
        m_stack[at].open = false;
        const std::uint32_t edge = m_stack[at].edge;
        dropClosed();
        return edge;
    }

    template <class Visit>
    void forEachOpen(Visit visit) const
    {
        for (const Entry& entry : m_stack) {
            if (entry.open)
                visit(entry.edge);
        }
    }

private:
    struct Entry {
        std::uint32_t edge;
        NameId name;
        bool open;
    };
    void dropClosed()
    {
        while (!m_stack.empty() && !m_stack.back().open)
            m_stack.pop_back();
    }
    std::vector<Entry> m_stack;
    std::unordered_map<NameId, std::vector<std::size_t>> m_byName;
};

} // namespace

PairedEdges pairEdges(const std::vector<EdgeRow>& edges, LayoutTally& tally)
{
    std::vector<std::uint32_t> order(edges.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto key = [&](std::uint32_t at) {
        return std::tuple(edges[at].track, edges[at].pairId, edges[at].ts);
    };
    std::ranges::stable_sort(order, [&](auto a, auto b) { return key(a) < key(b); });

    PairedEdges paired;
    const auto sliceOf = [&](const EdgeRow& begin, std::int64_t end) {
        return SliceRow{begin.ts, end - begin.ts, begin.args, begin.name, begin.category, begin.track};
    };
    for (std::size_t first = 0; first < order.size();) {
        OpenBegins open;
        std::size_t at = first;
        for (; at < order.size(); ++at) {
            const EdgeRow& edge = edges[order[at]];
            if (edge.track != edges[order[first]].track || edge.pairId != edges[order[first]].pairId)
                break;
            if (edge.begin) {
                open.push(order[at], edge.name);
                continue;
            }
            const std::uint32_t begin = open.close(edge.name);
            if (begin == NameId::kNone)
                tally.note(LayoutOddity::EndWithoutBegin, edge.args);
            else
                paired.slices.push_back(sliceOf(edges[begin], edge.ts));
        }
        open.forEachOpen([&](std::uint32_t begin) {
            tally.note(LayoutOddity::BeginWithoutEnd, edges[begin].args);
            paired.unfinished.push_back(sliceOf(edges[begin], edges[begin].ts));
        });
        first = at;
    }
    return paired;
}

} // namespace shardscope::core
