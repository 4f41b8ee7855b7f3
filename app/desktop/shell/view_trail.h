// SPDX-License-Identifier: GPL-3.0-or-later
// What the reader looked at, in order: pages, and on a page that can be moved over (the timeline) the part in
// sight and what was selected. Goes back and forward beside the project's history, which it never touches.
#pragma once

#include <QString>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace shardscope::app {

struct SeenView {
    QString page;
    std::weak_ptr<const void> of; ///< whose part it is; empty: the page alone
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::optional<std::size_t> selected = {};
    /// The page came in front just now: where it is moved to at once is no view of its own.
    bool arriving = false;

    [[nodiscard]] bool sameAs(const SeenView& other) const;
};

class ViewTrail {
public:
    /// \p view is in sight now: a new way from here, unless it is the one there.
    void see(SeenView view);
    /// \p view is where the page came to rest.
    void settle(SeenView view);
    /// The view \p steps before, negative: behind; null, and nothing changes, where there is none.
    [[nodiscard]] const SeenView* go(int steps);
    [[nodiscard]] const SeenView* current() const { return m_views.empty() ? nullptr : &m_views[m_at]; }

private:
    std::vector<SeenView> m_views;
    std::size_t m_at = 0;
};

} // namespace shardscope::app
