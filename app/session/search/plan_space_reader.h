// SPDX-License-Identifier: GPL-3.0-or-later
// What is fixed of a plan and what may vary, read into the space that is searched.
#pragma once

#include "app/session/search/plan_options.h"
#include "core/base/result.h"
#include "planner/search.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::app {

/// A key that is a whole number of the space.
struct WholeAxis {
    planner::WholeRange planner::PlanSpace::*range;
    std::int64_t (*valueOf)(const core::Plan&);
};
[[nodiscard]] const std::map<std::string, WholeAxis>& wholeAxes();

/// Reads what is fixed and what may vary into a space.
class PlanSpaceReader {
public:
    explicit PlanSpaceReader(planner::PlanSpace& space)
        : m_space(space)
    {
    }

    /// \p values: one fixes the key, several are tried; a range of whole numbers is written A..B.
    core::Result<core::Done> set(const std::string& option, const std::string& values,
                                 const std::string& where);

    /// Adds all combinations of what is no axis; those that contradict themselves only if all do.
    core::Result<core::Done> addVariants(const core::ModelSpec& model);

    /// What may not be anything, and the words that say what.
    [[nodiscard]] const std::map<std::string, std::string>& limited() const { return m_limited; }
    /// Whether the question says where something lies.
    [[nodiscard]] bool placed() const { return m_placed; }

private:
    core::Result<core::Done> setSchedules(const std::vector<std::string>& words, const std::string& values,
                                          const std::string& where);
    template <class Choice, class Get>
    core::Result<core::Done> several(const std::string& option, const std::vector<std::string>& words,
                                     std::vector<Choice>& into, const std::string& where, const Get& get);

    planner::PlanSpace& m_space;
    std::vector<std::pair<std::string, std::vector<std::string>>> m_others;
    std::map<std::string, std::string> m_limited;
    bool m_placed = false;
    bool m_ordersOnly = false; ///< schedules are said, and phased is none of them
};

} // namespace shardscope::app
