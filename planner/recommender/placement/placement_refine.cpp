// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/placement/placement_refine.h"

#include "planner/recommender/placement/copy_mixes.h"
#include "planner/recommender/placement/roomy_choice.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace shardscope::planner {
namespace {

/// Tables whose shards lie on the slowest device, or on the one that sends most.
std::vector<std::size_t> ownersOnSlowest(const PlacementAttempt& attempt)
{
    const auto& seconds = attempt.partition.seconds;
    const std::vector<double> sending = attempt.sending();
    const std::array waitedFor{std::ranges::max_element(seconds) - seconds.begin(),
                               std::ranges::max_element(sending) - sending.begin()};
    std::vector<std::size_t> owners;
    for (std::size_t item = 0; item < attempt.problem.items.size(); ++item) {
        const std::int64_t first = attempt.partition.place[item];
        const std::int64_t span =
            attempt.problem.items[item].wholeNode ? attempt.problem.space.devicesPerNode : 1;
        const std::size_t owner = attempt.problem.owner[item];
        const bool there = std::ranges::any_of(
            waitedFor, [&](std::ptrdiff_t device) { return device >= first && device < first + span; });
        if (first >= 0 && there && (owners.empty() || owners.back() != owner))
            owners.push_back(owner);
    }
    return owners;
}

/// Tables that lie on every device and so on the slowest: one of each kind of equal copies.
void addSpreadOwners(const PlacementAttempt& attempt, const PlacementTrial& trial,
                     std::vector<std::size_t>& owners)
{
    std::vector<std::pair<std::size_t, std::size_t>> met;
    for (std::size_t owner = 0; owner < attempt.chosen.size(); ++owner) {
        const std::pair kind(trial.table[owner], attempt.chosen[owner]);
        if (trial.options[kind.first][kind.second].spread != Spread::Everywhere ||
            std::ranges::find(met, kind) != met.end())
            continue;
        met.push_back(kind);
        owners.push_back(owner);
    }
}

/// Tables whose shards found no room, each once.
std::vector<std::size_t> ownersWithoutRoom(const PlacementAttempt& attempt)
{
    std::vector<std::size_t> owners;
    for (const std::size_t item : attempt.partition.unplaced)
        owners.push_back(attempt.problem.owner[item]);
    std::ranges::sort(owners);
    owners.erase(std::unique(owners.begin(), owners.end()), owners.end());
    return owners;
}

/// Tables of many equal copies, the largest first: few enough that mixes of each can be tried.
std::vector<std::size_t> manyCopies(const std::vector<core::EmbeddingTable>& tables)
{
    constexpr std::int64_t kFewest = 4;
    constexpr std::size_t kMost = 3;
    std::vector<std::size_t> many;
    for (std::size_t table = 0; table < tables.size(); ++table)
        if (tables[table].count >= kFewest)
            many.push_back(table);
    const auto bytes = [&](std::size_t table) {
        return tables[table].weightBytes().value() * static_cast<double>(tables[table].count);
    };
    std::ranges::stable_sort(many, [&](std::size_t a, std::size_t b) { return bytes(a) > bytes(b); });
    many.resize(std::min(many.size(), kMost));
    return many;
}

} // namespace

PlacementAttempt makeRoom(const PlacementTrial& trial, std::vector<std::size_t> roomy,
                          PlacementAttempt attempt)
{
    std::vector<bool> moved(roomy.size(), false);
    const auto tierOf = [&](std::size_t owner) {
        return tierIndexOf(trial.options[trial.table[owner]][roomy[owner]]);
    };
    // Copies that lie already where one of their table should lie take that place.
    for (std::size_t owner = 0; owner < roomy.size(); ++owner) {
        for (std::size_t other = 0; other < roomy.size() && !moved[owner]; ++other) {
            if (moved[other] || trial.table[other] != trial.table[owner] ||
                roomy[other] != attempt.chosen[owner])
                continue;
            std::swap(roomy[owner], roomy[other]);
            moved[owner] = true;
        }
    }
    while (!attempt.fits && std::ranges::find(moved, false) != moved.end()) {
        std::vector<std::size_t> owners;
        for (const std::size_t owner : ownersWithoutRoom(attempt))
            if (!moved[owner])
                owners.push_back(owner);
        if (owners.empty()) { // what lies everywhere is too much
            for (std::size_t owner = 0; owner < roomy.size(); ++owner)
                if (!moved[owner])
                    owners.push_back(owner);
        }
        std::vector<std::size_t> chosen = attempt.chosen;
        for (const std::size_t owner : owners) {
            // Equal copies may change places: the fastest of theirs goes to the one that moves.
            std::size_t fastest = owner;
            for (std::size_t other = 0; other < roomy.size(); ++other)
                if (!moved[other] && trial.table[other] == trial.table[owner] &&
                    tierOf(other) < tierOf(fastest))
                    fastest = other;
            std::swap(roomy[owner], roomy[fastest]);
            moved[owner] = true;
            chosen[owner] = roomy[owner];
        }
        attempt = bestMethod(trial, chosen);
    }
    return attempt;
}

void mixCopies(const PlacementTrial& trial, PlacementAttempt& best)
{
    constexpr std::size_t kTrialsTimesItems = 1'000'000;
    const std::size_t trials = trial.trials(kTrialsTimesItems);
    const double devices = static_cast<double>(trial.request.cluster.devices);
    for (const std::size_t table : manyCopies(trial.request.tables)) {
        MemoryBudget room = budgetOf(trial.request);
        double otherSeconds = 0;
        for (std::size_t i = 0; i < best.chosen.size(); ++i) {
            if (trial.table[i] == table)
                continue;
            const TableOption& option = trial.options[trial.table[i]][best.chosen[i]];
            room.device -= option.deviceTotal;
            room.host -= option.hostTotal;
            room.nvme -= option.nvmeTotal;
            otherSeconds += option.work / devices;
        }
        const double worst = best.fits ? best.partition.worst() : HUGE_VAL;
        std::size_t patience = trials / 2; // tries since one helped
        for (const CopyMix& mix : copyMixes(trial.options[table], trial.request.tables[table].count, room,
                                            best.problem.space, otherSeconds, worst, trials)) {
            if (best.fits && mix.least >= best.partition.worst())
                continue;
            if (best.fits && patience-- == 0)
                break;
            std::vector<std::size_t> chosen = best.chosen;
            auto part = mix.parts().begin();
            std::int64_t left = part->second;
            for (std::size_t i = 0; i < chosen.size(); ++i) {
                if (trial.table[i] != table)
                    continue;
                if (left-- == 0)
                    left = (++part)->second - 1;
                chosen[i] = part->first;
            }
            for (const PartitionMethod method : methodsFor(trial, chosen)) {
                PlacementAttempt attempt = attemptWith(trial, chosen, method, 0);
                if (!attempt.betterThan(best))
                    continue;
                best = std::move(attempt);
                patience = trials / 2;
            }
        }
    }
}

void refineOptions(const PlacementTrial& trial, bool tight, PlacementAttempt& best)
{
    constexpr std::size_t kTrialsTimesItems = 400'000;
    // If memory is tight, laying by time fits less than what fitted.
    const PartitionMethod method = tight ? best.method : PartitionMethod::GreedyByTime;
    std::size_t trials = trial.trials(kTrialsTimesItems);
    for (bool helped = true; helped && trials > 0;) {
        helped = false;
        PlacementAttempt next = best;
        std::size_t changed = 0;
        std::vector<std::size_t> owners = ownersOnSlowest(best);
        if (tight) // what was spread out to make room may be more than was needed
            addSpreadOwners(best, trial, owners);
        for (const std::size_t owner : owners) {
            for (std::size_t other = 0; other < trial.options[trial.table[owner]].size() && trials > 0;
                 ++other) {
                const std::vector<TableOption>& options = trial.options[trial.table[owner]];
                // Where there is room, a slower memory helps nobody but by what it happens to change
                // elsewhere.
                const bool lower = tierIndexOf(options[other]) > tierIndexOf(options[best.chosen[owner]]);
                if (other == best.chosen[owner] || (lower && !tight))
                    continue;
                const auto consider = [&](std::vector<std::size_t> chosen) {
                    --trials;
                    PlacementAttempt attempt = attemptWith(trial, std::move(chosen), method, 0);
                    if (!attempt.betterThan(next))
                        return;
                    next = std::move(attempt);
                    helped = true;
                    changed = owner;
                };
                std::vector<std::size_t> chosen = best.chosen;
                chosen[owner] = other;
                consider(chosen);
                // Equal copies are equally slow: all of them at once.
                std::size_t copies = 0;
                for (std::size_t copy = 0; copy < chosen.size(); ++copy) {
                    if (trial.table[copy] != trial.table[owner] || best.chosen[copy] != best.chosen[owner])
                        continue;
                    chosen[copy] = other;
                    ++copies;
                }
                if (copies > 1 && trials > 0)
                    consider(std::move(chosen));
            }
        }
        if (!helped)
            break;
        const std::size_t former = best.chosen[changed];
        best = std::move(next);
        // Equal copies follow while that helps too.
        for (std::size_t owner = 0; tight && owner < best.chosen.size() && trials > 0; ++owner) {
            if (trial.table[owner] != trial.table[changed] || best.chosen[owner] != former)
                continue;
            --trials;
            std::vector<std::size_t> chosen = best.chosen;
            chosen[owner] = best.chosen[changed];
            PlacementAttempt attempt = attemptWith(trial, std::move(chosen), method, 0);
            if (!attempt.betterThan(best))
                break;
            best = std::move(attempt);
        }
    }
}

} // namespace shardscope::planner
