// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/plan/clusters.h"

#include "core/base/refusals.h"
#include "core/io/files.h"
#include "core/io/text_file.h"

#include <algorithm>
#include <filesystem>

namespace shardscope::app {

namespace fs = std::filesystem;

std::vector<std::string> clusterNames(const core::Catalog& catalog)
{
    std::vector<std::string> known;
    for (const fs::path& entry : core::files::entries(catalog.resources() / "clusters")) {
        if (entry.extension() == ".json")
            known.push_back(entry.stem().string());
    }
    std::ranges::sort(known);
    return known;
}

bool isCluster(const core::Catalog& catalog, const std::string& nameOrPath)
{
    const std::vector<std::string> known = clusterNames(catalog);
    if (std::ranges::binary_search(known, nameOrPath))
        return true;
    if (!core::files::isPlain(nameOrPath))
        return false;
    const auto text = core::readTextFile(nameOrPath);
    return text.ok() && planner::parseRoleCluster(*text, nameOrPath).ok();
}

core::Result<planner::RoleCluster> readCluster(const core::Catalog& catalog, const std::string& nameOrPath,
                                               const std::string& job)
{
    const std::vector<std::string> known = clusterNames(catalog);
    fs::path file = nameOrPath;
    if (std::ranges::binary_search(known, nameOrPath)) {
        file = catalog.resources() / "clusters" / (nameOrPath + ".json");
    } else if (!core::files::exists(file)) {
        return core::unknownName(nameOrPath, known, W_("cluster"));
    }
    SHARDSCOPE_TRY(const std::string text, core::readTextFile(file));
    SHARDSCOPE_TRY(planner::RoleCluster cluster, planner::parseRoleCluster(text, file.string()));
    if (job.empty())
        return cluster;
    SHARDSCOPE_TRY(const std::string yaml, core::readTextFile(job));
    SHARDSCOPE_TRY(const core::PersiaJob parsed, core::parsePersiaJob(yaml, job));
    return planner::withJob(cluster, parsed);
}

core::Result<core::HardwareSpec> acceleratorOf(const core::Catalog& catalog,
                                               const planner::RoleCluster& cluster)
{
    const std::string& name = cluster[planner::PersiaRoleKind::NnWorker].hardware;
    if (name.empty()) {
        core::Error error{core::ErrorCode::MissingKey, {"hardware"}};
        error.place.file = cluster.name;
        error.place.jsonPointer = "/roles/nn_worker";
        return error;
    }
    return catalog.hardware(name);
}

core::Dtype persiaCompute(const core::HardwareSpec& hardware)
{
    const core::Engine* engine = hardware.engine(core::EngineKind::Matrix, core::Dtype::Tf32);
    return engine != nullptr && engine->dtype == core::Dtype::Tf32 ? core::Dtype::Tf32 : core::Dtype::Fp32;
}

} // namespace shardscope::app
