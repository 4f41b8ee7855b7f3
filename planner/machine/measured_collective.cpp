// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/machine/measured_collective.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace shardscope::planner {
namespace {

constexpr auto kOtherLink =
    "assumed: measured over a link of another bandwidth (link_bandwidth); what bytes take "
    "is scaled by the bandwidths, hops are as measured";

/// What a ring moves over each link, of the payload.
double ringShare(std::string_view operation, double ranks)
{
    const double once = (ranks - 1) / ranks;
    return operation == "all_reduce" ? 2 * once : once;
}

/// Straight over both logarithms, and on with the slope of the last two.
double along(double x0, double y0, double x1, double y1, double x)
{
    return y0 * std::pow(y1 / y0, std::log(x / x0) / std::log(x1 / x0));
}

double smallest(const core::CollectiveCurve& curve) { return *std::ranges::min_element(curve.seconds); }

/// How much slower the level's link is than the one that \p curve was measured over; 1 where nobody said.
double slowdown(const core::HardwareSpec& hardware, const core::CollectiveCurve& curve)
{
    const core::Link* link = hardware.link(curve.level);
    if (link == nullptr || curve.linkBandwidth.value() <= 0)
        return 1;
    return curve.linkBandwidth.value() / link->bandwidth.value.value();
}

/// A message takes no longer than a larger one that was measured to be quicker: it could be sent as that.
double measuredAt(const core::CollectiveCurve& curve, double bytes)
{
    const auto& x = curve.bytes;
    const auto& y = curve.seconds;
    if (bytes >= x.back())
        return y.back() * bytes / x.back();
    const auto right = std::ranges::upper_bound(x, bytes) - x.begin();
    const double larger = *std::min_element(y.begin() + right, y.end());
    if (right == 0)
        return larger;
    const auto left = static_cast<std::size_t>(right - 1);
    return along(x[left], std::min(y[left], larger), x[left + 1], larger, bytes);
}

/// Seconds from the measured curve. Over a link of another bandwidth the hops, which the smallest message
/// shows, stay, and what bytes take changes with the bandwidth. Of one message's time the hops are \p least
/// among as many ranks as the curve's; \p more: what the group's take besides.
double secondsAt(const core::HardwareSpec& hardware, const core::CollectiveCurve& curve, double bytes,
                 double least, double more)
{
    const double slower = slowdown(hardware, curve);
    if (curve.bytes.size() == 1) {
        const double hops = std::min(least, curve.seconds.front());
        return std::max(hops + more, 0.0) +
               (curve.seconds.front() - hops) * bytes / curve.bytes.front() * slower;
    }
    const double seconds = measuredAt(curve, bytes);
    if (slower == 1)
        return seconds;
    const double hops = smallest(curve);
    return hops + (seconds - hops) * slower;
}

/// A curve at some bytes.
struct Known {
    const core::CollectiveCurve* curve = nullptr;
    double ranks = 0;
    double seconds = 0;
};

/// The curves of \p operation by their ranks, from the last with as many as \p ranks or the one before the
/// last of all. Fewer ranks take no longer than more that were measured to be quicker.
std::vector<Known> curvesAround(const core::HardwareSpec& hardware, std::string_view operation,
                                const MeasuredGroup& group, double ranks, double bytes)
{
    std::vector<Known> all;
    for (const core::CollectiveCurve& curve : hardware.collectives) {
        if (curve.level == group.level && curve.operation == operation)
            all.push_back({&curve, static_cast<double>(curve.ranks), 0});
    }
    std::ranges::sort(all, {}, &Known::ranks);
    const bool alone = all.size() == 1;
    const double each = group.each * group.ranks / ranks; // between nodes ranks are those of whole ones
    const auto beyond = std::ranges::upper_bound(all, ranks, {}, &Known::ranks) - all.begin();
    const auto last = static_cast<std::ptrdiff_t>(all.size());
    const auto first = std::max<std::ptrdiff_t>(0, beyond < last ? beyond - 1 : last - 2);
    all.erase(all.begin(), all.begin() + first);
    for (std::size_t i = all.size(); i-- > 0;) {
        // One curve alone says nothing of other ranks: they have more hops, or fewer.
        const double own = alone ? std::max(0.0, group.least + (all[i].ranks - ranks) * each) : group.least;
        all[i].seconds = secondsAt(hardware, *all[i].curve, bytes, own, group.least - own);
        if (i + 1 < all.size())
            all[i].seconds = std::min(all[i].seconds, all[i + 1].seconds);
    }
    return all;
}

MeasuredSeconds told(const core::HardwareSpec& hardware, const core::CollectiveCurve& curve, double seconds)
{
    if (slowdown(hardware, curve) != 1)
        return {seconds, core::SourceKind::Assumed, kOtherLink};
    const auto source = curve.regime == "measured"  ? core::SourceKind::Measured
                        : curve.regime == "fitted"  ? core::SourceKind::Fitted
                        : curve.regime == "assumed" ? core::SourceKind::Assumed
                                                    : core::SourceKind::Specification;
    return {seconds, source, curve.source};
}

} // namespace

std::optional<MeasuredSeconds> measuredCollective(const core::HardwareSpec& hardware,
                                                  std::string_view operation, const MeasuredGroup& group,
                                                  double bytes)
{
    const bool inside = group.level == core::LinkLevel::Node;
    // Between nodes curves are of whole ones: with as many bytes for each port.
    const auto perNode = static_cast<double>(hardware.devicesPerNode);
    const double ranks = inside ? group.ranks : group.ranks / group.members * perNode;
    // What a rank sends in an exchange passes its own port, however many it has beside it.
    const bool alike = inside || operation == "all_to_all";
    const double each = alike ? bytes : bytes * perNode / group.members;
    const std::vector<Known> around = curvesAround(hardware, operation, group, ranks, each);
    if (around.empty())
        return std::nullopt;
    const Known& last = around.back();
    if (ranks < last.ranks) {
        const Known& own = around.front();
        if (own.ranks >= ranks || around.size() == 1)
            return told(hardware, *own.curve, own.seconds);
        return told(hardware, *own.curve,
                    along(own.ranks, own.seconds, around[1].ranks, around[1].seconds, ranks));
    }
    if (ranks == last.ranks || around.size() == 1)
        return told(hardware, *last.curve, last.seconds);
    const Known& before = around.front();
    if (!inside)
        return told(hardware, *last.curve,
                    along(before.ranks, before.seconds, last.ranks, last.seconds, ranks));
    const double depth = std::log2(ranks / last.ranks) / std::log2(last.ranks / before.ranks);
    const double hop = std::max(0.0, smallest(*last.curve) - smallest(*before.curve));
    return told(hardware, *last.curve,
                last.seconds * ringShare(operation, ranks) / ringShare(operation, last.ranks) + depth * hop);
}

std::optional<MeasuredSeconds> measuredPortShare(const core::HardwareSpec& hardware, double nodes)
{
    const core::Link* link = hardware.link(core::LinkLevel::Cluster);
    if (link == nullptr || nodes < 2)
        return std::nullopt;
    const auto perNode = static_cast<double>(hardware.devicesPerNode);
    constexpr double kLarge = 1 << 28;
    const MeasuredGroup all{core::LinkLevel::Cluster, nodes * perNode, perNode, 0, 0};
    auto share = measuredCollective(hardware, "all_gather", all, kLarge);
    if (share) {
        const double bytesOfPort = ringShare("all_gather", all.ranks) * kLarge / perNode;
        share->seconds = std::min(1.0, bytesOfPort / share->seconds / link->bandwidth.value.value());
    }
    return share;
}

} // namespace shardscope::planner
