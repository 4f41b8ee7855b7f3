// SPDX-License-Identifier: GPL-3.0-or-later
// Where a figure of a hardware description comes from, as derivations tell it.
#pragma once

#include "core/explain/derivation.h"
#include "core/hardware/hardware_spec.h"

namespace shardscope::planner {

template <class Figure>
core::SourceKind sourceOf(const core::Sourced<Figure>& figure)
{
    return figure.unverified ? core::SourceKind::Unverified : core::SourceKind::Specification;
}

} // namespace shardscope::planner
