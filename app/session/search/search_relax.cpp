// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/search/search_relax.h"

#include "app/session/search/plan_options.h"
#include "core/plan/plan_file.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace shardscope::app {
namespace {

using planner::PlanHit;
using planner::PlanObjective;
using planner::PlanSearch;
using planner::WholeRange;
using Found = std::optional<FoundLayout>;

/// The memory trace may find that plans do not fit which the closed forms let through: so many are looked at.
constexpr std::size_t kLooked = 13;
constexpr std::size_t kNearest = 3;
/// Pairs of constraints that are tried, and of those that help that are told.
constexpr std::size_t kPairs = 24;
constexpr std::size_t kHelping = 3;

class Relaxing {
public:
    Relaxing(const PreparedSearch& prepared, const Traces& traces, const core::Task& task,
             PlanSearchAnswer& answer)
        : m_prepared(prepared)
        , m_traces(traces)
        , m_task(task)
        , m_answer(answer)
    {
    }

    core::Result<core::Done> run()
    {
        SHARDSCOPE_TRY(const std::vector<FoundLayout> leanest, nearest(false, true));
        if (limited()) { // those that fit, else those that come nearest to both
            SHARDSCOPE_TRY(m_answer.nearest, nearest(true, false));
            std::erase_if(m_answer.nearest, [](const FoundLayout& found) { return !found.tracedFits; });
        } else {
            m_answer.nearest = leanest;
        }
        if (m_answer.nearest.empty()) {
            SHARDSCOPE_TRY(m_answer.nearest, nearest(false, false));
        }
        addMemory(leanest);
        for (const SearchConstraint& constraint : m_prepared.constraints) {
            PlanSearch without = m_prepared.search;
            constraint.drop(without);
            Relaxed relaxed{constraint.name, {}, {}, {}, {}, {}};
            SHARDSCOPE_TRY(relaxed.best, first(without));
            if (relaxed.best || constraint.least == PlanObjective::Devices)
                SHARDSCOPE_TRY_DONE(addLeast(constraint, without, relaxed));
            m_answer.relax.push_back(std::move(relaxed));
        }
        const auto helps = [](const Relaxed& one) { return one.least.has_value(); };
        return std::ranges::any_of(m_answer.relax, helps) ? core::Result<core::Done>(core::Done{})
                                                          : addTogether();
    }

private:
    /// What can be given up: the memory's capacity and what was asked.
    struct GivenUp {
        std::string name;
        std::function<void(PlanSearch&)> drop;
    };
    [[nodiscard]] std::vector<GivenUp> allConstraints() const
    {
        std::vector<GivenUp> all;
        // Constraints on the training or the devices come first: the others are ways to divide them.
        const auto add = [&](bool limits) {
            for (const SearchConstraint& one : m_prepared.constraints) {
                if (one.least.has_value() == limits)
                    all.push_back({one.name, one.drop});
            }
        };
        add(true);
        all.push_back({"memory", [](PlanSearch& search) { search.limits.memory = false; }});
        add(false);
        return all;
    }

    /// Pairs, where no one constraint helps; and how many have to give at least.
    core::Result<core::Done> addTogether()
    {
        const std::vector<GivenUp> all = allConstraints();
        PlanSearch free = m_prepared.search;
        for (const GivenUp& one : all)
            one.drop(free);
        SHARDSCOPE_TRY(const Found any, held(free));
        m_answer.givingAtLeast = any ? 2 : 0;
        if (!any)
            return core::Done{};
        std::size_t tried = 0;
        // Goes by the later one's place: pairs of what comes first are tried first.
        for (std::size_t second = 1; second < all.size(); ++second) {
            for (std::size_t first = 0; first < second; ++first) {
                if (m_answer.together.size() == kHelping || tried++ == kPairs)
                    return core::Done{};
                PlanSearch without = m_prepared.search;
                all[first].drop(without);
                all[second].drop(without);
                SHARDSCOPE_TRY(Found best, held(without));
                if (best)
                    m_answer.together.push_back({{all[first].name, all[second].name}, std::move(*best)});
            }
        }
        if (m_answer.together.empty())
            m_answer.givingAtLeast = 3;
        return core::Done{};
    }

    /// The best plan of \p search that fits when it is traced; where the memory is given up, the leanest.
    core::Result<Found> held(PlanSearch search) const
    {
        if (search.limits.memory)
            return first(std::move(search));
        search.front.clear();
        search.top = 1;
        const auto outcome = planner::searchTransformer(search, m_task);
        if (!outcome.ok() && outcome.error().code == core::ErrorCode::Cancelled)
            return outcome.error();
        return outcome.ok() && !outcome->best.empty() ? Found(m_traces.traced(outcome->best.front()))
                                                      : Found();
    }

    [[nodiscard]] bool limited() const
    {
        const planner::PlanLimits& limits = m_prepared.search.limits;
        return limits.seconds || limits.currency || limits.joules;
    }

    /// Plans by how far they are beyond what they need not keep: the \p memory, limits of the \p training.
    core::Result<std::vector<FoundLayout>> nearest(bool memory, bool training) const
    {
        PlanSearch search = m_prepared.search;
        search.limits.memory = memory;
        search.limits.training = training;
        search.front.clear();
        search.top = kNearest;
        SHARDSCOPE_TRY(const planner::PlanOutcome closest, planner::searchTransformer(search, m_task));
        std::vector<FoundLayout> found;
        found.reserve(closest.best.size());
        for (const PlanHit& hit : closest.best)
            found.push_back(m_traces.traced(hit));
        return found;
    }

    /// The best plan of \p search that fits when it is traced.
    core::Result<Found> first(PlanSearch search) const
    {
        search.front.clear();
        search.top = kLooked;
        const auto outcome = planner::searchTransformer(search, m_task);
        Found best;
        if (!outcome.ok()) { // every plan of it is refused
            if (outcome.error().code == core::ErrorCode::Cancelled)
                return outcome.error();
            return best;
        }
        const std::span<const PlanHit> hits(outcome->best);
        for (std::size_t place = 0; place < hits.size(); ++place) {
            const PlanHit& hit = hits[place];
            if (best && !planner::ranksBefore(hit, best->hit))
                break;
            SHARDSCOPE_TRY_DONE(m_traces.ahead(search, hits, place));
            Found one = m_traces.fitting(search, hit);
            if (one && (!best || planner::ranksBefore(one->hit, best->hit)))
                best = std::move(one);
        }
        return best;
    }

    /// How much memory a device would have to have, and what of the headroom could be kept, with all else as
    /// asked.
    void addMemory(const std::vector<FoundLayout>& leanest)
    {
        const planner::PlanLimits& limits = m_prepared.search.limits;
        const auto need = [](const FoundLayout& found) {
            return std::max(found.hit.peakBytes, found.tracedPeakBytes.value_or(0));
        };
        Relaxed memory{"memory", {}, {}, {}, {}, core::kByte};
        Relaxed headroom{"headroom", {}, {}, {}, {}, core::kByte};
        for (const FoundLayout& found : leanest) {
            const double capacity = found.hit.capacityBytes;
            const double whole = core::capacityFor(core::Bytes{need(found)}, limits.headroom).value();
            const bool devices = found.hit.excess * capacity <= std::max(capacity, whole) * (1 + 1e-9);
            if (devices && whole > capacity && (!memory.least || whole < std::get<double>(memory.needed))) {
                memory.least = found; // no other memory is in the way
                memory.asked = capacity;
                memory.needed = whole;
            }
            if (devices && need(found) <= capacity &&
                (!headroom.least || capacity - need(found) > std::get<double>(headroom.needed))) {
                headroom.least = found;
                headroom.needed = capacity - need(found);
                headroom.asked = limits.freeOf(capacity);
            }
        }
        for (Relaxed* one : {&memory, &headroom})
            one->best = one->least;
        m_answer.relax.push_back(std::move(memory));
        if (headroom.least || (limits.headroom && limits.headroom->value() > 0))
            m_answer.relax.push_back(std::move(headroom));
    }

    core::Result<core::Done> addLeast(const SearchConstraint& constraint, PlanSearch without,
                                      Relaxed& relaxed)
    {
        if (constraint.range != nullptr)
            return addRange(constraint, without, relaxed);
        if (!constraint.least) {
            relaxed.least = relaxed.best;
            addWords(constraint, relaxed);
            return core::Done{};
        }
        without.objective = *constraint.least;
        if (relaxed.best) {
            SHARDSCOPE_TRY(relaxed.least, first(std::move(without)));
        }
        if (constraint.least == PlanObjective::Devices) {
            constexpr std::size_t kFew = 4; // where more do it, it is no use to go far down
            SHARDSCOPE_TRY(Found fewer,
                           onFewerDevices(relaxed.best ? kFew : std::numeric_limits<std::size_t>::max()));
            if (fewer && (!relaxed.best || planner::ranksBefore(fewer->hit, relaxed.best->hit)))
                relaxed.best = fewer;
            if (fewer && (!relaxed.least || nearer(*fewer, *relaxed.least)))
                relaxed.least = std::move(fewer);
        }
        if (relaxed.least)
            addAmounts(*constraint.least, relaxed);
        return core::Done{};
    }

    /// Whether \p fewer devices are as near, by their ratio, to those that were asked for as \p more are.
    [[nodiscard]] bool nearer(const FoundLayout& fewer, const FoundLayout& more) const
    {
        const auto devicesOf = [&](const FoundLayout& found) -> const std::vector<std::int64_t>& {
            return m_prepared.search.machines[found.hit.machine].devices;
        };
        const auto real = [](std::int64_t value) { return static_cast<double>(value); };
        return real(devicesOf(fewer).front()) / real(fewer.hit.devices) <=
               real(more.hit.devices) / real(devicesOf(more).back());
    }

    /// Most of those below what was asked, of each machine's first \p tried: fewer cost less.
    core::Result<Found> onFewerDevices(std::size_t tried) const
    {
        Found best;
        for (std::size_t i = 0; i < m_prepared.search.machines.size(); ++i) {
            PlanSearch search = m_prepared.search;
            const std::int64_t fewest = search.machines[i].devices.front();
            for (planner::SearchMachine& machine : search.machines)
                machine.devices.clear(); // a plan's machine is its place among all
            auto counts = planner::deviceCounts(search.machines[i].hardware, 1, fewest - 1);
            std::ranges::reverse(counts);
            counts.resize(std::min(counts.size(), tried));
            for (const std::int64_t count : counts) {
                search.machines[i].devices = {count};
                SHARDSCOPE_TRY(Found found, first(search));
                if (!found)
                    continue;
                if (!best || found->hit.devices > best->hit.devices)
                    best = std::move(found);
                break;
            }
        }
        return best;
    }

    void addAmounts(PlanObjective objective, Relaxed& relaxed) const
    {
        const planner::PlanLimits& limits = m_prepared.search.limits;
        const PlanHit& hit = relaxed.least->hit;
        const double slow = hit.stepSeconds > 0 ? hit.highSeconds / hit.stepSeconds : 1; // pessimism
        const auto set = [&](core::Dimension dimension, const std::optional<double>& asked,
                             const std::optional<double>& needed) {
            relaxed.dimension = dimension;
            relaxed.asked = asked.value_or(0);
            relaxed.needed = needed.value_or(0) * slow;
        };
        switch (objective) {
        case PlanObjective::Time: return set(core::kSecond, limits.seconds, hit.trainingSeconds);
        case PlanObjective::Cost: return set(core::kCurrency, limits.currency, hit.trainingCurrency);
        case PlanObjective::Energy: return set(core::kJoule, limits.joules, hit.trainingJoules);
        default: break;
        }
        const auto& asked = m_prepared.search.machines[hit.machine].devices;
        relaxed.asked = hit.devices > asked.back() ? asked.back() : asked.front();
        relaxed.needed = hit.devices;
    }

    /// Tries numbers above and below those that were asked for, the nearer ones by their ratio.
    core::Result<core::Done> addRange(const SearchConstraint& constraint, const PlanSearch& without,
                                      Relaxed& relaxed) const
    {
        const WholeRange asked = m_prepared.search.space.*constraint.range;
        SHARDSCOPE_TRY(Found more, above(constraint, without, asked));
        SHARDSCOPE_TRY(Found fewer, below(constraint, without, asked));
        const auto real = [](std::int64_t value) { return static_cast<double>(value); };
        const auto value = [&](const FoundLayout& found) { return constraint.valueOf(found.hit.plan); };
        if (more && fewer &&
            real(value(*more)) / real(asked.highest) > real(asked.lowest) / real(value(*fewer)))
            more.reset();
        relaxed.least = more ? std::move(more) : std::move(fewer);
        if (relaxed.least) {
            relaxed.needed = value(*relaxed.least);
            relaxed.asked = value(*relaxed.least) > asked.highest ? asked.highest : asked.lowest;
        }
        return core::Done{};
    }

    /// Searches by halves: a wider range holds all plans of a narrower one.
    core::Result<Found> above(const SearchConstraint& constraint, PlanSearch search, WholeRange asked) const
    {
        WholeRange& range = search.space.*constraint.range;
        range.lowest = asked.lowest;
        SHARDSCOPE_TRY(Found best, first(search));
        for (std::int64_t low = asked.highest + 1; best && low < constraint.valueOf(best->hit.plan);) {
            range.highest = low + (constraint.valueOf(best->hit.plan) - 1 - low) / 2;
            SHARDSCOPE_TRY(Found nearer, first(search));
            if (nearer)
                best = std::move(nearer);
            else
                low = range.highest + 1;
        }
        return best;
    }
    core::Result<Found> below(const SearchConstraint& constraint, PlanSearch search, WholeRange asked) const
    {
        WholeRange& range = search.space.*constraint.range;
        range.highest = asked.highest;
        Found best;
        if (range.lowest < asked.lowest) {
            SHARDSCOPE_TRY(best, first(search));
        }
        for (std::int64_t high = asked.lowest - 1; best && high > constraint.valueOf(best->hit.plan);) {
            range.lowest = high - (high - constraint.valueOf(best->hit.plan) - 1) / 2;
            SHARDSCOPE_TRY(Found nearer, first(search));
            if (nearer)
                best = std::move(nearer);
            else
                high = range.lowest - 1;
        }
        return best;
    }

    /// What \p constraint was, and what the plan says of it.
    static void addWords(const SearchConstraint& constraint, Relaxed& relaxed)
    {
        if (constraint.asked.empty())
            return;
        const core::Plan& plan = relaxed.least->hit.plan;
        relaxed.asked = constraint.asked;
        for (const PlanOption& option : optionsOf(core::planDocument(plan))) {
            if (option.first == constraint.name)
                relaxed.needed = option.second;
        }
        for (int stage = 0; stage <= 3 && constraint.name == "zero-stage"; ++stage) {
            if (plan.sharding == core::zeroSharding(stage, plan.axes.replicas()))
                relaxed.needed = std::to_string(stage);
        }
    }

    const PreparedSearch& m_prepared;
    const Traces& m_traces;
    const core::Task& m_task;
    PlanSearchAnswer& m_answer;
};

} // namespace

core::Result<core::Done> addRelaxed(const PreparedSearch& prepared, const Traces& traces,
                                    const core::Task& task, PlanSearchAnswer& answer)
{
    return Relaxing(prepared, traces, task, answer).run();
}

} // namespace shardscope::app
