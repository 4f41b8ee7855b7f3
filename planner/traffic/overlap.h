// SPDX-License-Identifier: GPL-3.0-or-later
// What computing and traffic beside it take together. A collective's kernels take processors from products,
// and products slow the collective: nothing is hidden for nothing.
#pragma once

#include "planner/traffic/traffic.h"

namespace shardscope::planner {

/// How long traffic of c seconds and computing of w seconds take beside each other. With a share s of the
/// processors gone, w computes for w + s·c/b; at the pace b beside products, c travels for c/b, or while all
/// of w is computed for c + (1 − b)·w/(1 − s). Both grow with w and with c, and w + s·c/b is never free.
template <class N>
struct Overlap {
    Count<N> share; ///< s: of the processors that a collective's kernels hold
    Count<N> pace;  ///< b: of a collective beside products, alone 1

    /// What computing loses to \p traffic.
    [[nodiscard]] Duration<N> lost(const Duration<N>& traffic) const;
    /// How long \p traffic travels beside \p work.
    [[nodiscard]] Duration<N> slowed(const Duration<N>& work, const Duration<N>& traffic) const;
    /// How long both take where either may begin and end when it likes.
    [[nodiscard]] Duration<N> together(const Duration<N>& work, const Duration<N>& traffic) const
    {
        return maximum(work + lost(traffic), slowed(work, traffic));
    }
    /// What \p work waits for \p traffic that goes out in \p units beside it, each before or behind a unit of
    /// work: \p edge of it has nothing beside it, and where traffic is the longer a unit of work has none.
    /// \p busy: seconds in which traffic inside the work holds the same link.
    [[nodiscard]] Duration<N> exposed(const Duration<N>& work, const Duration<N>& traffic,
                                      const Duration<N>& edge, double units, const Duration<N>& busy) const;
};

} // namespace shardscope::planner
