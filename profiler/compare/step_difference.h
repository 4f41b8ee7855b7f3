// SPDX-License-Identifier: GPL-3.0-or-later
// From one run's step to another's: which devices and rows are each other's, and parts that add up to the
// difference.
#pragma once

#include "core/plan/axes.h"
#include "profiler/compare/step_account.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::profiler {

/// One side: what was counted of its devices.
struct ComparedSteps {
    std::vector<DeviceAccount> devices;
    std::optional<core::Axes> axes; ///< of a simulation, whose devices stand for their stages' ranks
    std::vector<core::MeshAxis> order =
        {}; ///< by which a recording's ranks are said to be numbered, the fastest first

    [[nodiscard]] bool planned() const { return !devices.empty() && devices.front().planned; }
};

/// Seconds a step, as everything below; means over the devices that are compared.
struct TermDifference {
    core::StepTerm term = core::StepTerm::Unknown;
    double a = 0;
    double b = 0;
};

/// How rows found each other.
enum class RowMatch : std::uint8_t {
    Key,   ///< operator and shape
    Place, ///< calls between the same neighbours of a layer: other operators do the work, or fused ones
    Shape, ///< work of one pass and class on operands of one size
    Class, ///< what was left of one pass and class on both sides: other operators do the work
    OnlyA,
    OnlyB,
};
constexpr auto enumNames(RowMatch)
{
    return core::namesUpTo<RowMatch::OnlyB>("key", "place", "shape", "class", "only_a", "only_b");
}

/// What has become of a row, where it differs by more than a thousandth of the step and the spread of steps.
enum class RowChange : std::uint8_t { Same, New, Gone, Replaced, Slower, Faster, MoreOften, LessOften };
constexpr auto enumNames(RowChange)
{
    return core::namesUpTo<RowChange::LessOften>("same", "new", "gone", "replaced", "slower", "faster",
                                                 "more_often", "less_often");
}

struct RowDifference {
    core::StepTerm term = core::StepTerm::Unknown;
    core::Pass pass = core::Pass::Unknown;
    core::WorkClass kind = core::WorkClass::Unknown;
    RowMatch match = RowMatch::Key;
    std::vector<std::string> operationsA; ///< the costliest first
    std::vector<std::string> operationsB;
    std::vector<core::WorkKey> keysA; ///< of A's rows that it is made of
    std::vector<core::WorkKey> keysB;
    std::string shape; ///< that both have; "": several, or not told
    double a = 0;
    double b = 0;
    double countA = 0; ///< a step and device
    double countB = 0;
    std::optional<bool> significant; ///< against the spread of steps; none: under three of them
    RowChange change = RowChange::Same;
    std::vector<std::int16_t> layers; ///< it lies in, as the rank counts them; empty: in none, or not told
    std::int16_t place = -1; ///< in the layer's pass, as A counts where it has one; -1: several, none
    [[nodiscard]] double seconds() const { return b - a; }
    /// The part of seconds() that other numbers of calls make, at A's time a call (B's where A has none) ...
    [[nodiscard]] double ofCount() const { return countA > 0 ? (countB - countA) * a / countA : b; }
    /// ... and other times of a call.
    [[nodiscard]] double ofRate() const { return seconds() - ofCount(); }
};

/// A bar of the waterfall.
struct DifferencePart {
    core::StepTerm term = core::StepTerm::Unknown;
    bool straggler = false;  ///< a rank that does more, and the others' waiting for it; the term is Waiting
    std::int32_t rank = -1;  ///< of it
    std::int64_t stage = -1; ///< where its device stands for a stage of several
    bool unsure = false;     ///< both sides' estimates allow that nothing differs
    double seconds = 0;
    double slower = 0;              ///< of seconds: sum over rows that take longer in B
    double faster = 0;              ///< and over those that take less, negative
    std::optional<double> low = {}; ///< of seconds: what an estimate allows (the recorder's cost is one)
    std::optional<double> high = {};
    /// Of a straggler: what it does longer (or, where the others wait less, shorter) than they do, most
    /// first.
    std::vector<std::pair<core::StepTerm, double>> more = {};
};

/// Where \p device of \p side is in \p axes, the other side's mesh; of a simulated one its own place.
[[nodiscard]] RankPlace placeOf(const DeviceAccount& device, const ComparedSteps& side,
                                const core::Axes& axes);

struct StepDifference {
    std::vector<std::pair<std::size_t, std::size_t>> pairs; ///< devices of A and B
    std::size_t aloneA = 0;                                 ///< devices that have no partner
    std::size_t aloneB = 0;
    double a = 0; ///< a step
    double b = 0;
    std::vector<TermDifference> terms;     ///< all in which either spends time; they add up to the steps
    std::vector<DifferencePart> parts;     ///< largest first; with rest they add up to b - a
    double rest = 0;                       ///< rows without a partner, and gaps without a cause
    double explained = 1;                  ///< of all that differs, either way, the share that is not rest
    std::vector<RowDifference> rows;       ///< largest difference first
    std::optional<RecorderCost> recorderA; ///< means; none: not known of a recording, or a plan
    std::optional<RecorderCost> recorderB;
    /// Whether both sides' are known, a plan's to be none: then they are in Recorder, and else in the gaps of
    /// the host, as recorded.
    bool recorderApart = false;
};

/// Rows of layers are matched by their place in the layer's pass (place_match); a layer that differs
/// otherwise than the others is a row of its own. Others by pass, class, operator, shape and forward
/// operator; then without the forward operator, then without the shape; work of two vocabularies (a plan's
/// and a program's) by pass, class and shape, then by elements, and what is left by pass and class. Of one
/// vocabulary what has no partner is new or gone and is in its part; of two it is rest. Nothing compared
/// where no devices are each other's: pairs is empty.
[[nodiscard]] StepDifference stepDifference(const ComparedSteps& a, const ComparedSteps& b);

} // namespace shardscope::profiler
