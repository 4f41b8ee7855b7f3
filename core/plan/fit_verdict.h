// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a plan fits, in one room: plan, search, remedies, tables, pictures and JSON ask here.
#pragma once

#include "core/plan/evaluation.h"

#include <optional>

namespace shardscope::core {

/// How a peak is known: by the allocator simulated through the step, or by formulas.
enum class Known { Trace, ClosedForm };
constexpr auto enumNames(Known) { return namesUpTo<Known::ClosedForm>("trace", "closed_form"); }

/// What has to stay free of a device's memory; none: what the plan's framework needs (usualHeadroom()).
using Headroom = std::optional<Bytes>;

/// One class of ranks on one tier, or the whole plan by the one that decides it.
struct FitVerdict {
    Fit fit = Fit::Fits;
    Tier tier = Tier::Device;
    std::size_t rankClass = 0; ///< index into MemoryBreakdown::classes
    Bytes need;                ///< TierUse::need()
    Bytes capacity;
    Bytes headroom; ///< of a device; nothing has to stay free elsewhere
    Bytes margin;   ///< capacity less need
    Known known = Known::ClosedForm;
    /// The share that nine of ten plans of this framework lie within, of those that have both: |closed form /
    /// trace - 1|. Told of such plans alone: nobody measured any of those that no trace covers.
    std::optional<double> closedFormError = {};

    [[nodiscard]] bool feasible() const { return core::feasible(fit); }
    /// What is missing to fit with its headroom; not above zero where it does.
    [[nodiscard]] Bytes lacking() const { return need + headroom - capacity; }
};

/// How much a device's allocator needs beside its tensors, before any trace of it: this much of \p capacity
/// (kTightShare). \p headroom if that asks for something itself.
[[nodiscard]] Bytes headroomOf(const Headroom& headroom, Bytes capacity);
/// The least capacity in which \p need leaves that free.
[[nodiscard]] Bytes capacityFor(Bytes need, const Headroom& headroom);

/// Whether closed forms alone tell a device's memory in \p memory, where a trace was meant to.
[[nodiscard]] bool closedFormsStandAlone(const MemoryBreakdown& memory);

/// Judges \p use, one of \p memory's. Without a \p headroom, as much has to stay free as the allocator takes
/// in reserve, if a trace shows it; where closed forms stand alone, at least as much as they are known to be
/// off.
[[nodiscard]] FitVerdict fitVerdict(const MemoryBreakdown& memory, const TierUse& use,
                                    const Headroom& headroom = {});

/// Judges the whole plan by its worst verdict, and of equal ones by the fullest tier. It is Over without a
/// lack of memory where devices are missing, or a table has no place.
[[nodiscard]] FitVerdict fitVerdict(const Evaluation& evaluation, const Headroom& headroom = {});

/// What the plan comes to, in short.
[[nodiscard]] PlanOutcome outcomeOf(const Evaluation& evaluation);

} // namespace shardscope::core
