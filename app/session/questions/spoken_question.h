// SPDX-License-Identifier: GPL-3.0-or-later
// A question as it is said: "llama 3 70b on 64 h100, 15T tokens, under 60 days".
#pragma once

#include "app/session/documents/catalog_index.h"

#include <optional>

namespace shardscope::app {

struct SpokenQuestion {
    std::string model; ///< names of the catalogue
    std::string machine;
    QString modelTitle;
    QString machineTitle;
    std::int64_t devices = 0;
    QString tokens{}; ///< "15T", as the search takes it; empty: nothing is said
    QString days{};   ///< "60"
};

/// Reads \p said: how many tokens the run sees and how many days it may take, in English or Japanese,
/// anywhere; a number that stands alone is the devices (64 without one); the words before and behind it, or
/// around "on" or "で", are those of a model and of a machine, each in its title, name or maker. Nothing
/// where either is not among the words, or where a word is of neither.
[[nodiscard]] std::optional<SpokenQuestion> spokenQuestion(const QString& said,
                                                           const std::vector<CatalogEntry>& models,
                                                           const std::vector<CatalogEntry>& machines);

} // namespace shardscope::app
