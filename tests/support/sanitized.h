// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a test runs under a sanitizer, where it takes several times as long.
#pragma once

namespace shardscope::tests {

/// AddressSanitizer or ThreadSanitizer; freed blocks are kept aside.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
#else
inline constexpr bool kSanitized = false;
#endif

} // namespace shardscope::tests
