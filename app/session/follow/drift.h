// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the steps of a running job take longer than they did: told once when it begins, and once when it is
// over. Keeps a handful of numbers, however long the job runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace shardscope::app {

struct Drift {
    bool begins = true;     ///< false: it is over
    std::int64_t since = 0; ///< number of the first step of it
    double usual = 0;       ///< seconds a step before, or what was promised
    double now = 0;         ///< median of the last steps
};

/// Watches one series of steps.
class DriftWatch {
public:
    /// \p promised: seconds that no step should take longer than; none: what the first steps take.
    explicit DriftWatch(std::optional<double> promised = {})
        : m_promised(promised)
    {
    }
    /// The next step, \p seconds long.
    [[nodiscard]] std::optional<Drift> take(std::int64_t number, double seconds);
    /// What a series too short for take() says of a promise: told where each of its steps but the first, two
    /// at least, takes longer.
    [[nodiscard]] std::optional<Drift> settle();
    /// The job begins again: its first steps tell nothing once more, what is usual stays.
    void restart()
    {
        m_seen = 0;
        m_last.clear();
        m_early.clear();
    }
    /// Seconds a step before any drift; 0: too few were seen.
    [[nodiscard]] double usual() const { return m_usual; }

private:
    struct Step {
        std::int64_t number = 0;
        double seconds = 0;
    };
    std::optional<double> m_promised;
    std::vector<double> m_first; ///< until they are enough to tell what is usual
    std::deque<Step> m_last;
    std::vector<Step> m_early; ///< behind the first, until take() tells
    std::size_t m_seen = 0;
    double m_usual = 0;
    double m_limit = 0; ///< above it a step is slow
    bool m_drifting = false;
};

} // namespace shardscope::app
