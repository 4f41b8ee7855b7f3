// SPDX-License-Identifier: GPL-3.0-or-later
// Operations whose kernels are far from what the device can do with them.
#include "core/units/plain_number.h"
#include "profiler/analyze/device/roofline.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/overview/cost_findings.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace shardscope::profiler {

namespace {

/// Of its roofline. On an H100 well-shaped products reach 0.66 to 0.93 of the peak, thin ones 0.43 to 0.6, of
/// rows that end in an odd size 0.1 to 0.15 (measured: docs/analyses.md, slow kernels).
constexpr double kSlow = 1.0 / 3;
/// Mean time of a call, ns: below, filling and draining the device is most of it, whatever is computed.
constexpr double kJudged = 20'000;
constexpr std::size_t kMostTold = 3;

/// Calls of one operation on operands of one shape, in the steps that count.
struct Product {
    double seconds = 0; ///< of all ranks, a step, as the next one
    double least = 0;   ///< at the roofline
    double flops = 0;
    double calls = 0;
    double deviceNs = 0;
    std::vector<Evidence> evidence;
};
using Products = std::map<std::tuple<core::NameId, std::string, std::string>, Product>;

core::Result<core::Done> addRank(const CostInput& cost, const RankTime& rank, const core::Task& task,
                                 Products& products)
{
    SHARDSCOPE_TRY(const std::vector<OperationCall> calls, operationCalls(cost.input, rank.part, task));
    for (const OperationCall& call : calls) {
        if (!call.work || call.device <= 0 || call.transformed || call.firstStart < rank.steps.window.begin ||
            call.firstStart >= rank.steps.window.end)
            continue;
        const auto roof = roofOf(*call.work, peaksOf(cost.options, formatOf(cost.input, call, cost.options)));
        if (!roof || *roof <= 0)
            continue;
        Product& product =
            products[{cost.input.timeline().name()[call.row], call.work->shape, call.work->dtype}];
        const double share = static_cast<double>(rank.stands) / rank.steps.count();
        product.seconds += static_cast<double>(call.device) * 1e-9 * share;
        product.least += call.work->flops / *roof * share;
        product.flops += call.work->flops;
        product.calls += 1;
        product.deviceNs += static_cast<double>(call.device);
        product.evidence.push_back(evidenceOf(cost.input, call.longest));
        if (product.evidence.size() > 4 * kEvidence)
            longestFirst(product.evidence);
    }
    return core::Done{};
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
    for (auto& [key, product] : products) {
        const bool judged = product.deviceNs >= kJudged * product.calls;
        if (!judged || product.least > kSlow * product.seconds)
            continue;
        CostFinding found = costFinding(
            cost, "slow_kernel", meanOver(cost, product.seconds - product.least), Confidence::Medium,
            {std::string(cost.input.text(std::get<0>(key))), std::get<1>(key),
             percentText(product.least / product.seconds),
             core::fixedText(product.flops / product.deviceNs * 1e-3, 1) + " TFLOP/s"});
        longestFirst(product.evidence);
        found.evidence = std::move(product.evidence);
        findings.push_back(std::move(found));
    }
    std::ranges::stable_sort(findings, std::ranges::greater(), &CostFinding::secondsPerStep);
    findings.resize(std::min(findings.size(), kMostTold));
    return findings;
}

} // namespace shardscope::profiler
