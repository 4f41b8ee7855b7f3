// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/plan/planned_step.h"

#include "core/timeline/build/timeline_builder.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

using core::StepPart;

/// Names as a trace of such a step has them, so that classes and colours are found the same way.
struct Part {
    StepPart part;
    const char* name; ///< none: nothing runs
    const char* category;
};
constexpr Part kBefore[] = {{StepPart::Bubble, nullptr, nullptr},
                            {StepPart::Forward, "forward (gemm, attention)", "kernel"},
                            {StepPart::Recompute, "recompute (gemm, attention)", "kernel"},
                            {StepPart::Backward, "backward (gemm, attention)", "kernel"}};
constexpr Part kAfter[] = {{StepPart::Streaming, nullptr, nullptr},
                           {StepPart::Host, nullptr, nullptr},
                           {StepPart::Optimizer, "optimizer.step", "kernel"}};

class Writer {
public:
    explicit Writer(const core::Evaluation& evaluation)
        : m_evaluation(evaluation)
        , m_computing(track("computing", 0))
    {
    }

    core::RunPtr write(const std::string& title)
    {
        for (const Part& part : kBefore)
            advance(part);
        double exposedFrom = m_at;
        m_at += seconds(StepPart::ExposedCommunication);
        const double streamedFrom = m_at;
        for (const Part& part : kAfter)
            advance(part);
        std::int64_t order = 1;
        double streamed = streamedFrom;
        for (const core::CommunicationEntry& entry : m_evaluation.communication) {
            const bool streaming = entry.operation == "streaming";
            double& from = streaming ? streamed : exposedFrom;
            from += entry.exposed.value();
            communicate(entry, from, streaming, order++);
        }
        const std::int64_t end = nanos(seconds(StepPart::Total));
        m_builder.step(0, end, m_builder.intern("planned step"), 0);
        core::LayoutTally tally;
        auto timeline = m_builder.build({}, tally);
        if (!timeline.ok())
            return nullptr;
        auto run = std::make_shared<core::Run>();
        run->origin = core::RunOrigin::Simulated;
        run->title = title;
        run->timeline = std::move(timeline).value();
        run->plan = m_evaluation.plan;
        return run;
    }

private:
    [[nodiscard]] double seconds(StepPart part) const
    {
        const auto found = m_evaluation.step.find(part);
        return found == m_evaluation.step.end() ? 0 : found->second.seconds.value();
    }
    static std::int64_t nanos(double seconds) { return std::llround(seconds * 1e9); }

    core::TrackId track(const std::string& name, std::int64_t order)
    {
        const core::TrackId made = m_builder.track("plan", name);
        const core::NameId process = m_builder.intern("plan");
        const core::NameId thread = m_builder.intern(name);
        core::Track& described = m_builder.describe(made);
        described.process = process;
        described.thread = thread;
        described.threadOrder = order;
        described.device = true;
        described.rank = 0;
        described.multiplicity =
            static_cast<std::uint32_t>(std::clamp<std::int64_t>(m_evaluation.devices, 1, 0xFFFFFFFF));
        return made;
    }
    void slice(core::TrackId on, double from, double to, const std::string& name, const char* category)
    {
        const std::int64_t begin = nanos(from);
        const std::int64_t length = nanos(to) - begin;
        if (length > 0)
            m_builder.slice(on, begin, length, m_builder.intern(name), m_builder.intern(category));
    }
    void advance(const Part& part)
    {
        const double next = m_at + seconds(part.part);
        if (part.name != nullptr)
            slice(m_computing, m_at, next, part.name, part.category);
        m_at = next;
    }
    void communicate(const core::CommunicationEntry& entry, double end, bool streaming, std::int64_t order)
    {
        const double from = std::max(0.0, end - entry.seconds.value());
        const std::string name = (streaming ? "memcpy " : "nccl:" + entry.operation + " ") + entry.group;
        slice(track(name, order), from, end, name, streaming ? "gpu_memcpy" : "kernel");
    }

    const core::Evaluation& m_evaluation;
    core::TimelineBuilder m_builder;
    core::TrackId m_computing;
    double m_at = 0;
};

} // namespace

core::RunPtr plannedStep(const core::Evaluation& evaluation, const std::string& title)
{
    if (evaluation.step.empty())
        return nullptr;
    return Writer(evaluation).write(title);
}

} // namespace shardscope::app
