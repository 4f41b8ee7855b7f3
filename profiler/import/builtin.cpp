// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/chrome_json.h"
#include "profiler/import/importer.h"

#include <array>

namespace shardscope::profiler {

std::span<const Importer* const> builtinImporters()
{
    static const ChromeJsonImporter chromeJson;
    static const std::array<const Importer*, 1> kAll{&chromeJson};
    return kAll;
}

} // namespace shardscope::profiler
