// SPDX-License-Identifier: GPL-3.0-or-later
// Fields and their meaning: google/perfetto, protos/perfetto/trace/gpu (gpu_render_stage_event.proto,
// gpu_track_event.proto, gpu_counter_event.proto).
#include "profiler/import/perfetto/perfetto_gpu.h"

#include "profiler/import/perfetto/perfetto_rows.h"
#include "profiler/import/text/saturate.h"
#include "profiler/import/valid_name.h"

#include <proto/perfetto.pb.h>

#include <algorithm>
#include <array>

namespace shardscope::profiler {

namespace {

/// Kineto's word for the kind of work, so that the same analyses apply. Stages are called "Kernel", "Memcpy",
/// "MemSet", "EventRecord", "HostNode" (pytorch, torch/csrc/profiler/cuspy; nodes of graphs are none of the
/// device's work); what is not known is work.
std::string_view categoryOf(std::string_view stage, std::string_view name)
{
    constexpr std::array<std::string_view, 6> kNoWork{"EventRecord", "EventWait", "HostNode",
                                                      "WaitEvent",   "Empty",     "Host"};
    const auto starts = [&](std::string_view lower, std::string_view upper) {
        return stage.starts_with(lower) || stage.starts_with(upper) || name.starts_with(lower) ||
               name.starts_with(upper);
    };
    if (starts("Memcpy", "MemCpy"))
        return "gpu_memcpy";
    if (starts("Memset", "MemSet"))
        return "gpu_memset";
    return std::ranges::find(kNoWork, stage) != kNoWork.end() ? "cuda_event" : "kernel";
}

} // namespace

std::string_view PerfettoGpu::nameFrom(const PerfettoNames::Map& map, std::uint64_t iid, std::uint64_t offset)
{
    const auto found = map.find(iid);
    if (found != map.end())
        return found->second;
    m_target.remarks.note(RemarkKind::NameNotInFile, offset);
    return "unnamed";
}

void PerfettoGpu::work(const perfetto::GpuRenderStageEvent& event, std::int64_t ts,
                       const PerfettoNames& names, std::uint64_t args, std::uint64_t offset)
{
    core::TimelineBuilder& builder = m_target.builder;
    const std::string process = "GPU " + std::to_string(event.gpu_id());
    const std::string queue =
        event.has_hw_queue_iid()
            ? std::string(nameFrom(names.gpuSpecifications, event.hw_queue_iid(), offset))
            : "queue " + std::to_string(event.hw_queue_id());
    const core::TrackId id = builder.track(process, queue, m_target.source);
    core::Track& track = builder.describe(id);
    track.process = validName(m_target, process);
    track.thread = validName(m_target, queue);
    track.device = true;
    const std::string_view stage = event.has_stage_iid()
                                       ? nameFrom(names.gpuSpecifications, event.stage_iid(), offset)
                                       : std::string_view();
    std::string_view name = event.name();
    if (event.has_kernel_iid())
        name = nameFrom(names.kernels, event.kernel_iid(), offset);
    else if (event.has_name_iid())
        name = nameFrom(names.events, event.name_iid(), offset);
    else if (name.empty())
        name = stage;
    builder.slice(id, ts, clampTime(event.duration()), validName(m_target, name.empty() ? "unnamed" : name),
                  validName(m_target, categoryOf(stage, name)), args);
    ++m_target.tally.slices;
    if (!event.has_event_id())
        return;
    m_work.try_emplace(event.event_id(), Work{id, ts, args});
    for (const std::uint64_t earlier : event.event_wait_ids())
        m_arrows.push_back({earlier, Why::WorkWaits, id, ts, args});
}

void PerfettoGpu::counters(const perfetto::GpuCounterEvent& event, std::int64_t ts,
                           const PerfettoNames& names, std::uint64_t offset)
{
    for (const auto& spec : event.counter_descriptor().specs())
        m_counterNames[spec.counter_id()] = spec.name();
    std::int32_t gpu = event.gpu_id();
    const PerfettoNames::Map* known = &m_counterNames;
    if (event.has_counter_descriptor_iid()) {
        const auto described = names.counters.find(event.counter_descriptor_iid());
        if (described == names.counters.end()) {
            m_target.remarks.note(RemarkKind::NameNotInFile, offset);
        } else {
            known = &described->second.names;
            gpu = described->second.gpu;
        }
    }
    core::TimelineBuilder& builder = m_target.builder;
    const core::NameId process = validName(m_target, "GPU " + std::to_string(gpu));
    for (const auto& counter : event.counters()) {
        const auto found = known->find(counter.counter_id());
        const std::string name = found == known->end() || found->second.empty()
                                     ? "counter " + std::to_string(counter.counter_id())
                                     : found->second;
        builder.counter(process, validName(m_target, name), validName(m_target, "value"), ts,
                        counter.has_double_value() ? counter.double_value()
                                                   : static_cast<double>(counter.int_value()),
                        m_target.source);
        ++m_target.tally.counters;
    }
}

void PerfettoGpu::correlate(const perfetto::GpuCorrelation& correlation, core::TrackId track, std::int64_t ts,
                            std::uint64_t place)
{
    for (const std::uint64_t event : correlation.render_stage_submission_event_ids())
        m_arrows.push_back({event, Why::Submitted, track, ts, place});
    for (const std::uint64_t event : correlation.render_stage_wait_event_ids())
        m_arrows.push_back({event, Why::HostWaits, track, ts, place});
}

void PerfettoGpu::placeArrows()
{
    constexpr std::array<std::string_view, 3> kCategories{"ac2g", "gpu_wait", "event_wait"}; // by Why
    core::TimelineBuilder& builder = m_target.builder;
    std::uint64_t number = 0;
    for (const Arrow& arrow : m_arrows) {
        const core::NameId category = validName(m_target, kCategories[static_cast<std::size_t>(arrow.why)]);
        const auto work = m_work.find(arrow.event);
        const bool leaves = arrow.why == Why::Submitted; // from the host to the work
        ++number;
        const auto put = [&](core::FlowPhase phase, core::TrackId track, std::int64_t ts,
                             std::uint64_t place) {
            builder.flow(phase, track, ts, category, number, place);
            countFlow(m_target.tally, phase);
        };
        put(leaves ? core::FlowPhase::Begin : core::FlowPhase::End, arrow.track, arrow.ts, arrow.place);
        if (work != m_work.end())
            put(leaves ? core::FlowPhase::End : core::FlowPhase::Begin, work->second.track, work->second.ts,
                work->second.place);
    }
}

} // namespace shardscope::profiler
