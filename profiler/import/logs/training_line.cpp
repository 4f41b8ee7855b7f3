// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/logs/training_line.h"

#include "profiler/import/text/json_walk.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace shardscope::profiler {

namespace {

struct StepTime {
    std::string_view name;
    double ns; ///< of its unit
};
constexpr StepTime kStepTimes[]{{"elapsed time per iteration (ms)", 1e6},
                                {"elapsed time per iteration (s)", 1e9},
                                {"train_step_timing in s", 1e9}};
constexpr double kLongestStepNs = 1e18; // thirty years

std::string_view withoutBlanks(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r");
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// Calls visit(name, value) for each "name: number" between bars.
template <class Visit>
void forEachFigure(std::string_view line, Visit visit)
{
    while (!line.empty()) {
        const std::size_t bar = std::min(line.find('|'), line.size());
        const std::string_view part = line.substr(0, bar);
        line.remove_prefix(std::min(bar + 1, line.size()));
        const std::size_t colon = part.rfind(':');
        if (colon == std::string_view::npos)
            continue;
        const std::string_view name = withoutBlanks(part.substr(0, colon));
        const auto value = json::realOf(withoutBlanks(part.substr(colon + 1)));
        if (value && !name.empty())
            visit(name, *value);
    }
}

/// The number behind the word "iteration"; -1: there is none.
std::int64_t iterationOf(std::string_view text)
{
    constexpr std::string_view kWord = "iteration";
    const auto at = text.find(kWord);
    if (at == std::string_view::npos)
        return -1;
    text.remove_prefix(at + kWord.size());
    text.remove_prefix(std::min(text.find_first_not_of(" \t:"), text.size()));
    std::int64_t number = -1;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    return parsed.ec == std::errc() ? number : -1;
}

} // namespace

std::optional<TrainingLine> readTrainingLine(std::string_view line)
{
    const std::size_t bar = line.find('|');
    if (bar == std::string_view::npos)
        return std::nullopt;
    TrainingLine read;
    read.iteration = iterationOf(line.substr(0, bar));
    if (read.iteration < 0)
        return std::nullopt;
    forEachFigure(line.substr(bar + 1), [&](std::string_view name, double value) {
        const auto* const step = std::ranges::find(kStepTimes, name, &StepTime::name);
        const double ns = step != std::end(kStepTimes) ? value * step->ns : -1;
        if (ns >= 0 && ns < kLongestStepNs)
            read.stepNs = std::llround(ns);
        else
            read.figures.emplace_back(name, value);
    });
    return read;
}

TrainingFigures readMemoryLine(std::string_view line)
{
    TrainingFigures figures;
    const std::size_t bar = line.find('|');
    if (bar == std::string_view::npos || line.substr(0, bar).find("memory (MB)") == std::string_view::npos)
        return figures;
    forEachFigure(line.substr(bar + 1), [&](std::string_view name, double value) {
        if (std::isfinite(value))
            figures.emplace_back(name, value);
    });
    return figures;
}

} // namespace shardscope::profiler
