// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/placement/id_skew.h"

#include "planner/recommender/placement/reuse_histogram.h"

#include <algorithm>
#include <cmath>

namespace shardscope::planner {

namespace {

constexpr double kExactRows = 64;
constexpr int kStepsPerDecade = 12;

/// Sum of f(k) for k = 1 … rows: exact for the first rows, then the integral over logarithmic steps (midpoint
/// rule).
template <class Function>
double sumOverRows(double rows, Function f)
{
    double total = 0;
    const double exact = std::min(rows, kExactRows);
    for (double k = 1; k <= exact; ++k)
        total += f(k);
    if (rows <= kExactRows)
        return total;
    const double from = std::log(kExactRows + 0.5);
    const double to = std::log(rows + 0.5);
    const int steps =
        std::max(1, static_cast<int>(std::ceil((to - from) / std::log(10.0) * kStepsPerDecade)));
    const double width = (to - from) / steps;
    for (int i = 0; i < steps; ++i) {
        const double low = std::exp(from + width * i);
        const double high = std::exp(from + width * (i + 1));
        total += f(std::sqrt(low * high)) * (high - low);
    }
    return total;
}

double norm(double rows, double skew)
{
    return sumOverRows(rows, [skew](double k) { return std::pow(k, -skew); });
}

/// 1 - (1 - p)^n, written so that tiny p keeps its digits.
double metOnce(double p, double draws) { return p >= 1 ? 1.0 : -std::expm1(draws * std::log1p(-p)); }

/// The law of a table's own lookups, where one id decides no others.
class Law {
public:
    explicit Law(const core::EmbeddingTable& table)
        : m_rows(static_cast<double>(table.rows))
        , m_skew(table.skew)
        , m_once(table.once)
        , m_histogram(table.ids == core::IdLaw::Zipf ? nullptr : &reuseHistogram(table.ids))
    {
    }

    [[nodiscard]] double hottest(double rows) const
    {
        if (rows <= 0)
            return 0;
        if (rows >= m_rows)
            return 1;
        if (m_histogram == nullptr) {
            // Fewer than one row: that share of the hottest.
            const double zipf = std::min(1.0, rows) * hottestShare(std::max(1.0, rows), m_rows, m_skew);
            return (1 - m_once) * zipf + m_once * rows / m_rows;
        }
        double left = std::min(rows, m_rows);
        double share = 0;
        double taken = 0;
        for (std::size_t i = m_histogram->classes.size(); --i > 0 && left > 0;) {
            const ReuseClass& one = m_histogram->classes[i];
            const double some = std::min(left, one.rows);
            share += some * one.reuse / m_histogram->lookups;
            left -= some;
            taken += one.rows;
        }
        // What the batch met once lies anywhere in the rest of the table.
        const double rest = std::max(m_rows - taken, 1.0);
        const double scale = std::max(1.0, share); // rounding of printed digits
        return std::min(1.0, (share + std::min(left / rest, 1.0) * onceOf()) / scale);
    }

    [[nodiscard]] double distinct(double draws) const
    {
        if (draws <= 0)
            return 0;
        if (m_histogram == nullptr)
            return std::min(
                {m_rows, draws, expectedDistinct(m_rows, (1 - m_once) * draws, m_skew) + m_once * draws});
        // A batch cut from the published one: a row stays out of it where all its lookups do.
        const double part = std::min(1.0, draws / m_histogram->lookups);
        double met = onceOf() * draws;
        for (std::size_t i = 1; i < m_histogram->classes.size(); ++i) {
            const ReuseClass& one = m_histogram->classes[i];
            met += one.rows * metOnce(part, one.reuse);
        }
        return std::min({m_rows, draws, met});
    }

    [[nodiscard]] double fresh(double draws) const
    {
        if (distinct(draws) >= m_rows)
            return 0;
        if (m_histogram == nullptr) {
            const double before = (1 - m_once) * draws;
            if (m_skew <= 0)
                return (1 - m_once) * std::pow(1 - 1 / m_rows, before) + m_once;
            const double all = norm(m_rows, m_skew);
            return (1 - m_once) * sumOverRows(m_rows,
                                              [&](double k) {
                                                  const double p = std::pow(k, -m_skew) / all;
                                                  return p * (1 - metOnce(p, before));
                                              }) +
                   m_once;
        }
        const double part = std::min(1.0, draws / m_histogram->lookups);
        double share = onceOf();
        for (std::size_t i = 1; i < m_histogram->classes.size(); ++i) {
            const ReuseClass& one = m_histogram->classes[i];
            share += one.rows * one.reuse / m_histogram->lookups * std::pow(1 - part, one.reuse - 1);
        }
        return std::min(1.0, share);
    }

    /// Probability that a sample of \p ids ids holds the most frequent one.
    [[nodiscard]] double largest(double ids) const
    {
        if (m_histogram != nullptr)
            return std::min(1.0, m_histogram->classes.back().reuse / m_histogram->samples);
        return metOnce((1 - m_once) * hottestShare(1, m_rows, m_skew) + m_once / m_rows, ids);
    }

private:
    [[nodiscard]] double onceOf() const
    {
        const ReuseClass& one = m_histogram->classes.front();
        return one.rows * one.reuse / m_histogram->lookups;
    }

    double m_rows;
    double m_skew;
    double m_once;
    const ReuseHistogram* m_histogram;
};

/// Ids that come together.
double setOf(const core::EmbeddingTable& table)
{
    return table.repeatedSets ? std::max(1.0, table.pooling) : 1;
}

} // namespace

double hottestShare(double hottest, double rows, double skew)
{
    hottest = std::clamp(hottest, 0.0, rows);
    if (hottest <= 0)
        return 0;
    if (skew <= 0 || hottest >= rows)
        return hottest / rows;
    return std::min(1.0, norm(std::max(1.0, hottest), skew) / norm(rows, skew));
}

double expectedDistinct(double rows, double draws, double skew)
{
    if (draws <= 0)
        return 0;
    const auto met = [draws](double p) { return metOnce(p, draws); };
    if (skew <= 0)
        return rows * met(1 / rows);
    const double all = norm(rows, skew);
    return std::min(draws, sumOverRows(rows, [&](double k) { return met(std::pow(k, -skew) / all); }));
}

double hottestShare(double hottest, const core::EmbeddingTable& table)
{
    return Law(table).hottest(hottest / setOf(table));
}

double expectedDistinct(const core::EmbeddingTable& table, double draws)
{
    const double set = setOf(table);
    return std::min(static_cast<double>(table.rows), set * Law(table).distinct(draws / set));
}

double newShare(const core::EmbeddingTable& table, double draws)
{
    const double rows = static_cast<double>(table.rows);
    return expectedDistinct(table, draws) >= rows ? 0 : Law(table).fresh(draws / setOf(table));
}

double mostFrequentInSample(const core::EmbeddingTable& table)
{
    // If the first id decides all others, a sample draws once.
    return Law(table).largest(table.repeatedSets ? 1 : table.pooling);
}

LruCache lruCache(const std::vector<core::EmbeddingTable>& tables, double rows)
{
    double all = 0;
    double lookups = 0;
    for (const core::EmbeddingTable& table : tables) {
        const double count = static_cast<double>(table.count);
        all += count * static_cast<double>(table.rows);
        lookups += count * table.pooling;
    }
    if (rows >= all || lookups <= 0)
        return {1, HUGE_VAL};
    if (rows <= 0)
        return {0, 0};
    const auto met = [&](double samples) {
        double sum = 0;
        for (const core::EmbeddingTable& table : tables)
            sum += static_cast<double>(table.count) * expectedDistinct(table, samples * table.pooling);
        return sum;
    };
    constexpr double kMostSamples = 1e24;
    double low = -40; // of the samples' logarithm
    double high = std::log(kMostSamples);
    constexpr int kHalvings = 60;
    for (int i = 0; i < kHalvings; ++i) {
        const double middle = (low + high) / 2;
        (met(std::exp(middle)) < rows ? low : high) = middle;
    }
    LruCache cache{0, std::exp((low + high) / 2)};
    double missed = 0;
    for (const core::EmbeddingTable& table : tables)
        missed +=
            static_cast<double>(table.count) * table.pooling * newShare(table, cache.samples * table.pooling);
    cache.hits = std::clamp(1 - missed / lookups, 0.0, 1.0);
    return cache;
}

} // namespace shardscope::planner
