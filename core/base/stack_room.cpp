// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/stack_room.h"

#include "core/base/start_thread.h"

#include <pthread.h>
#include <sys/resource.h>

namespace shardscope::core {

namespace {

constexpr std::size_t kRoom = 8U << 20U; ///< what systems usually give

} // namespace

bool runWithStackRoom(const std::function<void()>& work)
{
    pthread_attr_t attributes;
    if (::pthread_attr_init(&attributes) != 0)
        return false;
    bool roomy = ::pthread_attr_setstacksize(&attributes, kRoom) == 0;
#if defined(__GLIBC__)
    roomy = roomy && ::pthread_setattr_default_np(&attributes) == 0;
#endif
    ::pthread_attr_destroy(&attributes);
    rlimit own{};
    if (::getrlimit(RLIMIT_STACK, &own) == 0 &&
        own.rlim_cur >= kRoom) { // RLIM_INFINITY is the largest of all
        work();
        return true;
    }
    return roomy && startThread([&work] { work(); }).has_value(); // joined where it is let go
}

} // namespace shardscope::core
