// SPDX-License-Identifier: GPL-3.0-or-later
// What a card of Home shows: the sample's own figure, or that of files that were opened, small.
#pragma once

#include "app/desktop/pages/home/card.h"
#include "app/desktop/pages/home/samples.h"
#include "core/base/result.h"
#include "core/base/task.h"
#include "core/catalog/catalog.h"

#include <QStringList>

namespace shardscope::app {

/// Evaluates, simulates or reads \p sample, on a worker. The picture paints in the colours it is given.
[[nodiscard]] core::Result<Card::Picture> thumbnailOf(const core::Catalog& catalog, const Sample& sample,
                                                      const core::Task& task);

/// The same of \p files that were opened together: the lanes of a run, the memory of a plan. Errors: those of
/// opening them; FileTooLarge: the card would cost as much as opening them.
[[nodiscard]] core::Result<Card::Picture> thumbnailOf(const core::Catalog& catalog, const QStringList& files,
                                                      const core::Task& task);

} // namespace shardscope::app
