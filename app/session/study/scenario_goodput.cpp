// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/study/scenario_goodput.h"

#include "core/io/spec_reader.h"
#include "core/io/text_file.h"
#include "planner/planner.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr double kDaySeconds = 86400;
constexpr double kThousand = 1000;
/// What Adam's checkpoint in mixed precision has a parameter (planner::checkpointBytes), for trainings whose
/// plan is not known.
constexpr double kBytesAParameter = 14;

/// Student's t of 0.9 (80 % between both ends) by degrees of freedom, from 1 on; M. Abramowitz and I. Stegun,
/// Handbook of Mathematical Functions, table 26.10.
constexpr std::array kStudent{3.078, 1.886, 1.638, 1.533, 1.476, 1.440, 1.415, 1.397, 1.383, 1.372};
constexpr double kNormal = 1.282;

double geometricMedian(std::vector<double> values)
{
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : std::sqrt(values[half - 1] * values[half]);
}

Spread rangeOf(const std::vector<double>& values)
{
    const auto [low, high] = std::ranges::minmax(values);
    return {low, geometricMedian(values), high};
}

/// One input of the goodput: what it is, and what it does.
struct Inputs {
    double perDeviceDay = 0; ///< interruptions
    double restart = 0;      ///< seconds
    double rate = 1;         ///< bytes a second, of all devices
    double other = 1;        ///< share that is left
};

planner::Interruptions interruptionsOf(const Inputs& inputs, double devices, double bytes)
{
    return {kDaySeconds / (inputs.perDeviceDay * devices), bytes / inputs.rate, inputs.restart};
}

double shareOf(const Inputs& inputs, double devices, double bytes)
{
    const planner::Interruptions all = interruptionsOf(inputs, devices, bytes);
    return planner::goodput(all, planner::checkpointInterval(all.stop, all.between)) * inputs.other;
}

/// What interrupts a job, each input with its range.
struct InputRanges {
    Spread perDeviceDay;
    Spread restart;
    Spread rate;
};

/// What \p scenario says, else the \p job, else what is \p known.
InputRanges rangesOf(const Reliability& known, const StudyFailures& scenario, const StudyFailures& job,
                     double devices, double devicesPerNode)
{
    const auto said = [&](std::optional<Spread> StudyFailures::*input) {
        return scenario.*input ? scenario.*input : job.*input;
    };
    const auto rates = said(&StudyFailures::perThousandNodeDays);
    return {rates ? *rates * (1 / (kThousand * devicesPerNode))
                  : known.perThousandDeviceDays * (1 / kThousand),
            said(&StudyFailures::restart).value_or(known.restart),
            said(&StudyFailures::checkpointRate).value_or(known.checkpointRatePerDevice * devices)};
}

/// What interruptions alone leave of \p training's time.
double interruptionsLeave(const Reliability& known, const Reliability::Training& training)
{
    const InputRanges ranges =
        rangesOf(known, training.failures, {}, training.devices, training.devicesPerNode);
    return shareOf({ranges.perDeviceDay.likely, ranges.restart.likely, ranges.rate.likely, 1},
                   training.devices, training.parameters * kBytesAParameter);
}

Spread shareRange(const std::vector<double>& shares)
{
    const auto count = static_cast<double>(shares.size());
    double mean = 0;
    for (const double share : shares)
        mean += std::log(share) / count;
    double squares = 0;
    for (const double share : shares)
        squares += std::pow(std::log(share) - mean, 2);
    const double deviation = std::sqrt(squares / (count - 1));
    const std::size_t freedom = shares.size() - 1;
    const double student = freedom <= kStudent.size() ? kStudent[freedom - 1] : kNormal;
    const double width = student * deviation * std::sqrt(1 + 1 / count);
    const double likely = std::min(1.0, geometricMedian(shares));
    return {std::min(likely, std::exp(mean - width)), likely,
            std::min(1.0, std::max(likely, std::exp(mean + width)))};
}

} // namespace

core::Result<Reliability> readReliability(const core::Catalog& catalog)
{
    const std::filesystem::path file = catalog.resources() / "reliability.json";
    SHARDSCOPE_TRY(const std::string text, core::readTextFile(file));
    SHARDSCOPE_TRY(const core::Value document, core::parseJsonText(text, file.string()));
    core::FirstError errors;
    core::SpecReader reader(document, {}, errors);
    constexpr double kMost = 1e15;
    std::vector<double> rates;
    std::vector<double> restarts;
    std::vector<double> checkpoints;
    reader.eachOf("interruptions", true, [&](core::SpecReader& one) {
        rates.push_back(one.number("per_1000_node_days", 1e-9, kMost) /
                        one.number("devices_per_node", 1, kMost));
    });
    reader.eachOf("restart_minutes", true, [&](core::SpecReader& one) {
        restarts.push_back(60 * one.number("minutes", 0.01, kMost));
    });
    reader.eachOf("checkpoint_rates", true, [&](core::SpecReader& one) {
        checkpoints.push_back(one.quantity("bytes_per_second", core::kBytePerSecond, 1) /
                              one.number("devices", 1, kMost));
    });
    Reliability known;
    reader.eachOf("trainings", true, [&](core::SpecReader& one) {
        Reliability::Training training;
        training.run = one.text("run");
        training.devices = one.number("devices", 1, kMost);
        training.devicesPerNode = one.numberOr("devices_per_node", 8, 1, kMost);
        training.parameters = one.numberOr("parameters", 0, 0, kMost);
        one.inside("failures", false,
                   [&](core::SpecReader& failures) { training.failures = readFailures(failures); });
        training.goodput = one.number("goodput", 1e-3, 1);
        training.atLeast = one.flagOr("at_least", false);
        training.source = one.text("source");
        known.trainings.push_back(std::move(training));
    });
    for (const auto& [key, there] :
         {std::pair{"interruptions", rates.size()}, std::pair{"restart_minutes", restarts.size()},
          std::pair{"checkpoint_rates", checkpoints.size()},
          std::pair{"trainings", known.trainings.size() / 3}}) {
        if (there == 0)
            reader.fail(core::ErrorCode::MissingKey, {key});
    }
    if (errors)
        return errors.get()->in(file.string());
    known.perThousandDeviceDays = rangeOf(rates);
    known.restart = rangeOf(restarts);
    known.checkpointRatePerDevice = rangeOf(checkpoints);
    return known;
}

bool aboveFewDevices(double devices)
{
    constexpr double kFewDevices = 713; // between 512 and 992, in the logarithm
    return devices > kFewDevices;
}

Spread otherShare(const Reliability& known, double devices)
{
    std::vector<double> shares;
    std::vector<double> all;
    for (const Reliability::Training& training : known.trainings) {
        all.push_back(training.goodput / interruptionsLeave(known, training));
        if (aboveFewDevices(training.devices) == aboveFewDevices(devices))
            shares.push_back(all.back());
    }
    constexpr std::size_t kFewest = 3; // fewer say nothing of a spread
    return shareRange(shares.size() < kFewest ? all : shares);
}

ScenarioGoodput scenarioGoodput(const Reliability& known, const StudyFailures& scenario,
                                const StudyFailures& job, double devices, double devicesPerNode,
                                double checkpointBytes)
{
    const auto [perDeviceDay, restart, rate] = rangesOf(known, scenario, job, devices, devicesPerNode);
    const auto otherTime = scenario.otherTime ? scenario.otherTime : job.otherTime;
    const Spread other = otherTime ? Spread{1 - otherTime->high, 1 - otherTime->likely, 1 - otherTime->low}
                                   : otherShare(known, devices);
    const Inputs likely{perDeviceDay.likely, restart.likely, rate.likely, other.likely};
    const double share = shareOf(likely, devices, checkpointBytes);

    double below = 0;
    double above = 0;
    const auto move = [&](double Inputs::*input, double to) {
        Inputs moved = likely;
        moved.*input = to;
        const double change = std::log(shareOf(moved, devices, checkpointBytes) / share);
        (change < 0 ? below : above) += change * change;
    };
    for (const auto& [input, spread] :
         {std::pair{&Inputs::perDeviceDay, perDeviceDay}, std::pair{&Inputs::restart, restart},
          std::pair{&Inputs::rate, rate}, std::pair{&Inputs::other, other}}) {
        move(input, spread.low);
        move(input, spread.high);
    }
    ScenarioGoodput found;
    const planner::Interruptions all = interruptionsOf(likely, devices, checkpointBytes);
    found.share = {share * std::exp(-std::sqrt(below)), share,
                   std::min(1.0, share * std::exp(std::sqrt(above)))};
    found.between = all.between;
    found.checkpointBytes = checkpointBytes;
    found.checkpointStop = all.stop;
    found.interval = planner::checkpointInterval(all.stop, all.between);
    found.restart = all.restart;
    found.otherLeaves = likely.other;
    found.interruptionsLeave = share / likely.other;
    return found;
}

} // namespace shardscope::app
