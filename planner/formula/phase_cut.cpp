// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/formula/phase_cut.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace shardscope::planner {
namespace {

/// How many runs of at most \p most the \p sizes take, in order.
std::size_t runsOf(const std::vector<double>& sizes, double most)
{
    std::size_t runs = 1;
    double sum = 0;
    for (const double size : sizes) {
        if (sum > 0 && sum + size > most) {
            ++runs;
            sum = 0;
        }
        sum += size;
    }
    return runs;
}

/// The least bound under which \p runs runs are enough, to a part in 10^12.
double leastBound(const std::vector<double>& sizes, std::size_t runs)
{
    constexpr int kHalvings = 40;
    double low = *std::ranges::max_element(sizes);
    if (runsOf(sizes, low) <= runs)
        return low;
    double high = std::accumulate(sizes.begin(), sizes.end(), 0.0);
    for (int i = 0; i < kHalvings; ++i) {
        const double middle = low + (high - low) / 2;
        (runsOf(sizes, middle) <= runs ? high : low) = middle;
    }
    return high;
}

/// First piece of each of exactly \p runs runs.
std::vector<std::size_t> beginnings(const std::vector<double>& sizes, std::size_t runs)
{
    const double bound = leastBound(sizes, runs);
    std::vector<std::size_t> begins{0};
    double sum = 0;
    for (std::size_t piece = 0; piece < sizes.size(); ++piece) {
        const std::size_t open = runs - begins.size(); // runs still to begin
        const bool full = sum > 0 && sum + sizes[piece] > bound;
        if (piece > 0 && open > 0 && (full || sizes.size() - piece == open)) {
            begins.push_back(piece);
            sum = 0;
        }
        sum += sizes[piece];
    }
    return begins;
}

} // namespace

std::vector<Phase> cutIntoPhases(const Stage& stage, std::int64_t phases, const PhaseSizes& sizes)
{
    const std::size_t before = stage.first ? 1 : 0;
    std::vector<double> pieces;
    if (stage.first)
        pieces.push_back(sizes.embedding);
    pieces.insert(pieces.end(), sizes.layers.begin(), sizes.layers.end());
    if (stage.last)
        pieces.push_back(sizes.head);
    if (pieces.empty())
        return {{stage}};
    const std::size_t wanted = static_cast<std::size_t>(std::max<std::int64_t>(1, phases));
    const std::size_t runs = std::min(wanted, pieces.size());
    std::size_t halves = wanted - runs;
    const std::vector<std::size_t> begins = beginnings(pieces, runs);
    std::vector<Phase> cut;
    for (std::size_t run = 0; run < begins.size(); ++run) {
        const std::size_t first = begins[run];
        const std::size_t last = run + 1 < begins.size() ? begins[run + 1] : pieces.size();
        Phase phase;
        phase.stage.index = stage.index;
        phase.stage.first = stage.first && first == 0;
        phase.stage.last = stage.last && last == pieces.size();
        const std::size_t firstLayer = std::max(first, before) - before;
        const std::size_t endLayer = std::min(last - std::min(last, before), sizes.layers.size());
        phase.stage.firstLayer = stage.firstLayer + static_cast<std::int64_t>(firstLayer);
        phase.stage.layers = static_cast<std::int64_t>(endLayer - std::min(firstLayer, endLayer));
        const double attention = phase.stage.layers == 1 && !phase.stage.first && !phase.stage.last
                                     ? sizes.attentionShares[firstLayer]
                                     : 0;
        if (halves == 0 || attention <= 0) {
            cut.push_back(phase);
            continue;
        }
        --halves;
        phase.half = LayerHalf::Attention;
        phase.share = attention;
        cut.push_back(phase);
        phase.half = LayerHalf::FeedForward;
        phase.share = 1 - attention;
        cut.push_back(phase);
    }
    return cut;
}

double attentionShare(const core::ModelSpec& model, const LayerKind& kind)
{
    const core::Transformer* shape = model.transformer();
    if (shape == nullptr || kind.form.parts.count() < 2 || kind.form.parts.recurs())
        return 0;
    double all = 0;
    for (const TensorGroup& group : kind.tensors)
        all += static_cast<double>(group.number) * group.elements;
    const auto h = static_cast<double>(shape->hidden);
    const double projections = 2 * static_cast<double>(shape->queryWidth() + shape->keyValueWidth());
    return all > 0 ? std::min(0.5, h * projections / all) : 0;
}

} // namespace shardscope::planner
