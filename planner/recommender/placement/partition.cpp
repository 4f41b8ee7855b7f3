// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/placement/partition.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace shardscope::planner {

namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

/// Loads of all devices and the question whether one more item fits.
class Loads {
public:
    Loads(const PartitionSpace& space, Partition& result)
        : m_space(space)
        , m_result(result)
    {
        const std::size_t devices = at(space.devices);
        result.seconds.assign(devices, space.baseSeconds);
        result.deviceBytes.assign(devices, space.baseDevice);
        result.hostBytes.assign(devices, space.baseHost);
        result.nvmeBytes.assign(devices, space.baseNvme);
        const std::size_t nodes = at((space.devices + space.devicesPerNode - 1) / space.devicesPerNode);
        m_nodeHost.assign(nodes, space.baseHost * static_cast<double>(space.devicesPerNode));
        m_nodeNvme.assign(nodes, space.baseNvme * static_cast<double>(space.devicesPerNode));
    }
    /// Takes over loads that are already there.
    Loads(const PartitionSpace& space, Partition& result, const std::vector<PartitionItem>& items)
        : Loads(space, result)
    {
        for (std::size_t item = 0; item < items.size(); ++item)
            if (result.place[item] >= 0)
                add(items[item], result.place[item], 1);
    }

    /// What greedy placing makes even: bytes or seconds.
    [[nodiscard]] double load(std::int64_t device, bool bySize) const
    {
        return bySize ? m_result.deviceBytes[at(device)] + m_result.hostBytes[at(device)] +
                            m_result.nvmeBytes[at(device)]
                      : m_result.seconds[at(device)];
    }
    [[nodiscard]] std::int64_t nodeOf(std::int64_t device) const { return device / m_space.devicesPerNode; }
    [[nodiscard]] std::int64_t span(const PartitionItem& item) const
    {
        return item.wholeNode ? m_space.devicesPerNode : 1;
    }
    [[nodiscard]] bool fits(const PartitionItem& item, std::int64_t device) const
    {
        for (std::int64_t d = device; d < device + span(item); ++d)
            if (m_result.deviceBytes[at(d)] + item.device > m_space.deviceCapacity)
                return false;
        const double share = static_cast<double>(span(item));
        return m_nodeHost[at(nodeOf(device))] + item.host * share <= m_space.hostCapacity &&
               m_nodeNvme[at(nodeOf(device))] + item.nvme * share <= m_space.nvmeCapacity;
    }
    /// Whether both devices hold what they have after \p item went from one to the other and \p back (or
    /// nothing) came.
    [[nodiscard]] bool fitsExchange(const PartitionItem& item, std::int64_t from, const PartitionItem* back,
                                    std::int64_t to) const
    {
        const PartitionItem none;
        const PartitionItem& returned = back ? *back : none;
        if (m_result.deviceBytes[at(to)] + item.device - returned.device > m_space.deviceCapacity ||
            m_result.deviceBytes[at(from)] + returned.device - item.device > m_space.deviceCapacity)
            return false;
        if (nodeOf(from) == nodeOf(to))
            return true;
        return m_nodeHost[at(nodeOf(to))] + item.host - returned.host <= m_space.hostCapacity &&
               m_nodeHost[at(nodeOf(from))] + returned.host - item.host <= m_space.hostCapacity &&
               m_nodeNvme[at(nodeOf(to))] + item.nvme - returned.nvme <= m_space.nvmeCapacity &&
               m_nodeNvme[at(nodeOf(from))] + returned.nvme - item.nvme <= m_space.nvmeCapacity;
    }
    void add(const PartitionItem& item, std::int64_t device, double sign)
    {
        for (std::int64_t d = device; d < device + span(item); ++d) {
            m_result.seconds[at(d)] += sign * item.seconds;
            m_result.deviceBytes[at(d)] += sign * item.device;
            m_result.hostBytes[at(d)] += sign * item.host;
            m_result.nvmeBytes[at(d)] += sign * item.nvme;
            m_nodeHost[at(nodeOf(device))] += sign * item.host;
            m_nodeNvme[at(nodeOf(device))] += sign * item.nvme;
        }
    }

private:
    const PartitionSpace& m_space;
    Partition& m_result;
    std::vector<double> m_nodeHost;
    std::vector<double> m_nodeNvme;
};

double sizeOf(const PartitionItem& item) { return item.device + item.host + item.nvme; }

/// Devices in ascending order of \p Load, a function of the device; a change moves one of them. A flat list:
/// a tree costs an allocation a move, which is most of what trying a placement takes.
template <class Load>
class DeviceOrder {
public:
    DeviceOrder(std::int64_t devices, Load load)
        : m_load(std::move(load))
    {
        for (std::int64_t device = 0; device < devices; ++device)
            m_order.emplace_back(m_load(device), device);
        std::ranges::sort(m_order);
    }
    template <class Change>
    void change(std::int64_t device, std::int64_t span, Change apply)
    {
        for (std::int64_t d = device; d < device + span; ++d)
            m_order.erase(std::ranges::lower_bound(m_order, std::pair(m_load(d), d)));
        apply();
        for (std::int64_t d = device; d < device + span; ++d) {
            const std::pair moved(m_load(d), d);
            m_order.insert(std::ranges::lower_bound(m_order, moved), moved);
        }
    }
    [[nodiscard]] const std::vector<std::pair<double, std::int64_t>>& ascending() const { return m_order; }

private:
    Load m_load;
    std::vector<std::pair<double, std::int64_t>> m_order;
};

/// The largest load among the devices of each node; a change moves one of them.
template <class Load>
class NodeLoads {
public:
    NodeLoads(const PartitionSpace& space, Load load)
        : m_local(space.devicesPerNode)
        , m_load(std::move(load))
    {
        for (std::int64_t first = 0; first < space.devices; first += m_local)
            m_most.push_back(mostFrom(first));
    }
    [[nodiscard]] double most(std::int64_t first) const { return m_most[at(first / m_local)]; }
    void changed(std::int64_t first) { m_most[at(first / m_local)] = mostFrom(first); }

private:
    [[nodiscard]] double mostFrom(std::int64_t first) const
    {
        double most = 0;
        for (std::int64_t device = first; device < first + m_local; ++device)
            most = std::max(most, m_load(device));
        return most;
    }
    std::int64_t m_local;
    Load m_load;
    std::vector<double> m_most;
};

/// Places \p order, each on all devices of a node, one by one; items that fit nowhere are noted.
void placeOnNodes(const std::vector<PartitionItem>& items, const PartitionSpace& space,
                  const std::vector<std::size_t>& order, bool bySize, Loads& loads, Partition& result)
{
    if (order.empty())
        return;
    NodeLoads nodes(space, [&](std::int64_t device) { return loads.load(device, bySize); });
    for (const std::size_t item : order) {
        std::int64_t chosen = -1;
        double least = std::numeric_limits<double>::infinity();
        for (std::int64_t first = 0; first < space.devices; first += space.devicesPerNode) {
            if (nodes.most(first) < least && loads.fits(items[item], first)) {
                least = nodes.most(first);
                chosen = first;
            }
        }
        if (chosen < 0) {
            result.unplaced.push_back(item);
            continue;
        }
        loads.add(items[item], chosen, 1);
        nodes.changed(chosen);
        result.place[item] = chosen;
    }
}

/// Places \p order one by one; items that fit nowhere are noted.
void placeGreedily(const std::vector<PartitionItem>& items, const PartitionSpace& space,
                   const std::vector<std::size_t>& order, bool bySize, Loads& loads, Partition& result)
{
    if (order.empty())
        return;
    DeviceOrder devices(space.devices, [&](std::int64_t device) { return loads.load(device, bySize); });
    const auto put = [&](std::size_t item, std::int64_t device) {
        devices.change(device, loads.span(items[item]), [&] { loads.add(items[item], device, 1); });
        result.place[item] = device;
    };
    for (const std::size_t item : order) {
        std::int64_t chosen = -1;
        if (items[item].pinned >= 0) {
            const std::int64_t start = items[item].wholeNode
                                           ? items[item].pinned / space.devicesPerNode * space.devicesPerNode
                                           : items[item].pinned;
            if (loads.fits(items[item], start))
                chosen = start;
        } else {
            for (const auto& [seconds, device] : devices.ascending()) {
                if (loads.fits(items[item], device)) {
                    chosen = device;
                    break;
                }
            }
        }
        if (chosen >= 0)
            put(item, chosen);
        else
            result.unplaced.push_back(item);
    }
}

std::vector<std::size_t> sortedBy(const std::vector<PartitionItem>& items,
                                  const std::vector<std::size_t>& which, bool bySize)
{
    std::vector<std::size_t> order = which;
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        return bySize ? sizeOf(items[a]) > sizeOf(items[b]) : items[a].seconds > items[b].seconds;
    });
    return order;
}

/// Items of one device: a chain through Chains, and the sum of their seconds.
struct Bundle {
    double seconds = 0;
    std::size_t first = 0;
    std::size_t last = 0;
};
/// For each item, the one behind it in its bundle; the last one names itself.
using Chains = std::vector<std::size_t>;

/// A partial partition of the differencing method: bundles in descending order of seconds. Bundles that hold
/// nothing are not written down.
struct Bundles {
    std::vector<Bundle> sums;
    double spread = 0; ///< largest minus smallest sum
    std::size_t number = 0;
};
struct LessSpread {
    bool operator()(const Bundles& a, const Bundles& b) const
    {
        return a.spread != b.spread ? a.spread < b.spread : a.number > b.number;
    }
};

/// Joins the largest bundle of one with the smallest of the other, and so on; sums are then relative to the
/// least.
Bundles difference(Bundles a, const Bundles& b, std::size_t ways, Chains& chains)
{
    // Bundle i of b meets bundle ways-1-i of a. Only written ones can meet: those at the end of a.
    Bundles result;
    result.number = std::min(a.number, b.number);
    result.sums = std::move(a.sums);
    std::vector<Bundle>& joined = result.sums;
    const std::size_t written = joined.size();
    for (std::size_t i = 0; i < b.sums.size(); ++i) {
        const std::size_t meets = ways - 1 - i;
        if (meets < written) {
            chains[joined[meets].last] = b.sums[i].first;
            joined[meets].last = b.sums[i].last;
            joined[meets].seconds += b.sums[i].seconds;
        } else {
            joined.push_back(b.sums[i]);
        }
    }
    const auto heavier = [](const Bundle& x, const Bundle& y) { return x.seconds > y.seconds; };
    const auto changed =
        joined.begin() + static_cast<std::ptrdiff_t>(std::min(written, ways - std::min(ways, b.sums.size())));
    std::stable_sort(changed, joined.end(), heavier);
    std::inplace_merge(joined.begin(), changed, joined.end(), heavier);
    result.spread = joined.front().seconds - (joined.size() == ways ? joined.back().seconds : 0);
    return result;
}

void placeByDifferencing(const std::vector<PartitionItem>& items, const PartitionSpace& space,
                         const std::vector<std::size_t>& which, Loads& loads, Partition& result)
{
    const std::size_t ways = at(space.devices);
    if (which.empty())
        return;
    Chains chains(items.size());
    std::iota(chains.begin(), chains.end(), std::size_t{0});
    // A heap of its own: std::priority_queue gives out its largest only as a copy.
    std::vector<Bundles> heap;
    heap.reserve(which.size());
    for (const std::size_t item : which)
        heap.push_back({{{items[item].seconds, item, item}}, items[item].seconds, item});
    std::ranges::make_heap(heap, LessSpread());
    const auto takeLargest = [&heap] {
        std::ranges::pop_heap(heap, LessSpread());
        Bundles largest = std::move(heap.back());
        heap.pop_back();
        return largest;
    };
    while (heap.size() > 1) {
        Bundles first = takeLargest();
        heap.push_back(difference(std::move(first), takeLargest(), ways, chains));
        std::ranges::push_heap(heap, LessSpread());
    }
    // The heaviest bundle goes to the device with the least on it.
    std::vector<std::int64_t> devices(ways);
    std::iota(devices.begin(), devices.end(), std::int64_t{0});
    std::ranges::stable_sort(devices, [&](std::int64_t a, std::int64_t b) {
        return result.seconds[at(a)] < result.seconds[at(b)];
    });
    std::vector<std::size_t> overflowing;
    const std::vector<Bundle>& bundles = heap.front().sums;
    for (std::size_t i = 0; i < bundles.size(); ++i) {
        std::vector<std::size_t> bundle{bundles[i].first};
        while (bundle.back() != bundles[i].last)
            bundle.push_back(chains[bundle.back()]);
        for (const std::size_t item : sortedBy(items, bundle, true)) {
            if (loads.fits(items[item], devices[i])) {
                loads.add(items[item], devices[i], 1);
                result.place[item] = devices[i];
            } else {
                overflowing.push_back(item);
            }
        }
    }
    placeGreedily(items, space, sortedBy(items, overflowing, false), false, loads, result);
}

} // namespace

double Partition::worst() const { return seconds.empty() ? 0 : *std::ranges::max_element(seconds); }

Partition partition(const std::vector<PartitionItem>& items, const PartitionSpace& space,
                    PartitionMethod method)
{
    Partition result;
    result.place.assign(items.size(), -1);
    Loads loads(space, result);
    const bool bySize = method == PartitionMethod::GreedyBySize;
    // Pinned ones first, then whole nodes, which need room on several devices at once.
    std::vector<std::size_t> first;
    std::vector<std::size_t> nodes;
    std::vector<std::size_t> rest;
    for (std::size_t item = 0; item < items.size(); ++item)
        (items[item].pinned >= 0 ? first : items[item].wholeNode ? nodes : rest).push_back(item);
    placeGreedily(items, space, sortedBy(items, first, bySize), bySize, loads, result);
    placeOnNodes(items, space, sortedBy(items, nodes, bySize), bySize, loads, result);
    if (method == PartitionMethod::Differencing)
        placeByDifferencing(items, space, rest, loads, result);
    else
        placeGreedily(items, space, sortedBy(items, rest, bySize), bySize, loads, result);
    return result;
}

void improve(const std::vector<PartitionItem>& items, const PartitionSpace& space, Partition& result,
             std::size_t rounds)
{
    if (rounds == 0)
        return;
    Partition next = result;
    Loads loads(space, next, items);
    std::vector<std::vector<std::size_t>> on(at(space.devices));
    for (std::size_t item = 0; item < items.size(); ++item)
        if (next.place[item] >= 0 && !items[item].wholeNode && items[item].pinned < 0)
            on[at(next.place[item])].push_back(item);
    const auto drop = [&](std::int64_t device, std::size_t item) {
        auto& list = on[at(device)];
        list.erase(std::ranges::find(list, item));
        loads.add(items[item], device, -1);
    };
    const auto put = [&](std::int64_t device, std::size_t item) {
        on[at(device)].push_back(item);
        loads.add(items[item], device, 1);
        next.place[item] = device;
    };
    constexpr std::size_t kPartners = 16; // least loaded devices tried for a swap
    for (std::size_t round = 0; round < rounds; ++round) {
        std::vector<std::int64_t> order(at(space.devices));
        std::iota(order.begin(), order.end(), std::int64_t{0});
        const std::size_t partners = std::min(kPartners, order.size());
        const auto lighter = [&](std::int64_t a, std::int64_t b) {
            return next.seconds[at(a)] != next.seconds[at(b)] ? next.seconds[at(a)] < next.seconds[at(b)]
                                                              : a < b;
        };
        const std::int64_t worst = *std::ranges::max_element(order, lighter);
        std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(partners), order.end(),
                          lighter);
        // The best exchange: item goes, other (or nothing) comes back; the pair's larger load should fall
        // most.
        double best = next.seconds[at(worst)] * (1 - 1e-9);
        std::size_t go = items.size();
        std::size_t back = items.size();
        std::int64_t to = -1;
        for (std::size_t p = 0; p < partners; ++p) {
            const std::int64_t other = order[p];
            if (other == worst)
                continue;
            for (const std::size_t item : on[at(worst)]) {
                const auto consider = [&](double given, std::size_t returned) {
                    const double larger = std::max(next.seconds[at(worst)] - items[item].seconds + given,
                                                   next.seconds[at(other)] + items[item].seconds - given);
                    if (larger < best) {
                        best = larger;
                        go = item;
                        back = returned;
                        to = other;
                    }
                };
                if (loads.fitsExchange(items[item], worst, nullptr, other))
                    consider(0, items.size());
                for (const std::size_t returned : on[at(other)])
                    if (items[returned].seconds < items[item].seconds &&
                        loads.fitsExchange(items[item], worst, &items[returned], other))
                        consider(items[returned].seconds, returned);
            }
        }
        if (to < 0)
            break;
        drop(worst, go);
        put(to, go);
        if (back < items.size()) {
            drop(to, back);
            put(worst, back);
        }
    }
    next.unplaced = result.unplaced;
    if (next.worst() < result.worst())
        result = std::move(next);
}

} // namespace shardscope::planner
