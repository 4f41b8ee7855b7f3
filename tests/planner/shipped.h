// SPDX-License-Identifier: GPL-3.0-or-later
// What the catalogue ships, by name, and plans said in options: the beginnings of the planner's tests.
#pragma once

#include "core/catalog/catalog.h"
#include "core/io/text_file.h"
#include "core/plan/plan_file.h"
#include "planner/framework/framework.h"
#include "planner/layout.h"
#include "planner/recommender/persia/role_cluster.h"
#include "tests/support/test_registry.h"

#include <QtGlobal>

#include <string>
#include <utility>
#include <vector>

namespace shardscope::tests {

inline const core::Catalog& catalog()
{
    static const core::Catalog all(sourceFile("resources"));
    return all;
}
inline core::HardwareSpec hardware(const std::string& name) { return *catalog().hardware(name); }
inline core::ModelSpec model(const std::string& name) { return *catalog().model(name); }
inline core::Recommender recommender(const std::string& name) { return *model(name).recommender(); }

inline std::string clusterText(const std::string& name)
{
    return *core::readTextFile(sourceFile("resources/clusters/" + name + ".json"));
}
inline planner::RoleCluster cluster(const std::string& name)
{
    return *planner::parseRoleCluster(clusterText(name), name);
}

/// All that train transformers.
inline const std::vector<core::Framework>& transformersFrameworks()
{
    static const auto all = [] {
        std::vector<core::Framework> made;
        for (const core::Framework one : core::valuesOf<core::Framework>()) {
            if (planner::factsOf(one).can.transformers)
                made.push_back(one);
        }
        return made;
    }();
    return all;
}

inline core::Plan planOf(const core::ModelSpec& model,
                         const std::vector<std::pair<std::string, std::string>>& options)
{
    const auto plan = planner::parsePlan("", "plan.json", options, model);
    if (!plan.ok())
        qFatal("%s", plan.error().args.front().c_str());
    return *plan;
}

} // namespace shardscope::tests
