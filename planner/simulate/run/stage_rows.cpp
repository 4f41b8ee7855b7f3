// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/simulate/run/stage_rows.h"

#include "core/base/joined.h"
#include "core/base/mapped.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace shardscope::planner {
namespace {

class Notes final : public core::ArgumentSource {
public:
    /// \p numbers: the rank that stands for each stage.
    Notes(std::vector<SliceNote> notes, std::vector<std::int64_t> numbers, std::set<std::string> texts)
        : m_notes(std::move(notes))
        , m_texts(std::move(texts))
        , m_numbers(std::move(numbers))
    {
    }
    [[nodiscard]] std::string arguments(std::uint64_t args) const override
    {
        if (args >= m_notes.size())
            return "{}";
        const SliceNote& note = m_notes[args];
        std::string out = "{\"pass\":\"" + std::string(note.pass) + "\"";
        if (note.stage >= 0)
            out += ",\"stage\":" + std::to_string(note.stage);
        if (note.microBatch >= 0)
            out += ",\"micro_batch\":" + std::to_string(note.microBatch);
        if (note.stream >= 0)
            out += ",\"stream\":" + std::to_string(note.stream);
        if (*note.derivation != '\0')
            out += ",\"derivation\":\"stage " + std::to_string(note.rank) + "." + note.derivation + "\"";
        if (*note.collective != '\0')
            out += traffic(note);
        if (note.work != core::WorkClass::Unknown)
            out += ",\"class\":\"" + std::string(core::nameOf(note.work)) + "\"";
        if (note.place.layer >= 0)
            out += ",\"layer\":" + std::to_string(note.place.layer) +
                   ",\"place\":" + std::to_string(note.place.place);
        if (*note.shape != '\0')
            out += ",\"shape\":\"" + std::string(note.shape) + "\"";
        return out + "}";
    }

private:
    /// Uses the words of PyTorch's profiler (c10d's ParamCommsUtils), by which ranks' calls find each other.
    [[nodiscard]] std::string traffic(const SliceNote& note) const
    {
        std::string out = ",\"Collective name\":\"" + std::string(note.collective) + "\"";
        if (std::string_view(note.group) == "pipeline" && note.peer < 0) // of tied embeddings
            return out + ",\"Process Group Name\":\"ends of the pipeline\",\"Process Group Description\":" +
                   "\"pipeline\",\"Process Group Ranks\":\"[" +
                   std::to_string(m_numbers.front() + note.shift) + ", " +
                   std::to_string(m_numbers.back() + note.shift) + "]\"";
        if (note.peer < 0) // of a class's own group: no other class takes part
            return out + ",\"Process Group Name\":\"" + note.group + " of stage " +
                   std::to_string(note.rank) + "\",\"Process Group Description\":\"" + note.group + "\"";
        const bool sends = std::string_view(note.collective) == "send";
        return out + ",\"Process Group Name\":\"pipeline\",\"Process Group Description\":\"pipeline\"," +
               "\"Process Group Ranks\":\"" + chain(note.shift) + "\",\"" + (sends ? "Dst" : "Src") +
               " Rank\":" + std::to_string(m_numbers[static_cast<std::size_t>(note.peer)] + note.shift);
    }
    /// The ranks of one pipeline.
    [[nodiscard]] std::string chain(std::int64_t shift) const
    {
        return "[" + core::joined(m_numbers, ", ", [=](std::int64_t number) { return number + shift; }) + "]";
    }

    std::vector<SliceNote> m_notes;
    std::set<std::string> m_texts; ///< that notes point to
    std::vector<std::int64_t> m_numbers;
};

constexpr const char* kRowNames[kStageRows] = {"schedule",
                                               "supersteps",
                                               "computing",
                                               "collectives in the passes",
                                               "pipeline messages",
                                               "from the stage before",
                                               "from the stage behind",
                                               "weights gathered",
                                               "replica traffic",
                                               "other memory",
                                               "phases' weights loaded",
                                               "activations loaded",
                                               "stored",
                                               "copied to other memory",
                                               "copied from other memory"};

} // namespace

void StageRows::addStage(std::int64_t count)
{
    const std::size_t stage = m_stages.size();
    core::MeshCoordinate at;
    at.pipeline = static_cast<std::int64_t>(stage);
    const std::int64_t number = m_mesh.rank(at);
    m_stages.push_back({makeTracks("stage " + std::to_string(stage), number, at, count), number, {}});
}

void StageRows::expand(std::int64_t number)
{
    const core::MeshCoordinate at = m_mesh.coordinate(number);
    const auto stage = static_cast<std::size_t>(at.pipeline);
    const auto shown = [&](const core::RunSource& source) { return source.rank == number; };
    if (stage >= m_stages.size() || std::ranges::any_of(m_run.sources(), shown))
        return;
    Stage& of = m_stages[stage];
    of.expanded.push_back({makeTracks("rank " + std::to_string(number), number, at, 1), number - of.number});
    for (const core::TrackId track : of.tracks) {
        if (track.valid())
            m_run.builder().describe(track).multiplicity -= 1;
    }
}

StageRows::Tracks StageRows::makeTracks(const std::string& key, std::int64_t number,
                                        const core::MeshCoordinate& at, std::int64_t count)
{
    const std::uint32_t file = m_run.addRank(static_cast<std::int32_t>(number));
    Tracks tracks{};
    for (std::size_t row = 0; row < kStageRows; ++row) {
        const auto kind = static_cast<StageRow>(row);
        if (!has(kind))
            continue;
        const bool device = kind != StageRow::Schedule && kind != StageRow::Supersteps; // what others do,
                                                                                        // in other words
        tracks[row] = m_run.addRow({key, kRowNames[row], static_cast<std::int32_t>(number), count, device},
                                   file, static_cast<std::int64_t>(file), static_cast<std::int64_t>(row));
        m_run.builder().describe(tracks[row]).mesh = at;
    }
    return tracks;
}

void StageRows::slice(std::size_t stage, StageRow row, double from, double to, const std::string& name,
                      const char* category, SliceNote note)
{
    const std::int64_t begin = nanos(from);
    const std::int64_t length = nanos(to) - begin;
    if (length <= 0)
        return;
    note.rank = static_cast<std::int32_t>(stage);
    note.stream = row == StageRow::Schedule ? -1 : static_cast<std::int32_t>(row);
    core::TimelineBuilder& builder = m_run.builder();
    const core::NameId called = builder.intern(name);
    const core::NameId kind = builder.intern(category);
    builder.slice(track(stage, row), begin, length, called, kind, m_notes.size());
    m_notes.push_back(note);
    for (const Expanded& one : m_stages[stage].expanded) {
        builder.slice(one.tracks[static_cast<std::size_t>(row)], begin, length, called, kind, m_notes.size());
        note.shift = one.shift;
        m_notes.push_back(note);
    }
}

core::Result<core::RunPtr> StageRows::finish(const std::string& title, const core::Plan& plan,
                                             const core::Task& task)
{
    auto notes = std::make_shared<Notes>(std::move(m_notes), core::mapped(m_stages, &Stage::number),
                                         std::move(m_texts));
    return m_run.finish(title, plan, std::move(notes), task);
}

} // namespace shardscope::planner
