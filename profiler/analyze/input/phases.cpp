// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/input/phases.h"

#include "core/base/ascii.h"
#include "core/base/error_at.h"
#include "core/base/phrase.h"
#include "profiler/analyze/input/track_walk.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>

namespace shardscope::profiler {

namespace {

struct Start {
    std::string_view text;
    Phase phase;
};

/// Names that a framework gives.
constexpr std::array kStarts{
    Start{"autograd::engine::", Phase::Backward},    // torch/csrc/autograd/engine.cpp
    Start{"torch/autograd/", Phase::Backward},       // its functions: backward, _engine_run_backward
    Start{"Optimizer.step#", Phase::Optimizer},      // torch/optim/optimizer.py, profile_hook_step
    Start{"Optimizer.zero_grad#", Phase::Optimizer}, // the same, zero_grad
};
/// First words of ranges: torchrec's train_pipeline ("## forward ##"), Megatron's timers ("forward-compute"),
/// DeepSpeed's ("fwd", "bwd"), torch.distributed.pipelining ("Forward 3"), Lightning ("optimizer_step").
constexpr std::array kWords{
    Start{"forward", Phase::Forward},     Start{"fwd", Phase::Forward},
    Start{"backward", Phase::Backward},   Start{"bwd", Phase::Backward},
    Start{"optimizer", Phase::Optimizer}, Start{"optim", Phase::Optimizer},
};

} // namespace

std::optional<Phase> phaseOfName(std::string_view name)
{
    for (const Start& start : kStarts) {
        const bool function = start.text.starts_with("torch/autograd");
        if (name.starts_with(start.text) && (!function || name.find("backward") != std::string_view::npos))
            return start.phase;
    }
    constexpr std::size_t kLongest = 40; // of a range's name that is about a phase
    const auto first = name.find_first_not_of("# ");
    if (first == std::string_view::npos || name.size() > kLongest)
        return std::nullopt;
    name.remove_prefix(first);
    for (const Start& word : kWords) {
        const bool same = name.size() >= word.text.size() &&
                          std::ranges::equal(name.substr(0, word.text.size()), word.text,
                                             [](char a, char b) { return core::lowered(a) == b; });
        if (same && (name.size() == word.text.size() || !core::isLetterOrDigit(name[word.text.size()]) ||
                     core::isDigit(name[word.text.size()])))
            return word.phase;
    }
    return std::nullopt;
}

/// Walks twice over the threads: for what names tell, then for operations between.
class PhaseFinder {
public:
    explicit PhaseFinder(const AnalysisInput& input)
        : m_input(input)
        , m_timeline(input.timeline())
        , m_named(m_timeline.names().size())
    {
        for (std::size_t name = 0; name < m_named.size(); ++name)
            m_named[name] = phaseOfName(input.text(core::NameId{name}));
        m_found.m_of.assign(m_timeline.sliceCount(), 0);
    }

    core::Result<RowPhases> find(const core::Task& task)
    {
        for (std::size_t part = 0; part < m_input.ranks().size(); ++part)
            SHARDSCOPE_TRY_DONE(readPart(part, task));
        return std::move(m_found);
    }

private:
    struct Mark {
        std::int64_t begin = 0;
        std::int64_t end = 0;
        Phase phase = Phase::Forward;
    };

    core::Result<core::Done> readPart(std::size_t part, const core::Task& task)
    {
        m_part = &m_input.ranks()[part];
        m_marks.clear();
        m_endBefore.clear();
        SHARDSCOPE_TRY(const DeviceLaunches* const launches, m_input.launches(part, task));
        forEachThread([&](core::TrackId track) { readNames(track); });
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        if (m_marks.empty())
            return core::Done{};
        m_found.m_told = true;
        std::ranges::sort(m_marks, {}, &Mark::begin);
        m_forwardTold =
            std::ranges::any_of(m_marks, [](const Mark& mark) { return mark.phase == Phase::Forward; });
        for (const Mark& mark : m_marks)
            m_endBefore.push_back(std::max(m_endBefore.empty() ? mark.end : m_endBefore.back(), mark.end));
        forEachThread([&](core::TrackId track) { readOperations(track); });
        const DeviceWork& work = m_input.deviceWork(part);
        for (std::size_t at = 0; at < work.rows.size(); ++at) {
            const std::uint32_t call = launches->origin(at);
            if (call != kNoRow)
                m_found.m_of[work.rows[at]] = m_found.m_of[call];
        }
        return core::Done{};
    }

    static std::uint8_t stored(std::optional<Phase> phase)
    {
        return phase ? static_cast<std::uint8_t>(static_cast<std::uint8_t>(*phase) + 1) : std::uint8_t{0};
    }

    template <class Visit>
    void forEachThread(const Visit& visit)
    {
        for (const core::TrackId track : m_part->tracks) {
            if (!m_timeline.tracks()[track.index()].device)
                visit(track);
        }
        for (const core::TrackId track : m_part->captures)
            visit(track);
    }

    void readNames(core::TrackId track)
    {
        std::vector<std::optional<Phase>> open; // of the rows that are open, outer ones first
        walkTrack(
            m_timeline, track,
            [&](std::uint32_t row, std::size_t /*depth*/) {
                const core::NameId name = m_timeline.name()[row];
                const std::optional<Phase> outer = open.empty() ? std::nullopt : open.back();
                const std::optional<Phase> own = name.valid() ? m_named[name.index()] : std::nullopt;
                const bool inherits = outer && (!own || *outer != Phase::Forward);
                open.push_back(inherits ? outer : own);
                m_found.m_of[row] = stored(open.back());
                if (own && !inherits)
                    m_marks.push_back(
                        {m_timeline.ts()[row], m_timeline.ts()[row] + m_timeline.dur()[row], *own});
            },
            [&](std::uint32_t /*row*/, std::size_t /*depth*/) { open.pop_back(); });
    }

    void readOperations(core::TrackId track)
    {
        struct Open {
            std::optional<Phase> phase;
            bool fetches = false;
        };
        std::vector<Open> open;
        walkTrack(
            m_timeline, track,
            [&](std::uint32_t row, std::size_t /*depth*/) {
                const core::RowVerdict& verdict = m_input.kinds().of(row, track);
                Open own = open.empty() ? Open{} : open.back();
                own.fetches = own.fetches || verdict.host == core::HostWork::LoadData;
                if (m_found.m_of[row] != 0)
                    own.phase = m_found.of(row);
                else if (!own.phase && !own.fetches && verdict.role == core::Role::Operator)
                    own.phase = between(m_timeline.ts()[row]);
                m_found.m_of[row] = stored(own.phase);
                open.push_back(own);
            },
            [&](std::uint32_t /*row*/, std::size_t /*depth*/) { open.pop_back(); });
    }

    /// The phase of an operation that begins at \p ts, outside of all marks of its thread.
    [[nodiscard]] std::optional<Phase> between(std::int64_t ts) const
    {
        const auto next = std::ranges::lower_bound(m_marks, ts, {}, &Mark::begin);
        const std::optional<Phase> before =
            next == m_marks.begin() ? std::nullopt : std::optional((next - 1)->phase);
        const std::optional<Phase> behind = next == m_marks.end() ? std::nullopt : std::optional(next->phase);
        if (before == Phase::Backward && behind == Phase::Optimizer)
            return Phase::Optimizer; // gradients are clipped, scaled, summed up
        const bool whileBackward = before == Phase::Backward && behind == Phase::Backward &&
                                   m_endBefore[static_cast<std::size_t>(next - m_marks.begin()) - 1] > ts;
        if (m_forwardTold || whileBackward)
            return std::nullopt;
        const bool lastStep = !behind && before == Phase::Optimizer; // cut off before its backward pass
        return behind == Phase::Backward || lastStep ? std::optional(Phase::Forward) : std::nullopt;
    }

    const AnalysisInput& m_input;
    const core::Timeline& m_timeline;
    const RankPart* m_part = nullptr;
    std::vector<std::optional<Phase>> m_named; ///< by name
    RowPhases m_found;
    std::vector<Mark> m_marks;             ///< by begin, of all threads
    std::vector<std::int64_t> m_endBefore; ///< by mark: the latest end up to it
    bool m_forwardTold = false;
};

core::Error noPhases(Phase phase)
{
    return core::errorIn(core::ErrorCode::UnknownValue,
                         {std::string(core::nameOf(phase)),
                          {},
                          core::phrase(W_("no name tells phases: no function of autograd, no mark of an "
                                          "optimizer, no range called so"))},
                         "--phase");
}

core::Result<RowPhases> phasesOf(const AnalysisInput& input, const core::Task& task)
{
    return PhaseFinder(input).find(task);
}

} // namespace shardscope::profiler
