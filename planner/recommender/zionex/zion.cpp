// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/zionex/zion.h"

#include <algorithm>

namespace shardscope::planner {

namespace {
constexpr double kFp32 = 4;
constexpr double kIdBytes = 8;
constexpr double kGiga = 1e9;
constexpr core::Seconds kKernelLaunch{11e-6}; // embedding_bag of a few rows on one H200 SXM
constexpr double kPlainKernels = 4;           // lookup; gradient, its coalescing, the optimizer
} // namespace

core::BytesPerSecond ZionSettings::network() const
{
    return switches.gpuCard.value() > 0
               ? switches.gpuCard * static_cast<double>(switches.gpus)
               : core::BytesPerSecond{figures[ZionFigure::Cards] * figures[ZionFigure::CardRate] * kGiga};
}

core::BytesPerSecond ZionSettings::rowMemory() const
{
    return core::BytesPerSecond{figures[ZionFigure::Sockets] * figures[ZionFigure::SocketMemory] * kGiga *
                                figures[ZionFigure::RandomRows]};
}

ZionRate zionRate(const core::Recommender& model, const ZionSettings& settings)
{
    const double trainers = static_cast<double>(settings.trainers);
    const double servers = static_cast<double>(settings.embeddingServers);
    const double batch = static_cast<double>(settings.batch);
    const double nodeNetwork = settings.network().value();
    const bool oneNetwork = !(settings.switches.frontEnd.value() > 0);
    // Every batch pulls the perceptrons and pushes their gradients: one server, whose card sends and receives
    // at once.
    const double denseBytes = model.denseParameters() * kFp32;
    // Pooled vectors one way, ids and gradients the other.
    const double vectorBytes = model.pooledWidth() * kFp32;
    const double idBytes = model.lookupsPerSample() * kIdBytes;
    const double sampleBytes = ingestOfSample<core::PlainNumbers>(model).value();
    const double ingest = oneNetwork ? sampleBytes : 0;
    double rowBytes = 0;
    for (const core::EmbeddingTable& table : model.tables)
        rowBytes += static_cast<double>(table.count) * table.pooling * static_cast<double>(table.dim) *
                    core::widthOf(table.dtype).value();
    const double touched = 3 * rowBytes; // read for the lookup, read and written for the update
    // Checkpoints leave by the servers' cards. Those that would take more than half of them last longer than
    // their interval instead.
    double checkpoints = 0;
    if (oneNetwork && settings.checkpoint.interval.value() > 0)
        checkpoints =
            std::min(0.5 * servers * nodeNetwork, checkpointBytes(model, settings.checkpoint).value() /
                                                      settings.checkpoint.interval.value());

    ZionRate rate;
    rate.rates = {{"trainers", trainers * batch / settings.denseSeconds.value()},
                  {"mlp_server_network", nodeNetwork / denseBytes * batch},
                  {"embedding_server_network", std::min((servers * nodeNetwork - checkpoints) / vectorBytes,
                                                        servers * nodeNetwork / (vectorBytes + idBytes))},
                  {"embedding_server_memory", servers * settings.rowMemory().value() / touched},
                  {"trainer_network",
                   trainers * nodeNetwork / (denseBytes / batch + vectorBytes + std::max(idBytes, ingest))}};
    if (!settings.switches.rdma) {
        // Whatever a node sends or receives costs its CPUs cycles.
        const ZionFigures& of = settings.figures;
        const double bytesPerSecond = of[ZionFigure::Sockets] * of[ZionFigure::SocketCores] *
                                      of[ZionFigure::Clock] * kGiga * of[ZionFigure::CpuShare] /
                                      of[ZionFigure::CyclesPerByte];
        const double asked = 2 * vectorBytes + idBytes;
        const double left = std::max(servers * bytesPerSecond - checkpoints, 0.5 * servers * bytesPerSecond);
        rate.rates.push_back(
            {"tcp_cycles", trainers * bytesPerSecond / (2 * denseBytes / batch + asked + ingest)});
        rate.rates.push_back({"mlp_server_cycles", bytesPerSecond / (2 * denseBytes) * batch});
        rate.rates.push_back({"embedding_server_cycles", left / asked});
    }
    if (!oneNetwork)
        rate.rates.push_back({"front_end", trainers * static_cast<double>(settings.switches.gpus) *
                                               settings.switches.frontEnd.value() / sampleBytes});
    const auto slowest = std::ranges::min_element(rate.rates, {}, &RoleRate::samplesPerSecond);
    rate.samplesPerSecond = slowest->samplesPerSecond;
    rate.bound = slowest->role;
    return rate;
}

bool isNetworkOrCpu(const std::string& role)
{
    return role != "trainers" && role != "embedding_server_memory" && role != "front_end";
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
