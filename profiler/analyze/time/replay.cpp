// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/time/replay.h"

#include "core/base/one_of.h"
#include "profiler/analyze/input/statistics.h"
#include "profiler/analyze/input/track_walk.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace shardscope::profiler {

namespace {

// All in nanoseconds, measured on recordings of GPT-2 and DLRM (PyTorch 2.x, CUPTI) and checked on others.
constexpr double kBefore = 0.72;         ///< of an event's cost, before its begin; the rest behind its end
constexpr double kOfGap = 0.9;           ///< at most so much of the time to the next boundary is cost
constexpr double kCallCost = 700;        ///< of a call of the runtime that launches nothing
constexpr double kLaunchSide = 500;      ///< of one that does, on each side
constexpr std::int64_t kBlocks = 60'000; ///< a copy's call that lasts longer waits; a launch was held up
constexpr std::int64_t kInTime = 30'000; ///< launched so long before its turn, a row follows its predecessor
constexpr double kMisses = 0.02;         ///< of the recording, by the replay at no cost
constexpr double kDevice = 0.015;        ///< rows last so much longer or shorter while they are recorded
constexpr double kShared = 0.05;         ///< of the operators' time, in which several threads run them
constexpr double kScatter = 2;           ///< standard errors
constexpr std::size_t kFewSamples = 20;

/// The costs of recording, and of a launch without it.
struct Costs {
    double operation = 0; ///< factor on what the thread's thermometer says; 0: nothing costs anything
    double python = 0;
    double memory = 0;
    double launch = std::numeric_limits<double>::infinity(); ///< most of a launching call, natively
    double hostTakes = 1;                                    ///< 0: the host takes no time but for waits
};
/// The replays, which go through the recording together: where they are in it is the same in all.
enum : std::size_t { kNone, kLikely, kMost, kLeast, kHostFree, kReplays };
constexpr std::array<Costs, kReplays> kCosts{{{},
                                              {0.85, 1000, 1000, 2200},
                                              {1.0, 1500, 2000, 1800},
                                              {0.7, 500, 500, 3000},
                                              {1.0, 1500, 2000, 1800, 0}}};
/// A number of each replay.
using Numbers = std::array<double, kReplays>;

template <class Of>
constexpr Numbers eachReplay(Of of)
{
    Numbers all{};
    for (std::size_t replay = 0; replay < kReplays; ++replay)
        all[replay] = of(kCosts[replay]);
    return all;
}
constexpr bool isFree(const Costs& costs) { return costs.operation <= 0; }

enum class Kind : std::uint8_t { Operation, Annotation, Python, Call, Memory, Other };
constexpr std::size_t kKinds = static_cast<std::size_t>(Kind::Other) + 1;

/// One end of a host row, or a memory record.
struct Boundary {
    std::int64_t time = 0;
    std::uint32_t row = kNoRow;
    std::uint32_t thread = 0;
    std::uint32_t launches = kNoRow; ///< of a call: the first of what it launched, in Replay's list
    Kind kind = Kind::Other;
    bool begins = false;
    bool waits = false; ///< a call that waits for the device
};

bool isEarlier(const Boundary& a, const Boundary& b) { return a.time < b.time; }

/// Operators that only look at their operand differently: what they take beyond their one child is recording.
bool looksOnly(std::string_view name)
{
    constexpr std::array<std::string_view, 7> kViews{"aten::t",      "aten::transpose", "aten::slice",
                                                     "aten::select", "aten::expand",    "aten::detach",
                                                     "aten::view"};
    return core::isOneOf(name, kViews);
}

class Replay {
public:
    Replay(const AnalysisInput& input, std::size_t part, const DeviceLaunches& launches)
        : m_input(input)
        , m_timeline(input.timeline())
        , m_part(input.ranks()[part])
        , m_work(input.deviceWork(part))
        , m_launches(launches)
    {
        m_times.reserve(m_work.rows.size());
        for (std::size_t at = 0; at < m_work.rows.size(); ++at)
            m_times.push_back(m_work.time(m_timeline, at));
        linkRows();
        collect();
        learnDevice();
    }

    /// The share of the time with operators in which several threads run some.
    [[nodiscard]] double sharedTime() const
    {
        std::int64_t sum = 0;
        core::IntervalSet any;
        for (const core::IntervalSet& own : m_operations) {
            sum += core::measure(own);
            any = core::unite(any, own);
        }
        const std::int64_t whole = core::measure(any);
        return whole > 0 ? static_cast<double>(sum - whole) / static_cast<double>(whole) : 0.0;
    }

    /// When host and device are done with each step's host window: as recorded.
    [[nodiscard]] std::vector<double> recordedEnds(const std::vector<RankStep>& steps) const
    {
        std::vector<std::pair<std::int64_t, std::int64_t>> rows; // asked for, and done
        rows.reserve(m_work.rows.size());
        for (std::size_t at = 0; at < m_work.rows.size(); ++at) {
            const std::uint32_t call = m_launches.launch[at];
            rows.emplace_back(m_timeline.ts()[call == kNoRow ? m_work.rows[at] : call], m_times[at].end);
        }
        std::ranges::sort(rows);
        std::vector<double> ends;
        std::int64_t done = std::numeric_limits<std::int64_t>::min();
        auto row = rows.begin();
        for (const RankStep& step : steps) {
            for (; row != rows.end() && row->first < step.host.end; ++row)
                done = std::max(done, row->second);
            ends.push_back(static_cast<double>(std::max(step.host.end, done)));
        }
        return ends;
    }

    /// The same of each replay.
    [[nodiscard]] std::array<std::vector<double>, kReplays> ends(const std::vector<RankStep>& steps)
    {
        m_last = m_boundaries.empty() ? 0.0 : static_cast<double>(m_boundaries.front().time);
        m_host.fill(m_last);
        m_debt.fill(0);
        m_streamEnd.assign(m_work.streams.size(), Numbers{});
        m_rowEnd.assign(m_work.rows.size(), Numbers{});
        for (std::size_t at = 0; at < m_work.rows.size(); ++at) { // launched before the file begins
            if (m_launches.launch[at] != kNoRow)
                continue;
            const auto end = static_cast<double>(m_times[at].end);
            m_rowEnd[at].fill(end);
            Numbers& ofStream = m_streamEnd[m_streamOf[at]];
            if (end <= m_last + static_cast<double>(kBlocks) || at == m_work.streams[m_streamOf[at]].begin)
                ofStream.fill(std::max(ofStream.front(), end)); // the same in all, so far
        }
        std::array<std::vector<double>, kReplays> ends;
        const auto endStep = [&] {
            for (std::size_t replay = 0; replay < kReplays; ++replay)
                ends[replay].push_back(finished(replay));
        };
        std::size_t step = 0;
        for (std::size_t at = 0; at < m_boundaries.size(); ++at) {
            const Boundary& boundary = m_boundaries[at];
            for (; step < steps.size() && boundary.time >= steps[step].host.end; ++step) {
                advance(static_cast<double>(steps[step].host.end), {});
                endStep();
            }
            take(at);
        }
        for (; step < steps.size(); ++step)
            endStep();
        return ends;
    }

    /// The share of the recorded idle time that is left before each row, if the replay at no cost had some of
    /// it and the likely one has less: what they do not explain stays.
    [[nodiscard]] std::vector<float> idleKept() const
    {
        const auto replayed = [&](std::size_t replay) {
            return idleIf([this, replay](std::uint32_t at) { return m_rowEnd[at][replay]; });
        };
        const std::vector<double> recorded =
            idleIf([&](std::uint32_t at) { return static_cast<double>(m_times[at].end); });
        const std::vector<double> with = replayed(kNone);
        const std::vector<double> without = replayed(kLikely);
        std::vector<float> kept;
        kept.reserve(recorded.size());
        for (std::size_t at = 0; at < recorded.size(); ++at) {
            const double left = std::max(0.0, recorded[at] + without[at] - with[at]);
            kept.push_back(recorded[at] > 0 ? static_cast<float>(left / recorded[at]) : 1.0F);
        }
        return kept;
    }

private:
    /// How long no row ran before each begins, if it ends at \p endOf.
    template <class EndOf>
    [[nodiscard]] std::vector<double> idleIf(EndOf endOf) const
    {
        const auto begin = [&](std::uint32_t at) {
            return endOf(at) - static_cast<double>(m_times[at].end - m_times[at].begin);
        };
        std::vector<std::uint32_t> order = m_order;
        if (!std::ranges::is_sorted(order, {}, begin)) // of one stream they are
            std::ranges::stable_sort(order, {}, begin);
        std::vector<double> idle(order.size(), 0.0);
        double busy = order.empty() ? 0.0 : begin(order.front());
        for (const std::uint32_t at : order) {
            idle[at] = std::max(0.0, begin(at) - busy);
            busy = std::max(busy, endOf(at));
        }
        return idle;
    }

    void linkRows()
    {
        m_streamOf.resize(m_work.rows.size());
        for (std::size_t stream = 0; stream < m_work.streams.size(); ++stream) {
            for (std::uint32_t at = m_work.streams[stream].begin; at < m_work.streams[stream].end; ++at)
                m_streamOf[at] = stream;
        }
        for (std::uint32_t at = 0; at < m_work.rows.size(); ++at) {
            if (m_launches.launch[at] != kNoRow)
                m_launched.emplace_back(m_launches.launch[at], at);
        }
        if (!std::ranges::is_sorted(m_launched))
            std::ranges::sort(m_launched);
        m_order.resize(m_work.rows.size());
        for (std::uint32_t at = 0; at < m_order.size(); ++at)
            m_order[at] = at;
        const auto end = [&](std::uint32_t at) { return m_times[at].end; };
        if (!std::ranges::is_sorted(m_order, {}, end))
            std::ranges::sort(m_order, {}, end);
    }

    [[nodiscard]] static Kind kindOf(core::Role role)
    {
        switch (role) {
        case core::Role::Operator: return Kind::Operation;
        case core::Role::Range: return Kind::Annotation;
        case core::Role::Python: return Kind::Python;
        case core::Role::Launch: return Kind::Call;
        default: return Kind::Other;
        }
    }

    /// The boundaries of all host rows in the order of time, and each thread's thermometer.
    void collect()
    {
        std::vector<double> all;
        std::vector<std::vector<double>> samples;
        std::size_t rows = 0;
        for (const core::TrackId id : m_part.tracks) {
            const core::Track& track = m_timeline.tracks()[id.index()];
            for (const core::Lane& lane : m_timeline.lanes().subspan(track.firstLane, track.laneCount))
                rows += track.device || track.async ? 0 : lane.count;
        }
        m_boundaries.reserve(2 * rows);
        for (std::size_t name = 0; name < m_timeline.names().size(); ++name) {
            const std::string_view text = m_timeline.names().text(core::NameId{name});
            m_looksOnly.push_back(looksOnly(text));
            m_ofAutograd.push_back(text.starts_with("autograd::engine::"));
        }
        // A thread's boundaries come in the order of time: each is merged with those before.
        const auto merge = [&](std::size_t sorted) {
            const auto middle = m_boundaries.begin() + static_cast<std::ptrdiff_t>(sorted);
            std::inplace_merge(m_boundaries.begin(), middle, m_boundaries.end(), isEarlier);
        };
        for (const core::TrackId id : m_part.tracks) {
            const core::Track& track = m_timeline.tracks()[id.index()];
            if (track.device || track.async)
                continue;
            const auto thread = static_cast<std::uint32_t>(samples.size());
            const std::size_t before = m_boundaries.size();
            samples.push_back(collectThread(id, thread));
            const auto own = m_boundaries.begin() + static_cast<std::ptrdiff_t>(before);
            if (!std::ranges::is_sorted(own, m_boundaries.end(), {}, &Boundary::time)) // one outlasts another
                std::stable_sort(own, m_boundaries.end(), isEarlier);
            merge(before);
            all.insert(all.end(), samples.back().begin(), samples.back().end());
        }
        const double usual = all.size() < kFewSamples ? 0.0 : summaryOf(std::move(all)).median;
        for (std::vector<double>& own : samples)
            m_thermometer.push_back(own.size() < kFewSamples ? usual : summaryOf(std::move(own)).median);
        const std::size_t before = m_boundaries.size();
        for (const core::Instant& instant : m_timeline.instants()) {
            const auto thread = m_threadOf.find(instant.track.value);
            if (thread != m_threadOf.end())
                m_boundaries.push_back({.time = instant.ts, .thread = thread->second, .kind = Kind::Memory});
        }
        std::stable_sort(m_boundaries.begin() + static_cast<std::ptrdiff_t>(before), m_boundaries.end(),
                         isEarlier);
        merge(before);
    }

    /// Where in the list what \p call launched begins; kNoRow: it launched nothing.
    [[nodiscard]] std::uint32_t launchedBy(std::uint32_t call) const
    {
        const auto found =
            std::ranges::lower_bound(m_launched, call, {}, &std::pair<std::uint32_t, std::uint32_t>::first);
        return found == m_launched.end() || found->first != call
                   ? kNoRow
                   : static_cast<std::uint32_t>(found - m_launched.begin());
    }

    /// Gives what operators that do nothing themselves take beyond their child, less what that takes
    /// natively.
    std::vector<double> collectThread(core::TrackId id, std::uint32_t thread)
    {
        constexpr double kInner = 250;      // ns, natively
        constexpr double kOutermost = 1500; // with a node for autograd
        struct Open {
            std::uint32_t row;
            Kind kind;
            std::size_t children = 0;
            std::int64_t childTime = 0;
        };
        m_threadOf[id.value] = thread;
        std::vector<Open> open;
        std::vector<std::pair<double, bool>> found; // with: outermost
        bool backward = false;
        core::IntervalSet operations; // outermost ones end in the order in which they begin
        walkTrack(
            m_timeline, id,
            [&](std::uint32_t row, std::size_t) {
                const core::RowVerdict& verdict = m_input.kinds().of(row, id);
                const Kind kind = kindOf(verdict.role);
                if (!open.empty()) {
                    ++open.back().children;
                    open.back().childTime += m_timeline.dur()[row];
                }
                const core::NameId name = m_timeline.name()[row];
                backward =
                    backward || (kind == Kind::Operation && name.valid() && m_ofAutograd[name.index()]);
                open.push_back({row, kind});
                m_boundaries.push_back({m_timeline.ts()[row], row, thread,
                                        kind == Kind::Call ? launchedBy(row) : kNoRow, kind, true,
                                        verdict.host == core::HostWork::Synchronize});
            },
            [&](std::uint32_t row, std::size_t) {
                const Open own = open.back();
                open.pop_back();
                m_boundaries.push_back({.time = m_timeline.ts()[row] + m_timeline.dur()[row],
                                        .row = row,
                                        .thread = thread,
                                        .kind = own.kind});
                if (own.kind == Kind::Operation &&
                    std::ranges::none_of(open, [](const Open& one) { return one.kind == Kind::Operation; }))
                    core::extend(operations,
                                 {m_timeline.ts()[row], m_timeline.ts()[row] + m_timeline.dur()[row]});
                const core::NameId name = m_timeline.name()[row];
                if (own.kind != Kind::Operation || own.children != 1 || !name.valid() ||
                    !m_looksOnly[name.index()])
                    return;
                const bool outermost = open.empty() || open.back().kind != Kind::Operation;
                found.emplace_back(static_cast<double>(m_timeline.dur()[row] - own.childTime), outermost);
            });
        m_operations.push_back(std::move(operations));
        std::vector<double> samples;
        samples.reserve(found.size());
        for (const auto& [time, outermost] : found)
            samples.push_back(std::max(0.0, time - (outermost && !backward ? kOutermost : kInner)));
        return samples;
    }

    /// How soon a row begins behind its launch on an idle stream, and behind a predecessor that was in time.
    void learnDevice()
    {
        std::vector<double> latencies;
        std::vector<double> gaps;
        for (const DeviceStream& stream : m_work.streams) {
            for (std::uint32_t at = stream.begin; at < stream.end; ++at) {
                const std::uint32_t call = m_launches.launch[at];
                if (call == kNoRow)
                    continue;
                const std::int64_t launched = m_timeline.ts()[call];
                const std::int64_t begin = m_times[at].begin;
                const std::int64_t before =
                    at == stream.begin ? std::numeric_limits<std::int64_t>::min() : m_times[at - 1].end;
                if (before < launched)
                    latencies.push_back(static_cast<double>(begin - launched));
                else if (launched + kInTime < before && begin >= before)
                    gaps.push_back(static_cast<double>(begin - before));
            }
        }
        if (latencies.size() >= kFewSamples)
            m_latency = summaryOf(std::move(latencies)).firstQuartile;
        if (gaps.size() < kFewSamples)
            return;
        std::ranges::sort(gaps); // a tenth at each end is not the device's own pause
        const auto cut = static_cast<std::ptrdiff_t>(gaps.size() / 10);
        const std::vector<double> middle(gaps.begin() + cut, gaps.end() - cut);
        m_gap = summaryOf(middle).mean;
    }

    [[nodiscard]] double finished(std::size_t replay) const
    {
        double latest = m_host[replay];
        for (const Numbers& end : m_streamEnd)
            latest = std::max(latest, end[replay]);
        return latest;
    }

    /// The hosts' clocks go on to what was \p time, of which \p costs and what is left over was recording.
    void advance(double time, const Numbers& costs)
    {
        static constexpr Numbers kTakes = eachReplay([](const Costs& one) { return one.hostTakes; });
        const double passed = std::max(0.0, time - m_last);
        for (std::size_t replay = 0; replay < kReplays; ++replay) {
            const double debt = m_debt[replay] + costs[replay];
            const double used = std::min(passed, debt);
            m_debt[replay] = debt - used;
            m_host[replay] += kTakes[replay] * (passed - used);
        }
        m_last = std::max(m_last, time);
    }

    /// What recording costs: \p share of the event's whole cost, \p most at most.
    [[nodiscard]] Numbers costOf(const Boundary& boundary, double share, double most) const
    {
        static constexpr std::array<Numbers, kKinds> kCost{
            eachReplay([](const Costs& one) { return one.operation; }),
            eachReplay([](const Costs& one) { return one.operation; }),
            eachReplay([](const Costs& one) { return one.python; }),
            eachReplay([](const Costs& one) { return isFree(one) ? 0.0 : kCallCost; }),
            eachReplay([](const Costs& one) { return one.memory; }),
            Numbers{}};
        const bool measured = boundary.kind == Kind::Operation || boundary.kind == Kind::Annotation;
        const double unit = measured ? m_thermometer[boundary.thread] : 1;
        Numbers costs = kCost[static_cast<std::size_t>(boundary.kind)];
        for (double& cost : costs)
            cost = std::min(share * (cost * unit), most);
        return costs;
    }

    void take(std::size_t at)
    {
        const Boundary& boundary = m_boundaries[at];
        const auto time = static_cast<double>(boundary.time);
        if (boundary.kind == Kind::Call && boundary.begins && time >= m_last && takeCall(boundary))
            return;
        if (boundary.kind == Kind::Call && !boundary.begins && boundary.row == m_takenWhole)
            return;
        const bool isMemory = boundary.kind == Kind::Memory;
        if (isMemory || !boundary.begins)
            advance(time, {});
        else
            advance(time, costOf(boundary, kBefore, kOfGap * std::max(0.0, time - m_last)));
        if (boundary.begins || at + 1 == m_boundaries.size())
            return;
        const auto next = static_cast<double>(m_boundaries[at + 1].time);
        const Numbers behind =
            costOf(boundary, isMemory ? 1.0 : 1 - kBefore, kOfGap * std::max(0.0, next - time));
        for (std::size_t replay = 0; replay < kReplays; ++replay)
            m_debt[replay] += behind[replay];
    }

    /// A call that launches or waits, from its begin to its end. False: it does neither.
    bool takeCall(const Boundary& boundary)
    {
        static constexpr Numbers kSide =
            eachReplay([](const Costs& one) { return isFree(one) ? 0.0 : kLaunchSide; });
        const auto begin = static_cast<double>(boundary.time);
        const auto duration = static_cast<double>(m_timeline.dur()[boundary.row]);
        const bool launches = boundary.launches != kNoRow;
        const bool copies =
            launches && m_work.kinds[m_launched[boundary.launches].second] == KernelKind::Copy;
        const bool waits = copies ? duration > static_cast<double>(kBlocks) : !launches && boundary.waits;
        if (!launches && !waits)
            return false;
        m_takenWhole = boundary.row;
        advance(begin, kSide);
        std::uint32_t last = kNoRow; // of what it launched
        for (std::size_t at = boundary.launches;
             launches && at < m_launched.size() && m_launched[at].first == boundary.row; ++at) {
            last = m_launched[at].second;
            start(last);
        }
        m_last = begin + duration;
        if (waits) {
            wait(boundary.row, last);
            return true;
        }
        for (std::size_t replay = 0; replay < kReplays; ++replay) {
            m_host[replay] += kCosts[replay].hostTakes * std::min(duration, kCosts[replay].launch);
            m_debt[replay] += kSide[replay];
        }
        return true;
    }

    void start(std::uint32_t row)
    {
        const auto duration = static_cast<double>(m_times[row].end - m_times[row].begin);
        Numbers& end = m_streamEnd[m_streamOf[row]];
        for (std::size_t replay = 0; replay < kReplays; ++replay)
            end[replay] = std::max(m_host[replay] + m_latency, end[replay] + m_gap) + duration;
        m_rowEnd[row] = end;
    }

    /// \p own: the copy that the call launched; kNoRow: it waits for all that is done by its end.
    void wait(std::uint32_t call, std::uint32_t own)
    {
        const std::int64_t begin = m_timeline.ts()[call];
        const std::int64_t end = begin + m_timeline.dur()[call];
        std::uint32_t awaited = own;
        if (own == kNoRow) {
            const auto behind =
                std::ranges::upper_bound(m_order, end, {}, [&](std::uint32_t at) { return m_times[at].end; });
            awaited = behind == m_order.begin() ? kNoRow : *(behind - 1);
        }
        const std::int64_t done = awaited == kNoRow ? begin : m_times[awaited].end;
        if (awaited != kNoRow && done > begin && done <= end) {
            for (std::size_t replay = 0; replay < kReplays; ++replay)
                m_host[replay] =
                    std::max(m_host[replay], m_rowEnd[awaited][replay]) + static_cast<double>(end - done);
            m_debt.fill(0);
        } else {
            for (std::size_t replay = 0; replay < kReplays; ++replay)
                m_host[replay] += kCosts[replay].hostTakes * static_cast<double>(end - begin);
        }
    }

    const AnalysisInput& m_input;
    const core::Timeline& m_timeline;
    const RankPart& m_part;
    const DeviceWork& m_work;
    const DeviceLaunches& m_launches;
    std::vector<bool> m_looksOnly;  ///< by name
    std::vector<bool> m_ofAutograd; ///< by name
    std::vector<Boundary> m_boundaries;
    std::vector<double> m_thermometer; ///< ns an event, by thread
    std::vector<core::IntervalSet> m_operations;
    std::map<std::uint32_t, std::uint32_t> m_threadOf;
    std::vector<core::Interval> m_times;                             ///< of the device's rows
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_launched; ///< call and row, by call
    std::vector<std::size_t> m_streamOf;                             ///< by row
    std::vector<std::uint32_t> m_order;                              ///< rows by recorded end
    double m_latency = 6000; ///< ns, where the file has too few to tell
    double m_gap = 1300;
    // While it runs:
    Numbers m_host{};
    double m_last = 0; ///< of the recording, up to which the hosts' clocks have gone
    Numbers m_debt{};
    std::uint32_t m_takenWhole = kNoRow; ///< the last call that launched or waited
    std::vector<Numbers> m_streamEnd;
    std::vector<Numbers> m_rowEnd;
};

/// Mean of the steps behind the first.
double meanStep(const std::vector<double>& ends)
{
    return (ends.back() - ends.front()) / static_cast<double>(ends.size() - 1);
}

/// The standard error of the mean step, from how steps scatter; \p less: how much shorter each is there.
double standardError(const std::vector<double>& ends, const std::vector<double>& less = {})
{
    std::vector<double> steps;
    for (std::size_t at = 1; at < ends.size(); ++at)
        steps.push_back(ends[at] - ends[at - 1] - (less.empty() ? 0.0 : less[at] - less[at - 1]));
    return summaryOf(steps).deviation.value_or(0) / std::sqrt(static_cast<double>(steps.size()));
}

core::Result<UnrecordedStep> replayed(const AnalysisInput& input, std::size_t part, const core::Task& task)
{
    UnrecordedStep told;
    const RankSteps& steps = input.steps(part);
    const DeviceWork& work = input.deviceWork(part);
    SHARDSCOPE_TRY(const DeviceLaunches* const launches, input.launches(part, task));
    const auto known =
        std::ranges::count_if(launches->launch, [](std::uint32_t call) { return call != kNoRow; });
    told.why = steps.steps.size() < 2 || !steps.onDevice                ? NoReplay::Steps
               : 2 * static_cast<std::size_t>(known) < work.rows.size() ? NoReplay::Launches
               : std::ranges::find(work.kinds, KernelKind::Communication) != work.kinds.end()
                   ? NoReplay::Communication
                   : NoReplay::None;
    if (told.why != NoReplay::None)
        return told;
    Replay replay(input, part, *launches);
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    const std::vector<double> recorded = replay.recordedEnds(steps.steps);
    told.recorded = meanStep(recorded);
    if (replay.sharedTime() > kShared) {
        told.why = NoReplay::Threads;
        return told;
    }
    const std::array<std::vector<double>, kReplays> ends = replay.ends(steps.steps);
    const double again = meanStep(ends[kNone]);
    told.differs = told.recorded > 0 ? again / told.recorded - 1 : 1;
    if (std::abs(told.differs) > kMisses) {
        told.why = NoReplay::Differs;
        return told;
    }
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    told.seconds = meanStep(ends[kLikely]);
    const double floor = meanStep(ends[kHostFree]);
    const auto apart =
        [&](double other) { // of these steps; two errors that have nothing to do with each other
            return std::hypot(other - told.seconds, kDevice * told.seconds);
        };
    told.low = std::max(told.seconds - apart(meanStep(ends[kMost])), floor * (1 - kDevice));
    told.high = std::min(told.seconds + apart(meanStep(ends[kLeast])),
                         told.recorded * (1 + kDevice) + standardError(recorded));
    const double cost = told.recorded - told.seconds;
    if (const double scatter = kScatter * standardError(recorded); cost < scatter) { // steps differ by more
        told.high = std::max(told.high, told.recorded * (1 + kDevice) + scatter);
        told.low = std::min(told.low, told.recorded * (1 - kDevice) - scatter);
    }
    if (cost < kScatter * standardError(recorded, ends[kLikely])) // which itself differs by more
        told.seconds = told.recorded;
    else
        told.idleKept = replay.idleKept();
    return told;
}

} // namespace

core::Result<std::shared_ptr<const UnrecordedStep>> unrecordedStep(const AnalysisInput& input,
                                                                   std::size_t part, const core::Task& task)
{
    if (auto kept = input.keptUnrecorded(part))
        return kept;
    SHARDSCOPE_TRY(UnrecordedStep told, replayed(input, part, task));
    auto made = std::make_shared<const UnrecordedStep>(std::move(told));
    input.keepUnrecorded(part, made);
    return made;
}

} // namespace shardscope::profiler
