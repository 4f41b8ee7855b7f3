// SPDX-License-Identifier: GPL-3.0-or-later
// What a card of the Plan page works out of the open plan: on a worker, once the hand has come to rest and
// the card is seen. Until the answer is there the card is dimmed, if it shows one of the plan before; the
// next edit stops it.
#pragma once

#include "app/desktop/widgets/figure_card.h"
#include "app/desktop/workbench/workbench.h"

#include <QTimer>

#include <functional>
#include <utility>

namespace shardscope::app {

class LivePlan final : public QObject {
public:
    /// What is waited for: the plan's figures, or its verdict with what the allocator does.
    enum class Of { Figures, Verdict };
    /// Keeps \p card up to date by jobs in \p slot, \p quietMs after the last edit.
    LivePlan(FigureCard& card, Workbench& workbench, const char* slot, Of of, int quietMs);

    /// How it is worked out: \p ask gives the work of a job, with all that it needs; its value goes to \p
    /// take.
    template <class Ask, class Take>
    void set(std::function<QString()> title, Ask ask, Take take)
    {
        m_start = [this, title = std::move(title), ask = std::move(ask), take = std::move(take)] {
            m_workbench.jobs().start(m_slot, title(), ask(), [this, take](auto answer) {
                m_answered = true;
                m_card.setStale(false);
                take(std::move(answer));
            });
        };
    }
    /// The plan is the same, what is asked of it is not.
    void askAgain();

private:
    void follow();
    void refresh();

    FigureCard& m_card;
    Workbench& m_workbench;
    QString m_slot;
    bool m_ofVerdict;
    QTimer m_quiet;
    std::function<void()> m_start;
    bool m_wanted = true;    ///< the plan has changed since the last answer
    bool m_answered = false; ///< the card shows one
};

} // namespace shardscope::app
