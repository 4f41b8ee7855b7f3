// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/search/recommender_search.h"

#include "core/base/phrase.h"

#include <algorithm>
#include <limits>

namespace shardscope::planner {
namespace {

constexpr std::int64_t kMostDevices = 4096; ///< where the hardware has as many nodes as one likes

core::Plan planOf(const RecommenderSpace& space, std::int64_t devices)
{
    core::Plan plan = space.base;
    plan.axes.replica = devices;
    if (space.keepGlobalBatch) {
        plan.batch.microBatch = plan.batch.globalBatch / devices;
        plan.batch.microBatches = 1;
    }
    plan.batch.globalBatch = plan.batch.microBatch * plan.batch.microBatches * devices;
    return plan;
}

/// Why \p devices can be left out before anything is placed; empty: it cannot.
std::string ruleAgainst(const core::Recommender& model, const core::HardwareSpec& hardware,
                        const RecommenderSpace& space, std::int64_t devices)
{
    if (const auto available = hardware.devices(); available && devices > *available)
        return "available";
    if (devices > hardware.devicesPerNode && devices % hardware.devicesPerNode != 0)
        return "nodes";
    if (space.keepGlobalBatch && space.base.batch.globalBatch % devices != 0)
        return "batch";
    const auto& fixed = space.base.placement;
    if (std::any_of(fixed.begin(), fixed.end(), [&](const auto& table) {
            return table.second.device && *table.second.device >= devices;
        }))
        return "placement";
    const auto cluster = embeddingCluster(hardware, devices);
    if (!cluster.ok())
        return "nodes";
    // No sharding makes tables smaller than they are.
    const core::Bytes room = static_cast<double>(devices) *
                             (cluster->deviceCapacity + cluster->hostCapacity + cluster->nvmeCapacity);
    if (model.embeddingBytes() + model.embeddingOptimizerBytes() > room)
        return "memory";
    return {};
}

class Search {
public:
    Search(const core::ModelSpec& spec, const core::HardwareSpec& hardware, const RecommenderSpace& space,
           const core::Task& task)
        : m_spec(spec)
        , m_model(*spec.recommender())
        , m_hardware(hardware)
        , m_space(space)
        , m_task(task)
    {
    }

    core::Result<SearchOutcome> run()
    {
        double done = 0;
        for (const std::int64_t devices : m_space.devices) {
            m_task.report("search", done++ / static_cast<double>(m_space.devices.size()));
            const auto formats = static_cast<std::int64_t>(m_space.forward.size() * m_space.backward.size() *
                                                           m_space.allReduce.size() * m_space.compute.size());
            m_outcome.tally.considered += formats;
            if (const std::string rule = ruleAgainst(m_model, m_hardware, m_space, devices); !rule.empty()) {
                m_outcome.tally.pruned[rule] += formats;
                continue;
            }
            for (const core::Dtype forward : m_space.forward) {
                for (const core::Dtype backward : m_space.backward) {
                    SHARDSCOPE_TRY([[maybe_unused]] const core::Done tried,
                                   tryFormats(devices, forward, backward));
                }
            }
        }
        finish();
        return std::move(m_outcome);
    }

private:
    /// Seconds that no placement can undercut: the perceptrons on the device, and the optimizer.
    core::Result<double> leastSeconds(const ZionexSettings& settings) const
    {
        SHARDSCOPE_TRY(const DenseMachine machine, denseMachine(m_hardware, settings.compute));
        const auto times = denseTimes<core::PlainNumbers>(m_model, static_cast<double>(settings.batch),
                                                          machine, settings.coefficients.dense);
        return (times.bottomForward + times.topForward + times.topBackward + times.bottomBackward +
                times.optimizer)
            .value();
    }

    /// What \p seconds a step come to under the objective; infinite where it does not follow from time alone.
    [[nodiscard]] double objectiveOf(double seconds, const core::Plan& plan) const
    {
        const double perSample = seconds / static_cast<double>(plan.batch.globalBatch);
        const double devices = static_cast<double>(plan.axes.replica);
        switch (m_space.objective) {
        case SearchObjective::Time: return perSample;
        case SearchObjective::Cost: return perSample * devices * m_hardware.price->value.value();
        case SearchObjective::Energy: return perSample * devices * m_hardware.power->value.value();
        case SearchObjective::Memory: break;
        }
        return std::numeric_limits<double>::infinity();
    }

    [[nodiscard]] bool cannotWin(double leastObjective) const
    {
        if (m_space.pareto || m_space.objective == SearchObjective::Memory)
            return false;
        std::vector<double> known;
        for (const SearchHit& hit : m_hits) {
            if (hit.fits)
                known.push_back(hit.objective);
        }
        if (known.size() < m_space.top)
            return false;
        std::nth_element(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(m_space.top - 1),
                         known.end());
        return leastObjective > known[m_space.top - 1];
    }

    core::Result<core::Done> tryFormats(std::int64_t devices, core::Dtype forward, core::Dtype backward)
    {
        std::optional<PlacementRequest> request;
        std::optional<Placement> placement;
        for (const core::Dtype allReduce : m_space.allReduce) {
            for (const core::Dtype compute : m_space.compute) {
                if (m_task.cancelled())
                    return core::Error{core::ErrorCode::Cancelled, {}, {}};
                core::Plan plan = planOf(m_space, devices);
                plan.wire["all_to_all_forward"] = forward;
                plan.wire["all_to_all_backward"] = backward;
                plan.wire["all_reduce"] = allReduce;
                plan.precision.compute = compute;
                SHARDSCOPE_TRY(const ZionexSettings settings, zionexSettings(plan, m_space.options));
                SHARDSCOPE_TRY(const double least, leastSeconds(settings));
                if (cannotWin(objectiveOf(least, plan))) {
                    ++m_outcome.tally.pruned["bound"];
                    continue;
                }
                if (!placement) {
                    SHARDSCOPE_TRY(request, placementRequest(m_model, m_hardware, devices, settings));
                    SHARDSCOPE_TRY(placement, placeZionex(*request, settings, m_task));
                    ++m_outcome.tally.placements;
                }
                SHARDSCOPE_TRY(const ZionexStep step,
                               timeZionex(m_model, m_hardware, *request, *placement, settings));
                SHARDSCOPE_TRY(const core::Evaluation evaluation,
                               evaluatePlaced(m_spec, m_hardware, plan, step, false));
                ++m_outcome.tally.evaluated;
                add(plan, step, evaluation);
            }
        }
        return core::Done{};
    }

    void add(const core::Plan& plan, const ZionexStep& step, const core::Evaluation& evaluation)
    {
        SearchHit hit;
        hit.plan = plan;
        hit.samplesPerSecond = step.samplesPerSecond;
        hit.step = step.seconds;
        for (const core::TierUse& use : evaluation.memory.tiers) {
            if (use.tier == core::Tier::Device)
                hit.peak = std::max(hit.peak, use.peak);
        }
        hit.currencyPerHour = evaluation.currencyPerHour;
        hit.devices = plan.axes.replica;
        hit.fits = evaluation.verdict.feasible();
        hit.bound = step.bound;
        hit.objective = m_space.objective == SearchObjective::Memory
                            ? hit.peak.value()
                            : objectiveOf(step.seconds.value(), plan);
        m_hits.push_back(std::move(hit));
    }

    void finish()
    {
        // Ties keep the order of the space, so that the result is one and the same everywhere.
        std::stable_sort(m_hits.begin(), m_hits.end(), [](const SearchHit& a, const SearchHit& b) {
            return a.fits != b.fits ? a.fits : a.objective < b.objective;
        });
        if (m_space.pareto)
            addFront();
        m_hits.resize(std::min(m_hits.size(), m_space.top));
        m_outcome.best = std::move(m_hits);
    }

    void addFront()
    {
        const auto noWorse = [](const SearchHit& a, const SearchHit& b) {
            return a.samplesPerSecond >= b.samplesPerSecond && a.peak <= b.peak && a.devices <= b.devices;
        };
        for (const SearchHit& hit : m_hits) {
            if (!hit.fits)
                continue;
            const bool beaten = std::any_of(m_hits.begin(), m_hits.end(), [&](const SearchHit& other) {
                return other.fits && noWorse(other, hit) && !noWorse(hit, other);
            });
            const bool twin = std::any_of(m_outcome.pareto.begin(), m_outcome.pareto.end(),
                                          [&](const SearchHit& other) { return noWorse(other, hit); });
            if (!beaten && !twin)
                m_outcome.pareto.push_back(hit);
        }
        std::stable_sort(m_outcome.pareto.begin(), m_outcome.pareto.end(),
                         [](const SearchHit& a, const SearchHit& b) {
                             return a.devices != b.devices ? a.devices < b.devices : a.peak < b.peak;
                         });
    }

    const core::ModelSpec& m_spec;
    const core::Recommender& m_model;
    const core::HardwareSpec& m_hardware;
    const RecommenderSpace& m_space;
    const core::Task& m_task;
    std::vector<SearchHit> m_hits;
    SearchOutcome m_outcome;
};

} // namespace

std::string_view nameOf(SearchObjective objective)
{
    switch (objective) {
    case SearchObjective::Time: return "time";
    case SearchObjective::Memory: return "memory";
    case SearchObjective::Cost: return "cost";
    case SearchObjective::Energy: return "energy";
    }
    return {};
}

std::optional<SearchObjective> searchObjectiveFromName(std::string_view name)
{
    for (const SearchObjective objective : kSearchObjectives) {
        if (nameOf(objective) == name)
            return objective;
    }
    return std::nullopt;
}

RecommenderSpace recommenderSpace(const core::HardwareSpec& hardware, const core::Plan& base,
                                  std::optional<std::int64_t> devices)
{
    using core::Dtype;
    RecommenderSpace space;
    space.base = base;
    if (devices) {
        space.devices = {*devices};
    } else {
        const std::int64_t most = hardware.devices().value_or(kMostDevices);
        for (std::int64_t count = 1; count < hardware.devicesPerNode; count *= 2)
            space.devices.push_back(count);
        for (std::int64_t nodes = 1; nodes * hardware.devicesPerNode <= most; nodes *= 2)
            space.devices.push_back(nodes * hardware.devicesPerNode);
    }
    const auto wire = [&](const char* key, std::vector<Dtype> tried) {
        const auto found = base.wire.find(key);
        return found == base.wire.end() ? std::move(tried) : std::vector<Dtype>{found->second};
    };
    space.forward = wire("all_to_all_forward", {Dtype::Fp32, Dtype::Fp16, Dtype::Int8});
    space.backward = wire("all_to_all_backward", {Dtype::Fp32, Dtype::Fp16, Dtype::Int8});
    space.allReduce = wire("all_reduce", {Dtype::Fp32, Dtype::Fp16});
    if (base.precision.compute) {
        space.compute = {*base.precision.compute};
        return space;
    }
    for (const Dtype compute : {Dtype::Fp32, Dtype::Tf32, Dtype::Fp16}) {
        const bool vectorEngine = compute == Dtype::Fp32;
        const core::Engine* engine =
            hardware.engine(vectorEngine ? core::EngineKind::Vector : core::EngineKind::Matrix, compute);
        if (engine != nullptr && (compute == Dtype::Fp16 || engine->dtype == compute))
            space.compute.push_back(compute);
    }
    return space;
}

core::Result<SearchOutcome> searchRecommender(const core::ModelSpec& model,
                                              const core::HardwareSpec& hardware,
                                              const RecommenderSpace& space, const core::Task& task)
{
    if (model.recommender() == nullptr)
        return core::Error{core::ErrorCode::NotSupported,
                           {model.name, core::phrase(W_("it has no embedding tables to place"))},
                           {}};
    const auto lacks = [](std::string what, std::string why) {
        return core::Error{core::ErrorCode::NotSupported, {std::move(what), std::move(why)}, {}};
    };
    if (space.objective == SearchObjective::Cost && !hardware.price)
        return lacks(
            core::phrase(W_("the search for least cost")),
            core::phrase(
                W_("%1 names no price of a device: give one (\"Device, an hour\", --set price-device=3)"),
                {hardware.name}));
    if (space.objective == SearchObjective::Energy && !hardware.power)
        return lacks(core::phrase(W_("the search for least energy")),
                     core::phrase(W_("%1 names no power of a device"), {hardware.name}));
    return Search(model, hardware, space, task).run();
}

} // namespace shardscope::planner
