// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/clock_align.h"

#include "core/base/median.h"
#include "profiler/trace/jobs.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <numeric>

namespace shardscope::profiler {

namespace {

constexpr std::size_t kFewest = 3; // collectives: two could agree by chance
constexpr std::size_t kFewestForDrift = 8;
constexpr std::int64_t kShortestForDrift = 1'000'000'000; // ns: 1 ppm is 1 us then
constexpr double kMostDrift = 500e-6; // MAXFREQ, the frequency tolerance of NTP (RFC 5905, section 11.1)
constexpr std::int64_t kCoarsestUnit = 1000; // ns; traces tell microseconds or better

/// One collective as two clocks saw it.
struct Sample {
    std::int64_t end = 0;        ///< first end on the clock to be placed
    std::int64_t distance = 0;   ///< the run's first end minus that
    std::int64_t lastBegin = 0;  ///< last begin on the clock to be placed
    std::int64_t knownBegin = 0; ///< last begin on the run's clock
    std::int64_t knownEnd = 0;   ///< first end on the run's clock
};

struct Fit {
    core::ClockShift shift;
    std::int64_t residual = 0;
    std::int64_t worst = 0;
};

/// The median offset under a given drift, and how far the samples lie from it.
Fit fitOffset(const std::vector<Sample>& samples, std::int64_t driftPpb, std::int64_t reference)
{
    Fit fit;
    fit.shift = {0, driftPpb, reference};
    std::vector<std::int64_t> distances;
    for (const Sample& sample : samples)
        distances.push_back(sample.distance - (fit.shift.apply(sample.end) - sample.end));
    fit.shift.offsetNs = core::medianOf(distances);
    for (std::int64_t& distance : distances) {
        distance = std::abs(distance - fit.shift.offsetNs);
        fit.worst = std::max(fit.worst, distance);
    }
    fit.residual = static_cast<std::int64_t>(
        std::llround(core::kDeviationsOfMedian * static_cast<double>(core::medianOf(std::move(distances)))));
    return fit;
}

/// Median of the slopes between all pairs (of at most 400 samples, evenly taken) that lie apart.
double medianSlope(const std::vector<Sample>& samples)
{
    constexpr std::size_t kMost = 400;
    const std::size_t count = std::min(samples.size(), kMost);
    std::vector<double> slopes;
    for (std::size_t a = 0; a < count; ++a) {
        for (std::size_t b = a + 1; b < count; ++b) {
            const Sample& first = samples[a * samples.size() / count];
            const Sample& second = samples[b * samples.size() / count];
            if (second.end != first.end)
                slopes.push_back(static_cast<double>(second.distance - first.distance) /
                                 static_cast<double>(second.end - first.end));
        }
    }
    if (slopes.empty())
        return 0;
    return core::medianOf(std::move(slopes));
}

class Aligner {
public:
    Aligner(const core::Run& run, const Collectives& collectives)
        : m_timeline(*run.timeline)
        , m_collectives(collectives)
        , m_jobs(jobsOf(run))
    {
        makeClocks(run);
    }

    ClockAlignment align()
    {
        for (std::uint32_t job = 0; job < m_jobs.count; ++job)
            alignJob(job);
        return {std::move(m_clocks)};
    }

private:
    /// Aligns one job by itself: nothing ties its clocks to another job's, unless they are the same.
    void alignJob(std::uint32_t job)
    {
        std::size_t reference = m_clocks.size();
        bool takes = false;
        for (std::size_t at = 0; at < m_clocks.size(); ++at) {
            if (!isOfJob(m_clocks[at], job))
                continue;
            if (m_known[at]) // of a machine that another job ran on, too
                return alignNeighbours();
            if (reference == m_clocks.size() || (!takes && takesPart(m_clocks[at]))) {
                reference = at;
                takes = takesPart(m_clocks[at]);
            }
        }
        if (reference == m_clocks.size())
            return;
        m_clocks[reference].verdict = ClockVerdict::Reference;
        m_known[reference] = true;
        alignNeighbours();
    }

    void alignNeighbours()
    {
        while (placeNeighbours()) {
        }
    }

    [[nodiscard]] bool isOfJob(const HostClock& clock, std::uint32_t job) const
    {
        return std::ranges::any_of(clock.sources,
                                   [&](std::uint32_t source) { return m_jobs.of(source) == job; });
    }

    void makeClocks(const core::Run& run)
    {
        std::vector<bool> communicates(run.sources.size(), false);
        for (const CollectiveCall& call : m_collectives.calls) {
            if (call.source < communicates.size())
                communicates[call.source] = true;
        }
        std::vector<std::uint32_t> order;
        for (std::uint32_t source = 0; source < run.sources.size(); ++source) {
            if (communicates[source])
                order.push_back(source);
        }
        std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
            return rankOrSource(run, a) < rankOrSource(run, b);
        });
        std::map<std::string, std::size_t> hosts;
        m_clockOf.assign(run.sources.size(), kNobody);
        for (const std::uint32_t source : order) {
            const std::string& host = run.sources[source].host;
            // Ranks of one file have one clock, whatever it is.
            const std::string same = host.empty() ? run.sources[source].file.string() : "host " + host;
            std::size_t at = m_clocks.size();
            if (!same.empty())
                at = hosts.try_emplace(same, at).first->second;
            if (at == m_clocks.size())
                m_clocks.emplace_back().host = host;
            m_clocks[at].sources.push_back(source);
            m_clocks[at].ranks.push_back(rankOrSource(run, source));
            m_clockOf[source] = at;
        }
        m_known.assign(m_clocks.size(), false);
        m_refused.assign(m_clocks.size(), false);
    }

    /// Whether any collective tells of \p clock.
    [[nodiscard]] bool takesPart(const HostClock& clock) const
    {
        const auto own = static_cast<std::size_t>(&clock - m_clocks.data());
        return std::ranges::any_of(m_collectives.matched, [&](const Collective& collective) {
            return tells(collective) && std::ranges::any_of(collective.calls, [&](std::uint32_t call) {
                       return clockOf(call) == own;
                   });
        });
    }
    [[nodiscard]] static bool tells(const Collective& collective)
    {
        return isSynchronizing(collective.kind) && collective.by != MatchedBy::Time;
    }
    [[nodiscard]] std::size_t clockOf(std::uint32_t call) const
    {
        return m_clockOf[m_collectives.calls[call].source];
    }

    /// What each clock that is not known yet shares with those that are.
    [[nodiscard]] std::vector<std::vector<Sample>> collectSamples() const
    {
        constexpr std::int64_t kLate = std::numeric_limits<std::int64_t>::max();
        constexpr std::int64_t kEarly = std::numeric_limits<std::int64_t>::min();
        struct Seen {
            std::int64_t lastBegin = kEarly;
            std::int64_t firstEnd = kLate;
        };
        std::vector<std::vector<Sample>> samples(m_clocks.size());
        for (const Collective& collective : m_collectives.matched) {
            if (!tells(collective))
                continue;
            Seen known;
            std::map<std::size_t, Seen> unknown;
            for (const std::uint32_t call : collective.calls) {
                const std::size_t clock = clockOf(call);
                const core::ClockShift& shift = m_clocks[clock].shift;
                const std::uint32_t row = m_collectives.calls[call].row;
                const std::int64_t begin = m_timeline.ts()[row];
                const std::int64_t end = begin + m_timeline.dur()[row];
                Seen& seen = m_known[clock] ? known : unknown[clock];
                seen.lastBegin = std::max(seen.lastBegin, m_known[clock] ? shift.apply(begin) : begin);
                seen.firstEnd = std::min(seen.firstEnd, m_known[clock] ? shift.apply(end) : end);
            }
            if (known.firstEnd == kLate)
                continue;
            for (const auto& [clock, seen] : unknown)
                samples[clock].push_back({seen.firstEnd, known.firstEnd - seen.firstEnd, seen.lastBegin,
                                          known.lastBegin, known.firstEnd});
        }
        return samples;
    }

    /// Places the clocks that share enough with known ones; false where none was left to place.
    bool placeNeighbours()
    {
        const std::vector<std::vector<Sample>> samples = collectSamples();
        std::vector<std::size_t> placed;
        for (std::size_t clock = 0; clock < m_clocks.size(); ++clock) {
            if (m_known[clock] || m_refused[clock])
                continue;
            m_clocks[clock].collectives = samples[clock].size();
            m_clocks[clock].verdict = samples[clock].empty() ? ClockVerdict::NoCommon : ClockVerdict::TooFew;
            if (samples[clock].size() < kFewest)
                continue;
            place(m_clocks[clock], samples[clock]);
            (isKnown(m_clocks[clock].verdict) ? m_known : m_refused)[clock] = true;
            placed.push_back(clock);
        }
        return !placed.empty() || placeByFew(samples) || placeByTransfers();
    }

    /// One collective or two cannot tell an offset, but that the clocks are one: as recorded, somebody leaves
    /// after all have come, and all leave together. Clocks that have nothing to do with each other would not.
    bool placeByFew(const std::vector<std::vector<Sample>>& samples)
    {
        bool placed = false;
        for (std::size_t clock = 0; clock < m_clocks.size(); ++clock) {
            if (m_known[clock] || m_refused[clock] || samples[clock].empty())
                continue;
            const bool together = std::ranges::all_of(samples[clock], [](const Sample& sample) {
                const std::int64_t begin = std::max(sample.lastBegin, sample.knownBegin);
                const std::int64_t shortest =
                    std::min(sample.end - sample.lastBegin, sample.knownEnd - sample.knownBegin);
                return begin <= std::min(sample.end, sample.knownEnd) &&
                       std::abs(sample.distance) <= shortest;
            });
            if (!together)
                continue;
            m_clocks[clock].verdict = ClockVerdict::Agrees;
            for (const Sample& sample : samples[clock])
                m_clocks[clock].worstNs = std::max(m_clocks[clock].worstNs, std::abs(sample.distance));
            m_clocks[clock].residualNs = m_clocks[clock].worstNs;
            placed = m_known[clock] = true;
        }
        return placed;
    }

    /// What sends and receives allow: nothing is received before it is sent.
    struct Bounds {
        std::int64_t least = std::numeric_limits<std::int64_t>::min();
        std::int64_t most = std::numeric_limits<std::int64_t>::max();
        std::size_t received = 0; ///< by the clock to be placed
        std::size_t sent = 0;     ///< by it
    };

    [[nodiscard]] std::vector<Bounds> transferBounds() const
    {
        std::vector<Bounds> bounds(m_clocks.size());
        for (const Collective& collective : m_collectives.matched) {
            if (!isPointToPoint(collective.kind) || collective.by == MatchedBy::Time ||
                collective.calls.size() != 2)
                continue;
            std::uint32_t send = collective.calls[0];
            std::uint32_t receive = collective.calls[1];
            if (m_collectives.calls[send].kind != CollectiveKind::Send)
                std::swap(send, receive);
            const std::size_t from = clockOf(send);
            const std::size_t to = clockOf(receive);
            if (m_collectives.calls[send].kind != CollectiveKind::Send ||
                m_collectives.calls[receive].kind != CollectiveKind::Receive || m_known[from] == m_known[to])
                continue;
            const std::int64_t sent = m_timeline.ts()[m_collectives.calls[send].row];
            const std::uint32_t row = m_collectives.calls[receive].row;
            const std::int64_t received = m_timeline.ts()[row] + m_timeline.dur()[row];
            if (m_known[from]) {
                Bounds& own = bounds[to];
                own.least = std::max(own.least, m_clocks[from].shift.apply(sent) - received);
                ++own.received;
            } else {
                Bounds& own = bounds[from];
                own.most = std::min(own.most, m_clocks[to].shift.apply(received) - sent);
                ++own.sent;
            }
        }
        return bounds;
    }

    /// Sends and receives in both directions hold an offset between two bounds: the middle, as NTP takes it,
    /// with half their distance as what is not known; the clock stays where none is as good.
    bool placeByTransfers()
    {
        bool placed = false;
        const std::vector<Bounds> bounds = transferBounds();
        for (std::size_t at = 0; at < m_clocks.size(); ++at) {
            const Bounds& own = bounds[at];
            HostClock& clock = m_clocks[at];
            if (m_known[at] || m_refused[at] || own.received == 0 || own.sent == 0 ||
                own.received + own.sent < kFewest)
                continue;
            clock.collectives = own.received + own.sent;
            if (own.least > own.most) { // no offset fits all
                clock.verdict = ClockVerdict::Spread;
                clock.residualNs = clock.worstNs = own.least - own.most;
                m_refused[at] = true;
                continue;
            }
            clock.residualNs = clock.worstNs = (own.most - own.least) / 2;
            clock.verdict = ClockVerdict::Agrees;
            if (own.least > 0 || own.most < 0) {
                clock.verdict = ClockVerdict::Aligned;
                clock.shift = {own.least + clock.residualNs, 0, 0};
            }
            placed = m_known[at] = true;
        }
        return placed;
    }

    static void place(HostClock& clock, std::vector<Sample> samples)
    {
        std::ranges::stable_sort(samples, [](const Sample& a, const Sample& b) { return a.end < b.end; });
        const std::int64_t reference = samples[samples.size() / 2].end;
        const std::int64_t span = samples.back().end - samples.front().end;
        Fit fit = fitOffset(samples, 0, reference);
        if (samples.size() >= kFewestForDrift && span >= kShortestForDrift) {
            const double slope = std::clamp(medianSlope(samples), -0.5, 0.5);
            const auto moved = static_cast<std::int64_t>(std::llround(std::abs(slope) * double(span)));
            const Fit drifting = fitOffset(samples, std::llround(slope * 1e9), reference);
            const bool drifts = moved > 4 * drifting.residual && drifting.residual < fit.residual;
            if (drifts && std::abs(slope) > kMostDrift) {
                clock.residualNs = drifting.residual;
                clock.worstNs = drifting.worst;
                clock.verdict = ClockVerdict::Implausible;
                return;
            }
            fit = drifts ? drifting : fit;
        }
        judge(clock, samples, fit);
    }

    static void judge(HostClock& clock, const std::vector<Sample>& samples, Fit fit)
    {
        // Clocks that count microseconds cannot tell less. Few ends may share a divisor by chance.
        std::int64_t unit = 0;
        for (const Sample& sample : samples)
            unit = std::gcd(unit, sample.end - samples.front().end);
        unit = std::min<std::int64_t>(unit, kCoarsestUnit);
        std::vector<std::int64_t> durations;
        clock.residualNs = fit.residual;
        clock.worstNs = fit.worst;
        const std::int64_t tolerance = 3 * std::max(fit.residual, unit);
        for (const Sample& sample : samples) {
            durations.push_back(std::max<std::int64_t>(
                0, std::min(sample.end - sample.lastBegin, sample.knownEnd - sample.knownBegin)));
            const bool leftEarly = fit.shift.apply(sample.end) + tolerance < sample.knownBegin ||
                                   sample.knownEnd + tolerance < fit.shift.apply(sample.lastBegin);
            clock.violations += leftEarly ? 1 : 0;
        }
        const bool contradicts =
            fit.residual > std::max<std::int64_t>(core::medianOf(std::move(durations)), unit) ||
            10 * clock.violations > samples.size();
        if (contradicts) {
            clock.verdict = ClockVerdict::Spread;
        } else if (fit.shift.driftPpb == 0 && std::abs(fit.shift.offsetNs) <= tolerance) {
            clock.verdict = ClockVerdict::Agrees;
        } else {
            clock.verdict = ClockVerdict::Aligned;
            clock.shift = fit.shift;
        }
    }

    static constexpr std::size_t kNobody = ~std::size_t{0};
    const core::Timeline& m_timeline;
    const Collectives& m_collectives;
    Jobs m_jobs;
    std::vector<HostClock> m_clocks;
    std::vector<std::size_t> m_clockOf; ///< by source
    std::vector<bool> m_known;
    std::vector<bool> m_refused;
};

} // namespace

ClockAlignment alignClocks(const core::Run& run, const Collectives& collectives)
{
    return Aligner(run, collectives).align();
}

} // namespace shardscope::profiler
