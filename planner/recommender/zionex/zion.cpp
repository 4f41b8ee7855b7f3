// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/zionex/zion.h"

#include <algorithm>

namespace shardscope::planner {

namespace {
constexpr double kFp32 = 4;
constexpr double kIdBytes = 8;
constexpr core::Seconds kKernelLaunch{11e-6}; // embedding_bag of a few rows on one H200 SXM
constexpr double kPlainKernels = 4;           // lookup; gradient, its coalescing, the optimizer
} // namespace

ZionRate zionRate(const core::Recommender& model, const ZionSettings& settings)
{
    const double trainers = static_cast<double>(settings.trainers);
    const double batch = static_cast<double>(settings.batch);
    const double nodeNetwork = settings.card.value() * static_cast<double>(settings.cardsPerNode);
    // Every batch pulls the perceptrons and pushes their gradients: one server, whose card sends and receives
    // at once.
    const double denseBytes = model.denseParameters() * kFp32;
    // Pooled vectors one way, ids and gradients the other.
    const double vectorBytes = model.pooledWidth() * kFp32 + model.lookupsPerSample() * kIdBytes;
    double rowBytes = 0;
    for (const core::EmbeddingTable& table : model.tables)
        rowBytes += static_cast<double>(table.count) * table.pooling * static_cast<double>(table.dim) *
                    core::widthOf(table.dtype).value();
    const double servers = static_cast<double>(settings.embeddingServers);
    const double touched = 3 * rowBytes; // read for the lookup, read and written for the update
    const double bytesPerSampleOfTrainer = 2 * denseBytes / batch + 2 * vectorBytes;

    ZionRate rate;
    rate.rates = {{"trainers", trainers * batch / settings.denseSeconds.value()},
                  {"mlp_server_network", nodeNetwork / denseBytes * batch},
                  {"embedding_server_network", servers * nodeNetwork / vectorBytes},
                  {"embedding_server_memory", servers * settings.serverMemory.value() / touched},
                  {"trainer_network", trainers * nodeNetwork / (denseBytes / batch + vectorBytes)},
                  {"tcp_cycles",
                   trainers * settings.cyclesPerSecond / (bytesPerSampleOfTrainer * settings.cyclesPerByte)}};
    const auto slowest = std::ranges::min_element(rate.rates, {}, &RoleRate::samplesPerSecond);
    rate.samplesPerSecond = slowest->samplesPerSecond;
    rate.bound = slowest->role;
    return rate;
}

FusionGain fusionGain(const std::vector<core::EmbeddingTable>& tables, std::int64_t batch,
                      const EmbeddingCluster& cluster, bool plainOptimizerIsDense)
{
    const auto model = lookupCostModel();
    const LookupCoefficients coefficients;
    FusionGain gain{2 * kKernelLaunch, core::Seconds{}, core::Bytes{}};
    for (const core::EmbeddingTable& table : tables) {
        const ShardQuery question{table,
                                  core::TableSharding::TableWise,
                                  core::LookupKernel::Fused,
                                  0,
                                  {table.rows, table.dim},
                                  batch,
                                  cluster,
                                  {},
                                  0};
        const ShardCost cost = model->cost(question);
        const double copies = static_cast<double>(table.count);
        const core::Seconds work = copies * (cost.forwardCompute + cost.backwardCompute);
        gain.fused += work;
        gain.plain += work + copies * kPlainKernels * kKernelLaunch;
        // Sparse: a row and its index for every lookup (PyTorch, torch.sparse: a hybrid COO tensor takes 8 B
        // for each sparse dimension and the elements of each entry); dense: as large as the table.
        const double width = core::widthOf(table.dtype).value() * static_cast<double>(table.dim);
        gain.plainGradients += plainOptimizerIsDense
                                   ? table.weightBytes()
                                   : core::Bytes{copies * table.pooling *
                                                 static_cast<double>(batch * cluster.devices) * (width + 8)};
        // Gradient of the whole table filled with zeros, read, and the table read and written.
        if (plainOptimizerIsDense)
            gain.plain += 4 * table.weightBytes() / (coefficients.streamEfficiency * cluster.deviceBandwidth);
    }
    return gain;
}

} // namespace shardscope::planner
