// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/input/statistics.h"

#include "core/base/text_mark.h"

#include <algorithm>
#include <cmath>

namespace shardscope::profiler {

namespace {

/// The value at \p fraction of the way through \p values. Values before \p from come first in order and those
/// from \p to on last: only what lies between is put into order, as far as it is needed. Returns where the
/// value or the one below it lies now.
std::size_t quantile(std::vector<double>& values, double fraction, std::size_t from, std::size_t to,
                     double& value)
{
    const double place = fraction * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const auto first = values.begin();
    const auto at = first + static_cast<std::ptrdiff_t>(below);
    if (below >= from && below < to)
        std::nth_element(first + static_cast<std::ptrdiff_t>(from), at,
                         first + static_cast<std::ptrdiff_t>(to));
    value = *at;
    if (below + 1 < values.size()) {
        const auto end = below + 1 < to ? first + static_cast<std::ptrdiff_t>(to) : at + 2;
        const double next = *std::min_element(at + 1, end);
        value += (next - *at) * (place - static_cast<double>(below));
    }
    return below;
}

} // namespace

Summary summaryOf(std::vector<double> values)
{
    Summary summary;
    summary.count = values.size();
    if (values.empty())
        return summary;
    for (const double value : values)
        summary.sum += value;
    summary.mean = summary.sum / static_cast<double>(values.size());
    double squares = 0;
    for (const double value : values)
        squares += (value - summary.mean) * (value - summary.mean);
    if (values.size() > 1)
        summary.deviation = std::sqrt(squares / static_cast<double>(values.size() - 1));
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    summary.least = *least;
    summary.most = *most;
    // The halves on both sides of the median lie apart after it was found.
    const std::size_t middle = quantile(values, 0.5, 0, values.size(), summary.median);
    quantile(values, 0.25, 0, middle, summary.firstQuartile);
    quantile(values, 0.75, middle + 1, values.size(), summary.thirdQuartile);
    return summary;
}

Summary summaryOf(const std::vector<std::int64_t>& values)
{
    return summaryOf(std::vector<double>(values.begin(), values.end()));
}

std::vector<core::Column> summaryColumns(core::CellKind kind, const std::string& unit,
                                         core::Dimension dimension)
{
    return {{"mean" + unit, N_("Mean"), kind, dimension, {}},
            {"std" + unit, N_("Standard deviation"), kind, dimension, {}},
            {"min" + unit, N_("Least"), kind, dimension, {}},
            {"q25" + unit, N_("First quartile"), kind, dimension, {}},
            {"median" + unit, N_("Median"), kind, dimension, {}},
            {"q75" + unit, N_("Third quartile"), kind, dimension, {}},
            {"max" + unit, N_("Most"), kind, dimension, {}}};
}

std::vector<core::Cell> summaryCells(const Summary& summary, core::CellKind kind)
{
    if (summary.count == 0)
        return std::vector<core::Cell>(7);
    const auto cell = [&](double value) {
        return kind == core::CellKind::Nanoseconds
                   ? core::Cell{static_cast<std::int64_t>(std::llround(value))}
                   : core::Cell{value};
    };
    return {cell(summary.mean),   summary.deviation ? cell(*summary.deviation) : core::Cell{},
            cell(summary.least),  cell(summary.firstQuartile),
            cell(summary.median), cell(summary.thirdQuartile),
            cell(summary.most)};
}

} // namespace shardscope::profiler
