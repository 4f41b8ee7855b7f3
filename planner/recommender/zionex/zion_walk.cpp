// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/zionex/zion_walk.h"

#include <algorithm>
#include <cmath>

namespace shardscope::planner {
namespace {

/// The rows' rates with one set of constants, from Zion to the last that the constants matter for.
std::vector<ZionRate> ratesOfSwitches(const core::Recommender& model, const EmbeddingCluster& cluster,
                                      ZionSettings zion)
{
    std::vector<ZionRate> rates{zionRate(model, zion)};
    zion.switches.gpus = cluster.devicesPerNode;
    zion.switches.gpuCard = cluster.nodesLink();
    rates.push_back(zionRate(model, zion));
    zion.switches.rdma = true;
    rates.push_back(zionRate(model, zion));
    zion.switches.frontEnd = cluster.frontEndLink;
    rates.push_back(zionRate(model, zion));
    return rates;
}

bool sameWires(const ZionexSettings& a, const ZionexSettings& b)
{
    return a.wire.forward == b.wire.forward && a.wire.backward == b.wire.backward &&
           a.allReduceWire == b.allReduceWire;
}

} // namespace

ZionSettings zionSettings(const EmbeddingCluster& cluster, std::int64_t deviceBatch,
                          const std::vector<RecommenderPart>& parts, const ZionFigures& figures,
                          const CheckpointSettings& checkpoint)
{
    ZionSettings settings;
    settings.figures = figures;
    settings.checkpoint = checkpoint;
    settings.trainers = cluster.nodes();
    settings.embeddingServers = std::max<std::int64_t>(
        1, std::llround(static_cast<double>(cluster.nodes()) * figures[ZionFigure::Servers]));
    settings.batch = deviceBatch * cluster.devicesPerNode;
    for (const RecommenderPart& part : parts) {
        for (const char* key : {"bottom_mlp_forward", "top_mlp_forward", "top_mlp_backward",
                                "bottom_mlp_backward", "optimizer"})
            settings.denseSeconds += part.key == key ? part.seconds : core::Seconds{0};
    }
    return settings;
}

ZionRange zionRange(const core::Recommender& model, const ZionSettings& settings)
{
    const auto at = [&](bool quickest) {
        ZionSettings end = settings;
        end.figures = zionExtreme(settings.figures, quickest);
        end.embeddingServers = std::max<std::int64_t>(
            1, std::llround(static_cast<double>(settings.trainers) * end.figures[ZionFigure::Servers]));
        return zionRate(model, end);
    };
    return {at(false), at(true)};
}

core::Result<std::vector<ZionWalkRow>> zionWalk(const core::Recommender& model,
                                                const core::HardwareSpec& hardware,
                                                const PlacementRequest& request,
                                                const ZionexSettings& settings, const ZionexStep& step,
                                                const ZionSettings& zion, const core::Task& task)
{
    const auto at = [&](bool quickest) {
        ZionSettings end = zion;
        end.figures = zionExtreme(zion.figures, quickest);
        end.embeddingServers = std::max<std::int64_t>(
            1, std::llround(static_cast<double>(zion.trainers) * end.figures[ZionFigure::Servers]));
        return ratesOfSwitches(model, request.cluster, end);
    };
    const std::vector<ZionRate> taken = ratesOfSwitches(model, request.cluster, zion);
    const std::vector<ZionRate> slow = at(false);
    const std::vector<ZionRate> quick = at(true);
    const char* const changes[]{"zion", "card_a_gpu", "rdma", "second_network"};
    std::vector<ZionWalkRow> rows;
    for (std::size_t i = 0; i < taken.size(); ++i) {
        if (i + 1 == taken.size() && !(request.cluster.frontEndLink.value() > 0))
            break; // the machine describes no second network
        const double times = taken[i].samplesPerSecond / taken.front().samplesPerSecond;
        const double slowest = slow[i].samplesPerSecond / slow.front().samplesPerSecond;
        const double quickest = quick[i].samplesPerSecond / quick.front().samplesPerSecond;
        rows.push_back({changes[i], taken[i].samplesPerSecond, taken[i].bound, times,
                        std::min({slowest, quickest, times}), std::max({slowest, quickest, times})});
    }
    const auto add = [&](const char* change, const ZionexStep& one) {
        const double rate = one.samplesPerSecond;
        rows.push_back({change, rate, one.bound, rate / taken.front().samplesPerSecond,
                        rate / quick.front().samplesPerSecond, rate / slow.front().samplesPerSecond});
    };
    ZionexSettings fp32 = settings;
    fp32.wire = {core::Dtype::Fp32, core::Dtype::Fp32};
    fp32.allReduceWire = core::Dtype::Fp32;
    ZionexSettings half = settings;
    half.wire = {core::Dtype::Fp16, core::Dtype::Fp16};
    const auto stepOf = [&](const ZionexSettings& one) -> core::Result<ZionexStep> {
        return sameWires(one, settings) ? core::Result<ZionexStep>(step)
                                        : zionexStep(model, hardware, request.cluster.devices, one, task);
    };
    SHARDSCOPE_TRY(const ZionexStep wide, stepOf(fp32));
    add("synchronous", wide);
    SHARDSCOPE_TRY(const ZionexStep narrow, stepOf(half));
    add("bits_16", narrow);
    if (narrow.samplesPerSecond != step.samplesPerSecond)
        add("plan", step);
    return rows;
}

} // namespace shardscope::planner
