// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/compare/step_difference.h"

#include "core/plan/mesh.h"
#include "profiler/analyze/input/statistics.h"
#include "profiler/compare/place_match.h"
#include "profiler/compare/row_match.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace shardscope::profiler {

namespace {

using core::StepTerm;

constexpr std::size_t kFewSteps = 3; ///< fewer have no spread
constexpr double kShown = 0.1; ///< of what a straggler costs: what it does less more than others is not told
constexpr double kStands = 0.02; ///< of the step: a rank that does so much more than the others holds them up

/// A side's means over the devices of the pairs.
struct Means {
    RowSums rows;
    std::array<double, core::kStepTerms> terms{};
    double step = 0;
    std::size_t fewestSteps = 0;
    std::optional<RecorderCost> recorder; ///< none: not known of all, or of a plan
};

bool recorderKnown(const std::vector<DeviceAccount>& devices, const std::vector<std::size_t>& chosen)
{
    return std::ranges::all_of(chosen, [&](std::size_t one) { return devices[one].recorderKnown(); });
}

Means meansOf(const std::vector<DeviceAccount>& devices, const std::vector<std::size_t>& chosen,
              const std::vector<double>& weights, bool recorderApart)
{
    const bool known = recorderKnown(devices, chosen);
    double all = 0;
    for (const double weight : weights)
        all += weight;
    Means means;
    means.fewestSteps = std::numeric_limits<std::size_t>::max();
    for (std::size_t index = 0; index < chosen.size(); ++index) {
        const DeviceAccount& device = devices[chosen[index]];
        const double share = weights[index] / all;
        means.step += share * device.perStep(device.time);
        means.fewestSteps = std::min(means.fewestSteps, static_cast<std::size_t>(device.steps));
        for (std::size_t term = 0; term < core::kStepTerms; ++term) {
            const double seconds = share * device.perStep(device.terms[term].time);
            const double taken = recorderApart ? share * device.recorderOf(static_cast<StepTerm>(term)) *
                                                     1e-9 / static_cast<double>(device.steps)
                                               : 0;
            means.terms[term] += seconds - taken;
            means.terms[static_cast<std::size_t>(StepTerm::Recorder)] += taken;
        }
        for (const auto& [key, counted] : device.rows) {
            RowSum& sum = means.rows[key];
            sum.seconds += share * device.perStep(counted.time);
            sum.count += share * static_cast<double>(counted.count) / static_cast<double>(device.steps);
            sum.ofStep.resize(std::max(sum.ofStep.size(), static_cast<std::size_t>(device.steps)), 0);
            for (std::size_t step = 0; step < counted.ofStep.size() && step < sum.ofStep.size(); ++step)
                sum.ofStep[step] += share * static_cast<double>(counted.ofStep[step]) * 1e-9;
        }
        if (known && device.recorder) {
            RecorderCost& cost = means.recorder ? *means.recorder : means.recorder.emplace();
            cost.seconds += share * device.recorder->seconds;
            cost.low += share * device.recorder->low;
            cost.high += share * device.recorder->high;
        }
    }
    return means;
}

/// The device of \p side that does what \p one of \p own does; its size: none.
std::size_t partnerOf(const DeviceAccount& one, const ComparedSteps& own, std::size_t index,
                      const ComparedSteps& side)
{
    const std::size_t count = own.devices.size();
    const std::vector<DeviceAccount>& devices = side.devices;
    const auto found = [&](const auto& is) {
        return static_cast<std::size_t>(std::ranges::find_if(devices, is) - devices.begin());
    };
    if (side.axes) {
        // A plan's device stands for all ranks of its stage.
        if (const auto stage = placeOf(one, own, *side.axes).pipeline) {
            const std::size_t same = found(
                [&](const DeviceAccount& other) { return other.mesh && other.mesh->pipeline == *stage; });
            if (same < devices.size())
                return same;
        }
    }
    const std::size_t same = found(
        [&](const DeviceAccount& other) { return other.rank == one.rank && other.device == one.device; });
    if (same < devices.size())
        return same;
    if (devices.size() == 1)
        return 0;
    return devices.size() == count ? index : devices.size();
}

std::vector<std::pair<std::size_t, std::size_t>> pairsOf(const ComparedSteps& a, const ComparedSteps& b)
{
    // A simulation's device stands for many: what is recorded chooses.
    const bool chooseA = b.planned() && !a.planned();
    const ComparedSteps& from = chooseA ? a : b;
    const ComparedSteps& in = chooseA ? b : a;
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t index = 0; index < from.devices.size(); ++index) {
        const std::size_t other = partnerOf(from.devices[index], from, index, in);
        if (other < in.devices.size())
            pairs.emplace_back(chooseA ? index : other, chooseA ? other : index);
    }
    return pairs;
}

void addEitherWay(DifferencePart& part, double seconds)
{
    (seconds > 0 ? part.slower : part.faster) += seconds;
}

bool isWaiting(StepTerm term) { return term == StepTerm::Waiting || term == StepTerm::Bubble; }

/// The pair whose device does so much more in B than in A, or in A than in B, that the others wait for it;
/// none.
std::optional<std::size_t> standout(const ComparedSteps& a, const ComparedSteps& b,
                                    const std::vector<std::pair<std::size_t, std::size_t>>& pairs,
                                    double step)
{
    if (pairs.size() < 2)
        return std::nullopt;
    std::vector<double> work;
    std::vector<double> waits;
    std::vector<double> awaited; // by others, in collectives
    double bubble = 0;
    for (const auto& [one, other] : pairs) {
        double own = 0;
        double waiting = 0;
        awaited.push_back(b.devices[other].perStep(b.devices[other].waitedFor) -
                          a.devices[one].perStep(a.devices[one].waitedFor));
        bubble += b.devices[other].perStep(b.devices[other].of(StepTerm::Bubble).time) -
                  a.devices[one].perStep(a.devices[one].of(StepTerm::Bubble).time);
        for (std::size_t term = 0; term < core::kStepTerms; ++term) {
            const double change = b.devices[other].perStep(b.devices[other].terms[term].time) -
                                  a.devices[one].perStep(a.devices[one].terms[term].time);
            (isWaiting(static_cast<StepTerm>(term)) ? waiting : own) += change;
        }
        work.push_back(own);
        waits.push_back(waiting);
    }
    double waiting = 0;
    for (const double one : waits)
        waiting += one;
    const double sign = waiting < 0 ? -1 : 1;
    const auto most = std::ranges::max_element(work, {}, [&](double own) { return sign * own; });
    std::vector<double> others(work);
    others.erase(others.begin() + (most - work.begin()));
    const double excess = sign * (*most - summaryOf(others).median);
    double change = 0; // of the step
    for (std::size_t at = 0; at < work.size(); ++at)
        change += sign * (work[at] + waits[at]) / static_cast<double>(work.size());
    const auto index = static_cast<std::size_t>(most - work.begin());
    double othersWait = 0;
    for (std::size_t at = 0; at < waits.size(); ++at)
        othersWait += at == index ? 0 : sign * waits[at] / static_cast<double>(waits.size() - 1);
    // Who is late now and then, as all are by chance, is not who holds the others up. (In a pipeline each
    // waits for its neighbour, whoever is slow.)
    constexpr double kHalf = 0.5;
    double all = 0;
    for (const double one : awaited)
        all += std::max(0.0, sign * one);
    if (std::abs(bubble) < kHalf * std::abs(waiting) && all > 0 && sign * awaited[index] < kHalf * all)
        return std::nullopt;
    // The others' waiting is for that rank, mostly; or most that the step changes by, where it had waited as
    // well before, as the stages of a pipeline do.
    const bool isAll = change >= kStands * step && othersWait >= kHalf * change && excess >= kHalf * change;
    constexpr double kShows = 0.25; // of what a rank works longer; the rest lies in its own waits
    if (change < kShows * excess)
        return std::nullopt;
    if (excess < kHalf * othersWait) // what else they wait for is more, as another schedule's bubble
        return std::nullopt;
    if (excess < kStands * step || (othersWait < kHalf * excess && !isAll))
        return std::nullopt;
    return index;
}

} // namespace

RankPlace placeOf(const DeviceAccount& device, const ComparedSteps& side, const core::Axes& axes)
{
    if (!device.planned)
        return placeIn(axes, device.place, device.rank, side.order);
    if (!device.mesh)
        return {};
    return {device.mesh->tensor,   device.mesh->context, device.mesh->replica,
            device.mesh->pipeline, std::nullopt,         PlaceFrom::Nothing};
}

StepDifference stepDifference(const ComparedSteps& a, const ComparedSteps& b)
{
    StepDifference difference;
    difference.pairs = pairsOf(a, b);
    std::vector<std::size_t> chosenA;
    std::vector<std::size_t> chosenB;
    std::vector<double> weights;
    for (const auto& [one, other] : difference.pairs) {
        chosenA.push_back(one);
        chosenB.push_back(other);
        weights.push_back(static_cast<double>(
            std::max<std::int64_t>(1, std::min(a.devices[one].stands, b.devices[other].stands))));
    }
    const auto alone = [](const ComparedSteps& side, std::vector<std::size_t> chosen) {
        std::ranges::sort(chosen);
        chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
        return side.devices.size() - chosen.size();
    };
    difference.aloneA = alone(a, chosenA);
    difference.aloneB = alone(b, chosenB);
    if (difference.pairs.empty())
        return difference;
    difference.recorderApart = recorderKnown(a.devices, chosenA) && recorderKnown(b.devices, chosenB);
    const Means x = meansOf(a.devices, chosenA, weights, difference.recorderApart);
    const Means y = meansOf(b.devices, chosenB, weights, difference.recorderApart);
    difference.a = x.step;
    difference.b = y.step;
    difference.recorderA = x.recorder;
    difference.recorderB = y.recorder;
    const auto isFew = [](const Means& side, const ComparedSteps& of) {
        return !of.planned() && side.fewestSteps < kFewSteps;
    };
    difference.rows =
        matchRows({x.rows, x.step, a.planned(), isFew(x, a)}, {y.rows, y.step, b.planned(), isFew(y, b)});

    const bool oneVocabulary = a.planned() == b.planned();
    std::array<double, core::kStepTerms> unmatched{};
    std::array<DifferencePart, core::kStepTerms> bars{};
    std::map<std::pair<StepTerm, core::Pass>, double> together;
    double unsure = 0; // either way
    for (const RowDifference& row : difference.rows) {
        const auto term = static_cast<std::size_t>(row.term);
        const bool unpaired = row.match == RowMatch::OnlyA || row.match == RowMatch::OnlyB;
        // Copies and collectives are what they are in both vocabularies.
        if (unpaired && !oneVocabulary && row.term < StepTerm::Recompute) {
            unmatched[term] += row.seconds();
            unsure += std::abs(row.seconds());
            continue;
        }
        // Which of a class' other operators do which work is not known: they are told together. So are those
        // of a place where several of each side stand, since both may run them in another order.
        const bool one = row.operationsA.size() <= 1 || row.operationsB.size() <= 1;
        if (row.match == RowMatch::Key || (row.match == RowMatch::Place && one) || isProduct(row.kind))
            addEitherWay(bars[term], row.seconds());
        else
            together[{row.term, row.pass}] += row.seconds();
    }
    for (const auto& [what, seconds] : together)
        addEitherWay(bars[static_cast<std::size_t>(what.first)], seconds);
    const auto late = standout(a, b, difference.pairs, std::max(x.step, y.step));
    Means othersA;
    Means othersB;
    if (late) {
        const auto without = [&](auto values) {
            values.erase(values.begin() + static_cast<std::ptrdiff_t>(*late));
            return values;
        };
        othersA = meansOf(a.devices, without(chosenA), without(weights), difference.recorderApart);
        othersB = meansOf(b.devices, without(chosenB), without(weights), difference.recorderApart);
    }
    double told = 0;
    double sure = 0;
    for (std::size_t index = 0; index < core::kStepTerms; ++index) {
        const auto term = static_cast<StepTerm>(index);
        if (x.terms[index] != 0 || y.terms[index] != 0)
            difference.terms.push_back({term, x.terms[index], y.terms[index]});
        if (late && isWaiting(term))
            continue;
        const double change =
            late ? othersB.terms[index] - othersA.terms[index] : y.terms[index] - x.terms[index];
        if (term == StepTerm::NoCause) {
            difference.rest += change;
            unsure += std::abs(change);
            continue;
        }
        DifferencePart part = bars[index];
        part.term = term;
        part.seconds = change - unmatched[index];
        if (term == StepTerm::Recorder) {
            const RecorderCost own = x.recorder.value_or(RecorderCost());
            const RecorderCost other = y.recorder.value_or(RecorderCost());
            part.unsure = own.low <= other.high && other.low <= own.high;
            part.low = other.low - own.high;
            part.high = other.high - own.low;
        }
        difference.rest += unmatched[index];
        told += part.seconds;
        sure += std::max(std::abs(part.seconds), part.slower - part.faster);
        if (part.seconds != 0)
            difference.parts.push_back(part);
    }
    if (late) {
        const auto [one, other] = difference.pairs[*late];
        DifferencePart part;
        part.term = StepTerm::Waiting;
        part.straggler = true;
        part.rank = b.devices[other].rank >= 0 ? b.devices[other].rank : a.devices[one].rank;
        const DeviceAccount& stands = b.devices[other].mesh ? b.devices[other] : a.devices[one];
        if (stands.mesh && stands.stands > 1)
            part.stage = stands.mesh->pipeline;
        part.seconds = y.step - x.step - told - difference.rest;
        const Means ownA = meansOf(a.devices, {one}, {1.0}, difference.recorderApart);
        const Means ownB = meansOf(b.devices, {other}, {1.0}, difference.recorderApart);
        for (std::size_t index = 0; index < core::kStepTerms; ++index) {
            const double more =
                ownB.terms[index] - ownA.terms[index] - (othersB.terms[index] - othersA.terms[index]);
            if (!isWaiting(static_cast<StepTerm>(index)) && more * part.seconds > 0 &&
                std::abs(more) >= kShown * std::abs(part.seconds))
                part.more.emplace_back(static_cast<StepTerm>(index), more);
        }
        std::ranges::stable_sort(part.more, std::greater(),
                                 [](const auto& more) { return std::abs(more.second); });
        sure += std::abs(part.seconds);
        difference.parts.push_back(part);
    }
    difference.explained = sure + unsure > 0 ? sure / (sure + unsure) : 1;
    std::ranges::stable_sort(difference.parts, std::greater(),
                             [](const DifferencePart& part) { return std::abs(part.seconds); });
    return difference;
}

} // namespace shardscope::profiler
