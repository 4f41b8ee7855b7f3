// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/check.h"

#include <string_view>

namespace shardscope::core {
namespace {

/// Files are named from the folder on that was compiled in, or from the source tree's (CMakeLists.txt):
/// "../../core/…" and "./core/…".
std::string_view fromTree(std::string_view file)
{
    while (file.starts_with("./") || file.starts_with("../"))
        file.remove_prefix(file.find('/') + 1);
    return file;
}

} // namespace

BrokenPromise::BrokenPromise(const char* promise, const char* file, int line)
    : m_text(std::string(promise) + " (" + std::string(fromTree(file)) + ":" + std::to_string(line) + ")")
{
}

void checkFailed(const char* what, const char* file, int line) { throw BrokenPromise(what, file, line); }

} // namespace shardscope::core
