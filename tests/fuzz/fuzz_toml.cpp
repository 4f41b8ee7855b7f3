// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as TOML: an error with its line, or a tree that JSON can write and read.
#include "core/io/toml.h"

#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace shardscope::core;
    const auto read = parseTomlText({reinterpret_cast<const char*>(data), size}, "input");
    if (!read.ok() && read.error().place.line.value_or(0) == 0 &&
        read.error().code != ErrorCode::FileTooLarge)
        __builtin_trap();
    if (read.ok() && !parseJsonText(jsonText(*read), "again").ok())
        __builtin_trap();
    return 0;
}
