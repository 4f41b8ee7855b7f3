// SPDX-License-Identifier: GPL-3.0-or-later
// What the catalogue holds, as people look for it: by title, size and maker. Pickers, the omnibox and Home
// show it.
#pragma once

#include "core/catalog/catalog.h"

#include <QString>

#include <vector>

namespace shardscope::app {

struct CatalogEntry {
    std::string name; ///< of the catalogue: "llama-3-70b"
    QString title;    ///< in the reader's language: "Llama 3 70B"
    double size = 0;  ///< parameters of a model; bytes of the fastest memory of one device
    QString maker{};  ///< of a machine
};

/// Sorted as the catalogue: families of models stand together. An entry that cannot be read is left out;
/// whoever opens it by name is told why.
[[nodiscard]] std::vector<CatalogEntry> modelEntries(const core::Catalog& catalog);
[[nodiscard]] std::vector<CatalogEntry> machineEntries(const core::Catalog& catalog);

} // namespace shardscope::app
