// SPDX-License-Identifier: GPL-3.0-or-later
// A running job's folder, read as it grows: traces, logs and dumps of its ranks; each byte once, and never
// more kept than a few numbers for each rank.
#pragma once

#include "app/session/follow/drift.h"
#include "core/base/result.h"
#include "core/base/task.h"
#include "core/catalog/catalog.h"
#include "profiler/analyze/overview/overview.h"

#include <QString>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace shardscope::app {

/// What the job was planned to take.
struct FollowedPlan {
    double stepSeconds = 0;
    double mostSeconds = 0; ///< the upper end of its interval
    double peakBytes = 0;
    std::int64_t devices = 0;
};

struct FollowedStep {
    std::int32_t rank = -1; ///< -1: the file does not say
    std::int64_t number = 0;
    double seconds = 0;
    std::string file;
};

/// What is to be known of the job, and since when.
struct FollowFinding {
    std::string kind; ///< "slower", "recovered", "slower_than_plan", "within_plan", "memory_above_plan",
                      ///< "silent"; else one of the overview's
    std::int32_t rank = -1;
    std::int64_t since = -1; ///< the step with which it began; -1: not told by step
    double usual = 0;        ///< seconds or bytes, as the kind has it
    double now = 0;
    std::string file;
    std::optional<profiler::CostFinding> cost = {}; ///< of the overview's kinds
};

struct FollowNews {
    std::vector<FollowedStep> steps;
    std::vector<FollowFinding> findings;
    [[nodiscard]] bool empty() const { return steps.empty() && findings.empty(); }
};

class Follower {
public:
    using Clock = std::filesystem::file_time_type::clock;

    Follower(core::Catalog catalog, std::filesystem::path folder, std::optional<FollowedPlan> plan);

    /// What the folder holds that was not there before. \p whole: nothing is written any more, and what grew
    /// since the last look need not wait. \p now: tells how long a rank is silent. Errors: FileUnreadable of
    /// the folder; Cancelled.
    [[nodiscard]] core::Result<FollowNews> look(bool whole, Clock::time_point now, const core::Task& task);

    [[nodiscard]] std::size_t files() const { return m_read.size(); }
    [[nodiscard]] std::size_t stepsSeen() const { return m_steps; }
    [[nodiscard]] std::uint64_t bytesRead() const { return m_bytes; } ///< of logs
    /// Files that could not be read so far, and why.
    [[nodiscard]] const std::map<std::filesystem::path, core::Error>& unread() const { return m_unread; }

private:
    struct File {
        std::uint64_t size = 0;
        Clock::time_point changed;
        bool log = false;
        std::uint64_t offset = 0; ///< of a log: up to which it was read
    };
    struct Rank {
        DriftWatch drift;
        std::optional<DriftWatch> plan;
        std::int64_t last = -1;                   ///< number of its last step
        std::optional<Clock::time_point> written; ///< when its last step was
        bool silent = false;
        double peak = 0;
        bool above = false; ///< its memory is above the plan's, which was said
        std::string file;   ///< that told its last step
    };
    /// Rank, and whether its log tells: profilers number their own steps, and slow them down. Of a log that
    /// says no rank its file, else "".
    using Series = std::tuple<std::int32_t, bool, std::string>;

    static Series seriesOf(std::int32_t rank, bool log, const std::string& file)
    {
        return {rank, log, log && rank < 0 ? file : std::string()};
    }
    void takeStep(FollowedStep step, bool log, Clock::time_point written, FollowNews& news);
    void takeMemory(std::int32_t rank, bool log, double bytes, const std::string& file, FollowNews& news);
    void takeLine(std::string_view line, const std::string& file, std::int32_t rankOfFile,
                  Clock::time_point written, FollowNews& news);
    core::Result<core::Done> readLog(const std::filesystem::path& path, File& file, const core::Task& task,
                                     FollowNews& news);
    /// Picks the files of \p paths that are whole; the others go to m_unread. Errors: Cancelled.
    core::Result<std::vector<std::filesystem::path>>
    wholeTraces(const std::vector<std::filesystem::path>& paths, const core::Task& task);
    core::Result<core::Done> readTraces(std::vector<std::filesystem::path> paths, const core::Task& task,
                                        FollowNews& news);
    /// Takes the peak of each rank by itself.
    core::Result<core::Done> takeMemoryOfRanks(const core::RunPtr& run,
                                               const std::map<std::int32_t, std::string>& files,
                                               const core::Task& task, FollowNews& news);
    void findSilent(Clock::time_point now, FollowNews& news);

    core::Catalog m_catalog;
    std::filesystem::path m_folder;
    std::optional<FollowedPlan> m_plan;
    std::map<std::filesystem::path, File> m_seen;
    std::set<std::filesystem::path> m_read;
    std::map<std::filesystem::path, core::Error> m_unread;
    std::map<Series, Rank> m_ranks;
    std::set<std::pair<std::string, std::int32_t>> m_told; ///< findings of overviews, by kind and rank
    std::size_t m_steps = 0;
    std::uint64_t m_bytes = 0;
};

/// A line of JSON each, ended (contract, section 12).
[[nodiscard]] std::string followJson(const FollowedStep& step);
[[nodiscard]] std::string followJson(const FollowFinding& finding);
[[nodiscard]] std::string followEndJson(const Follower& follower, std::size_t findings);
/// "Rank 3 has taken longer since step 120: 1.9 s instead of 1.2 s."
[[nodiscard]] QString followSentence(const FollowFinding& finding);

} // namespace shardscope::app
