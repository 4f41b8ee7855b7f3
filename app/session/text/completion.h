// SPDX-License-Identifier: GPL-3.0-or-later
// What a shell offers at the Tab key. The scripts of packaging/completion.* ask the program itself, so that
// options, their values and the catalogue's names stand in one place each.
#pragma once

#include "core/catalog/catalog.h"

#include <string>
#include <vector>

namespace shardscope::app {

/// The hidden verb: "shardscope-cli @complete WORD…", where the last word is the one that is being typed.
inline constexpr const char* kCompleteWord = "@complete";

/// An option, or an argument that goes by its place.
struct Completable {
    std::vector<std::string> names; ///< "-t", "--tensor"; of an argument by its place: its name in the help
    std::string values;             ///< as the help has it: "gpipe|1f1b", "{a, b}", "FILE"; empty: a flag
    std::string help;
};

/// "WORD<TAB>description", one a line, of those of \p words that begin with \p typed.
[[nodiscard]] std::string offered(const std::vector<std::pair<std::string, std::string>>& words,
                                  const std::string& typed);

/// What can stand in the place of the last of \p words, in the form of offered(). Nothing where it is a
/// file's name, a number or a text. \p words are those behind the verb.
[[nodiscard]] std::string completions(const std::vector<Completable>& options,
                                      const std::vector<Completable>& places, const core::Catalog& catalog,
                                      const std::vector<std::string>& words);

} // namespace shardscope::app
