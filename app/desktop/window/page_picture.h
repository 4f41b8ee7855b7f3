// SPDX-License-Identifier: GPL-3.0-or-later
// --page: a page of the window as a user would see it, without a display.
#pragma once

#include "app/desktop/base/language.h"
#include "app/desktop/command/options.h"
#include "core/base/result.h"
#include "core/catalog/catalog.h"

namespace shardscope::app {

/// Opens what \p options name in a window of their size, waits until nothing is at work, and writes
/// options.page to options.outFile, a PNG or SVG. Gives what is in the way of that, as a sentence; empty: it
/// is written.
[[nodiscard]] QString drawPage(const core::Catalog& catalog, Language& language, const Options& options);

} // namespace shardscope::app
