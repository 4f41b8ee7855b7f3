// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/compare/compared_parts.h"

#include "core/base/text_mark.h"
#include "core/report/columns.h"

#include <algorithm>
#include <map>

namespace shardscope::app {
namespace {

using core::Cell;
using core::Purpose;
using profiler::GroupAxis;
using profiler::OwnersFrom;

/// Whether the owners of \p side are those of a recording, which tells fewer of them apart.
bool recordedOwners(const DifferenceSide& side)
{
    return side.memory &&
           (side.memory->from == OwnersFrom::Stacks || side.memory->from == OwnersFrom::Phases);
}

/// Of two of which one has a recording's owners: that one, and the plan.
const DifferenceSide& recordedSide(const SideDifference& difference)
{
    return recordedOwners(difference.a) ? difference.a : difference.b;
}
const DifferenceSide& otherSide(const SideDifference& difference)
{
    return recordedOwners(difference.a) ? difference.b : difference.a;
}

std::optional<double> heldBy(const DifferenceSide& side, Purpose purpose)
{
    const auto found = side.owners.find(std::string(core::nameOf(purpose)));
    if (found != side.owners.end())
        return found->second;
    // What a recording found nobody for may be anybody's.
    const bool complete = !side.owners.empty() && (!recordedOwners(side) || side.memory->unowned == 0);
    return complete ? std::optional(0.0) : std::nullopt;
}

Cell cellOf(const std::optional<double>& value) { return value ? Cell(*value) : Cell(); }
Cell changeOf(const std::optional<double>& a, const std::optional<double>& b)
{
    return a && b ? Cell(*b - *a) : Cell();
}

/// Most that \p side holds in each of so many parts of its curve.
std::vector<std::optional<double>> mostInParts(const DifferenceSide& side, std::size_t parts)
{
    std::vector<std::optional<double>> most(parts);
    if (!side.memory || side.memory->curve.x.size() < 2)
        return most;
    const core::Series& curve = side.memory->curve;
    const double length = curve.x.back();
    if (length <= 0)
        return most;
    std::size_t part = 0;
    double level = curve.y.front();
    for (std::size_t at = 0; at < curve.x.size(); ++at) {
        const auto own =
            std::min(parts - 1, static_cast<std::size_t>(curve.x[at] / length * static_cast<double>(parts)));
        for (; part <= own; ++part) // what is held from before counts in each part that it lasts through
            most[part] = std::max(most[part].value_or(level), level);
        part = own;
        level = curve.y[at];
        most[own] = std::max(most[own].value_or(level), level);
    }
    return most;
}

} // namespace

std::vector<OwnerDifference> ownerDifferences(const SideDifference& difference)
{
    const bool folds = recordedOwners(difference.a) != recordedOwners(difference.b);
    const auto ownerOf = [&](Purpose purpose) {
        return folds ? profiler::recordedOwner(purpose, recordedSide(difference).memory->from) : purpose;
    };
    std::map<Purpose, OwnerDifference> owners;
    for (const Purpose purpose : core::valuesOf<Purpose>()) {
        const auto a = heldBy(difference.a, purpose);
        const auto b = heldBy(difference.b, purpose);
        const Purpose owner = ownerOf(purpose);
        OwnerDifference& one = owners[owner];
        one.owner = owner;
        if (owner == purpose) {
            one.a = a;
            one.b = b;
            continue;
        }
    }
    for (const Purpose purpose : core::valuesOf<Purpose>()) {
        const Purpose owner = ownerOf(purpose);
        if (owner == purpose)
            continue;
        OwnerDifference& one = owners[owner];
        const double held = heldBy(otherSide(difference), purpose).value_or(0);
        if (held <= 0)
            continue;
        std::optional<double>& planned = recordedOwners(difference.a) ? one.b : one.a;
        planned = planned.value_or(0) + held;
        one.with.push_back(purpose);
    }
    std::vector<OwnerDifference> told;
    for (const auto& [purpose, one] : owners) {
        if (one.a.value_or(0) > 0 || one.b.value_or(0) > 0)
            told.push_back(one);
    }
    return told;
}

std::string ownersFrom(const DifferenceSide& side)
{
    const OwnersFrom from = side.kind == SideKind::Plan && !side.owners.empty() ? OwnersFrom::Plan
                            : side.memory                                       ? side.memory->from
                                                                                : OwnersFrom::Nothing;
    return std::string(core::nameOf(from));
}

std::vector<TrafficDifference> trafficDifferences(const SideDifference& difference)
{
    std::map<std::pair<GroupAxis, std::string>, TrafficDifference> all;
    for (const bool ofB : {false, true}) {
        for (const profiler::TrafficSum& sum : (ofB ? difference.b : difference.a).traffic) {
            TrafficDifference& one = all[{sum.axis, sum.kind}];
            one.axis = sum.axis;
            one.kind = sum.kind;
            one.ranks = std::max(one.ranks, sum.ranks);
            (ofB ? one.bMessages : one.aMessages) = sum.messages;
            (ofB ? one.bBytes : one.aBytes) = sum.bytes;
        }
    }
    std::vector<TrafficDifference> told;
    for (auto& [what, one] : all)
        told.push_back(std::move(one));
    std::ranges::stable_sort(told, std::greater(), [](const TrafficDifference& one) {
        return std::max(one.aBytes.value_or(0), one.bBytes.value_or(0));
    });
    return told;
}

std::optional<std::pair<double, double>> trafficBytes(const SideDifference& difference)
{
    const auto sumOf = [](const DifferenceSide& side) -> std::optional<double> {
        double sum = 0;
        for (const profiler::TrafficSum& one : side.traffic) {
            if (!one.bytes)
                return std::nullopt; // of a part alone a sum says nothing
            sum += *one.bytes;
        }
        return side.traffic.empty() ? std::nullopt : std::optional(sum);
    };
    const auto a = sumOf(difference.a);
    const auto b = sumOf(difference.b);
    return a && b ? std::optional(std::pair(*a, *b)) : std::nullopt;
}

std::vector<profiler::TrafficSum> plannedTraffic(const core::Evaluation& evaluation,
                                                 const std::vector<profiler::TrafficSum>& laid)
{
    std::vector<profiler::TrafficSum> sums;
    for (const core::CommunicationEntry& entry : evaluation.communication) {
        const auto axis = core::fromName<GroupAxis>(core::nameOf(entry.group));
        if (!axis) // between memories of one device
            continue;
        profiler::TrafficSum& sum = sums.emplace_back();
        sum.axis = *axis;
        sum.kind = core::nameOf(entry.operation);
        sum.bytes = entry.bytesPerRank.value();
        sum.told = 1;
        // Collectives within a pass are drawn as one; others go out as they are drawn.
        const bool apart = *axis == GroupAxis::Pipeline || *axis == GroupAxis::Replica;
        for (const profiler::TrafficSum& one : laid) {
            if (apart && one.axis == sum.axis && one.kind == sum.kind)
                sum.messages = one.messages;
        }
    }
    return sums;
}

core::Table memoryTable(const SideDifference& difference)
{
    core::Table table{"memory", N_("Memory of the fullest device"), {}, {}};
    table.columns = {core::wordColumn(core::Words::Label, "owner", N_("Owner")),
                     core::bytesColumn("a_bytes", "A", N_("empty: not recorded")),
                     core::bytesColumn("b_bytes", "B", N_("empty: not recorded")),
                     core::bytesColumn("difference", N_("Difference")),
                     core::wordColumn(core::Words::Label, "part_of", N_("Part of"))};
    const auto add = [&](std::string owner, const std::optional<double>& a, const std::optional<double>& b,
                         Cell of = {}) {
        if (a || b)
            table.rows.push_back(
                {Cell(std::move(owner)), cellOf(a), cellOf(b), changeOf(a, b), std::move(of)});
    };
    add(N_("peak"), difference.a.memoryPeak, difference.b.memoryPeak);
    for (const OwnerDifference& one : ownerDifferences(difference)) {
        const std::string owner(core::nameOf(one.owner));
        add(owner, one.a, one.b);
        for (const Purpose part : one.with) { // the plan tells them apart
            const auto held = heldBy(otherSide(difference), part);
            const bool ofA = &otherSide(difference) == &difference.a;
            add(std::string(core::nameOf(part)), ofA ? held : std::nullopt, ofA ? std::nullopt : held, owner);
        }
    }
    const auto unowned = [](const DifferenceSide& side) {
        return side.memory && side.memory->unowned > 0 ? std::optional(side.memory->unowned) : std::nullopt;
    };
    add(N_("of no recorded owner"), unowned(difference.a), unowned(difference.b));
    return table;
}

core::Table memoryOverTimeTable(const SideDifference& difference)
{
    constexpr std::size_t kParts = 20;
    core::Table table{"memory_over_time", N_("Memory over the step: the most in each twentieth"), {}, {}};
    table.columns = {core::fractionColumn("until", N_("Until")), core::bytesColumn("a_bytes", "A"),
                     core::bytesColumn("b_bytes", "B"), core::bytesColumn("difference", N_("Difference"))};
    const auto a = mostInParts(difference.a, kParts);
    const auto b = mostInParts(difference.b, kParts);
    for (std::size_t part = 0; part < kParts; ++part) {
        if (a[part] || b[part])
            table.rows.push_back({Cell(static_cast<double>(part + 1) / static_cast<double>(kParts)),
                                  cellOf(a[part]), cellOf(b[part]), changeOf(a[part], b[part])});
    }
    return table;
}

core::Table trafficTable(const SideDifference& difference)
{
    core::Table table{"traffic", N_("What a rank sends in a step, by group"), {}, {}};
    table.columns = {core::wordColumn(core::Words::Group, "group", N_("Group")),
                     core::wordColumn(core::Words::Operation, "operation", N_("Operation")),
                     core::integerColumn("ranks", N_("Ranks")),
                     core::realColumn("a_messages", N_("Messages of A")),
                     core::realColumn("b_messages", N_("Messages of B")),
                     core::bytesColumn("a_bytes", "A", N_("empty: not recorded")),
                     core::bytesColumn("b_bytes", "B", N_("empty: not recorded")),
                     core::bytesColumn("difference", N_("Difference"))};
    for (const TrafficDifference& one : trafficDifferences(difference))
        table.rows.push_back({Cell(std::string(core::nameOf(one.axis))), Cell(one.kind),
                              one.ranks > 0 ? Cell(one.ranks) : Cell(), cellOf(one.aMessages),
                              cellOf(one.bMessages), cellOf(one.aBytes), cellOf(one.bBytes),
                              changeOf(one.aBytes, one.bBytes)});
    return table;
}

std::vector<core::Series> memorySeries(const SideDifference& difference)
{
    std::vector<core::Series> series;
    for (const bool ofB : {false, true}) {
        const DifferenceSide& side = ofB ? difference.b : difference.a;
        if (!side.memory || side.memory->curve.x.empty())
            continue;
        core::Series one = side.memory->curve;
        one.key = ofB ? "memory.b" : "memory.a";
        one.title = side.label;
        series.push_back(std::move(one));
    }
    return series;
}

} // namespace shardscope::app
