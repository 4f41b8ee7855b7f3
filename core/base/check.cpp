// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/check.h"

#include <string_view>

namespace shardscope::core {
namespace {

/// Files are named from the source tree's folder on (CMakeLists.txt), as "./core/…".
std::string_view fromTree(std::string_view file) { return file.substr(file.starts_with("./") ? 2 : 0); }

} // namespace

BrokenPromise::BrokenPromise(const char* promise, const char* file, int line)
    : m_text(std::string(promise) + " (" + std::string(fromTree(file)) + ":" + std::to_string(line) + ")")
{
}

void checkFailed(const char* what, const char* file, int line) { throw BrokenPromise(what, file, line); }

} // namespace shardscope::core
