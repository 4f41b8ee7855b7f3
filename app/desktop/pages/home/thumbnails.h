// SPDX-License-Identifier: GPL-3.0-or-later
// What a sample's card shows: the sample's own figure, small.
#pragma once

#include "app/desktop/pages/home/card.h"
#include "app/desktop/pages/home/samples.h"
#include "core/base/result.h"
#include "core/base/task.h"
#include "core/catalog/catalog.h"

namespace shardscope::app {

/// Evaluates, simulates or reads \p sample, on a worker. The picture paints in the colours it is given.
[[nodiscard]] core::Result<Card::Picture> thumbnailOf(const core::Catalog& catalog, const Sample& sample,
                                                      const core::Task& task);

} // namespace shardscope::app
