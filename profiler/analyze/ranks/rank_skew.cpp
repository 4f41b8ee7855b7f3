// SPDX-License-Identifier: GPL-3.0-or-later
// How unevenly embeddings and all-to-alls lie on the ranks: tables placed badly make one rank slow and all
// others wait.
#include "core/base/text_mark.h"
#include "core/kinds/op_class.h"
#include "profiler/analyze/builtin.h"
#include "profiler/analyze/input/device_rows.h"
#include "profiler/analyze/input/rank_input.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/ranks/slow_rank.h"

#include <algorithm>
#include <map>

namespace shardscope::profiler {

namespace {

constexpr double kNotable = 1.25; // slowest rank over the mean; below, other effects are larger (our choice)

struct RankLoad {
    std::int64_t embedding = 0;
    std::uint32_t longestRow = kNoRow;
    std::int64_t exchanged = 0;
    bool exchangedKnown = true;
    std::int64_t exchanges = 0;
    std::int64_t inExchange = 0;
    std::int64_t waited = 0;
};

core::Result<core::Done> addEmbeddings(const AnalysisInput& input, const AnalysisOptions& options,
                                       const core::Task& task, std::map<const RankPart*, RankLoad>& loads)
{
    const core::Timeline& timeline = input.timeline();
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        SHARDSCOPE_TRY(const std::vector<std::uint32_t> counted, countedRows(input, part, options, task));
        RankLoad& load = loads[&input.ranks()[part]];
        for (const std::uint32_t at : counted) {
            const std::uint32_t row = input.deviceWork(part).rows[at];
            if (input.kinds().of(row).work != core::WorkClass::Embedding)
                continue;
            load.embedding += timeline.dur()[row];
            if (load.longestRow == kNoRow || timeline.dur()[row] > timeline.dur()[load.longestRow])
                load.longestRow = row;
        }
    }
    return core::Done{};
}

void addExchanges(const AnalysisInput& input, const RankInput& ranks,
                  std::map<const RankPart*, RankLoad>& loads)
{
    const core::Timeline& timeline = input.timeline();
    for (const Collective& collective : ranks.collectives.matched) {
        if (collective.kind != CollectiveKind::AllToAll)
            continue;
        std::int64_t last = -core::kMaxTime;
        for (const std::uint32_t call : ranks.comparableCalls(collective))
            last = std::max(last, ranks.begin(timeline, call));
        for (const std::uint32_t call : collective.calls) {
            const CollectiveCall& own = ranks.collectives.calls[call];
            RankLoad& load = loads[input.partOf(own.source)];
            ++load.exchanges;
            load.exchanged += std::max<std::int64_t>(own.bytes, 0);
            load.exchangedKnown = load.exchangedKnown && own.bytes >= 0;
            load.inExchange += timeline.dur()[own.row];
            if (ranks.comparable[own.source])
                load.waited += std::max<std::int64_t>(0, last - ranks.begin(timeline, call));
        }
    }
}

/// The largest of a load over the mean of all ranks.
struct Skew {
    const RankPart* rank = nullptr;
    double factor = 0;
};
template <class Value>
Skew skewOf(const std::map<const RankPart*, RankLoad>& loads, Value value)
{
    double sum = 0;
    double most = 0;
    Skew skew;
    for (const auto& [rank, load] : loads) {
        const auto own = static_cast<double>(value(load));
        sum += own;
        if (skew.rank == nullptr || own > most) {
            most = own;
            skew.rank = rank;
        }
    }
    skew.factor = sum > 0 ? most * static_cast<double>(loads.size()) / sum : 0;
    return skew;
}

core::Result<core::Done> addLoads(const AnalysisInput& input, const AnalysisOptions& options,
                                  const core::Task& task, std::map<const RankPart*, RankLoad>& loads)
{
    SHARDSCOPE_TRY(const RankInput* const ranks, input.rankInput(task));
    SHARDSCOPE_TRY_DONE(addEmbeddings(input, options, task, loads));
    addExchanges(input, *ranks, loads);
    return core::Done{};
}

} // namespace

core::Result<std::string_view> rankSkewLacks(const AnalysisInput& input, const AnalysisOptions& options,
                                             const core::Task& task)
{
    if (input.ranks().size() < 2)
        return std::string_view("one_rank");
    std::map<const RankPart*, RankLoad> loads;
    SHARDSCOPE_TRY_DONE(addLoads(input, options, task, loads));
    const bool any = std::ranges::any_of(
        loads, [](const auto& entry) { return entry.second.embedding > 0 || entry.second.exchanges > 0; });
    return std::string_view(any ? "" : "no_embeddings");
}

core::Result<core::Report> rankSkew(const AnalysisInput& input, const AnalysisOptions& options,
                                    const core::Task& task)
{
    std::map<const RankPart*, RankLoad> loads;
    SHARDSCOPE_TRY_DONE(addLoads(input, options, task, loads));
    core::Report report;
    SHARDSCOPE_TRY(const auto slow, slowRankOf(input, options, task));
    if (slow)
        addSlowRank(input, *slow, report);
    core::Table table = mainTable(
        {rankColumn(), deviceColumn(),
         nanosColumn("embedding", N_("Embeddings"), N_("Kernels that look up or update embeddings")),
         integerColumn("exchanges", N_("All-to-alls")),
         quantityColumn("exchanged", N_("Sent"), core::kByte, N_("Input of this rank's all-to-alls")),
         nanosColumn("in_exchange", N_("In all-to-alls")),
         nanosColumn("waited", N_("Of it waiting"), N_("Until the last rank came"))});
    for (const auto& [rank, load] : loads)
        table.rows.push_back({rankCell(*rank), deviceCell(*rank), load.embedding, load.exchanges,
                              load.exchangedKnown && load.exchanges > 0
                                  ? core::Cell(static_cast<double>(load.exchanged))
                                  : core::Cell(),
                              load.inExchange, load.waited});
    report.tables.push_back(std::move(table));
    const Skew embedding = skewOf(loads, [](const RankLoad& load) { return load.embedding; });
    if (embedding.factor >= kNotable && loads[embedding.rank].longestRow != kNoRow)
        report.findings.push_back(finding("rank_skew.embedding", core::Severity::Notice,
                                          {rankText(*embedding.rank), percentText(embedding.factor - 1)},
                                          {markOf(input, loads[embedding.rank].longestRow)}));
    const Skew exchanged = skewOf(loads, [](const RankLoad& load) { return load.exchanged; });
    if (exchanged.factor >= kNotable)
        report.findings.push_back(finding("rank_skew.exchange", core::Severity::Notice,
                                          {rankText(*exchanged.rank), percentText(exchanged.factor - 1)}));
    return report;
}

} // namespace shardscope::profiler
