// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/search/recommender_search.h"

#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/plan/recommender_batch.h"
#include "planner/framework/framework.h"
#include "planner/search/shared_work.h"
#include "planner/search/state_text.h"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

namespace shardscope::planner {
// Named, since state_text.h looks for fieldsOf by its arguments.

/// A number of devices and the formats that decide a placement; what shares it is tried together.
struct PlacementUnit {
    std::int64_t devices = 0;
    core::Dtype forward{};
    core::Dtype backward{};
};

/// A plan of a unit, by the places of its other formats in the space's lists.
struct UnitHit {
    std::size_t allReduce = 0;
    std::size_t compute = 0;
    std::int64_t batch = 0; ///< of a device, where it is searched
    SearchHit hit;
};

/// What came of a unit.
struct UnitFindings {
    PlacementUnit unit;
    std::vector<UnitHit> hits; ///< in the order of the space
    std::int64_t leftOut = 0;  ///< by their bounds
    std::int64_t placements = 0;
    std::optional<core::Error> error;
};

/// The plan follows from the unit and the places.
template <class Text>
void fieldsOf(Text& text, UnitHit& of)
{
    SearchHit& hit = of.hit;
    double step = hit.step.value();
    double peak = hit.peak.value();
    text(of.allReduce, of.compute, of.batch, hit.samplesPerSecond, step, peak, hit.currencyPerHour,
         hit.devices, hit.objective, hit.fits, hit.bound);
    hit.step = core::Seconds{step};
    hit.peak = core::Bytes{peak};
}

template <class Text>
void fieldsOf(Text& text, UnitFindings& findings)
{
    text(findings.hits, findings.leftOut, findings.placements, findings.error);
}

/// What the processes of a search tell each other of a unit, and back; false where it is something else.
std::string textOf(const UnitFindings& findings);
bool readText(std::string_view text, const RecommenderSpace& space, UnitFindings& findings);

namespace {

/// Units that share what is known: a fixed number, so that nothing depends on threads and processes.
constexpr std::size_t kRound = 8;

constexpr std::int64_t kMostDevices = 4096; ///< where the hardware has as many nodes as one likes

/// The batch of a device to begin with: what a global batch that is searched leaves it, else 0.
std::int64_t firstBatch(const RecommenderSpace& space, std::int64_t devices)
{
    return space.searchedBatch == 0 ? 0 : core::deviceBatch(devices, space.searchedBatch);
}

core::Plan planOf(const RecommenderSpace& space, std::int64_t devices, std::int64_t batch)
{
    core::Plan plan = space.base;
    plan.axes.replica = devices;
    if (batch > 0) {
        plan.batch.microBatch = batch;
        plan.batch.microBatches = 1;
    }
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
    if (std::ranges::any_of(
            fixed, [&](const auto& table) { return table.second.device && *table.second.device >= devices; }))
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

core::Plan planOf(const RecommenderSpace& space, const PlacementUnit& unit, std::int64_t batch,
                  core::Dtype allReduce, core::Dtype compute)
{
    core::Plan plan = planOf(space, unit.devices, batch);
    plan.wire["all_to_all_forward"] = unit.forward;
    plan.wire["all_to_all_backward"] = unit.backward;
    plan.wire["all_reduce"] = allReduce;
    plan.precision.compute = compute;
    return plan;
}

} // namespace

std::string textOf(const UnitFindings& findings)
{
    StateWriter writer;
    writer(findings);
    return writer.text();
}

bool readText(std::string_view text, const RecommenderSpace& space, UnitFindings& findings)
{
    UnitFindings read;
    StateReader reader(text);
    reader(read);
    if (!reader.whole())
        return false;
    read.unit = findings.unit;
    for (UnitHit& one : read.hits) {
        if (one.allReduce >= space.allReduce.size() || one.compute >= space.compute.size())
            return false;
        if (one.batch < 0 || (one.batch > 0) != (space.searchedBatch > 0))
            return false;
        one.hit.plan =
            planOf(space, read.unit, one.batch, space.allReduce[one.allReduce], space.compute[one.compute]);
    }
    findings = std::move(read);
    return true;
}

namespace {

/// When devices are counted, plans within a tenth of the best are alike (the step's own error is larger), and
/// of those the ones on the fewest devices come first.
constexpr double kAlike = 1.1;

/// The objectives of plans that fit, the least of them: what a plan must beat.
class Known {
public:
    explicit Known(const RecommenderSpace& space)
        : m_space(space)
    {
    }
    void add(const SearchHit& hit)
    {
        if (!hit.fits || std::ranges::binary_search(m_least, hit.objective))
            return; // of twins one is kept
        m_least.insert(std::ranges::upper_bound(m_least, hit.objective), hit.objective);
        if (m_least.size() > m_space.top)
            m_least.pop_back();
    }
    [[nodiscard]] bool cannotWin(double leastObjective) const
    {
        const double close = m_space.objective == SearchObjective::Devices ? kAlike : 1;
        return !m_space.pareto && m_space.objective != SearchObjective::Memory &&
               m_least.size() >= m_space.top && leastObjective > close * m_least.back();
    }

private:
    const RecommenderSpace& m_space;
    std::vector<double> m_least; ///< as many as are asked for
};

class Search {
public:
    Search(const core::ModelSpec& spec, const core::HardwareSpec& hardware, const RecommenderSpace& space,
           const core::Task& task)
        : m_spec(spec)
        , m_model(*spec.recommender())
        , m_hardware(hardware)
        , m_space(space)
        , m_task(task)
        , m_known(space)
    {
    }

    core::Result<SearchOutcome> run()
    {
        const std::vector<UnitFindings> all = units();
        SharedWork<RecommenderSpace> shared(m_space, m_task);
        SHARDSCOPE_TRY_DONE(shared.recall([&](const std::string& text) { return takeKept(text, all); }));
        const auto keep = [&](bool pressing) {
            shared.keep([this] { return joinedTexts(m_done); }, pressing);
        };
        while (m_done.size() < all.size()) {
            const std::size_t begin = m_done.size();
            m_task.report("search", static_cast<double>(begin) / static_cast<double>(all.size()));
            const std::size_t end = std::min(all.size(), begin + kRound);
            std::vector<UnitFindings> round(all.begin() + static_cast<std::ptrdiff_t>(begin),
                                            all.begin() + static_cast<std::ptrdiff_t>(end));
            const auto look = [&](std::size_t i) {
                const auto tried = tryFormats(round[i]);
                if (!tried.ok())
                    round[i].error = tried.error();
            };
            if (!shared.run(round, look)) {
                keep(true);
                return core::Error{core::ErrorCode::Cancelled};
            }
            for (const UnitFindings& one : round) {
                if (one.error)
                    return *one.error;
                take(one);
            }
            keep(m_done.size() == all.size());
        }
        finish();
        return std::move(m_outcome);
    }

private:
    /// What is left of the space once numbers of devices that cannot be are counted out.
    std::vector<UnitFindings> units()
    {
        std::vector<UnitFindings> all;
        const auto formats = static_cast<std::int64_t>(m_space.forward.size() * m_space.backward.size() *
                                                       m_space.allReduce.size() * m_space.compute.size());
        for (const std::int64_t devices : m_space.devices) {
            m_outcome.tally.considered += formats;
            if (const std::string rule = ruleAgainst(m_model, m_hardware, m_space, devices); !rule.empty()) {
                m_outcome.tally.pruned[rule] += formats;
                continue;
            }
            for (const core::Dtype forward : m_space.forward) {
                for (const core::Dtype backward : m_space.backward)
                    all.push_back({{devices, forward, backward}, {}, 0, 0, {}});
            }
        }
        return all;
    }

    /// Takes what the journal kept of the first of \p all; false where it is something else.
    bool takeKept(const std::string& text, const std::vector<UnitFindings>& all)
    {
        const auto texts = dividedTexts(text);
        if (!texts || texts->size() > all.size())
            return false;
        for (std::size_t i = 0; i < texts->size(); ++i) {
            UnitFindings found = all[i];
            if (!readText((*texts)[i], m_space, found))
                return false;
            take(found);
        }
        return true;
    }

    void take(const UnitFindings& found)
    {
        m_done.push_back(m_space.journal != nullptr ? textOf(found) : std::string());
        for (const UnitHit& one : found.hits) {
            m_hits.push_back(one.hit);
            m_known.add(one.hit);
        }
        m_outcome.tally.evaluated += static_cast<std::int64_t>(found.hits.size());
        m_outcome.tally.placements += found.placements;
        if (found.leftOut > 0)
            m_outcome.tally.pruned["bound"] += found.leftOut;
    }

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
        case SearchObjective::Devices: return perSample * devices;
        case SearchObjective::Energy: return perSample * devices * m_hardware.power->value.value();
        case SearchObjective::Memory: break;
        }
        return std::numeric_limits<double>::infinity();
    }

    /// Tries the formats, with the largest batch that fits if the batch is searched.
    core::Result<core::Done> tryFormats(UnitFindings& found) const
    {
        const std::int64_t first = firstBatch(m_space, found.unit.devices);
        const UnitFindings empty = found;
        for (std::int64_t batch = first;; batch /= 2) {
            UnitFindings tried = empty;
            tried.placements = found.placements;
            SHARDSCOPE_TRY_DONE(tryFormats(tried, batch));
            const bool fits =
                std::ranges::any_of(tried.hits, [](const UnitHit& one) { return one.hit.fits; });
            const bool none = tried.hits.empty();
            found = std::move(tried);
            if (batch <= 1 || fits || none || !fitsWithLess(found))
                return core::Done{};
        }
    }
    /// Whether what is short is memory that the batch takes: tables stay as large as they are.
    [[nodiscard]] bool fitsWithLess(const UnitFindings& found) const
    {
        return std::ranges::any_of(found.hits, [](const UnitHit& one) { return one.hit.tablesFit; });
    }

    core::Result<core::Done> tryFormats(UnitFindings& found, std::int64_t batch) const
    {
        std::optional<PlacementRequest> request;
        std::optional<Placement> placement;
        Known known = m_known;
        for (std::size_t allReduce = 0; allReduce < m_space.allReduce.size(); ++allReduce) {
            for (std::size_t compute = 0; compute < m_space.compute.size(); ++compute) {
                SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
                const core::Plan plan = planOf(m_space, found.unit, batch, m_space.allReduce[allReduce],
                                               m_space.compute[compute]);
                SHARDSCOPE_TRY(const ZionexSettings settings,
                               zionexSettings(m_spec, m_hardware, plan, m_space.options));
                SHARDSCOPE_TRY(const double least, leastSeconds(settings));
                if (known.cannotWin(objectiveOf(least, plan))) {
                    ++found.leftOut;
                    continue;
                }
                if (!placement) {
                    SHARDSCOPE_TRY(request,
                                   placementRequest(m_model, m_hardware, found.unit.devices, settings));
                    SHARDSCOPE_TRY(placement, placeZionex(*request, settings, m_task));
                    ++found.placements;
                }
                SHARDSCOPE_TRY(const ZionexStep step,
                               timeZionex(m_model, m_hardware, *request, *placement, settings));
                SHARDSCOPE_TRY(const core::Evaluation evaluation,
                               evaluatePlaced(m_spec, m_hardware, plan, step, false));
                found.hits.push_back({allReduce, compute, batch, hitOf(plan, step, evaluation)});
                known.add(found.hits.back().hit);
            }
        }
        return core::Done{};
    }

    [[nodiscard]] SearchHit hitOf(const core::Plan& plan, const ZionexStep& step,
                                  const core::Evaluation& evaluation) const
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
        hit.tablesFit = step.placement.verdict.feasible();
        hit.bound = step.bound;
        hit.objective = m_space.objective == SearchObjective::Memory
                            ? hit.peak.value()
                            : objectiveOf(step.seconds.value(), plan);
        return hit;
    }

    void finish()
    {
        // Ties keep the order of the space, so that the result is one and the same everywhere.
        std::ranges::stable_sort(m_hits, [](const SearchHit& a, const SearchHit& b) {
            return a.fits != b.fits ? a.fits : a.objective < b.objective;
        });
        if (m_space.objective == SearchObjective::Devices && !m_hits.empty()) {
            const double alike = kAlike * m_hits.front().objective;
            const auto others = std::ranges::find_if(
                m_hits, [&](const SearchHit& hit) { return !hit.fits || hit.objective > alike; });
            std::stable_sort(m_hits.begin(), others,
                             [](const SearchHit& a, const SearchHit& b) { return a.devices < b.devices; });
        }
        dropTwins();
        if (m_space.pareto)
            addFront();
        keepFewest();
        m_hits.resize(std::min(m_hits.size(), m_space.top));
        m_outcome.best = std::move(m_hits);
    }

    /// Of plans that differ only in formats that change neither the step nor the memory, the first stays: its
    /// formats are the widest.
    void dropTwins()
    {
        std::set<std::tuple<std::int64_t, std::int64_t, double, double>> known;
        std::erase_if(m_hits, [&](const SearchHit& hit) {
            return !known
                        .emplace(hit.devices, hit.plan.batch.globalBatch, hit.samplesPerSecond,
                                 hit.peak.value())
                        .second;
        });
    }

    /// When devices are counted, keeps the best plan on the fewest that fit as the last one, if it is not
    /// among the kept ones: how few suffice is part of the answer.
    void keepFewest()
    {
        if (m_space.objective != SearchObjective::Devices || m_space.top < 2 || m_hits.size() <= m_space.top)
            return;
        const auto fewer = [](const SearchHit& a, const SearchHit& b) {
            return a.fits != b.fits ? a.fits : a.devices < b.devices;
        };
        const auto fewest = std::ranges::min_element(m_hits, fewer);
        if (fewest - m_hits.begin() >= static_cast<std::ptrdiff_t>(m_space.top))
            std::iter_swap(fewest, m_hits.begin() + static_cast<std::ptrdiff_t>(m_space.top) - 1);
    }

    void addFront()
    {
        const auto noWorse = [](const SearchHit& a, const SearchHit& b) {
            return a.samplesPerSecond >= b.samplesPerSecond && a.peak <= b.peak && a.devices <= b.devices;
        };
        for (const SearchHit& hit : m_hits) {
            if (!hit.fits)
                continue;
            const bool beaten = std::ranges::any_of(m_hits, [&](const SearchHit& other) {
                return other.fits && noWorse(other, hit) && !noWorse(hit, other);
            });
            const bool twin = std::ranges::any_of(
                m_outcome.pareto, [&](const SearchHit& other) { return noWorse(other, hit); });
            if (!beaten && !twin)
                m_outcome.pareto.push_back(hit);
        }
        std::ranges::stable_sort(m_outcome.pareto, [](const SearchHit& a, const SearchHit& b) {
            return a.devices != b.devices ? a.devices < b.devices : a.peak < b.peak;
        });
    }

    const core::ModelSpec& m_spec;
    const core::Recommender& m_model;
    const core::HardwareSpec& m_hardware;
    const RecommenderSpace& m_space;
    const core::Task& m_task;
    Known m_known;
    std::vector<std::string> m_done; ///< units that are done, as the journal keeps them
    std::vector<SearchHit> m_hits;
    SearchOutcome m_outcome;
};

} // namespace

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
    std::vector<Dtype> sent{Dtype::Fp32, Dtype::Fp16};
    if (!habitsOf(base).pooledAsSent) // else embeddings leave vectors in floating point
        sent.push_back(Dtype::Int8);
    space.forward = wire("all_to_all_forward", sent);
    space.backward = wire("all_to_all_backward", sent);
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
        return core::notSupportedFor(model.name, W_("it has no embedding tables to place"));
    const auto lacks = [](std::string what, std::string why) {
        return core::Error{core::ErrorCode::NotSupported, {std::move(what), std::move(why)}};
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
