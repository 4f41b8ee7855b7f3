// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/traffic/measured_collective.h"

#include <algorithm>
#include <cmath>

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

double measuredAt(const core::CollectiveCurve& curve, double bytes, double least)
{
    const auto& x = curve.bytes;
    const auto& y = curve.seconds;
    if (x.size() == 1) { // one message's time: the hops, and bytes
        const double hops = std::min(least, y.front());
        return hops + (y.front() - hops) * bytes / x.front();
    }
    if (bytes <= x.front())
        return y.front();
    if (bytes >= x.back())
        return y.back() * bytes / x.back();
    const auto right = static_cast<std::size_t>(std::ranges::upper_bound(x, bytes) - x.begin());
    return along(x[right - 1], y[right - 1], x[right], y[right], bytes);
}

/// How much slower the level's link is than the one that \p curve was measured over; 1 where nobody said.
double slowdown(const core::HardwareSpec& hardware, const core::CollectiveCurve& curve)
{
    const core::Link* link = hardware.link(curve.level);
    if (link == nullptr || curve.linkBandwidth.value() <= 0)
        return 1;
    return curve.linkBandwidth.value() / link->bandwidth.value.value();
}

/// As measured; over a link of another bandwidth its hops, which the smallest message has, stay, and what
/// bytes take changes with the bandwidth.
double secondsAt(const core::HardwareSpec& hardware, const core::CollectiveCurve& curve, double bytes,
                 double least)
{
    const double seconds = measuredAt(curve, bytes, least);
    const double slower = slowdown(hardware, curve);
    if (slower == 1)
        return seconds;
    const double hops =
        curve.bytes.size() == 1 ? std::min(least, curve.seconds.front()) : curve.seconds.front();
    return hops + (seconds - hops) * slower;
}

/// The curves with as many ranks as wanted or next below, and with next more.
struct Neighbours {
    const core::CollectiveCurve* below = nullptr;
    const core::CollectiveCurve* above = nullptr;
    const core::CollectiveCurve* beforeLast = nullptr; ///< the second most ranks of all
};
Neighbours neighboursOf(const core::HardwareSpec& hardware, std::string_view operation, core::LinkLevel level,
                        double ranks)
{
    Neighbours found;
    const auto nearer = [](const core::CollectiveCurve* now, const core::CollectiveCurve& other,
                           bool larger) {
        return now == nullptr || (larger ? other.ranks > now->ranks : other.ranks < now->ranks);
    };
    for (const core::CollectiveCurve& curve : hardware.collectives) {
        if (curve.level != level || curve.operation != operation)
            continue;
        if (static_cast<double>(curve.ranks) <= ranks) {
            if (nearer(found.below, curve, true)) {
                found.beforeLast = found.below;
                found.below = &curve;
            } else if (nearer(found.beforeLast, curve, true)) {
                found.beforeLast = &curve;
            }
        } else if (nearer(found.above, curve, false)) {
            found.above = &curve;
        }
    }
    return found;
}

MeasuredSeconds told(const core::HardwareSpec& hardware, const core::CollectiveCurve& curve, double seconds)
{
    if (slowdown(hardware, curve) != 1)
        return {seconds, core::SourceKind::Assumed, kOtherLink};
    const auto source = curve.regime == "measured" ? core::SourceKind::Measured
                        : curve.regime == "fitted" ? core::SourceKind::Fitted
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
    const double each = inside ? bytes : bytes * perNode / group.members;
    const Neighbours next = neighboursOf(hardware, operation, group.level, ranks);
    const core::CollectiveCurve* nearest = next.below != nullptr ? next.below : next.above;
    if (nearest == nullptr)
        return std::nullopt;
    const double one = secondsAt(hardware, *nearest, each, group.least);
    const auto own = static_cast<double>(nearest->ranks);
    if (own >= ranks)
        return told(hardware, *nearest, one);
    if (next.above != nullptr) {
        const double more = secondsAt(hardware, *next.above, each, group.least);
        return told(hardware, *nearest, along(own, one, static_cast<double>(next.above->ranks), more, ranks));
    }
    if (next.beforeLast == nullptr)
        return told(hardware, *nearest, one);
    const auto before = static_cast<double>(next.beforeLast->ranks);
    if (!inside)
        return told(hardware, *nearest,
                    along(before, secondsAt(hardware, *next.beforeLast, each, group.least), own, one, ranks));
    const double depth = std::log2(ranks / own) / std::log2(own / before);
    const double hop = std::max(0.0, nearest->seconds.front() - next.beforeLast->seconds.front());
    return told(hardware, *nearest,
                one * ringShare(operation, ranks) / ringShare(operation, own) + depth * hop);
}

std::optional<MeasuredSeconds> measuredPortShare(const core::HardwareSpec& hardware, double nodes)
{
    const core::Link* link = hardware.link(core::LinkLevel::Cluster);
    if (link == nullptr || nodes < 2)
        return std::nullopt;
    const auto perNode = static_cast<double>(hardware.devicesPerNode);
    constexpr double kLarge = 1 << 28;
    const MeasuredGroup all{core::LinkLevel::Cluster, nodes * perNode, perNode, 0};
    auto share = measuredCollective(hardware, "all_gather", all, kLarge);
    if (share) {
        const double bytesOfPort = ringShare("all_gather", all.ranks) * kLarge / perNode;
        share->seconds = std::min(1.0, bytesOfPort / share->seconds / link->bandwidth.value.value());
    }
    return share;
}

} // namespace shardscope::planner
