// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked of many steps: the coefficient that makes one agree with a measurement, and rates against the
// number of devices.
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/explain/derivation.h"
#include "planner/formula/coefficients.h"
#include "planner/recommender/zionex/front_end.h"
#include "planner/recommender/zionex/zionex_step.h"

#include <algorithm>
#include <cmath>

namespace shardscope::planner {
namespace {

/// A copy of \p known (null: nothing is known) in which collectives between nodes, which few have measured,
/// are \p factor times as quick.
std::shared_ptr<const core::Calibration> quickerLinks(const core::Calibration* known, double factor)
{
    auto links = std::make_shared<core::Calibration>(known != nullptr ? *known : core::Calibration{});
    const double now = coefficientsOf(links.get())[Coefficient::ClusterCollectives];
    links->coefficients[std::string(infoOf(Coefficient::ClusterCollectives).name)] = now / factor;
    return links;
}

} // namespace

core::Result<ZionexCoefficients> calibrateZionex(const core::Recommender& model,
                                                 const core::HardwareSpec& hardware, std::int64_t devices,
                                                 const ZionexSettings& settings, core::Seconds seconds)
{
    ZionexSettings tried = settings;
    tried.coefficients.hostOverhead = core::Seconds{0};
    SHARDSCOPE_TRY(const ZionexStep bare, zionexStep(model, hardware, devices, tried));
    if (bare.deviceSeconds < seconds) {
        // The device would be quicker: the host is what is missing.
        double reader = 0; // counted readers hide behind the step
        for (const RecommenderPart& part : bare.parts)
            if (part.key == "reader" && !bare.readersSized)
                reader = part.seconds.value();
        tried.coefficients.hostOverhead = core::Seconds{std::max(0.0, seconds.value() - reader)};
        return tried.coefficients;
    }
    // Else all device rates that nobody measured were taken too low: find the one factor on them.
    // Another factor may place the tables otherwise, so that the step jumps: the nearest is good enough then.
    constexpr double kNearEnough = 0.01;
    double low = 1;
    double high = 16;
    double nearest = kNearEnough;
    ZionexCoefficients found;
    for (int i = 0; i < 60; ++i) {
        const double factor = std::sqrt(low * high);
        ZionexSettings scaled = tried;
        scaled.coefficients.lookup.gatherEfficiency *= factor;
        scaled.coefficients.lookup.streamEfficiency *= factor;
        scaled.coefficients.dense.matrixEfficiency *= factor;
        scaled.coefficients.dense.vectorEfficiency *= factor;
        scaled.coefficients.dense.streamEfficiency *= factor;
        if (!hardware.collectives.empty())
            scaled.coefficients.fit = quickerLinks(settings.coefficients.fit.get(), factor);
        SHARDSCOPE_TRY(const ZionexStep step, zionexStep(model, hardware, devices, scaled));
        (step.deviceSeconds > seconds ? low : high) = factor;
        tried = scaled;
        const double off = std::abs(step.deviceSeconds.value() / seconds.value() - 1);
        if (off < 1e-6)
            return scaled.coefficients;
        if (off < nearest) {
            nearest = off;
            found = scaled.coefficients;
        }
        tried = settings;
        tried.coefficients.hostOverhead = core::Seconds{0};
    }
    if (nearest < kNearEnough)
        return found;
    return core::outOfRange(core::numberText(seconds.value()),
                            core::phrase(W_("a sixteenth of the model's device time")),
                            core::phrase(W_("any")));
}

core::Result<std::vector<ScalingPoint>> zionexScaling(const core::Recommender& model,
                                                      const core::HardwareSpec& hardware,
                                                      const std::vector<std::int64_t>& devices, bool strong,
                                                      const ZionexSettings& settings, const core::Task& task)
{
    std::vector<ScalingPoint> points;
    const std::int64_t globalBatch = devices.empty() ? 0 : settings.batch * devices.front();
    for (const std::int64_t count : devices) {
        ZionexSettings one = settings;
        if (strong)
            one.batch = std::max<std::int64_t>(1, globalBatch / count);
        SHARDSCOPE_TRY(const ZionexStep step, zionexStep(model, hardware, count, one, task));
        if (!step.placement.verdict.feasible())
            continue;
        core::Seconds exchange;
        for (const RecommenderPart& part : step.parts)
            if (part.key == "vector_all_to_all" || part.key == "gradient_all_to_all" ||
                (part.key == "id_all_to_all" && !step.pipelined))
                exchange += part.seconds;
        ScalingPoint point{count, step.samplesPerSecond, 1, step.bound, 0, 0};
        SHARDSCOPE_TRY(const EmbeddingCluster cluster, embeddingCluster(hardware, count));
        point.frontEnd = frontEndUse(model, cluster, 0, core::Bytes{}, {core::Seconds{0}, 1}).ceiling;
        if (exchange.value() > 0)
            point.ceiling = static_cast<double>(one.batch * count) / exchange.value();
        if (!points.empty())
            point.efficiency =
                point.samplesPerSecond / static_cast<double>(count) /
                (points.front().samplesPerSecond / static_cast<double>(points.front().devices));
        points.push_back(point);
    }
    return points;
}

std::optional<std::size_t> kneeOf(const std::vector<ScalingPoint>& points)
{
    constexpr double kLeastHeight = 0.01;
    if (points.size() < 3)
        return std::nullopt;
    const auto x = [&](std::size_t i) { return static_cast<double>(points[i].devices); };
    const double width = x(points.size() - 1) - x(0);
    const double height = points.back().samplesPerSecond - points.front().samplesPerSecond;
    const double top =
        std::ranges::max_element(points, {}, &ScalingPoint::samplesPerSecond)->samplesPerSecond;
    const double scale = std::max(height, top - points.front().samplesPerSecond);
    if (width <= 0 || scale <= 0)
        return std::nullopt;
    std::optional<std::size_t> knee;
    double most = kLeastHeight;
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
        const double above = (points[i].samplesPerSecond - points.front().samplesPerSecond) / scale -
                             (x(i) - x(0)) / width * (height / scale);
        if (above > most) {
            most = above;
            knee = i;
        }
    }
    return knee;
}

} // namespace shardscope::planner
