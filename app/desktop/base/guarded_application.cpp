// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/guarded_application.h"

#include "core/base/kept.h"

#include <cstdio>
#include <exception>
#include <new>

namespace shardscope::app {

bool GuardedApplication::mayTell()
{
    constexpr qint64 kQuietMs = 3000;
    if (m_sinceTold.isValid() && m_sinceTold.elapsed() < kQuietMs)
        return false;
    m_sinceTold.start();
    return true;
}

bool GuardedApplication::notify(QObject* receiver, QEvent* event)
{
    try {
        return QApplication::notify(receiver, event);
    } catch (const std::bad_alloc&) {
        if (!mayTell())
            return true;
        try { // later, when what the handler held has been given back
            QMetaObject::invokeMethod(this, &GuardedApplication::outOfMemory, Qt::QueuedConnection);
        } catch (const std::bad_alloc&) {
            std::fputs("shardscope: there is not enough memory for this\n", stderr);
        }
        return true;
    } catch (const std::exception& broken) {
        if (mayTell())
            QMetaObject::invokeMethod(
                this, [this, error = core::brokenPromise(broken)] { emit broke(error); },
                Qt::QueuedConnection);
        return true;
    }
}

} // namespace shardscope::app
