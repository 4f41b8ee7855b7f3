// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/memory/streaming_pool.h"

#include "core/base/text_mark.h"
#include "planner/formula/source_kind.h"
#include "planner/memory/memory.h"

#include <algorithm>

namespace shardscope::planner {
namespace {

using core::Tier;
using Plain = core::PlainNumbers;

constexpr auto kPool =
    "Graphcore, 'Building large models on IPU', December 2021: an IPU streams from the memory "
    "of other IPU-Machines as from its own";
/// A device that streams for itself leaves the other half of its share of the memory to whoever borrows.
constexpr double kLeftByLender = 0.5;

/// One device's share of the streaming memory of its machine.
double shareOf(const core::MemoryTier& memory, std::int64_t devices)
{
    return memory.usable().value.value() / static_cast<double>(std::min(memory.sharedBy, devices));
}

/// The closest level that joins everybody who borrows or lends.
core::LinkLevel levelOf(const core::HardwareSpec& hardware, std::int64_t devices, const StreamingPool& pool)
{
    const core::Link* pod = hardware.link(core::LinkLevel::Pod);
    const core::Link* cluster = hardware.link(core::LinkLevel::Cluster);
    if (pod == nullptr)
        return core::LinkLevel::Cluster;
    const std::int64_t reached = pod->span == 0 ? devices : pod->span;
    const std::int64_t there = std::min(reached, hardware.devices().value_or(devices));
    const auto beside = static_cast<double>(std::max<std::int64_t>(0, there - devices)) * pool.own;
    const bool inside = devices <= reached && pool.wanted <= pool.spared + beside;
    return inside || cluster == nullptr ? core::LinkLevel::Pod : core::LinkLevel::Cluster;
}

/// The same parts in plain numbers.
struct PlainParts {
    ModelState<Plain> state;
    PlanParts<Plain> parts;

    template <class N>
    explicit PlainParts(const PlanParts<N>& of)
        : state(modelState<Plain>(of.inventory, of.plan))
        , parts{of.model,  of.hardware, of.plan, of.inventory,    nullptr,
                of.stages, {},          {},      of.coefficients, nullptr}
    {
        parts.modelState = &state;
        parts.elements.reserve(of.stages.size());
        parts.state.reserve(of.stages.size());
        for (const Stage& stage : of.stages) {
            parts.elements.push_back(stageState<Plain>(state, of.inventory, stage));
            parts.state.push_back(stageBytes(parts.elements.back()));
        }
    }

private:
    [[nodiscard]] StateBytes<Plain> stageBytes(const StateElements<Plain>& elements) const
    {
        return stateBytes<Plain>(elements, parts.plan);
    }
};

/// How what a stage moves divides: bytes a step, and seconds of it that computing does not hide.
struct Division {
    double remote = 0;        ///< from and to other machines
    double exposedOwn = 0;    ///< seconds that computing does not hide
    double exposedRemote = 0; ///< the same of the others'
};

/// \p bytes and \p exposed: of the stage's streaming as if its machine held all of it.
struct OwnStreaming {
    double bytes = 0;
    double exposed = 0;
    double rate = 0;
};
Division divided(const OwnStreaming& all, double held, double optimizer, double excess, double remoteRate)
{
    const double away = std::min(excess, optimizer);
    const double rest = excess - away;
    // Whatever stays on the device moves only with the update, both ways.
    const double update = std::min(all.bytes, 2 * optimizer);
    const double others = all.bytes - update;
    const double awayMoved = optimizer > 0 ? update * away / optimizer : 0;
    const double restShare = held > optimizer ? rest / (held - optimizer) : 0;
    const double restMoved = others * restShare;
    const double open = std::max(0.0, all.exposed - update / all.rate); // of what computing may hide
    const double shown = others > 0 ? std::min(1.0, open / (others / all.rate)) : 0;
    Division out;
    out.remote = awayMoved + restMoved;
    out.exposedOwn = (update - awayMoved) / all.rate + open * (1 - restShare);
    // What it takes longer than its own memory would is not hidden by the same computing.
    out.exposedRemote = awayMoved / remoteRate + restMoved / remoteRate - restMoved / all.rate * (1 - shown);
    return out;
}

template <class N>
ByteRate<N> remoteRate(const core::HardwareSpec& hardware, const StreamingPool& pool)
{
    const core::MemoryTier& memory = *hardware.tier(Tier::Streaming);
    const core::Link& link = *hardware.link(pool.level);
    const ByteRate<N> share =
        N::leaf(memory.bandwidth.value, W_("tier_bandwidth"), sourceOf(memory.bandwidth),
                memory.bandwidth.source) /
        N::leaf(core::Number{static_cast<double>(memory.sharedBy)}, W_("devices_sharing"),
                core::SourceKind::Specification, memory.capacity.source);
    const ByteRate<N> way =
        N::leaf(link.bandwidth.value, W_("link_between_machines"), sourceOf(link.bandwidth),
                link.bandwidth.source.empty() ? link.label : link.bandwidth.source);
    // Fewer lenders than borrowers are each asked by several.
    const double crowd = std::min(1.0, pool.lenders / std::max(1.0, pool.borrowers));
    const double left = pool.wanted <= pool.unused ? 1 : kLeftByLender;
    return minimum(share * N::leaf(core::Number{left}, W_("left_by_the_lender"), core::SourceKind::Assumed,
                                   "half of the memory's rate where its own devices stream too"),
                   way) *
           N::leaf(core::Number{crowd}, W_("lenders_to_borrowers"), core::SourceKind::Derived, kPool);
}

} // namespace

StreamingPool streamingPool(const core::HardwareSpec& hardware, const core::Plan& plan,
                            const core::MemoryBreakdown& memory)
{
    StreamingPool pool;
    const core::MemoryTier* tier = hardware.tier(Tier::Streaming);
    const bool joined =
        hardware.link(core::LinkLevel::Pod) != nullptr || hardware.link(core::LinkLevel::Cluster) != nullptr;
    if (tier == nullptr || !joined)
        return pool;
    const std::int64_t devices = plan.axes.devices();
    pool.own = core::Bytes{shareOf(*tier, devices)};
    for (std::size_t index = 0; index < memory.classes.size(); ++index) {
        const auto ranks = static_cast<double>(memory.classes[index].ranks);
        const auto use = std::ranges::find_if(memory.tiers, [&](const core::TierUse& one) {
            return one.tier == Tier::Streaming && one.rankClass == index;
        });
        const core::Bytes peak = use == memory.tiers.end() ? core::Bytes{} : use->peak;
        if (pool.own < peak) {
            pool.wanted += ranks * (peak - pool.own);
            pool.borrowers += ranks;
        } else {
            pool.spared += ranks * (pool.own - peak);
            pool.lenders += ranks;
        }
    }
    const auto idle =
        static_cast<double>(std::max<std::int64_t>(0, hardware.devices().value_or(devices) - devices));
    pool.unused = idle * tier->usable().value / static_cast<double>(tier->sharedBy);
    pool.lenders += idle;
    pool.level = levelOf(hardware, devices, pool);
    return pool;
}

void lendStreaming(const core::HardwareSpec& hardware, const core::Plan& plan, core::MemoryBreakdown& memory)
{
    const core::MemoryTier* tier = hardware.tier(Tier::Streaming);
    bool lacking = false;
    for (core::TierUse& use : memory.tiers) {
        if (use.tier != Tier::Streaming)
            continue;
        use.capacity = core::Bytes{shareOf(*tier, plan.axes.devices())};
        lacking = lacking || use.capacity < use.peak;
    }
    if (!lacking)
        return;
    const StreamingPool pool = streamingPool(hardware, plan, memory);
    if (!(pool.borrowers > 0))
        return;
    // Shared by need, so that whatever is enough in all is enough for each.
    const core::Bytes lent = pool.unused + pool.spared;
    for (core::TierUse& use : memory.tiers) {
        if (use.tier == Tier::Streaming && pool.own < use.peak)
            use.capacity = pool.own + (use.peak - pool.own) * (lent / pool.wanted).value();
    }
}

template <class N>
void streamFromOthers(const PlanParts<N>& parts, std::size_t index, std::vector<Traffic<N>>& traffic)
{
    const core::MemoryTier* tier = parts.hardware.tier(Tier::Streaming);
    const auto own = std::ranges::find_if(traffic, [](const Traffic<N>& entry) {
        return entry.operation == core::Transfer::Streaming &&
               entry.group == core::trafficTo(Tier::Streaming);
    });
    // A step moves at least what the memory holds: what moves less than the share does not pass it.
    if (tier == nullptr || own == traffic.end() ||
        N::plain(own->bytes).value() <= shareOf(*tier, parts.plan.axes.devices()))
        return;
    const PlainParts plain(parts);
    core::Evaluation held;
    held.devices = parts.plan.axes.devices();
    addMemory<Plain>(plain.parts, held);
    const StreamingPool pool = streamingPool(parts.hardware, parts.plan, held.memory);
    const auto use = std::ranges::find_if(held.memory.tiers, [&](const core::TierUse& one) {
        return one.tier == Tier::Streaming && one.rankClass == index;
    });
    if (use == held.memory.tiers.end() || !(pool.own < use->peak) || !(pool.lenders > 0))
        return;
    const double optimizer = (held.memory.held(index, Tier::Streaming, core::Purpose::OptimizerState) +
                              held.memory.held(index, Tier::Streaming, core::Purpose::MasterWeights))
                                 .value();
    const ByteRate<N> rate = remoteRate<N>(parts.hardware, pool);
    const OwnStreaming all{N::plain(own->bytes).value(), N::plain(own->exposed).value(),
                           N::plain(own->bytes).value() / N::plain(own->seconds).value()};
    const Division division =
        divided(all, use->peak.value(), optimizer, (use->peak - pool.own).value(), N::plain(rate).value());
    const auto share = [](double value, std::string_view label) {
        return N::leaf(core::Number{value}, label, core::SourceKind::Derived, kPool);
    };
    Traffic<N> remote = *own;
    remote.group = core::TrafficGroup::RemoteStreaming;
    remote.bytes = own->bytes * share(division.remote / all.bytes, W_("share_of_other_machines"));
    remote.seconds = N::named(W_("remote_streaming"), remote.bytes / rate, kPool);
    const double seconds = N::plain(remote.seconds).value();
    remote.exposed =
        remote.seconds * share(std::min(1.0, division.exposedRemote / seconds), W_("exposed_share"));
    const Count<N> kept = share(1 - division.remote / all.bytes, W_("share_of_the_own_machine"));
    own->bytes = own->bytes * kept;
    own->seconds = own->seconds * kept;
    if (all.exposed > 0)
        own->exposed = own->exposed * share(division.exposedOwn / all.exposed, W_("exposed_share"));
    traffic.push_back(std::move(remote));
}

template void streamFromOthers<core::PlainNumbers>(const PlanParts<core::PlainNumbers>&, std::size_t,
                                                   std::vector<Traffic<core::PlainNumbers>>&);
template void streamFromOthers<core::ExplainedNumbers>(const PlanParts<core::ExplainedNumbers>&, std::size_t,
                                                       std::vector<Traffic<core::ExplainedNumbers>>&);

} // namespace shardscope::planner
