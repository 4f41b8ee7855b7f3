// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/shell/view_trail.h"

#include <utility>

namespace shardscope::app {
namespace {

constexpr std::size_t kMostViews = 200; // views: nobody goes back further

} // namespace

bool SeenView::sameAs(const SeenView& other) const
{
    return page == other.page && of.lock() == other.of.lock() && begin == other.begin && end == other.end &&
           selected == other.selected;
}

void ViewTrail::see(SeenView view)
{
    if (!m_views.empty() && m_views[m_at].sameAs(view))
        return;
    m_views.resize(m_views.empty() ? 0 : m_at + 1);
    m_views.push_back(std::move(view));
    if (m_views.size() > kMostViews)
        m_views.erase(m_views.begin());
    m_at = m_views.size() - 1;
}

void ViewTrail::settle(SeenView view)
{
    view.arriving = false;
    if (m_views.empty() || m_views[m_at].page != view.page || !m_views[m_at].arriving)
        return see(std::move(view));
    m_views[m_at] = std::move(view);
}

const SeenView* ViewTrail::go(int steps)
{
    const auto wanted = static_cast<std::ptrdiff_t>(m_at) - steps;
    if (wanted < 0 || wanted >= static_cast<std::ptrdiff_t>(m_views.size()))
        return nullptr;
    m_at = static_cast<std::size_t>(wanted);
    m_views[m_at].arriving = false;
    return &m_views[m_at];
}

} // namespace shardscope::app
