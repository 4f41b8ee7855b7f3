// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/calibrate/measured_rows.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace shardscope::app {
namespace {

using core::StepTerm;
using profiler::Counted;
using profiler::RowDifference;
using profiler::RowMatch;

/// The middle of \p times; of an even number the mean of both.
double middleOf(std::vector<std::int64_t> times)
{
    std::ranges::sort(times);
    const std::size_t half = times.size() / 2;
    const auto at = [&](std::size_t place) { return static_cast<double>(times[place]); };
    return times.size() % 2 == 1 ? at(half) : 0.5 * (at(half - 1) + at(half));
}

/// \p counted as if each of \p steps of \p all had been its middle one.
Counted middle(const Counted& counted, const std::vector<std::size_t>& steps, std::int64_t all)
{
    std::vector<std::int64_t> times;
    for (const std::size_t step : steps)
        times.push_back(step < counted.ofStep.size() ? counted.ofStep[step] : 0);
    std::int64_t sum = 0;
    for (const std::int64_t time : times)
        sum += time;
    Counted own;
    const double median = middleOf(times);
    // What is not in every step has no middle one.
    own.time = median > 0 ? std::llround(median * static_cast<double>(times.size())) : sum;
    own.count = std::llround(static_cast<double>(counted.count) * static_cast<double>(times.size()) /
                             static_cast<double>(all));
    own.ofStep = std::move(times);
    return own;
}

/// A share of the step. If both wait for launches for less than that, the wait says little of how long a
/// launch takes.
constexpr double kHostBound = 0.1;

bool isWork(StepTerm term)
{
    return term < StepTerm::Waiting && term != StepTerm::Unknown && term != StepTerm::OtherCollective;
}

bool isProduct(const RowDifference& row)
{
    return row.kind == core::WorkClass::Product || row.kind == core::WorkClass::GroupedProduct;
}

/// Whether both did the same number of products, or one as many times another: a plan's row of both gradients
/// is two calls. Else other products are among them.
bool sameCalls(const RowDifference& row)
{
    constexpr double kWhole = 0.02;
    if (!isProduct(row) || row.match == RowMatch::Class)
        return true;
    const double times = std::max(row.countA, row.countB) / std::min(row.countA, row.countB);
    return std::abs(times - std::round(times)) <= kWhole * times;
}

std::string joinedSorted(std::vector<std::string> names)
{
    std::ranges::sort(names);
    std::string text;
    for (const std::string& name : names)
        text += name + ';';
    return text;
}

std::string keyOf(const RowDifference& row)
{
    return std::string(core::nameOf(row.term)) + '|' + std::string(core::nameOf(row.pass)) + '|' +
           std::string(core::nameOf(row.match)) + '|' + row.shape + '|' + joinedSorted(row.operationsA) +
           '|' + joinedSorted(row.operationsB);
}

} // namespace

std::size_t countedSteps(const profiler::ComparedSteps& steps)
{
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (const profiler::DeviceAccount& device : steps.devices)
        fewest = std::min(fewest, static_cast<std::size_t>(device.steps));
    return steps.devices.empty() ? 0 : fewest;
}

profiler::ComparedSteps middleSteps(const profiler::ComparedSteps& steps,
                                    const std::function<bool(std::size_t)>& takes)
{
    profiler::ComparedSteps chosen = steps;
    for (profiler::DeviceAccount& device : chosen.devices) {
        std::vector<std::size_t> own;
        for (std::size_t step = 0; step < static_cast<std::size_t>(device.steps); ++step) {
            if (takes(step))
                own.push_back(step);
        }
        if (own.empty()) {
            for (std::size_t step = 0; step < static_cast<std::size_t>(device.steps); ++step)
                own.push_back(step);
        }
        const std::int64_t all = device.steps;
        device.time = 0;
        for (Counted& term : device.terms) {
            term = middle(term, own, all);
            device.time += term.time;
        }
        for (auto& [key, counted] : device.rows)
            counted = middle(counted, own, all);
        for (auto& [key, lasting] : device.lasting)
            lasting.time = middle(lasting.time, own, all);
        for (auto& [key, counted] : device.besides)
            counted = middle(counted, own, all);
        for (auto& [gap, nanoseconds] : device.recorderIn)
            nanoseconds *= static_cast<double>(own.size()) / static_cast<double>(all);
        device.steps = static_cast<std::int64_t>(own.size());
    }
    return chosen;
}

namespace {

/// Seconds a step that the rows of some keys last, of what lies beside computing mostly and of the others.
struct LastingSum {
    double beside = 0;
    double byItself = 0;
    bool met = true; ///< of all it is known when the last rank had come
    [[nodiscard]] double all() const { return beside + byItself; }
};

using WeighedDevices = std::vector<std::pair<const profiler::DeviceAccount*, double>>;

/// The mean over \p devices.
LastingSum lastingOf(const WeighedDevices& devices, const std::vector<core::WorkKey>& keys)
{
    LastingSum sum;
    if (devices.empty())
        return sum;
    double weights = 0;
    for (const auto& [device, weight] : devices) {
        weights += weight;
        for (const core::WorkKey& key : keys) {
            for (const bool beside : {true, false}) {
                const auto found = device->lasting.find({key, beside});
                if (found == device->lasting.end())
                    continue;
                const profiler::Lasting& one = found->second;
                (beside ? sum.beside : sum.byItself) += weight * device->perStep(one.time.time);
                sum.met = sum.met && (device->planned || core::termOf(key) == StepTerm::Copy ||
                                      one.met >= one.time.count);
            }
        }
    }
    sum.beside /= weights;
    sum.byItself /= weights;
    return sum;
}

/// Both sides' devices that were compared, each with how many it stands for.
struct Devices {
    WeighedDevices planned;
    WeighedDevices recorded;

    Devices(const profiler::ComparedSteps& a, const profiler::ComparedSteps& b,
            const profiler::StepDifference& difference)
    {
        for (const auto& [one, other] : difference.pairs) {
            const auto weight = static_cast<double>(
                std::max<std::int64_t>(1, std::min(a.devices[one].stands, b.devices[other].stands)));
            planned.emplace_back(&a.devices[one], weight);
            recorded.emplace_back(&b.devices[other], weight);
        }
    }
};

/// Adds how long work of \p kind lasts, \p a planned and \p b recorded, what lies beside computing apart from
/// the rest. False: a side has none.
bool addLasting(const std::string& kind, StepTerm term, const LastingSum& a, const LastingSum& b,
                MatchedRows& matched)
{
    if (a.all() <= 0 || b.all() <= 0)
        return false;
    const auto add = [&](const char* which, double planned, double measured) {
        // A rank that comes first waits in the collective: without the others nobody knows how long.
        if (planned > 0 || measured > 0)
            matched.rows.push_back({kind + which, kind, term, b.met, planned, measured});
    };
    add("beside", a.beside, b.beside);
    add("by itself", a.byItself, b.byItself);
    return true;
}

/// Seconds a step of rows that have a collective beside them: as if they had none, and what they lose to it.
struct LostSum {
    double alone = 0;
    double lost = 0;
};

/// Of \p key: none where no row of it lies alone, or none beside a collective.
std::optional<LostSum> lostOf(const profiler::DeviceAccount& device, const core::WorkKey& key)
{
    if (!tellsLosses(core::termOf(key)))
        return std::nullopt;
    const auto alone = device.besides.find({key, false});
    const auto beside = device.besides.find({key, true});
    const auto none = [&](const auto& found) {
        return found == device.besides.end() || found->second.count == 0;
    };
    if (none(alone) || none(beside))
        return std::nullopt;
    const double one = device.perStep(alone->second.time) / static_cast<double>(alone->second.count);
    const double all = one * static_cast<double>(beside->second.count);
    return LostSum{all, device.perStep(beside->second.time) - all};
}

/// The mean over \p devices.
LostSum lostOf(const WeighedDevices& devices)
{
    LostSum sum;
    double weights = 0;
    for (const auto& [device, weight] : devices) {
        weights += weight;
        for (auto at = device->besides.begin(); at != device->besides.end(); ++at) {
            if (const auto one = at->first.second ? lostOf(*device, at->first.first) : std::nullopt) {
                sum.alone += weight * one->alone;
                sum.lost += weight * one->lost;
            }
        }
    }
    if (weights > 0) {
        sum.alone /= weights;
        sum.lost /= weights;
    }
    return sum;
}

/// The keys of copies that \p devices have.
std::vector<core::WorkKey> copiesOf(const WeighedDevices& devices)
{
    std::set<core::WorkKey> keys;
    for (const auto& [device, weight] : devices) {
        for (const auto& [key, lasting] : device->lasting) {
            if (core::termOf(key.first) == StepTerm::Copy)
                keys.insert(key.first);
        }
    }
    return {keys.begin(), keys.end()};
}

/// Whether a rank is done with \p row when the others are: how long it lasts says how fast links are. What a
/// stage sends or receives may wait for the other stage.
bool isLasting(const RowDifference& row)
{
    return isWork(row.term) && core::isCommunication(row.term) && row.term != StepTerm::SendReceive;
}

} // namespace

std::vector<MatchedRow> joinedWhereUnlike(const std::vector<MatchedRow>& rows)
{
    constexpr double kAsMuch = 0.03; // of both sides' time
    std::map<std::string, MatchedRow> wholes;
    for (const MatchedRow& row : rows) {
        if (row.whole.empty())
            continue;
        const auto [at, isNew] = wholes.try_emplace(row.whole, row);
        if (isNew)
            continue;
        at->second.planned += row.planned;
        at->second.measured += row.measured;
        at->second.close = at->second.close && row.close;
    }
    std::vector<MatchedRow> all;
    std::set<std::string> joined;
    for (const MatchedRow& row : rows) {
        if (row.whole.empty()) {
            all.push_back(row);
            continue;
        }
        MatchedRow& whole = wholes.at(row.whole);
        const bool alike = std::abs(row.planned / whole.planned - row.measured / whole.measured) <= kAsMuch &&
                           row.planned > 0 && row.measured > 0;
        if (alike) {
            all.push_back(row);
        } else if (joined.insert(row.whole).second) {
            whole.key = row.whole;
            all.push_back(whole);
        }
    }
    return all;
}

bool tellsLosses(StepTerm term)
{
    return term == StepTerm::Product || term == StepTerm::GroupedProduct || term == StepTerm::Attention;
}

profiler::ComparedSteps aloneSteps(profiler::ComparedSteps steps)
{
    for (profiler::DeviceAccount& device : steps.devices) {
        for (auto& [key, counted] : device.rows) {
            if (const auto lost = lostOf(device, key))
                counted.time -= std::llround(lost->lost * 1e9 * static_cast<double>(device.steps));
        }
    }
    return steps;
}

MatchedRows matchedRows(const profiler::ComparedSteps& planned, const profiler::ComparedSteps& recorded)
{
    const profiler::StepDifference difference = profiler::stepDifference(planned, recorded);
    MatchedRows matched;
    const Devices devices(planned, recorded, difference);
    std::map<std::string, MatchedRow> together;
    for (const RowDifference& row : difference.rows) {
        if (row.term < StepTerm::Waiting)
            matched.deviceSeconds += row.b;
        const bool alone = row.match == RowMatch::OnlyA || row.match == RowMatch::OnlyB;
        if (!alone && isLasting(row) &&
            addLasting(std::string(core::nameOf(row.term)) + '|' + std::string(core::nameOf(row.kind)) + '|',
                       row.term, lastingOf(devices.planned, row.keysA),
                       lastingOf(devices.recorded, row.keysB), matched)) {
            matched.matchedSeconds += row.b;
            continue;
        }
        if (!isWork(row.term) || alone || row.a <= 0 || row.b <= 0 || !sameCalls(row))
            continue;
        matched.matchedSeconds += row.b;
        // A collective of a group that both have is the same one.
        const bool close = row.match != RowMatch::Class || core::isCommunication(row.term);
        if (row.match == RowMatch::Key || isProduct(row)) {
            matched.rows.push_back({keyOf(row), {}, row.term, close, row.a, row.b});
            continue;
        }
        MatchedRow& one =
            together[std::string(core::nameOf(row.term)) + '|' + std::string(core::nameOf(row.pass))];
        one.term = row.term;
        one.close = one.close || close;
        one.planned += row.a;
        one.measured += row.b;
    }
    // Whose pass a copy is, and whether it goes there or back, the sides tell otherwise: all are one.
    addLasting(std::string(core::nameOf(StepTerm::Copy)) + '|', StepTerm::Copy,
               lastingOf(devices.planned, copiesOf(devices.planned)),
               lastingOf(devices.recorded, copiesOf(devices.recorded)), matched);
    const LostSum lostA = lostOf(devices.planned);
    const LostSum lostB = lostOf(devices.recorded);
    if (lostA.lost > 0 && lostB.lost > 0) // for as much work as the plan has beside collectives
        matched.rows.push_back({"beside collectives",
                                {},
                                kLostBeside,
                                true,
                                lostA.lost,
                                lostB.lost * lostA.alone / lostB.alone});
    for (auto& [key, row] : together) {
        row.key = key;
        matched.rows.push_back(std::move(row));
    }
    for (const profiler::TermDifference& term : difference.terms) {
        const bool hostBound = term.term == StepTerm::Launch && term.a >= kHostBound * difference.a &&
                               term.b >= kHostBound * difference.b && difference.recorderApart;
        if ((term.term == StepTerm::KernelGap || hostBound) && term.a > 0 && term.b > 0)
            matched.rows.push_back(
                {std::string(core::nameOf(term.term)), {}, term.term, true, term.a, term.b});
    }
    return matched;
}

} // namespace shardscope::app
