// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/search/plan_nodes.h"

#include "planner/parallelism/plan_layout.h"
#include "planner/rules/rules.h"

namespace shardscope::planner {
namespace {

class NodeMaker {
public:
    NodeMaker(const PlanSearch& search, std::size_t machine, std::size_t variant,
              std::vector<PlanNode>& nodes, PlanTally& tally)
        : m_search(search)
        , m_space(search.space)
        , m_hardware(search.machines[machine].hardware)
        , m_machine(machine)
        , m_variant(variant)
        , m_plan(search.space.variants[variant])
        , m_nodes(nodes)
        , m_tally(tally)
    {
        m_plan.layersPerStage.clear(); // checked with the pipeline's degree below
        m_plan.schedule = core::Schedule::OneForwardOneBackward;
        m_plan.phases = 0;
        m_plan.sharding = {};
    }

    void add(std::int64_t devices)
    {
        for (const std::int64_t tensor : divisorsOf(devices)) {
            if (!m_space.tensor.holds(tensor))
                continue;
            if (m_space.tensorWithinNode && tensor > m_hardware.devicesPerNode) {
                ++m_tally.pruned["topology"];
                continue;
            }
            for (const std::int64_t second : divisorsOf(tensor)) {
                if (m_space.tensorSecond.holds(second))
                    addTensor(devices / tensor, tensor, second);
            }
        }
    }

private:
    void addTensor(std::int64_t left, std::int64_t tensor, std::int64_t second)
    {
        bool plain = false; // a group of one has no sequence to divide: both choices are the same plan
        for (const bool sequence : m_space.sequenceParallel) {
            const bool divides = sequence && tensor > 1 && second == 1;
            if (!divides && plain)
                continue;
            plain = plain || !divides;
            for (const std::int64_t context : divisorsOf(left)) {
                if (!m_space.context.holds(context))
                    continue;
                m_plan.axes = {tensor, 1, left / context, context, 1, 0, 1, divides, second};
                if (!legal())
                    continue;
                addPipelines(left / context);
            }
        }
    }

    void addPipelines(std::int64_t left)
    {
        const auto& given = m_search.space.variants[m_variant].layersPerStage;
        for (const std::int64_t pipeline : divisorsOf(left)) {
            if (!m_space.pipeline.holds(pipeline) || !m_space.replica.holds(left / pipeline))
                continue;
            if (pipeline > layersOf(m_search.model) ||
                (!given.empty() && static_cast<std::int64_t>(given.size()) != pipeline)) {
                ++m_tally.pruned["divisibility"];
                continue;
            }
            m_plan.axes.pipeline = pipeline;
            m_plan.axes.replica = left / pipeline;
            m_cuts = stageCutsOf(m_space, m_search.space.variants[m_variant], m_search.model, pipeline);
            addExperts();
        }
        m_plan.axes.pipeline = 1;
    }

    /// How many experts a layer has.
    [[nodiscard]] std::int64_t experts() const
    {
        const core::Transformer* model = m_search.model.transformer();
        return model == nullptr ? 0 : model->experts;
    }

    void addExperts()
    {
        const std::int64_t tensor = m_plan.axes.tensor;
        if (m_space.expertTensor.holds(0) || m_space.expertTensor.holds(tensor))
            addExpertDegrees();
        if (experts() == 0 || !m_plan.axes.sequenceParallel)
            return;
        for (const std::int64_t slices : divisorsOf(tensor)) {
            if (slices == tensor || !m_space.expertTensor.holds(slices))
                continue;
            m_plan.axes.expertTensor = slices;
            addExpertDegrees();
        }
        m_plan.axes.expertTensor = 0;
    }

    void addExpertDegrees()
    {
        for (const std::int64_t expert : divisorsOf(m_plan.axes.expertRanks())) {
            if (!m_space.expert.holds(expert) || (expert > 1 && experts() == 0))
                continue;
            if (expert > 1 && experts() % expert != 0) {
                ++m_tally.pruned["divisibility"];
                continue;
            }
            m_plan.axes.expert = expert;
            if (m_space.runnableOnly && !keepsRules(m_plan, Key::Axes))
                ++m_tally.pruned["framework"];
            else
                addCuts();
        }
        m_plan.axes.expert = 1;
    }

    void addCuts()
    {
        for (const std::vector<std::int64_t>& cut : m_cuts)
            m_nodes.push_back({m_machine, m_variant, m_plan.axes, cut});
    }

    /// Whether tensor and context divide what they cut.
    bool legal()
    {
        if (checkLayout(m_plan, m_search.model).ok())
            return true;
        ++m_tally.pruned["divisibility"];
        return false;
    }

    const PlanSearch& m_search;
    const PlanSpace& m_space;
    const core::HardwareSpec& m_hardware;
    std::size_t m_machine;
    std::size_t m_variant;
    core::Plan m_plan;
    std::vector<std::vector<std::int64_t>> m_cuts; ///< of the layers into stages
    std::vector<PlanNode>& m_nodes;
    PlanTally& m_tally;
};

} // namespace

void addNodes(const PlanSearch& search, std::size_t machine, std::int64_t devices,
              std::vector<PlanNode>& nodes, PlanTally& tally)
{
    PlanTally refused;
    for (std::size_t variant = 0; variant < search.space.variants.size(); ++variant)
        NodeMaker(search, machine, variant, nodes, refused).add(devices);
    refused.considered = refused.prunedInAll();
    tally.add(refused);
}

} // namespace shardscope::planner
