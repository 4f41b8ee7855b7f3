// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes to one importer: an error, or content that lays out and whose arguments can be asked for.
#pragma once

#include "tests/support/memory_source.h"

#include <cstdint>

namespace shardscope::tests {

inline int fuzzImporter(const profiler::Importer& importer, const std::uint8_t* data, std::size_t size)
{
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    static_cast<void>(importer.sniff(bytes.substr(0, std::size_t{64} << 10)));
    const ReadText read = readWith(importer, bytes);
    if (!read.timeline || !read.arguments)
        return 0;
    for (const std::uint64_t args : read.timeline->args())
        static_cast<void>(read.arguments->at(profiler::offsetOfPlace(args)));
    for (const core::Instant& instant : read.timeline->instants())
        static_cast<void>(read.arguments->at(profiler::offsetOfPlace(instant.args)));
    return 0;
}

} // namespace shardscope::tests

#define SHARDSCOPE_FUZZ_IMPORTER(kImporter)                                                                  \
    extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)                        \
    {                                                                                                        \
        return shardscope::tests::fuzzImporter(shardscope::profiler::kImporter, data, size);                 \
    }
