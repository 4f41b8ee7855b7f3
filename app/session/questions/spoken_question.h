// SPDX-License-Identifier: GPL-3.0-or-later
// A question as it is said: "llama 3 70b on 64 h100, 15T tokens, under 60 days".
#pragma once

#include "app/session/documents/catalog_index.h"

#include <QStringList>

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

/// "Llama 3 70B" and "llama-3-70b" say the same: words in lower case, with one space between them.
[[nodiscard]] QString plainWords(const QString& text);
/// Of the entries that hold all \p words in title, name or maker, the one that holds least besides, of
/// several the one with the larger memory; one that is called exactly so before any other. Null: none does.
[[nodiscard]] const CatalogEntry* entryNamed(const QStringList& words,
                                             const std::vector<CatalogEntry>& entries);

/// What is said of a run beside model and machine.
struct SpokenRun {
    QString tokens; ///< "15T", as the search takes it; empty: nothing is said
    QString days;   ///< "60"
    QString rest;   ///< all other words
};
[[nodiscard]] SpokenRun spokenRun(const QString& said);

} // namespace shardscope::app
