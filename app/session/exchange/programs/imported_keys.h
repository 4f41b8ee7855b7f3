// SPDX-License-Identifier: GPL-3.0-or-later
// What became of each key of another tool's document. Nobody keeps a list: the document is read again without
// the key, and what is missing then is what it became.
#pragma once

#include "app/session/exchange/programs/exchanged.h"
#include "core/base/result.h"
#include "core/io/value.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::app {

/// A value of a document that is no container of further keys, and where it stands.
struct DocumentLeaf {
    std::string key; ///< of all levels: "model.optim.name"; elements of lists by number
    const core::Value* value;
    std::vector<std::size_t> route; ///< among the members or items of each level
};
/// All leaves in the document's order. Lists of scalars are one leaf. \p between: what keys are joined with.
[[nodiscard]] std::vector<DocumentLeaf> leavesOf(const core::Value& document, std::string_view between);
/// \p document without one of its leaves.
[[nodiscard]] core::Value without(const core::Value& document, const DocumentLeaf& leaf);

/// Reads what is left of a document into the tree of what it says, "plan" and "model" on its top.
using ReadWithout = std::function<core::Result<core::Value>(std::size_t key)>;
/// Fills ImportedPlan::keys: \p keys in their order, with what became of each; \p facts is what the whole
/// document says. Those in ImportedPlan::ignored became nothing.
void tellKeys(ImportedPlan& imported, std::vector<IgnoredKey> keys, const core::Value& facts,
              const ReadWithout& readWithout);
/// What \p imported says, as ReadWithout answers.
[[nodiscard]] core::Value factsOf(const ImportedPlan& imported);

} // namespace shardscope::app
