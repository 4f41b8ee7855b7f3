// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/questions/plan_neighbours.h"

#include "core/base/joined.h"
#include "core/base/text_mark.h"
#include "core/plan/plan_names.h"
#include "core/plan/recompute_parts.h"
#include "planner/layout.h"
#include "planner/planner.h"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace shardscope::app {
namespace {

class Neighbours {
public:
    Neighbours(const core::ModelSpec& model, const planner::PlanSpace& space, const core::Plan& variant,
               const core::Plan& best)
        : m_model(model)
        , m_space(space)
        , m_variant(variant)
        , m_best(best)
    {
    }

    std::vector<PlanNeighbour> all()
    {
        const core::Plan& best = m_best;
        addAxis(W_("tensor"), &core::Axes::tensor);
        addAxis(W_("pipeline"), &core::Axes::pipeline);
        addStages();
        addAxis(W_("context"), &core::Axes::context);
        const std::int64_t replicas = best.axes.replicas();
        const core::Transformer* shape = m_model.transformer();
        if (shape != nullptr && shape->experts > 0) {
            for (const std::int64_t degree : planner::divisorsOf(best.axes.expertRanks())) {
                core::Plan plan = best;
                plan.axes.expert = degree;
                worth(W_("expert"), std::to_string(degree), plan, degree == best.axes.expert);
            }
        }
        const std::int64_t local = best.batch.microBatch * best.batch.microBatches;
        for (const std::int64_t micro : planner::divisorsOf(local)) {
            core::Plan plan = best;
            plan.batch.microBatch = micro;
            plan.batch.microBatches = local / micro;
            worth(W_("micro_batch"), std::to_string(micro), plan, micro == best.batch.microBatch);
        }
        if (best.axes.pipeline > 1)
            addSchedules();
        if (best.axes.pipeline > 1 && !core::timedByOrder(best.schedule)) {
            const std::int64_t layers = planner::layersOf(m_model);
            for (const std::int64_t chunks :
                 planner::divisorsOf(std::max<std::int64_t>(1, layers / best.axes.pipeline))) {
                core::Plan plan = best;
                if (chunks > 1)
                    plan.layersPerStage.clear();
                plan.axes.virtualStages = chunks;
                plan.schedule =
                    chunks > 1 ? core::Schedule::Interleaved : core::Schedule::OneForwardOneBackward;
                worth(W_("virtual_stages"), std::to_string(chunks), plan, chunks == best.axes.virtualStages);
            }
        }
        for (int stage = 0; stage <= 3 && replicas > 1; ++stage) {
            core::Plan plan = best;
            plan.sharding = core::zeroSharding(stage, replicas);
            worth(W_("zero_stage"), std::to_string(stage), plan, plan.sharding == best.sharding);
        }
        for (const bool sequence : {false, true}) {
            if (best.axes.tensor == 1)
                break;
            core::Plan plan = best;
            plan.axes.sequenceParallel = sequence;
            worth(W_("sequence_parallel"), sequence ? "true" : "false", plan,
                  sequence == best.axes.sequenceParallel);
        }
        addChoice<core::Recompute>(W_("recompute"), &core::Plan::recompute);
        addRecomputedParts();
        addRecomputedLayers();
        addChoice<core::Attention>(W_("attention"), &core::Plan::attention);
        return std::move(m_found);
    }

private:
    /// \p plan, changed.
    void worth(const char* key, std::string value, core::Plan plan, bool own)
    {
        if (plan.recompute == core::Recompute::None || plan.recomputeLayers.size() > 1)
            plan.recomputeLayers =
                own ? plan.recomputeLayers : std::vector<std::int64_t>(); // of other stages
        m_found.push_back({key, std::move(value), std::move(plan), own});
    }

    void addAxis(const char* key, std::int64_t core::Axes::*axis)
    {
        const core::Plan& best = m_best;
        const std::int64_t share = best.axes.replica * best.axes.*axis;
        for (const std::int64_t degree : planner::divisorsOf(share)) {
            core::Plan plan = best;
            plan.axes.*axis = degree;
            plan.axes.replica = share / degree;
            if (plan.axes.pipeline != best.axes.pipeline)
                plan.layersPerStage.clear();
            if (plan.batch.globalBatch % (plan.axes.replica * plan.batch.microBatch) != 0)
                continue;
            plan.batch.microBatches = plan.batch.globalBatch / (plan.axes.replica * plan.batch.microBatch);
            keepSharding(best, plan);
            if (axis == &core::Axes::tensor && degree == 1)
                plan.axes.sequenceParallel = false;
            worth(key, std::to_string(degree), plan, degree == best.axes.*axis);
        }
    }

    /// Adds the schedules that were asked for, beside 1F1B and what virtual stages make of it.
    void addSchedules()
    {
        const core::Plan& best = m_best;
        for (const core::Schedule schedule : planner::schedulesAsked(m_space, best)) {
            core::Plan plan = best;
            plan.schedule = schedule;
            plan.axes.virtualStages = 1;
            if (core::foldsPipeline(schedule))
                plan.layersPerStage.clear();
            const bool plain = schedule == core::Schedule::OneForwardOneBackward;
            if (schedule != core::Schedule::Interleaved && (!plain || core::timedByOrder(best.schedule)))
                worth(W_("schedule"), std::string(core::nameOf(schedule)), plan, schedule == best.schedule);
        }
    }

    /// Every way to cut the layers into the best plan's stages.
    void addStages()
    {
        const core::Plan& best = m_best;
        if (best.axes.pipeline == 1 || best.axes.virtualStages > 1)
            return;
        core::Plan variant = m_variant;
        variant.layersPerStage.clear();
        const auto cuts = planner::stageCutsOf(m_space, variant, m_model, best.axes.pipeline);
        for (const std::vector<std::int64_t>& cut : cuts) {
            core::Plan plan = best;
            plan.layersPerStage = cut;
            worth(W_("layers_per_stage"), cut.empty() ? "even" : core::joined(cut, ","), std::move(plan),
                  cut == best.layersPerStage);
        }
    }

    /// Degrees over all replicas stay over all replicas.
    static void keepSharding(const core::Plan& from, core::Plan& plan)
    {
        const std::int64_t before = from.axes.replicas();
        const std::int64_t now = plan.axes.replicas();
        for (const auto degree :
             {&core::Sharding::weights, &core::Sharding::gradients, &core::Sharding::optimizer}) {
            if (from.sharding.*degree == before && before > 1)
                plan.sharding.*degree = now;
            else if (now % plan.sharding.*degree != 0)
                plan.sharding.*degree = 1;
        }
    }

    /// One part beside those that the best plan repeats, or without one of them; refused ones are left out.
    void addRecomputedParts()
    {
        const core::Transformer* shape = m_model.transformer();
        if (shape == nullptr || !planner::fusedByMegatronCore(m_best) ||
            m_best.recompute == core::Recompute::Full)
            return;
        for (const core::Recompute::Part part : core::partsBesideCore(*shape)) {
            core::Plan plan = m_best;
            plan.recompute.parts = static_cast<std::uint16_t>(plan.recompute.parts ^ part);
            if (core::namesParts(plan.recompute))
                worth(W_("recompute"), core::nameOf(plan.recompute), plan, false);
        }
        if (core::namesParts(m_best.recompute))
            worth(W_("recompute"), core::nameOf(m_best.recompute), m_best, true);
    }

    /// So many of each stage's layers: a few numbers between none and all, and the best plan's own.
    void addRecomputedLayers()
    {
        const core::Plan& best = m_best;
        const core::Transformer* shape = m_model.transformer();
        if (shape == nullptr || best.recompute != core::Recompute::Full || best.phases > 0)
            return;
        const std::int64_t layers = shape->layers;
        const std::int64_t most = (layers + best.axes.pipeline * best.axes.virtualStages - 1) /
                                  (best.axes.pipeline * best.axes.virtualStages);
        constexpr std::int64_t kFew = 8;
        for (std::int64_t number = 1; number < most; ++number) {
            const bool own = best.recomputeLayers == std::vector<std::int64_t>{number};
            if (!own && most > kFew && number % (most / kFew) != 0)
                continue;
            core::Plan plan = best;
            plan.recomputeLayers = {number};
            worth(W_("recompute_layers"), std::to_string(number), std::move(plan), own);
        }
    }

    template <class Choice>
    void addChoice(const char* key, Choice core::Plan::*member)
    {
        const core::Plan& best = m_best;
        for (const Choice choice : core::valuesOf<Choice>()) {
            // Frameworks of 2023 had it: what a plan may have, and none would change to.
            if constexpr (std::is_same_v<Choice, core::Attention>) {
                if (choice == core::Attention::Triton && best.*member != choice)
                    continue;
            }
            core::Plan plan = best;
            plan.*member = choice;
            worth(key, std::string(core::nameOf(choice)), plan, choice == best.*member);
        }
    }

    const core::ModelSpec& m_model;
    const planner::PlanSpace& m_space;
    const core::Plan& m_variant;
    const core::Plan& m_best;
    std::vector<PlanNeighbour> m_found;
};

} // namespace

std::vector<PlanNeighbour> neighboursOf(const core::ModelSpec& model, const planner::PlanSpace& space,
                                        const core::Plan& variant, const core::Plan& plan)
{
    return Neighbours(model, space, variant, plan).all();
}

} // namespace shardscope::app
