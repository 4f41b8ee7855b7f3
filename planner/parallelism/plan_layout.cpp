// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/parallelism/plan_layout.h"

#include "core/base/error_at.h"
#include "core/base/phrase.h"
#include "planner/parallelism/parallelism.h"
#include "planner/rules/rules.h"

namespace shardscope::planner {

std::int64_t layersOf(const core::ModelSpec& model)
{
    if (const core::LayerList* list = model.layerList())
        return static_cast<std::int64_t>(list->layers.size());
    const core::Transformer* transformer = model.transformer();
    return transformer == nullptr ? 0 : transformer->layers;
}

core::Result<core::Done> checkLayout(const core::Plan& plan, const core::ModelSpec& model)
{
    if (const auto checked = core::checkPlan(plan, model); !checked)
        return checked.error();
    if (const core::PlanProblem problem = unknownToFormulas(plan, model))
        return *problem;
    for (const Parallelism* parallelism : kParallelisms) {
        if (parallelism->legal == nullptr)
            continue;
        if (const core::PlanProblem problem = parallelism->legal(plan, model))
            return *problem;
    }
    return core::Done{};
}

core::PlanProblem needsTransformer(std::string what, const char* pointer)
{
    return core::errorAt(
        core::ErrorCode::NotSupported,
        {std::move(what), core::phrase(W_("the model is a list of layers, not a transformer"))}, pointer);
}

} // namespace shardscope::planner
