// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/jobs.h"

#include "core/timeline/intervals.h"
#include "profiler/trace/collective_names.h"
#include "profiler/trace/graph_links.h"

#include <algorithm>
#include <map>
#include <optional>

namespace shardscope::profiler {

namespace {

struct Recorded {
    std::optional<core::Interval> time; ///< none: no slices
    bool device = false;                ///< has rows of a device
};

core::Interval around(const core::Interval& a, const core::Interval& b)
{
    return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

bool apart(const core::Interval& a, const core::Interval& b) { return a.begin > b.end || a.end < b.begin; }

/// What was recorded of each source.
std::vector<Recorded> recordedOf(const core::Run& run)
{
    const core::Timeline& timeline = *run.timeline;
    std::vector<Recorded> recorded(run.sources.size());
    for (const core::Track& track : timeline.tracks()) {
        if (track.source >= recorded.size())
            continue;
        Recorded& one = recorded[track.source];
        for (const core::Lane& lane : timeline.lanes().subspan(track.firstLane, track.laneCount)) {
            if (lane.count == 0)
                continue;
            // Several statuses of NCCL's RAS name the same ranks again: of the job that is there, not of
            // another.
            const core::NameId category = timeline.category()[lane.begin];
            if (category.valid() && timeline.names().text(category) == kRasStatus)
                continue;
            const std::uint32_t last = lane.begin + lane.count - 1; // slices of a lane do not overlap
            const core::Interval time{timeline.ts()[lane.begin], timeline.ts()[last] + timeline.dur()[last]};
            one.time = one.time ? around(*one.time, time) : time;
            one.device = one.device || track.device;
        }
    }
    return recorded;
}

/// A job as far as its files are known.
struct Job {
    std::vector<std::uint32_t> sources;
    core::Interval time;
};

class JobFinder {
public:
    explicit JobFinder(const core::Run& run)
        : m_run(run)
        , m_recorded(recordedOf(run))
        , m_firsts(core::firstSourcesOfFiles(run))
        , m_captures(captureSources(run))
    {
    }

    Jobs find()
    {
        Jobs jobs;
        jobs.ofSource.assign(m_run.sources.size(), 0);
        for (std::uint32_t source = 0; source < m_run.sources.size(); ++source) {
            if (!m_recorded[source].time || captures(source))
                continue;
            const std::size_t job = bestOf(source);
            const core::Interval& time = *m_recorded[source].time;
            if (job == m_jobs.size())
                m_jobs.push_back({{}, time});
            m_jobs[job].sources.push_back(source);
            m_jobOfFirst.try_emplace(m_firsts[source], job);
            m_jobs[job].time = around(m_jobs[job].time, time);
            jobs.ofSource[source] = static_cast<std::uint32_t>(job);
        }
        for (std::uint32_t source = 0; source < m_run.sources.size(); ++source)
            jobs.ofSource[source] = captures(source) ? jobOfReplay(source) : jobs.ofSource[source];
        jobs.count = static_cast<std::uint32_t>(m_jobs.size());
        return jobs.several() ? jobs : Jobs{};
    }

private:
    [[nodiscard]] bool captures(std::uint32_t source) const
    {
        return !m_captures.empty() && m_captures[source];
    }

    /// The first job that has the rank whose graphs \p source tells of.
    [[nodiscard]] std::uint32_t jobOfReplay(std::uint32_t source) const
    {
        const auto job = std::ranges::find_if(m_jobs, [&](const Job& one) {
            return std::ranges::any_of(one.sources, [&](std::uint32_t member) {
                return m_run.sources[member].rank == m_run.sources[source].rank;
            });
        });
        return job == m_jobs.end() ? 0 : static_cast<std::uint32_t>(job - m_jobs.begin());
    }

    /// The job that \p source is of; behind the last: none yet.
    [[nodiscard]] std::size_t bestOf(std::uint32_t source) const
    {
        // Ranks and devices of one file are of one job.
        if (m_firsts[source] != source && m_jobOfFirst.contains(m_firsts[source]))
            return m_jobOfFirst.at(m_firsts[source]);
        std::size_t best = m_jobs.size();
        int bestMerit = -1;
        for (std::size_t job = 0; job < m_jobs.size(); ++job) {
            if (!fits(m_jobs[job], source))
                continue;
            const int merit = (apart(m_jobs[job].time, *m_recorded[source].time) ? 0 : 2) +
                              (near(m_jobs[job], source) ? 1 : 0);
            if (merit > bestMerit) {
                best = job;
                bestMerit = merit;
            }
        }
        return best;
    }

    [[nodiscard]] bool fits(const Job& job, std::uint32_t source) const
    {
        const core::RunSource& own = m_run.sources[source];
        bool ranksTell = false;
        for (const std::uint32_t member : job.sources) {
            const core::RunSource& other = m_run.sources[member];
            if (own.worldSize >= 0 && other.worldSize >= 0 && own.worldSize != other.worldSize)
                return false;
            ranksTell = ranksTell || (own.rank >= 0 && other.rank >= 0 && own.rank != other.rank);
            if (own.rank >= 0 && own.rank == other.rank && clash(source, member))
                return false;
        }
        return ranksTell || !apart(job.time, *m_recorded[source].time);
    }

    /// Whether two files of one rank cannot be parts of one recording.
    [[nodiscard]] bool clash(std::uint32_t a, std::uint32_t b) const
    {
        return (m_recorded[a].device && m_recorded[b].device) ||
               apart(*m_recorded[a].time, *m_recorded[b].time);
    }

    [[nodiscard]] bool near(const Job& job, std::uint32_t source) const
    {
        return std::ranges::any_of(job.sources, [&](std::uint32_t member) {
            return m_run.sources[member].file.parent_path() == m_run.sources[source].file.parent_path();
        });
    }

    const core::Run& m_run;
    std::vector<Recorded> m_recorded;
    std::vector<std::uint32_t> m_firsts;               ///< by source: the first of the same file
    std::vector<bool> m_captures;                      ///< by source; empty: none is
    std::map<std::uint32_t, std::size_t> m_jobOfFirst; ///< by first source of a file
    std::vector<Job> m_jobs;
};

} // namespace

Jobs jobsOf(const core::Run& run)
{
    return run.sources.size() < 2 || !run.timeline ? Jobs{} : JobFinder(run).find();
}

std::vector<std::string> filesOfJob(const core::Run& run, const Jobs& jobs, std::uint32_t job)
{
    std::vector<std::string> files;
    for (std::uint32_t source = 0; source < run.sources.size(); ++source) {
        std::string name = run.sources[source].file.filename().string();
        if (jobs.of(source) == job && std::ranges::find(files, name) == files.end())
            files.push_back(std::move(name));
    }
    return files;
}

} // namespace shardscope::profiler
