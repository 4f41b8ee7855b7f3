// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/calibrate/row_choice.h"

#include "core/base/phrase.h"
#include "core/base/text_mark.h"
#include "core/units/percent.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

namespace shardscope::app {
namespace {

constexpr double kLeastShare = 0.01; ///< of the devices' time: less fits nothing
constexpr std::size_t kFolds = 5;
/// A coefficient is given up if what is left out is met worse by more than this.
constexpr double kWorse = 0.01;

/// The columns of \p rows that \p places name.
std::vector<planner::MeasuredRow> reduced(const RowsByCoefficient& rows,
                                          const std::vector<std::size_t>& places)
{
    std::vector<planner::MeasuredRow> own;
    for (const planner::MeasuredRow& row : rows.rows) {
        planner::MeasuredRow& one = own.emplace_back(row);
        one.parts.clear();
        for (const std::size_t place : places)
            one.parts.push_back(row.parts[place]);
    }
    return own;
}

std::vector<std::size_t> placesOf(const RowChoice& choice)
{
    std::vector<std::size_t> places;
    for (std::size_t at = 0; at < choice.why.size(); ++at) {
        if (choice.why[at].empty())
            places.push_back(at);
    }
    return places;
}

/// The one of \p places that rows have most alike with \p own: which they tell it least from.
std::optional<std::size_t> likest(const RowsByCoefficient& rows, std::size_t own,
                                  const std::vector<std::size_t>& places)
{
    constexpr double kAlike = 0.5; // cosine: below that something else is why little is told
    const auto product = [&](std::size_t one, std::size_t other) {
        double sum = 0;
        for (const planner::MeasuredRow& row : rows.rows)
            sum += row.parts[one] * row.parts[other] / std::pow(row.predicted * row.error, 2);
        return sum;
    };
    std::optional<std::size_t> found;
    double most = kAlike;
    for (const std::size_t place : places) {
        const double lengths = std::sqrt(product(own, own) * product(place, place));
        const double cosine = lengths > 0 ? std::abs(product(own, place)) / lengths : 0;
        if (place != own && cosine > most) {
            most = cosine;
            found = place;
        }
    }
    return found;
}

/// Whether no other row tells what \p row does, so that it is never left out as a shape: of what the device
/// waits for launches, of copies, of collectives where all are of one group and operation.
bool isAlone(const RowsByCoefficient& rows, std::size_t row)
{
    using T = core::StepTerm;
    const auto kind = [&](std::size_t at) {
        return core::isCommunication(rows.terms[at]) ? T::AllReduce : rows.terms[at];
    };
    if (kind(row) != T::Launch && kind(row) != T::Copy && kind(row) != T::AllReduce)
        return false;
    for (std::size_t at = 0; at < rows.rows.size(); ++at) {
        if (at != row && kind(at) == kind(row) && rows.shares[at] >= kLeastShare)
            return false;
    }
    return true;
}

/// Rows that take a hundredth of the time, the longest first, dealt out: each row's part; kFolds: of none.
std::vector<std::size_t> partsOf(const RowsByCoefficient& rows)
{
    std::vector<std::size_t> order(rows.rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order,
                             [&](std::size_t a, std::size_t b) { return rows.shares[a] > rows.shares[b]; });
    std::vector<std::size_t> parts(rows.rows.size(), kFolds);
    std::size_t next = 0;
    for (const std::size_t row : order) {
        if (rows.shares[row] >= kLeastShare && !isAlone(rows, row))
            parts[row] = next++ % kFolds;
    }
    return parts;
}

/// What a fit to the other parts makes of each row; rows of no part stay as they are predicted.
std::vector<double> unseen(const RowChoice& choice, const RowsByCoefficient& rows,
                           const std::vector<planner::RowCoefficient>& coefficients,
                           const std::vector<std::size_t>& parts)
{
    std::vector<double> seconds;
    for (const planner::MeasuredRow& row : rows.rows)
        seconds.push_back(row.predicted);
    for (std::size_t part = 0; part < kFolds; ++part) {
        RowsByCoefficient seen = rows;
        seen.rows.clear();
        for (std::size_t at = 0; at < parts.size(); ++at) {
            if (parts[at] != part)
                seen.rows.push_back(rows.rows[at]);
        }
        if (seen.rows.size() == rows.rows.size())
            continue;
        RowChoice own = choice;
        fit(own, seen, coefficients);
        for (std::size_t at = 0; at < parts.size(); ++at) {
            if (parts[at] == part)
                seconds[at] = planner::secondsBy(rows.rows[at], own.logs);
        }
    }
    return seconds;
}

/// The moved coefficient whose rows are met worse, most of all: each row counts for as much of it as goes
/// with the coefficient.
std::optional<std::size_t> worst(const RowChoice& choice, const RowsByCoefficient& rows,
                                 const std::vector<std::size_t>& parts, const std::vector<double>& seconds)
{
    std::optional<std::size_t> found;
    double most = 0;
    for (const std::size_t place : placesOf(choice)) {
        double before = 0;
        double after = 0;
        double measured = 0;
        for (std::size_t at = 0; at < rows.rows.size(); ++at) {
            const planner::MeasuredRow& row = rows.rows[at];
            if (parts[at] == kFolds || row.predicted <= 0)
                continue;
            const double own = std::clamp(std::abs(row.parts[place]) / row.predicted, 0.0, 1.0);
            before += own * std::abs(row.predicted - row.measured);
            after += own * std::abs(seconds[at] - row.measured);
            measured += own * row.measured;
        }
        const double worse = after - before;
        if (worse > kWorse * measured && worse > most) {
            most = worse;
            found = place;
        }
    }
    return found;
}

} // namespace

std::vector<bool> RowChoice::moved() const
{
    std::vector<bool> all;
    for (const std::string& one : why)
        all.push_back(one.empty());
    return all;
}

RowChoice firstChoice(const RowsByCoefficient& rows, std::size_t coefficients)
{
    RowChoice choice{std::vector<double>(coefficients, 0), std::vector<double>(coefficients, 0),
                     std::vector<std::string>(coefficients)};
    for (std::size_t at = 0; at < coefficients; ++at) {
        double seconds = 0;
        for (const planner::MeasuredRow& row : rows.rows)
            seconds += std::abs(row.parts[at]) / row.predicted * row.measured;
        const double share = rows.deviceSeconds > 0 ? seconds / rows.deviceSeconds : 0;
        if (seconds == 0)
            choice.why[at] = core::phrase(W_("no such work was recorded"));
        else if (share < kLeastShare)
            choice.why[at] =
                core::phrase(W_("only %1 of the devices' time goes there"), {core::percentText(share, 2)});
    }
    return choice;
}

void keepWhatIsTold(RowChoice& choice, const RowsByCoefficient& rows,
                    const std::vector<planner::RowCoefficient>& coefficients)
{
    constexpr double kTold = 0.25; // of what was believed before: a change comes back to within 6 % of itself
    for (std::size_t round = 0; round < coefficients.size(); ++round) {
        fit(choice, rows, coefficients);
        const std::vector<std::size_t> places = placesOf(choice);
        std::optional<std::size_t> least;
        double most = kTold;
        for (const std::size_t place : places) {
            const planner::FactorPrior& prior = coefficients[place].prior;
            const double left = choice.errors[place] / std::hypot(prior.own, prior.together);
            if (planner::isOfTraffic(coefficients[place].which) && left > most) {
                most = left;
                least = place;
            }
        }
        if (!least)
            return;
        const auto other = likest(rows, *least, places);
        choice.why[*least] =
            other ? core::phrase(W_("the recording does not tell it from %1"), {coefficients[*other].name})
                  : core::phrase(W_("the recording tells too little of it"));
    }
}

void fit(RowChoice& choice, const RowsByCoefficient& rows,
         const std::vector<planner::RowCoefficient>& coefficients)
{
    const std::vector<std::size_t> places = placesOf(choice);
    std::vector<planner::FactorPrior> priors;
    for (const std::size_t place : places)
        priors.push_back(coefficients[place].prior);
    const planner::FittedFactors fitted = planner::fitFactors(reduced(rows, places), priors);
    std::ranges::fill(choice.logs, 0);
    std::ranges::fill(choice.errors, 0);
    for (std::size_t at = 0; at < places.size(); ++at) {
        choice.logs[places[at]] = fitted.logs[at];
        choice.errors[places[at]] = fitted.errors[at];
    }
}

void keepWhatHolds(RowChoice& choice, const RowsByCoefficient& rows,
                   const std::vector<planner::RowCoefficient>& coefficients)
{
    const std::vector<std::size_t> parts = partsOf(rows);
    fit(choice, rows, coefficients);
    for (std::size_t round = 0; round < coefficients.size(); ++round) {
        const auto place = worst(choice, rows, parts, unseen(choice, rows, coefficients, parts));
        if (!place)
            return;
        choice.why[*place] = core::phrase(W_("what it would be meets other shapes worse"));
        fit(choice, rows, coefficients);
    }
}

double errorOfKinds(const RowsByCoefficient& rows, const std::vector<double>& logs)
{
    std::map<std::pair<std::size_t, core::StepTerm>, std::pair<double, double>> kinds;
    double all = 0;
    for (std::size_t at = 0; at < rows.rows.size(); ++at) {
        auto& [predicted, measured] = kinds[{rows.runs[at], rows.terms[at]}];
        predicted += planner::secondsBy(rows.rows[at], logs);
        measured += rows.rows[at].measured;
        all += rows.rows[at].measured;
    }
    double apart = 0;
    for (const auto& [kind, seconds] : kinds)
        apart += std::abs(seconds.first - seconds.second);
    return all > 0 ? apart / all : 0;
}

double errorOfRows(const RowsByCoefficient& rows, const std::vector<double>& logs)
{
    double apart = 0;
    double all = 0;
    for (const planner::MeasuredRow& row : rows.rows) {
        apart += std::abs(planner::secondsBy(row, logs) - row.measured);
        all += row.measured;
    }
    return all > 0 ? apart / all : 0;
}

PartsLeftOut leaveRowsOut(const RowChoice& choice, const RowsByCoefficient& rows,
                          const std::vector<planner::RowCoefficient>& coefficients)
{
    RowsByCoefficient before;
    RowsByCoefficient after;
    const std::vector<double> seconds = unseen(choice, rows, coefficients, partsOf(rows));
    for (std::size_t at = 0; at < seconds.size(); ++at) {
        if (isAlone(rows, at))
            continue;
        for (RowsByCoefficient* const own : {&before, &after}) {
            own->rows.push_back(rows.rows[at]);
            own->terms.push_back(rows.terms[at]);
            own->runs.push_back(rows.runs[at]);
        }
        after.rows.back().predicted = seconds[at];
    }
    return {errorOfKinds(before, {}), errorOfKinds(after, {})};
}

} // namespace shardscope::app
