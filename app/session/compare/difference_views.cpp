// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/compare/difference_views.h"

#include "app/session/compare/difference_texts.h"
#include "app/session/compare/rank_pairs.h"
#include "app/session/text/words.h"
#include "core/base/phrase.h"
#include "core/base/text_mark.h"
#include "core/report/columns.h"
#include "core/units/plain_number.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

namespace shardscope::app {
namespace {

using core::Cell;
using core::StepTerm;
using profiler::RowDifference;
using profiler::StepDifference;

/// Where a plan's operators are, by how their names begin (planner/compute); the first that fits.
struct Place {
    std::string_view begins;
    const char* words;
};
constexpr Place kPlaces[]{{"qkv", N_("attention")},
                          {"query", N_("attention")},
                          {"key", N_("attention")},
                          {"value", N_("attention")},
                          {"cross_", N_("attention")},
                          {"scores", N_("attention")},
                          {"scale_scores", N_("attention")},
                          {"mask_", N_("attention")},
                          {"softmax", N_("attention")},
                          {"upcast_s", N_("attention")},
                          {"downcast_s", N_("attention")},
                          {"dropout_s", N_("attention")},
                          {"copy_", N_("attention")},
                          {"concatenate_q", N_("attention")},
                          {"cast_for_attention", N_("attention")},
                          {"context", N_("attention")},
                          {"attention", N_("attention")},
                          {"rotary", N_("attention")},
                          {"output_p", N_("attention")},
                          {"feed_forward", N_("feed-forward")},
                          {"gelu", N_("feed-forward")},
                          {"silu", N_("feed-forward")},
                          {"swiglu", N_("feed-forward")},
                          {"gate", N_("feed-forward")},
                          {"concatenate_g", N_("feed-forward")},
                          {"relu", N_("feed-forward")},
                          {"router", N_("experts")},
                          {"weigh_experts", N_("experts")},
                          {"layer_norm", N_("norms")},
                          {"rms_norm", N_("norms")},
                          {"norm", N_("norms")},
                          {"residual", N_("residuals")},
                          {"add_residual", N_("residuals")},
                          {"dropout", N_("residuals")},
                          {"embedding", N_("embedding and output")},
                          {"logits", N_("embedding and output")},
                          {"log_softmax", N_("embedding and output")},
                          {"cross_entropy", N_("embedding and output")},
                          {"optimizer", N_("optimizer")}};

const char* placeWord(const std::string& operation)
{
    const auto found = std::ranges::find_if(
        kPlaces, [&](const Place& place) { return operation.starts_with(place.begins); });
    return found == std::end(kPlaces) ? nullptr : found->words;
}

bool isPlanned(const DifferenceSide& side) { return side.kind != SideKind::Recorded; }

/// Where a row belongs: its place in the layer, else its class.
const char* whereOf(const SideDifference& difference, const RowDifference& row)
{
    for (const auto& [side, operations] :
         {std::pair(&difference.a, &row.operationsA), std::pair(&difference.b, &row.operationsB)}) {
        if (!isPlanned(*side))
            continue;
        for (const std::string& operation : *operations) {
            if (const char* const word = placeWord(operation))
                return word;
        }
    }
    return workWord(row.kind);
}

/// Sums over the rows of some term.
struct Sums {
    double secondsA = 0, secondsB = 0;
    double countA = 0, countB = 0;
    double flopA = 0, flopB = 0;   ///< of products whose shape both have
    double timedA = 0, timedB = 0; ///< seconds of those
};

/// Operations of a product "MxKxN": 2·M·K·N (a multiplication and an addition for each of M·K·N).
double flopOf(const std::string& shape)
{
    double product = 2;
    int extents = 0;
    for (std::size_t at = 0; at <= shape.size() && !shape.empty();) {
        const std::size_t end = std::min(shape.find('x', at), shape.size());
        const auto extent = core::parseNumber(shape.substr(at, end - at));
        if (!extent)
            return 0;
        product *= *extent;
        ++extents;
        at = end + 1;
    }
    return extents == 3 ? product : 0;
}

Sums sumsOf(const StepDifference& steps, StepTerm term)
{
    Sums sums;
    for (const RowDifference& row : steps.rows) {
        if (row.term != term)
            continue;
        sums.secondsA += row.a;
        sums.secondsB += row.b;
        sums.countA += row.countA;
        sums.countB += row.countB;
        const double flop = term == StepTerm::Product ? flopOf(row.shape) : 0;
        if (flop > 0 && row.a > 0 && row.b > 0) {
            // One side may write both gradients of a product as one row.
            const double most = std::max(row.countA, row.countB);
            const bool asOne = row.pass == core::Pass::Backward &&
                               std::abs(most - 2 * std::min(row.countA, row.countB)) < 0.01 * most;
            sums.flopA += flop * (asOne ? most : row.countA);
            sums.flopB += flop * (asOne ? most : row.countB);
            sums.timedA += row.a;
            sums.timedB += row.b;
        }
    }
    return sums;
}

const profiler::TermDifference* termIn(const StepDifference& steps, StepTerm term)
{
    const auto found = std::ranges::find(steps.terms, term, &profiler::TermDifference::term);
    return found == steps.terms.end() ? nullptr : &*found;
}

/// The number of "%1 tokens".
std::int64_t tokensOf(const std::string& text)
{
    const auto phrase = core::phraseOf(text);
    const std::string number = phrase && !phrase->values.empty() ? phrase->values.front() : text;
    return core::parseWhole(number).value_or(0);
}

/// \p value times \p to over \p from, where that is whole.
std::optional<std::int64_t> scaled(std::int64_t value, std::int64_t from, std::int64_t to)
{
    if (from <= 0 || to <= 0 || (value * to) % from != 0)
        return std::nullopt;
    return value * to / from;
}

} // namespace

PlacesTable placesTable(const SideDifference& difference)
{
    const bool planned = isPlanned(difference.a) || isPlanned(difference.b);
    PlacesTable places{{"places", planned ? N_("By place in the layer") : N_("By kind of work"), {}, {}}, {}};
    places.table.columns = {core::wordColumn(core::Words::Text, "where", N_("Where")),
                            core::wordColumn(core::Words::Text, "phase", N_("Pass")),
                            core::secondsColumn("a_seconds", "A"),
                            core::secondsColumn("b_seconds", "B"),
                            core::secondsColumn("difference", N_("Difference")),
                            core::textColumn("most", N_("Most of it"))};
    std::map<std::pair<std::string, core::Pass>, std::vector<std::size_t>> groups;
    for (std::size_t at = 0; at < difference.steps.rows.size(); ++at) {
        const RowDifference& row = difference.steps.rows[at];
        groups[{whereOf(difference, row), row.pass}].push_back(at);
    }
    struct Line {
        std::string where;
        core::Pass pass;
        double a = 0, b = 0;
        std::vector<std::size_t> rows; ///< the largest difference first, as they are
    };
    std::vector<Line> lines;
    for (auto& [key, rows] : groups) {
        Line line{key.first, key.second, 0, 0, std::move(rows)};
        for (const std::size_t at : line.rows) {
            line.a += difference.steps.rows[at].a;
            line.b += difference.steps.rows[at].b;
        }
        lines.push_back(std::move(line));
    }
    std::ranges::stable_sort(lines, std::greater(),
                             [](const Line& line) { return std::abs(line.b - line.a); });
    for (Line& line : lines) {
        const RowDifference& most = difference.steps.rows[line.rows.front()];
        const QString name = operationsText(most.operationsB.empty() ? most.operationsA : most.operationsB);
        places.table.rows.push_back(
            {Cell(line.where), Cell(std::string(passWord(line.pass))), Cell(line.a), Cell(line.b),
             Cell(line.b - line.a),
             Cell((name + QLatin1Char(' ') + changeText(most.seconds(), {})).toStdString())});
        places.rows.push_back(std::move(line.rows));
    }
    return places;
}

std::vector<core::Table> matchingTables(const SideDifference& difference)
{
    using profiler::RowMatch;
    constexpr const char* kBy[]{N_("operator and shape"), N_("place in a layer"), N_("pass, class and shape"),
                                N_("pass and class"),     N_("only in A"),        N_("only in B")};
    core::Table matched{"matched", N_("How operations found each other"), {}, {}};
    matched.columns = {core::wordColumn(core::Words::Text, "by", N_("By")),
                       core::integerColumn("rows", N_("Operations")), core::secondsColumn("a_seconds", "A"),
                       core::secondsColumn("b_seconds", "B"),
                       core::fractionColumn("share", N_("Share of time"))};
    double all = 0;
    for (const RowDifference& row : difference.steps.rows)
        all += row.a + row.b;
    for (const RowMatch match : core::valuesOf<RowMatch>()) {
        std::int64_t count = 0;
        double a = 0;
        double b = 0;
        for (const RowDifference& row : difference.steps.rows) {
            if (row.match != match)
                continue;
            ++count;
            a += row.a;
            b += row.b;
        }
        if (count > 0)
            matched.rows.push_back({Cell(std::string(wordFor(match, kBy))), Cell(count), Cell(a), Cell(b),
                                    all > 0 ? Cell((a + b) / all) : Cell()});
    }
    return {pairsTable(difference), std::move(matched)};
}

core::Table lessonsTable(const SideDifference& difference)
{
    core::Table table{"lessons", N_("What the plan can learn"), {}, {}};
    table.columns = {core::wordColumn(core::Words::Text, "assumption", N_("Assumption")),
                     core::textColumn("was", N_("Was")), core::textColumn("run_says", N_("Run says")),
                     core::fractionColumn("change", N_("Change"))};
    const StepDifference& steps = difference.steps;
    const bool planIsA = isPlanned(difference.a);
    if (planIsA == isPlanned(difference.b) || steps.pairs.empty())
        return table;
    const auto add = [&](const char* words, double a, double b, core::Dimension dimension) {
        const double was = planIsA ? a : b;
        const double says = planIsA ? b : a;
        if (was <= 0 && says <= 0)
            return;
        table.rows.push_back({Cell(std::string(words)), was > 0 ? Cell(was) : Cell(),
                              says > 0 ? Cell(says) : Cell(),
                              was > 0 && says > 0 ? Cell(says / was - 1) : Cell()});
        for (const std::size_t column : {std::size_t{1}, std::size_t{2}})
            table.noteLast(column).dimension = dimension;
    };
    double kernelsA = 0;
    double kernelsB = 0;
    for (const RowDifference& row : steps.rows) {
        kernelsA += row.countA;
        kernelsB += row.countB;
    }
    const auto aKernel = [&](const char* words, StepTerm term) {
        if (const auto* const found = termIn(steps, term))
            add(words, kernelsA > 0 ? found->a / kernelsA : 0, kernelsB > 0 ? found->b / kernelsB : 0,
                core::kSecond);
    };
    aKernel(N_("waiting for its launch, a kernel"), StepTerm::Launch);
    aKernel(N_("pause behind a kernel"), StepTerm::KernelGap);
    const Sums products = sumsOf(steps, StepTerm::Product);
    if (products.flopA > 0 && products.timedA > 0 && products.timedB > 0)
        add(N_("rate of matrix products"), products.flopA / products.timedA, products.flopB / products.timedB,
            core::kFlopPerSecond);
    constexpr std::pair<StepTerm, const char*> kTimed[]{
        {StepTerm::Attention, N_("attention, a step")},
        {StepTerm::Elementwise, N_("element-wise work, a step")},
        {StepTerm::Norm, N_("norms, a step")},
        {StepTerm::Optimizer, N_("optimizer, a step")},
        {StepTerm::AllReduce, N_("exposed all-reduce, a step")},
        {StepTerm::AllGather, N_("exposed all-gather, a step")},
        {StepTerm::ReduceScatter, N_("exposed reduce-scatter, a step")},
        {StepTerm::AllToAll, N_("exposed all-to-all, a step")},
        {StepTerm::SendReceive, N_("exposed sends and receives, a step")}};
    bool links = false;
    for (const auto& [term, words] : kTimed) {
        const auto* const found = termIn(steps, term);
        if (found == nullptr)
            continue;
        links = links || core::isCommunication(term);
        add(words, found->a, found->b, core::kSecond);
    }
    if (!links)
        table.rows.push_back({Cell(std::string(N_("links between devices"))), Cell(), Cell(), Cell()});
    return table;
}

std::optional<core::Plan> mendedPlan(const core::Plan& plan, const std::vector<Obstacle>& obstacles,
                                     bool planIsA)
{
    core::Plan mended = plan;
    for (const Obstacle& one : obstacles) {
        const std::string& own = planIsA ? one.a : one.b;
        const std::string& other = planIsA ? one.b : one.a;
        if (one.what == "micro_batch") {
            const auto samples = scaled(mended.batch.microBatch, tokensOf(own), tokensOf(other));
            if (!samples)
                return std::nullopt;
            mended.batch.microBatch = *samples;
        } else if (one.what == "batch") {
            const auto rounds = scaled(mended.batch.microBatches, tokensOf(own), tokensOf(other));
            if (!rounds)
                return std::nullopt;
            mended.batch.microBatches = *rounds;
        } else if (one.what == "sequence") {
            mended.batch.sequenceLength = tokensOf(other);
        } else if (one.what == "precision") {
            const auto format = core::fromName<core::Dtype>(other);
            if (!format)
                return std::nullopt;
            mended.precision.weights = *format;
            mended.precision.gradients = *format;
            mended.precision.autocast = false;
            mended.precision.compute.reset();
        } else {
            return std::nullopt; // another model, device or world is another plan
        }
    }
    const core::Batch& before = plan.batch;
    const std::int64_t replicas = before.globalBatch / (before.microBatch * before.microBatches);
    mended.batch.globalBatch =
        mended.batch.microBatch * mended.batch.microBatches * std::max<std::int64_t>(1, replicas);
    return mended == plan ? std::nullopt : std::optional(mended);
}

} // namespace shardscope::app
