// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recommender/node_traffic.h"

#include "core/report/columns.h"

namespace shardscope::app {
namespace {

core::Bytes onTheWire(const core::Plan& plan, const char* collective, double elements)
{
    const auto found = plan.wire.find(collective);
    return elements * core::widthOf(found == plan.wire.end() ? plan.precision.weights : found->second);
}

/// Bytes that a device sends in a step: out of its domain (the devices that the faster link joins), and to
/// the others in it. An all-to-all's are spread over all devices; the all-reduce goes in rings through the
/// domain, then an equal part by every device's card (docs/formulas.md, hierarchical).
struct Sent {
    core::Bytes out;
    core::Bytes inside;
};
Sent sentOf(const Study& study)
{
    const core::Recommender& model = study.model();
    const core::Plan& plan = study.request.plan;
    const planner::EmbeddingCluster& cluster = study.placement.cluster;
    const auto devices = static_cast<double>(cluster.devices);
    const auto members = static_cast<double>(cluster.devicesPerDomain);
    const auto domains = static_cast<double>(cluster.domains());
    const auto batch = static_cast<double>(study.placement.settings.batch);
    const core::Bytes exchanged = batch * (model.lookupsPerSample() * core::Bytes{8} +
                                           onTheWire(plan, "all_to_all_forward", model.pooledWidth()) +
                                           onTheWire(plan, "all_to_all_backward", model.pooledWidth()));
    const core::Bytes dense = onTheWire(plan, "all_reduce", model.denseParameters());
    return {exchanged * ((devices - members) / devices) + dense * (2 * (domains - 1) / domains / members),
            exchanged * ((members - 1) / devices) + dense * (2 * (members - 1) / members)};
}

} // namespace

std::vector<NodeTraffic> nodeTraffic(const Study& study)
{
    std::vector<NodeTraffic> all;
    planner::ZionSettings settings; // its cards and memory are those of every plan
    settings.figures = study.request.choices.zion;
    const core::BytesPerSecond cards = settings.network();
    for (const planner::RoleRate& one : study.zion.rates) {
        const double share =
            one.samplesPerSecond > 0 ? study.zion.samplesPerSecond / one.samplesPerSecond : 0;
        core::BytesPerSecond link{0};
        if (one.role == "embedding_server_memory")
            link = settings.rowMemory();
        else if (one.role != "trainers" && one.role.find("cycles") == std::string::npos)
            link = cards;
        all.push_back({"zion", one.role, link * share, link, share});
    }
    const planner::EmbeddingCluster& cluster = study.placement.cluster;
    const auto add = [&](const char* part, core::BytesPerSecond flow, core::BytesPerSecond link) {
        all.push_back({"zionex", part, flow, link, link.value() > 0 ? (flow / link).value() : 0});
    };
    const auto members = static_cast<double>(cluster.devicesPerNode);
    add("front_end", (study.frontEnd.batches + study.frontEnd.writes) * members,
        study.frontEnd.link * members);
    const Sent sent = sentOf(study);
    if (cluster.domains() > 1)
        add("gpu_network", sent.out / study.step.seconds, cluster.outsideLink);
    if (cluster.devicesPerDomain > 1)
        add("node_link", sent.inside / study.step.seconds, cluster.insideLink);
    return all;
}

core::Table nodeTableOf(const Study& study)
{
    core::Table table{"node_traffic", N_("Traffic of a node"), {}, {}};
    table.columns = {core::wordColumn(core::Words::System, "machine", N_("System")),
                     core::wordColumn(core::Words::Bound, "part", N_("Part")),
                     core::quantityColumn("flow", N_("One direction"), core::kBytePerSecond),
                     core::quantityColumn("link", N_("Could carry"), core::kBytePerSecond),
                     core::fractionColumn("in_use", N_("In use"))};
    for (const NodeTraffic& one : nodeTraffic(study)) {
        const bool link = one.link.value() > 0;
        table.rows.push_back({one.machine, one.part, link ? core::Cell(one.flow.value()) : core::Cell(),
                              link ? core::Cell(one.link.value()) : core::Cell(), one.share});
    }
    return table;
}

} // namespace shardscope::app
