// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/search/plan_search_answer.h"

#include "app/session/plan/commands.h"
#include "app/session/plan/read_plan.h"
#include "app/session/search/search_beyond.h"
#include "app/session/search/search_relax.h"
#include "app/session/search/search_sensitivity.h"
#include "core/base/parallel.h"
#include "core/base/stopwatch.h"
#include "core/plan/plan_file.h"
#include "planner/simulate.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <span>

namespace shardscope::app {
namespace {

using planner::PlanHit;
using planner::PlanSearch;

/// The memory trace may find that plans do not fit which the closed forms let through: so many more are kept.
constexpr std::size_t kSpare = 12;
constexpr int kLongestRepeat = 4;
constexpr std::size_t kLeanest = 4; ///< plans of each number of devices that hold least
constexpr std::size_t kCounts = 16; ///< numbers of devices of a machine that they are asked of

class Answering {
public:
    Answering(const PreparedSearch& prepared, const PlanSearchRequest& request, const core::Task& task)
        : m_prepared(prepared)
        , m_request(request)
        , m_task(task)
    {
        m_answer.search = prepared.search;
        m_answer.names = prepared.names;
        for (const planner::SearchMachine& machine : prepared.search.machines)
            m_evaluators.emplace_back(prepared.search.model, machine.hardware);
    }

    core::Result<PlanSearchAnswer> run()
    {
        const core::Stopwatch watch;
        PlanSearch search = m_prepared.search;
        const std::size_t top = search.top;
        if (m_request.sofar)
            search.sofar = [this, known = std::optional<PlanHit>(), shown = m_prepared.search.sofar](
                               const planner::PlanOutcome& outcome, double share) mutable {
                if (shown)
                    shown(outcome, share);
                if (outcome.best.empty() || (known && !planner::ranksBefore(outcome.best.front(), *known)))
                    return;
                known = outcome.best.front();
                tell(&*known, share);
            };
        if (m_prepared.largestMicroBatch) {
            SHARDSCOPE_TRY(search.space.microBatch, largestMicroBatch(search));
        }
        for (int times = 0; times < kLongestRepeat; ++times) {
            search.top = top + kSpare * static_cast<std::size_t>(1 << (2 * times));
            SHARDSCOPE_TRY(m_answer.outcome, planner::searchTransformer(search, m_task));
            const bool all = m_answer.outcome.best.size() < search.top; // there are no more
            SHARDSCOPE_TRY_DONE(traceBest(top, all || times + 1 == kLongestRepeat));
            if ((m_answer.best.size() == top && m_complete) || all)
                break;
            if (m_answer.best.empty() && times == 0) {
                SHARDSCOPE_TRY(const bool any, leanestFit(search));
                if (!any)
                    break;
            }
        }
        if (m_answer.best.empty() && m_leanest)
            m_answer.best.push_back(std::move(*m_leanest));
        layOut(m_answer.best);
        layOut(m_answer.tracedOut);
        if (m_answer.next && m_answer.next->laidOut)
            m_answer.next->hit = *m_answer.next->laidOut;
        for (const PlanHit& hit : m_answer.outcome.front) {
            FoundLayout found = layout(hit);
            if (found.laidOut)
                found.hit = *found.laidOut;
            if (found.tracedFits)
                m_answer.front.push_back(std::move(found));
        }
        tell(m_answer.best.empty() ? nullptr : &m_answer.best.front().hit, 1);
        if (m_answer.best.empty() && m_request.relax) {
            SHARDSCOPE_TRY_DONE(relax());
            takeRemedy();
        }
        if (!m_answer.best.empty()) {
            if (m_request.simulate)
                SHARDSCOPE_TRY_DONE(simulateBest());
            if (m_request.sensitivity) {
                const PlanHit& best = m_answer.best.front().hit;
                SHARDSCOPE_TRY(m_answer.sensitivity,
                               axisWorths(m_prepared, m_evaluators[best.machine], best, m_task));
            }
            if (m_request.margins) {
                SHARDSCOPE_TRY_DONE(addMachines());
                SHARDSCOPE_TRY_DONE(addGains());
                SHARDSCOPE_TRY_DONE(addFewer());
            }
            SHARDSCOPE_TRY_DONE(noteBesideBest());
        }
        if (!m_request.why.empty() || m_request.whyPlan || m_prepared.around)
            SHARDSCOPE_TRY_DONE(explainWhy());
        m_answer.seconds = watch.seconds();
        return std::move(m_answer);
    }

private:
    /// Tells whoever waits: the best plan so far; null: there is none, and what would help is looked for.
    void tell(const PlanHit* best, double share) const
    {
        if (m_request.sofar)
            m_request.sofar(best, share);
    }

    /// The finalists take what their steps take when they are laid out, and stand in that order.
    static void layOut(std::vector<FoundLayout>& found)
    {
        for (FoundLayout& one : found) {
            if (one.laidOut)
                one.hit = *one.laidOut;
        }
        std::ranges::stable_sort(found, [](const FoundLayout& a, const FoundLayout& b) {
            return planner::ranksBefore(a.hit, b.hit);
        });
    }

    /// Goes from the whole batch downwards to the first size of micro-batch that a plan fits with.
    core::Result<planner::WholeRange> largestMicroBatch(PlanSearch search) const
    {
        search.top = 1;
        search.front.clear();
        search.sofar = nullptr;
        const planner::WholeRange batch = search.space.globalBatch;
        std::vector<std::int64_t> sizes = planner::divisorsOf(batch.highest);
        for (std::int64_t size = 1; size <= batch.highest && !batch.single(); size *= 2)
            sizes.push_back(size);
        std::sort(sizes.rbegin(), sizes.rend());
        for (const std::int64_t size : sizes) {
            search.space.microBatch = {size, size};
            SHARDSCOPE_TRY(const planner::PlanOutcome found, planner::searchTransformer(search, m_task));
            if (!found.best.empty())
                return search.space.microBatch;
        }
        return planner::WholeRange{1, 1};
    }

    /// Whether one of the plans that hold least fits when it is traced, on any machine and any of its numbers
    /// of devices: if none does, no other need be asked. Of each number by itself: by how much a memory trace
    /// is above the closed forms depends on the replicas, so that the leanest of all may not fit where others
    /// do.
    core::Result<bool> leanestFit(const PlanSearch& whole)
    {
        for (std::size_t i = 0; i < whole.machines.size(); ++i) {
            for (const std::int64_t devices : someOf(whole.machines[i].devices)) {
                PlanSearch search = whole;
                search.machines = {{whole.machines[i].hardware, {devices}}};
                search.objective = planner::PlanObjective::Memory;
                search.front.clear();
                search.sofar = nullptr;
                search.top = kLeanest;
                SHARDSCOPE_TRY(const planner::PlanOutcome found, planner::searchTransformer(search, m_task));
                for (PlanHit hit : found.best) {
                    SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
                    hit.machine = i;
                    if (keepsLeanest(hit))
                        return true;
                }
            }
        }
        return false;
    }

    /// The fewest, the most, and some between.
    static std::vector<std::int64_t> someOf(const std::vector<std::int64_t>& devices)
    {
        if (devices.size() <= kCounts)
            return devices;
        std::vector<std::int64_t> some;
        some.reserve(kCounts);
        for (std::size_t i = 0; i < kCounts; ++i)
            some.push_back(devices[i * (devices.size() - 1) / (kCounts - 1)]);
        return some;
    }

    /// Keeps \p hit as the leanest if it fits when it is traced.
    bool keepsLeanest(const PlanHit& hit)
    {
        FoundLayout lean = layout(hit);
        if (!lean.tracedFits)
            return false;
        const char* forbidden = nullptr; // its rank is that of the search that was asked for
        auto ranked = planner::hitOf(m_prepared.search, m_evaluators[hit.machine], hit.machine, hit.variant,
                                     hit.plan, &forbidden);
        if (ranked.ok())
            lean.hit = std::move(*ranked);
        m_leanest = std::move(lean);
        return true;
    }

    [[nodiscard]] const core::HardwareSpec& machine(const PlanHit& hit) const
    {
        return m_prepared.search.machines[hit.machine].hardware;
    }

    static std::string keyOf(const PlanHit& hit)
    {
        return std::to_string(hit.machine) + core::planJson(hit.plan);
    }

    /// Evaluates a hit as plan and the window show it: with the memory trace of the step, each plan once.
    [[nodiscard]] FoundLayout layout(const PlanHit& hit)
    {
        const auto [known, first] = m_traced.try_emplace(keyOf(hit), FoundLayout{});
        if (first)
            known->second = tracedLayout(hit);
        FoundLayout found = known->second;
        found.hit = hit;
        return found;
    }

    /// Traces number \p place of \p hits, which are gone through in order, if it is not traced yet, and
    /// beside it those behind it, one a thread; and what makes them fit in \p search. Which are known ahead
    /// shows in no answer.
    core::Result<core::Done> traceAhead(const PlanSearch& search, std::span<const PlanHit> hits,
                                        std::size_t place)
    {
        SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
        if (place == 0) // of another search
            m_ahead.clear();
        hits = hits.subspan(place);
        if (m_traced.contains(keyOf(hits.front())))
            return core::Done{};
        hits = hits.first(std::min<std::size_t>(hits.size(), core::threadCount()));
        std::vector<FoundLayout> found(hits.size());
        std::vector<std::optional<PlanHit>> fitting(hits.size());
        core::parallelFor(hits.size(), [&](std::size_t i) {
            if (m_task.cancelled())
                return;
            found[i] = tracedLayout(hits[i]);
            if (!found[i].tracedFits && !found[i].broken)
                fitting[i] = planner::fittingWhenTraced(search, m_evaluators[hits[i].machine], hits[i]);
        });
        SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
        for (std::size_t i = 0; i < hits.size(); ++i) {
            std::string key = keyOf(hits[i]);
            if (!found[i].tracedFits)
                m_ahead.emplace(key, std::move(fitting[i]));
            m_traced.try_emplace(std::move(key), std::move(found[i]));
        }
        return core::Done{};
    }

    [[nodiscard]] FoundLayout tracedLayout(const PlanHit& hit) const
    {
        FoundLayout found{hit, machine(hit).name, machine(hit).title, exactly(hit.stepSeconds), {}, true, {}};
        const auto evaluation = m_evaluators[hit.machine].evaluate(hit.plan, planner::Detail::Plain);
        if (!evaluation.ok()) {
            if (evaluation.error().code == core::ErrorCode::BrokenPromise) {
                found.broken = evaluation.error();
                found.tracedFits = false;
            }
            return found;
        }
        found.laidOut = planner::laidOut(m_prepared.search, hit, *evaluation);
        const core::ModelSpec& model = m_prepared.search.model;
        found.step = m_prepared.catalog ? stepInterval(*m_prepared.catalog, model, machine(hit), *evaluation)
                                        : stepInterval(model, machine(hit), *evaluation);
        const planner::PlanLimits& limits = m_prepared.search.limits;
        found.fit = core::fitVerdict(*evaluation);
        found.tracedFits =
            !limits.memory || core::fitVerdict(*evaluation, limits.headroom).fit == core::Fit::Fits;
        const core::TierUse* fullest = evaluation->memory.fullestUse(core::Tier::Device);
        if (fullest != nullptr && fullest->traced())
            found.tracedPeakBytes = fullest->need().value();
        return found;
    }

    /// \p hit with as many layers more recomputed, or fewer kept, as it takes to fit.
    [[nodiscard]] std::optional<FoundLayout> fittingLayout(const PlanSearch& search, const PlanHit& hit)
    {
        const auto known = m_ahead.find(keyOf(hit));
        const auto more = known != m_ahead.end()
                              ? known->second
                              : planner::fittingWhenTraced(search, m_evaluators[hit.machine], hit);
        if (!more)
            return std::nullopt;
        FoundLayout found = layout(*more);
        return found.tracedFits ? std::optional(std::move(found)) : std::nullopt;
    }

    /// Whether \p other, behind \p one, is the same answer divided otherwise: ranks that share a sequence
    /// instead of the batch, say.
    static bool twins(const PlanHit& one, const PlanHit& other)
    {
        return one.machine == other.machine && one.devices == other.devices && one.primary == other.primary &&
               one.secondary == other.secondary;
    }

    /// \p whole: there are no more plans behind those of the outcome.
    core::Result<core::Done> traceBest(std::size_t top, bool whole)
    {
        m_answer.best.clear();
        m_answer.tracedOut.clear();
        m_answer.next.reset();
        m_complete = !m_request.margins;
        std::vector<FoundLayout> loosened; // in order: traced out, and with more memory left now
        const auto wanted = [&] {
            return m_answer.best.size() < top || (m_request.margins && !m_answer.next);
        };
        const auto isTwin = [&](const PlanHit& hit) {
            return !m_answer.best.empty() && twins(m_answer.best.back().hit, hit);
        };
        const auto accept = [&](FoundLayout found) {
            if (isTwin(found.hit))
                m_answer.best.back().twins.push_back(std::move(found.hit));
            else if (m_answer.best.size() < top)
                m_answer.best.push_back(std::move(found));
            else if (!m_answer.next)
                m_answer.next = std::move(found);
        };
        const auto acceptBefore = [&](const PlanHit* hit) {
            while (!loosened.empty() &&
                   (hit == nullptr || planner::ranksBefore(loosened.front().hit, *hit))) {
                accept(std::move(loosened.front()));
                loosened.erase(loosened.begin());
            }
        };
        const std::span<const PlanHit> hits(m_answer.outcome.best);
        for (std::size_t place = 0; place < hits.size(); ++place) {
            const PlanHit& hit = hits[place];
            acceptBefore(&hit);
            if (!wanted() && !isTwin(hit)) {
                m_complete = true;
                break;
            }
            SHARDSCOPE_TRY_DONE(traceAhead(m_answer.search, hits, place));
            FoundLayout found = layout(hit);
            if (found.tracedFits) {
                accept(std::move(found));
                continue;
            }
            if (found.broken) { // an answer of the closed forms alone is none
                m_answer.outcome.tally.takeBack(*found.broken);
                continue;
            }
            if (auto fitting = fittingLayout(m_answer.search, hit)) {
                const auto behind = std::upper_bound(loosened.begin(), loosened.end(), *fitting,
                                                     [](const FoundLayout& a, const FoundLayout& b) {
                                                         return planner::ranksBefore(a.hit, b.hit);
                                                     });
                loosened.insert(behind, std::move(*fitting));
            } else if (m_answer.best.size() < top) {
                m_answer.tracedOut.push_back(std::move(found));
            }
        }
        if (whole)
            acceptBefore(nullptr);
        return core::Done{};
    }

    /// Simulates the best plan as the verb simulate does.
    core::Result<core::Done> simulateBest()
    {
        planner::SimulationOptions options;
        options.run = false;
        options.traced = false; // their seconds are asked for; what they hold is known
        for (FoundLayout& found : m_answer.best) {
            const auto simulation = planner::simulate(m_prepared.search.model, machine(found.hit),
                                                      found.hit.plan, options, m_task);
            if (simulation.ok())
                found.simulatedSeconds = simulation->stepSeconds;
            else if (simulation.error().code == core::ErrorCode::Cancelled)
                return simulation.error();
        }
        return core::Done{};
    }

    /// If only the machine and its devices were asked for, the search answers with the nearest plan's change
    /// that the plan's own answer calls enough, so that the two never differ.
    void takeRemedy()
    {
        if (!m_request.options.empty() || !m_request.fixed.empty() || !m_request.ranges.empty() ||
            !m_request.planFile.empty() || !m_request.around.empty())
            return;
        for (const FoundLayout& near : m_answer.nearest) {
            const planner::Evaluator& evaluator = m_evaluators[near.hit.machine];
            const auto evaluation = evaluator.evaluate(near.hit.plan, planner::Detail::Explained, m_task);
            if (!evaluation.ok())
                continue;
            for (const core::Violation& violation : evaluation->verdict.violations) {
                for (const core::Remedy& remedy : violation.remedies)
                    takeRemedy(near.hit, remedy);
            }
        }
        if (m_answer.best.empty())
            return;
        layOut(m_answer.best);
        m_answer.nearest.clear();
        m_answer.relax.clear();
        m_answer.together.clear();
        m_answer.givingAtLeast = 1;
    }
    void takeRemedy(const PlanHit& of, const core::Remedy& remedy)
    {
        const std::vector<std::int64_t>& devices = m_prepared.search.machines[of.machine].devices;
        if (!remedy.suffices || remedy.plan == nullptr ||
            std::ranges::find(devices, remedy.plan->axes.devices()) == devices.end())
            return;
        const char* forbidden = nullptr;
        const auto hit = planner::hitOf(m_prepared.search, m_evaluators[of.machine], of.machine, of.variant,
                                        *remedy.plan, &forbidden);
        if (!hit.ok() || forbidden != nullptr)
            return;
        FoundLayout found = layout(*hit);
        if (found.tracedFits)
            m_answer.best.push_back(std::move(found));
    }

    core::Result<core::Done> relax()
    {
        const Traces traces{
            [this](const PlanSearch& search, std::span<const PlanHit> hits, std::size_t place) {
                return traceAhead(search, hits, place);
            },
            [this](const PlanHit& hit) { return layout(hit); },
            [this](const PlanSearch& search, const PlanHit& hit) -> std::optional<FoundLayout> {
                FoundLayout found = layout(hit);
                return found.tracedFits ? std::optional(std::move(found)) : fittingLayout(search, hit);
            }};
        return addRelaxed(m_prepared, traces, m_task, m_answer);
    }

    /// Adds the best plan of each machine that none of the best plans is on.
    core::Result<core::Done> addMachines()
    {
        const auto& machines = m_prepared.search.machines;
        for (std::size_t i = 0; i < machines.size() && machines.size() > 1; ++i) {
            const auto known = std::ranges::find_if(
                m_answer.best, [&](const FoundLayout& one) { return one.hit.machine == i; });
            if (known != m_answer.best.end()) {
                m_answer.machines.push_back(*known);
                continue;
            }
            PlanSearch alone = m_prepared.search;
            alone.machines = {machines[i]};
            alone.front.clear();
            alone.top = 1 + kSpare;
            SHARDSCOPE_TRY(planner::PlanOutcome found, planner::searchTransformer(alone, m_task));
            for (PlanHit& hit : found.best) {
                hit.machine = i;
                FoundLayout own = layout(hit);
                if (!own.tracedFits)
                    continue;
                m_answer.machines.push_back(std::move(own));
                break;
            }
        }
        std::ranges::stable_sort(m_answer.machines, [](const FoundLayout& a, const FoundLayout& b) {
            return planner::ranksBefore(a.hit, b.hit);
        });
        return core::Done{};
    }

    /// The best plan of the space that \p change makes of ours, of those that \p counts.
    core::Result<std::optional<PlanHit>> bestWithout(const std::function<void(planner::PlanSpace&)>& change,
                                                     const std::function<bool(const core::Plan&)>& counts)
    {
        PlanSearch search = m_prepared.search;
        change(search.space);
        search.front.clear();
        search.top = 1 + kSpare;
        SHARDSCOPE_TRY(const planner::PlanOutcome found, planner::searchTransformer(search, m_task));
        for (const PlanHit& hit : found.best) {
            if (counts(hit.plan) && layout(hit).tracedFits)
                return std::optional(hit);
        }
        return std::optional<PlanHit>();
    }

    /// What is best where stages are as even as whole layers allow, where all layers recompute or none, where
    /// nothing is offloaded: as far as the best plan does not keep to that.
    core::Result<core::Done> addGains()
    {
        using planner::PlanSpace;
        struct Finer {
            const char* of;
            std::function<bool(const core::Plan&)> has;
            std::function<bool(const PlanSpace&)> open;
            std::function<void(PlanSpace&)> close;
        };
        const std::array<Finer, 4> all{
            {{"uneven_stages", [](const core::Plan& plan) { return !plan.layersPerStage.empty(); },
              [](const PlanSpace& space) { return space.unevenStages; },
              [](PlanSpace& space) { space.unevenStages = false; }},
             {"recompute_layers", [](const core::Plan& plan) { return !plan.recomputeLayers.empty(); },
              [](const PlanSpace& space) { return space.someRecompute; },
              [](PlanSpace& space) { space.someRecompute = false; }},
             {"kept_layers",
              [](const core::Plan& plan) { return plan.keptLayers > 0 || plan.keepWeightsAfterForward; },
              [](const PlanSpace& space) { return space.someRecompute; },
              [](PlanSpace& space) { space.someRecompute = false; }},
             {"offload", [](const core::Plan& plan) { return plan.residency != core::Residency{}; },
              [](const PlanSpace& space) { return !space.offloads.empty(); },
              [](PlanSpace& space) { space.offloads.clear(); }}}};
        for (const Finer& finer : all) {
            if (!finer.has(m_answer.best.front().hit.plan) || !finer.open(m_prepared.search.space))
                continue;
            SHARDSCOPE_TRY(std::optional<PlanHit> without,
                           bestWithout(finer.close, [&](const core::Plan& plan) {
                               return !finer.has(plan); // a variant may say so by itself
                           }));
            if (without)
                m_answer.gains.push_back({finer.of, std::move(*without)});
        }
        return core::Done{};
    }

    /// How near the next number of devices below the fewest comes to the limits.
    core::Result<core::Done> addFewer()
    {
        const PlanHit& best = m_answer.best.front().hit;
        const auto& devices = m_prepared.search.machines[best.machine].devices;
        const auto next = std::ranges::lower_bound(devices, best.devices);
        if (m_prepared.search.objective != planner::PlanObjective::Devices || next == devices.begin())
            return core::Done{};
        PlanSearch fewer = m_prepared.search;
        fewer.machines = {{machine(best), {*(next - 1)}}};
        fewer.objective = planner::PlanObjective::Time;
        fewer.front.clear();
        fewer.limits.seconds.reset();
        fewer.limits.currency.reset();
        fewer.limits.joules.reset();
        fewer.top = 1;
        SHARDSCOPE_TRY(const planner::PlanOutcome found, planner::searchTransformer(fewer, m_task));
        if (!found.best.empty())
            m_answer.fewer = found.best.front();
        return core::Done{};
    }

    core::Result<core::Done> noteBesideBest()
    {
        const PlanHit& hit = m_answer.best.front().hit;
        SHARDSCOPE_TRY(const core::Evaluation evaluation,
                       m_evaluators[hit.machine].evaluate(hit.plan, planner::Detail::Explained));
        m_answer.unverified = evaluation.unverified;
        if (m_prepared.catalog)
            m_answer.published =
                publishedBeside(*m_prepared.catalog, m_prepared.search.model, machine(hit), evaluation);
        return core::Done{};
    }

    core::Result<core::Done> explainWhy()
    {
        core::Plan plan;
        if (m_request.whyPlan) {
            plan = *m_request.whyPlan;
        } else if (m_request.why.empty()) {
            plan = *m_prepared.around;
        } else {
            SHARDSCOPE_TRY(const PlanDocument document, readPlanDocument(m_request.why));
            SHARDSCOPE_TRY(plan, readPlan(document.plan, m_request.why, {}, m_prepared.search.model));
        }
        WhyNot why;
        const PlanHit* best = !m_answer.best.empty()      ? &m_answer.best.front().hit
                              : !m_answer.nearest.empty() ? &m_answer.nearest.front().hit
                                                          : nullptr;
        const planner::Evaluator& evaluator = m_evaluators[best != nullptr ? best->machine : 0];
        auto evaluation = evaluator.evaluate(plan, planner::Detail::Explained, m_task);
        if (!evaluation.ok()) {
            why.refused = evaluation.error();
            m_answer.why = std::move(why);
            return core::Done{};
        }
        why.feasible = evaluation->verdict.feasible();
        if (best != nullptr) {
            SHARDSCOPE_TRY(const core::Evaluation other,
                           evaluator.evaluate(best->plan, planner::Detail::Plain, m_task));
            const auto perSample = [](const core::Evaluation& of, core::StepPart part) {
                const auto* found = of.step.find(part);
                return found == of.step.end()
                           ? 0
                           : found->second.seconds.value() / static_cast<double>(of.plan.batch.globalBatch);
            };
            for (const auto& [part, time] : evaluation->step)
                why.parts.push_back({part, perSample(*evaluation, part), perSample(other, part)});
            std::ranges::stable_sort(why.parts, [](const auto& a, const auto& b) {
                const bool totalA = a.part == core::StepPart::Total;
                const bool totalB = b.part == core::StepPart::Total;
                return totalA != totalB ? totalA : a.seconds - a.bestSeconds > b.seconds - b.bestSeconds;
            });
            if (const WhyNot::Part& whole = why.parts.front();
                whole.bestSeconds > 0 && !m_answer.best.empty())
                why.slower = whole.seconds / whole.bestSeconds - 1;
        }
        why.beyond =
            beyondAsked(m_prepared, std::move(plan), *evaluation, best != nullptr ? best->machine : 0);
        why.evaluation = std::move(*evaluation);
        m_answer.why = std::move(why);
        return core::Done{};
    }

    const PreparedSearch& m_prepared;
    const PlanSearchRequest& m_request;
    const core::Task& m_task;
    std::vector<planner::Evaluator> m_evaluators;
    std::map<std::string, FoundLayout> m_traced; ///< by machine and plan
    /// For plans that traceAhead() traced for this search and that do not fit: what does fit.
    std::map<std::string, std::optional<PlanHit>> m_ahead;
    std::optional<FoundLayout> m_leanest; ///< of the plans that fit
    bool m_complete = false; ///< no twin of the last of the best is behind the plans that were looked at
    PlanSearchAnswer m_answer;
};

} // namespace

core::Result<PlanSearchAnswer> answerSearch(const PreparedSearch& prepared, const PlanSearchRequest& request,
                                            const core::Task& task)
{
    // Tries the usual means, then all that the machines have, then without the memory that would better stay
    // free if nobody said how much: what fits at all is found.
    std::vector<PreparedSearch> rounds{prepared};
    if (const auto wide = planner::withLastMeans(prepared.search.space)) {
        rounds.push_back(prepared);
        rounds.back().search.space = *wide;
    }
    if (request.headroom.empty() && prepared.search.limits.memory) {
        rounds.push_back(rounds.back());
        rounds.back().search.limits.headroom = core::Bytes{0};
    }
    PlanSearchRequest quick = request;
    quick.relax = false;
    for (std::size_t round = 0; round + 1 < rounds.size(); ++round) {
        auto answer = Answering(rounds[round], quick, task).run();
        if (answer.ok() ? !answer->best.empty() : answer.error().code == core::ErrorCode::Cancelled)
            return answer;
    }
    return Answering(rounds.back(), request, task).run();
}

SHARDSCOPE_COPIES_OF(PlanSearchAnswer);

} // namespace shardscope::app
