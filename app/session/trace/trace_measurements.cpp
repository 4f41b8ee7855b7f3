// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/trace/trace_measurements.h"

#include "core/base/refusals.h"
#include "core/kinds/op_class.h"
#include "core/timeline/intervals.h"
#include "core/timeline/timeline.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace shardscope::app {
namespace {

constexpr double kSecond = 1e-9;         // of a nanosecond
constexpr std::int64_t kOwnGap = 10'000; ///< ns, assumed: shorter ones are between kernels already launched

/// Nanoseconds under \p kernels with their short gaps closed.
std::int64_t covered(std::vector<core::Interval> kernels)
{
    const core::IntervalSet busy = core::unite(std::move(kernels));
    std::int64_t sum = core::measure(busy);
    for (std::size_t at = 1; at < busy.size(); ++at) {
        const std::int64_t gap = busy[at].begin - busy[at - 1].end;
        sum += gap <= kOwnGap ? gap : 0;
    }
    return sum;
}

/// Of one rank, from its first step on.
struct RankSums {
    std::int64_t computing = 0;
    std::int64_t products = 0;
    std::int64_t optimizer = 0;
};

RankSums sumsOf(const profiler::AnalysisInput& input, std::size_t part, std::int64_t begin)
{
    const core::Timeline& timeline = input.timeline();
    const profiler::DeviceWork& work = input.deviceWork(part);
    RankSums sums;
    std::vector<core::Interval> computing;
    for (std::size_t i = 0; i < work.rows.size(); ++i) {
        const std::uint32_t row = work.rows[i];
        const std::int64_t from = timeline.ts()[row];
        if (work.kinds[i] != profiler::KernelKind::Compute || from < begin)
            continue;
        computing.push_back({from, from + timeline.dur()[row]});
        switch (core::opClassOf(input.kinds().of(row).work)) {
        case core::OpClass::MatrixProduct: sums.products += timeline.dur()[row]; break;
        case core::OpClass::Optimizer: sums.optimizer += timeline.dur()[row]; break;
        default: break;
        }
    }
    sums.computing = covered(std::move(computing));
    return sums;
}

} // namespace

core::Result<std::map<std::string, double>> measuredSeconds(const profiler::AnalysisInput& input,
                                                            const core::Task& task)
{
    SHARDSCOPE_TRY(const profiler::RunFigures figures, profiler::runFigures(input, task));
    if (figures.steps == 0 || !figures.computingNs)
        return core::notSupported(W_("calibrating on this recording"),
                                  W_("it must hold steps and the kernels of a device"));
    double computing = 0;
    double products = 0;
    double optimizer = 0;
    double ranks = 0;
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        const std::vector<profiler::RankStep>& steps = input.steps(part).steps;
        if (steps.empty())
            continue;
        // What was launched before the last mark may run on behind it.
        const RankSums sums = sumsOf(input, part, steps.front().begin);
        if (sums.computing == 0)
            continue;
        const auto count = static_cast<double>(steps.size());
        computing += static_cast<double>(sums.computing) / count;
        products += static_cast<double>(sums.products) / count;
        optimizer += static_cast<double>(sums.optimizer) / count;
        ++ranks;
    }
    std::map<std::string, double> measured{{"step_seconds", static_cast<double>(figures.stepNs) * kSecond}};
    const auto put = [&](const char* key, double nanos) {
        if (nanos > 0)
            measured[key] = nanos * kSecond;
    };
    if (ranks > 0) {
        put("computing_seconds", computing / ranks);
        put("products_seconds", products / ranks);
        put("optimizer_seconds", optimizer / ranks);
    }
    put("exposed_communication_seconds", figures.exposedNs.value_or(0));
    return measured;
}

} // namespace shardscope::app
