// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/placement/placement_attempt.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace shardscope::planner {
namespace {

core::Bytes usableHost(const PlacementRequest& request)
{
    return request.cluster.hostCapacity * (1 - request.hostReserve);
}

PlacementProblem problemOf(const PlacementTrial& trial, const std::vector<std::size_t>& chosen)
{
    PlacementProblem problem;
    PartitionSpace& space = problem.space;
    space.devices = trial.request.cluster.devices;
    space.devicesPerNode = trial.request.cluster.devicesPerNode;
    space.deviceCapacity = usableDevice(trial.request).value();
    space.hostCapacity = usableHost(trial.request).value() * static_cast<double>(space.devicesPerNode);
    space.nvmeCapacity =
        trial.request.cluster.nvmeCapacity.value() * static_cast<double>(space.devicesPerNode);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const TableOption& option = trial.options[trial.table[i]][chosen[i]];
        const PartitionItem item{
            option.shard.total().value(),
            option.deviceBytes.value(),
            option.hostBytes.value(),
            option.nvmeBytes.value(),
            option.spread == Spread::OneNode,
            constraintOf(trial.request, trial.request.tables[trial.table[i]].name).device.value_or(-1),
            (option.shard.forwardComms + option.shard.backwardComms).value()};
        if (option.spread == Spread::Everywhere) {
            space.baseSeconds += item.seconds;
            space.baseDevice += item.device;
            space.baseHost += item.host;
            space.baseNvme += item.nvme;
            continue;
        }
        for (std::int64_t group = 0; group < option.groups; ++group) {
            problem.items.push_back(item);
            problem.owner.push_back(i);
        }
    }
    return problem;
}

bool baseFits(const PartitionSpace& space)
{
    const double local = static_cast<double>(space.devicesPerNode);
    return space.baseDevice <= space.deviceCapacity && space.baseHost * local <= space.hostCapacity &&
           space.baseNvme * local <= space.nvmeCapacity;
}

/// All devices take part in each exchange of \p chosen, there and back, whatever they have to send: one of
/// whole vectors, one of parts of sums.
double startsOf(const PlacementTrial& trial, const std::vector<std::size_t>& chosen)
{
    bool whole = false;
    bool partial = false;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const ShardBytes& sent = trial.options[trial.table[i]][chosen[i]].shard.sent;
        whole = whole || sent.exchangesWhole();
        partial = partial || sent.exchangesParts();
    }
    const EmbeddingCluster& cluster = trial.request.cluster;
    return 2 * ((whole ? cluster.exchange.start.value() : 0) +
                (partial ? (cluster.scatter.start + cluster.across.start).value() : 0));
}

} // namespace

std::vector<double> PlacementAttempt::sending() const
{
    std::vector<double> sending(partition.seconds.size(), 0.0);
    for (std::size_t item = 0; item < problem.items.size(); ++item) {
        const std::int64_t first = partition.place[item];
        const std::int64_t span = problem.items[item].wholeNode ? problem.space.devicesPerNode : 1;
        for (std::int64_t device = first; device >= 0 && device < first + span; ++device)
            sending[static_cast<std::size_t>(device)] += problem.items[item].sending;
    }
    return sending;
}

double PlacementAttempt::seconds() const
{
    const std::vector<double> sent = sending();
    double most = 0;
    double longest = 0;
    for (std::size_t device = 0; device < sent.size(); ++device) {
        most = std::max(most, sent[device]);
        longest = std::max(longest, partition.seconds[device] - sent[device]);
    }
    return longest + most + starts;
}

PlacementTrial::PlacementTrial(const PlacementRequest& of, const OptionTable& all)
    : request(of)
    , options(all)
{
    for (std::size_t index = 0; index < of.tables.size(); ++index) {
        for (std::int64_t number = 0; number < of.tables[index].count; ++number) {
            table.push_back(index);
            copy.push_back(number);
        }
    }
}

core::TableConstraint constraintOf(const PlacementRequest& request, const std::string& name)
{
    const auto found = request.constraints.find(name);
    return found == request.constraints.end() ? core::TableConstraint{} : found->second;
}

core::Bytes usableDevice(const PlacementRequest& request)
{
    return request.cluster.deviceCapacity * (1 - request.deviceReserve);
}

MemoryBudget budgetOf(const PlacementRequest& request)
{
    const double devices = static_cast<double>(request.cluster.devices);
    return {usableDevice(request).value() * devices, usableHost(request).value() * devices,
            request.cluster.nvmeCapacity.value() * devices};
}

PlacementAttempt attemptWith(const PlacementTrial& trial, std::vector<std::size_t> chosen,
                             PartitionMethod method, std::size_t improvements)
{
    PlacementAttempt attempt;
    attempt.problem = problemOf(trial, chosen);
    attempt.starts = startsOf(trial, chosen);
    attempt.chosen = std::move(chosen);
    attempt.method = method;
    attempt.partition = partition(attempt.problem.items, attempt.problem.space, method);
    attempt.fits = attempt.partition.unplaced.empty() && baseFits(attempt.problem.space);
    improve(attempt.problem.items, attempt.problem.space, attempt.partition, improvements);
    return attempt;
}

std::vector<PartitionMethod> methodsFor(const PlacementTrial& trial, const std::vector<std::size_t>& chosen)
{
    std::vector<PartitionMethod> methods = trial.request.methods;
    bool single = false;
    for (std::size_t i = 0; i < chosen.size() && !single; ++i)
        single = trial.options[trial.table[i]][chosen[i]].spread == Spread::AnyDevice;
    if (!single && std::ranges::find(methods, PartitionMethod::GreedyByTime) != methods.end())
        std::erase(methods, PartitionMethod::Differencing);
    return methods;
}

PlacementAttempt bestMethod(const PlacementTrial& trial, const std::vector<std::size_t>& chosen)
{
    std::optional<PlacementAttempt> best;
    for (const PartitionMethod method : methodsFor(trial, chosen)) {
        PlacementAttempt attempt = attemptWith(trial, chosen, method, trial.request.improvements / 20);
        if (!best || attempt.betterThan(*best))
            best = std::move(attempt);
    }
    return std::move(*best);
}

} // namespace shardscope::planner
