// SPDX-License-Identifier: GPL-3.0-or-later
// What the Tab key offers behind "shardscope-cli" (app/session/text/completion.h).
#pragma once

#include "core/catalog/catalog.h"

#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace shardscope::app {

/// \p words are those behind the program's name, the last one being typed.
[[nodiscard]] std::string completions(const CLI::App& app, const core::Catalog& catalog,
                                      std::vector<std::string> words);

} // namespace shardscope::app
