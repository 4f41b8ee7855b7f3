// SPDX-License-Identifier: GPL-3.0-or-later
// Operations whose kernels are far from what the device can do with them.
#include "core/units/plain_number.h"
#include "profiler/analyze/device/roofline.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/overview/cost_findings.h"
#include "profiler/analyze/overview/slow/lost_time.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace shardscope::profiler {

namespace {

/// A share of the roofline. On an H100 well-shaped products reach 0.66 to 0.93 of the peak, thin ones 0.43 to
/// 0.6, of rows that end in an odd size 0.1 to 0.15 (measured: docs/analyses.md, slow kernels).
constexpr double kSlow = 1.0 / 3;
/// Mean time of a call, ns: below, filling and draining the device is most of it, whatever is computed.
constexpr double kJudged = 20'000;
constexpr std::size_t kMostTold = 3;

/// Calls of one operation on operands of one shape, in the steps that count.
struct Product {
    std::string name;
    std::string shape;
    double deviceNs = 0;
    double leastNs = 0; ///< at the roofline
    double flops = 0;
    double calls = 0;
    std::size_t kinds = 1; ///< of operations: itself, and its gradients that are as slow
    LostTime lost;
    std::vector<Evidence> evidence;

    [[nodiscard]] bool isSlow() const { return deviceNs >= kJudged * calls && leastNs <= kSlow * deviceNs; }
    /// Takes in one of the same family: what costs more gives the name.
    void add(Product&& other)
    {
        if (other.deviceNs - other.leastNs > deviceNs - leastNs) {
            std::swap(name, other.name);
            std::swap(shape, other.shape);
        }
        deviceNs += other.deviceNs;
        leastNs += other.leastNs;
        flops += other.flops;
        calls += other.calls;
        kinds += other.kinds;
        lost.add(other.lost);
        evidence.insert(evidence.end(), other.evidence.begin(), other.evidence.end());
    }
};
/// Products by family, type, name and shape.
using Products = std::map<std::tuple<std::string, std::string, core::NameId, std::string>, Product>;

core::Result<core::Done> addRank(const CostInput& cost, const RankTime& rank, const core::Task& task,
                                 Products& products)
{
    const core::Timeline& timeline = cost.input.timeline();
    const DeviceWork& work = cost.input.deviceWork(rank.part);
    SHARDSCOPE_TRY(const std::vector<OperationCall> calls, operationCalls(cost.input, rank.part, task));
    for (const OperationCall& call : calls) {
        if (!call.work || call.device <= 0 || call.transformed || call.firstStart < rank.steps.window.begin ||
            call.firstStart >= rank.steps.window.end)
            continue;
        const auto roof = roofOf(*call.work, peaksOf(cost.options, formatOf(cost.input, call, cost.options)));
        if (!roof || *roof <= 0)
            continue;
        const core::NameId name = timeline.name()[call.row];
        Product& product = products[{call.work->family, call.work->dtype, name, call.work->shape}];
        product.name = cost.input.text(name);
        product.shape = call.work->shape;
        // If nothing tells an attention's mask, it may be causal: slow is only what would be slow even so.
        const bool untold = call.work->mask == CausalMask::NotTold;
        const double least = call.work->flops * (untold ? call.work->causalShare : 1) / *roof * 1e9;
        product.deviceNs += static_cast<double>(call.device);
        product.leastNs += least;
        product.flops += call.work->flops;
        product.calls += 1;
        for (const std::uint32_t at : call.deviceRows)
            product.lost.addBehind(rank.part, work.time(timeline, at),
                                   least / static_cast<double>(call.device));
        product.evidence.push_back(evidenceOf(cost.input, call.longest));
        if (product.evidence.size() > 4 * kEvidence)
            longestFirst(product.evidence);
    }
    return core::Done{};
}

/// Slow operations, each with those of its family that are as slow: a product and its gradients are one
/// fault.
std::map<std::pair<std::string, std::string>, Product> slowFamilies(Products products)
{
    std::map<std::pair<std::string, std::string>, Product> families;
    for (auto& [key, product] : products) {
        if (!product.isSlow())
            continue;
        const auto [family, isNew] = families.try_emplace({std::get<0>(key), std::get<1>(key)});
        if (isNew)
            family->second = std::move(product);
        else
            family->second.add(std::move(product));
    }
    return families;
}

} // namespace

core::Result<CostFindings> slowKernelCosts(const CostInput& cost, const core::Task& task)
{
    CostFindings findings;
    if (!cost.options.hardware)
        return findings;
    Products products;
    SHARDSCOPE_TRY(const ShapesKnown known, shapesKnown(cost.input, task));
    if (known != ShapesKnown::Yes)
        return findings;
    for (const RankTime& rank : cost.ranks) {
        if (rank.device)
            SHARDSCOPE_TRY_DONE(addRank(cost, rank, task, products));
    }
    for (auto& [family, product] : slowFamilies(std::move(products))) {
        auto lost = product.lost.sets();
        CostFinding found =
            costFinding("slow_kernel", secondsOf(cost, lost), Confidence::Medium,
                        {product.name, product.shape, percentText(product.leastNs / product.deviceNs),
                         core::fixedText(product.flops / product.deviceNs * 1e-3, 1) + " TFLOP/s",
                         std::to_string(product.kinds - 1)});
        if (product.kinds > 1)
            found.variant = "family";
        found.time = std::move(lost);
        longestFirst(product.evidence);
        found.evidence = std::move(product.evidence);
        findings.push_back(std::move(found));
    }
    std::ranges::stable_sort(findings, std::ranges::greater(), &CostFinding::secondsPerStep);
    findings.resize(std::min(findings.size(), kMostTold));
    return findings;
}

} // namespace shardscope::profiler
