// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/text/recommender_words.h"

#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"

namespace shardscope::app {
namespace {

QString found(std::span<const KeyedText> table, std::string_view key)
{
    const char* const text = textOf(table, key);
    return *text != 0 ? translated(text) : shownText(key);
}

} // namespace

QString shardingName(core::TableSharding sharding)
{
    return translated(
        wordFor(sharding, {N_("replicated"), N_("table-wise"), N_("column-wise"), N_("row-wise"),
                           N_("table-row-wise"), N_("table-column-wise"), N_("grid")}));
}

QString shardingLetters(core::TableSharding sharding)
{
    return QString::fromLatin1(wordFor(sharding, {"DP", "TW", "CW", "RW", "TWRW", "TWCW", "GRID"}));
}

QString kernelName(core::LookupKernel kernel)
{
    return translated(
        wordFor(kernel, {N_("device memory, dense"), N_("device memory"), N_("host memory"),
                         N_("host memory, cached"), N_("device memory, int8"), N_("host memory, int8"),
                         N_("host memory, cached, int8"), N_("SSD, cached")}));
}

QString recommenderPartName(std::string_view key)
{
    static constexpr KeyedText kParts[]{{"bottom_mlp_forward", N_("bottom MLP, forward")},
                                        {"lookup", N_("lookup and pooling")},
                                        {"vector_all_to_all", N_("vectors, all-to-all")},
                                        {"id_all_to_all", N_("ids, all-to-all")},
                                        {"top_mlp_forward", N_("interaction and top MLP, forward")},
                                        {"top_mlp_backward", N_("top MLP, backward")},
                                        {"gradient_all_to_all", N_("gradients, all-to-all")},
                                        {"update", N_("table update")},
                                        {"bottom_mlp_backward", N_("bottom MLP, backward")},
                                        {"all_reduce", N_("MLP gradients, all-reduce")},
                                        {"optimizer", N_("MLP optimizer")},
                                        {"cache_misses", N_("rows missed by the cache")},
                                        {"ingest", N_("batch over the hosts' network")},
                                        {"reader", N_("reader")},
                                        {"host", N_("host")},
                                        {"shared_links", N_("waiting for shared links")}};
    return found(kParts, key);
}

QString boundName(std::string_view bound)
{
    static constexpr KeyedText kBounds[]{
        {"reader", N_("the reader")},
        {"host", N_("the host")},
        {"front_end", N_("the hosts' network")},
        {"id_all_to_all", N_("the all-to-all of ids")},
        {"embedding_misses", N_("cache misses")},
        {"all_reduce", N_("the all-reduce")},
        {"all_to_all", N_("the all-to-all")},
        {"embedding", N_("lookups and updates")},
        {"dense", N_("the perceptrons")},
        {"trainers", N_("the trainers")},
        {"mlp_server_network", N_("the MLP server's network")},
        {"embedding_server_network", N_("the embedding servers' network")},
        {"embedding_server_memory", N_("the embedding servers' memory")},
        {"trainer_network", N_("the trainers' network")},
        {"gpu_network", N_("a GPU's own network card")},
        {"node_link", N_("a GPU's links in the node")},
        {"tcp_cycles", N_("CPU cycles for TCP")},
        {"mlp_server_cycles", N_("CPU cycles of the MLP server")},
        {"embedding_server_cycles", N_("CPU cycles of the embedding servers")},
        // What stands between Zion and ZionEX.
        {"zion", N_("Zion as it was")},
        {"card_a_gpu", N_("a network card a GPU")},
        {"rdma", N_("RDMA and GPUDirect")},
        {"second_network", N_("a second network for batches")},
        {"synchronous", N_("synchronous, without parameter servers")},
        {"bits_16", N_("16 bits on the wire")},
        {"plan", N_("the plan's own formats")},
        {"cpu_cores", N_("the machines' CPU cores")},
        {"network", N_("the machines' network")},
        {"data_loader", N_("data loaders")},
        {"embedding_worker", N_("embedding workers")},
        {"parameter_server", N_("parameter servers")},
        {"nn_worker", N_("NN workers")},
        {"plain_ids", N_("plain ids")},
        {"sparse_tensor", N_("sparse tensors")},
        {"compact_code", N_("compact, published code")},
        {"compact_paper", N_("compact, 16-bit lists")}};
    return found(kBounds, bound);
}

QString roleName(planner::PersiaRoleKind role) { return boundName(planner::nameOf(role)); }

QString modeName(planner::PersiaMode mode) { return systemName(planner::nameOf(mode)); }

QString tableName(const core::EmbeddingTable& table, std::int64_t copy)
{
    if (table.name == "table" && table.count > 1)
        return Words::tr("table %1").arg(copy + 1);
    const QString name = shownText(table.name);
    return table.count > 1 ? QStringLiteral("%1 %2").arg(name).arg(copy + 1) : name;
}

QString systemName(std::string_view system)
{
    static constexpr KeyedText kSystems[]{
        {"zionex", N_("ZionEX, synchronous")},        {"zionex_plain", N_("ZionEX, plain operators")},
        {"zion", N_("Zion, previous generation")},    {"paddle", N_("PaddlePaddle")},
        {"xdl_sync", N_("XDL, synchronous")},         {"xdl_async", N_("XDL, asynchronous")},
        {"mio", N_("CPU machines alone (mio)")},      {"mio_plus", N_("machines with accelerators (mio+)")},
        {"full_sync", N_("PERSIA, full sync")},       {"full_async", N_("PERSIA, full async")},
        {"naive_hybrid", N_("PERSIA, naive hybrid")}, {"persia", N_("PERSIA, hybrid")}};
    return found(kSystems, system);
}

QString trafficName(std::string_view traffic)
{
    static constexpr KeyedText kTraffic[]{{"batches", N_("batches from readers")},
                                          {"checkpoints", N_("checkpoints to storage")},
                                          {"snapshot", N_("snapshot to host memory")}};
    return found(kTraffic, traffic);
}

QString stageWord(std::string_view stage)
{
    static constexpr KeyedText kStages[]{{"get", N_("get embeddings")},
                                         {"dense", N_("dense part")},
                                         {"all_reduce", N_("all-reduce")},
                                         {"put", N_("put gradients")}};
    return found(kStages, stage);
}

} // namespace shardscope::app
