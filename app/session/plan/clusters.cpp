// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/plan/clusters.h"

#include "core/base/joined.h"
#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "core/catalog/said_name.h"
#include "core/io/files.h"
#include "core/io/text_file.h"
#include "core/report/columns.h"

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

core::Result<core::Table> clusterTable(const core::Catalog& catalog)
{
    core::Table table{"clusters",
                      N_("Clusters of roles (PERSIA), for MODEL HARDWARE and --beside"),
                      {core::textColumn("name", N_("Name")), core::textColumn("title", N_("Title")),
                       core::integerColumn("machines", N_("Machines")),
                       core::integerColumn("devices", N_("Devices"))},
                      {}};
    for (const std::string& name : clusterNames(catalog)) {
        SHARDSCOPE_TRY(const planner::RoleCluster cluster, readCluster(catalog, name));
        table.rows.push_back({name, cluster.title, cluster.machines(), cluster.accelerators()});
    }
    return table;
}

core::Result<core::HardwareSpec> hardwareNotCluster(const core::Catalog& catalog,
                                                    const std::string& nameOrPath)
{
    core::Result<core::HardwareSpec> found = catalog.hardware(nameOrPath);
    if (found.ok() || found.error().code != core::ErrorCode::UnknownName || found.error().args.size() != 3)
        return found;
    const core::NamesMeant clusters = core::machinesMeant(clusterNames(catalog), nameOrPath);
    const std::vector<std::string>& near = clusters.names.empty() ? clusters.near : clusters.names;
    if (near.empty())
        return found;
    core::Error error = found.error();
    error.args.resize(3);
    error.args[1].clear();
    error.args.insert(error.args.end(), {"", core::joined(near, ", ")});
    return error;
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
