// SPDX-License-Identifier: GPL-3.0-or-later
// Routing limited to groups of experts: a token's experts lie in so many of the groups, and so on as many
// nodes where a node holds a group (arXiv:2412.19437, section 2.1.2, "node-limited routing").
#pragma once

#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "core/io/spec_reader.h"
#include "core/model/model_sizes.h"
#include "core/model/model_spec.h"

#include <string>

namespace shardscope::core {

/// Reads both numbers; without them every token may go to every expert.
inline void readExpertGroups(SpecReader& file, Transformer& model, const char* groupsKey,
                             const char* perTokenKey)
{
    model.expertGroups = file.wholeOr(groupsKey, 1, kExpertRange);
    model.groupsPerToken = file.wholeOr(perTokenKey, model.expertGroups, kExpertRange);
    if (file.failed())
        return;
    if (model.experts % model.expertGroups != 0)
        return file.fail(notDivisible("experts", model.experts, groupsKey, model.expertGroups), groupsKey);
    if (model.groupsPerToken > model.expertGroups)
        return file.fail(outOfRange(model.groupsPerToken, "1", model.expertGroups), perTokenKey);
    // Groups that hold too few experts for a token limit nothing: it takes the rest from others.
    if (model.groupsPerToken * (model.experts / model.expertGroups) < model.expertsPerToken)
        model.groupsPerToken = model.expertGroups;
}

} // namespace shardscope::core
