// SPDX-License-Identifier: GPL-3.0-or-later
// The user's own keys of parts of pages: a part acts on its usual keys, and what is pressed is put into those
// before it comes there.
#pragma once

#include "app/desktop/actions/actions.h"

#include <optional>

namespace shardscope::app {

/// The part of a page that \p widget is, by where its keys count; none: it is no such part.
[[nodiscard]] std::optional<Where> partOf(const QObject& widget);

/// Handles the keys of its parent, a window, and of what that window opened.
class PaneKeys final : public QObject {
public:
    explicit PaneKeys(const Actions& actions, QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    const Actions& m_actions;
    bool m_sending = false;
};

} // namespace shardscope::app
