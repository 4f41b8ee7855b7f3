// SPDX-License-Identifier: GPL-3.0-or-later
// The application object of our windows. Where an event's handler finds no memory or breaks a promise, that
// event is lost and the rest goes on: Qt passes no exception through its event loop.
#pragma once

#include "core/base/error.h"

#include <QApplication>
#include <QElapsedTimer>

namespace shardscope::app {

class GuardedApplication final : public QApplication {
    Q_OBJECT

public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override;

signals:
    /// The handler of an event found no memory. Not sent again for a while: showing this asks for memory too.
    void outOfMemory();
    /// The handler of an event broke a promise of the program's. Not sent again for a while either.
    void broke(const core::Error& error);

private:
    /// Whether it is a while since anything was sent.
    [[nodiscard]] bool mayTell();

    QElapsedTimer m_sinceTold;
};

} // namespace shardscope::app
