// SPDX-License-Identifier: GPL-3.0-or-later
// What a project holds and how it changes, as values: items, and steps that change some of them at once.
#pragma once

#include "core/base/enum_names.h"
#include "core/base/ids.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace shardscope::core {

enum class ItemKind : std::uint8_t {
    Model,
    Machine,
    Plan,
    Question,
    Comparison,
    Run,
    View,
    Note,
    Query,
    Calibration,
    Prices,
    Study,
    Slide
};
constexpr auto enumNames(ItemKind)
{
    return namesUpTo<ItemKind::Slide>("model", "machine", "plan", "question", "comparison", "run", "view",
                                      "note", "query", "calibration", "prices", "study", "slide");
}

using ItemId = Id<struct ItemTag>; ///< counted from 1; never given to another item while a step names it

/// One thing of a project. Its body is the document of its kind (contract, sections 2 and 3) as JSON; a text
/// is a file that is no JSON, as it was. A text "#12" at its top refers to item 12.
struct ProjectItem {
    ItemId id;
    ItemKind kind = ItemKind::Plan;
    std::string name; ///< no two of a kind have one
    std::string body;
    std::uint64_t revision = 1; ///< how often it was written

    friend bool operator==(const ProjectItem&, const ProjectItem&) = default;
};
using ItemPtr = std::shared_ptr<const ProjectItem>;

/// Null before: the item is made; null after: it is removed.
struct ItemChange {
    ItemPtr before;
    ItemPtr after;

    [[nodiscard]] const ProjectItem& either() const { return after ? *after : *before; }
};

/// What is done and undone as one.
struct ProjectStep {
    std::uint64_t id = 0;          ///< counted from 1, in the order of the steps
    std::int64_t at = 0;           ///< milliseconds since 1970
    std::string words;             ///< "Choose the model": a marked text, with %1, %2 …
    std::vector<std::string> with; ///< what they stand for
    std::vector<ItemChange> changes;
    std::uint64_t drag = 0; ///< steps of one drag, one behind the other, become one; 0: of none
};
using StepPtr = std::shared_ptr<const ProjectStep>;

/// All of a project, as Store::read() gives it.
struct ProjectContents {
    std::vector<ItemPtr> items;                             ///< by id
    std::vector<StepPtr> steps;                             ///< the oldest first
    std::size_t done = 0;                                   ///< of the steps; those behind are undone
    std::vector<std::pair<std::string, std::string>> seats; ///< where the window was: key and value, sorted
};

} // namespace shardscope::core
