// SPDX-License-Identifier: GPL-3.0-or-later
// The collectives of a run: which slices take part in one, in which group of ranks, and which calls of
// different ranks are the same collective.
#pragma once

#include "core/base/enum_names.h"
#include "core/base/result.h"
#include "core/base/task.h"
#include "core/kinds/collective_kind.h"
#include "core/run/run.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::profiler {

using core::CollectiveKind;

/// Nobody leaves before everybody has come: what clocks can be told by.
[[nodiscard]] bool isSynchronizing(CollectiveKind kind);
[[nodiscard]] bool isPointToPoint(CollectiveKind kind);

/// Ranks that communicate. Files that do not name groups have one without name and ranks.
struct CommunicationGroup {
    std::string name;
    std::string description;
    std::vector<std::int32_t> ranks; ///< ascending; empty: unknown
};

/// One rank's part in a collective.
struct CollectiveCall {
    std::uint32_t row = 0; ///< slice that does it: the device's where there is one, else the host's
    std::uint32_t host = core::SliceId::kNone; ///< slice of the host that issued it, where known
    std::uint32_t source = 0;
    std::int32_t rank = -1; ///< the file's number where no file says
    std::uint32_t group = 0;
    CollectiveKind kind = CollectiveKind::Other;
    bool device = false;
    std::int64_t bytes = -1;    ///< of this rank's input; -1: unknown
    std::int64_t sequence = -1; ///< of the group, where the file tells
    std::int32_t peer = -1;     ///< of a send or receive, where the file tells
};

/// How calls of different ranks were found to be one collective.
enum class MatchedBy : std::uint8_t {
    Sequence, ///< the file's sequence numbers
    Order,    ///< as many calls of a kind and size everywhere: n-th with n-th
    Step,     ///< counts differ; the step that each call lies in tells
    Time,     ///< counts differ and nothing else tells: those that overlap most. Not for clocks.
};
constexpr auto enumNames(MatchedBy)
{
    return core::namesUpTo<MatchedBy::Time>("sequence", "order", "step", "time");
}

struct Collective {
    std::uint32_t group = 0;
    CollectiveKind kind = CollectiveKind::Other;
    MatchedBy by = MatchedBy::Order;
    std::vector<std::uint32_t> calls; ///< into Collectives::calls, one a rank, by rank; at least two
};

struct Collectives {
    std::vector<CommunicationGroup> groups;
    std::vector<CollectiveCall> calls; ///< by rank, source, begin
    std::vector<Collective> matched;   ///< by the first call's begin
    std::size_t unmatched = 0;         ///< calls of several ranks' groups that found no partner
};

/// Kernels of NCCL, RCCL and their like; where a file has none, the host's rows of its communication library
/// ("nccl:all_reduce", "gloo:send"). Errors: Cancelled.
[[nodiscard]] core::Result<Collectives> findCollectives(const core::Run& run, const core::Task& task = {});

/// "rank 3" and the like at the end of a name; -1: none.
[[nodiscard]] std::int32_t rankOfText(std::string_view text);

/// What a source is called where a rank is wanted: its rank, else its process' number among all.
[[nodiscard]] std::int32_t rankOrSource(const core::Run& run, std::uint32_t source);

} // namespace shardscope::profiler
