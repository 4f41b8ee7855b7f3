// SPDX-License-Identifier: GPL-3.0-or-later
// Copies that are far slower than the link they go over.
#include "core/base/ascii.h"
#include "profiler/analyze/device/roofline.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/overview/slow/lost_time.h"
#include "profiler/trace/copy_direction.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace shardscope::profiler {

namespace {

struct CopyLink {
    double bandwidth = 0; ///< bytes/s that the copy's own bytes can go over it
    double slow = 0;      ///< below this share of it, a copy is told
    bool pageable = false;
};

/// From pinned host memory copies of 1 MiB and more reach 0.87 to 1 of the link, from pageable memory 0.17 to
/// 0.36 (measured: docs/analyses.md, slow kernels).
constexpr double kSlowLink = 0.5;
/// A copy on the device is element-wise work: 16 MiB and more reach 0.8 and more, strided ones 0.36.
constexpr double kSlowOnDevice = 0.25;
/// Time of a copy, ns, as of kernels: shorter ones are told by their start, whatever they move.
constexpr std::int64_t kJudgedCopy = 20'000;

std::optional<CopyLink> copyLinkOf(std::string_view name, const AnalysisOptions& options)
{
    const auto direction = copyDirection(name);
    if (!direction)
        return std::nullopt;
    const auto tier = [&](core::Tier which) -> std::optional<double> {
        const core::MemoryTier* const own = options.hardware->tier(which);
        return own == nullptr
                   ? std::nullopt
                   : std::optional(own->bandwidth.value.value() / static_cast<double>(own->sharedBy));
    };
    switch (*direction) {
    case CopyDirection::ToDevice:
    case CopyDirection::ToHost:
        if (const auto host = tier(core::Tier::Host))
            return CopyLink{*host, kSlowLink, core::lowered(name).find("pageable") != std::string::npos};
        break;
    case CopyDirection::OnDevice:
        if (const auto device = tier(core::Tier::Device))
            return CopyLink{*device / 2, kSlowOnDevice, false}; // read and written
        break;
    case CopyDirection::BetweenDevices:
        if (const core::Link* const link = options.hardware->scaleUp())
            return CopyLink{link->bandwidth.value.value(), kSlowLink, false};
        break;
    }
    return std::nullopt;
}

/// Copies of one kind that count.
struct Copies {
    CopyLink link;
    double deviceNs = 0;
    double bytes = 0;
    double count = 0;
    LostTime lost;
    std::vector<Evidence> evidence;
};
using CopiesOfKinds = std::map<core::NameId, Copies>;

core::Result<core::Done> addCopies(const CostInput& cost, const RankTime& rank, const core::Task& task,
                                   CopiesOfKinds& kinds)
{
    const core::Timeline& timeline = cost.input.timeline();
    const DeviceWork& work = cost.input.deviceWork(rank.part);
    SHARDSCOPE_TRY(const IntegerColumn* const bytes, cost.input.columns().integers(ArgKey::Bytes, task));
    std::map<core::NameId, std::optional<CopyLink>> links;
    for (std::size_t at = 0; at < work.rows.size(); ++at) {
        const std::uint32_t row = work.rows[at];
        const core::Interval time = work.time(timeline, at);
        if (work.kinds[at] != KernelKind::Copy || (*bytes)[row] == IntegerColumn::kMissing ||
            time.begin < rank.steps.window.begin || time.begin >= rank.steps.window.end ||
            time.end - time.begin < kJudgedCopy)
            continue;
        const core::NameId name = timeline.name()[row];
        const auto [link, isNew] = links.try_emplace(name);
        if (isNew)
            link->second = copyLinkOf(cost.input.text(name), cost.options);
        if (!link->second)
            continue;
        Copies& copies = kinds[name];
        copies.link = *link->second;
        const auto own = static_cast<double>((*bytes)[row]);
        const auto length = static_cast<double>(time.end - time.begin);
        copies.deviceNs += length;
        copies.bytes += own;
        copies.count += 1;
        copies.lost.addBehind(rank.part, time, own / copies.link.bandwidth * 1e9 / length);
        copies.evidence.push_back(evidenceOf(cost.input, row));
        if (copies.evidence.size() > 4 * kEvidence)
            longestFirst(copies.evidence);
    }
    return core::Done{};
}

} // namespace

core::Result<CostFindings> slowCopyCosts(const CostInput& cost, const core::Task& task)
{
    CostFindings findings;
    if (!cost.options.hardware)
        return findings;
    CopiesOfKinds kinds;
    for (const RankTime& rank : cost.ranks) {
        if (rank.device)
            SHARDSCOPE_TRY_DONE(addCopies(cost, rank, task, kinds));
    }
    for (auto& [name, copies] : kinds) {
        const double leastNs = copies.bytes / copies.link.bandwidth * 1e9;
        if (leastNs > copies.link.slow * copies.deviceNs)
            continue;
        auto lost = exposedOf(cost, copies.lost.sets(), &RankTime::copying);
        findings.push_back(costFinding(
            "slow_copy", secondsOf(cost, lost), Confidence::Medium,
            {std::string(cost.input.text(name)), bytesText(std::llround(copies.bytes / copies.count)),
             rateText(copies.bytes / copies.deviceNs * 1e9), rateText(copies.link.bandwidth)}));
        if (copies.link.pageable)
            findings.back().advice = "slow_copy.pageable";
        findings.back().time = std::move(lost);
        longestFirst(copies.evidence);
        findings.back().evidence = std::move(copies.evidence);
    }
    return findings;
}

} // namespace shardscope::profiler
