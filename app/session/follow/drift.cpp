// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/follow/drift.h"

#include "core/base/median.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr std::size_t kWarmUp = 2; ///< steps that tell nothing of the others
constexpr std::size_t kFirst = 8;  ///< that tell what is usual
constexpr std::size_t kLast = 5;   ///< whose median is now
constexpr double kSlower = 0.1;    ///< of the usual step, and beyond how steps differ
constexpr double kDeviations = 3;
constexpr double kOver = 0.5; ///< of the way up: below, it is over

} // namespace

std::optional<Drift> DriftWatch::take(std::int64_t number, double seconds)
{
    if (++m_seen > 1 && m_promised && m_early.size() < kLast)
        m_early.push_back({number, seconds});
    if (m_seen <= kWarmUp)
        return std::nullopt;
    if (m_promised) {
        m_usual = m_limit = *m_promised;
    } else if (m_first.size() < kFirst) {
        m_first.push_back(seconds);
        if (m_first.size() < kFirst)
            return std::nullopt;
        m_usual = core::medianOf(m_first);
        std::vector<double> apart;
        for (const double one : m_first)
            apart.push_back(std::abs(one - m_usual));
        m_limit = m_usual + std::max(kSlower * m_usual,
                                     kDeviations * core::kDeviationsOfMedian * core::medianOf(apart));
        m_first.shrink_to_fit();
        return std::nullopt;
    }
    m_last.push_back({number, seconds});
    if (m_last.size() > kLast)
        m_last.pop_front();
    if (m_last.size() < kLast)
        return std::nullopt;
    std::vector<double> last;
    for (const Step& step : m_last)
        last.push_back(step.seconds);
    const double now = core::medianOf(last);
    const double over = m_promised ? m_limit : m_usual + kOver * (m_limit - m_usual);
    if (m_drifting ? now > over : now <= m_limit)
        return std::nullopt;
    m_drifting = !m_drifting;
    const auto first = std::ranges::find_if(
        m_last, [&](const Step& step) { return m_drifting ? step.seconds > m_limit : step.seconds <= over; });
    return Drift{m_drifting, first == m_last.end() ? number : first->number, m_usual, now};
}

std::optional<Drift> DriftWatch::settle()
{
    if (!m_promised || m_drifting || m_early.size() < 2 || m_last.size() >= kLast)
        return std::nullopt;
    std::vector<double> early;
    for (const Step& step : m_early)
        early.push_back(step.seconds);
    if (std::ranges::min(early) <= *m_promised)
        return std::nullopt;
    m_drifting = true;
    m_usual = m_limit = *m_promised;
    return Drift{true, m_early.front().number, *m_promised, core::medianOf(std::move(early))};
}

} // namespace shardscope::app
