// SPDX-License-Identifier: GPL-3.0-or-later
// Placement of embedding tables: 1,000 tables on 128 devices, 10,000 on 1,024 (wanted: under 1 s and under 30
// s).
#include "planner/recommender/placement/placement.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <random>

namespace {

using namespace shardscope;

planner::PlacementRequest request(std::size_t tables, std::int64_t devices, double skew)
{
    std::mt19937 random(1);
    planner::PlacementRequest asked;
    for (std::size_t i = 0; i < tables; ++i) {
        core::EmbeddingTable table;
        table.name = "t" + std::to_string(i);
        table.rows = static_cast<std::int64_t>(std::pow(10, 2 + 5.5 * (random() % 1000) / 1000.0)) + 1;
        table.dim = 16 * (1 + static_cast<std::int64_t>(random() % 16));
        table.pooling = 1 + random() % 40;
        table.optimizer = core::OptimizerKind::RowwiseAdagrad;
        table.skew = skew;
        asked.tables.push_back(table);
    }
    planner::EmbeddingCluster& cluster = asked.cluster;
    cluster.devices = devices;
    cluster.devicesPerNode = cluster.devicesPerDomain = 8;
    cluster.deviceCapacity = core::Bytes{40e9};
    cluster.hostCapacity = core::Bytes{187e9};
    cluster.deviceBandwidth = core::BytesPerSecond{1555e9};
    cluster.hostBandwidth = core::BytesPerSecond{25e9};
    cluster.insideLink = core::BytesPerSecond{300e9};
    cluster.outsideLink = core::BytesPerSecond{25e9};
    cluster.exchange.rate = cluster.across.rate = core::BytesPerSecond{20e9};
    cluster.scatter.rate = core::BytesPerSecond{240e9};
    cluster.reduce.rate = core::BytesPerSecond{60e9};
    asked.settings.batch = 512;
    return asked;
}

void place(benchmark::State& state, bool torchRec, double skew)
{
    const auto asked = request(static_cast<std::size_t>(state.range(0)), state.range(1), skew);
    const auto model = torchRec ? planner::torchRecCostModel() : planner::lookupCostModel();
    double gap = 0;
    for (auto _ : state)
        gap = planner::placeTables(asked, *model)->gap();
    state.counters["gap"] = gap;
}

BENCHMARK_CAPTURE(place, torchrec, true, 0.0)
    ->Args({1000, 128})
    ->Args({10000, 1024})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(place, ours, false, 0.0)
    ->Args({1000, 128})
    ->Args({10000, 1024})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(place, ours_skewed, false, 1.05)
    ->Args({1000, 128})
    ->Args({10000, 1024})
    ->Unit(benchmark::kMillisecond);

} // namespace
