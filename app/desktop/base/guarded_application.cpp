// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/guarded_application.h"

#include <cstdio>
#include <new>

namespace shardscope::app {

bool GuardedApplication::notify(QObject* receiver, QEvent* event)
{
    constexpr qint64 kQuietMs = 3000;
    try {
        return QApplication::notify(receiver, event);
    } catch (const std::bad_alloc&) {
        if (m_sinceTold.isValid() && m_sinceTold.elapsed() < kQuietMs)
            return true;
        m_sinceTold.start();
        try { // later, when what the handler held has been given back
            QMetaObject::invokeMethod(this, &GuardedApplication::outOfMemory, Qt::QueuedConnection);
        } catch (const std::bad_alloc&) {
            std::fputs("shardscope: there is not enough memory for this\n", stderr);
        }
        return true;
    }
}

} // namespace shardscope::app
