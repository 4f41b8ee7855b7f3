// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/text/recommender_words.h"

#include <QCoreApplication>

#include <array>
#include <utility>

namespace shardscope::app {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Recommender)
};

using Word = std::pair<std::string_view, const char*>;

template <std::size_t Count>
QString found(const std::array<Word, Count>& table, std::string_view key)
{
    for (const Word& word : table) {
        if (word.first == key)
            return Words::tr(word.second);
    }
    return QString::fromUtf8(key.data(), static_cast<qsizetype>(key.size()));
}

} // namespace

QString shardingName(core::TableSharding sharding)
{
    switch (sharding) {
    case core::TableSharding::DataParallel: return Words::tr("replicated");
    case core::TableSharding::TableWise: return Words::tr("table-wise");
    case core::TableSharding::ColumnWise: return Words::tr("column-wise");
    case core::TableSharding::RowWise: return Words::tr("row-wise");
    case core::TableSharding::TableRowWise: return Words::tr("table-row-wise");
    case core::TableSharding::TableColumnWise: return Words::tr("table-column-wise");
    case core::TableSharding::Grid: return Words::tr("grid");
    }
    return {};
}

QString shardingLetters(core::TableSharding sharding)
{
    switch (sharding) {
    case core::TableSharding::DataParallel: return QStringLiteral("DP");
    case core::TableSharding::TableWise: return QStringLiteral("TW");
    case core::TableSharding::ColumnWise: return QStringLiteral("CW");
    case core::TableSharding::RowWise: return QStringLiteral("RW");
    case core::TableSharding::TableRowWise: return QStringLiteral("TWRW");
    case core::TableSharding::TableColumnWise: return QStringLiteral("TWCW");
    case core::TableSharding::Grid: return QStringLiteral("GRID");
    }
    return {};
}

QString kernelName(core::LookupKernel kernel)
{
    switch (kernel) {
    case core::LookupKernel::Dense: return Words::tr("device memory, dense");
    case core::LookupKernel::Fused: return Words::tr("device memory");
    case core::LookupKernel::FusedUvm: return Words::tr("host memory");
    case core::LookupKernel::FusedUvmCaching: return Words::tr("host memory, cached");
    case core::LookupKernel::Quant: return Words::tr("device memory, int8");
    case core::LookupKernel::QuantUvm: return Words::tr("host memory, int8");
    case core::LookupKernel::QuantUvmCaching: return Words::tr("host memory, cached, int8");
    case core::LookupKernel::KeyValue: return Words::tr("SSD, cached");
    }
    return {};
}

QString recommenderPartName(std::string_view key)
{
    static constexpr std::array kParts{
        Word{"bottom_mlp_forward", QT_TRANSLATE_NOOP("Recommender", "bottom MLP, forward")},
        Word{"lookup", QT_TRANSLATE_NOOP("Recommender", "lookup and pooling")},
        Word{"vector_all_to_all", QT_TRANSLATE_NOOP("Recommender", "vectors, all-to-all")},
        Word{"id_all_to_all", QT_TRANSLATE_NOOP("Recommender", "ids, all-to-all")},
        Word{"top_mlp_forward", QT_TRANSLATE_NOOP("Recommender", "interaction and top MLP, forward")},
        Word{"top_mlp_backward", QT_TRANSLATE_NOOP("Recommender", "top MLP, backward")},
        Word{"gradient_all_to_all", QT_TRANSLATE_NOOP("Recommender", "gradients, all-to-all")},
        Word{"update", QT_TRANSLATE_NOOP("Recommender", "table update")},
        Word{"bottom_mlp_backward", QT_TRANSLATE_NOOP("Recommender", "bottom MLP, backward")},
        Word{"all_reduce", QT_TRANSLATE_NOOP("Recommender", "MLP gradients, all-reduce")},
        Word{"optimizer", QT_TRANSLATE_NOOP("Recommender", "MLP optimizer")},
        Word{"cache_misses", QT_TRANSLATE_NOOP("Recommender", "rows missed by the cache")},
        Word{"ingest", QT_TRANSLATE_NOOP("Recommender", "batch over the hosts' network")},
        Word{"reader", QT_TRANSLATE_NOOP("Recommender", "reader")},
        Word{"host", QT_TRANSLATE_NOOP("Recommender", "host")}};
    return found(kParts, key);
}

QString boundName(std::string_view bound)
{
    static constexpr std::array kBounds{
        Word{"reader", QT_TRANSLATE_NOOP("Recommender", "the reader")},
        Word{"host", QT_TRANSLATE_NOOP("Recommender", "the host")},
        Word{"front_end", QT_TRANSLATE_NOOP("Recommender", "the hosts' network")},
        Word{"id_all_to_all", QT_TRANSLATE_NOOP("Recommender", "the all-to-all of ids")},
        Word{"embedding_misses", QT_TRANSLATE_NOOP("Recommender", "cache misses")},
        Word{"all_reduce", QT_TRANSLATE_NOOP("Recommender", "the all-reduce")},
        Word{"all_to_all", QT_TRANSLATE_NOOP("Recommender", "the all-to-all")},
        Word{"embedding", QT_TRANSLATE_NOOP("Recommender", "lookups and updates")},
        Word{"dense", QT_TRANSLATE_NOOP("Recommender", "the perceptrons")},
        Word{"trainers", QT_TRANSLATE_NOOP("Recommender", "the trainers")},
        Word{"mlp_server_network", QT_TRANSLATE_NOOP("Recommender", "the MLP server's network")},
        Word{"embedding_server_network", QT_TRANSLATE_NOOP("Recommender", "the embedding servers' network")},
        Word{"embedding_server_memory", QT_TRANSLATE_NOOP("Recommender", "the embedding servers' memory")},
        Word{"trainer_network", QT_TRANSLATE_NOOP("Recommender", "the trainers' network")},
        Word{"gpu_network", QT_TRANSLATE_NOOP("Recommender", "a GPU's own network card")},
        Word{"node_link", QT_TRANSLATE_NOOP("Recommender", "a GPU's links in the node")},
        Word{"tcp_cycles", QT_TRANSLATE_NOOP("Recommender", "CPU cycles for TCP")},
        Word{"cpu_cores", QT_TRANSLATE_NOOP("Recommender", "the machines' CPU cores")},
        Word{"network", QT_TRANSLATE_NOOP("Recommender", "the machines' network")},
        Word{"data_loader", QT_TRANSLATE_NOOP("Recommender", "data loaders")},
        Word{"embedding_worker", QT_TRANSLATE_NOOP("Recommender", "embedding workers")},
        Word{"parameter_server", QT_TRANSLATE_NOOP("Recommender", "parameter servers")},
        Word{"nn_worker", QT_TRANSLATE_NOOP("Recommender", "NN workers")}};
    return found(kBounds, bound);
}

QString roleName(planner::PersiaRoleKind role) { return boundName(planner::nameOf(role)); }

QString modeName(planner::PersiaMode mode) { return systemName(planner::nameOf(mode)); }

QString systemName(std::string_view system)
{
    static constexpr std::array kSystems{
        Word{"zionex", QT_TRANSLATE_NOOP("Recommender", "ZionEX, synchronous")},
        Word{"zionex_plain", QT_TRANSLATE_NOOP("Recommender", "ZionEX, plain operators")},
        Word{"zion", QT_TRANSLATE_NOOP("Recommender", "Zion, previous generation")},
        Word{"paddle", QT_TRANSLATE_NOOP("Recommender", "PaddlePaddle")},
        Word{"xdl_sync", QT_TRANSLATE_NOOP("Recommender", "XDL, synchronous")},
        Word{"xdl_async", QT_TRANSLATE_NOOP("Recommender", "XDL, asynchronous")},
        Word{"mio", QT_TRANSLATE_NOOP("Recommender", "CPU machines alone (mio)")},
        Word{"mio_plus", QT_TRANSLATE_NOOP("Recommender", "machines with accelerators (mio+)")},
        Word{"full_sync", QT_TRANSLATE_NOOP("Recommender", "PERSIA, full sync")},
        Word{"full_async", QT_TRANSLATE_NOOP("Recommender", "PERSIA, full async")},
        Word{"naive_hybrid", QT_TRANSLATE_NOOP("Recommender", "PERSIA, naive hybrid")},
        Word{"persia", QT_TRANSLATE_NOOP("Recommender", "PERSIA, hybrid")}};
    return found(kSystems, system);
}

QString trafficName(std::string_view traffic)
{
    static constexpr std::array kTraffic{
        Word{"batches", QT_TRANSLATE_NOOP("Recommender", "batches from readers")},
        Word{"checkpoints", QT_TRANSLATE_NOOP("Recommender", "checkpoints to storage")},
        Word{"snapshot", QT_TRANSLATE_NOOP("Recommender", "snapshot to host memory")}};
    return found(kTraffic, traffic);
}

QString stageWord(std::string_view stage)
{
    static constexpr std::array kStages{Word{"get", QT_TRANSLATE_NOOP("Recommender", "get embeddings")},
                                        Word{"dense", QT_TRANSLATE_NOOP("Recommender", "dense part")},
                                        Word{"all_reduce", QT_TRANSLATE_NOOP("Recommender", "all-reduce")},
                                        Word{"put", QT_TRANSLATE_NOOP("Recommender", "put gradients")}};
    return found(kStages, stage);
}

} // namespace shardscope::app
