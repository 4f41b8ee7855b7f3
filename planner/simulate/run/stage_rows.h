// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a pipeline's run, by class of rank, and what their slices tell.
#pragma once

#include "core/plan/mesh.h"
#include "core/run/work.h"
#include "planner/simulate/run/planned_run.h"

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace shardscope::planner {

/// What a slice tells when it is clicked; one entry each, told as JSON when asked for.
struct SliceNote {
    const char* pass = ""; ///< forward, input_gradient, …; of traffic: its operation
    std::int32_t rank = 0;
    std::int32_t stage = -1;
    std::int32_t microBatch = -1;
    std::int32_t stream = 0;
    const char* derivation = "";
    const char* collective = ""; ///< of traffic
    const char* group = "";
    std::int32_t peer = -1; ///< of a message: the other rank's stage
    std::int64_t shift = 0; ///< of an expanded rank: its number beyond that of its class
    core::WorkClass work = core::WorkClass::Unknown; ///< of an operator; Unknown: told by the name
    core::WorkPlace place = {};                      ///< of an operator
    const char* shape = "";                          ///< likewise, as core::WorkKey has it
};

/// Rows of one class of rank.
enum class StageRow : std::size_t {
    Schedule,
    Supersteps,
    Compute,
    Inside,
    Sends,
    FromBefore,
    FromBehind,
    Gathers,
    Replica,
    Tier,
    Weights,
    Edges,
    Stores,
    CopiedOut,
    CopiedIn
};
inline constexpr std::size_t kStageRows = static_cast<std::size_t>(StageRow::CopiedIn) + 1;

class StageRows {
public:
    /// \p phased: with the rows of stages that run in phases. \p copies: with those of copies between
    /// memories beside the passes.
    StageRows(const core::Axes& axes, bool phased, bool copies)
        : m_mesh(axes)
        , m_phased(phased)
        , m_copies(copies)
    {
    }

    /// The class of the next stage's ranks, as if one of its \p count had recorded it.
    void addStage(std::int64_t count);
    /// One rank more, which does what its class does: rank \p number of the mesh.
    void expand(std::int64_t number);

    void slice(std::size_t stage, StageRow row, double from, double to, const std::string& name,
               const char* category, SliceNote note);
    /// A text that lives as long as the notes.
    const char* kept(const std::string& text) { return m_texts.insert(text).first->c_str(); }

    [[nodiscard]] core::TrackId track(std::size_t stage, StageRow row) const
    {
        return m_stages[stage].tracks[static_cast<std::size_t>(row)];
    }
    [[nodiscard]] PlannedRun& run() { return m_run; }
    [[nodiscard]] core::Result<core::RunPtr> finish(const std::string& title, const core::Plan& plan,
                                                    const core::Task& task);

private:
    using Tracks = std::array<core::TrackId, kStageRows>;
    struct Expanded {
        Tracks tracks;
        std::int64_t shift; ///< beyond the number of its class
    };
    struct Stage {
        Tracks tracks;
        std::int64_t number; ///< of the rank that stands for it
        std::vector<Expanded> expanded;
    };

    [[nodiscard]] bool has(StageRow row) const
    {
        return row < StageRow::Weights || (row < StageRow::CopiedOut ? m_phased : m_copies);
    }
    Tracks makeTracks(const std::string& key, std::int64_t number, const core::MeshCoordinate& at,
                      std::int64_t count);

    core::Mesh m_mesh;
    bool m_phased;
    bool m_copies;
    PlannedRun m_run;
    std::vector<Stage> m_stages;
    std::vector<SliceNote> m_notes;
    std::set<std::string> m_texts;
};

} // namespace shardscope::planner
