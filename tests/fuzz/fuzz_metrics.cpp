// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as metrics: the first byte chooses among the three formats.
#include "profiler/import/formats.h"
#include "tests/fuzz/fuzz_importer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace shardscope;
    if (size == 0)
        return 0;
    const profiler::Importer* const importers[] = {
        &profiler::kNvidiaSmiFormat, &profiler::kPrometheusTextFormat, &profiler::kPrometheusQueryFormat};
    return tests::fuzzImporter(*importers[*data % 3], data + 1, size - 1);
}
