// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/time/host_segments.h"

#include "core/base/one_of.h"
#include "profiler/analyze/input/track_walk.h"
#include "profiler/trace/collective_names.h"

#include <algorithm>
#include <array>
#include <optional>

namespace shardscope::profiler {

namespace {

constexpr std::array<std::string_view, 10> kWaits{
    "cudaStreamSynchronize", "cudaDeviceSynchronize", "cudaEventSynchronize", "cudaMemcpy",
    "hipStreamSynchronize",  "hipDeviceSynchronize",  "hipEventSynchronize",  "hipMemcpy",
    "cuStreamSynchronize",   "cuCtxSynchronize"};
constexpr std::array<std::string_view, 11> kAllocations{
    "cudaMalloc",    "cudaFree",  "cudaHostAlloc", "cudaMallocHost", "cudaFreeHost", "cudaMallocAsync",
    "cudaFreeAsync", "hipMalloc", "hipFree",       "hipHostMalloc",  "hipHostFree"};

/// What a name alone tells; none: an operation or nothing of note.
std::optional<IdleCause> specialWork(std::string_view name, std::string_view category)
{
    if (core::isOneOf(name, kWaits))
        return IdleCause::Synchronization;
    if (core::isOneOf(name, kAllocations))
        return IdleCause::Allocation;
    if (name.find("DataLoader") != std::string_view::npos ||
        name.find("dataloader.py") != std::string_view::npos)
        return IdleCause::DataLoading;
    if (communicationName(name, category).role == CommunicationRole::Annotation)
        return IdleCause::Communication;
    return std::nullopt;
}

bool isOperation(std::string_view category)
{
    return category == "cpu_op" || category == "Operator" || category == "cpu_instant_event";
}

/// Classes of names, asked once each.
class Works {
public:
    explicit Works(const core::Timeline& timeline)
        : m_timeline(timeline)
        , m_known(timeline.names().size(), kNotAsked)
    {
    }
    struct Work {
        std::optional<IdleCause> special;
        bool operation = false; ///< of the framework; calls of a communication library are none
    };
    Work of(std::uint32_t row)
    {
        const core::NameId name = m_timeline.name()[row];
        const core::NameId category = m_timeline.category()[row];
        const std::string_view text =
            category.valid() ? m_timeline.names().text(category) : std::string_view();
        if (!name.valid())
            return {};
        std::uint8_t& known = m_known[name.index()];
        if (known == kNotAsked) {
            const auto special = specialWork(m_timeline.names().text(name), text);
            known = special ? static_cast<std::uint8_t>(*special) : kNothing;
        }
        if (known != kNothing)
            return {static_cast<IdleCause>(known), false};
        // The profiler's own range of a step was an operation in its early formats.
        return {std::nullopt,
                isOperation(text) && !m_timeline.names().text(name).starts_with("ProfilerStep")};
    }

    /// Whether a row belongs to a call of a communication library ("record_param_comms", "c10d::send").
    [[nodiscard]] bool communicates(std::uint32_t row) const
    {
        const std::string_view name = m_timeline.names().text(m_timeline.name()[row]);
        return name.starts_with("c10d::") || name == "record_param_comms" ||
               communicationName(name, "").role != CommunicationRole::None;
    }

private:
    static constexpr std::uint8_t kNotAsked = 0xFF;
    static constexpr std::uint8_t kNothing = 0xFE;
    const core::Timeline& m_timeline;
    std::vector<std::uint8_t> m_known;
};

} // namespace

bool isWaitingCall(std::string_view name) { return core::isOneOf(name, kWaits); }

bool isWait(IdleCause cause)
{
    return cause == IdleCause::Synchronization || cause == IdleCause::BlockingCopy;
}

std::vector<HostSegment> hostSegments(const core::Timeline& timeline, core::TrackId track,
                                      std::span<const BlockingCall> blocking)
{
    struct Open {
        std::uint32_t row;
        IdleCause work;
        core::NameId name;
    };
    Works works(timeline);
    std::vector<Open> open; // only those that change what the thread is busy with
    std::vector<HostSegment> segments;
    std::int64_t since = 0;
    const auto cut = [&](std::int64_t until) {
        if (!open.empty() && until > since)
            segments.push_back({{since, until},
                                open.back().work,
                                open.back().name,
                                timeline.ts()[open.back().row] + timeline.dur()[open.back().row]});
        since = until;
    };
    walkTrack(
        timeline, track,
        [&](std::uint32_t row, std::size_t) {
            Works::Work work = works.of(row);
            const auto block = std::ranges::partition_point(
                blocking, [&](const BlockingCall& call) { return call.row < row; });
            if (block != blocking.end() && block->row == row &&
                (!work.special || (isWait(*work.special) && !block->drains)))
                work.special = block->drains ? IdleCause::Synchronization : IdleCause::BlockingCopy;
            const bool inside = !open.empty();
            // Ranges of gloo and its like last until the transfer is over; the thread has gone on meanwhile.
            const bool wentOn = inside && open.back().work == IdleCause::Communication && work.operation &&
                                !works.communicates(row);
            if (inside && open.back().work != IdleCause::Launching && !wentOn)
                return; // what it is busy with is told already
            if (!work.special && (!work.operation || (inside && !wentOn)))
                return;
            cut(timeline.ts()[row]);
            // A wait is known by the operation that waits, anything else by itself.
            const bool waits = work.special && isWait(*work.special);
            open.push_back({row, work.special.value_or(IdleCause::Launching),
                            inside && waits ? open.back().name : timeline.name()[row]});
        },
        [&](std::uint32_t row, std::size_t) {
            if (open.empty() || open.back().row != row)
                return;
            cut(timeline.ts()[row] + timeline.dur()[row]);
            open.pop_back();
        });
    return segments;
}

} // namespace shardscope::profiler
